"""What happens to turns, orders and objectives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from attrs import frozen

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.board.stages import Slots, Stage
from wargame_battlecry.printed.game_board import HEXES
from wargame_battlecry.printed.sides import ARMS, Arm
from wargame_core.authoring import PublicEvent
from wargame_core.flow.about import PIECE, About


@frozen
class TurnBegan(PublicEvent):
    """A side's turn begins: whatever belonged to the last turn is cleared."""

    kind: ClassVar[str] = "turn_began"
    side: str

    def apply(self, board: BattleBoard) -> None:
        board.turn += 1
        board.active = self.side
        board.stage = Stage.ORDERS
        board.card = board.acting = board.draws_first = ""
        board.slots = Slots.NONE
        board.allowed = board.spent = board.contact = ()
        board.ordered, board.bonus, board.moved, board.battled, board.reach = {}, {}, {}, {}, {}
        board.again = set()

    def text(self, board: BattleBoard) -> str:
        return f"Turn {board.turn}. {self.side.capitalize()} turn."


@frozen
class StageEnded(PublicEvent):
    """Orders, moves, battles or second moves are over, and ``next`` begins."""

    kind: ClassVar[str] = "stage_ended"
    silent: ClassVar[bool] = True
    next: Stage

    def apply(self, board: BattleBoard) -> None:
        board.stage = self.next
        board.contact = ()


@frozen
class Ordered(PublicEvent):
    """A piece has its order. ``may`` are bits of `board.MAY_MOVE` and `MAY_BATTLE`; ``slot`` is the order spent."""

    kind: ClassVar[str] = "ordered"
    piece: Annotated[str, PIECE]
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

    def text(self, board: BattleBoard) -> str:
        return f"{board.name(self.piece)} is ordered."


@frozen
class OrderLost(PublicEvent):
    """A unit that was ordered through its general is not, now that the general leaves it."""

    kind: ClassVar[str] = "order_lost"
    piece: Annotated[str, PIECE]

    def apply(self, board: BattleBoard) -> None:
        del board.ordered[self.piece]
        board.bonus.pop(self.piece, None)

    def text(self, board: BattleBoard) -> str:
        return f"{board.name(self.piece)} loses its order with its general."


_WORDS: Mapping[Slots, tuple[str, ...]] = {
    Slots.NONE: (),
    Slots.SECTIONS: ("on the left", "in the center", "on the right"),
    Slots.ARMS: (*ARMS, "any piece"),
    Slots.UNITS: ("unit anywhere",),
}


@frozen
class OrdersAllowed(PublicEvent):
    """How many orders may be given, by section, by arm or to units."""

    kind: ClassVar[str] = "orders_allowed"
    slots: Slots
    allowed: tuple[int, ...]

    def apply(self, board: BattleBoard) -> None:
        board.slots, board.allowed = self.slots, self.allowed

    def text(self, board: BattleBoard) -> str:
        return f"Orders: {orders_in_words(self.slots, self.allowed)}."


def orders_in_words(slots: Slots, allowed: tuple[int, ...]) -> str:
    """How many orders may be given in each slot: "2 on the left, 1 in the center"."""
    names = zip(allowed, _WORDS[slots], strict=True)
    return ", ".join(f"{number} {name}" for number, name in names if number) or "none"


@frozen
class MarchesLengthened(PublicEvent):
    """This turn an arm moves up to ``hexes`` hexes."""

    kind: ClassVar[str] = "marches_lengthened"
    arm: Arm
    hexes: int

    def apply(self, board: BattleBoard) -> None:
        board.reach[self.arm] = self.hexes

    def text(self, board: BattleBoard) -> str:
        return f"{self.arm.capitalize()} may move {self.hexes} hexes."


@frozen
class ObjectiveChanged(PublicEvent):
    """A side holds ground worth flags, or no longer does; ``id`` is the objective's."""

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

    def about(self, board: BattleBoard) -> About:
        objective = next(objective for objective in board.battle.objectives if objective.id == self.id)
        return About(places=tuple(HEXES[space] for space in objective.ground()))

    def text(self, board: BattleBoard) -> str:
        verb = f"{self.flags} flag" if self.flags else "no flag any more"
        return f"{self.side.capitalize()}: {verb} ({self.reason})."


@frozen
class FightBackOpened(PublicEvent):
    """A battle left the defender in its place: Fight Back may be played. Without pieces the chance is over."""

    kind: ClassVar[str] = "contact_made"
    silent: ClassVar[bool] = True
    pieces: Annotated[tuple[str, ...], PIECE] = ()

    def apply(self, board: BattleBoard) -> None:
        board.contact = self.pieces
        board.fighting_back = False
