"""What happens on the battlefield. Rules decide, these change the board; hexes are named as printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import frozen

from wargame_battlecry.board import BattleBoard
from wargame_battlecry.data_types import FOE
from wargame_battlecry.ground import HEXES, SPACE
from wargame_core import Event, Ruling


@frozen
class TurnBegan(Event):
    kind: ClassVar[str] = "turn_began"
    side: str

    def apply(self, board: BattleBoard) -> None:
        board.turn += 1
        board.active = self.side
        board.stage = "orders"
        board.card = board.acting = board.slots = board.draws_first = ""
        board.allowed = board.spent = board.contact = ()
        board.ordered, board.bonus, board.moved, board.battled, board.reach = {}, {}, {}, {}, {}
        board.again = set()

    def text(self, board: Any) -> str:
        return f"Turn {board.turn}: {self.side.capitalize()}."


@frozen
class StageEnded(Event):
    """Orders, moves, battles or second moves are over, and ``next`` begins."""

    kind: ClassVar[str] = "stage_ended"
    next: str

    def apply(self, board: BattleBoard) -> None:
        board.stage = self.next
        board.contact = ()

    def text(self, board: Any) -> str:
        return ""


@frozen
class Ordered(Event):
    """A piece has its order. ``may`` are bits of `board.MAY_MOVE` and `MAY_BATTLE`; ``slot`` is the order spent."""

    kind: ClassVar[str] = "ordered"
    piece: str
    may: int = 3
    bonus: int = 0
    slot: int = 0
    again: bool = False

    def apply(self, board: BattleBoard) -> None:
        board.ordered[self.piece] = self.may
        if self.bonus:
            board.bonus[self.piece] = self.bonus
        if self.slot:
            board.spent = (*board.spent, self.slot)
        if self.again:
            board.again.add(self.piece)

    def text(self, board: Any) -> str:
        return f"{board.name(self.piece)} is ordered."


@frozen
class OrderLost(Event):
    """A unit that was ordered through its general is not, now that the general leaves it."""

    kind: ClassVar[str] = "order_lost"
    piece: str

    def apply(self, board: BattleBoard) -> None:
        del board.ordered[self.piece]
        board.bonus.pop(self.piece, None)


@frozen
class OrdersAllowed(Event):
    """How many orders may be given, by section, by arm or to units. ``reach`` are changed move allowances by arm."""

    kind: ClassVar[str] = "orders_allowed"
    slots: str
    allowed: tuple[int, ...]

    def apply(self, board: BattleBoard) -> None:
        board.slots, board.allowed = self.slots, self.allowed

    def text(self, board: Any) -> str:
        return f"Orders allowed by {self.slots}: {', '.join(map(str, self.allowed))}."


@frozen
class MarchesLengthened(Event):
    """This turn an arm moves up to so many hexes."""

    kind: ClassVar[str] = "marches_lengthened"
    arm: str
    hexes: int

    def apply(self, board: BattleBoard) -> None:
        board.reach[self.arm] = self.hexes

    def text(self, board: Any) -> str:
        return f"{self.arm.capitalize()} may move {self.hexes} hexes."


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
        from wargame_battlecry.data_types import Work

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


@frozen
class ObjectiveChanged(Event):
    """A side holds ground worth flags, or no longer does."""

    kind: ClassVar[str] = "objective_changed"
    id: str
    side: str
    flags: int
    reason: str

    def apply(self, board: BattleBoard) -> None:
        if self.flags:
            board.objectives[self.id] = self.flags
        else:
            del board.objectives[self.id]

    def text(self, board: Any) -> str:
        verb = f"{self.flags} flag" if self.flags else "no flag any more"
        return f"{self.side.capitalize()}: {verb} ({self.reason})."


@frozen
class ContactMade(Event):
    """A battle left the defender in its place: Fight Back may be played. Without pieces the chance is over."""

    kind: ClassVar[str] = "contact_made"
    pieces: tuple[str, ...] = ()

    def apply(self, board: BattleBoard) -> None:
        board.contact = self.pieces
        board.fighting_back = False

    def text(self, board: Any) -> str:
        return ""


def where(pieces: Mapping[str, int], id: str) -> str:
    """The printed name of the hex where a piece stands."""
    return HEXES[pieces[id]]
