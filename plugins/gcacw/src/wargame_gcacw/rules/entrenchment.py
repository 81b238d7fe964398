"""Entrenchment: infantry that rests takes works or improves them. Source: GCACW rules 1.4, 9 Entrenchment."""

from __future__ import annotations

from typing import Final

from wargame_core.authoring import Procedure, Table
from wargame_gcacw.board.actions import Done, Entrench
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.turn_events import Entrenched
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import FRESH, NATION, Side, Work

NEXT_WORK: Final[dict[Work, Work]] = {"": "breastworks", "breastworks": "fort_build", "fort_build": "fort"}
"""The work that a unit has next, by the one it has."""


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
    """The units of a side that dig, each once. Source: GCACW rules 1.4, 9 Entrenchment."""
    board = table.board
    waiting = [Entrench(unit_id) for unit_id in board.of(side) if may_entrench(board, unit_id)]
    while waiting:
        prompt = f"Which {NATION[side]} units entrench?"
        chosen = yield from table.ask(side, [*waiting, Done()], prompt, cites.ENTRENCHMENT)
        if isinstance(chosen, Done):
            return
        waiting.remove(chosen)
        table.record(Entrenched(chosen.unit, NEXT_WORK[board.units[chosen.unit].work]))
