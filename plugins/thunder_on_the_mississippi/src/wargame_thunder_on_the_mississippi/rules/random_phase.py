"""Phases 1 and 2: the random event and Grant's transfer; and how reinforcements come.

What the events do beyond the sheet is reconstructed. Readings: What the events do. The schedule is data: `clock.toml`.
"""

from typing import Annotated, Final

from attrs import frozen

from wargame_core.authoring import D6, PIECE, About, Action, Procedure, PublicEvent, Table
from wargame_gcacw.charts.advanced_game import FIRST_EVENT_TURN
from wargame_gcacw.charts.results import CombatState
from wargame_thunder_on_the_mississippi import printed
from wargame_thunder_on_the_mississippi.board import ClockBoard

EVENTS_WITH_DIE: Final = (
    printed.RandomEvent.MOVEMENT_BONUS,
    printed.RandomEvent.DELAY_UNIT_ENTRY,
    printed.RandomEvent.ACCELERATE_UNIT_ENTRY,
)
"""Events that name no side: an odd die is the Union, an even one the Confederates."""
TURNS_OF_DELAY: Final = {printed.RandomEvent.DELAY_UNIT_ENTRY: 1, printed.RandomEvent.ACCELERATE_UNIT_ENTRY: -1}
"""By how many turns an event moves the next reinforcements."""


@frozen
class Transfer(Action):
    """Grant goes to a command, or stays with it."""

    command: Annotated[str, PIECE]

    def text(self, board: ClockBoard) -> str:
        return f"{'stay' if board.grant == self.command else 'go'} with {board.name(self.command)}"


@frozen
class GrantTransferred(PublicEvent, sets="grant = command", says="Grant goes to the {command}."):
    """Grant is with this command from now on."""

    command: Annotated[str, PIECE]


@frozen
class RandomEventHappened(PublicEvent):
    """The random event of the turn; ``side`` is whom a die gave it to, "" without such a die."""

    event: printed.RandomEvent
    dice: int
    turn: int
    side: str = ""

    def apply(self, board: ClockBoard) -> None:
        board.event, board.favored_side = self.event, self.side
        board.intelligence = self.event is printed.RandomEvent.UNION_INTELLIGENCE

    def text(self, board: ClockBoard) -> str:
        side = f" ({self.side.capitalize()})" if self.side else ""
        name = board.book.event_in_full(self.event)
        effect_words = "; ".join(board.book.effects.of(self.event))
        return f"{board.book.day(self.turn)}: {name}{side}{f' ({effect_words})' * bool(effect_words)}."


@frozen
class GroupRescheduled(PublicEvent, sets="due[group] = turn"):
    """Scheduled reinforcements will come on another turn."""

    group: str
    turn: int

    def text(self, board: ClockBoard) -> str:
        name = board.clock.group[self.group].name
        return f"{name[0].upper()}{name[1:]} will come on turn {self.turn}."


@frozen
class Reinforced(PublicEvent):
    """A group has come to its command, which stands at ``place``: it was there, or came on to the map there."""

    group: str
    place: str

    def apply(self, board: ClockBoard) -> None:
        group = board.clock.group[self.group]
        command = group.command
        board.due.pop(self.group, None)
        board.past_events.add(self.group)
        if command in board.units:
            old = board.units[command]
            board.units[command] = CombatState(
                old.manpower + group.manpower, old.fatigue, old.disorganized, old.demoralized
            )
        else:
            board.units[command] = CombatState(group.manpower)
            board.place[command] = self.place
        board.full_strength[command] = board.full_strength.get(command, 0) + group.manpower
        board.gained_manpower[group.side] += group.manpower

    def text(self, board: ClockBoard) -> str:
        group = board.clock.group[self.group]
        name = group.name[0].upper() + group.name[1:]
        points = f"{group.manpower} point{'s' if group.manpower != 1 else ''}"
        command = board.name(group.command)
        if board.clock.command[group.command].name in group.name:
            return f"The {command} has come with {points}."
        return f"{name} has come to the {command} with {points}."

    def about(self, board: ClockBoard) -> About:
        return About((board.clock.group[self.group].command,), to=self.place)


# --------------------------------------------------------------------------------------------- the two phases
def has_event(board: ClockBoard) -> bool:
    """Whether the turn has a random event: the table has no column for April 30."""
    return board.turn >= FIRST_EVENT_TURN


def random_events(table: Table[ClockBoard]) -> Procedure[None]:
    """Two dice give the event of the turn, and a third the side, for events that name none.

    A Union Water Crisis after a turn of rain is not an event. Source: Random Events Table.
    """
    board = table.board
    first_die = yield from table.roll_openly(D6, "random event, first die", printed.RANDOM_EVENTS)
    second_die = yield from table.roll_openly(D6, "random event, second die", printed.RANDOM_EVENTS)
    (name,) = board.book.random.events(board.turn, first_die + second_die, (board.before,) if board.before else ())
    event, side = printed.RandomEvent(name), ""
    if event in EVENTS_WITH_DIE:
        die = yield from table.roll_openly(D6, "odd: Union, even: Confederate", printed.RANDOM_EVENTS)
        side = printed.UNION if die % 2 else printed.CONFEDERATE
    table.record(RandomEventHappened(event, first_die + second_die, board.turn, side))
    if event in TURNS_OF_DELAY:
        reschedule(table, side, TURNS_OF_DELAY[event])


def reschedule(table: Table[ClockBoard], side: str, turns: int) -> None:
    """A side's next scheduled reinforcements come so many turns later (or earlier, at the soonest now)."""
    board = table.board
    groups = board.clock.group
    waiting_groups = [
        (turn, group) for group, turn in board.due.items() if groups[group].side == side and turn > board.turn
    ]
    if waiting_groups:
        turn, group = min(waiting_groups)
        table.record(GroupRescheduled(group, turn + turns))
        arrivals(table, board.turn)


def grant_may_transfer(board: ClockBoard) -> bool:
    """Whether Grant may go elsewhere: not while he is drunk, and not without a second command."""
    return board.event is not printed.RandomEvent.GRANT_DRUNK and len(board.commands(printed.UNION)) > 1


def leader_transfer(table: Table[ClockBoard]) -> Procedure[None]:
    """The Union says which command Grant is with; he adds to its combats. Readings: Grant and the reserve."""
    commands = sorted(table.board.commands(printed.UNION), key=lambda command: command != table.board.grant)
    answer = yield from table.ask(
        printed.UNION,
        list(map(Transfer, commands)),
        "Which command does Grant go with? He adds to its combats.",
        printed.SEQUENCE,
    )
    if answer.command != table.board.grant:
        table.record(GrantTransferred(answer.command))


# --------------------------------------------------------------------------------------------- reinforcements
def arrivals(table: Table[ClockBoard], turn: int) -> None:
    """Every group due by ``turn`` is there, or waits until its command stands where the group comes to."""
    for group, due_turn in sorted(table.board.due.items(), key=lambda entry: (entry[1], entry[0])):
        if due_turn <= turn and may_join(table.board, group):
            arrive(table, group)


def may_join(board: ClockBoard, name: str) -> bool:
    """Whether the command of a group is not on the map yet, or is at the group's place, the place behind it or between.

    Readings: Reinforcements of the clock.
    """
    group, command = board.clock.group[name], board.clock.group[name].command
    places = (group.place, board.clock.place[group.place].fallback[group.side])
    is_elsewhere = bool(board.progress.get(command)) and board.heading[command] not in places
    return command not in board.place or (board.place[command] in places and not is_elsewhere)


def arrive(table: Table[ClockBoard], name: str) -> None:
    """A group joins its command, or brings it to its place; where the enemy holds that, to the place behind it."""
    board, group = table.board, table.board.clock.group[name]
    place = board.place.get(group.command, group.place)
    if group.command not in board.place:
        if place == printed.LINES and not board.at(printed.LINES, printed.UNION):
            place = printed.BRIDGEHEAD
        if place == printed.JACKSON and not board.jackson_is_free:
            place = board.clock.place[printed.JACKSON].fallback[group.side]
    table.record(Reinforced(name, place))


def bring_variable(table: Table[ClockBoard]) -> None:
    """The next variable Union unit comes; the first time the Confederate brigade too, if Jackson is Confederate."""
    variable = {
        name: group.side for name, group in table.board.clock.group.items() if group.by == "variable_reinforcement"
    }
    union = [name for name, side in variable.items() if side == printed.UNION]
    waiting_names = [name for name in union if name not in table.board.past_events]
    if waiting_names == union and table.board.jackson_is_free:
        for brigade in sorted(variable.keys() - {*union} - table.board.past_events):
            if may_join(table.board, brigade):
                arrive(table, brigade)
    if able_names := [name for name in waiting_names if may_join(table.board, name)]:
        arrive(table, able_names[0])
