"""What only the theater map of Vicksburg has: banks, a fortress behind rivers, a bridge."""

import pytest
from tests.altar_of_freedom.kit import campaign_of, vicksburg

from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.questions.worked_examples import road_spaces
from wargame_core.maps.masks import bits, flood


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    return campaign_of(vicksburg())


def test_a_division_in_the_woods_off_the_road_has_no_road_to_follow(campaign: Campaign) -> None:
    theater = campaign.map
    woods = theater.parse("10,13")
    assert not theater.passage(links_only=True).next(1 << woods)
    assert len(flood(theater.passage(), 1 << woods, 2, theater.enterable)) == 3


def test_vicksburg_has_three_neighbours_on_its_own_bank(campaign: Campaign) -> None:
    theater = campaign.map
    city = theater.parse("Vicksburg")
    assert [theater.grid.rowcol(s) for s in bits(theater.passage().next(1 << city))] == [(7, 8), (8, 9), (9, 8)]


def test_only_federals_reach_the_louisiana_bank(campaign: Campaign) -> None:
    bend = campaign.space("Grand Gulf"), campaign.space("Milliken's Bend")
    assert [road_spaces(campaign, side, *bend) for side in campaign.seats] == [16, None]


def test_a_destroyed_bridge_turns_the_road_to_vicksburg(campaign: Campaign) -> None:
    start, end = campaign.space("Edwards Station"), campaign.space("Vicksburg")
    assert road_spaces(campaign, "confederate", start, end, destroyed=["big_black_bridge"]) == 10
