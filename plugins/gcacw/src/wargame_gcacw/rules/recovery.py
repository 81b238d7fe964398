"""Recovery at the end of a turn. Source: GCACW rules 1.4, 8 Recovery."""

from __future__ import annotations

from typing import Final

from wargame_core.authoring import Procedure, Table
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.pieces import UnitState
from wargame_gcacw.board.turn_events import Recovered
from wargame_gcacw.printed.counters import FRESH, SIDES
from wargame_gcacw.rules.entrenchment import entrench

REST: Final = 3
"""The fatigue levels that a turn's rest takes off."""


def recovered(unit: str, now: UnitState) -> Recovered:
    """A unit after its recovery: order, demoralization and side by the fatigue it had, then three levels less of it.

    Source: GCACW rules 1.4, 8 Recovery
    """
    fresh = now.fatigue <= FRESH
    return Recovered(
        unit,
        fatigue=max(0, now.fatigue - REST),
        exhausted=not fresh,
        disorganized=now.disorganized and not fresh,
        demoralized=max(0, now.demoralized - 1) if fresh else now.demoralized,
    )


def recovery(table: Table[FieldBoard]) -> Procedure[None]:
    """Infantry that rests may dig first, except after the last turn, when works help nobody; then every unit recovers.

    Source: GCACW rules 1.4, 8 Recovery
    """
    board = table.board
    if board.digging and board.turn < board.scenario.turns:
        for side in SIDES:
            yield from entrench(table, side)
    for unit_id, now in list(board.units.items()):
        after = recovered(unit_id, now)
        state = (after.fatigue, after.exhausted, after.disorganized, after.demoralized)
        if state != (now.fatigue, now.exhausted, now.disorganized, now.demoralized):
            table.record(after)
