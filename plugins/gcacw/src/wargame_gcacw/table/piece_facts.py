"""What stands on the counters now, in numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.pieces import UnitState


def _of_units(number: Callable[[UnitState], int]) -> Callable[[FieldBoard], Mapping[str, int]]:
    return lambda board: {unit_id: number(state) for unit_id, state in board.units.items()}


PIECE_FACTS: Mapping[str, Callable[[FieldBoard], Mapping[str, int]]] = {
    "manpower": _of_units(lambda state: state.manpower),
    "fatigue": _of_units(lambda state: state.fatigue),
    "exhausted": _of_units(lambda state: state.exhausted),
    "disorganized": _of_units(lambda state: state.disorganized),
    "demoralized": _of_units(lambda state: state.demoralized),
    "entrenched": _of_units(lambda state: bool(state.work)),
}
"""Of every unit on the map."""
