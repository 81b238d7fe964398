"""Maps of squares and of hexes: ways, names, barriers and distances."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame_core.errors import UnknownName, WargameError
from wargame_core.maps.features import Barrier, Crossing, NamedPlace, Road, edge
from wargame_core.maps.grid import Grid
from wargame_core.maps.hexes import HexGrid, HexMap
from wargame_core.maps.map import Map
from wargame_core.maps.masks import bits, flood, mask_of
from wargame_core.maps.squares import SquareGrid

# 0 1 2 3      a river runs between the columns 1 and 2, bridged between 5 and 6;
# 4 5 6 7      a ridge between the rows 1 and 2, with a road over 4-8 only;
# 8 9 10 11    space 3 is water
RIVER = frozenset({(1, 2), (5, 6), (9, 10)})
RIDGE = frozenset({(4, 8), (5, 9), (6, 10), (7, 11)})
BRIDGE = Crossing("bridge", "Old Bridge", "bridge", (5, 6), "Black River", users=("blue",))
BOARD = Map(
    SquareGrid(3, 4),
    id="board",
    terrain=("clear",) * 3 + ("water",) + ("clear",) * 4 + ("woods",) * 4,
    regions=("west", "west", "east", "east") * 3,
    places=(NamedPlace("Ford", 5), NamedPlace("Twin", 5), NamedPlace("Rock Hall", 8)),
    barriers=(Barrier("Black River", "river", RIVER), Barrier("Stony Ridge", "ridge", RIDGE, crossed_by_road=True)),
    crossings=(BRIDGE,),
    roads=(Road("high road", "road", (8, 4, 5, 6)), Road("line", "rail", (6, 7))),
)


def steps(a: int, **arguments: object) -> list[int]:
    return list(bits(BOARD.passage(**arguments).next(1 << a)))  # type: ignore[arg-type]


def test_a_river_is_crossed_only_at_a_crossing() -> None:
    assert steps(1) == [0, 5]
    assert 6 in steps(5)
    assert 10 not in steps(9)


def test_a_ridge_is_crossed_only_along_a_road() -> None:
    assert 8 in steps(4)
    assert 9 not in steps(5)


def test_a_closed_edge_is_shut_on_and_off_the_road() -> None:
    closed = frozenset({(5, 6)})
    assert 6 not in steps(5, closed=closed)
    assert 6 not in steps(5, closed=closed, links_only=True)
    assert 5 not in steps(6, closed=closed)


def test_a_march_by_road_keeps_to_links_and_to_the_kinds_asked_for() -> None:
    assert steps(6, links_only=True) == [5, 7]
    assert steps(6, links_only=True, kinds=frozenset({"rail"})) == [7]
    assert steps(0, links_only=True) == []


def test_nobody_enters_or_leaves_water() -> None:
    assert BOARD.enterable == BOARD.all & ~(1 << 3)
    assert 3 not in steps(2)
    assert steps(3) == []


def test_where_river_and_ridge_share_an_edge_both_must_be_overcome() -> None:
    both = (Barrier("r", "river", frozenset({(0, 1)})), Barrier("m", "ridge", frozenset({(0, 1)}), True))
    crossing = Crossing("x", "x", "ferry", (0, 1), "r")
    ferry_only = Map(SquareGrid(1, 2), barriers=both, crossings=(crossing,))
    ferry_and_road = Map(SquareGrid(1, 2), barriers=both, crossings=(crossing,), roads=(Road("r", "road", (0, 1)),))
    assert not ferry_only.passage().leads(0, 1)
    assert ferry_and_road.passage().leads(0, 1)


def test_a_crossing_with_users_is_closed_to_all_others() -> None:
    assert BOARD.closed_crossings("blue") == frozenset()
    assert BOARD.closed_crossings("grey") == {(5, 6)}
    assert BOARD.closed_crossings("blue", destroyed=["bridge"]) == {(5, 6)}


def test_crossings_are_found_by_edge_by_space_and_by_id() -> None:
    assert BOARD.crossing_at((5, 6)) is BRIDGE
    assert BOARD.crossing_at((1, 2)) is None
    assert BOARD.crossings_of(6) == (BRIDGE,)
    assert BOARD.crossing("bridge") is BRIDGE
    with pytest.raises(UnknownName, match=r"unknown crossing 'brigde'.*did you mean 'bridge'"):
        BOARD.crossing("brigde")


def test_of_two_places_in_a_space_the_first_names_it_and_both_are_found() -> None:
    first = BOARD.place_at(5)
    assert first is not None
    assert first.name == "Ford"
    assert BOARD.place("Twin").space == 5
    assert BOARD.place_at(0) is None


def test_every_label_is_read_back_as_its_space() -> None:
    assert [BOARD.label(space) for space in (5, 9)] == ["Ford", "(2,1)"]
    assert [BOARD.parse(BOARD.label(space)) for space in range(BOARD.size)] == list(range(BOARD.size))


@pytest.mark.parametrize("text", ["3,0", "0,4", "-1,0", "1", "1,", "1,2,3", "\N{SUPERSCRIPT TWO},1", "Nowhere"])
def test_a_text_that_names_no_space_is_refused(text: str) -> None:
    with pytest.raises(UnknownName, match="unknown space"):
        BOARD.parse(text)


def test_regions_and_terrains_have_masks() -> None:
    assert BOARD.region("west") == mask_of([0, 1, 4, 5, 8, 9])
    assert BOARD.terrain_mask("woods") == mask_of([8, 9, 10, 11])
    with pytest.raises(UnknownName, match=r"unknown region 'wset'.*did you mean 'west'"):
        BOARD.region("wset")


def test_grid_distance_ignores_terrain_and_within_holds_all_up_to_it() -> None:
    assert BOARD.distance(0, 11) == 5
    for space in range(BOARD.size):
        for k in range(6):
            near = mask_of(s for s in range(BOARD.size) if BOARD.distance(space, s) <= k)
            assert BOARD.within(space, k) == near


def test_the_networkx_graph_has_the_steps_of_the_passage() -> None:
    graph = BOARD.to_networkx()
    assert {edge(a, b) for a, b in graph.edges} == {
        edge(a, b) for a in range(BOARD.size) for b in bits(BOARD.passage().next(1 << a))
    }
    assert graph.nodes[5]["label"] == "Ford"
    assert graph.edges[5, 6]["road"]
    roads = BOARD.to_networkx(BOARD.passage(links_only=True))
    assert {edge(a, b) for a, b in roads.edges} == BOARD.links


OF_HEXES = Map(HexGrid.lettered([13, 12, 13, 12, 13, 12, 13, 12, 13]))  # rows A to I
SHEET = Map(HexGrid.numbered(range(30, 36), range(1, 5), prefix="S"))


def around(board: HexMap, name: str) -> set[str]:
    return {board.label(space) for space in board.neighbours[board.parse(name)]}


def test_a_row_of_twelve_lies_between_the_hexes_of_the_rows_of_thirteen() -> None:
    assert around(OF_HEXES, "G6") == {"G5", "G7", "F5", "F6", "H5", "H6"}
    assert around(OF_HEXES, "F6") == {"F5", "F7", "E6", "E7", "G6", "G7"}
    assert around(OF_HEXES, "A1") == {"A2", "B1"}
    assert OF_HEXES.size == 113


def test_two_sheets_join_where_odd_columns_share_their_last_row_with_the_other_sheet() -> None:
    cells = tuple((column, row) for column in range(31, 34) for row in range(33, 37))
    names = tuple(f"N{c}{row}" if row < 34 or (row == 34 and c % 2) else f"S{c}{row - 33:02}" for c, row in cells)
    joined = Map(HexGrid("columns", "even", cells, names))
    assert around(joined, "S3201") == {"N3233", "N3134", "N3334", "S3202", "S3102", "S3302"}


@pytest.mark.parametrize("board", [OF_HEXES, SHEET], ids=["rows", "columns"])
def test_every_printed_name_is_read_back(board: HexMap) -> None:
    for space in range(board.size):
        assert board.parse(board.label(space)) == space
        assert board.parse(board.label(space).lower()) == space


@pytest.mark.parametrize("board", [OF_HEXES, SHEET], ids=["rows", "columns"])
def test_distance_is_the_number_of_steps_over_open_ground(board: HexMap) -> None:
    for start in range(0, board.size, 7):
        layers = flood(board.passage(), 1 << start, board.size, board.all)
        for steps, layer in enumerate(layers):
            assert all(board.distance(start, space) == steps for space in bits(layer))
            assert board.within(start, steps) == sum(layers[: steps + 1])


HOLED = ((1, 1), (1, 2), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4))
RAGGED = {
    "a rim that jumps": (HexGrid.lettered([13, 11, 13]), "A13", "C13", 4),
    "a hex that is missing": (HexGrid("rows", "even", HOLED, tuple("abcdefg")), "b", "c", 3),
    "a line that is missing": (HexGrid("columns", "odd", ((1, 1), (1, 2), (3, 1)), tuple("abc")), "a", "c", 3),
}


@pytest.mark.parametrize("case", RAGGED)
def test_where_no_hex_lies_between_two_the_distance_goes_round(case: str) -> None:
    grid, start, end, steps = RAGGED[case]
    a, b = grid.names.index(start), grid.names.index(end)
    assert grid.distance(a, b) == grid.distance(b, a) == steps
    reached = [bool(grid.within(a, k) >> b & 1) for k in range(steps + 1)]
    assert reached == [False] * steps + [True]


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(3, 6)), min_size=1, max_size=5), st.booleans())
def test_distance_is_the_walk_on_any_outline(rows: list[tuple[int, int]], odd: bool) -> None:
    cells = tuple((line, place) for line, (first, last) in enumerate(rows, 1) for place in range(first, last + 1))
    grid = HexGrid("rows", "odd" if odd else "even", cells, tuple(f"{line}.{place}" for line, place in cells))
    for start in range(0, grid.size, 3):
        walks = [Grid.distance(grid, start, end) for end in range(grid.size)]
        assert [grid.distance(start, end) for end in range(grid.size)] == walks


@pytest.mark.parametrize("shifted", ["odd", "even"])
def test_doubled_positions_have_even_sums_and_those_of_neighbours_are_two_halves_apart(
    shifted: Literal["odd", "even"],
) -> None:
    grid = HexGrid.numbered(range(1, 6), range(1, 5), shifted=shifted)
    spots = [grid.doubled(space) for space in range(grid.size)]
    assert not [spot for spot in spots if sum(spot) % 2]
    for (u, v), near in zip(spots, grid.neighbours, strict=True):
        offsets = {(spots[other][0] - u, spots[other][1] - v) for other in near}
        assert offsets <= {(-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)}
    assert len(grid.neighbours[grid.names.index("0302")]) == 6


def test_the_hex_beyond_a_neighbour_is_straight_on() -> None:
    here = OF_HEXES.parse("G6")
    straight = {OF_HEXES.label(n): OF_HEXES.grid.beyond(here, n) for n in OF_HEXES.neighbours[here]}
    names = {one: None if space is None else OF_HEXES.label(space) for one, space in straight.items()}
    assert names == {"G5": "G4", "G7": "G8", "F5": "E5", "F6": "E7", "H5": "I5", "H6": "I7"}
    assert OF_HEXES.grid.beyond(OF_HEXES.parse("A2"), OF_HEXES.parse("A1")) is None


def test_a_river_along_hexsides_stops_all_but_the_crossing() -> None:
    g6 = OF_HEXES.parse("G6")
    river = frozenset((min(g6, n), max(g6, n)) for n in OF_HEXES.neighbours[g6])
    ford = min(g6, OF_HEXES.parse("F5")), max(g6, OF_HEXES.parse("F5"))
    board = Map(
        HexGrid.lettered([13, 12, 13, 12, 13, 12, 13, 12, 13]),
        barriers=(Barrier("Moat", "river", river),),
        crossings=(Crossing("ford", "Ford", "ford", ford, "Moat"),),
    )
    assert board.passage().next(1 << g6) == 1 << OF_HEXES.parse("F5")
    assert board.passage().before[g6] == 1 << OF_HEXES.parse("F5")


def test_lines_of_any_length_and_start_make_a_ragged_map() -> None:
    ragged = HexGrid("rows", "odd", ((1, 3), (2, 3), (2, 4), (5, 1)), ("a", "b", "c", "d"))
    assert ragged.neighbours == ((1, 2), (0, 2), (0, 1), ())
    assert ragged.within(0, 1) == mask_of([0, 1, 2])


def test_neighbours_share_a_side_in_the_picture() -> None:
    for board in (OF_HEXES, SHEET):
        corners = [{(round(x, 6), round(y, 6)) for x, y in board.grid.outline(s)} for s in range(board.size)]
        for a in range(board.size):
            shared = {b for b in range(board.size) if len(corners[a] & corners[b]) == 2}
            assert shared == set(board.neighbours[a])


@pytest.mark.parametrize("names", [("a",), ("a", "A")])
def test_hexes_with_too_few_or_equal_names_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(WargameError, match="1 different names for 2 hexes"):
        HexGrid("rows", "odd", ((1, 1), (1, 2)), names)
