"""What only the data of the Gettysburg campaign have; the rest is in printed.toml, as for both campaigns."""

from __future__ import annotations

import pytest
from tests.altar_of_freedom.kit import PLUGINS, campaign_of, gettysburg

from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_core.data import Basis
from wargame_gettysburg.rules import Raid
from wargame_pictures.paper.account import account

DATA = PLUGINS / "gettysburg/src/wargame_gettysburg/data"


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    return campaign_of(gettysburg())


def test_the_printed_summary_forgets_the_infantry_of_the_susquehanna(campaign: Campaign) -> None:
    printed = campaign.oob.forces["federal"].printed["infantry"]
    forgotten = [unit.name for unit in campaign.oob.units_of("us_susquehanna") if unit.arm == "infantry"]
    assert printed + len(forgotten) == campaign.oob.counts("federal")["infantry"]
    assert forgotten == ["Brisbane", "Frick", "Knipe", "Cooke", "Smith"]


def test_what_only_this_campaign_has(campaign: Campaign) -> None:
    assert [(one.place, one.side, one.bonus) for one in campaign.earthworks] == [("Baltimore", "federal", 2)]
    assert [(one.side, one.leave_out) for one in campaign.set_up_choice] == [("federal", "us_ii")]
    assert [one.id for one in campaign.unattached] == ["us_reserve_army_reserve", "cs_army_troops_reserve_artillery"]
    assert campaign.special_actions["raid"] == Raid("confederate", "raidable", "baggage_train", "virginia")


def test_what_is_not_from_the_text_has_a_note(campaign: Campaign) -> None:
    found = account(sorted(DATA.glob("*.toml")))
    assert {datum.file for datum in found.data if datum.basis is not Basis.TEXT and not datum.note} <= {"map.toml"}
