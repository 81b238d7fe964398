"""Tired units on the march. Source: GCACW rules 1.4, 5.1 March."""

from __future__ import annotations

from functools import cache

from attrs import evolve

from wargame_core.authoring import D6, Procedure, Table
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.march_events import Disorganized, ExtendedMarched, lose
from wargame_gcacw.charts.marches import ExtendedMarch, SideUp, extended_march_due
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import TIRED_OUT

_ruling = cache(ExtendedMarch.ruling)
"""So few marches come up in play that each result is worked out once."""


def extend_march(table: Table[FieldBoard], unit: str) -> Procedure[None]:
    """Roll for a unit that has just become so tired that its march is an extended one.

    Source: GCACW charts 1.6 Extended March Table
    """
    board = table.board
    counter, now = board.unit(unit), board.units[unit]
    side_up: SideUp = "exhausted" if now.exhausted else "normal"
    if not extended_march_due(side_up, now.fatigue):
        return
    die = yield from table.roll_openly(D6, f"extended march of {counter.name}", cites.EXTENDED_MARCH)
    march = ExtendedMarch(
        game=board.scenario.game,
        nation=counter.side,
        unit_type=counter.arm,
        organized=not now.disorganized,
        manpower=now.manpower,
        side_up=side_up,
        fatigue_from=now.fatigue - 1,
        fatigue_to=now.fatigue,
        potomac=counter.potomac,
    )
    ruling = _ruling(march, die)
    result = ruling.result
    titled = evolve(ruling, title=f"Extended march of {counter.name}") if table.events is not None else None
    table.record(ExtendedMarched(unit, die, str(result), titled))
    if result == "D":
        table.record(Disorganized(unit, "by the extended march"))
    elif isinstance(result, int) and result:
        lose(table, unit, result, "extended_march")


def march_tired_out(table: Table[FieldBoard], unit: str) -> None:
    """An organized unit at fatigue 4 marches without the table, and is disorganized (an option of the rules)."""
    if table.board.units[unit].fatigue == TIRED_OUT:
        table.record(Disorganized(unit, "by marching though tired out"))
