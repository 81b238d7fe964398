"""What only the data of the Vicksburg campaign have; the rest is in printed.toml, as for both campaigns."""

from __future__ import annotations

import pytest
from tests.altar_of_freedom.kit import campaign_of, vicksburg

from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_core.errors import AmbiguousName


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    return campaign_of(vicksburg())


def test_the_ratings_of_each_side_add_up_to_those_printed(campaign: Campaign) -> None:
    units, printed = campaign.oob.units_of, {"us_xiii": -5, "us_xv": -4, "us_xvii": -5}
    printed |= {"cs_mississippi": 13, "cs_relief": 15}
    assert {formation: sum(unit.rating for unit in units(formation)) for formation in printed} == printed


def test_smith_is_two_divisions(campaign: Campaign) -> None:
    with pytest.raises(AmbiguousName, match=r"^'Smith' is two divisions: us_xiii_smith, cs_mississippi_smith$"):
        campaign.oob.formation("Smith")


def test_the_generals_have_their_traits(campaign: Campaign) -> None:
    assert {leader.name: leader.traits for leader in campaign.oob.leaders.values()} == {
        "Grant": ("Unflappable", "Sloppy Staff Work"),
        "McClernand": ("Unreliable",),
        "Sherman": ("Hard Driving",),
        "McPherson": ("Energetic", "Shrewd Tactician"),
        "Pemberton": ("Inept", "Energetic"),
        "Johnston": ("Cautious", "Unreliable"),
    }
