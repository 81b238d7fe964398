"""Maps in letters: what stands where, roads and rivers between, names, and a window of a screen's size."""

import pytest

from wargame_core.maps.features import Barrier, Crossing, NamedPlace, Road
from wargame_core.maps.hexes import HexGrid, HexMap
from wargame_core.maps.map import Map
from wargame_core.maps.squares import SquareGrid
from wargame_pictures.draw.letter_map import Contents, letter_map, make_grid, make_window
from wargame_pictures.draw.letters import Ink, LetterBox, letter_boxes

FIELD = Map(
    SquareGrid(3, 4),
    terrain=("clear", "woods", "clear", "clear") * 3,
    places=(NamedPlace("Utica", 5),),
    barriers=(Barrier("Big Black", "river", frozenset({(2, 3), (6, 7), (10, 11)})),),
    crossings=(Crossing("ferry", "Hall's Ferry", "ferry", (6, 7), "Big Black"),),
    roads=(Road("the road", "road", (4, 5, 6, 7)),),
)
ROWS = Map(HexGrid.lettered([3, 2, 3]), terrain=("woods",) + ("clear",) * 7)
COLUMNS = Map(
    HexGrid.numbered(range(1, 4), range(1, 4)), roads=(Road("pike", "pike", (0, 1)), Road("lane", "road", (1, 4)))
)


def drawn(game_map: Map, **contents: object) -> list[str]:
    return letter_map(game_map, Contents(**contents), columns=60).text().splitlines()  # type: ignore[arg-type]


def test_squares_have_their_rows_and_columns_named_on_both_sides() -> None:
    lines = drawn(FIELD)
    assert lines[0].split() == lines[-1].split() == ["0", "1", "2", "3"]
    rows = [line.split() for line in lines[1:-1] if line.strip() and line.split()[0].isdecimal()]
    assert [(row[0], row[-1]) for row in rows] == [("0", "0"), ("1", "1"), ("2", "2")]


def test_roads_are_lines_rivers_lie_between_and_a_ferry_opens_the_river() -> None:
    lines = drawn(FIELD)
    row = next(line for line in lines if line.startswith(" 1"))
    assert "·───" in row
    assert "=" in row
    assert "≈" not in row
    assert all("≈" in line for line in lines if line.startswith((" 0", " 2")))
    assert "x" in next(line for line in drawn(FIELD, destroyed_crossings=("ferry",)) if line.startswith(" 1"))


def test_a_place_is_named_beside_its_sign() -> None:
    lines = drawn(FIELD)
    assert any("o" in line and line.startswith(" 1") for line in lines)
    assert any("Utica" in line for line in lines)


def test_what_stands_in_a_space_and_what_is_in_reach_is_shown() -> None:
    text = "\n".join(drawn(FIELD, stacks={0: ("Ui4", Ink.FIRST), 8: ("Cc2", Ink.SECOND)}, reach={1: "1", 8: "3"}))
    assert all(word in text for word in ("Ui4", "(1)", "Cc2", "(3)"))


@pytest.mark.parametrize(("hexes", "ids"), [(ROWS, ["A1", "B2", "C3"]), (COLUMNS, ["0101", "0302"])])
def test_every_empty_hex_has_its_number(hexes: HexMap, ids: list[str]) -> None:
    text = "\n".join(drawn(hexes))
    assert all(name in text for name in ids)


def test_ways_between_hexes_are_signs_of_their_kind_and_ground_is_a_word() -> None:
    text = "\n".join(drawn(COLUMNS))
    assert "║" in text
    assert "╱" in text or "╲" in text
    assert "woods" in "\n".join(drawn(ROWS))
    assert "works" in "\n".join(drawn(ROWS, ground={4: "works"}))


def test_a_window_keeps_its_size_shows_its_middle_and_stays_on_the_map() -> None:
    big = Map(SquareGrid(30, 40))
    for focus in (0, 39, 15 * 40 + 20, 30 * 40 - 1):
        grid = make_grid(big, 72)
        window = make_window(grid, [focus], 72, 20)
        assert focus in window.spaces
        assert window.right - window.left <= 72
        assert window.bottom - window.top <= 20
        assert window.left >= 0
    shown = letter_map(big, Contents(), focus=[620], columns=79, lines=20)
    assert max(len(line) for line in shown.text().splitlines()) <= 79


# Boxes in letters: what stands in them, and roads that are told apart where they cross.


ROW = (
    LetterBox("a", (0, 0), "Alton", (("U 17 XIII Corps", Ink.FIRST),), ("b", "c")),
    LetterBox("b", (50, 0), "Bend", links=("a", "d")),
    LetterBox("c", (100, 0), "Clinton and Canton", links=("a",)),
    LetterBox("d", (150, 0), "Dale", links=("b",)),
)
BELOW = (LetterBox("e", (0, 90), "East", links=("a",)), LetterBox("f", (50, 90), "Far", links=("d", "nowhere")))


def text(*boxes: LetterBox, columns: int = 61) -> list[str]:
    drawn = letter_boxes(boxes, columns)
    assert drawn is not None
    return ["".join(letter for letter, _, _ in line).rstrip() for line in drawn.cells]


def test_roads_run_straight_to_the_next_box_and_above_the_others() -> None:
    assert text(*ROW) == [
        "                      ┌───────────────────────────────┐",
        "      ┌───────────────┼───────────────┐               │",
        "┌─────┴─────┐   ┌─────┴─────┐   ┌─────┴─────┐   ┌─────┴─────┐",
        "│Alton      ├───┤Bend       │   │Clinton and│   │Dale       │",
        "│U 17 XIII C│   │           │   │Canton     │   │           │",
        "└───────────┘   └───────────┘   └───────────┘   └───────────┘",
    ]


def test_a_road_to_the_box_below_runs_down_and_what_is_not_drawn_is_told() -> None:
    lines = text(*ROW, *BELOW)
    assert [line[:27].rstrip() for line in lines[5:8]] == [
        "└─┬─────────┘   └──────────",
        "  │",
        "┌─┴─────────┐   ┌──────────",
    ]
    drawn = letter_boxes((*ROW, *BELOW), 61)
    assert drawn is not None
    assert drawn.left_out == (("d", "f"),)
