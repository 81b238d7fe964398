"""What becomes of a move that ends short of where it could. Source: BC150 p.6 Move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wargame_battlecry.board.actions import OFF, Move
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import ADJACENT, HEXES, SPACE
from wargame_core.authoring import Marches
from wargame_core.maps.masks import bits


def cut(board: BattleBoard, action: Any) -> Iterator[tuple[Move, Move]]:
    """A move to each hex beside the piece, and from there to where it wanted."""
    if isinstance(action, Move) and action.piece in board.place and action.to != OFF:
        beside = ADJACENT[board.place[action.piece]]
        if not beside >> SPACE[action.to] & 1:
            yield from ((Move(action.piece, HEXES[space]), action) for space in bits(beside))


MARCHES = Marches(cut, one_move="a piece moves once a turn; where it stops it stays")
