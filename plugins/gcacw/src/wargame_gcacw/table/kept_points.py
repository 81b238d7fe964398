"""The points as panels show them, and the panels, worked out once for all that look at a position.

Tracing the lines of communication is most of the work of a view, and most choices move nothing that they depend on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from attrs import frozen

from wargame_core.flow.panels import Panel
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed.scenario import Book

POSITIONS = 8
"""Positions kept for the games of one book, the latest."""


@frozen(eq=False)
class Counted:
    """Everything of a board that points depend on, as it was."""

    units: tuple[tuple[str, int, int, bool], ...]
    rest: tuple[Any, ...]

    @staticmethod
    def of(board: FieldBoard) -> Counted:
        """What points depend on now, read off the board."""
        held: tuple[Mapping[Any, Any], ...] = (
            board.control,
            board.exited,
            board.lost,
            board.train_marches,
            board.train_retreats,
        )
        rest = (board.scenario_id, board.rain, board.gone, *(tuple(part.items()) for part in held))
        units = tuple((unit, now.space, now.manpower, now.disorganized) for unit, now in board.units.items())
        return Counted(units, rest)

    def same(self, other: Counted) -> bool:
        """Whether the points are the same in both."""
        return self.units == other.units and self.rest == other.rest


T = TypeVar("T")
Made = dict[Callable[[FieldBoard], Any], Any]
"""What functions of a board have made of its points."""
_KEPT: WeakKeyDictionary[Book, deque[tuple[Counted, Made]]] = WeakKeyDictionary()


def kept_points(board: FieldBoard, make: Callable[[FieldBoard], T]) -> T:
    """What ``make`` makes of a board's points, once for all boards with the same units and losses."""
    kept, now = _KEPT.setdefault(board.book, deque(maxlen=POSITIONS)), Counted.of(board)
    made: Made | None = next((made for counted, made in reversed(kept) if counted.same(now)), None)
    if made is None:
        made = {}
        kept.append((now, made))
    if make not in made:
        made[make] = make(board)
    value: T = made[make]
    return value


ORDERED = ("units", "leader_with", "lost", "exited", "control")
"""Fields whose order shows in panels."""

_PANELS: WeakKeyDictionary[Book, tuple[FieldBoard, tuple[Panel, ...]]] = WeakKeyDictionary()


def kept_panels(board: FieldBoard, make: Callable[[FieldBoard], tuple[Panel, ...]]) -> tuple[Panel, ...]:
    """The panels of a board, made once for all who look at the same position: nothing is hidden from anybody."""
    kept = _PANELS.get(board.book)
    if kept is not None and _same(kept[0], board):
        return kept[1]
    made = make(board)
    _PANELS[board.book] = board.copy(), made
    return made


def _same(board: FieldBoard, other: FieldBoard) -> bool:
    """Whether two boards are equal, the order of what panels list included."""
    return board == other and all(list(getattr(board, name)) == list(getattr(other, name)) for name in ORDERED)
