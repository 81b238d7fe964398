"""What stands on the pieces now, in numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wargame_battlecry.board.board import BattleBoard

PIECE_FACTS: Mapping[str, Callable[[BattleBoard], Mapping[str, int]]] = {
    "figures": lambda board: board.figures,
    "ordered": lambda board: dict.fromkeys(board.ordered, 1),
    "hexes moved": lambda board: board.moved,
    "battles fought": lambda board: board.battled,
}
"""Figures left, and what a piece has done in this turn."""
