"""What happens on the clock: the events that change its board, told in sentences."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from wargame_core import Event, Ruling
from wargame_gcacw.charts.result_codes import UnitState
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed.book import JACKSON, LINES


@frozen
class RandomEventHappened(Event):
    """The random event of the turn; ``side`` is whom a die gave it to, "" without such a die."""

    kind: ClassVar[str] = "random_event_happened"
    event: str
    dice: int
    side: str = ""

    def apply(self, board: ClockBoard) -> None:
        board.event, board.favored = self.event, self.side
        board.intelligence = self.event == "union_intelligence"

    def text(self, board: Any) -> str:
        name = board.book.random.names[self.event].rstrip("^+")
        day = board.book.calendar.day_of(board.turn)
        side = f" ({self.side.capitalize()})" if self.side else ""
        return f"{day:%B} {day.day}: {name}{side}."


@frozen
class GroupRescheduled(Event):
    kind: ClassVar[str] = "group_rescheduled"
    group: str
    turn: int

    def apply(self, board: ClockBoard) -> None:
        board.due[self.group] = self.turn

    def text(self, board: Any) -> str:
        return f"{board.book.groups[self.group].name} will come on turn {self.turn}."


@frozen
class Reinforced(Event):
    """A group has come; a command that was not on the map stands at ``place`` now."""

    kind: ClassVar[str] = "reinforced"
    group: str
    place: str

    def apply(self, board: ClockBoard) -> None:
        group = board.book.groups[self.group]
        command = group.command
        board.due.pop(self.group, None)
        board.happened.add(self.group)
        if command in board.units:
            old = board.units[command]
            board.units[command] = UnitState(
                old.manpower + group.manpower, old.fatigue, old.disorganized, old.demoralized
            )
        else:
            board.units[command] = UnitState(group.manpower)
            board.place[command] = self.place
        board.whole[command] = board.whole.get(command, 0) + group.manpower
        board.gained[group.side] += group.manpower

    def text(self, board: Any) -> str:
        group = board.book.groups[self.group]
        name = group.name[0].upper() + group.name[1:]
        return f"{name} has come to the {board.name(group.command)} with {group.manpower} points."


@frozen
class GrantTransferred(Event):
    kind: ClassVar[str] = "grant_transferred"
    command: str

    def apply(self, board: ClockBoard) -> None:
        board.grant = self.command

    def text(self, board: Any) -> str:
        return f"Grant goes to the {board.name(self.command)}."


@frozen
class ReserveAttached(Event):
    kind: ClassVar[str] = "reserve_attached"
    fort: str

    def apply(self, board: ClockBoard) -> None:
        board.reserve = self.fort

    def text(self, board: Any) -> str:
        return f"The garrison's reserve is at the {board.book.forts[self.fort].name}."


@frozen
class InitiativeWon(Event):
    kind: ClassVar[str] = "initiative_won"
    side: str
    tied: bool = False

    def apply(self, board: ClockBoard) -> None:
        board.initiative = self.side
        board.ties += self.tied

    def text(self, board: Any) -> str:
        if self.tied and board.event == "late_rain" and board.ties == board.book.numbers.late_rain_tie:
            return "It begins to rain."
        return ""


@frozen
class InitiativeTaken(Event):
    """Union Intelligence has been used."""

    kind: ClassVar[str] = "initiative_taken"

    def apply(self, board: ClockBoard) -> None:
        board.initiative, board.intelligence = "union", False

    def text(self, board: Any) -> str:
        return "Union Intelligence: Grant acts first."


@frozen
class Passed(Event):
    kind: ClassVar[str] = "passed"
    side: str

    def apply(self, board: ClockBoard) -> None:
        board.passes += 1
        board.initiative = "confederate" if self.side == "union" else "union"

    def text(self, board: Any) -> str:
        return ""


@frozen
class ActionPhaseEnded(Event):
    """An operation is over; the next action phase begins with an initiative roll."""

    kind: ClassVar[str] = "action_phase_ended"

    def apply(self, board: ClockBoard) -> None:
        board.passes, board.initiative = 0, ""

    def text(self, board: Any) -> str:
        return ""


@frozen
class Marched(Event):
    """A command is so many MP along its road."""

    kind: ClassVar[str] = "marched"
    command: str
    to: str
    progress: int
    ruling: Ruling

    def apply(self, board: ClockBoard) -> None:
        board.heading[self.command] = self.to
        board.progress[self.command] = self.progress

    def text(self, board: Any) -> str:
        to = board.book.places[self.to].name
        return f"The {board.name(self.command)} marches {self.ruling.result} MP toward {to}."


@frozen
class Straggled(Event):
    """An extended march was rolled for; what it cost follows as a change of the unit."""

    kind: ClassVar[str] = "straggled"
    command: str
    ruling: Ruling

    def text(self, board: Any) -> str:
        found = self.ruling.result
        if found == "NE":
            return ""
        cost = "is disorganized" if found == "D" else f"loses {found} manpower"
        return f"Worn out by the march the {board.name(self.command)} {cost}."


@frozen
class UnitChanged(Event):
    """A command has another manpower, fatigue, organization or demoralization; without manpower it is gone."""

    kind: ClassVar[str] = "unit_changed"
    command: str
    unit: UnitState

    def apply(self, board: ClockBoard) -> None:
        side = board.side_of(self.command)
        board.lost[side] += board.units[self.command].manpower - self.unit.manpower
        board.units[self.command] = self.unit
        if self.unit.manpower == 0:
            del board.units[self.command], board.place[self.command]
            board.heading.pop(self.command, None)
            board.progress.pop(self.command, None)
            board.maneuver.discard(self.command)
            board.out_of_supply.discard(self.command)

    def text(self, board: Any) -> str:
        return "" if self.unit.manpower else f"The {board.name(self.command)} is no more."


@frozen
class CommandMoved(Event):
    """A command stands at another place, by march or by retreat."""

    kind: ClassVar[str] = "command_moved"
    command: str
    place: str
    why: str

    def apply(self, board: ClockBoard) -> None:
        board.place[self.command] = self.place
        board.heading.pop(self.command, None)
        board.progress.pop(self.command, None)
        if self.place != LINES:
            board.maneuver.discard(self.command)
        if self.place == JACKSON:
            board.jackson = board.side_of(self.command)

    def text(self, board: Any) -> str:
        verb = "reaches" if self.why == "march" else "falls back to"
        return f"The {board.name(self.command)} {verb} {board.book.places[self.place].name}."


@frozen
class Fought(Event):
    """A combat by the charts; ``fort`` is the fort assaulted."""

    kind: ClassVar[str] = "fought"
    attacker: str
    defender: str
    defender_result: str
    attacker_result: str
    ruling: Ruling
    fort: str = ""

    def text(self, board: Any) -> str:
        where = f" at the {board.book.forts[self.fort].name}" if self.fort else ""
        return (
            f"The {board.name(self.attacker)} attacks the {board.name(self.defender)}{where}: "
            f"attacker {self.attacker_result}, defender {self.defender_result}."
        )


@frozen
class FortChanged(Event):
    kind: ClassVar[str] = "fort_changed"
    fort: str
    level: int
    why: str

    def apply(self, board: ClockBoard) -> None:
        board.forts[self.fort] = self.level

    def text(self, board: Any) -> str:
        verb = "stands at" if self.why == "dig" else "falls to"
        return f"The {board.book.forts[self.fort].name} {verb} level {self.level} ({self.why})."


@frozen
class StationChanged(Event):
    kind: ClassVar[str] = "station_changed"
    destroyed: bool

    def apply(self, board: ClockBoard) -> None:
        board.station_destroyed = self.destroyed

    def text(self, board: Any) -> str:
        return f"The railroad station in Jackson is {'destroyed' if self.destroyed else 'repaired'}."


@frozen
class RedoubtBuilt(Event):
    kind: ClassVar[str] = "redoubt_built"

    def apply(self, board: ClockBoard) -> None:
        board.redoubt = True

    def text(self, board: Any) -> str:
        return "A redoubt stands at Jackson."


@frozen
class Recovered(Event):
    """The recovery phase: fatigue and organization of every command that recovered."""

    kind: ClassVar[str] = "recovered"
    units: dict[str, UnitState]

    def apply(self, board: ClockBoard) -> None:
        board.units.update(self.units)

    def text(self, board: Any) -> str:
        return ""


@frozen
class SiegeNoted(Event):
    """Whether Vicksburg is besieged this turn."""

    kind: ClassVar[str] = "siege_noted"
    besieged: bool
    changed: bool

    def apply(self, board: ClockBoard) -> None:
        board.besieged = self.besieged
        board.besieged_turns += self.besieged

    def text(self, board: Any) -> str:
        if not self.changed:
            return ""
        return "Vicksburg is besieged." if self.besieged else "Vicksburg is free of its besiegers."
