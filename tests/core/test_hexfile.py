from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.core.hex_map_file import GOOD, ONE_SHEET, load

from wargame_core.errors import WargameError
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
    with pytest.raises(WargameError, match=re.escape("the creek: (0, 3) is no edge of this map")):
        Map(HexGrid.numbered([1, 2], [1, 2]), barriers=(Barrier("", "creek", frozenset({(0, 3)}), bars=False),))
