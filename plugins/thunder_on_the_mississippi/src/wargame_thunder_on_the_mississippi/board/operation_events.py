"""What operations do: marches, combats, work on forts and on the railroad."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from attrs import frozen

from wargame_core.authoring import PublicEvent, Ruling
from wargame_core.flow.about import OFF, PIECE, PLACE, TARGET, TO, About
from wargame_gcacw.charts.combat_chart import CombatState
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed.book import JACKSON, LINES, NO_FORT, FortId


@frozen
class Marched(PublicEvent):
    """A command is ``progress`` MP along its road to a place."""

    kind: ClassVar[str] = "marched"
    command: Annotated[str, PIECE]
    to: Annotated[str, PLACE]
    progress: int
    ruling: Ruling

    def apply(self, board: ClockBoard) -> None:
        board.heading[self.command] = self.to
        board.progress[self.command] = self.progress

    def text(self, board: ClockBoard) -> str:
        to = board.book.places[self.to].name
        return f"The {board.name(self.command)} marches {self.ruling.result} MP toward {to}."


@frozen
class Straggled(PublicEvent):
    """An extended march was rolled for; what it cost follows as a change of the unit."""

    kind: ClassVar[str] = "straggled"
    command: Annotated[str, PIECE]
    ruling: Ruling

    def text(self, board: ClockBoard) -> str:
        result = self.ruling.result
        if result == "NE":
            return f"The {board.name(self.command)} bears the long march."
        cost = "is disorganized" if result == "D" else f"loses {result} manpower"
        return f"Worn out by the march the {board.name(self.command)} {cost}."


@frozen
class UnitChanged(PublicEvent):
    """A command has another manpower, fatigue, organization or demoralization; without manpower it is gone."""

    kind: ClassVar[str] = "unit_changed"
    command: str
    unit: CombatState

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

    def text(self, board: ClockBoard) -> str:
        return "" if self.unit.manpower else f"The {board.name(self.command)} is no more."

    def about(self, board: ClockBoard) -> About:
        return About((self.command,), to="" if self.unit.manpower else OFF)


@frozen
class CommandMoved(PublicEvent):
    """A command stands at another place, by march or by retreat."""

    kind: ClassVar[str] = "command_moved"
    command: Annotated[str, PIECE]
    place: Annotated[str, TO]
    why: Literal["march", "retreat"]

    def apply(self, board: ClockBoard) -> None:
        board.place[self.command] = self.place
        board.heading.pop(self.command, None)
        board.progress.pop(self.command, None)
        if self.place != LINES:
            board.maneuver.discard(self.command)
        if self.place == JACKSON:
            board.jackson = board.side_of(self.command)

    def text(self, board: ClockBoard) -> str:
        verb = "reaches" if self.why == "march" else "falls back to"
        return f"The {board.name(self.command)} {verb} {board.book.places[self.place].name}."


@frozen
class Fought(PublicEvent):
    """A combat by the charts; ``fort`` is the fort assaulted."""

    kind: ClassVar[str] = "fought"
    attacker: Annotated[str, PIECE]
    defender: Annotated[str, TARGET]
    defender_result: str
    attacker_result: str
    ruling: Ruling
    fort: Annotated[FortId, PLACE] = NO_FORT

    def text(self, board: ClockBoard) -> str:
        where = f" at the {board.book.forts[self.fort].name}" if self.fort else ""
        return (
            f"The {board.name(self.attacker)} attacks the {board.name(self.defender)}{where}: "
            f"attacker {self.attacker_result}, defender {self.defender_result}."
        )


@frozen
class FortChanged(PublicEvent):
    """A fort has another entrenchment level."""

    kind: ClassVar[str] = "fort_changed"
    fort: Annotated[FortId, PLACE]
    level: int
    why: Literal["dig", "assault", "mine", "siege works"]

    def apply(self, board: ClockBoard) -> None:
        board.forts[self.fort] = self.level

    def text(self, board: ClockBoard) -> str:
        verb = "stands at" if self.why == "dig" else "falls to"
        return f"The {board.book.forts[self.fort].name} {verb} level {self.level} ({self.why})."


@frozen
class AttemptFailed(PublicEvent):
    """A die was against an attempt, and nothing came of it."""

    kind: ClassVar[str] = "attempt_failed"
    what: str

    def text(self, board: ClockBoard) -> str:
        return f"Nothing comes of the {self.what}."

    def about(self, board: ClockBoard) -> About:
        return About(places=tuple(fort.id for fort in board.book.forts.values() if fort.name in self.what))


@frozen
class StationChanged(PublicEvent):
    """The railroad station in Jackson was destroyed or repaired."""

    kind: ClassVar[str] = "station_changed"
    destroyed: bool

    def apply(self, board: ClockBoard) -> None:
        board.station_destroyed = self.destroyed

    def text(self, board: ClockBoard) -> str:
        return f"The railroad station in Jackson is {'destroyed' if self.destroyed else 'repaired'}."

    def about(self, board: ClockBoard) -> About:
        return About(places=(JACKSON,))


@frozen
class RedoubtBuilt(PublicEvent):
    """The redoubt at Jackson stands."""

    kind: ClassVar[str] = "redoubt_built"

    def apply(self, board: ClockBoard) -> None:
        board.redoubt = True

    def text(self, board: ClockBoard) -> str:
        return "A redoubt stands at Jackson."

    def about(self, board: ClockBoard) -> About:
        return About(places=(JACKSON,))
