"""The data of the Vicksburg campaign: everything the document prints, and what had to be made for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame_altar_of_freedom.game import VOCABULARY
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.data_files import load_campaign
from wargame_altar_of_freedom.printed.lines import Anywhere, AtPlaces, NearDivisions
from wargame_core.data import Basis, DataFolder
from wargame_core.errors import AmbiguousName
from wargame_pictures.paper.account import account
from wargame_vicksburg.rules import WORDS

FOLDER = DataFolder(Path(__file__).parents[2] / "plugins/vicksburg/src/wargame_vicksburg/data")


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    return load_campaign(FOLDER, VOCABULARY.with_own(WORDS))


def test_all_66_units_are_there(campaign: Campaign) -> None:
    assert len(campaign.oob.units) == 66
    assert campaign.oob.counts("federal") == {"artillery": 9, "cavalry": 1, "infantry": 26, "leaders": 4}
    assert campaign.oob.counts("confederate") == {"artillery": 7, "cavalry": 2, "infantry": 21, "leaders": 2}


def test_the_ratings_of_each_side_add_up_to_those_printed(campaign: Campaign) -> None:
    units = campaign.oob.units_of
    assert {
        formation: sum(unit.rating for unit in units(formation)) for formation in ("us_xiii", "us_xv", "us_xvii")
    } == {
        "us_xiii": -5,
        "us_xv": -4,
        "us_xvii": -5,
    }
    assert {
        formation: sum(unit.rating for unit in units(formation)) for formation in ("cs_mississippi", "cs_relief")
    } == {
        "cs_mississippi": 13,
        "cs_relief": 15,
    }


@pytest.mark.parametrize(
    ("division", "units"),
    [
        ("us_xiii_osterhaus", "Lee -2, Lindsey -2, Campbell -3, Lamphere +0"),
        ("us_xv_blair", "G. Smith -1, T. Smith +0, Ewing +0, Wood +0"),
        ("us_xvii_logan", "Smith +0, Leggett -1, Stevenson +0, Rogers +0"),
        ("cs_mississippi_loring", "Tilghman -1, Buford +3, Featherston +1, Cowan +0"),
        ("cs_mississippi_stevenson", "Barton +1, Lee +2, Cumming +2, Reynolds -1, Waul -3, Anderson +0"),
        ("cs_relief_french", "McNair +2, Maxey +3"),
    ],
)
def test_divisions_have_the_brigades_printed(campaign: Campaign, division: str, units: str) -> None:
    found = campaign.oob.formation(division).units
    assert ", ".join(f"{unit.name} {unit.rating:+d}" for unit in found) == units


def test_the_divisions_are_named_as_printed(campaign: Campaign) -> None:
    names = [one.name for one in campaign.oob.formations.values() if one.level == "division"]
    shorts = "Osterhaus Smith Hovey Carr Steele Blair Tuttle Logan McArthur Crocker Loring Stevenson Bowen Forney Smith"
    assert names == [
        *(f"{short}'s Division" for short in shorts.split()),
        "Gregg's Ad Hoc Command",
        "Walker's Division",
        "French's Division",
        "Jackson's Cav. Division",
    ]


def test_smith_is_two_divisions(campaign: Campaign) -> None:
    with pytest.raises(AmbiguousName, match=r"^'Smith' is two divisions: us_xiii_smith, cs_mississippi_smith$"):
        campaign.oob.formation("Smith")


def test_the_generals_have_their_points_and_traits(campaign: Campaign) -> None:
    leaders = campaign.oob.leaders.values()
    assert {one.name: (one.rating, one.traits) for one in leaders} == {
        "Grant": (5, ("Unflappable", "Sloppy Staff Work")),
        "McClernand": (9, ("Unreliable",)),
        "Sherman": (7, ("Hard Driving",)),
        "McPherson": (7, ("Energetic", "Shrewd Tactician")),
        "Pemberton": (14, ("Inept", "Energetic")),
        "Johnston": (7, ("Cautious", "Unreliable")),
    }


def test_the_numbers_of_the_campaign(campaign: Campaign) -> None:
    assert (campaign.turns, campaign.points_to_win) == (8, 25)
    assert (campaign.first_mover, campaign.deploys_first) == ("federal", "confederate")
    assert campaign.base_move == {"infantry": 3, "cavalry": 5, "picket": 3, "depot": 0}
    assert [campaign.staff_die.spaces(face) for face in range(1, 7)] == [1, 2, 3, 4, 5, 0]
    assert (campaign.special_action_target, campaign.rally_target) == (4, 5)
    assert (campaign.contact_range, campaign.divisions_for_battle) == (3, 3)
    assert [(time.start, time.turns) for time in campaign.battle_time.values()] == [
        ("08:00", 11),
        ("09:00", 10),
        ("10:00", 9),
        ("11:00", 8),
        ("12:00", 7),
        ("13:00", 6),
    ]
    assert list(campaign.reinforcement.values()) == [
        (3, 5, 6),
        (3, 4, 5),
        (2, 3, 4),
        (2, 3, 4),
        (1, 2, 3),
        (1, 1, 2),
    ]
    assert (campaign.same_corps_stacking, campaign.stack_exempt) == ((), ("depot",))
    assert [(one.place, one.side) for one in campaign.fortress] == [("Vicksburg", "confederate")]


def test_the_depots(campaign: Campaign) -> None:
    assert [(one.side, one.places, one.value, one.captured_value) for one in campaign.depots.values()] == [
        ("federal", ("Willow Springs", "Grand Gulf"), 6, 3),
        ("confederate", ("Jackson",), 3, 2),
        ("confederate", ("Vicksburg",), 2, 1),
    ]


def test_three_corps_against_two(campaign: Campaign) -> None:
    assert [one.name for one in campaign.commands_of("federal")] == ["XIII Corps", "XV Corps", "XVII Corps"]
    assert [one.name for one in campaign.commands_of("confederate")] == ["Army of the Mississippi", "Relief Army"]
    assert not any(one.army_troops for one in campaign.commands)


def test_twenty_three_pieces_of_which_three_come_by_card(campaign: Campaign) -> None:
    pieces = campaign.pieces.values()
    assert len(pieces) == 10 + 9 + 4
    assert [one.id for one in pieces if one.status == "random_arrival"] == [
        "cs_relief_walker",
        "cs_relief_french",
        "cs_relief_jackson",
    ]
    assert [one.id for one in pieces if one.kind == "cavalry"] == ["cs_relief_jackson"]
    assert [one.id for one in pieces if one.kind == "picket"] == [
        "us_xiii_picket_1",
        "cs_mississippi_picket_1",
        "cs_mississippi_picket_2",
        "cs_relief_picket_1",
    ]


def test_the_deployment(campaign: Campaign) -> None:
    where = {piece_id: one.where for one in campaign.deployments for piece_id in one.pieces}
    assert where["us_xvii_crocker"] == AtPlaces(("Burtonton",))
    assert where["cs_mississippi_forney"] == AtPlaces(("Vicksburg",))
    assert where["cs_relief_gregg"] == AtPlaces(("Jackson", "Morrisville"))
    assert where["us_xiii_picket_1"] == NearDivisions(1)
    assert where["cs_mississippi_picket_2"] == Anywhere(yields=True)
    assert len(where) == 20


def test_the_victory_points_of_both_briefings(campaign: Campaign) -> None:
    assert [(one.side, one.when.kind, str(one.points), one.limit) for one in campaign.awards.values()] == [
        ("federal", "skirmish_won", "1", "each"),
        ("federal", "first_entry", "2", "once_per_place"),
        ("federal", "turn_ends_besieged", "d3", "every_turn"),
        ("federal", "battle_won", "3+d6", "each"),
        ("federal", "turn_ends_occupied", "6+d3", "once"),
        ("federal", "turn_ends_occupied", "6+d6", "once"),
        ("confederate", "skirmish_won", "1", "each"),
        ("confederate", "turn_ends_clear", "d3", "every_turn"),
        ("confederate", "turn_ends_clear", "d3", "every_turn"),
        ("confederate", "battle_won", "4+d6", "each"),
    ]
    assert str(campaign.awards["us_siege"].cite) == "GotW p.15 Federal Briefing"


def test_ten_cards_two_of_them_unseen(campaign: Campaign) -> None:
    assert (len(campaign.deck.cards), campaign.deck.remove_unseen) == (10, 2)
    helps = [card.helps for card in campaign.deck.cards.values()]
    assert {side: helps.count(side) for side in ("confederate", "federal", "")} == {
        "confederate": 5,
        "federal": 4,
        "": 1,
    }


def test_the_account_of_the_data_adds_up(campaign: Campaign) -> None:
    found = account(FOLDER.files())
    assert [file.file for file in found.files] == ["campaign.toml", "deck.toml", "map.toml", "oob.toml"]
    assert sum(found.counts.values()) == len(found.data)
    by_file = {file.file: file.counts for file in found.files}
    assert by_file["campaign.toml"][Basis.RECONSTRUCTION] == len(campaign.depots)
    assert by_file["oob.toml"][Basis.RECONSTRUCTION] == 0
    assert by_file["map.toml"][Basis.TEXT] == 0
