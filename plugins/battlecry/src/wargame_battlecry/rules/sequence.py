"""The sequence of play. Source: BC150 p.6 What to do on a Turn."""

from __future__ import annotations

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.board.stages import Stage, stage_is_past
from wargame_battlecry.printed import cites
from wargame_battlecry.rules.announce_orders import order_one
from wargame_battlecry.rules.battle import battle_with_one
from wargame_battlecry.rules.move import move_again, move_one
from wargame_battlecry.rules.play_a_card import (
    all_dealt,
    begin_turn,
    deal_one,
    draw_one,
    end_turn,
    fight_back_battle,
    follow_the_card,
    keep_one,
    may_fight_back,
    offer_fight_back,
    owes_cards,
    pay_cards,
    play_a_card,
    spend_card,
    to_draw,
    too_many_cards,
)
from wargame_core.authoring import Repeat, Sequence, Step


def _all_moved_again(board: BattleBoard) -> bool:
    return board.stage is not Stage.SECOND_MOVES or not board.again


def _fighting_back(board: BattleBoard) -> bool:
    return board.fighting_back


def _hands_full(board: BattleBoard) -> bool:
    return not to_draw(board)


def _paid(board: BattleBoard) -> bool:
    return not owes_cards(board)


def _never(board: BattleBoard) -> bool:
    return False


BATTLE = Sequence(
    "Battle Cry",
    Repeat("Deal", Step("Deal a command card", deal_one, cites.PLAY), until=all_dealt),
    Repeat(
        "Turn",
        Step("Begin the turn", begin_turn, cites.TURN),
        Step("Play a command card", play_a_card, cites.PLAY),
        Step("Follow the card", follow_the_card, cites.COMMAND_CARDS),
        Repeat(
            "Announce orders",
            Step("Order one", order_one, cites.ORDERS),
            until=stage_is_past(Stage.ORDERS),
            cite=cites.ORDERS,
        ),
        Repeat("Move", Step("Move one", move_one, cites.MOVE), until=stage_is_past(Stage.MOVES), cite=cites.MOVE),
        Repeat(
            "Battle",
            Step("Battle with one unit", battle_with_one, cites.BATTLE),
            Repeat("Cards for flags", Step("Discard", pay_cards, cites.R_BOARD), until=_paid),
            Step("Fight Back?", offer_fight_back, cites.R_CARDS, when=may_fight_back),
            Step("Fight Back", fight_back_battle, cites.R_CARDS, when=_fighting_back),
            Repeat(
                "Cards for flags again",
                Step("Discard", pay_cards, cites.R_BOARD),
                until=_paid,
            ),
            until=stage_is_past(Stage.BATTLES),
            cite=cites.BATTLE,
        ),
        Repeat("Second move", Step("Move one again", move_again, cites.R_CARDS), until=_all_moved_again),
        Step("Discard the card", spend_card, cites.PLAY),
        Repeat("Draw", Step("Draw a command card", draw_one, cites.DRAW), until=_hands_full, cite=cites.DRAW),
        Step("Keep one", keep_one, cites.R_CARDS, when=too_many_cards),
        Step("End the turn", end_turn, cites.TURN),
        until=_never,
    ),
)
