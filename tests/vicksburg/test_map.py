from __future__ import annotations

from importlib.resources import as_file, files

import pytest

from wargame_core.maps.files.squares import SquareReader
from wargame_core.maps.masks import bits, flood
from wargame_core.maps.squares import SquareMap


@pytest.fixture(scope="module")
def theater() -> SquareMap:
    with as_file(files("wargame_vicksburg") / "data" / "map.toml") as path:
        return SquareReader.load(path)


def by_road(theater: SquareMap, start: str, end: str, side: str) -> int | None:
    passage = theater.passage(links_only=True, closed=theater.closed_crossings(side))
    layers = flood(passage, 1 << theater.parse(start), theater.size, theater.enterable)
    goal = theater.parse(end)
    return next((k for k, layer in enumerate(layers) if layer >> goal & 1), None)


@pytest.mark.parametrize(
    ("start", "end", "spaces"),
    [
        ("Willow Springs", "Vicksburg", 12),
        ("Rocky Springs", "Edwards Station", 12),
        ("Rocky Springs", "Raymond", 15),
        ("Burtonton", "Raymond", 14),
        ("Raymond", "Jackson", 7),
        ("Edwards Station", "Vicksburg", 8),
        ("Jackson", "Vicksburg", 22),
        ("Canton", "Jackson", 14),
    ],
)
def test_road_distances_are_those_of_the_reconstruction(theater: SquareMap, start: str, end: str, spaces: int) -> None:
    assert by_road(theater, start, end, "federal") == spaces


@pytest.mark.parametrize(
    ("road", "spaces", "reachable"), [(False, 2, 12), (True, 3, 12), (False, 5, 55), (True, 6, 35)]
)
def test_reach_from_grindstone_ford_is_that_of_the_reconstruction(
    theater: SquareMap, road: bool, spaces: int, reachable: int
) -> None:
    start = 1 << theater.parse("Grindstone Ford")
    assert sum(flood(theater.passage(road), start, spaces, theater.enterable)[1:]).bit_count() == reachable


def test_a_division_on_the_ferry_road_takes_three_free_spaces_to_auburn(theater: SquareMap) -> None:
    layers = flood(theater.passage(links_only=True), 1 << theater.parse("12,13"), 3, theater.enterable)
    assert layers[3] >> theater.parse("Auburn") & 1


def test_a_division_in_the_woods_off_the_road_has_no_road_to_follow(theater: SquareMap) -> None:
    woods = theater.parse("10,13")
    assert not theater.passage(links_only=True).next(1 << woods)
    assert len(flood(theater.passage(), 1 << woods, 2, theater.enterable)) == 3


def test_vicksburg_has_three_neighbours_on_its_own_bank(theater: SquareMap) -> None:
    city = theater.parse("Vicksburg")
    assert [theater.grid.rowcol(s) for s in bits(theater.passage().next(1 << city))] == [(7, 8), (8, 9), (9, 8)]


def test_only_federals_reach_the_louisiana_bank(theater: SquareMap) -> None:
    assert by_road(theater, "Grand Gulf", "Milliken's Bend", "federal") == 16
    assert by_road(theater, "Grand Gulf", "Milliken's Bend", "confederate") is None


def test_a_destroyed_bridge_turns_the_road_to_vicksburg(theater: SquareMap) -> None:
    closed = theater.closed_crossings("confederate", destroyed=["big_black_bridge"])
    layers = flood(theater.passage(True, closed=closed), 1 << theater.parse("Edwards Station"), 99, theater.enterable)
    steps = next(k for k, layer in enumerate(layers) if layer >> theater.parse("Vicksburg") & 1)
    assert steps == 10


def test_the_map_has_every_crossing_and_place_of_the_reconstruction(theater: SquareMap) -> None:
    assert (theater.grid.rows, theater.grid.cols, len(theater.places), len(theater.roads), len(theater.links)) == (
        23,
        33,
        34,
        48,
        307,
    )
    assert len(theater.crossings) == 10
    assert {barrier.name for barrier in theater.barriers} == {"Mississippi", "Big Black", "Pearl"}
    assert sum(place.in_text for place in theater.places) == 18
