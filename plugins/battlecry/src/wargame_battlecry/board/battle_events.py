"""What happens on the battlefield. Rules decide, these change the board; hexes are named as printed."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.printed.pieces import FOE, Work
from wargame_core import Event, Ruling


@frozen
class PieceMoved(Event):
    """A unit or general moved; ``general`` went with the unit. ``again``: the second move of Hit and Run."""

    kind: ClassVar[str] = "piece_moved"
    piece: str
    start: str
    to: str
    distance: int
    general: str = ""
    again: bool = False

    def apply(self, board: BattleBoard) -> None:
        space = SPACE[self.to]
        board.put(self.piece, space)
        board.moved[self.piece] = self.distance
        if self.general:
            board.put(self.general, space)
            board.moved[self.general] = self.distance
        if self.again:
            board.again.discard(self.piece)

    def text(self, board: Any) -> str:
        return f"{board.name(self.piece)} moves from {self.start} to {self.to}."


@frozen
class PiecePlaced(Event):
    """A unit was put back to its own edge by Short Supply, with its general."""

    kind: ClassVar[str] = "piece_placed"
    piece: str
    start: str
    to: str
    general: str = ""

    def apply(self, board: BattleBoard) -> None:
        board.put(self.piece, SPACE[self.to])
        if self.general:
            board.put(self.general, SPACE[self.to])

    def text(self, board: Any) -> str:
        return f"{board.name(self.piece)}, short of supply, goes back from {self.start} to {self.to}."


@frozen
class Battled(Event):
    """A unit battled: its dice as rolled (see `dice.text`), and the ruling on their number when somebody watches."""

    kind: ClassVar[str] = "battled"
    unit: str
    target: str
    defender: str
    range: int
    roll: str
    hits: int
    flags: int
    ruling: Ruling | None = None

    def apply(self, board: BattleBoard) -> None:
        board.battled[self.unit] = board.battled.get(self.unit, 0) + 1
        board.contact = ()

    def text(self, board: Any) -> str:
        how = "in melee" if self.range == 1 else f"over {self.range} hexes"
        return (
            f"{board.name(self.unit)} battles {board.name(self.defender)} at {self.target} {how}: {self.roll}; "
            f"{self.hits} hit{'s' * (self.hits != 1)}, {self.flags} flag{'s' * (self.flags != 1)}."
        )


@frozen
class FiguresLost(Event):
    """A unit lost figures; without any left it is gone and its flag stands with the enemy."""

    kind: ClassVar[str] = "figures_lost"
    unit: str
    count: int
    because: str

    def apply(self, board: BattleBoard) -> None:
        left = board.figures[self.unit] - self.count
        if left > 0:
            board.figures[self.unit] = left
            return
        del board.figures[self.unit]
        board.lift(self.unit)
        board.ordered.pop(self.unit, None)
        board.again.discard(self.unit)
        board.captured[FOE[board.side_of(self.unit)]] += 1
        _owe(board, board.side_of(self.unit))

    def text(self, board: Any) -> str:
        if self.unit in board.figures:
            return f"{board.name(self.unit)} has lost {self.count} ({self.because})."
        return f"{board.name(self.unit)} is eliminated ({self.because})."


def _owe(board: BattleBoard, side: str) -> None:
    """A battle rule may take cards for flags lost."""
    cards = board.battle.hand_shrinks.get(side, 0)
    if cards and board.hand_size[side] > 1:
        less = min(cards, board.hand_size[side] - 1)
        board.hand_size[side] -= less
        board.cards_owed += less


@frozen
class GeneralLost(Event):
    """A general is off the board; ``captured`` says whether the enemy has a flag for it."""

    kind: ClassVar[str] = "general_lost"
    general: str
    captured: bool
    because: str

    def apply(self, board: BattleBoard) -> None:
        board.lift(self.general)
        board.ordered.pop(self.general, None)
        if self.captured:
            board.captured[FOE[board.side_of(self.general)]] += 1
            _owe(board, board.side_of(self.general))

    def text(self, board: Any) -> str:
        return f"{board.name(self.general)} {self.because}."


@frozen
class FlagsIgnored(Event):
    kind: ClassVar[str] = "flags_ignored"
    unit: str
    count: int

    def text(self, board: Any) -> str:
        return f"{board.name(self.unit)} ignores {self.count} of its flags." if self.count else ""


@frozen
class Retreated(Event):
    """A unit went back one hex, its general with it."""

    kind: ClassVar[str] = "retreated"
    unit: str
    start: str
    to: str
    general: str = ""

    def apply(self, board: BattleBoard) -> None:
        board.put(self.unit, SPACE[self.to])
        if self.general:
            board.put(self.general, SPACE[self.to])
        board.ordered.pop(self.unit, None)  # thrown back by a Fight Back, it does nothing more (decision 0056)
        board.again.discard(self.unit)

    def text(self, board: Any) -> str:
        return f"{board.name(self.unit)} retreats from {self.start} to {self.to}."


@frozen
class GeneralRetreated(Event):
    kind: ClassVar[str] = "general_retreated"
    general: str
    start: str
    to: str

    def apply(self, board: BattleBoard) -> None:
        board.put(self.general, SPACE[self.to])

    def text(self, board: Any) -> str:
        return f"{board.name(self.general)} retreats from {self.start} to {self.to}."


@frozen
class GroundTaken(Event):
    """A unit entered the hex it won. This ends its turn."""

    kind: ClassVar[str] = "ground_taken"
    unit: str
    start: str
    to: str
    general: str = ""

    def apply(self, board: BattleBoard) -> None:
        board.put(self.unit, SPACE[self.to])
        if self.general:
            board.put(self.general, SPACE[self.to])

    def text(self, board: Any) -> str:
        return f"{board.name(self.unit)} takes the ground at {self.to}."


@frozen
class WorkBuilt(Event):
    kind: ClassVar[str] = "work_built"
    hex: str
    sides: int

    def apply(self, board: BattleBoard) -> None:
        board.works[self.hex] = (*board.works.get(self.hex, ()), Work("fieldwork", self.sides))

    def text(self, board: Any) -> str:
        return f"A fieldwork is built at {self.hex}."


@frozen
class FigureRallied(Event):
    kind: ClassVar[str] = "figure_rallied"
    unit: str

    def apply(self, board: BattleBoard) -> None:
        board.figures[self.unit] += 1

    def text(self, board: Any) -> str:
        return f"{board.name(self.unit)} gets a figure back."
