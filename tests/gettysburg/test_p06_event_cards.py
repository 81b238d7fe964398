"""AFI p.6 Draw Event Card: what each of the twelve cards does. Readings: Event cards and railroads."""

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.altar_of_freedom.kit import Play, campaign_of, gettysburg, told
from tests.gettysburg.kit import TRAIN_1, board_with, drawing, standing

from wargame_altar_of_freedom.board.actions import (
    AllotDice,
    Decide,
    Inspect,
    Move,
    MoveNext,
    PlaceToken,
    RailMove,
    SpecialAction,
)
from wargame_altar_of_freedom.board.board import DivisionHeld
from wargame_altar_of_freedom.board.contact_events import CrossingDestroyed
from wargame_altar_of_freedom.board.pieces import Award
from wargame_altar_of_freedom.board.turn_events import CardRolled, TokenMoved, TokenPlaced, TokensRevealed
from wargame_altar_of_freedom.printed.lines import PICKET
from wargame_altar_of_freedom.rules.corps import commands_left
from wargame_altar_of_freedom.rules.event_cards import CloseCrossings, ForbidCrossCountry
from wargame_altar_of_freedom.rules.march import OneRailMove
from wargame_altar_of_freedom.rules.movement import allowances
from wargame_altar_of_freedom.rules.special_actions import roll_needed
from wargame_core.errors import HiddenStep

SOMEBODY = {"heth": "Cashtown", "birney": "Frederick"}
HELD = DivisionHeld("us_reserve_french")


def test_all_twelve_are_tested_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    cards = campaign_of(gettysburg()).deck.cards
    assert len(cards) == 12
    assert [card for card in cards if f'drawing("{card}"' not in source] == []


# Stuart Returns


@pytest.mark.parametrize(
    ("die", "place"),
    [(1, "Leesburg"), (2, "Leesburg"), (3, "Westminster"), (4, "Westminster"), (5, "Dover"), (6, "Dover")],
)
def test_stuart_comes_to_one_of_three_places_by_die(die: int, place: str) -> None:
    play = drawing("stuart_returns", SOMEBODY, die, reserve=["stuart"])
    assert play.where("stuart") == place
    assert "stuart" in play.board.face_up


def test_stuart_may_move_in_the_turn_he_comes_at_the_cavalry_rate() -> None:
    play = drawing("stuart_returns", {**SOMEBODY, "hood": "Hagerstown"}, 5, reserve=["stuart"])
    assert play.step == "Nominate a corps"
    play.play({"kind": "nominate", "command": "cs_army_troops"})
    play.play(AllotDice(()))
    play.take_up("stuart")
    assert max(len(move.path) for move in play.match.choices() if isinstance(move, Move)) == 6


def test_where_a_federal_token_stands_he_comes_to_the_nearest_free_space_by_road() -> None:
    play = drawing("stuart_returns", {**SOMEBODY, "gregg": "Westminster"}, 3, reserve=["stuart"])
    game_map = play.board.campaign.map
    around = game_map.passage(True, None, frozenset()).next(1 << play.space("Westminster"))
    offered = {choice.space for choice in play.match.choices("confederate") if isinstance(choice, PlaceToken)}
    assert sum(1 << space for space in offered) == around
    play.play(PlaceToken("stuart", min(offered)), "confederate")
    assert play.board.at["stuart"] == min(offered)


def test_even_a_picket_keeps_him_out() -> None:
    play = drawing("stuart_returns", {**SOMEBODY, "us_susquehanna_picket_1": "Dover"}, 6, reserve=["stuart"])
    assert play.match.waiting_for == ("confederate",)
    assert PlaceToken("stuart", play.space("Dover")) not in play.match.choices()


# French Leaves the Heights


def test_french_moves_like_any_other_from_then_on_in_an_activation_of_his_own() -> None:
    play = drawing("french_released", {**SOMEBODY, "french": "Harpers Ferry"}, effects=[HELD])
    assert play.board.effects == []
    assert commands_left(play.board, "federal") == ["us_iii", "us_army_troops"]
    held = drawing("downpour", {**SOMEBODY, "french": "Harpers Ferry"}, effects=[HELD])
    assert HELD in held.board.effects
    assert commands_left(held.board, "federal") == ["us_iii"]


# Haupt's Military Railroad

STACK = {"birney": "Frederick", "humphreys": "Frederick", "barnes": "29,20", "heth": "Cashtown"}


def by_rail(at: dict[str, str], **changes: Any) -> Play:
    effect = OneRailMove("federal", "corps_stack", ("infantry", "cavalry"), 16)
    play = standing("Move one token", at, moving="us_iii", effects=[effect], **changes)
    play.take_up("birney")
    return play


def test_the_card_allows_one_trip_by_rail_this_turn() -> None:
    play = drawing("military_railroad", SOMEBODY)
    assert play.board.effects == [OneRailMove("federal", "corps_stack", ("infantry", "cavalry"), 16)]


def test_divisions_of_one_corps_in_one_space_ride_together_up_to_16_spaces() -> None:
    play = by_rail(STACK)
    trips = [choice for choice in play.match.choices() if isinstance(choice, RailMove)]
    assert max(len(trip.path) for trip in trips) == 16
    longest = max(trips, key=lambda trip: len(trip.path))
    play.play(longest)
    assert play.board.at["birney"] == play.board.at["humphreys"] == longest.path[-1]
    assert play.where("barnes") == play.label(play.space("29,20"))
    assert play.board.effects == []
    assert MoveNext("humphreys") not in play.match.choices()


def test_every_space_of_a_trip_is_joined_to_the_last_by_rail() -> None:
    play = by_rail(STACK)
    rail = play.board.campaign.map.passage(True, frozenset({"rail"}), frozenset())
    for trip in play.match.choices():
        if isinstance(trip, RailMove):
            spaces = [play.space("Frederick"), *trip.path]
            assert all(rail.leads(a, b) for a, b in pairwise(spaces))


def test_no_space_of_a_trip_touches_a_confederate_token() -> None:
    free = next(trip for trip in by_rail(STACK).match.choices() if isinstance(trip, RailMove) and len(trip.path) == 5)
    coordinates = by_rail(STACK).board.campaign.map.coordinates(free.path[3]).strip("()")
    play = by_rail({**STACK, "hood": coordinates})
    assert play.refused(free).codes == ("enemy_near",)


def test_with_a_staff_die_a_division_does_not_ride() -> None:
    play = by_rail(STACK, tokens_with_dice={"birney"}, dice=(3,))
    assert not any(isinstance(choice, RailMove) for choice in play.match.choices())


def test_one_who_has_moved_is_left_behind() -> None:
    play = by_rail(STACK, moved_tokens={"humphreys"})
    play.play(next(choice for choice in play.match.choices() if isinstance(choice, RailMove)))
    assert play.where("humphreys") == "Frederick"


def test_a_trip_by_rail_tells_that_whoever_rides_is_a_division_and_cannot_be_taken_back() -> None:
    play = by_rail(STACK)
    board = play.board.copy()
    play.play(next(choice for choice in play.match.choices() if isinstance(choice, RailMove)))
    trips = [event for event in play.match.entries[-1].events if isinstance(event, TokenMoved)]
    assert [trip.token for trip in trips] == ["birney", "humphreys"]
    assert all(trip.revealing(board) for trip in trips)


def test_confederates_never_ride() -> None:
    effect = OneRailMove("federal", "corps_stack", ("infantry", "cavalry"), 16)
    play = standing("Move one token", {"heth": "Chambersburg"}, moving="cs_iii", effects=[effect])
    play.take_up("heth")
    assert not any(isinstance(choice, RailMove) for choice in play.match.choices())


# weather


def test_downpour_shortens_every_base_move_and_keeps_everybody_on_the_roads() -> None:
    play = drawing("downpour", {**SOMEBODY, "gregg": "Hanover", TRAIN_1: "Greencastle"})
    board = play.board
    assert allowances(board, board.tokens["heth"], None) == (3, 0)
    assert allowances(board, board.tokens["birney"], 3) == (6, 0)
    assert allowances(board, board.tokens["gregg"], None) == (5, 0)
    assert allowances(board, board.tokens[TRAIN_1], None) == (3, 0)


def test_the_potomac_in_flood_closes_its_ferries_and_no_bridge() -> None:
    play = drawing("potomac_in_flood", SOMEBODY)
    (flood,) = play.board.effects
    assert flood.unusable_crossings(play.board.campaign) == {
        "hancock_ferry",
        "williamsport_ferry",
        "shepherdstown_ferry",
        "point_of_rocks_ferry",
    }
    assert play.board.destroyed_crossings == set()


def test_a_flooded_ferry_may_still_be_destroyed() -> None:
    effects = [CloseCrossings("Potomac", "ferry")]
    at = {"birney": "Williamsport"}
    play = standing("Special action", at, moving="us_iii", dice_left={"federal": 1}, effects=effects)
    assert SpecialAction("birney", "destroy_crossing", "williamsport_ferry") in play.match.choices()


# Raid on the Pontoons


@pytest.mark.parametrize(("die", "destroyed"), [(3, set()), (4, {"williamsport_ferry"})])
def test_a_ferry_is_destroyed_on_four_or_more(die: int, destroyed: set[str]) -> None:
    play = drawing("raid_on_the_pontoons", SOMEBODY)
    play.play(Decide("williamsport_ferry"), "federal")
    play.roll(die, *[2] * bool(destroyed))
    assert play.board.destroyed_crossings == destroyed


@pytest.mark.parametrize(("die", "end"), [(2, "fails"), (3, "fails"), (4, "succeeds"), (6, "succeeds")])
def test_the_story_names_the_ferry_and_the_die(die: int, end: str) -> None:
    play = drawing("raid_on_the_pontoons", SOMEBODY)
    play.play(Decide("hancock_ferry"), "federal")
    play.roll(die, *[2] * (die >= 4))
    (rolled,) = play.events(CardRolled)
    assert rolled.text(play.board) == f"Roll {die}: the raid on Hancock Ferry {end}."


def test_it_scores_as_if_a_unit_had_done_it() -> None:
    play = drawing("raid_on_the_pontoons", SOMEBODY)
    update = play.play(Decide("hancock_ferry"), "federal")
    rolled = play.roll(6, 3)
    assert told(update, CrossingDestroyed) + told(rolled, CrossingDestroyed) == [CrossingDestroyed("hancock_ferry")]
    assert play.board.points("federal") == 3


def test_a_ferry_with_a_confederate_token_at_either_end_is_out_of_reach_and_nobody_need_raid() -> None:
    at = {**SOMEBODY, "hood": "Williamsport", "cs_army_troops_picket_1": "22,2"}
    play = drawing("raid_on_the_pontoons", at)
    assert set(play.match.choices("federal")) == {
        Decide("shepherdstown_ferry"),
        Decide("point_of_rocks_ferry"),
        Decide("none"),
    }
    play.play(Decide("none"), "federal")
    assert play.board.destroyed_crossings == set()


def test_with_a_referee_a_ferry_that_nobody_was_seen_at_may_be_raided_and_holds_out_if_somebody_is_there() -> None:
    play = drawing("raid_on_the_pontoons", {**SOMEBODY, "hood": "Williamsport"}, fog="referee")
    play.play(Decide("williamsport_ferry"), "federal")
    play.roll(6)
    assert play.board.destroyed_crossings == set()


def test_with_a_referee_the_side_that_a_card_asks_can_imagine_how_things_stand_and_the_other_cannot() -> None:
    play = drawing("raid_on_the_pontoons", {**SOMEBODY, "hood": "Williamsport"}, fog="referee")
    assert play.board.mover != "federal"
    play.match.view("federal").world(random.Random(1))
    with pytest.raises(HiddenStep):
        play.match.view("confederate").world(random.Random(1))


# Emergency Militia


def test_a_picket_comes_to_a_town_on_the_susquehanna() -> None:
    play = drawing("emergency_militia", {**SOMEBODY, "early": "Columbia"}, "F20")
    offered = {play.label(choice.space) for choice in play.match.choices("federal") if isinstance(choice, PlaceToken)}
    assert offered == {"Harrisburg", "Lancaster"}
    play.play(PlaceToken("F20", play.space("Lancaster")), "federal")
    picket = play.board.tokens["F20"]
    assert (picket.kind, picket.command, play.where("F20")) == (PICKET, "us_susquehanna", "Lancaster")
    assert "F20" in play.board.face_up


def test_no_militia_where_confederates_stand_everywhere() -> None:
    at = {**SOMEBODY, "early": "Columbia", "johnson": "Harrisburg", "rodes": "Lancaster"}
    play = drawing("emergency_militia", at)
    assert not [token for token in play.board.tokens.values() if token.kind == PICKET]


# The Scout Harrison


def test_the_confederate_player_names_three_spaces_and_sees_what_stands_there() -> None:
    at = {"heth": "Cashtown", "birney": "Frederick", "humphreys": "Frederick", "gregg": "Hanover"}
    at |= {"barnes": "29,20", "us_susquehanna_picket_1": "Columbia"}
    play = drawing("the_scout_harrison", at)
    first = play.match.choices("confederate")
    assert len(first) == 4
    play.play(Inspect("Frederick"))
    assert Inspect("Frederick") not in play.match.choices()
    play.play(Inspect("Hanover"))
    shown = told(play.play(Inspect("Columbia")), TokensRevealed)
    assert not play.match.can_undo("confederate")  # what was seen cannot be taken back
    known = {"birney", "humphreys", "gregg", "us_susquehanna_picket_1"}
    assert [{token.id for token in event.tokens} for event in shown] == [known]
    assert play.board.known_faces["confederate"] == known
    assert play.board.face_up == set()


def test_nobody_else_learns_what_he_saw() -> None:
    play = drawing("the_scout_harrison", {"heth": "Cashtown", "gregg": "Hanover"})
    play.play(Inspect("Hanover"))
    assert play.match.view("confederate").board.tokens["gregg"].name == "Gregg's Division"
    assert play.match.view("spectator").board.tokens["gregg"].kind == ""


# The Fat of the Land, Imboden, Washington, If Practicable


def test_raids_succeed_on_three_this_turn_and_nothing_else_does() -> None:
    play = drawing("fat_of_the_land", SOMEBODY)
    assert roll_needed(play.board, "raid") == 3
    assert roll_needed(play.board, "destroy_crossing") == 4


def test_imboden_hastens_the_trains_and_only_them() -> None:
    play = drawing("imboden_escorts", {**SOMEBODY, TRAIN_1: "Greencastle"})
    assert allowances(play.board, play.board.tokens[TRAIN_1], None) == (6, 0)
    assert allowances(play.board, play.board.tokens["heth"], None) == (4, 0)


@pytest.mark.parametrize("die", [1, 2, 3])
def test_washington_costs_the_federals_staff_dice(die: int) -> None:
    play = drawing("washington_interferes", SOMEBODY, die)
    assert play.board.staff_dice == {"federal": 12 - die, "confederate": 7}


def test_never_below_none() -> None:
    play = drawing("washington_interferes", SOMEBODY, 3, depots=False)
    assert play.board.staff_dice == {"federal": 0, "confederate": 0}


@pytest.mark.parametrize(
    ("die", "corps"), [(1, "cs_i"), (2, "cs_i"), (3, "cs_ii"), (4, "cs_ii"), (5, "cs_iii"), (6, "cs_iii")]
)
def test_one_confederate_corps_gets_no_staff_dice_for_movement(die: int, corps: str) -> None:
    play = drawing("if_practicable", {**SOMEBODY, "hood": "Hagerstown", "early": "York"}, die)
    asked = {}
    for one in ("cs_i", "cs_ii", "cs_iii"):
        fork = play.match.fork()
        fork.play({"kind": "nominate", "command": one})
        asked[one] = fork.cursor[-1] == "Allot Staff Dice"
    assert asked == {one: one != corps for one in asked}


def test_effects_are_over_when_the_next_card_is_drawn() -> None:
    lasting = [ForbidCrossCountry(("federal",)), HELD]
    play = drawing("imboden_escorts", SOMEBODY, effects=lasting)
    assert [effect.kind for effect in play.board.effects] == ["held", "base_move_set"]


def test_a_card_that_is_worth_points_can_win_the_campaign() -> None:
    ledger = [Award("us_battle", "federal", "a battle", 1, 24, 0)]
    play = drawing("raid_on_the_pontoons", SOMEBODY, ledger=ledger)
    play.play(Decide("hancock_ferry"), "federal")
    play.roll(4, 1)
    assert play.outcome is not None
    assert (play.outcome.winner, play.outcome.scores["federal"]) == ("federal", 25)


def test_stuart_is_placed_by_an_event_that_everybody_sees() -> None:
    play = drawing("stuart_returns", SOMEBODY, reserve=["stuart"])
    update = play.roll(6)
    assert [event.token for event in told(update, TokenPlaced)] == ["stuart"]
    assert board_with(SOMEBODY, reserve=["stuart"]).at.keys() == SOMEBODY.keys()
