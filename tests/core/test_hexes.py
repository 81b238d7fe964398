from __future__ import annotations

import pytest

from wargame_core.errors import WargameError
from wargame_core.maps.features import Barrier, Crossing
from wargame_core.maps.hexes import HexGrid, HexMap
from wargame_core.maps.map import Map
from wargame_core.maps.masks import bits, flood, mask_of

BOARD = Map(HexGrid.lettered([13, 12, 13, 12, 13, 12, 13, 12, 13]))  # rows A to I
SHEET = Map(HexGrid.numbered(range(30, 36), range(1, 5), prefix="S"))


def around(board: HexMap, name: str) -> set[str]:
    return {board.label(space) for space in board.neighbours[board.parse(name)]}


def test_a_row_of_twelve_lies_between_the_hexes_of_the_rows_of_thirteen() -> None:
    assert around(BOARD, "G6") == {"G5", "G7", "F5", "F6", "H5", "H6"}
    assert around(BOARD, "F6") == {"F5", "F7", "E6", "E7", "G6", "G7"}
    assert around(BOARD, "A1") == {"A2", "B1"}
    assert BOARD.size == 113


def test_two_sheets_join_where_odd_columns_share_their_last_row_with_the_other_sheet() -> None:
    cells = tuple((column, row) for column in range(31, 34) for row in range(33, 37))
    names = tuple(f"N{c}{row}" if row < 34 or (row == 34 and c % 2) else f"S{c}{row - 33:02}" for c, row in cells)
    joined = Map(HexGrid("columns", "even", cells, names))
    assert around(joined, "S3201") == {"N3233", "N3134", "N3334", "S3202", "S3102", "S3302"}


@pytest.mark.parametrize("board", [BOARD, SHEET], ids=["rows", "columns"])
def test_every_printed_name_and_every_axial_coordinate_is_read_back(board: HexMap) -> None:
    for space in range(board.size):
        assert board.parse(board.label(space)) == space
        assert board.parse(board.label(space).lower()) == space
        assert board.grid.at_axial(*board.grid.axial(space)) == space


@pytest.mark.parametrize("board", [BOARD, SHEET], ids=["rows", "columns"])
def test_distance_is_the_number_of_steps_over_open_ground(board: HexMap) -> None:
    for start in range(0, board.size, 7):
        layers = flood(board.passage(), 1 << start, board.size, board.all)
        for steps, layer in enumerate(layers):
            assert all(board.distance(start, space) == steps for space in bits(layer))
            assert board.within(start, steps) == sum(layers[: steps + 1])


def test_the_hex_beyond_a_neighbour_is_straight_on() -> None:
    here = BOARD.parse("G6")
    straight = {BOARD.label(n): BOARD.grid.beyond(here, n) for n in BOARD.neighbours[here]}
    names = {one: None if space is None else BOARD.label(space) for one, space in straight.items()}
    assert names == {"G5": "G4", "G7": "G8", "F5": "E5", "F6": "E7", "H5": "I5", "H6": "I7"}
    assert BOARD.grid.beyond(BOARD.parse("A2"), BOARD.parse("A1")) is None


def test_a_river_along_hexsides_stops_all_but_the_crossing() -> None:
    g6 = BOARD.parse("G6")
    river = frozenset((min(g6, n), max(g6, n)) for n in BOARD.neighbours[g6])
    ford = min(g6, BOARD.parse("F5")), max(g6, BOARD.parse("F5"))
    board = Map(
        HexGrid.lettered([13, 12, 13, 12, 13, 12, 13, 12, 13]),
        barriers=(Barrier("Moat", "river", river),),
        crossings=(Crossing("ford", "Ford", "ford", ford, "Moat"),),
    )
    assert board.passage().next(1 << g6) == 1 << BOARD.parse("F5")
    assert board.passage().before[g6] == 1 << BOARD.parse("F5")


def test_lines_of_any_length_and_start_make_a_ragged_map() -> None:
    ragged = HexGrid("rows", "odd", ((1, 3), (2, 3), (2, 4), (5, 1)), ("a", "b", "c", "d"))
    assert ragged.neighbours == ((1, 2), (0, 2), (0, 1), ())
    assert ragged.within(0, 1) == mask_of([0, 1, 2])


def test_neighbours_share_a_side_in_the_picture() -> None:
    for board in (BOARD, SHEET):
        corners = [{(round(x, 6), round(y, 6)) for x, y in board.grid.outline(s)} for s in range(board.size)]
        for a in range(board.size):
            shared = {b for b in range(board.size) if len(corners[a] & corners[b]) == 2}
            assert shared == set(board.neighbours[a])


@pytest.mark.parametrize("names", [("a",), ("a", "A")])
def test_hexes_with_too_few_or_equal_names_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(WargameError, match="1 different names for 2 hexes"):
        HexGrid("rows", "odd", ((1, 1), (1, 2)), names)
