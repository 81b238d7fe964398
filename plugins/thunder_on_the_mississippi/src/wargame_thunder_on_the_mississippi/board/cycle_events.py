"""What happens in a strategic cycle and at the end of a turn."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from attrs import frozen

from wargame_core.authoring import PublicEvent, Ruling
from wargame_core.flow.about import PIECE, PLACE
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed.book import BRIDGEHEAD
from wargame_thunder_on_the_mississippi.printed.random_events import RandomEvent


@frozen
class StrategicEventsHappened(PublicEvent):
    """The strategic events of the cycle; what lasted from the cycle before is over."""

    kind: ClassVar[str] = "strategic_events_happened"
    events: tuple[str, ...]
    dice: int

    def apply(self, board: ClockBoard) -> None:
        board.events = self.events
        board.march_bonus = "union_extended_march_bonus" in self.events
        board.bend_attacked = False

    def text(self, board: ClockBoard) -> str:
        names = [board.book.strategic.names[event] for event in self.events]
        return f"Strategic event: {' and '.join(names) or 'none'}."


MCCLERNAND_RELIEVED: Final = "mcclernand_relieved"
"""The strategic event that gives the XIII Corps to Ord."""


@frozen
class OnceHappened(PublicEvent):
    """Something that comes once a game has come."""

    kind: ClassVar[str] = "once_happened"
    event: str

    def apply(self, board: ClockBoard) -> None:
        board.happened.add(self.event)
        if self.event == MCCLERNAND_RELIEVED:
            board.relieved = True

    def text(self, board: ClockBoard) -> str:
        return "Ord takes the XIII Corps." if self.event == MCCLERNAND_RELIEVED else ""


@frozen
class BendAttacked(PublicEvent):
    """The attack on Milliken's Bend; when it succeeded the river depot is one step worse off."""

    kind: ClassVar[str] = "bend_attacked"
    succeeded: bool

    def apply(self, board: ClockBoard) -> None:
        board.bend_attacked = self.succeeded

    def text(self, board: ClockBoard) -> str:
        return f"The attack on Milliken's Bend {'cuts the supply line' if self.succeeded else 'is repulsed'}."


@frozen
class SiegePointsChanged(PublicEvent):
    """The siege points are ``points`` from now on."""

    kind: ClassVar[str] = "siege_points_changed"
    points: int
    why: str

    def apply(self, board: ClockBoard) -> None:
        board.points = self.points

    def text(self, board: ClockBoard) -> str:
        return f"Siege points: {self.points} ({self.why})."


@frozen
class GarrisonDemoralized(PublicEvent):
    """The garrison's demoralization by the siege is at this level, 0 to -2."""

    kind: ClassVar[str] = "garrison_demoralized"
    level: int

    def apply(self, board: ClockBoard) -> None:
        board.level = self.level

    def text(self, board: ClockBoard) -> str:
        return f"The garrison's demoralization is {self.level}."


@frozen
class DepotPlaced(PublicEvent):
    """The Union depot stands at this place."""

    kind: ClassVar[str] = "depot_placed"
    place: Annotated[str, PLACE]

    def apply(self, board: ClockBoard) -> None:
        board.depot = self.place

    def text(self, board: ClockBoard) -> str:
        return f"The Union depot is {'at Grand Gulf' if self.place == BRIDGEHEAD else 'on the Yazoo'}."


@frozen
class SupplyNoted(PublicEvent):
    """The Union commands out of supply until the next cycle."""

    kind: ClassVar[str] = "supply_noted"
    out_of_supply: Annotated[tuple[str, ...], PIECE]

    def apply(self, board: ClockBoard) -> None:
        board.out_of_supply = set(self.out_of_supply)

    def text(self, board: ClockBoard) -> str:
        names = ", ".join(board.name(command) for command in self.out_of_supply if command in board.units)
        return f"Out of supply: {names}." if names else ""


@frozen
class ReliefRolled(PublicEvent):
    """The roll for the army of relief; ``box`` is where its marker stands now."""

    kind: ClassVar[str] = "relief_rolled"
    box: int
    ruling: Ruling

    def apply(self, board: ClockBoard) -> None:
        board.box = self.box

    def text(self, board: ClockBoard) -> str:
        if not self.ruling.result:
            return "Johnston does not stir."
        free = " It may act west of the Big Black now." if board.released else ""
        return f"The army of relief advances to box {self.box}.{free}"


@frozen
class ManeuverChanged(PublicEvent):
    """A Union command has joined or left the army of maneuver."""

    kind: ClassVar[str] = "maneuver_changed"
    command: Annotated[str, PIECE]
    joins: bool

    def apply(self, board: ClockBoard) -> None:
        (board.maneuver.add if self.joins else board.maneuver.discard)(self.command)

    def text(self, board: ClockBoard) -> str:
        return f"The {board.name(self.command)} {'joins' if self.joins else 'leaves'} the army of maneuver."


@frozen
class CycleEnded(PublicEvent):
    """The count of besieged turns begins anew."""

    kind: ClassVar[str] = "cycle_ended"
    silent: ClassVar[bool] = True

    def apply(self, board: ClockBoard) -> None:
        board.besieged_turns = 0


@frozen
class SurrenderRolled(PublicEvent):
    """The garrison's surrender was rolled for."""

    kind: ClassVar[str] = "surrender_rolled"
    total: int
    needed: int

    def text(self, board: ClockBoard) -> str:
        holds = "" if self.total >= self.needed else "; it holds"
        return f"Surrender of the garrison: {self.total}, needed {self.needed}{holds}."


@frozen
class TurnMarked(PublicEvent):
    """The next turn begins."""

    kind: ClassVar[str] = "turn_marked"
    silent: ClassVar[bool] = True
    turn: int

    def apply(self, board: ClockBoard) -> None:
        board.turn, board.before = self.turn, board.event
        board.event, board.favored, board.initiative = RandomEvent.NONE, "", ""
        board.ties = board.passes = 0
        board.intelligence = False
