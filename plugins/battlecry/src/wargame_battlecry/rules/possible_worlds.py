"""What a seat does not see, filled in by chance: other hands and the draw pile."""

from __future__ import annotations

import random

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.sides import SIDES
from wargame_battlecry.rules.set_up import deck_of


def possible_world(before: BattleBoard, now: BattleBoard, seat: str, rng: random.Random) -> BattleBoard:
    """The checkpoint's board with the secrets filled in by chance.

    Whatever was printed and is neither discarded nor in play nor held by the seat itself may be anywhere.
    """
    board = before.copy()
    unseen = deck_of(board.book, board.battle)
    for card in (*board.discards, *board.hands.get(seat, ()), *([board.card] if board.card else [])):
        unseen.remove(card)
    rng.shuffle(unseen)
    for side in SIDES:
        if side != seat:
            hand, unseen = unseen[: board.held[side]], unseen[board.held[side] :]
            board.hands[side] = tuple(sorted(hand))
            if too_many := board.held[side] - board.hand_size[side] if side == board.active else 0:
                board.drawn[side] = tuple(rng.sample(hand, too_many + 1)) if too_many > 0 else ()
    board.pile = tuple(sorted(unseen))
    return board
