"""What stands on the counters now, in numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

from wargame_gcacw.board.board import FieldBoard, UnitState


def _of_units(number: Callable[[UnitState], int]) -> Callable[[FieldBoard], Mapping[str, int]]:
    return lambda board: dict(zip(board.units, map(number, board.units.values()), strict=True))


PIECE_FACTS: Mapping[str, Callable[[FieldBoard], Mapping[str, int]]] = {
    "manpower": _of_units(attrgetter("manpower")),
    "fatigue": _of_units(attrgetter("fatigue")),
    "exhausted": _of_units(attrgetter("exhausted")),
    "disorganized": _of_units(attrgetter("disorganized")),
    "demoralized": _of_units(attrgetter("demoralized")),
    "entrenched": _of_units(lambda state: bool(state.work)),
}
"""Of every unit on the map."""
