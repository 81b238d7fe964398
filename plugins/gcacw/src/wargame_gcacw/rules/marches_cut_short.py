"""A march is the same in one stretch or in several. Source: GCACW rules 1.4, 5.1 March."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wargame_core.authoring import Marches
from wargame_gcacw.board.actions import CavalryRetreat, MoveTo
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.rules.march import MarchChoices


def cut(board: FieldBoard, action: Any) -> Iterator[tuple[MoveTo, MoveTo]]:
    """The way cut at each of its hexes; the march goes on from there to the same end."""
    if isinstance(action, MoveTo) and board.march is not None:
        ground = board.ground
        way = MarchChoices(board, board.march).path(ground.map.parse(action.to))
        yield from ((MoveTo(ground.name(space)), action) for space in way[1:-1])


MARCHES = Marches(cut, meanwhile=(CavalryRetreat(False),))
