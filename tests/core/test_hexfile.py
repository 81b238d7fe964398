"""Maps of hexes: what a file says becomes the map, and every mistake is told with its place."""

import re
from pathlib import Path

import pytest
from tests.core.broken_files import cases
from tests.core.hex_map_file import GOOD, ONE_SHEET, load, problems_of

from wargame_core.errors import DataError, WargameError
from wargame_core.maps.features import Barrier, NamedPlace
from wargame_core.maps.files.map_file import load_map
from wargame_core.maps.hexes import HexGrid, HexMap
from wargame_core.maps.map import Map
from wargame_core.maps.movement import judge_step


def around(board: HexMap, name: str) -> list[str]:
    return [board.coordinates(space) for space in board.neighbours[board.parse(name)]]


def test_a_good_file_becomes_a_map_with_everything_in_it(tmp_path: Path) -> None:
    board = load(tmp_path, GOOD)
    assert (board.id, board.title, board.grid.stagger, board.grid.shifted, board.scale) == (
        "small",
        "Two sheets",
        "columns",
        "even",
        (1.2, "miles"),
    )
    assert board.grid.names[:5] == ("N0108", "N0109", "N0110", "S0102", "S0103")
    assert board.place("alpha") == NamedPlace(
        "Alpha", 1, "town", frozenset({"supply"}), "a note", "blue", confidence="low", in_text=True
    )
    assert board.coordinates(board.place("Wind Gap").space) == "S0201"
    assert [(road.name, road.kind, len(road.path)) for road in board.roads] == [
        ("Alpha pike", "pike", 4),
        ("", "road", 2),
        ("", "road", 3),
    ]
    assert [board.coordinates(space) for space in board.roads[0].path] == ["N0109", "N0209", "N0310", "S0302"]
    bridge = board.crossing("pike_bridge")
    assert (bridge.name, bridge.kind, bridge.barrier) == ("Pike Bridge", "bridge", "Black River")
    assert (bridge.users, bridge.note, bridge.in_text) == (("blue",), "narrow", True)
    assert {board.coordinates(space) for space in bridge.edge} == {"N0209", "N0310"}
    assert [(one.id, board.coordinates(one.space), one.note) for one in board.entries] == [
        ("south", "S0103", "from the south")
    ]


def test_sheets_are_joined_where_the_last_hexes_of_the_odd_columns_are_cut_in_two(tmp_path: Path) -> None:
    board = load(tmp_path, GOOD)
    assert around(board, "N0310") == ["N0209", "S0201", "N0309", "S0302", "N0409", "S0401"]
    assert around(board, "S0201") == ["N0110", "S0102", "N0209", "S0202", "N0310", "S0302"]


def test_letters_of_the_terrain_stand_for_the_hexes_of_their_row(tmp_path: Path) -> None:
    board = load(tmp_path, GOOD)
    woods = board.terrain_mask("woods")
    assert [board.coordinates(space) for space in range(board.size) if woods >> space & 1] == ["N0209", "N0309"]
    assert not board.enterable >> board.parse("S0303") & 1


def test_a_blank_in_the_terrain_leaves_a_hex_out(tmp_path: Path) -> None:
    board = load(tmp_path, GOOD)
    assert "S0402" in board.grid.names
    assert "S0403" not in board.grid.names
    assert board.size == 19


def test_rivers_stop_except_at_crossings_and_what_does_not_bar_stops_nobody(tmp_path: Path) -> None:
    board = load(tmp_path, GOOD)

    def codes(a: str, b: str) -> tuple[str, ...]:
        verdict = judge_step(board, board.parse(a), board.parse(b))
        assert bool(verdict) == board.passage().leads(board.parse(a), board.parse(b))
        return verdict.codes

    assert codes("N0209", "N0310") == ()
    assert codes("S0201", "N0310") == ("no_crossing",)
    assert codes("N0309", "N0409") == ()
    assert codes("N0110", "N0209") == ()
    assert codes("N0108", "N0109") == ("no_road_over",)
    assert len(board.edges_on("creek")) == 2


def test_one_sheet_needs_only_its_columns_and_rows(tmp_path: Path) -> None:
    board = load(tmp_path, ONE_SHEET + "[[sheet]]\ncolumns = [1, 3]\nrows = [1, 2]\n")
    assert board.grid.names == ("0101", "0102", "0201", "0202", "0301", "0302")
    assert (board.terrain, board.barriers, board.scale) == ((), (), None)
    same = Map(HexGrid.numbered(range(1, 4), range(1, 3)))
    assert (board.grid.names, board.neighbours) == (same.grid.names, same.neighbours)


def test_rows_may_be_staggered_and_numbers_written_otherwise(tmp_path: Path) -> None:
    head = ONE_SHEET + 'stagger = "rows"\nnumbers = "R.CCC"\n'
    sheet = "[[sheet]]\nrows = [1, 2]\ncolumns_odd = [1, 3]\ncolumns_even = [1, 2]\n"
    board = load(tmp_path, head + sheet)
    assert board.grid.names == ("1.001", "1.002", "1.003", "2.001", "2.002")
    assert board.neighbours == Map(HexGrid.lettered([3, 2])).neighbours


def test_a_file_with_sheets_has_hexes_and_one_may_say_so(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    for text in (GOOD, GOOD.replace("[map]\n", '[map]\ngrid = "hex"\n')):
        path.write_text(text, encoding="utf-8")
        assert isinstance(load_map(path).grid, HexGrid)


def test_a_barrier_that_does_not_bar_needs_a_neighbour_all_the_same() -> None:
    with pytest.raises(WargameError, match=re.escape("the creek: (0, 3) is not an edge of this map")):
        Map(HexGrid.numbered([1, 2], [1, 2]), barriers=(Barrier("", "creek", frozenset({(0, 3)}), bars=False),))


CASES = cases(r"""
a terrain row too short | ".ww.", => ".ww", | 28:3 E401 | row 1 (N0109 to N0409) has 3 letters | add 1
a terrain row missing |   ".ww.",\n => nothing | 26:1 E401 | 4 rows, but the map has 5
an unknown terrain letter | .ww. => .wx. | 28:6 E402 | 'x' in space N0309 is not in the legend
a legend entry of two letters | w =  => xx = "moor", w =  | 24:27 E402 | 'xx' is 2 letters
a blank in the legend | w = "woods" => w = "woods", " " = "void" | 24:40 E402 | a blank stands for
a letter where no hex is | rows_even = [1, 3] => rows_even = [1, 2] | 31:5 E403
    | '.' stands in row 4, letter 1, where no sheet has a hex | write a blank there
a closed terrain nobody knows | ["water"] => ["watr"] | 25:11 E301 | 'watr' is not a terrain | water
a place off the map | hex = "S0201" => hex = "S0101" | 45:1 E403 | 'S0101' is not a hex of this map (N0108 to S0402)
    | did you mean
an entry off the map | hex = "S0103" => hex = "S0104" | 83:1 E403 | 'S0104' is not a hex
a road off the map | ["N0308", "N0408"] => ["N0308", "N0407"] | 55:20 E403 | 'N0407' is not a hex
a hexside of far hexes | "N0309-N0409" => "N0308-N0209" | 65:10 E404 | N0308 and N0209 are not neighbours
    | N0308 touches N0208, N0309, N0408
a crossing of far hexes | side = "N0310-N0209" => side = "N0310-N0408" | 76:1 E404 | N0310 and N0408 are not neighbours
    | N0310 touches N0209, S0201,
a hexside that is not a hexside | "N0309-N0409" => "N0308" | 65:10 E207 | is not a hexside such as
a hexside listed twice | "N0309-N0409", "N0308-N0408" => "N0309-N0409", "N0409-N0309" | 65:25 E206
    | N0409-N0309 is listed twice as a creek, first on line 65
a road that skips a hex | "N0109", "N0209", "N0310" => "N0109", "N0310" | 51:18 E405
    | Alpha pike skips from N0109 to N0310, which are not neighbours | N0109 touches N0108, N0110, N0208, N0209
one of several roads that skips | "N0110", "N0209", "S0201" => "N0110", "S0201", "N0309" | 55:49 E405
    | the road skips from S0201 to N0309
a road of one hex | ["N0308", "N0408"] => ["N0308"] | 55:10 E405 | joins at least two
a road over a river off its crossing | "N0310", "S0302"] => "N0310", "S0201"] | 51:36 E406
    | Alpha pike crosses Black River between N0310 and S0201, where no crossing is | add a crossing
a crossing of what bars nobody | side = "N0310-N0209" => side = "N0309-N0408" | 76:1 E407
    | Pike Bridge is between N0309 and N0408, where nothing needs a crossing | no hexside is listed there
a road through water | "N0310", "S0302"] => "N0310", "S0302", "S0303"] | 51:45 E409 | S0303, which is
a place in water | hex = "N0109" => hex = "S0303" | 36:1 E409 | Alpha lies in S0303, which is water
sheets that overlap | rows_odd = [2, 3] => rows_odd = [1, 3] | 16:3 E414
    | S0101 lies where N0110 is, in column 1, row 10 of the whole map | rows_odd
two places of one name | "Wind Gap" => "Alpha" | 44:1 E302 | 'Alpha' is already the name of a place
rows given in two ways | rows_even = [8, 9] => rows = [8, 9] | 10:3 E207 | give columns and rows, or
rows counted downwards | [8, 9] => [9, 8] | 10:3 E207 | rows_even = [9, 8]
a prefix with a hyphen | prefix = "S" => prefix = "S-" | 16:3 E207 | has a hyphen
numbers without a row | id = "small" => id = "small"\nnumbers = "CC" | 3:2 E207 | one run of C and one
a road without hexes | path = ["N0109", "N0209", "N0310", "S0302"]\n => nothing | 48:3 E207
    | give one of path, paths, route and routes
a side crossed both ways | bars = false => bars = false\ncrossed_by_road = true | 62:3 E207 | only by road
an unknown key | kind = "bridge" => kind = "bridge"\nbrige = 1 | 76:1 E201 | unknown key
an unknown stagger | "columns"\n => "colums"\n | 6:1 E204 | 'colums' | did you mean 'columns'?
""")


@pytest.mark.parametrize("name", CASES)
def test_a_mistake_is_one_problem_with_line_column_code_and_hint(tmp_path: Path, name: str) -> None:
    change, line, column, code, message, hint = CASES[name]
    found = problems_of(tmp_path, change)
    assert [(one.line, one.column, one.code) for one in found] == [(line, column, code)], "\n".join(map(str, found))
    assert message in found[0].message
    assert hint in found[0].hint
    assert found[0].file == "map.toml"


CREEK_BRIDGE = (
    ('side = "N0310-N0209"', 'side = "N0309-N0409"'),
    ('"N0109", "N0209", "N0310", "S0302"', '"N0109", "N0209"'),
)


def test_a_creek_that_bars_nobody_may_have_a_bridge(tmp_path: Path) -> None:
    text = GOOD
    for old, new in CREEK_BRIDGE:
        text = text.replace(old, new)
    game_map = load(tmp_path, text)
    (bridge,) = game_map.crossings.values()
    a, b = bridge.edge
    assert (game_map.coordinates(a), game_map.coordinates(b), bridge.barrier) == ("N0309", "N0409", "the creek")
    assert [barrier.bars for barrier in game_map.barriers_at(bridge.edge)] == [False]
    assert game_map.passage().leads(a, b)


def test_a_crossing_of_what_only_roads_cross_is_told_so(tmp_path: Path) -> None:
    found = problems_of(tmp_path, *CREEK_BRIDGE, ("bars = false", "crossed_by_road = true"))
    assert [(one.code, one.hint) for one in found] == [("E407", "the creek is crossed by road there")]


def test_a_number_that_stands_on_two_sheets_is_told_once(tmp_path: Path) -> None:
    sheet = "[[sheet]]\ncolumns = [1, 2]\nrows = [1, 2]\n"
    with pytest.raises(
        DataError, match=r"map\.toml:8:3: E302 sheet\[1\]: '0101' is already a hex; give each"
    ) as caught:
        load(tmp_path, ONE_SHEET + sheet + sheet + "rows_above = 2\n")
    assert len(caught.value.problems) == 1


def test_all_mistakes_are_reported_at_once_of_shape_and_of_sense(tmp_path: Path) -> None:
    found = problems_of(
        tmp_path,
        (".ww.", ".wx."),
        ('"Wind Gap"', '"Alpha"'),
        ('"N0109", "N0209", "N0310"', '"N0109", "N0310"'),
        ('"N0309-N0409"', '"N0309-N0408", "N0309-N0407"'),
        ('kind = "bridge"', "kind = 7"),
    )
    assert [one.code for one in found] == ["E402", "E302", "E405", "E403", "E203"]
    assert [one.line for one in found] == sorted(one.line for one in found)


def test_nothing_is_said_about_hexes_while_a_sheet_cannot_be_read(tmp_path: Path) -> None:
    found = problems_of(tmp_path, ('prefix = "S"', "prefix = 7"), ("N0308-N0408", "N0308-N0208"))
    assert [one.code for one in found] == ["E203"]
