"""The siege of Vicksburg: recovery, the siege phase, forts, the garrison's demoralization, and its surrender.

The sheet names the segments and says what demoralization does; the numbers are reconstructed.
Readings: Siege and relief.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, frozen

from wargame_core.authoring import D6, About, Procedure, PublicEvent, Table
from wargame_gcacw.charts.results import CombatState
from wargame_thunder_on_the_mississippi import printed
from wargame_thunder_on_the_mississippi.board import ClockBoard
from wargame_thunder_on_the_mississippi.rules.combat import FortFell, Told, UnitChanged, fall


@frozen
class SiegeNoted(PublicEvent):
    """Whether Vicksburg is besieged this turn."""

    kind: ClassVar[str] = "siege_noted"
    besieged: bool
    changed: bool

    def apply(self, board: ClockBoard) -> None:
        board.besieged = self.besieged
        board.besieged_turns += self.besieged

    def text(self, board: ClockBoard) -> str:
        if not self.changed:
            return ""
        return "Vicksburg is besieged." if self.besieged else "Vicksburg is free of its besiegers."

    def about(self, board: ClockBoard) -> About:
        return About(places=(printed.VICKSBURG,))


@frozen
class SiegePointsChanged(PublicEvent):
    """The siege points are ``points`` from now on, and with them the garrison's demoralization."""

    kind: ClassVar[str] = "siege_points_changed"
    points: int
    why: str

    def apply(self, board: ClockBoard) -> None:
        board.points = self.points

    def text(self, board: ClockBoard) -> str:
        level = f"; the garrison's demoralization is {board.level}" if board.level else ""
        return f"Siege points: {self.points} ({self.why}){level}."


def recovery(t: Table[ClockBoard]) -> None:
    """Commands recover fatigue, and the rested organization; in a Water Crisis not those of the Union away from water.

    Demoralization goes one step back for a rested command; the besieged do not rest. Readings: Siege and depots.
    """
    for command, unit in list(t.board.units.items()):
        after = recovered(t.board, command, unit)
        if after != unit:
            t.record(UnitChanged(command, after))


def recovered(board: ClockBoard, command: str, unit: CombatState) -> CombatState:
    """A command after the recovery phase."""
    dry = board.event is printed.RandomEvent.UNION_WATER_CRISIS and board.side_of(command) == printed.UNION
    if dry and (not board.clock.place[board.place[command]].water or command in board.heading):
        return unit
    rested = unit.fatigue == 0
    at_ease = rested and not (command == printed.GARRISON and board.besieged)
    return CombatState(
        unit.manpower,
        max(0, unit.fatigue - board.clock.numbers.recovery_levels),
        unit.disorganized and not rested,
        max(0, unit.demoralized - 1) if at_ease else unit.demoralized,
    )


def siege_phase(t: Table[ClockBoard]) -> None:
    """Vicksburg is besieged while enough Union commands stand in the lines; the turn counts for the cycle."""
    board = t.board
    t.record(SiegeNoted(board.invested, board.invested != board.besieged))


def add_points(t: Table[ClockBoard], points: int, why: str) -> None:
    """Siege points, never below 0."""
    total = max(0, t.board.points + points)
    if total != t.board.points:
        t.record(SiegePointsChanged(total, why))


def weakest_fort(board: ClockBoard) -> str:
    """The fort that the Union mines and wears down: the lowest that still stands; "" when every fort is down."""
    standing = [fort for fort, level in board.forts.items() if level]
    return min(standing, key=lambda fort: board.forts[fort], default="")


def siege_attrition(t: Table[ClockBoard]) -> Procedure[None]:
    """While besieged each division of the garrison loses a point of manpower on low faces; a siege point."""
    board, siege = t.board, t.board.book.effects.siege
    if not board.besieged:
        return
    lost = 0
    for number in range(1, board.clock.command[printed.GARRISON].units + 1):
        die = yield from t.roll_openly(D6, f"attrition of division {number}", printed.STRATEGIC_EVENTS)
        lost += die in siege.attrition_on
    unit = board.units[printed.GARRISON]
    if lost:
        t.record(UnitChanged(printed.GARRISON, evolve(unit, manpower=max(0, unit.manpower - lost))))
    if printed.GARRISON not in board.units:
        fall(t, "destroyed", "Nothing is left of the garrison")
    add_points(t, siege.points_per_event, "Siege Attrition")


def mine_operations(t: Table[ClockBoard]) -> Procedure[None]:
    """While besieged the weakest fort is mined, and falls a level on high faces; a siege point."""
    board, siege = t.board, t.board.book.effects.siege
    if not board.besieged:
        return
    fort = weakest_fort(board)
    if fort:
        mine = f"mine under the {board.clock.fort[fort].name}"
        die = yield from t.roll_openly(D6, mine, printed.STRATEGIC_EVENTS)
        if die in siege.mine_succeeds_on:
            t.record(FortFell(fort, board.forts[fort] - 1, "mine"))
        else:
            t.record(Told(f"Nothing comes of the {mine}.", place=fort))
    add_points(t, siege.points_per_event, "Union Mine Operations")


def fort_degradation(t: Table[ClockBoard]) -> Procedure[None]:
    """While besieged, a die a cycle: on high faces the weakest fort falls a level."""
    board = t.board
    die = yield from t.roll_openly(D6, "fort degradation", printed.SEQUENCE)
    fort = weakest_fort(board)
    if fort and die in board.book.effects.siege.fort_falls_on:
        t.record(FortFell(fort, board.forts[fort] - 1, "siege works"))
    else:
        t.record(Told("Nothing comes of the siege works before the forts."))


def garrison_demoralization(t: Table[ClockBoard]) -> None:
    """A besieged cycle adds siege points, an open one takes some away; the points give the garrison's level."""
    siege, turns = t.board.book.effects.siege, t.board.besieged_turns
    if turns >= siege.cycle_besieged_turns:
        add_points(t, siege.points_per_besieged_cycle, "besieged")
    elif not turns:
        add_points(t, siege.points_per_open_cycle, "not besieged")


def may_surrender(board: ClockBoard) -> bool:
    """Whether the garrison's surrender is in question this turn."""
    return printed.GARRISON in board.units and board.points >= board.book.effects.siege.surrender_points


def surrender(t: Table[ClockBoard]) -> Procedure[None]:
    """From some siege points on two dice must reach a number that each further point lowers by one; then it is over."""
    siege = t.board.book.effects.siege
    first = yield from t.roll_openly(D6, "surrender, first die", printed.SEQUENCE)
    second = yield from t.roll_openly(D6, "surrender, second die", printed.SEQUENCE)
    needed = siege.surrender_total - (t.board.points - siege.surrender_points)
    holds = "" if first + second >= needed else "; it holds"
    t.record(Told(f"Surrender of the garrison: {first + second}, needed {needed}{holds}."))
    if not holds:
        fall(t, "surrendered", "The garrison surrenders")
