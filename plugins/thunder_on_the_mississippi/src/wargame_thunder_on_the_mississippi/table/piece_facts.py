"""What stands on the commands now, in numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wargame_gcacw.charts.combat_chart import CombatState
from wargame_thunder_on_the_mississippi.board.board import ClockBoard


def _of_units(number: Callable[[CombatState], int]) -> Callable[[ClockBoard], Mapping[str, int]]:
    return lambda board: {command: number(state) for command, state in board.units.items()}


PIECE_FACTS: Mapping[str, Callable[[ClockBoard], Mapping[str, int]]] = {
    "manpower": _of_units(lambda state: state.manpower),
    "fatigue": _of_units(lambda state: state.fatigue),
    "disorganized": _of_units(lambda state: state.disorganized),
    "demoralized": _of_units(lambda state: state.demoralized),
}
"""Of every command on the map."""
