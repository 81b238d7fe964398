"""The data of the Gettysburg campaign: everything the document prints, and what had to be made for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame_altar_of_freedom.game import VOCABULARY
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.data_files import load_campaign
from wargame_altar_of_freedom.printed.lines import AtPlaces, OneAtEach, RoadColumn
from wargame_altar_of_freedom.rules.event_cards import PlaceDivision, StaffDiceDelta
from wargame_core.data import Basis, DataFolder
from wargame_gettysburg.rules import WORDS, Raid
from wargame_pictures.paper.account import account

PLUGINS = Path(__file__).parents[2] / "plugins"
FOLDER = DataFolder(PLUGINS / "gettysburg/src/wargame_gettysburg/data")


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    return load_campaign(FOLDER, VOCABULARY.with_own(WORDS))


def test_all_135_units_are_there(campaign: Campaign) -> None:
    assert len(campaign.oob.units) == 135
    assert campaign.oob.counts("federal") == {"artillery": 16, "cavalry": 8, "infantry": 57, "leaders": 10}
    assert campaign.oob.counts("confederate") == {"artillery": 13, "cavalry": 4, "infantry": 37, "leaders": 4}


def test_the_printed_summary_forgets_the_infantry_of_the_susquehanna(campaign: Campaign) -> None:
    printed = campaign.oob.forces["federal"].printed["infantry"]
    forgotten = [unit.name for unit in campaign.oob.units_of("us_susquehanna") if unit.arm == "infantry"]
    assert printed + len(forgotten) == campaign.oob.counts("federal")["infantry"]
    assert forgotten == ["Brisbane", "Frick", "Knipe", "Cooke", "Smith"]


@pytest.mark.parametrize(
    ("division", "units"),
    [
        ("us_ii_caldwell", "Cross -1, Kelly -3, Zook -1, Brooke -2, Hazard +0"),
        ("us_cavalry_gregg", "McIntosh -1, Huey +0, Gregg +0, Robertson +0"),
        ("us_susquehanna_haller", "Knipe -3, Cooke -3, Smith -3"),
        ("us_reserve_french", "Hays +2, White +1, Tannett +0"),
        ("cs_army_troops_stuart", "Hampton +1, Fitz. Lee +1, Jenkins -1, Chambliss -1, Beckham +0"),
        ("cs_ii_rodes", "Iverson +0, Ramseur -2, Doles -1, Daniel +2, O'Neal +1, Carter +0"),
        ("cs_iii_heth", "Pettigrew +3, Brockenbrough -2, Archer -1, Davis +2, Garnett +0"),
    ],
)
def test_divisions_have_the_brigades_printed(campaign: Campaign, division: str, units: str) -> None:
    found = campaign.oob.formation(division).units
    assert ", ".join(f"{unit.name} {unit.rating:+d}" for unit in found) == units


def test_the_divisions_are_named_as_printed(campaign: Campaign) -> None:
    names = [one.name for one in campaign.oob.formations.values() if one.level == "division"]
    shorts = (
        "Wadsworth Robinson Doubleday Caldwell Gibbon Hays Birney Humphreys Barnes Ayres Crawford Wright Howe Newton "
        "Barlow Steinwehr Schurz Williams Geary Buford Gregg Kilpatrick"
    )
    south = "McLaws Pickett Hood Early Johnson Rodes Anderson Heth Pender"

    def named(short: str) -> str:
        return f"{short}' Division" if short.endswith("s") else f"{short}'s Division"

    assert names == [
        "Army Reserve",
        "French's Garrison",
        *map(named, shorts.split()),
        "WF Smith's Division",
        "Haller's Division",
        "Reserve Artillery",
        "Stuart's Division",
        *map(named, south.split()),
    ]


def test_sykes_and_slocum_have_no_fixed_priority_points(campaign: Campaign) -> None:
    ratings = {one.name: one.rating for one in campaign.oob.leaders.values()}
    assert {name for name, rating in ratings.items() if rating == "?"} == {"Sykes", "Slocum"}
    assert {name: ratings[name] for name in ("Meade", "Lee", "Longstreet", "A.P. Hill", "Couch")} == {
        "Meade": 5,
        "Lee": 3,
        "Longstreet": 11,
        "A.P. Hill": 8,
        "Couch": 4,
    }


def test_the_numbers_of_the_campaign(campaign: Campaign) -> None:
    assert (campaign.turns, campaign.points_to_win, campaign.rally_target) == (10, 25, 4)
    assert (campaign.first_mover, campaign.deploys_first) == ("confederate", "federal")
    assert campaign.base_move == {"infantry": 4, "cavalry": 6, "picket": 4, "baggage_train": 4, "depot": 0}
    assert [time.turns for time in campaign.battle_time.values()] == [12, 11, 10, 9, 8, 7]
    assert campaign.nightfall == "20:00"
    assert campaign.same_corps_stacking == ("federal",)
    assert campaign.stack_exempt == ("depot", "picket", "baggage_train")
    assert campaign.never_with_own_kind == ("baggage_train",)
    assert [(one.place, one.side, one.bonus) for one in campaign.earthworks] == [("Baltimore", "federal", 2)]
    assert [(one.side, one.leave_out) for one in campaign.set_up_choice] == [("federal", "us_ii")]
    assert campaign.special_actions["raid"] == Raid("confederate", "raidable", "baggage_train")


def test_four_depots_against_three(campaign: Campaign) -> None:
    assert [(one.side, one.place, one.value, one.captured_value) for one in campaign.depots.values()] == [
        ("federal", "Baltimore", 5, 2),
        ("federal", "Harrisburg", 3, 2),
        ("federal", "Hanover", 2, 1),
        ("federal", "Lancaster", 2, 1),
        ("confederate", "Chambersburg", 3, 2),
        ("confederate", "Winchester", 2, 1),
        ("confederate", "Martinsburg", 2, 1),
    ]


def test_nine_corps_against_three_and_army_troops_on_both_sides(campaign: Campaign) -> None:
    for side, corps in (("federal", 9), ("confederate", 3)):
        commands = campaign.commands_of(side)
        assert [one.army_troops for one in commands] == [False] * corps + [True]
    assert campaign.commands_of("confederate")[-1].tokens == ("baggage_train",)


def test_pieces_are_divisions_pickets_and_a_train(campaign: Campaign) -> None:
    kinds = [one.kind for one in campaign.pieces.values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "infantry": 31,
        "cavalry": 4,
        "picket": 3,
        "baggage_train": 1,
    }
    assert [one.id for one in campaign.pieces.values() if one.status != "start"] == [
        "us_reserve_french",
        "cs_army_troops_stuart",
    ]
    assert [one.id for one in campaign.unattached] == ["us_reserve_army_reserve", "cs_army_troops_reserve_artillery"]


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


def test_the_victory_points_of_both_briefings(campaign: Campaign) -> None:
    assert [(one.side, one.when.kind, str(one.points), one.limit) for one in campaign.awards.values()] == [
        ("federal", "crossing_destroyed", "-d3", "once_per_place"),
        ("federal", "turn_ends_clear", "1", "every_turn"),
        ("federal", "skirmish_won", "d3", "each"),
        ("federal", "crossing_destroyed", "d3", "once_per_place"),
        ("federal", "battle_won", "6+d6", "each"),
        ("federal", "formation_left_out", "2+d6", "once"),
        ("confederate", "skirmish_won", "1", "each"),
        ("confederate", "token_brought_home", "1+d3", "each"),
        ("confederate", "turn_ends_occupied", "d6", "once"),
        ("confederate", "battle_won", "d6", "each"),
        ("confederate", "turn_ends_occupied", "6+d6", "once"),
        ("confederate", "few_clear_routes", "-2d6", "once"),
    ]


def test_twelve_cards_two_of_them_unseen(campaign: Campaign) -> None:
    deck = campaign.deck
    assert (len(deck.cards), deck.remove_unseen) == (12, 2)
    stuart = deck.card("stuart_returns").effects[0].args
    assert isinstance(stuart, PlaceDivision)
    assert stuart.by_d6 == ("Leesburg", "Leesburg", "Westminster", "Westminster", "Dover", "Dover")
    halleck = deck.card("washington_interferes").effects[0].args
    assert isinstance(halleck, StaffDiceDelta)
    assert str(halleck.amount) == "-d3"


def test_the_account_of_the_data_adds_up(campaign: Campaign) -> None:
    found = account(FOLDER.files())
    assert sum(found.counts.values()) == len(found.data)
    by_file = {file.file: file.counts for file in found.files}
    assert by_file["oob.toml"][Basis.RECONSTRUCTION] == 0
    assert {datum.file for datum in found.data if datum.basis is not Basis.TEXT and not datum.note} <= {"map.toml"}
