from __future__ import annotations

from pathlib import Path

import pytest

from wargame_core.maps.files.squares import SquareReader
from wargame_core.maps.masks import bits, flood
from wargame_core.maps.squares import SquareMap

MAP = Path(__file__).parents[2] / "plugins/gettysburg/src/wargame_gettysburg/data/map.toml"


@pytest.fixture(scope="module")
def theater() -> SquareMap:
    return SquareReader.load(MAP)


@pytest.mark.parametrize(
    ("start", "end", "spaces"),
    [
        ("Frederick", "Gettysburg", 18),
        ("Hagerstown", "Gettysburg", 20),
        ("Chambersburg", "Gettysburg", 14),
        ("York", "Gettysburg", 15),
        ("Hanover", "Gettysburg", 6),
        ("Mechanicstown", "Emmitsburg", 4),
        ("Winchester", "Williamsport", 22),
    ],
)
def test_road_distances_are_those_of_the_reconstruction(theater: SquareMap, start: str, end: str, spaces: int) -> None:
    layers = flood(theater.passage(links_only=True), 1 << theater.parse(start), theater.size, theater.enterable)
    assert layers[spaces] >> theater.parse(end) & 1


@pytest.mark.parametrize(("road", "spaces", "reachable"), [(False, 2, 9), (True, 3, 9), (False, 5, 50), (True, 6, 30)])
def test_reach_from_mechanicstown_is_that_of_the_reconstruction(
    theater: SquareMap, road: bool, spaces: int, reachable: int
) -> None:
    start = 1 << theater.parse("Mechanicstown")
    assert sum(flood(theater.passage(road), start, spaces, theater.enterable)[1:]).bit_count() == reachable


def test_a_division_off_the_road_is_stopped_by_the_mountain_after_one_space(theater: SquareMap) -> None:
    start = theater.parse("22,19")
    north = theater.parse("21,19")
    passage = theater.passage()
    assert passage.leads(start, north)
    assert not passage.leads(north, theater.parse("20,19"))
    assert not theater.passage(links_only=True).next(1 << start)


def test_the_map_has_every_crossing_gap_and_place_of_the_reconstruction(theater: SquareMap) -> None:
    assert (theater.grid.rows, theater.grid.cols, len(theater.places), len(theater.roads), len(theater.links)) == (
        40,
        49,
        82,
        87,
        764,
    )
    assert (len(theater.crossings), len(theater.gaps), len(theater.edges_on("ridge"))) == (8, 19, 256)
    assert sum("raidable" in place.tags for place in theater.places) == 30


def test_the_bay_is_closed_to_everybody(theater: SquareMap) -> None:
    assert theater.enterable.bit_count() == theater.size - theater.terrain.count("water")
    assert all(not theater.passage().before[space] for space in bits(theater.terrain_mask("water")))
