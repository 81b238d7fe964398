"""The desk on maps of every kind and in every kind of folder: what can be drawn, and how little a stroke changes."""

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest
from tests.core.test_own_maps import SQUARES

from wargame_core import DataError
from wargame_core.data import read_toml
from wargame_core.maps.files.map_file import load_map
from wargame_core.plugins.discovery import plugins
from wargame_workshop.lint import map_problems
from wargame_workshop.splices import EditError
from wargame_workshop.watching.strokes import drawn_into
from wargame_workshop.watching.workshop import Workshop

ISLES = """source = { document = "my own sketch", basis = "reconstruction" }
# An island and the water around it.
[map]
id = "isles"
title = "The Isles"
grid = "areas"

[[area]]
id = "lon"
name = "London"  # the capital
at = [2, 0]
kind = "coast"
joins = { army = ["wal"], fleet = ["eng"] }

[[area]]
id = "wal"
name = "Wales"
at = [0, 0]
outline = [[-0.5, -0.5], [0.5, -0.5], [0, 0.5]]
joins = { army = ["lon"], fleet = ["eng"] }

[[area]]
id = "eng"
at = [1, 1.5]
kind = "sea"
joins = { fleet = ["lon", "wal"] }

[[area]]
id = "ire"
at = [-2, 0]

[[area]]
id = "atl"
name = "Atlantic"
at = [-2, 2]
kind = "sea"

# By sea
[[join]]
kind = "sea lane"
route = "ire > Atlantic > eng"
"""


class Strokes:
    """Strokes into the files of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def draw(self, op: str, **words: object) -> tuple[list[str], list[str]]:
        """The lines that a stroke takes out of its file, and those that it puts in; blank lines are left out."""
        path, new = drawn_into(self.folder, read_toml, op, words)
        old = path.read_text("utf-8") if path.exists() else ""
        path.write_text(new, encoding="utf-8")
        lines = [*unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")][2:]
        out, into = ([line[1:] for line in lines if line.startswith(mark) and line[1:]] for mark in "-+")
        return out, into

    def refusal(self, op: str, **words: object) -> str:
        with pytest.raises(EditError) as refused:
            drawn_into(self.folder, read_toml, op, words)
        return str(refused.value)

    @property
    def board(self) -> Any:
        workshop = Workshop(self.folder)
        workshop.look()
        return workshop.bench.board


def written(folder: Path, text: str) -> Strokes:
    (folder / "map.toml").write_text(text, encoding="utf-8")
    return Strokes(folder)


@pytest.fixture
def isles(tmp_path: Path) -> Iterator[Strokes]:
    strokes = written(tmp_path, ISLES)
    yield strokes
    assert [str(one) for one in map_problems(tmp_path / "map.toml") if not one.warns] == []


def test_an_area_is_drawn_named_moved_and_painted_and_nothing_else_changes(isles: Strokes) -> None:
    written_area = ["[[area]]", 'id = "isle_of_man"', 'name = "Isle of Man"', "at = [-0.5, -1.25]", 'kind = "land"']
    another = {"id": "isle_of_man", "name": "Isle of Man", "kind": "land"}
    assert isles.draw("area", **another, at=[-0.5, -1.2499]) == ([], written_area)
    assert isles.refusal("area", **another, at=[5, 5]) == "there is an area 'isle_of_man' already"
    assert isles.draw("rename_area", area="lon", name="Londinium") == (
        ['name = "London"  # the capital'],
        ['name = "Londinium"  # the capital'],
    )
    assert isles.draw("rename_area", area="eng", name="The Channel") == ([], ['name = "The Channel"'])
    assert isles.draw("area_kind", spaces=["lon", "eng"], kind="sea") == (['kind = "coast"'], ['kind = "sea"'])
    assert isles.draw("region", spaces=["ire", "lon"], region="West") == ([], ['region = "West"'] * 2)
    assert isles.draw("region", spaces=["ire"], region="West") == ([], [])
    assert isles.draw("move_area", area="wal", at=[1, 0]) == (
        ["at = [0, 0]", "outline = [[-0.5, -0.5], [0.5, -0.5], [0, 0.5]]"],
        ["at = [1.0, 0.0]", "outline = [[0.5, -0.5], [1.5, -0.5], [1.0, 0.5]]"],
    )


def test_joins_are_written_in_short_and_taken_away_in_both_forms(isles: Strokes) -> None:
    assert isles.draw("join", spaces=["lon", "wal", "ire"], kind="army") == (
        [],
        ["[[join]]", 'kind = "army"', 'route = "wal > ire"'],
    )
    assert isles.draw("join", spaces=["lon", "wal"], kind="army") == ([], [])
    assert isles.draw("join", spaces=["lon", "ire"], kind="army") == (
        ['route = "wal > ire"'],
        ['routes = ["wal > ire", "lon > ire"]'],
    )
    assert isles.draw("join", spaces=["eng", "ire"], kind="army")[1] == [
        'routes = ["wal > ire", "lon > ire", "eng > ire"]'
    ]
    assert isles.draw("erase_join", a="lon", b="eng", kind="fleet") == (
        ['joins = { army = ["wal"], fleet = ["eng"] }', 'joins = { fleet = ["lon", "wal"] }'],
        ['joins = { army = ["wal"], fleet = [] }', 'joins = { fleet = ["wal"] }'],
    )
    assert isles.draw("erase_join", a="atl", b="ire", kind="sea lane") == (
        ['route = "ire > Atlantic > eng"'],
        ['route = "Atlantic > eng"'],
    )
    assert isles.draw("erase_join", a="atl", b="ire", kind="army") == ([], [])
    joins = {(road.kind, road.path) for road in load_map(isles.folder / "map.toml").roads}
    assert joins == {
        ("army", (0, 1)),
        ("fleet", (1, 2)),
        ("army", (1, 3)),
        ("army", (0, 3)),
        ("army", (2, 3)),
        ("sea lane", (2, 4)),
    }


def test_a_join_of_another_kind_over_a_join_changes_it(isles: Strokes) -> None:
    assert isles.draw("join", spaces=["wal", "lon", "atl"], kind="rail") == (
        ['joins = { army = ["wal"], fleet = ["eng"] }', 'joins = { army = ["lon"], fleet = ["eng"] }'],
        [
            'joins = { army = [], fleet = ["eng"] }',
            'joins = { army = [], fleet = ["eng"] }',
            "[[join]]",
            'kind = "rail"',
            'route = "wal > lon > atl"',
        ],
    )
    isles.draw("join", spaces=["ire", "atl", "eng"], kind="ferry")
    assert isles.draw("join", spaces=["lon", "atl"], kind="ferry") == (
        ['route = "wal > lon > atl"', 'route = "ire > atl > eng"'],
        ['route = "wal > lon"', 'routes = ["ire > atl > eng", "lon > atl"]'],
    )
    joins = {(road.kind, road.path) for road in load_map(isles.folder / "map.toml").roads}
    assert joins == {
        ("fleet", (0, 2)),
        ("fleet", (1, 2)),
        ("rail", (0, 1)),
        ("ferry", (0, 4)),
        ("ferry", (3, 4)),
        ("ferry", (2, 4)),
    }


def test_a_pair_of_areas_with_two_joins_keeps_both_until_one_is_erased(isles: Strokes) -> None:
    file = isles.folder / "map.toml"
    file.write_text(file.read_text("utf-8") + '\n[[join]]\nkind = "rail"\nroute = "lon > wal"\n', encoding="utf-8")
    assert isles.draw("join", spaces=["wal", "lon"], kind="rail") == ([], [])
    both = "lon and wal are joined by army and rail: erase one of these joins first"
    assert isles.refusal("join", spaces=["lon", "wal"], kind="sea") == both
    isles.draw("erase_join", a="wal", b="lon", kind="army")
    assert isles.draw("join", spaces=["lon", "wal"], kind="sea") == (['kind = "rail"'], ['kind = "sea"'])


def test_an_area_goes_with_its_joins(isles: Strokes) -> None:
    out, into = isles.draw("erase_area", area="atl")
    assert ('id = "atl"' in out, "[[join]]" in out, into) == (True, True, [])
    out, into = isles.draw("erase_area", area="eng")
    assert into == ['joins = { army = ["wal"], fleet = [] }', 'joins = { army = ["lon"], fleet = [] }']
    assert "# By sea" in (isles.folder / "map.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("op", "words", "refusal"),
    [
        ("area", {"id": "A B", "name": "X", "kind": "sea", "at": [1, 1]}, "'A B' is not an id"),
        ("area", {"id": "x", "name": "X", "kind": "sea", "at": [1, "2"]}, "at: two numbers are needed"),
        ("area", {"id": "x", "name": "X", "kind": "sea", "at": [1, 1e9]}, "at: two numbers are needed"),
        ("area", {"id": "x", "name": "X", "kind": "sea", "at": [1, float("nan")]}, "at: two numbers are needed"),
        ("move_area", {"area": "zzz", "at": [1, 1]}, "'zzz' is not a space of the map"),
        ("move_area", {"area": "London", "at": [1, 1]}, "'London' is not a space of the map"),
        ("join", {"spaces": ["lon", "lon"], "kind": "army"}, "lon cannot be joined to itself"),
        ("join", {"spaces": ["lon"], "kind": "army"}, "spaces: a list of 2 to 5000 is needed"),
        ("paint", {"spaces": ["lon"], "letter": "w"}, "this map has no stroke 'paint' (area, area_kind,"),
        ("line", {"name": "X", "kind": "river", "sides": [["lon", "wal"]]}, "this map has no stroke 'line'"),
    ],
)
def test_what_a_map_of_areas_cannot_have_is_refused(
    isles: Strokes, op: str, words: dict[str, object], refusal: str
) -> None:
    assert refusal in isles.refusal(op, **words)


def test_an_area_stays_while_something_else_rests_on_it(tmp_path: Path) -> None:
    strokes = written(tmp_path, ISLES.replace('id = "ire"', 'id = "ire"\npart_of = "lon"'))
    assert strokes.refusal("erase_area", area="lon") == "ire is a part of lon: erase that first"
    strokes = written(tmp_path, ISLES + '\n[[entry]]\nid = "west"\narea = "ire"\n')
    assert strokes.refusal("erase_area", area="ire") == "the entry 'west' lies in ire: change it in the text first"


def test_a_new_map_of_areas_has_one_area_that_stays(tmp_path: Path) -> None:
    strokes = Strokes(tmp_path)
    strokes.draw("new_map", title="My map", grid="areas")
    assert strokes.refusal("erase_area", area="first") == "first is the only area of the map"
    board = strokes.board
    assert [name for name, *_ in board["spaces"]] == ["first"]
    (x, y), unit = board["areas"]["zero"], board["areas"]["unit"]
    assert board["spaces"][0][1:] == [x + 8 * unit, y + 5 * unit]


def test_each_kind_of_map_offers_only_what_its_files_can_say(tmp_path: Path, isles: Strokes) -> None:
    assert isles.board["strokes"][:2] == ["area", "area_kind"]
    assert "line" not in isles.board["strokes"]
    new = Strokes(tmp_path)
    for grid, regions in (("hex", False), ("square", True)):
        (tmp_path / "map.toml").unlink()
        new.draw("new_map", title="A", grid=grid, columns=4, rows=3)
        strokes = new.board["strokes"]
        assert ("region" in strokes, "paint" in strokes, "area" in strokes) == (regions, True, False)
    follow = written(tmp_path, SQUARES + '\n[regions]\nof = { north = "Ashby", south = "1,3" }\n')
    assert "region" not in follow.board["strokes"]
    isles.folder.joinpath("map.toml").write_text(ISLES, encoding="utf-8")


def test_regions_of_squares_begin_as_one_and_are_painted_in_letters(tmp_path: Path) -> None:
    strokes = written(tmp_path, SQUARES)
    into = ["[regions]", 'legend = { w = "west" }', "grid = ["]
    into += [*(f'  "wwww",  # {row}' for row in range(3)), "]"]
    assert strokes.draw("region", region="west", spaces=["(0,0)"]) == ([], into)
    assert [problem for problem in map_problems(tmp_path / "map.toml") if problem.code == "E410"] == []
    east = [f"({row},{column})" for row in range(3) for column in (2, 3)]
    out, into = strokes.draw("region", region="west bank", spaces=east)
    assert into == ['legend = { w = "west", e = "west bank" }', *(f'  "wwee",  # {row}' for row in range(3))]
    assert len(out) == 4
    assert set(strokes.board["regions"]) == {"west", "west bank"}


# folders


def installed(kind: str, folder: Path) -> Strokes:
    """What `wargame new` writes."""
    folder.mkdir()
    next(plugin.scaffold[kind] for plugin in plugins() if kind in plugin.scaffold)(folder)
    return Strokes(folder)


def test_a_game_of_hexes_and_counters_opens_with_its_set_ups(tmp_path: Path) -> None:
    game = installed("hex-game", tmp_path / "mine")
    counters = {one["unit"]: one for one in game.board["counters"]}
    assert (counters["blue_adams"]["words"], counters["blue_adams"]["file"]) == ("blue adams", "dawn.toml")
    assert game.draw("unit", file="dawn.toml", unit="blue_adams", where="0106") == (
        ['blue_adams = "0105"'],
        ['blue_adams = "0106"'],
    )
    assert game.draw("paint", spaces=["0101"], letter="s") == (
        ['  "..w....w...",  # row 1: hexes 0101 to 1101'],
        ['  "s.w....w...",  # row 1: hexes 0101 to 1101'],
    )


def test_a_campaign_opens_and_a_counter_moves_to_another_place(tmp_path: Path) -> None:
    campaign = installed("campaign", tmp_path / "mine")
    counter = next(one for one in campaign.board["counters"] if one["by_place"])
    out, into = campaign.draw("unit", file=counter["file"], unit=counter["unit"], where="Milford")
    assert (len(out), len(into), '"Milford"' in into[0]) == (1, 1, True)
    letter = "." if campaign.board["letters"][0] != "." else "w"
    out, into = campaign.draw("paint", spaces=["(0,0)"], letter=letter)
    assert (len(out), into[0].strip().startswith(f'"{letter}') or into[0].startswith(letter)) == (1, True)


def test_a_scenario_of_the_great_campaigns_opens(tmp_path: Path) -> None:
    scenario = installed("scenario", tmp_path / "mine")
    counter = scenario.board["counters"][0]
    out, into = scenario.draw("unit", file=counter["file"], unit=counter["unit"], where="N0328")
    assert (len(out), len(into), "N0328" in into[0]) == (1, 1, True)
    assert scenario.draw("paint", spaces=["N0124"], letter="w")[1][0].startswith('  "w---')


@pytest.fixture
def battle(tmp_path: Path) -> Strokes:
    return installed("battle", tmp_path / "mine")


def test_a_battle_opens_with_terrain_units_and_generals(battle: Strokes) -> None:
    here: dict[str, object] = {"file": "my_battle.toml"}
    board = battle.board
    assert (board["strokes"], board["file"]) == (["stamp", "move_stamp", "erase_stamp"], "my_battle.toml")
    stamps = {one["kind"] for one in board["palette"]["stamp"]}
    assert {"woods", "union infantry", "confederate general"} <= stamps
    assert not {"fence", "fieldwork"} & stamps  # which cover sides: the desk draws none
    assert battle.draw("stamp", **here, kind="woods", spaces=["E4", "E5"]) == (
        ['hexes = ["D4", "E4", "F9"]'],
        ['hexes = ["D4", "E4", "F9", "E5"]'],
    )
    assert battle.draw("stamp", **here, kind="woods", spaces=["E7"]) == (
        ['hexes = ["D4", "E4", "F9", "E5"]', 'hexes = ["E7", "E8"]'],
        ['hexes = ["D4", "E4", "F9", "E5", "E7"]', 'hexes = ["E8"]'],
    )
    assert battle.draw("stamp", **here, kind="union cavalry", spaces=["H12"])[1] == [
        "[[unit]]",
        'side = "union"',
        'kind = "cavalry"',
        'hexes = ["H12"]',
    ]
    assert battle.draw("move_stamp", **here, a="H6", b="H10") == (['hex = "H6"'], ['hex = "H10"'])
    assert battle.draw("move_stamp", **here, a="C9", b="B9") == (
        ['hexes = ["C5", "C7", "C9", "B6", "B8"]'],
        ['hexes = ["C5", "C7", "B6", "B8", "B9"]'],
    )
    assert battle.draw("erase_stamp", **here, spaces=["H12"])[0] == [
        "[[unit]]",
        'side = "union"',
        'kind = "cavalry"',
        'hexes = ["H12"]',
    ]
    assert battle.draw("erase_stamp", **here, spaces=["A1"]) == ([], [])


@pytest.mark.parametrize(
    ("op", "words", "refusal"),
    [
        ("stamp", {"kind": "lava", "spaces": ["E4"]}, "'lava' cannot be put on the board (woods,"),
        ("stamp", {"kind": "woods", "spaces": ["Z9"]}, "'Z9' is not a space of the board"),
        ("stamp", {"kind": "fence", "spaces": ["E4"]}, "sides"),
        ("move_stamp", {"a": "A1", "b": "A2"}, "nothing stands on A1"),
        ("erase_stamp", {"spaces": []}, "spaces: a list of 1 to 5000 is needed"),
        ("erase_stamp", {"spaces": ["E4"], "file": "other.toml"}, "'my_battle.toml' is drawn, not 'other.toml'"),
    ],
)
def test_what_a_battle_cannot_have_is_refused_in_the_words_of_its_game(
    battle: Strokes, op: str, words: dict[str, object], refusal: str
) -> None:
    assert refusal in battle.refusal(op, **{"file": "my_battle.toml", **words})


def test_a_battle_with_a_mistake_is_told_and_not_drawn_on(battle: Strokes) -> None:
    workshop = Workshop(battle.folder)
    workshop.look()
    path = battle.folder / "my_battle.toml"
    path.write_text(path.read_text("utf-8").replace('"D6"', '"D66"'), encoding="utf-8")
    workshop.look()
    assert (workshop.bench.stale, workshop.bench.problems[0].code) == (True, "E601")
    with pytest.raises(DataError, match="D66"):
        drawn_into(battle.folder, read_toml, "erase_stamp", {"file": "my_battle.toml", "spaces": ["E4"]})
