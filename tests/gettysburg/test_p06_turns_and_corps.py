"""AFI p.6-8: ten turns, Confederates first, nine corps against three and army troops, Staff Dice, movement rates."""

import pytest
from tests.altar_of_freedom.kit import bare_board, campaign_of, gettysburg
from tests.gettysburg.kit import TRAIN_1, board_of, by_the_book, standing

from wargame_altar_of_freedom.board.actions import Done, EndMarch, Move, MoveNext, Nominate
from wargame_altar_of_freedom.board.turn_events import CorpsNominated
from wargame_altar_of_freedom.printed.lines import CommandId
from wargame_altar_of_freedom.rules.corps import commands_left, movement_over
from wargame_altar_of_freedom.rules.movement import allowances, march_allowance


def test_there_are_ten_turns_and_twelve_cards_two_of_which_never_come() -> None:
    match = gettysburg().start(seed=3)
    rng = __import__("random").Random(3)
    while match.waiting_for:
        match.play(match.choices(match.waiting_for[0]).sample(rng), match.waiting_for[0])
    board = board_of(match)
    assert (board.turns_ended, len(set(board.drawn_cards))) == (10, 10)
    assert len(board.campaign.deck.cards) == 12


def test_the_confederates_move_first_and_the_sides_take_turns() -> None:
    match = by_the_book()
    order: list[str] = []
    while board_of(match).turn == 1:
        choices = match.choices()
        update = match.play(next((one for one in (EndMarch(), Done()) if one in choices), next(iter(choices))))
        order += [event.side for event in update.events if isinstance(event, CorpsNominated)][: 13 - len(order)]
    assert order == ["confederate", "federal"] * 4 + ["federal"] * 5


def test_the_confederates_have_three_corps_and_their_army_troops_the_federals_nine_corps() -> None:
    board = board_of(by_the_book())
    assert commands_left(board, "confederate") == ["cs_i", "cs_ii", "cs_iii", "cs_army_troops"]
    federal = ["us_i", "us_ii", "us_iii", "us_v", "us_vi", "us_xi", "us_xii", "us_cavalry", "us_susquehanna"]
    assert commands_left(board, "federal") == federal


def test_every_corps_moves_once_a_turn() -> None:
    at = {"heth": "Cashtown", "hood": "Hagerstown", "early": "York"}
    play = standing("Nominate a corps", at, activated_commands={"cs_iii"}, mover="confederate")
    assert commands_left(play.board, "confederate") == ["cs_i", "cs_ii"]
    assert not movement_over(play.board)
    assert play.refused(Nominate(CommandId("cs_iii"))).codes == ("not_offered",)


def test_stuarts_pickets_and_the_trains_move_with_the_army_troops() -> None:
    at = {"cs_army_troops_picket_1": "Charlestown", TRAIN_1: "Greencastle", "heth": "Cashtown"}
    play = standing("Move one token", at, moving="cs_army_troops")
    assert set(play.match.choices()) == {MoveNext("cs_army_troops_picket_1"), MoveNext(TRAIN_1), EndMarch()}
    corps = standing("Move one token", at, moving="cs_iii")
    assert set(corps.match.choices()) == {MoveNext("heth"), EndMarch()}


@pytest.mark.parametrize(
    ("kind", "road", "with_a_three", "with_a_six"),
    [("infantry", 4, 7, 4), ("cavalry", 6, 9, 6), ("picket", 4, 7, 4), ("baggage_train", 4, 7, 4)],
)
def test_movement_rates(kind: str, road: int, with_a_three: int, with_a_six: int) -> None:
    campaign = campaign_of(gettysburg())
    assert march_allowance(campaign, kind, True, None) == road
    assert march_allowance(campaign, kind, True, 3) == with_a_three
    assert march_allowance(campaign, kind, True, 6) == with_a_six
    assert [march_allowance(campaign, kind, False, die) for die in (None, 3, 6)] == [0, 3, 0]


@pytest.mark.parametrize(
    ("name", "by_road"), [("heth", 4), ("gregg", 6), ("stuart", 6), ("us_susquehanna_picket_1", 4)]
)
def test_cavalry_divisions_are_the_three_of_pleasonton_and_stuarts(name: str, by_road: int) -> None:
    board = bare_board(gettysburg(), {name: "Gettysburg"})
    assert allowances(board, board.tokens[name], None) == (by_road, 0)


def test_a_baggage_train_may_be_given_a_staff_die() -> None:
    at = {TRAIN_1: "Greencastle"}
    play = standing("Allot Staff Dice", at, moving="cs_army_troops", dice_left={"confederate": 1}, dice=(5,))
    play.allot(TRAIN_1)
    play.take_up(TRAIN_1)
    assert play.match.pending is not None
    paths = [len(move.path) for move in play.match.choices() if isinstance(move, Move)]
    assert max(paths) == 9


def test_both_sides_count_the_dice_of_their_depots() -> None:
    play = standing("Collect Staff Dice", {"heth": "Cashtown", "hood": "Hagerstown"})
    assert play.board.staff_dice == {"federal": 12, "confederate": 7}
