"""What players may do. Units and leaders are named by id, hexes by their printed numbers."""

from abc import ABC, abstractmethod
from typing import Annotated, Final, Literal

from attrs import field, frozen

from wargame_core.authoring import PIECE, PLACE, TARGET, TO, About, Action, Procedure, Table
from wargame_core.flow.about import about
from wargame_core.flow.choices import sorted_ids
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed.counters import LeaderId, Side

AttackKind = Literal["column_of_route", "hasty", "normal", "prepared"]
AssaultKind = Literal["assault", "grand_assault"]
"""An attack of the assault action; the others are made from the march."""
CombatKind = Literal[AttackKind, AssaultKind]


def names(board: FieldBoard, ids: tuple[str, ...]) -> str:
    """Units by name, in words."""
    return ", ".join(board.name(unit_id) for unit_id in ids) or "nobody"


MOST_NAMED_UNITS: Final = 3
"""Units of a stack that a choice names; the board and the help of the choice tell more."""


def units_in_words(board: FieldBoard, space: int) -> str:
    """The units in a hex, in words: the first by name."""
    stack = board.units_at(space)
    rest_words = f" and {len(stack) - MOST_NAMED_UNITS} more" if len(stack) > MOST_NAMED_UNITS else ""
    return names(board, stack[:MOST_NAMED_UNITS]) + rest_words


def unit_with_hex(board: FieldBoard, unit: str) -> str:
    """A unit with its hex."""
    return f"{board.name(unit)} in {board.ground.label(board.units[unit].space)}" if unit in board.units else unit


def _marching(board: FieldBoard) -> About:
    """The unit that marches now, and where it is."""
    return About((board.march.unit,), board.hex(board.march.unit)) if board.march is not None else About()


def _first_in_hex(board: FieldBoard, hex_name: str) -> About:
    """The first of the units in a hex, as the target."""
    space = board.ground.space(hex_name)
    stack = board.units_at(space) if space is not None else ()
    return About(target=stack[0]) if stack else About()


@frozen
class Pass(Action):
    """Take no action now."""


@frozen
class Done(Action, says="nothing more"):
    """Nothing more of what is being asked."""


@frozen
class MarchUnit(Action, kind="march"):
    """March with a unit: as an action of its own, or as the next of an activation."""

    unit: Annotated[str, PIECE]

    def text(self, board: FieldBoard) -> str:
        return f"march with {unit_with_hex(board, self.unit)}"


@frozen
class ActivateLeader(Action):
    """March with several subordinates of a leader, on one roll for their allowance."""

    leader: Annotated[LeaderId, PIECE]
    units: Annotated[tuple[str, ...], PIECE] = field(converter=sorted_ids)

    def text(self, board: FieldBoard) -> str:
        return f"activate {board.name(self.leader)}: {names(board, self.units)}"


@frozen
class Assault(Action):
    """Assault a hex with the units of a leader: those in his hex, or for an army leader those near him."""

    leader: Annotated[LeaderId, PIECE]
    target: Annotated[str, PLACE]

    def text(self, board: FieldBoard) -> str:
        space = board.ground.map.parse(self.target)
        return f"{board.name(self.leader)} assaults {units_in_words(board, space)} in {board.ground.label(space)}"

    def about(self, board: FieldBoard) -> About:
        return about(self, board).merge(_first_in_hex(board, self.target))


@frozen
class TakePart(Action):
    """The units that take part in the assault."""

    units: Annotated[tuple[str, ...], PIECE] = field(converter=sorted_ids)

    def text(self, board: FieldBoard) -> str:
        return f"assault with {names(board, self.units)}"


@frozen
class RefuseFlanks(Action):
    """A stack in an enemy zone of control refuses its flanks (an option)."""

    hex: Annotated[str, PLACE]

    def text(self, board: FieldBoard) -> str:
        return f"refuse the flanks in {self.hex}"


@frozen
class PlaceLeader(Action):
    """A leader goes to a subordinate unit."""

    leader: Annotated[LeaderId, PIECE]
    unit: Annotated[str, TARGET]

    def text(self, board: FieldBoard) -> str:
        return f"{board.name(self.leader)} joins {unit_with_hex(board, self.unit)}"


@frozen
class TakeAlong(Action):
    """The leaders that march with the unit."""

    leaders: Annotated[tuple[LeaderId, ...], PIECE] = field(converter=sorted_ids)

    def text(self, board: FieldBoard) -> str:
        return f"take along {names(board, self.leaders)}"


@frozen
class ForceMarch(Action):
    """Force march, or not."""

    force: bool

    def text(self, board: FieldBoard) -> str:
        return "force march" if self.force else "do not force the march"


@frozen
class MoveTo(Action, kind="move", says="march to {to}"):
    """March to a hex, by a cheapest way."""

    to: Annotated[str, TO]

    def about(self, board: FieldBoard) -> About:
        march = board.march
        return About(to=self.to) if march is None else About((march.unit,), board.hex(march.unit), self.to)


@frozen
class Attack(Action):
    """Attack the enemies in a neighbouring hex from the march."""

    target: Annotated[str, PLACE]
    how: AttackKind

    def text(self, board: FieldBoard) -> str:
        space = board.ground.map.parse(self.target)
        return f"{self.how.replace('_', ' ')} attack on {units_in_words(board, space)} in {board.ground.label(space)}"

    def about(self, board: FieldBoard) -> About:
        return about(self, board).merge(_marching(board)).merge(_first_in_hex(board, self.target))


@frozen
class Halt(Action):
    """End the march, or the retreat, here."""


@frozen
class RetreatTo(Action, kind="retreat", says="{unit} retreats to {to}"):
    """Retreat one hex."""

    unit: Annotated[str, PIECE]
    to: Annotated[str, TO]


@frozen
class RetreatNext(Action):
    """The unit that retreats next, or that retreats although it need not."""

    unit: Annotated[str, PIECE]

    def text(self, board: FieldBoard) -> str:
        return f"retreat with {unit_with_hex(board, self.unit)}"


@frozen
class CavalryRetreat(Action):
    """Retreat all the cavalry of a hex before the enemy infantry, or stand."""

    retreat: bool

    def text(self, board: FieldBoard) -> str:
        return "retreat with the cavalry" if self.retreat else "stand"


@frozen
class Advance(Action):
    """The units that advance into the hex the enemy left."""

    units: Annotated[tuple[str, ...], PIECE] = field(converter=sorted_ids)

    def text(self, board: FieldBoard) -> str:
        return f"advance with {names(board, self.units)}"


@frozen
class TakeLoss(Action):
    """The unit that loses the next point of manpower."""

    unit: Annotated[str, PIECE]

    def text(self, board: FieldBoard) -> str:
        return f"{unit_with_hex(board, self.unit)} loses a point"


@frozen
class Entrench(Action):
    """A unit takes works, or improves those it has."""

    unit: Annotated[str, PIECE]

    def text(self, board: FieldBoard) -> str:
        return f"entrench {unit_with_hex(board, self.unit)}"


class SpecialAction(Action, ABC, kind=""):
    """An action of a scenario's own, which a side may choose in place of a march: see `SpecialRule.actions`."""

    @abstractmethod
    def follow(self, table: Table[FieldBoard]) -> Procedure[None]:
        """What follows: it asks and rolls, and records events."""

    @abstractmethod
    def worth(self, board: FieldBoard, side: Side) -> float:
        """The victory points that it is expected to bring a side that takes it now. Bots go by it."""


ACTIONS = (
    Pass, Done, MarchUnit, ActivateLeader, Assault, TakePart, RefuseFlanks, PlaceLeader, TakeAlong, ForceMarch, MoveTo,
    Attack, Halt, RetreatTo, RetreatNext, CavalryRetreat, Advance, TakeLoss, Entrench,
)  # fmt: skip
