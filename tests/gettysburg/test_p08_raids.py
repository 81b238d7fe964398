"""AFI p.8 Special Actions: Confederate raids in towns and cities, and the trains they fill.

Readings: Raids and baggage trains.
"""

import pytest
from tests.altar_of_freedom.kit import gettysburg, told
from tests.gettysburg.kit import TRAIN_1, Play, board_with, standing

from wargame_altar_of_freedom.board.actions import PlaceToken, SpecialAction
from wargame_altar_of_freedom.board.contact_events import PlaceRaided, SpecialActionTried
from wargame_altar_of_freedom.board.pieces import Space
from wargame_altar_of_freedom.printed.lines import TRAIN
from wargame_altar_of_freedom.rules.event_cards import SpecialActionTarget
from wargame_gettysburg.rules import Raid

RAID = Raid("confederate", "raidable", "baggage_train", "virginia")


def raiding(at: dict[str, str], *dice: object, moving: str = "cs_ii", **changes: object) -> Play:
    """The tokens of a corps may try special actions."""
    changes.setdefault("dice_left", {"confederate": 3, "federal": 3})
    return standing("Special action", at, dice=dice, moving=moving, **changes)  # type: ignore[arg-type]


def raids(play: Play) -> set[tuple[str, str]]:
    """Who may raid where."""
    choices = play.match.choices() if play.step == "Special action" else ()
    return {(one.token, one.target) for one in choices if isinstance(one, SpecialAction) and one.what == "raid"}


def trains(play: Play) -> dict[str, str | None]:
    return {token_id: play.where(token_id) for token_id, token in play.board.tokens.items() if token.kind == TRAIN}


@pytest.mark.parametrize(("die", "succeeds"), [(1, False), (2, False), (3, False), (4, True), (5, True), (6, True)])
def test_a_raid_succeeds_on_four_or_more(die: int, succeeds: bool) -> None:
    play = raiding({"early": "York"})
    play.play(SpecialAction("early", "raid", "York"))
    update = play.roll(die, *["C40"] * succeeds)
    assert [event.succeeded for event in told(update, SpecialActionTried)] == [succeeds]
    assert play.board.raided_places == ({"York"} if succeeds else set())
    assert trains(play) == ({"C40": "York"} if succeeds else {})
    assert play.board.staff_dice["confederate"] == 2


def test_a_failed_raid_may_be_tried_again_on_a_later_turn() -> None:
    assert raids(raiding({"early": "York"}, acted_tokens=set())) == {("early", "York")}


def test_a_place_is_raided_only_once() -> None:
    assert raids(raiding({"early": "York"}, raided_places={"York"})) == set()


def test_a_place_that_one_division_failed_to_raid_another_may() -> None:
    play = raiding({"early": "York", "johnson": "12,36"})
    play.play(SpecialAction("early", "raid", "York"))
    play.roll(2)
    assert "York" not in play.board.raided_places


@pytest.mark.parametrize("place", ["Gettysburg", "Baltimore", "Hancock", "Harrisburg"])
def test_towns_and_cities_may_be_raided(place: str) -> None:
    assert raids(raiding({"early": place})) == {("early", place)}


@pytest.mark.parametrize("place", ["Cashtown", "Bunker Hill", "17,20"])
def test_hamlets_and_open_country_may_not(place: str) -> None:
    assert raids(raiding({"early": place})) == set()


@pytest.mark.parametrize("place", ["Winchester", "Martinsburg", "Leesburg"])
def test_towns_of_virginia_may_not_be_raided(place: str) -> None:
    assert raids(raiding({"early": place})) == set()
    assert place not in RAID.places(board_with({}))


def test_every_town_and_city_is_raidable_seven_of_them_in_virginia() -> None:
    game_map = gettysburg().rules.printed["campaign"].map
    places = [place for place in game_map.places if "raidable" in place.tags]
    assert places == [place for place in game_map.places if place.kind in ("town", "city")]
    assert len(places) == 37
    assert sum(game_map.region("virginia") >> place.space & 1 for place in places) == 7


def test_a_train_filled_in_virginia_has_not_been_brought_there() -> None:
    play = standing("Move one token", {TRAIN_1: "Winchester"}, moving="cs_army_troops")
    play.march(TRAIN_1, "37,3")
    assert play.where(TRAIN_1) == "(37,3)"
    assert "cs_train" not in {award.id for award in play.board.ledger}


def test_pickets_and_cavalry_raid_too_trains_do_not() -> None:
    at = {"cs_army_troops_picket_1": "Hagerstown", "stuart": "Westminster", TRAIN_1: "Greencastle"}
    assert raids(raiding(at, moving="cs_army_troops")) == {
        ("cs_army_troops_picket_1", "Hagerstown"),
        ("stuart", "Westminster"),
    }


def test_federals_do_not_raid() -> None:
    assert raids(raiding({"birney": "Frederick"}, moving="us_iii")) == set()


def test_a_raid_takes_the_one_special_die_of_a_token() -> None:
    play = raiding({"early": "Williamsport"})
    play.play(SpecialAction("early", "raid", "Williamsport"))
    play.roll(1)
    assert play.step != "Special action"


def test_one_who_retreated_in_this_activation_does_not_raid() -> None:
    assert raids(raiding({"early": "York", "johnson": "Carlisle"}, retreated_tokens={"early"})) == {
        ("johnson", "Carlisle")
    }


def test_with_the_fat_of_the_land_a_three_is_enough() -> None:
    play = raiding({"early": "York"}, effects=[SpecialActionTarget("raid", 3)])
    play.play(SpecialAction("early", "raid", "York"))
    assert told(play.roll(3, "C40"), PlaceRaided) == [PlaceRaided("York")]


# where the train goes


def test_the_train_stands_in_the_raided_place_and_everybody_knows_it_for_one() -> None:
    play = raiding({"early": "York"})
    play.play(SpecialAction("early", "raid", "York"))
    play.roll(5, "C41")
    seen = play.match.view("federal").board.tokens["C41"]
    assert (seen.kind, seen.command) == (TRAIN, "cs_army_troops")


def test_beside_another_train_it_stands_next_to_it() -> None:
    play = standing("Special action", {"early": "York"}, {"T": "York"}, moving="cs_ii", dice_left={"confederate": 1})
    play.play(SpecialAction("early", "raid", "York"))
    play.roll(4, "C41")
    offered = {choice.space for choice in play.match.choices("confederate") if isinstance(choice, PlaceToken)}
    assert offered == set(play.board.campaign.map.neighbours[play.space("York")])
    play.play(PlaceToken("C41", min(offered)))
    assert play.where("T") == "York"


def test_never_across_a_river_nor_among_enemies() -> None:
    board = board_with({"us_susquehanna_picket_1": "5,34"}, {"T": "Harrisburg"})
    game_map = board.campaign.map
    offered = RAID.train_spaces(board, game_map.parse("Harrisburg"))
    east = game_map.region("east")
    assert offered
    assert all(east >> space & 1 for space in offered)
    assert Space(game_map.parse("5,34")) not in offered


def test_without_room_for_the_train_there_is_no_raid() -> None:
    around = ["12,36", "14,36", "13,35", "13,37"]
    crowd = {f"T{n}": space for n, space in enumerate(["York", *around])}
    play = standing("Special action", {"early": "York"}, crowd, moving="cs_ii", dice_left={"confederate": 1})
    assert raids(play) == set()


def test_there_are_counters_enough_to_raid_every_place() -> None:
    board = board_with()
    pieces = sum(piece.side == "confederate" for piece in board.campaign.pieces.values())
    assert board.campaign.counters["confederate"] >= pieces + 30
