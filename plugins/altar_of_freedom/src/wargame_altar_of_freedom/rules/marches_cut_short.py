"""What becomes of a march that ends short of where it could. Source: GotW p.6 Movement Rates (AFI p.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from wargame_altar_of_freedom.board.actions import Move, RailMove
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_core.authoring import Marches


def cut(board: CampaignBoard, action: Any) -> Iterator[tuple[Move | RailMove, Move | RailMove]]:
    """The path cut after each of its spaces but the last."""
    if isinstance(action, (Move, RailMove)):
        for spaces in range(1, len(action.path)):
            yield evolve(action, path=action.path[:spaces]), evolve(action, path=action.path[spaces:])


MARCHES = Marches(cut, one_move="a token marches once; where its path ends it halts")
