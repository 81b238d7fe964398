"""What only the data of the Gettysburg campaign have; the rest is in printed.toml, as for both campaigns."""

from __future__ import annotations

import pytest
from tests.altar_of_freedom.kit import PLUGINS, campaign_of, gettysburg

from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import AtPlaces, OneAtEach, RoadColumn
from wargame_altar_of_freedom.rules.event_cards import PlaceDivision, StaffDiceDelta
from wargame_core.data import Basis, account
from wargame_gettysburg.rules import Raid

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
    assert campaign.special_actions["raid"] == Raid("confederate", "raidable", "baggage_train")


def test_nine_corps_against_three_and_army_troops_on_both_sides(campaign: Campaign) -> None:
    for side, corps in (("federal", 9), ("confederate", 3)):
        commands = campaign.commands_of(side)
        assert [one.army_troops for one in commands] == [False] * corps + [True]
    assert campaign.commands_of("confederate")[-1].tokens == ("baggage_train",)


def test_the_deployment(campaign: Campaign) -> None:
    where = {piece_id: one.where for one in campaign.deployments for piece_id in one.pieces}
    column = where["us_xi_schurz"]
    assert isinstance(column, RoadColumn)
    assert len(column.cells) == 6
    assert where["us_reserve_french"] == AtPlaces(("Harpers Ferry",), adjacent=False)
    assert where["cs_ii_early"] == OneAtEach(("York", "York Springs", "Carlisle"))
    assert where["cs_army_troops_picket_2"] == OneAtEach(("Charlestown", "Shepherdstown"))
    assert where["cs_army_troops_baggage_train_1"] == AtPlaces(("Greencastle",))
    assert set(campaign.pieces) - set(where) == {"cs_army_troops_stuart"}


def test_cards_with_dice_of_their_own(campaign: Campaign) -> None:
    deck = campaign.deck
    stuart = deck.card("stuart_returns").effects[0].args
    assert isinstance(stuart, PlaceDivision)
    assert stuart.by_d6 == ("Leesburg", "Leesburg", "Westminster", "Westminster", "Dover", "Dover")
    halleck = deck.card("washington_interferes").effects[0].args
    assert isinstance(halleck, StaffDiceDelta)
    assert str(halleck.amount) == "-d3"


def test_what_is_not_from_the_text_has_a_note(campaign: Campaign) -> None:
    found = account(sorted(DATA.glob("*.toml")))
    assert {datum.file for datum in found.data if datum.basis is not Basis.TEXT and not datum.note} <= {"map.toml"}
