"""Recovery and entrenchment at the end of a turn. Source: GCACW rules 1.4, 8 Recovery and 9 Entrenchment."""

from __future__ import annotations

from typing import Final

from wargame_core.authoring import Procedure, Table
from wargame_gcacw.board.actions import Done, Entrench
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.pieces import UnitState
from wargame_gcacw.board.turn_events import Entrenched, Recovered
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import NATION, SIDES, Side, Work

FRESH: Final = 2
"""The fatigue level up to which a unit recovers its order and its better side."""
REST: Final = 3
NEXT_WORK: Final[dict[Work, Work]] = {"": "breastworks", "breastworks": "fort_build", "fort_build": "fort"}


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


def may_entrench(board: FieldBoard, unit: str) -> bool:
    """Whether a unit may take or improve works: infantry that kept its hex this turn and is not too tired.

    Source: GCACW rules 1.4, 9 Entrenchment
    """
    now = board.units[unit]
    return (
        board.unit(unit).arm == "infantry"
        and now.fatigue <= FRESH
        and now.work in NEXT_WORK
        and unit not in board.left_hex
    )


def entrench(table: Table[FieldBoard], side: Side) -> Procedure[None]:
    """The units of a side that dig, each once."""
    board = table.board
    waiting = [Entrench(unit_id) for unit_id in board.of(side) if may_entrench(board, unit_id)]
    while waiting:
        prompt = f"Which {NATION[side]} units entrench?"
        chosen = yield from table.ask(side, [*waiting, Done()], prompt, cites.ENTRENCHMENT)
        if isinstance(chosen, Done):
            return
        waiting.remove(chosen)
        table.record(Entrenched(chosen.unit, NEXT_WORK[board.units[chosen.unit].work]))
