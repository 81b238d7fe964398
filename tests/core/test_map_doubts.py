"""What lint warns of in maps without mistakes."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from tests.core.cli_table import told, wargame
from tests.core.hex_map_file import GOOD as HEXES
from tests.core.test_own_maps import SQUARES
from tests.core.test_shorthand import SHORT

from wargame_core.data.documents import parse_toml
from wargame_core.maps.legend import PLACE_OF_WORD, TERRAIN, TERRAIN_OF_WORD
from wargame_core.maps.map import Map
from wargame_core.maps.squares import SquareGrid
from wargame_pictures.draw.map_sheet import place_sign
from wargame_pictures.draw.map_svg import map_svg
from wargame_pictures.draw.shapes import COLOR
from wargame_workshop.maps.doubts import map_doubts

__all__ = ["wargame"]

LONG_RIVER = SQUARES.replace("rows = 3", "rows = 7").replace('  "...w",\n', '  "...w",\n' + '  "....",\n' * 4)
EDGES = "[[0, 1, 0, 2], [1, 1, 1, 2], [2, 1, 2, 2]]"


def doubts(text: str) -> list[str]:
    return [str(problem) for problem in map_doubts(parse_toml(text, Path("map.toml")))]


def test_maps_as_they_should_be_raise_no_doubts() -> None:
    assert doubts(SQUARES) == []
    assert doubts(SHORT) == []
    assert [line for line in doubts(HEXES) if "W451" in line or "W453" in line] == []


@pytest.mark.parametrize(
    ("rows", "warned"),
    [((0, 1, 2, 4, 5, 6), "one side is"), ((0, 1, 4, 5, 6), "2 sides are"), ((0, 1, 5, 6), ""), ((0, 1, 2), "")],
)
def test_a_river_with_a_gap_is_doubtful_and_one_that_only_ends_is_not(rows: tuple[int, ...], warned: str) -> None:
    edges = [[row, 1, row, 2] for row in rows]
    lines = [line for line in doubts(LONG_RIVER.replace(EDGES, str(edges))) if "W451" in line]
    if warned:
        assert re.fullmatch(
            rf"map.toml:\d+:\d+: W451 river\[0\]: Stony River ends at .* and begins again at .*; {warned} missing",
            lines[0],
        )
    assert len(lines) == bool(warned)


@pytest.mark.parametrize(("last", "short"), [(3, "one side short"), (4, "2 sides short"), (5, ""), (2, "")])
def test_a_river_that_ends_short_of_another_is_doubtful(last: int, short: str) -> None:
    branch = str([[1, column, 2, column] for column in range(last, 6)])
    wide = LONG_RIVER.replace("cols = 4", "cols = 8").replace('"...w",', '"....",').replace('"....",', '"........",')
    wide = wide.replace(EDGES, str([[row, 1, row, 2] for row in range(7)]))
    text = f'{wide}\n[[river]]\nname = "Branch"\nedges = {branch}\n'
    lines = [line for line in doubts(text) if "W457" in line]
    assert len(lines) == bool(short)
    if short:
        assert re.search(f"Branch ends at .*, {short} of Stony River", lines[0])


def test_a_word_that_has_a_row_in_another_file_of_the_folder_is_meant(tmp_path: Path) -> None:
    text = SQUARES.replace('w = "woods"', 'w = "forest"').replace('name = "Ashby"', 'name = "Ashby"\nkind = "capital"')
    doc = parse_toml(text, tmp_path / "map.toml")
    assert [problem.code for problem in map_doubts(doc)] == ["W454", "W454"]
    (tmp_path / "terrain.toml").write_text("[terrain.forest]\nenter = 2\n[place.capital]\n", "utf-8")
    assert map_doubts(doc) == ()
    (tmp_path / "terrain.toml").write_text("[terrain", "utf-8")
    assert len(map_doubts(doc)) == 2, "a file that cannot be read says nothing here"


def test_the_missing_sides_are_where_the_picture_marks_them() -> None:
    edges = [[row, 1, row, 2] for row in (0, 1, 3, 4, 5, 6)]
    (gap,) = map_doubts(parse_toml(LONG_RIVER.replace(EDGES, str(edges)), Path("map.toml")))
    assert gap.where == (("(2,1)", "(2,2)"),)


@pytest.mark.parametrize(
    ("old", "new", "doubt"),
    [
        ('kind = "ford"', 'kind = "fordd"', r"W454 crossing\[0\].kind: 'fordd' is used once, .*did you mean 'ford'\?"),
        ('w = "woods"', 'w = "woods", s = "scree"', r"W455 terrain.legend.s: 's' \(scree\) stands nowhere"),
        ('name = "Ashby"', 'name = "Ashby"\ntags = ["raidable"]', ""),
        (
            'w = "woods"',
            'w = "forest"',
            r"W454 terrain.legend.w: 'forest' is drawn as woods, .*; write 'woods' if",
        ),
        ('w = "woods"', 'w = "lava"', ""),
        (
            'w = "woods"',
            'w = "wods"',
            r"W454 terrain.legend.w: 'wods' is not a usual terrain, .*; did you mean 'woods'\?",
        ),
        (
            'name = "Ashby"',
            'name = "Ashby"\nkind = "capital"',
            r"'capital' is used once.*; it is drawn as a city",
        ),
    ],
)
def test_words_that_stand_once_or_nowhere_are_doubtful(old: str, new: str, doubt: str) -> None:
    lines = doubts(SQUARES.replace(old, new))
    assert len(lines) == bool(doubt)
    assert all(re.search(doubt, line) for line in lines)


def test_a_place_that_nobody_can_reach_is_doubtful() -> None:
    walls = '\n[[barrier]]\nname = "Wall"\nkind = "wall"\nedges = [[0, 3, 1, 3], [0, 2, 0, 3]]\n'
    text = SQUARES + walls + '[[place]]\nname = "Inner"\ncell = [0, 3]\n'
    told_of = "W453 place[1]: nobody can get from the rest of the map to Inner at (0,3)"
    assert told_of in "\n".join(doubts(text))


def test_a_road_that_moved_since_the_last_fmt_is_doubtful() -> None:
    text = SHORT.replace('"Ashby > Ford > E"', '"Ashby > Ford > E"\n#: 6 spaces: 1,0 2,0 2,1 1,1 1,2 1,3')
    assert "W452 road[0].route: 4 spaces now, 6 spaces at the last fmt" in doubts(text)[0]
    same = SHORT.replace('"Ashby > Ford > E"', '"Ashby > Ford > E"\n#: 4 spaces: 1,0 1,1 1,2 1,3')
    assert doubts(same) == []


def test_a_cell_elsewhere_than_its_latitude_says_is_doubtful() -> None:
    head = "lat_top = 33.0\nlon_west = -91.0\ndeg_lat_per_row = 0.5\ndeg_lon_per_col = 0.25\n"
    text = SQUARES.replace("cols = 4\n", f"cols = 4\n{head}").replace(
        "cell = [1, 0]", "cell = [1, 0]\nlat = 32.9\nlon = -90.9"
    )
    assert "W456 place[0].cell: [1, 0], but by latitude and longitude Ashby lies in [0, 0]" in doubts(text)[0]


def test_a_town_without_a_road_is_doubtful_where_most_have_one() -> None:
    away = '[[place]]\nname = "Away"\ncell = [2, 3]\n'
    lines = [line for line in doubts(SQUARES + away) if "W462" in line]
    assert [line.partition(": ")[2] for line in lines] == [
        "W462 place[1]: no road reaches Away at (2,3); lead one there, if it has one"
    ]
    hill = away.replace("cell", 'kind = "hill"\ncell')
    assert not [line for line in doubts(SQUARES + hill) if "W462" in line]
    more = away + away.replace("Away", "Off").replace("[2, 3]", "[2, 2]")
    assert not [line for line in doubts(SQUARES + more) if "W462" in line], "few have one: the map shows some roads"


def test_lint_tells_doubts_and_still_says_that_all_is_well(wargame: Callable[..., Result]) -> None:
    Path("map.toml").write_text(SQUARES.replace('kind = "ford"', 'kind = "fordd"'), encoding="utf-8")
    done = told(wargame("lint", "map.toml", "--json"))
    assert done["ok"] is True
    assert [problem["code"] for problem in done["problems"]] == ["W454"]


ISLAND = '\n[[river]]\nname = "Moat"\nedges = [[0, 3, 1, 3], [0, 2, 0, 3]]\n'
INNER = '[[place]]\nname = "Inner"\ncell = [0, 3]\n'
GATE = '[[crossing]]\nid = "gate"\nname = "Gate"\nkind = "ford"\nriver = "Moat"\nedge = [0, 2, 0, 3]\n'
GATE += '[[road]]\nname = "Gate road"\nkind = "road"\npath = [[0, 2], [0, 3]]\n'


def test_a_place_that_hangs_on_one_crossing_is_told_at_the_crossing() -> None:
    lines = [line for line in doubts(SQUARES + ISLAND + GATE + INNER) if "W458" in line or "W459" in line]
    assert len(lines) == 1
    assert "W458 crossing[1]: Gate is the only way to Inner" in lines[0]
    assert "reconstruction" not in lines[0]
    made = 'source = { document = "x", basis = "reconstruction" }\n'
    assert "the printed one may have another way" in "\n".join(doubts(made + SQUARES + ISLAND + GATE + INNER))


def test_a_river_with_one_ford_in_the_middle_of_a_map_cuts_nothing_off() -> None:
    assert [line for line in doubts(SQUARES) if "W458" in line] == []


def test_a_space_through_which_everybody_must_go_is_told_at_what_lies_beyond() -> None:
    walls = ISLAND.replace("[[0, 3, 1, 3], [0, 2, 0, 3]]", "[[0, 2, 1, 2], [0, 3, 1, 3]]")
    text = SQUARES.partition("[[river]]")[0] + INNER + walls
    lines = [line for line in doubts(text) if "W459" in line]
    assert len(lines) == 1
    assert "W459 place[0]: whoever stands in (0,1) cuts off Inner" in lines[0]


def test_the_picture_marks_what_places_hang_on() -> None:
    text = SQUARES + ISLAND + GATE + INNER
    (gate,) = [doubt for doubt in map_doubts(parse_toml(text, Path("map.toml"))) if doubt.code == "W458"]
    assert gate.where == (("(0,2)", "(0,3)"),)


def test_another_word_for_a_terrain_or_a_place_is_drawn_as_the_usual_one() -> None:
    def drawn(terrain: str) -> str:
        return map_svg(Map(SquareGrid(1, 2), id="board", terrain=("clear", terrain)))

    assert (
        drawn("forest").count(COLOR["woods"])
        == drawn("woods").count(COLOR["woods"])
        > drawn("rough").count(COLOR["woods"])
    )
    assert "#map-board-woods)" in drawn("forest")
    assert place_sign("metropolis") == place_sign("city") != place_sign("village")
    assert place_sign("ruins") == place_sign("village")


def test_each_other_word_means_a_kind_that_is_drawn() -> None:
    assert set(TERRAIN_OF_WORD.values()) <= {"clear", *TERRAIN}
    assert not TERRAIN_OF_WORD.keys() & {"clear", *TERRAIN}
    assert not PLACE_OF_WORD.keys() & set(PLACE_OF_WORD.values())
