"""Geography in all the ways in which other programs write it, and what must come of it (`foreign.geography`)."""

from itertools import pairwise
from pathlib import Path

import pytest
from tests.interchange.foreign.geography import RIVER, ROWS, Cell, joins, theatre

from wargame_core.data.documents import parse_toml
from wargame_core.maps.features import edge
from wargame_core.maps.map import Map
from wargame_workshop.interchange.import_wishes import Wishes
from wargame_workshop.interchange.importing import Imported, import_geo
from wargame_workshop.interchange.map_rows import MapRows


def cell(board: Map, space: int) -> Cell:
    row, column = board.coordinates(space).strip("()").split(",")
    return int(row), int(column)


def imported(folder: Path, seed: int) -> tuple[Imported, Map]:
    made = theatre(seed)
    source = folder / made.file
    source.write_bytes(made.content)
    if not (folder / "map.toml").exists():
        (folder / "map.toml").write_text(made.head, "utf-8")
    done = import_geo(source, folder, Wishes(naming=made.naming))
    text = done.changes[0].merged.text
    (folder / "map.toml").write_text(text, "utf-8")
    return done, MapRows(parse_toml(text, folder / "map.toml")).reader.map


def check(folder: Path, seed: int) -> None:
    """Everything that is known of a theatre holds after its import, and a second import changes nothing."""
    made = theatre(seed)
    done, board = imported(folder, seed)
    assert {place.name: cell(board, place.space) for place in board.places} == made.towns
    assert {place.kind for place in board.places} == {"town"}
    [river] = board.barriers
    sides = {tuple(sorted(cell(board, space) for space in side)) for side in river.edges}
    assert sides == {((row, RIVER - 1), (row, RIVER)) for row in range(ROWS)}
    crossed = {crossing.edge for crossing in board.crossings.values()}
    ways: dict[str, list[tuple[Cell, ...]]] = {}
    for road in board.roads:
        ways.setdefault(road.name, []).append(tuple(cell(board, space) for space in road.path))
        for a, b in pairwise(road.path):
            assert edge(a, b) not in river.edges - crossed
    assert all(joins(way) for parts in ways.values() for way in parts)
    for name, stops in made.touched.items():
        assert set(stops) <= {space for way in ways[name] for space in way}, name
    for name, way in made.exact.items():
        assert ways[name] in ([way], [way[::-1]])
    assert {cell(board, space) for space in range(board.size) if board.terrain[space] == "woods"} == made.woods
    left_out = [problem.message for problem in done.left_out]
    for name in (*made.left_out, *made.cut):
        assert [f'"{name}"' in message for message in left_out].count(True) == 1, (name, left_out)
    assert len(left_out) == len(made.left_out) + len(made.cut)
    again, _ = imported(folder, seed)
    assert not again.changes[0].changes


@pytest.mark.parametrize("seed", range(15))
def test_a_theatre_comes_whole_however_it_is_written(tmp_path: Path, seed: int) -> None:
    check(tmp_path, seed)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(15, 165))
def test_more_theatres_come_whole(tmp_path: Path, seed: int) -> None:
    check(tmp_path, seed)
