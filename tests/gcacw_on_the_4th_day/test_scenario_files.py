"""Files of scenarios: what is wrong with them is told with file, line, column, code and the value, all at once."""

import re
from datetime import date
from pathlib import Path

import pytest
from tests.gcacw_on_the_4th_day.scenario_folder import DATA, MINE, SCENARIOS, change, line_of, new_folder

import wargame_core
from wargame_core.data import Basis, DataFolder
from wargame_core.errors import DataError
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.game import NEW_SCENARIO, write_scenario
from wargame_gcacw.printed import scenario_files as scenario_checks
from wargame_gcacw.printed.book import Book
from wargame_gcacw.printed.scenario_files import load_book
from wargame_gcacw.rules import special_rules
from wargame_gcacw_on_the_4th_day import PLUGIN
from wargame_pictures.paper.account import account

SCAFFOLD = NEW_SCENARIO.read_text("utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return new_folder(tmp_path)


# what is printed


def test_the_scaffold_can_be_played_and_has_nothing_wrong_with_it(folder: Path) -> None:
    assert SCENARIOS.lint(folder) == []
    game = SCENARIOS.opened(folder)
    assert game is not None
    assert [one.id for one in game.scenarios] == ["first_light"]
    board = game.start(seed=1).board
    assert isinstance(board, FieldBoard)
    assert board.hex("csa_robertson") == "S2504"
    assert board.leader_with == {"ldr_stuart": "csa_hampton", "ldr_sedgwick": "usa_wright"}


def test_a_file_of_the_folder_is_a_game_of_its_own(folder: Path) -> None:
    game = SCENARIOS.opened(folder / MINE)
    assert game is not None
    assert game.title == "First Light at Fairfield"


def test_what_is_no_scenario_is_not_taken_for_one(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text("[map]\n", encoding="utf-8")
    assert SCENARIOS.opened(tmp_path) is None
    assert SCENARIOS.opened(tmp_path / "map.toml") is None


def test_nothing_that_is_there_is_overwritten(folder: Path) -> None:
    with pytest.raises(FileExistsError, match=MINE):
        write_scenario(folder, DATA)


def test_the_packaged_data_are_as_they_were_counted(book: Book) -> None:
    """A slip in the packaged files would not pass for a change of the rules."""
    assert (len(book.units), len(book.leaders), len(book.ground.map.grid.names)) == (42, 11, 1288)
    assert list(book.scenarios) == ["lees_retreat", "the_battle_continues"]
    for scenario in book.scenarios.values():
        assert scenario.dates == (date(1863, 7, 4), date(1863, 7, 5))
        assert len(scenario.levels) == 6
        assert len(scenario.leaders) == 11
    retreat, battle = book.scenarios.values()
    assert [len(one.units) for one in (retreat, battle)] == [42, 39]
    assert [sum(unit.manpower for unit in one.units) for one in (retreat, battle)] == [239, 233]
    assert [one.at_least for one in retreat.levels] == [105, 93, 81, 69, 57, None]
    assert [one.at_least for one in battle.levels] == [51, 46, 41, 36, 31, None]


@pytest.mark.parametrize(
    ("cut", "code", "said"),
    [
        ("# The victory table", "E202", "level: missing: the victory table, a [[level]] for each row"),
        ("# Who stands where", "E626", "unit: no Union unit is set up; each side needs at least one"),
    ],
)
def test_what_is_missing_altogether_is_told_on_the_first_line(folder: Path, cut: str, code: str, said: str) -> None:
    (folder / MINE).write_text(SCAFFOLD[: SCAFFOLD.index(cut)], encoding="utf-8")
    assert f"{MINE}:1:1: {code} {said}" in SCENARIOS.lint(folder)


def test_several_mistakes_of_several_files_are_told_at_once_in_their_order(folder: Path) -> None:
    change(folder, "manpower = 3", "manpower = 30")
    change(folder, "fatigue = 1", "fatigue = 9")
    change(folder, "at_least = 10", "at_least = 99")
    other = SCAFFOLD.replace('"first_light"', '"second_light"').replace("turn = 1", "turn = 7")
    (folder / "another.toml").write_text(other, encoding="utf-8")
    (folder / "broken.toml").write_text("[scenario\n", encoding="utf-8")
    with pytest.raises(DataError, match="E625") as error:
        wargame_core.load(folder)
    assert [(one.file, one.code) for one in error.value.problems] == [
        ("another.toml", "E625"),
        ("broken.toml", "E103"),
        (MINE, "E621"),
        (MINE, "E621"),
        (MINE, "E624"),
    ]


def test_two_scenarios_with_one_id_name_each_other(folder: Path) -> None:
    (folder / "another.toml").write_text(SCAFFOLD, encoding="utf-8")
    line = line_of(SCAFFOLD, 'id = "first_light"')
    assert SCENARIOS.lint(folder) == [
        f"{MINE}:{line}:1: E302 scenario.id: 'first_light' is already the scenario of another.toml"
    ]


# shared set-ups


SHARED = """\
source = { document = "mine", basis = "reconstruction" }
[[unit]]
unit = "csa_jones"
hex = "S2907"
manpower = 2
"""


def test_a_shared_set_up_comes_first(folder: Path) -> None:
    (folder / "shared.toml").write_text(SHARED.replace("S2907", "S2405"), encoding="utf-8")
    change(folder, '[[unit]]\nunit = "csa_jones"\nhex = "S2405"\nmanpower = 2\n', "")
    change(folder, 'id = "first_light"', 'id = "first_light"\nadds_to = "shared.toml"')
    scenario = load_book(DataFolder(DATA, folder), SCENARIOS.words(), [folder / MINE]).scenarios["first_light"]
    assert [one.unit for one in scenario.units][:2] == ["csa_jones", "csa_robertson"]


def test_a_scenario_must_not_contradict_the_set_up_it_adds_to(folder: Path) -> None:
    (folder / "shared.toml").write_text(SHARED, encoding="utf-8")
    change(folder, 'id = "first_light"', 'id = "first_light"\nadds_to = "shared.toml"')
    told = "\n".join(SCENARIOS.lint(folder))
    assert "E302 unit[1].unit: 'csa_jones' is already set up in the file this adds to" in told
    assert "E305 unit[3].hex: usa_wright cannot be set up in S2907, where its enemy csa_jones stands" in told


def test_mistakes_of_a_shared_set_up_are_told_once(folder: Path) -> None:
    (folder / "shared.toml").write_text(SHARED.replace("manpower = 2", "manpower = 40"), encoding="utf-8")
    both = SCAFFOLD.replace('unit = "csa_jones"', 'unit = "csa_flee"')
    for name in ("one", "two"):
        named = both.replace('id = "first_light"', f'id = "{name}"\nadds_to = "shared.toml"').replace("S2907", "S3005")
        (folder / f"{name}.toml").write_text(named, encoding="utf-8")
    (folder / MINE).unlink()
    assert SCENARIOS.lint(folder) == ["shared.toml:5:1: E621 unit[0].manpower: 40 is impossible (allowed: 1 to 17)"]


def test_a_shared_set_up_that_is_no_toml_is_told_beside_the_rest(folder: Path) -> None:
    (folder / "shared.toml").write_text("[[unit]\n", encoding="utf-8")
    change(folder, 'id = "first_light"', 'id = "first_light"\nadds_to = "shared.toml"')
    change(folder, "turn = 1", "turn = 7")
    told = SCENARIOS.lint(folder)
    assert [one.split()[1] for one in told] == ["E625", "E103"]


def test_a_folder_of_counters_alone_replaces_the_packaged_ones_whole(tmp_path: Path) -> None:
    only_one = (DATA / "units.toml").read_text(encoding="utf-8").split("[[unit]]")
    (tmp_path / "units.toml").write_text("[[unit]]".join(only_one[:2]), encoding="utf-8")
    with pytest.raises(
        DataError, match=r"lees_retreat.toml:\d+:1: E301 unit\[1\].unit: 'csa_early' is not a unit \(csa_rodes\)"
    ):
        wargame_core.load(PLUGIN.id, tmp_path)


def test_every_code_of_these_files_is_explained() -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs" / "reference" / "data-errors.md").read_text(encoding="utf-8")
    section = page.split("## Scenarios of the Great Campaigns")[1].split("\n## ")[0]
    explained = set(re.findall(r"^\| (E\d{3}) \|", section, re.MULTILINE))
    files = (Path(str(module.__file__)) for module in (scenario_checks, special_rules))
    checks = "".join(file.read_text(encoding="utf-8") for file in files)
    assert explained == set(re.findall(r'"(E6\d\d)"', checks))


def test_only_counters_that_the_text_gives_whole_are_marked_as_text() -> None:
    marked = {one.name for one in account([DATA / "units.toml"]).data if one.basis is Basis.TEXT}
    assert marked == {"Sub-1 (wagon train)", "Sub-2 (wagon train)", "Sub-3 (wagon train)"}


def test_the_files_do_not_say_that_hexes_were_copied_from_the_published_maps() -> None:
    text = (DATA / "map.toml").read_text("utf-8")
    assert text.count("published maps") == 1
    assert "not copied from them" in text
