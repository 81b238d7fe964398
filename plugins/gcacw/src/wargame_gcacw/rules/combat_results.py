"""What a combat result does to the units of one side, their way back apart.

Source: Summary of Combat Results; GCACW rules 1.4, 7.6; decision 0133.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from wargame_core import Procedure, Table
from wargame_gcacw.board.actions import TakeLoss
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.combat_events import Suffered
from wargame_gcacw.board.march_events import lose
from wargame_gcacw.charts.result_codes import Result, UnitState, apply_result
from wargame_gcacw.printed import cites
from wargame_gcacw.rules.leaders import resettle


def suffer(table: Table[FieldBoard], ids: Sequence[str], result: Result) -> Procedure[None]:
    """The units of a side have lost the manpower of a result, and each survivor bears its letters.

    Leaders whose unit is gone have joined another.
    """
    board: FieldBoard = table.board
    yield from lose_manpower(table, ids, result.loss)
    letters = evolve(result, loss=0)
    for id in ids:
        if id not in board.units:
            continue
        now = board.units[id]
        was = UnitState(now.manpower, now.fatigue, now.disorganized, now.demoralized)
        after = apply_result(letters, was, active=False).unit
        if (after.fatigue, after.disorganized, after.demoralized) != (was.fatigue, was.disorganized, was.demoralized):
            table.record(Suffered(id, after.fatigue, after.disorganized, after.demoralized))
        if after.manpower < was.manpower:
            lose(table, id, was.manpower - after.manpower, "combat")
    yield from resettle(table)


def lose_manpower(table: Table[FieldBoard], ids: Sequence[str], points: int) -> Procedure[None]:
    """Each point is lost by the unit with the most manpower left; among equal ones the owner chooses.

    Nobody is asked while there are enough points for every one of the equal units. Source: GCACW rules 1.4, 7.6
    """
    board: FieldBoard = table.board
    while points:
        alive = {id: board.units[id].manpower for id in ids if id in board.units}
        if not alive:
            return
        most = max(alive.values())
        tied = [id for id, manpower in alive.items() if manpower == most]
        if len(tied) == 1:
            next_most = max((manpower for manpower in alive.values() if manpower < most), default=0)
            lost = min(points, most - next_most)
            lose(table, tied[0], lost, "combat")
            points -= lost
        elif points >= len(tied):
            for id in tied:
                lose(table, id, 1, "combat")
            points -= len(tied)
        else:
            side, prompt = board.unit(tied[0]).side, "Who loses the next point of manpower?"
            chosen = yield from table.ask(side, [TakeLoss(id) for id in tied], prompt, cites.RESULTS)
            lose(table, chosen.unit, 1, "combat")
            points -= 1
