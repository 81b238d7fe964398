"""Cavalry that gives way before infantry, in the middle of the enemy's action.

Source: GCACW rules 1.4, 7.7; Cavalry Retreat Die Roll Modifiers. Readings: Cavalry before infantry.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from wargame_core.authoring import D6, Procedure, Ruling, Table
from wargame_gcacw.board.actions import CavalryRetreat
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.combat_events import CavalryRetreated, Tired, WayCleared
from wargame_gcacw.board.march_events import Disorganized, lose
from wargame_gcacw.charts.cavalry_retreat import cavalry_retreat_modifier
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import FOE, TIRED_OUT, Side
from wargame_gcacw.rules.attacks import POINT
from wargame_gcacw.rules.combat_on_map import terrain_defence
from wargame_gcacw.rules.combat_values import entrenched_value
from wargame_gcacw.rules.retreat import retreat_all

LOSES_AT: Final = 1
"""The highest modified roll at which each unit loses a point of manpower."""


def only_cavalry(board: FieldBoard, space: int, side: Side) -> bool:
    """Whether a hex holds cavalry of a side and nobody else."""
    here, book = board.stacks.get(space), board.book.units
    return here is not None and all(book[unit_id].side == side and book[unit_id].arm == "cavalry" for unit_id in here)


def hexes_to_ask(board: FieldBoard, unit: str) -> list[int]:
    """The hexes of cavalry in whose zone of control an active infantry unit stands, in the order of the map.

    At night, and before other arms, cavalry does not give way. Source: GCACW rules 1.4, 7.7
    """
    counter = board.unit(unit)
    if board.night or counter.arm != "infantry":
        return []
    here, foe, zones = board.units[unit].space, FOE[counter.side], board.ground.zone
    around = board.ground.map.neighbours[here]
    return [space for space in around if zones[space] >> here & 1 and only_cavalry(board, space, foe)]


def roll_modifier(board: FieldBoard, space: int, start: int) -> Ruling:
    """The modifiers to the die of the cavalry in a hex before an enemy in another, itemised."""
    ids = board.at(space)
    now = [board.units[unit_id] for unit_id in ids]
    return cavalry_retreat_modifier(
        game=board.scenario.game,
        nation=board.unit(ids[0]).side,
        combined_value=Fraction(entrenched_value(board, ids)),
        units=len(ids),
        terrain_modifier=terrain_defence(board, start, space),
        all_demoralized=all(status.demoralized for status in now),
        all_fatigue_4=all(status.fatigue == TIRED_OUT for status in now),
    )


def react(table: Table[FieldBoard], unit: str) -> Procedure[None]:
    """Cavalry beside the active infantry unit has given way where its owner wanted; it costs the march points.

    To be called when the unit starts its march or has entered a hex: each hex of cavalry is asked once for it. When
    no enemy zone holds the unit any more, its march may go on. Source: GCACW rules 1.4, 7.7.
    Readings: Marches met by cavalry
    """
    board = table.board
    foe = FOE[board.unit(unit).side]
    hexes = hexes_to_ask(board, unit)
    if not hexes:
        return
    here = board.units[unit].space
    for space in hexes:
        if only_cavalry(board, space, foe):
            yield from offer(table, space, here)
    clear_way(table, unit)


def clear_way(table: Table[FieldBoard], unit: str) -> None:
    """Let a march go on that an enemy zone of control had stopped, if the unit stands in none any more.

    Readings: Marches met by cavalry
    """
    board = table.board
    march = board.march
    if march is None or march.unit != unit or not march.stopped:
        return
    if not board.zone(FOE[board.unit(unit).side]) >> board.units[unit].space & 1:
        table.record(WayCleared(unit))


def offer(table: Table[FieldBoard], space: int, start: int) -> Procedure[bool]:
    """Whether the cavalry in a hex has given way before the enemy in another, all of it, with all that follows."""
    board = table.board
    ids = board.at(space)
    side, where = board.unit(ids[0]).side, board.ground.label(space)
    prompt = f"The cavalry in {where} may retreat before the enemy in {board.ground.label(start)}"
    options = (CavalryRetreat(True), CavalryRetreat(False))
    chosen = yield from table.ask(side, options, prompt, cites.CAVALRY_RETREAT, step="Cavalry retreat")
    if not chosen.retreat:
        return False
    die = yield from table.roll_openly(D6, f"cavalry retreat from {where}", cites.CAVALRY_RETREAT)
    total = die + roll_modifier(board, space, start).total
    points = max(0, total // 2) * POINT
    table.record(CavalryRetreated(board.ground.name(space), ids, die, total, points))
    for unit_id in ids:
        table.record(Tired(unit_id))
        if not board.units[unit_id].disorganized:
            table.record(Disorganized(unit_id))
        if total <= LOSES_AT:
            lose(table, unit_id, 1, "cavalry_retreat")
    yield from retreat_all(table, ids, "cavalry", start)
    return True
