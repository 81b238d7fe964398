"""Cards, orders and moves weighed piece by piece, each for itself: quick and varied proposals for a search."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from wargame_battlecry.board.actions import OFF, Discard, Done, Keep, Move, Order, PlayCard
from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.players.card_worth import Prospects, card_worth
from wargame_battlecry.players.evaluation import FLAG, danger, glance, potential
from wargame_battlecry.players.minor_choices import general_move
from wargame_battlecry.printed.game_board import HEXES
from wargame_battlecry.rules.announce_orders import OrderChoices
from wargame_battlecry.rules.move import OFF_BOARD, MoveChoices, allowance, destinations, exit_from
from wargame_core.maps.masks import bits

CardAction = PlayCard | Keep | Discard


class PieceByPiece:
    """Gives orders to the pieces that could do most, whatever the others do.

    A ``fast`` one guesses what an order is good for instead of trying every move. ``noise`` is by how many figures it
    may misjudge a choice.
    """

    def __init__(self, rng: random.Random, *, fast: bool, noise: float) -> None:
        self._rng, self._noise = rng, noise
        self._gain: Callable[[BattleBoard, str], float] = glance if fast else order_worth
        self._known: tuple[object, dict[str, float]] = (None, {})  # the gains worked out last, and of which position
        self.plans: list[str] = []

    def doubt(self) -> float:
        """By how much it misjudges a choice; next to nothing settles ties."""
        return self._rng.random() * (self._noise or 1e-9)

    def card(self, board: BattleBoard, seat: str, actions: Sequence[CardAction]) -> CardAction:
        """The best card to play or keep, the worst to discard."""
        gains = self.gains(board, seat)
        worth = {action.card: card_worth(board, seat, board.book.cards[action.card], gains) for action in actions}
        pick = min if isinstance(actions[0], Discard) else max
        return pick(actions, key=lambda action: worth[action.card] + self.doubt())

    def order(self, board: BattleBoard, seat: str, choices: OrderChoices) -> Order | Done:
        """An order to the piece that could do most with it."""
        gains = self.gains(board, seat)

        def worth(action: Order | Done) -> float:
            return (0.05 if isinstance(action, Done) else gains[action.piece]) + self.doubt()

        return max(choices, key=worth)

    def move(self, board: BattleBoard, seat: str, choices: MoveChoices) -> Move | Done:
        """The first ordered piece that gains by moving goes to its best hex, or off the board for its flags."""
        pieces = choices.pieces
        if self._noise:
            pieces = sorted(pieces, key=lambda piece: self._rng.random())
        for piece in pieces:
            to = self._goal(board, piece, choices.reach(piece))
            if to is not None:
                return Move(piece, to)
        return Done(choices.stage)

    def _goal(self, board: BattleBoard, piece: str, offered: int) -> str | None:
        """Where a piece goes among the hexes offered, None if it stays."""
        if offered >> OFF_BOARD & 1:
            return OFF
        if is_general(piece):
            home = general_move(board, piece, offered)
            return None if home is None else HEXES[home]
        if not offered:
            return None
        if self._noise:
            offered = sum(1 << space for space in bits(offered) if self._rng.random() < 0.6)
        _, to = potential(board, piece, offered, allowance(board, piece))
        return None if to == board.place[piece] else HEXES[to]

    def gains(self, board: BattleBoard, seat: str) -> dict[str, float]:
        """What each own piece could do with an order; kept while no piece, figure, work or reach changes.

        Between the choice of a card and the first move only orders are given, which change nothing of that.
        """
        position = (
            seat,
            board.turn,
            *(
                frozenset(known.items())
                for known in (board.place, board.figures, board.works, board.reach, board.moved, board.bonus)
            ),
            frozenset(board.captured.items()),
            frozenset(board.objectives),
        )
        if self._known[0] != position:
            gains = {piece: self._gain(board, piece) for piece in list(board.place) if board.side_of(piece) == seat}
            self._known = (position, gains)
        return self._known[1]

    def section(self, board: BattleBoard, seat: str, section: str) -> float:
        """What a march of the infantry in a section could do."""
        return Prospects(board, seat, self.gains(board, seat)).infantry_in(section)


def order_worth(board: BattleBoard, piece: str) -> float:
    """What a piece could do with an order."""
    if is_general(piece):
        return 0.5 * danger(board, piece)
    if board.battle.exits and exit_from(board, piece) is not None:
        return FLAG
    return potential(board, piece, destinations(board, piece), allowance(board, piece))[0]
