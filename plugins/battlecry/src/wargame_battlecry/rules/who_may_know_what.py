"""Who may know what in Battle Cry, in a player's sentences. Source: rules p.4 The Command Cards."""

from __future__ import annotations

from random import Random

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.sides import SIDES
from wargame_core.authoring import Secrecy


def other_cards(board: BattleBoard, seat: str, rng: Random) -> BattleBoard:
    """Other cards in the hands that the seat does not hold, out of these hands and the draw pile."""
    board = board.copy()
    others = [side for side in SIDES if side != seat]
    cards = [*board.pile, *(card for side in others for card in board.hands[side])]
    rng.shuffle(cards)
    for side in others:
        count = len(board.hands[side])
        hand, cards = cards[:count], cards[count:]
        board.hands[side] = tuple(sorted(hand))
        if side in board.drawn:
            board.drawn[side] = tuple(rng.sample(hand, min(len(board.drawn[side]), count)))
    board.pile = tuple(sorted(cards))
    return board


SECRETS = (
    Secrecy(
        "The cards in a hand, and which of them were drawn this turn, are known to their side; nobody knows the order "
        "of the draw pile. How many cards each side holds, and the discards, everybody sees.",
        cites.DRAW,
        other_cards,
    ),
    Secrecy("Everything on the battlefield, and every die, is seen by everybody.", cites.DRAW),
)
"""Who may know what."""
