"""Phases 1 to 3: the random event, Grant's transfer, and the garrison's reserve.

What the events do beyond the sheet is reconstructed. Readings: What the events do.
"""

from __future__ import annotations

from wargame_core.authoring import D6, Procedure, Table
from wargame_gcacw.charts.advanced_game import FIRST_EVENT_TURN
from wargame_thunder_on_the_mississippi.board.actions import Attach, Transfer
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.board.turn_events import (
    GrantTransferred,
    GroupRescheduled,
    RandomEventHappened,
    ReserveAttached,
)
from wargame_thunder_on_the_mississippi.printed import cites
from wargame_thunder_on_the_mississippi.printed.book import CONFEDERATE, GARRISON, UNION
from wargame_thunder_on_the_mississippi.printed.random_events import RandomEvent
from wargame_thunder_on_the_mississippi.rules.reinforcements import arrivals

BY_DIE = (RandomEvent.MOVEMENT_BONUS, RandomEvent.DELAY_UNIT_ENTRY, RandomEvent.ACCELERATE_UNIT_ENTRY)
"""Events that name no side: an odd die is the Union, an even one the Confederates."""


def has_event(board: ClockBoard) -> bool:
    """Whether the turn has a random event: the table has no column for April 30."""
    return board.turn >= FIRST_EVENT_TURN


def grant_may_transfer(board: ClockBoard) -> bool:
    """Whether Grant may go elsewhere: not while he is drunk, and not without a second command."""
    return board.event is not RandomEvent.GRANT_DRUNK and len(board.commands(UNION)) > 1


def reserve_may_move(board: ClockBoard) -> bool:
    """Whether it matters where the reserve is: only behind besieged forts."""
    return board.besieged and GARRISON in board.units


def random_events(t: Table[ClockBoard]) -> Procedure[None]:
    """Two dice give the event of the turn, and a third the side, for events that name none.

    A Union Water Crisis after a turn of rain is no event. Source: Random Events Table.
    """
    board = t.board
    dice = 0
    for which in ("first", "second"):
        dice += yield from t.roll_openly(D6, f"random event, {which} die", cites.RANDOM_EVENTS)
    before = (board.before,) if board.before else ()
    (printed,) = board.book.random.events(board.turn, dice, before)
    event = RandomEvent(printed)
    side = ""
    if event in BY_DIE:
        die = yield from t.roll_openly(D6, "odd: Union, even: Confederate", cites.RANDOM_EVENTS)
        side = UNION if die % 2 else CONFEDERATE
    t.record(RandomEventHappened(event, dice, side))
    if event is RandomEvent.DELAY_UNIT_ENTRY:
        reschedule(t, side, 1)
    elif event is RandomEvent.ACCELERATE_UNIT_ENTRY:
        reschedule(t, side, -1)


def reschedule(t: Table[ClockBoard], side: str, turns: int) -> None:
    """A side's next scheduled reinforcements come so many turns later (or earlier, at the soonest now)."""
    board = t.board
    groups = board.book.groups
    waiting = [(turn, group) for group, turn in board.due.items() if groups[group].side == side and turn > board.turn]
    if waiting:
        turn, group = min(waiting)
        t.record(GroupRescheduled(group, turn + turns))
        arrivals(t, board.turn)


def leader_transfer(t: Table[ClockBoard]) -> Procedure[None]:
    """The Union says which command Grant is with; he adds to its combats. Readings: Grant and the reserve."""
    board = t.board
    here = [board.grant] if board.grant in board.units else []
    offers = [
        Transfer(command) for command in (*here, *(command for command in board.commands(UNION) if command not in here))
    ]
    chosen = yield from t.ask(UNION, offers, "Where does Grant go?", cites.SEQUENCE)
    if chosen.command != board.grant:
        t.record(GrantTransferred(chosen.command))


def attachment(t: Table[ClockBoard]) -> Procedure[None]:
    """The Confederates say behind which fort the reserve stands. Readings: Grant and the reserve."""
    board = t.board
    offers = [Attach(board.reserve), *(Attach(fort) for fort in board.forts if fort != board.reserve)]
    chosen = yield from t.ask(CONFEDERATE, offers, "Which fort has the reserve?", cites.SEQUENCE)
    if chosen.fort != board.reserve:
        t.record(ReserveAttached(chosen.fort))
