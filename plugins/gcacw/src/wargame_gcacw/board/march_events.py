"""What happens on a march."""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import evolve, frozen

from wargame_core.authoring import PublicEvent, Ruling, Table
from wargame_core.flow.about import OFF, PATH, PIECE, PLACE, About
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.pieces import March
from wargame_gcacw.printed.counters import TIRED_OUT
from wargame_gcacw.printed.ground import show_points
from wargame_gcacw.printed.victory_conditions import LossCause

CAUSES = {
    "combat": "in combat",
    "retreat": "in retreat",
    "cavalry_retreat": "in a cavalry retreat",
    "extended_march": "by an extended march",
    "force_march": "by a force march",
    "zone_to_zone": "by slipping from one enemy zone to another",
}


@frozen
class AllowanceRolled(PublicEvent):
    """The half points that every unit of the action has."""

    kind: ClassVar[str] = "allowance_rolled"
    dice: tuple[int, ...]
    allowance: int

    def apply(self, board: FieldBoard) -> None:
        board.activation = evolve(board.the_activation, allowance=self.allowance)

    def text(self, board: FieldBoard) -> str:
        points = show_points(self.allowance)
        return f"{points} movement point{'s' * (points != '1')}."


@frozen
class MarchBegan(PublicEvent):
    """A unit begins to march: it is one fatigue level more tired."""

    kind: ClassVar[str] = "march_began"
    unit: Annotated[str, PIECE]
    start: Annotated[str, PLACE]
    allowance: int

    def apply(self, board: FieldBoard) -> None:
        was = board.units[self.unit]
        board.change(self.unit, fatigue=min(TIRED_OUT, was.fatigue + 1))
        board.march = March(self.unit, self.allowance, self.allowance)
        if board.activation is not None:
            left = tuple(unit for unit in board.activation.units if unit != self.unit)
            board.activation = evolve(board.activation, units=left)
        if board.night:
            board.night_marched.add(self.unit)

    def text(self, board: FieldBoard) -> str:
        return f"{board.name(self.unit)} begins a march in {self.start}."


@frozen
class ExtendedMarched(PublicEvent):
    """The table was consulted for a tired unit; ``result`` is as printed ("NE", "D" or a number)."""

    kind: ClassVar[str] = "extended_marched"
    unit: Annotated[str, PIECE]
    die: int
    result: str
    ruling: Ruling | None = None

    def apply(self, board: FieldBoard) -> None:
        if board.unit(self.unit).arm == "wagon" and self.result != "NE":
            board.train_marches[self.unit] = board.train_marches.get(self.unit, 0) + 1

    def text(self, board: FieldBoard) -> str:
        return f"Extended march of {board.name(self.unit)}: {self.result}."


@frozen
class ForceMarched(PublicEvent):
    """A unit marches farther than it should; it is disorganized."""

    kind: ClassVar[str] = "force_marched"
    unit: Annotated[str, PIECE]
    dice: tuple[int, ...]
    extra: int

    def apply(self, board: FieldBoard) -> None:
        march = board.the_march
        board.march = evolve(march, allowance=march.allowance + self.extra, left=march.left + self.extra)
        board.change(self.unit, disorganized=True)

    def text(self, board: FieldBoard) -> str:
        return f"{board.name(self.unit)} force marches: {show_points(self.extra)} points more, disorganized."


@frozen
class Marched(PublicEvent):
    """The unit went along a path of hexes, at a cost in half points; ``stopped`` by an enemy zone of control."""

    kind: ClassVar[str] = "marched"
    unit: Annotated[str, PIECE]
    path: Annotated[tuple[str, ...], PATH]
    points: int
    stopped: bool

    def apply(self, board: FieldBoard) -> None:
        space = board.ground.map.parse(self.path[-1])
        board.change(self.unit, space=space, work="")
        left = max(0, board.the_march.left - self.points)
        board.march = evolve(board.the_march, left=left, fresh=False, stopped=self.stopped)
        board.left_hex.add(self.unit)

    def text(self, board: FieldBoard) -> str:
        stopped = ", into an enemy zone of control" if self.stopped else ""
        return f"{board.name(self.unit)} goes {' - '.join(self.path)} ({show_points(self.points)}{stopped})."


@frozen
class PointsSpent(PublicEvent):
    """The march lost half points: by an attack, or to retreating cavalry."""

    kind: ClassVar[str] = "points_spent"
    silent: ClassVar[bool] = True
    points: int
    because: str

    def apply(self, board: FieldBoard) -> None:
        board.march = evolve(board.the_march, left=max(0, board.the_march.left - self.points), fresh=False)


@frozen
class MarchEnded(PublicEvent):
    """The march is over; ``stays`` is the hex of a ``unit`` that neither moved nor attacked, and empty for others."""

    kind: ClassVar[str] = "march_ended"
    unit: Annotated[str, PIECE] = ""
    stays: Annotated[str, PLACE] = ""

    def apply(self, board: FieldBoard) -> None:
        board.march = None

    def text(self, board: FieldBoard) -> str:
        return f"{board.name(self.unit)} stays in {self.stays}." if self.stays else ""


@frozen
class ManpowerLost(PublicEvent):
    """A unit lost points of manpower; with none ``left`` it is eliminated.

    ``on_the_way``: within a retreat, whose last event tells the total loss.
    """

    kind: ClassVar[str] = "manpower_lost"
    unit: Annotated[str, PIECE]
    points: int
    cause: LossCause
    left: int
    on_the_way: bool = False

    def apply(self, board: FieldBoard) -> None:
        counter = board.unit(self.unit)
        key = f"{counter.side}:{self.cause}:{counter.arm}"
        board.lost[key] = board.lost.get(key, 0) + self.points
        if self.left:
            board.change(self.unit, manpower=self.left)
        else:
            eliminate(board, self.unit)

    def text(self, board: FieldBoard) -> str:
        if self.on_the_way and self.left:
            return ""
        gone = "" if self.left else " and is eliminated"
        return f"{board.name(self.unit)} loses {self.points} {CAUSES[self.cause]}{gone}."

    def about(self, board: FieldBoard) -> About:
        return About((self.unit,), to="" if self.left else OFF)


def lose(table: Table[FieldBoard], unit: str, points: int, cause: LossCause, *, on_the_way: bool = False) -> None:
    """Let a unit lose points of manpower, as many as it has."""
    has = table.board.units[unit].manpower
    table.record(ManpowerLost(unit, min(points, has), cause, max(0, has - points), on_the_way))


def eliminate(board: FieldBoard, unit: str) -> None:
    """Take a unit out of the game, and out of the march and action under way."""
    board.remove(unit)
    board.gone = (*board.gone, unit)
    if board.march is not None and board.march.unit == unit:
        board.march = None
    if board.activation is not None and unit in board.activation.units:
        board.activation = evolve(board.activation, units=tuple(u for u in board.activation.units if u != unit))


@frozen
class Disorganized(PublicEvent):
    """A unit is disorganized; ``because`` ends the sentence of the story."""

    kind: ClassVar[str] = "disorganized"
    unit: Annotated[str, PIECE]
    because: str = ""

    def apply(self, board: FieldBoard) -> None:
        board.change(self.unit, disorganized=True)

    def text(self, board: FieldBoard) -> str:
        because = f" {self.because}" if self.because else ""
        return f"{board.name(self.unit)} is disorganized{because}."
