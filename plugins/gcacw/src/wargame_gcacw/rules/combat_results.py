"""What a combat result does to the units of one side, their way back apart.

Source: Summary of Combat Results; GCACW rules 1.4, 7.6. Readings: Order of results, Points of manpower.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from wargame_core.authoring import Procedure, Table
from wargame_gcacw.board.actions import TakeLoss
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.combat_events import Suffered
from wargame_gcacw.board.march_events import lose
from wargame_gcacw.charts.result_codes import CombatState, Result, apply_result
from wargame_gcacw.printed import cites
from wargame_gcacw.rules.leaders import resettle


def suffer(table: Table[FieldBoard], ids: Sequence[str], result: Result) -> Procedure[None]:
    """The units of a side have lost the manpower of a result, and each survivor bears its letters.

    Leaders whose unit is gone have joined another.
    """
    board = table.board
    yield from lose_manpower(table, ids, result.loss)
    letters = evolve(result, loss=0)
    for unit_id in ids:
        if unit_id not in board.units:
            continue
        now = board.units[unit_id]
        was = CombatState(now.manpower, now.fatigue, now.disorganized, now.demoralized)
        after = apply_result(letters, was, active=False).unit
        if (after.fatigue, after.disorganized, after.demoralized) != (was.fatigue, was.disorganized, was.demoralized):
            table.record(Suffered(unit_id, after.fatigue, after.disorganized, after.demoralized))
        if after.manpower < was.manpower:
            lose(table, unit_id, was.manpower - after.manpower, "combat")
    yield from resettle(table)


def lose_manpower(table: Table[FieldBoard], ids: Sequence[str], points: int) -> Procedure[None]:
    """Each point is lost by the unit with the most manpower left; among equal ones the owner chooses.

    Nobody is asked while there are enough points for every one of the equal units. Source: GCACW rules 1.4, 7.6
    """
    board = table.board
    while points:
        manpower = {unit_id: board.units[unit_id].manpower for unit_id in ids if unit_id in board.units}
        left = dict(manpower)
        tied = share_losses(left, points)
        for unit_id, now in left.items():
            if now < manpower[unit_id]:
                lose(table, unit_id, manpower[unit_id] - now, "combat")
        points -= sum(manpower.values()) - sum(left.values())
        if not tied:
            return
        side, prompt = board.unit(tied[0]).side, "Who loses the next point of manpower?"
        losses = [TakeLoss(unit_id) for unit_id in tied]
        chosen = yield from table.ask(side, losses, prompt, cites.RESULTS, step="Losses")
        lose(table, chosen.unit, 1, "combat")
        points -= 1


def share_losses(left: dict[str, int], points: int) -> list[str]:
    """Take points off the manpower left to units, always from the most; the equal ones among whom a choice is open.

    None when all points are taken, or nobody is left to lose any.
    """
    while points and any(left.values()):
        most = max(left.values())
        tied = [unit_id for unit_id, manpower in left.items() if manpower == most]
        if points < len(tied):
            return tied
        for unit_id in tied:
            left[unit_id] -= 1
        points -= len(tied)
    return []
