"""GotW p.6 Turn Sequence to Making the First Move, p.8 Alternate Movement, p.14 Begin New Turn (AFI p.6-8, 14)."""

from typing import Any

import pytest
from tests.altar_of_freedom.kit import Play, bare_board, campaign_of, gettysburg, position, told, vicksburg

from wargame_altar_of_freedom.board.actions import EndMarch, Nominate
from wargame_altar_of_freedom.board.board import DivisionHeld
from wargame_altar_of_freedom.board.pieces import Depot
from wargame_altar_of_freedom.board.turn_events import EventCardDrawn, StaffDiceSet, TurnBegan
from wargame_altar_of_freedom.printed.lines import CommandId, RolledPoints
from wargame_altar_of_freedom.rules.event_cards import StaffDiceDelta
from wargame_altar_of_freedom.rules.march import OneRailMove
from wargame_core import Roll

FEDERALS = {"carr": "Rocky Springs", "steele": "Willow Springs", "logan": "Burtonton"}
CONFEDERATES = {"loring": "Edwards Station", "gregg": "Jackson"}


def drawing(**changes: Any) -> Play:
    return position("Draw event card", {**FEDERALS, **CONFEDERATES}, drawn_cards=[], turn=0, **changes)


def ends(play: Play) -> str:
    """End the march of the corps that is moving and say which corps it was."""
    command = play.board.command
    play.play(EndMarch())
    return command


def orders_of_corps(play: Play) -> list[str]:
    """Every corps in the order moved, each ending its march at once, the first of the choices nominated."""
    found = []
    while play.step in ("Nominate a corps", "Move one token"):
        if play.step == "Nominate a corps":
            play.play(next(iter(play.match.choices())))
        else:
            found.append(ends(play))
    return found


# turn sequence


def test_every_step_cites_a_heading_with_its_page() -> None:
    paths = vicksburg().rules.program.paths
    cites = [vicksburg().rules.program.lines[number].step.cite for number in paths.values()]  # type: ignore[union-attr]
    assert all(cite is not None and cite.book == "GotW" and cite.page.isdecimal() for cite in cites)


# draw event card


def test_the_turn_begins_with_one_of_the_ten_cards() -> None:
    play = drawing()
    roll = play.match.pending
    assert isinstance(roll, Roll)
    assert roll.die.faces == tuple(campaign_of(vicksburg()).deck.cards)
    assert len(roll.die) == 10
    update = play.roll("high_water")
    assert [event.turn for event in told(update, TurnBegan)] == [1]
    assert [card.card for card in told(update, EventCardDrawn)] == ["high_water"]
    assert play.board.turn == 1


def test_a_card_comes_only_once() -> None:
    play = position("Draw event card", FEDERALS, drawn_cards=["high_water", "the_courier"], turn=2)
    roll = play.match.pending
    assert isinstance(roll, Roll)
    assert len(roll.die) == 8
    assert not {"high_water", "the_courier"} & set(roll.die.faces)


def test_the_deck_holds_two_cards_more_than_there_are_turns_and_they_never_come() -> None:
    for game in (vicksburg(), gettysburg()):
        campaign = campaign_of(game)
        assert len(campaign.deck.cards) - campaign.deck.remove_unseen == campaign.turns


def test_effects_of_the_last_card_are_over_unless_they_last() -> None:
    effects = [OneRailMove("confederate", "one_division", ("infantry",), 12), DivisionHeld("x")]
    play = drawing(effects=effects)
    play.roll("living_off_the_land")
    assert [effect.kind for effect in play.board.effects] == ["held"]


# collect staff dice


def test_each_side_has_as_many_dice_as_its_depots_are_worth() -> None:
    update = drawing().roll("high_water")
    assert {one.side: one.dice for one in told(update, StaffDiceSet)} == {"federal": 6, "confederate": 5}


def test_unspent_dice_of_the_last_turn_are_gone() -> None:
    play = drawing(dice_left={"federal": 4, "confederate": 9})
    play.roll("high_water")
    assert play.board.staff_dice == {"federal": 6, "confederate": 5}


def test_a_captured_depot_counts_for_its_new_owner_with_its_captured_value() -> None:
    board = bare_board(vicksburg(), {**FEDERALS, **CONFEDERATES}, drawn_cards=[])
    jackson = board.depots["cs_depot_jackson"]
    board.depots["cs_depot_jackson"] = Depot(jackson.id, "federal", jackson.space, 2, "confederate")
    play = position("Draw event card", board=board, dice=["high_water"])
    assert play.board.staff_dice == {"federal": 8, "confederate": 2}


def test_a_side_without_depots_has_no_dice() -> None:
    play = position("Draw event card", {**FEDERALS, **CONFEDERATES}, drawn_cards=[], depots=False, dice=["high_water"])
    assert play.board.staff_dice == {"federal": 0, "confederate": 0}


def test_an_event_cannot_make_dice_negative() -> None:
    effect = StaffDiceDelta("federal", RolledPoints(-3))
    play = position("Collect Staff Dice", FEDERALS, depots=False, effects=[effect])
    assert play.board.staff_dice["federal"] == 0


# making the first move, alternate movement


@pytest.mark.parametrize(("game", "side"), [("vicksburg", "federal"), ("gettysburg", "confederate")])
def test_the_book_says_who_moves_first(game: str, side: str) -> None:
    made = vicksburg() if game == "vicksburg" else gettysburg()
    card = {"vicksburg": "high_water", "gettysburg": "downpour"}[game]
    at = {"carr": "Rocky Springs", "loring": "Edwards Station"}
    if game == "gettysburg":
        at = {"us_i_wadsworth": "Frederick", "heth": "Chambersburg"}
    play = position("Draw event card", at, game=made, drawn_cards=[], dice=[card])
    assert play.board.mover == side


def test_sides_alternate_one_corps_each_and_the_larger_army_goes_on_alone() -> None:
    play = position("Nominate a corps", {**FEDERALS, **CONFEDERATES})
    assert play.match.choices().judge(Nominate(CommandId("us_xvii")))
    assert orders_of_corps(play) == ["us_xiii", "cs_mississippi", "us_xv", "cs_relief", "us_xvii"]
    assert play.pending_roll.startswith("points")


def test_a_corps_moves_once_a_turn() -> None:
    play = position("Nominate a corps", {**FEDERALS, **CONFEDERATES}, activated_commands={"us_xiii"})
    assert play.refused(Nominate(CommandId("us_xiii"))).codes == ("not_offered",)


def test_the_enemys_corps_cannot_be_nominated() -> None:
    play = position("Nominate a corps", {**FEDERALS, **CONFEDERATES})
    assert play.refused(Nominate(CommandId("cs_relief"))).codes == ("not_offered",)


def test_a_corps_without_a_token_on_the_map_is_passed_over() -> None:
    play = position("Nominate a corps", {"carr": "Rocky Springs", "gregg": "Jackson"}, reserve=("loring", "steele"))
    assert orders_of_corps(play) == ["us_xiii", "cs_relief"]


def test_a_side_with_one_corps_left_is_not_asked_which() -> None:
    play = position("Nominate a corps", {"carr": "Rocky Springs", **CONFEDERATES})
    assert (play.step, play.board.command) == ("Move one token", "us_xiii")


def test_when_a_side_has_nothing_to_move_the_other_moves_all_of_its_corps() -> None:
    play = position("Nominate a corps", FEDERALS)
    assert sorted(orders_of_corps(play)) == ["us_xiii", "us_xv", "us_xvii"]


def test_wherever_a_division_of_the_corps_stands_it_moves_with_it() -> None:
    play = position("Nominate a corps", {"carr": "Rocky Springs", "hovey": "Canton", "gregg": "Jackson"})
    tokens = {getattr(move, "token", None) for move in play.match.choices()}
    assert tokens == {"carr", "hovey", None}


# begin new turn


def test_a_new_turn_begins_with_a_new_card_until_eight_have_been_played() -> None:
    at = {**FEDERALS, "gregg": "Canton", "hovey": "10,25", "carr": "8,9"}  # nobody scores
    play = position("Score", at, turns_ended=6, turn=7)
    assert play.pending_roll == "event card"
    assert play.board.turns_ended == 7


def test_when_the_cards_have_run_out_the_campaign_is_over() -> None:
    at = {**FEDERALS, "gregg": "Canton", "hovey": "10,25", "carr": "8,9"}
    play = position("Score", at, turns_ended=7, turn=8)
    assert play.outcome is not None
    assert play.board.turns_ended == 8
    assert play.match.cursor == ()
