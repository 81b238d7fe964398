"""The siege of Vicksburg: recovery, the siege phase, forts, the garrison's demoralization, and its surrender.

The sheet names the segments and says what demoralization does; the numbers are reconstructed.
Readings: Siege and relief.
"""

from __future__ import annotations

from attrs import evolve

from wargame_core.authoring import D6, Procedure, Table
from wargame_gcacw.charts.combat_chart import CombatState
from wargame_thunder_on_the_mississippi.board.actions import PickFort
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.board.cycle_events import (
    GarrisonDemoralized,
    SiegePointsChanged,
    SurrenderRolled,
)
from wargame_thunder_on_the_mississippi.board.operation_events import AttemptFailed, FortChanged, UnitChanged
from wargame_thunder_on_the_mississippi.board.turn_events import Recovered, SiegeNoted
from wargame_thunder_on_the_mississippi.printed import cites
from wargame_thunder_on_the_mississippi.printed.book import GARRISON, NO_FORT, UNION, FortId
from wargame_thunder_on_the_mississippi.printed.random_events import RandomEvent
from wargame_thunder_on_the_mississippi.rules.ending import fall


def recovery(t: Table[ClockBoard]) -> None:
    """Commands recover fatigue, and the rested organization; in a Water Crisis not those of the Union away from water.

    Demoralization goes one step back for a rested command; the besieged do not rest. Readings: Siege and depots.
    """
    board = t.board
    changed = {}
    for command, unit in board.units.items():
        after = recovered(board, command, unit)
        if after != unit:
            changed[command] = after
    t.record(Recovered(changed))


def recovered(board: ClockBoard, command: str, unit: CombatState) -> CombatState:
    """A command after the recovery phase."""
    dry = board.event is RandomEvent.UNION_WATER_CRISIS and board.side_of(command) == UNION
    if dry and (not board.book.places[board.place[command]].water or command in board.heading):
        return unit
    rested = unit.fatigue == 0
    at_ease = rested and not (command == GARRISON and board.besieged)
    return CombatState(
        unit.manpower,
        max(0, unit.fatigue - board.book.numbers.recovery_levels),
        unit.disorganized and not rested,
        max(0, unit.demoralized - 1) if at_ease else unit.demoralized,
    )


def siege_phase(t: Table[ClockBoard]) -> None:
    """Vicksburg is besieged while enough Union commands stand in the lines; the turn counts for the cycle."""
    board = t.board
    t.record(SiegeNoted(board.invested, board.invested != board.besieged))


def add_points(t: Table[ClockBoard], points: int, why: str) -> None:
    """Siege points, never below 0."""
    board = t.board
    now = max(0, board.points + points)
    if now != board.points:
        t.record(SiegePointsChanged(now, why))


def pick_fort(t: Table[ClockBoard], prompt: str) -> Procedure[FortId]:
    """The fort that the Union chooses; "" when every fort is down."""
    board = t.board
    standing = [fort for fort, level in board.forts.items() if level]
    if len(standing) > 1:
        chosen = yield from t.ask(UNION, [PickFort(fort) for fort in standing], prompt, cites.SEQUENCE)
        fort: FortId = chosen.fort
        return fort
    return standing[0] if standing else NO_FORT


def siege_attrition(t: Table[ClockBoard]) -> Procedure[None]:
    """While besieged each division of the garrison loses a point of manpower on low faces; a siege point."""
    board = t.board
    if not board.besieged:
        return
    lost = 0
    for number in range(1, board.book.commands[GARRISON].units + 1):
        die = yield from t.roll_openly(D6, f"attrition of division {number}", cites.STRATEGIC_EVENTS)
        lost += die in board.book.effects.siege.attrition_on
    unit = board.units[GARRISON]
    if lost:
        t.record(UnitChanged(GARRISON, evolve(unit, manpower=max(0, unit.manpower - lost))))
    if GARRISON not in board.units:
        fall(t, "destroyed", "Nothing is left of the garrison")
    add_points(t, board.book.effects.siege.points_per_event, "Siege Attrition")


def mine_operations(t: Table[ClockBoard]) -> Procedure[None]:
    """While besieged a fort of the Union's choice is mined, and falls a level on high faces; a siege point."""
    board = t.board
    if not board.besieged:
        return
    siege = board.book.effects.siege
    fort = yield from pick_fort(t, "Union Mine Operations: which fort is mined?")
    if fort:
        die = yield from t.roll_openly(D6, f"mine under the {board.book.forts[fort].name}", cites.STRATEGIC_EVENTS)
        if die in siege.mine_succeeds_on:
            t.record(FortChanged(fort, board.forts[fort] - 1, "mine"))
        else:
            t.record(AttemptFailed(f"mine under the {board.book.forts[fort].name}"))
    add_points(t, siege.points_per_event, "Union Mine Operations")


def fort_degradation(t: Table[ClockBoard]) -> Procedure[None]:
    """While besieged, a die a cycle: on high faces a fort of the Union's choice falls a level."""
    board = t.board
    die = yield from t.roll_openly(D6, "fort degradation", cites.SEQUENCE)
    if die in board.book.effects.siege.fort_falls_on:
        fort = yield from pick_fort(t, "Fort degradation: which fort falls a level?")
        if fort:
            t.record(FortChanged(fort, board.forts[fort] - 1, "siege works"))
    else:
        t.record(AttemptFailed("siege works before the forts"))


def garrison_demoralization(t: Table[ClockBoard]) -> None:
    """A besieged cycle adds siege points, an open one takes some away; the points give the garrison's level."""
    board = t.board
    siege = board.book.effects.siege
    if board.besieged_turns >= siege.cycle_besieged_turns:
        add_points(t, siege.points_per_besieged_cycle, "besieged")
    elif not board.besieged_turns:
        add_points(t, siege.points_per_open_cycle, "not besieged")
    level = demoralization_level(board)
    if level != board.level:
        t.record(GarrisonDemoralized(level))


def demoralization_level(board: ClockBoard) -> int:
    """The level that the siege points give: 0, -1 or -2."""
    siege = board.book.effects.siege
    return -2 if board.points >= siege.level_2_points else -1 if board.points >= siege.level_1_points else 0


def may_surrender(board: ClockBoard) -> bool:
    """Whether the garrison's surrender is in question this turn."""
    return GARRISON in board.units and (board.points >= board.book.effects.siege.surrender_points or gave_up(board))


def gave_up(board: ClockBoard) -> bool:
    """Whether the garrison surrenders without a roll: demoralized by combat and by the siege."""
    return board.besieged and board.level == -2 and board.units[GARRISON].demoralized == 2


def surrender(t: Table[ClockBoard]) -> Procedure[None]:
    """From some siege points on two dice must reach a number that each further point lowers by one; then it is over."""
    board = t.board
    if gave_up(board):
        fall(t, "surrendered", "The garrison gives up")
    siege = board.book.effects.siege
    total = 0
    for which in ("first", "second"):
        total += yield from t.roll_openly(D6, f"surrender, {which} die", cites.SEQUENCE)
    needed = siege.surrender_total - (board.points - siege.surrender_points)
    t.record(SurrenderRolled(total, needed))
    if total >= needed:
        fall(t, "surrendered", "The garrison surrenders")
