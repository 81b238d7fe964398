"""Tired units on the march, and force marches. Source: GCACW rules 1.4, 5.1 March."""

from __future__ import annotations

from functools import cache

from attrs import evolve

from wargame_core.authoring import D6, Procedure, Table
from wargame_gcacw.board.actions import ForceMarch
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.march_events import Disorganized, ExtendedMarched, ForceMarched, lose
from wargame_gcacw.charts.extended_march import SideUp, extended_march, extended_march_due
from wargame_gcacw.charts.march_tables import force_march
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import TIRED_OUT
from wargame_gcacw.rules.movement_costs import POINT

FORCED_DICE = {"infantry": 1, "cavalry": 2}


_extended_march = cache(extended_march)
"""So few arguments come up in play that each result is worked out once."""


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
    ruling = _extended_march(
        game=board.scenario.game,
        nation=counter.side,
        unit_type=counter.arm,
        organized=not now.disorganized,
        manpower=now.manpower,
        side_up=side_up,
        fatigue_from=now.fatigue - 1,
        fatigue_to=now.fatigue,
        die=die,
        potomac=counter.potomac,
    )
    result = ruling.result
    titled = evolve(ruling, title=f"Extended march of {counter.name}") if table.events is not None else None
    table.record(ExtendedMarched(unit, die, str(result), titled))
    if result == "D":
        table.record(Disorganized(unit, "by the extended march"))
    elif isinstance(result, int) and result:
        lose(table, unit, result, "extended_march")


def may_force(board: FieldBoard, unit: str) -> bool:
    """Whether a marching unit may force its march: organized infantry or cavalry, by day."""
    return not board.night and board.unit(unit).arm in FORCED_DICE and not board.units[unit].disorganized


def offer_force_march(table: Table[FieldBoard], unit: str) -> Procedure[None]:
    """More movement points for a unit that takes the loss and the disorder.

    Source: GCACW charts 1.6 Force March
    """
    board = table.board
    if not may_force(board, unit):
        return
    counter, manpower = board.unit(unit), board.units[unit].manpower
    prompt = f"Force march with {counter.name}?"
    choices = [ForceMarch(False), ForceMarch(True)]
    chosen = yield from table.ask(counter.side, choices, prompt, cites.FORCE_MARCH, step="Force march")
    if not chosen.force:
        return
    dice = []
    for _ in range(FORCED_DICE[counter.arm]):
        dice.append((yield from table.roll_openly(D6, f"force march of {counter.name}", cites.FORCE_MARCH)))
    result = force_march("cavalry" if counter.arm == "cavalry" else "infantry", roll=sum(dice), manpower=manpower)
    table.record(ForceMarched(unit, tuple(dice), result.extra_mp * POINT))
    if result.manpower_loss:
        lose(table, unit, result.manpower_loss, "force_march")


def march_tired_out(table: Table[FieldBoard], unit: str) -> None:
    """An organized unit at fatigue 4 marches without the table, and is disorganized (an option of the rules)."""
    if table.board.units[unit].fatigue == TIRED_OUT:
        table.record(Disorganized(unit, "by marching though tired out"))
