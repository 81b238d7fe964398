"""What happens in the phases of a turn, its operations and the strategic cycle apart."""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import frozen

from wargame_core.authoring import PublicEvent
from wargame_core.flow.about import PIECE, PLACE, About
from wargame_gcacw.charts.combat_chart import CombatState
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed.book import VICKSBURG, FortId
from wargame_thunder_on_the_mississippi.printed.random_events import RandomEvent


@frozen
class RandomEventHappened(PublicEvent):
    """The random event of the turn; ``side`` is whom a die gave it to, "" without such a die."""

    kind: ClassVar[str] = "random_event_happened"
    event: RandomEvent
    dice: int
    side: str = ""

    def apply(self, board: ClockBoard) -> None:
        board.event, board.favored = self.event, self.side
        board.intelligence = self.event is RandomEvent.UNION_INTELLIGENCE

    def text(self, board: ClockBoard) -> str:
        name = board.book.random.names[self.event].rstrip("^+")
        day = board.book.calendar.day_of(board.turn)
        side = f" ({self.side.capitalize()})" if self.side else ""
        return f"{day:%B} {day.day}: {name}{side}."


@frozen
class GroupRescheduled(PublicEvent):
    """Scheduled reinforcements will come on another turn."""

    kind: ClassVar[str] = "group_rescheduled"
    group: str
    turn: int

    def apply(self, board: ClockBoard) -> None:
        board.due[self.group] = self.turn

    def text(self, board: ClockBoard) -> str:
        return f"{board.book.groups[self.group].name} will come on turn {self.turn}."


@frozen
class Reinforced(PublicEvent):
    """A group has come to its command, which stands at ``place``: it was there, or came on to the map there."""

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
            board.units[command] = CombatState(
                old.manpower + group.manpower, old.fatigue, old.disorganized, old.demoralized
            )
        else:
            board.units[command] = CombatState(group.manpower)
            board.place[command] = self.place
        board.whole[command] = board.whole.get(command, 0) + group.manpower
        board.gained[group.side] += group.manpower

    def text(self, board: ClockBoard) -> str:
        group = board.book.groups[self.group]
        name = group.name[0].upper() + group.name[1:]
        return f"{name} has come to the {board.name(group.command)} with {group.manpower} points."

    def about(self, board: ClockBoard) -> About:
        return About((board.book.groups[self.group].command,), to=self.place)


@frozen
class GrantTransferred(PublicEvent):
    """Grant is with this command from now on."""

    kind: ClassVar[str] = "grant_transferred"
    command: Annotated[str, PIECE]

    def apply(self, board: ClockBoard) -> None:
        board.grant = self.command

    def text(self, board: ClockBoard) -> str:
        return f"Grant goes to the {board.name(self.command)}."


@frozen
class ReserveAttached(PublicEvent):
    """The garrison's reserve stands behind this fort."""

    kind: ClassVar[str] = "reserve_attached"
    fort: Annotated[FortId, PLACE]

    def apply(self, board: ClockBoard) -> None:
        board.reserve = self.fort

    def text(self, board: ClockBoard) -> str:
        return f"The garrison's reserve is at the {board.book.forts[self.fort].name}."


@frozen
class InitiativeWon(PublicEvent):
    """A side has the initiative; ``tied``: both dice were equal."""

    kind: ClassVar[str] = "initiative_won"
    side: str
    tied: bool = False

    def apply(self, board: ClockBoard) -> None:
        board.initiative = self.side
        board.ties += self.tied

    def text(self, board: ClockBoard) -> str:
        raining = self.tied and board.event is RandomEvent.LATE_RAIN and board.ties == board.book.numbers.late_rain_tie
        rain = " It begins to rain." if raining else ""
        return f"The {self.side.capitalize()} side has the initiative.{rain}"


@frozen
class InitiativeTaken(PublicEvent):
    """Union Intelligence has been used."""

    kind: ClassVar[str] = "initiative_taken"

    def apply(self, board: ClockBoard) -> None:
        board.initiative, board.intelligence = "union", False

    def text(self, board: ClockBoard) -> str:
        return "Union Intelligence: Grant acts first."


@frozen
class Passed(PublicEvent):
    """A side takes no operation; the other may act."""

    kind: ClassVar[str] = "passed"
    silent: ClassVar[bool] = True
    side: str

    def apply(self, board: ClockBoard) -> None:
        board.passes += 1
        board.initiative = "confederate" if self.side == "union" else "union"


@frozen
class ActionPhaseEnded(PublicEvent):
    """An operation is over; the next action phase begins with an initiative roll."""

    kind: ClassVar[str] = "action_phase_ended"
    silent: ClassVar[bool] = True

    def apply(self, board: ClockBoard) -> None:
        board.passes, board.initiative = 0, ""


@frozen
class Recovered(PublicEvent):
    """The recovery phase: fatigue and organization of every command that recovered."""

    kind: ClassVar[str] = "recovered"
    silent: ClassVar[bool] = True
    units: dict[str, CombatState]

    def apply(self, board: ClockBoard) -> None:
        board.units.update(self.units)

    def about(self, board: ClockBoard) -> About:
        return About(tuple(self.units))


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
        return About(places=(VICKSBURG,))
