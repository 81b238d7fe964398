"""Orders of battle: a tree of formations, found by id or by name, read strictly."""

from pathlib import Path

import pytest

from wargame_core.data import Problems, parse_toml
from wargame_core.errors import AmbiguousName, DataError, UnknownName
from wargame_core.forces.order_of_battle import OrderOfBattle, read_oob

TEXT = """\
source = { document = "The Book", basis = "text" }
id = "small"

[[side]]
id = "north"
name = "The Northern Army"
stated = { leaders = 2, infantry = 3, artillery = 1 }

[[side]]
id = "south"
name = "The Southern Army"
stated = { cavalry = 1 }

[[leader]]
id = "n_general"
name = "Grant"
full_name = "Ulysses Grant"
commands = ["north"]
rating = 5
traits = ["Calm"]

[[leader]]
id = "n_i_general"
name = "Sykes"
commands = ["n_i"]
rating = "?"

[[formation]]
id = "n_i"
name = "I Corps"
level = "corps"
side = "north"
tokens = { picket = 2 }

[[formation]]
id = "n_i_smith"
name = "Smith's Division"
short = "Smith"
level = "division"
parent = "n_i"
units = [
  { id = "n_lee", name = "Lee", arm = "infantry", rating = -2 },
  { id = "n_guns", name = "White", arm = "artillery", rating = 0 },
]

[[formation]]
id = "n_i_hovey"
name = "Hovey's Division"
short = "Hovey"
level = "division"
parent = "n_i"
status = "random_arrival"
units = [
  { id = "n_slack", name = "Slack", arm = "infantry", rating = 1 },
  { id = "n_smith", name = "Smith", arm = "infantry", rating = 3 },
]

[[formation]]
id = "s_smith"
name = "Smith's Division"
short = "Smith"
level = "division"
side = "south"
units = [{ id = "s_lee", name = "Lee", arm = "cavalry", rating = 2 }]
"""


def load(text: str = TEXT) -> OrderOfBattle:
    return read(text, arms=("artillery", "cavalry", "infantry"))


def read(text: str, arms: tuple[str, ...] = ()) -> OrderOfBattle:
    problems = Problems()
    oob = read_oob(parse_toml(text, Path("oob.toml")), problems, arms)
    problems.raise_if_any()
    assert oob is not None
    return oob


@pytest.fixture
def oob() -> OrderOfBattle:
    return load()


def test_the_tree_prints_with_leaders_and_ratings(oob: OrderOfBattle) -> None:
    assert (
        oob.tree()
        == """\
The Northern Army [north] (Grant)
  I Corps (Sykes)
    Smith's Division
      Lee (infantry) -2
      White (artillery) +0
    Hovey's Division [random arrival]
      Slack (infantry) +1
      Smith (infantry) +3
The Southern Army [south]
  Smith's Division
    Lee (cavalry) +2"""
    )


def test_things_are_found_by_id_and_by_any_unambiguous_name(oob: OrderOfBattle) -> None:
    assert oob.formation("Hovey") is oob.formation("hovey's division") is oob.formation("n_i_hovey")
    assert oob.unit("Slack").rating == 1
    assert oob.leader("ulysses grant").id == "n_general"
    assert oob.leader("Sykes").rating == "?"
    assert oob.formation("I Corps").tokens == {"picket": 2}


def test_everything_above_a_brigade_is_told_nearest_first() -> None:
    brigade = '\n[[formation]]\nid = "n_i_first"\nname = "First"\nlevel = "brigade"\nparent = "n_i_smith"\n'
    assert [one.id for one in load(TEXT + brigade).above("n_i_first")] == ["n_i_smith", "n_i"]


def test_a_name_of_two_things_is_ambiguous_and_lists_them(oob: OrderOfBattle) -> None:
    with pytest.raises(AmbiguousName, match=r"^'Smith' is two divisions: n_i_smith, s_smith$"):
        oob.formation("Smith")
    with pytest.raises(AmbiguousName, match=r"^'Lee' is two units: n_lee, s_lee$"):
        oob.unit("Lee")


def test_a_name_of_nothing_suggests_the_nearest(oob: OrderOfBattle) -> None:
    with pytest.raises(UnknownName, match=r"unknown division 'Hovy Division'.*did you mean \"Hovey's Division\"\?"):
        oob.formation("Hovy Division", "division")
    with pytest.raises(UnknownName, match=r"unknown division 'I Corps'"):
        oob.formation("I Corps", "division")
    with pytest.raises(UnknownName, match=r"unknown unit 'Slak'.*did you mean 'Slack'\?"):
        oob.unit("Slak")
    with pytest.raises(UnknownName, match=r"unknown leader 'Meade' \(allowed: Grant, Sykes, n_general, n_i_general\)"):
        oob.leader("Meade")


def test_the_tree_is_walked_up_and_down(oob: OrderOfBattle) -> None:
    assert [one.id for one in oob.below("north")] == ["n_i"]
    assert [one.id for one in oob.all_below("north")] == ["n_i", "n_i_smith", "n_i_hovey"]
    assert [one.id for one in oob.above("n_i_hovey")] == ["n_i"]
    assert [unit.id for unit in oob.units_of("n_i")] == ["n_lee", "n_guns", "n_slack", "n_smith"]
    assert [one.side for one in oob.formations.values()] == ["north", "north", "north", "south"]
    assert [one.id for one in oob.leaders_of("n_i")] == ["n_i_general"]
    assert oob.counts("north") == {"artillery": 1, "infantry": 3, "leaders": 2}
    assert oob.formation_of("n_slack").id == "n_i_hovey"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('arm = "infantry", rating = -2', 'arm = "infantery", rating = -2', "oob.toml:42:33: E204 formation[1].units[0]"
         ".arm: 'infantery' is not an arm (artillery, cavalry, infantry); did you mean 'infantry'?"),
        ('id = "n_slack"', 'id = "n_lee"', "oob.toml:54:5: E302 formation[2].units[0].id: "
         "'n_lee' is already an id, on line 42"),
        ('id = "s_smith"', 'id = "n_i"', "oob.toml:59:1: E302 formation[3].id: 'n_i' is already an id, on line 29"),
        ('parent = "n_i"\nstatus', 'parent = "n_ii"\nstatus', "oob.toml:51:1: E301 formation[2].parent: "
         "'n_ii' is not a formation ("),
        ('level = "corps"\nside = "north"', 'level = "corps"\nside = "nort"', "E301 formation[0].side: 'nort' is not a "
         "side (north, south); did you mean 'north'?"),
        ('commands = ["n_i"]', 'commands = ["n_2"]', "E301 leader[1].commands[0]: 'n_2' is not a formation or side"),
        ('commands = ["n_i"]', "commands = []", "E304 leader[1].commands: Sykes commands nothing"),
        ('side = "north"', 'parent = "n_i_smith"', "E304 formation[0].parent: 'n_i' is above itself"),
        ('side = "north"\n', "", "E304 formation[0]: 'n_i' needs either a side or a parent formation"),
        ("infantry = 3", "infantry = 4", "oob.toml:7:25: E303 side[0].stated.infantry: 4 stated, but 3 listed"),
        (", artillery = 1 }", " }", "E303 side[0].stated.artillery: 0 stated, but 1 listed"),
        ("rating = 1 }", 'rating = "1" }', "E203 formation[2].units[0].rating: '1' is not a whole number"),
        ('short = "Hovey"', 'shrot = "Hovey"', "E201 formation[2].shrot: unknown key"),
        ('source = { document = "The Book", basis = "text" }', "", "E202 source: missing"),
    ],
)  # fmt: skip
def test_a_wrong_order_of_battle_is_refused(old: str, new: str, problem: str) -> None:
    assert TEXT.count(old) >= 1
    with pytest.raises(DataError) as caught:
        load(TEXT.replace(old, new, 1))
    assert problem in str(caught.value)


def test_a_file_may_name_its_own_arms() -> None:
    text = TEXT.replace('id = "', 'arms = ["artillery", "cavalry"]\nid = "', 1)
    with pytest.raises(DataError, match=r"E204 formation\[1\].units\[0\].arm: 'infantry' is not an arm"):
        read(text, arms=("infantry",))
    assert read(text.replace('"cavalry"]', '"cavalry", "infantry"]')).unit("n_slack").arm == "infantry"
