"""Force marches: more movement points for a loss and disorder. Source: GCACW charts 1.6 Force March."""

from __future__ import annotations

from wargame_core.authoring import D6, Procedure, Table
from wargame_gcacw.board.actions import ForceMarch
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.march_events import ForceMarched, lose
from wargame_gcacw.charts.marches import force_march
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.ground import POINT

FORCED_DICE = {"infantry": 1, "cavalry": 2}
"""How many dice each arm rolls for a force march."""


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
