"""Phase 4, the action cycle: initiative, and one operation of one command at a time.

That the phases go on until both sides have passed one after the other is a rule of the series. The operations stand in
for play on the map. Readings: Five places, Operations of the clock.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from wargame_core.authoring import D6, Procedure, Table
from wargame_core.flow.choices import Action
from wargame_gcacw.printed.counters import SIDES
from wargame_thunder_on_the_mississippi.board.actions import (
    Assault,
    Dig,
    MarchByRoad,
    Pass,
    Repair,
    Sortie,
    TakeInitiative,
    Wreck,
)
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.board.operation_events import (
    AttemptFailed,
    FortChanged,
    StationChanged,
    UnitChanged,
)
from wargame_thunder_on_the_mississippi.board.turn_events import (
    ActionPhaseEnded,
    InitiativeTaken,
    InitiativeWon,
    Passed,
)
from wargame_thunder_on_the_mississippi.printed import cites
from wargame_thunder_on_the_mississippi.printed.book import CONFEDERATE, GARRISON, JACKSON, LINES, UNION, FortId
from wargame_thunder_on_the_mississippi.rules.choice_help import Operations
from wargame_thunder_on_the_mississippi.rules.combat import assault, sortie
from wargame_thunder_on_the_mississippi.rules.march import march


def operations(board: ClockBoard, side: str) -> Iterator[Action]:
    """What a side's commands can do now. A command with the highest fatigue does nothing."""
    for command in board.fresh(side):
        if command == GARRISON:
            yield from _of_garrison(board)
            continue
        for to in board.roads(command):
            yield MarchByRoad(command, to)
        here = board.place[command]
        if here == JACKSON:
            if side == UNION and not board.station_destroyed:
                yield Wreck(command)
            elif side == CONFEDERATE and board.station_destroyed:
                yield Repair(command)
        elif here == LINES and GARRISON in board.units and command not in board.maneuver:
            for fort in board.forts:
                yield Assault(command, fort)


def _of_garrison(board: ClockBoard) -> Iterator[Action]:
    for target in board.at(LINES, UNION):
        yield Sortie(target)
    if not board.besieged and not board.raining:
        for fort, level in board.forts.items():
            if level < board.book.effects.siege.fort_levels:
                yield Dig(fort)


def nothing_to_do(board: ClockBoard) -> bool:
    """Whether neither side can do anything."""
    return not any(True for side in SIDES for _ in operations(board, side))


def cycle_over(board: ClockBoard) -> bool:
    """Whether the action cycle is over: both sides have passed, or neither can do anything."""
    return board.passes >= len(SIDES) or (not board.passes and nothing_to_do(board))


def initiative_is_open(board: ClockBoard) -> bool:
    """Whether the dice decide who acts; after a pass it is the other side's turn without them."""
    return board.passes == 0


def initiative(t: Table[ClockBoard]) -> Procedure[None]:
    """The higher die has the initiative; of equal dice 1 to 3 are the Union's, 4 to 6 the Confederates'.

    With Union Intelligence the Union may take it once from the Confederates.
    Readings: What the events do, Initiative and fatigue.
    """
    board = t.board
    union = yield from t.roll_openly(D6, "Union initiative", cites.SEQUENCE)
    confederate = yield from t.roll_openly(D6, "Confederate initiative", cites.SEQUENCE)
    tied = union == confederate
    wins = union in board.book.union_ties if tied else union > confederate
    t.record(InitiativeWon(UNION if wins else CONFEDERATE, tied))
    if not wins and board.intelligence:
        offers = [TakeInitiative(True), TakeInitiative(False)]
        chosen = yield from t.ask(UNION, offers, "Union Intelligence: take the initiative?", cites.RANDOM_EVENTS)
        if chosen.take:
            t.record(InitiativeTaken())


def activation(t: Table[ClockBoard]) -> Procedure[None]:
    """The side with the initiative has one command act, or passes."""
    board = t.board
    side = board.initiative
    offers = list(operations(board, side))
    if not offers:
        t.record(Passed(side))
        return
    choices = Operations(board, [Pass(), *offers])
    chosen = yield from t.ask(side, choices, f"Turn {board.turn}: which command acts?", cites.SEQUENCE)
    match chosen:
        case Pass():
            t.record(Passed(side))
            return
        case MarchByRoad(command, to):
            yield from march(t, command, to)
        case Assault(command, fort):
            tire(t, command)
            yield from assault(t, command, fort)
        case Sortie(target):
            tire(t, GARRISON)
            yield from sortie(t, target)
        case Dig(fort):
            yield from dig(t, fort)
        case Wreck(command):
            tire(t, command)
            t.record(StationChanged(True))
        case Repair(command):
            yield from repair(t, command)
    t.record(ActionPhaseEnded())


def tire(t: Table[ClockBoard], command: str) -> None:
    """An operation costs a fatigue level."""
    unit = t.board.units[command]
    t.record(UnitChanged(command, evolve(unit, fatigue=unit.fatigue + 1)))


def dig(t: Table[ClockBoard], fort: FortId) -> Procedure[None]:
    """Work on a fort that is not besieged raises it one level, on some faces of a die."""
    board = t.board
    tire(t, GARRISON)
    die = yield from t.roll_openly(D6, f"work at the {board.book.forts[fort].name}", cites.SEQUENCE)
    if die in board.book.numbers.dig_succeeds_on:
        t.record(FortChanged(fort, board.forts[fort] + 1, "dig"))
    else:
        t.record(AttemptFailed(f"work at the {board.book.forts[fort].name}"))


def repair(t: Table[ClockBoard], command: str) -> Procedure[None]:
    """The railroad station works again, on some faces of a die."""
    board = t.board
    tire(t, command)
    die = yield from t.roll_openly(D6, "repair of the station", cites.SEQUENCE)
    if die in board.book.numbers.repair_succeeds_on:
        t.record(StationChanged(False))
    else:
        t.record(AttemptFailed("repair of the railroad station in Jackson"))
