"""What only the theater map of Gettysburg has: mountains and a bay."""

import pytest
from tests.altar_of_freedom.kit import campaign_of, gettysburg

from wargame_core.maps.masks import bits
from wargame_core.maps.squares import SquareMap


@pytest.fixture(scope="module")
def theater() -> SquareMap:
    return campaign_of(gettysburg()).map


def test_a_division_off_the_road_is_stopped_by_the_mountain_after_one_space(theater: SquareMap) -> None:
    start = theater.parse("22,19")
    north = theater.parse("21,19")
    passage = theater.passage()
    assert passage.leads(start, north)
    assert not passage.leads(north, theater.parse("20,19"))
    assert not theater.passage(links_only=True).next(1 << start)


def test_the_bay_is_closed_to_everybody(theater: SquareMap) -> None:
    assert theater.enterable.bit_count() == theater.size - theater.terrain.count("water")
    assert all(not theater.passage().before[space] for space in bits(theater.terrain_mask("water")))
