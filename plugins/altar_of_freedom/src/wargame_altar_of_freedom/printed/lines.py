"""The lines of a campaign's file: numbers, depots, deployments, awards, special actions; and pieces and commands."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, Literal

from attrs import frozen

from wargame_altar_of_freedom.printed.points import RolledPoints
from wargame_altar_of_freedom.printed.vocabulary import (
    NO_DIVISION,
    CommandId,
    DivisionId,
    FormationId,
    PlaceName,
    Side,
    TokenKind,
)
from wargame_core.rulings import Cite

ARMS = ("artillery", "cavalry", "infantry")
ArrivalStatus = Literal["start", "random_arrival", "random_release", "unattached"]
Limit = Literal["each", "every_turn", "once", "once_per_place"]


@frozen
class StaffDie:
    """The Staff Die: which faces count as another number of spaces, and how many dice a token may get."""

    sides: int
    counts_as: Mapping[int, int]
    movement_per_token: int
    special_per_token: int

    def spaces(self, face: int) -> int:
        """The spaces that a roll adds to a move."""
        return self.counts_as.get(face, face)


@frozen
class BattleTime:
    """When a tabletop battle begins, and how many hourly turns it has."""

    start: str
    turns: int


@frozen
class Breakpoint:
    """The share of an army's brigades on the table that breaks it."""

    fraction: Fraction
    rounding: Literal["up", "down"]


@frozen
class Command:
    """Pieces that move in one activation: a corps, or the army troops that belong to none.

    ``tokens`` are kinds of piece, beside divisions and pickets of its formations, that move with it.
    """

    id: CommandId
    side: str
    name: str
    formations: tuple[str, ...]
    tokens: tuple[str, ...] = ()
    army_troops: bool = False


@frozen
class Piece:
    """What one map token stands for. ``division`` is empty for pickets and trains."""

    id: str
    side: str
    kind: str
    name: str
    command: CommandId
    formation: str = ""
    division: DivisionId = NO_DIVISION
    status: ArrivalStatus = "start"


@frozen
class Worth:
    """Staff Dice a turn from a depot: for its builder, and for an enemy who captured it."""

    value: int
    captured: int


@frozen
class DepotSite:
    """A supply depot at a place; the owner may choose the ``alternative`` instead if there is one."""

    id: str
    side: Side
    place: PlaceName
    staff_dice: Worth
    alternative: PlaceName | None = None

    @property
    def value(self) -> int:
        """Staff Dice a turn for its builder."""
        return self.staff_dice.value

    @property
    def captured_value(self) -> int:
        """Staff Dice a turn for an enemy who captured it."""
        return self.staff_dice.captured

    @property
    def places(self) -> tuple[str, ...]:
        """Where it may be set up."""
        return (self.place, self.alternative) if self.alternative else (self.place,)


@frozen
class AtPlaces:
    """Each piece in any of the places, or next to one if ``adjacent``."""

    kind: ClassVar[str] = "at"
    places: tuple[PlaceName, ...]
    adjacent: bool = True


@frozen
class OneAtEach:
    """As many pieces as places: one piece in each, or next to it if ``adjacent``; the owner chooses which."""

    kind: ClassVar[str] = "one_at_each"
    places: tuple[PlaceName, ...]
    adjacent: bool = True


@frozen
class RoadColumn:
    """Each piece in one of the road spaces, given as [row, column], strictly between two places."""

    kind: ClassVar[str] = "road_column"
    between: tuple[PlaceName, PlaceName]
    cells: tuple[tuple[int, int], ...]


@frozen
class NearDivisions:
    """Each piece at most ``spaces`` from any division of its own side."""

    kind: ClassVar[str] = "near_divisions"
    spaces: int


@frozen
class Anywhere:
    """Each piece in any space; one that ``yields`` moves away if an enemy division is deployed on it."""

    kind: ClassVar[str] = "anywhere"
    yields: bool


Where = AtPlaces | OneAtEach | RoadColumn | NearDivisions | Anywhere


@frozen
class Deployment:
    """Where these pieces (ids) of a side are set up."""

    side: str
    pieces: tuple[str, ...]
    where: Where


@frozen
class AwardLine:
    """Victory points: for whom, on which condition, how many, how often, and where it is printed."""

    id: str
    side: str
    condition: str
    args: Any
    points: RolledPoints
    limit: Limit
    text: str
    cite: Cite


@frozen
class SpecialActionLine:
    """A special action that the campaign has, with its arguments."""

    kind: str
    args: Any


@frozen
class Fortress:
    """A place that no enemy may enter while a division of the side is in it."""

    place: PlaceName
    side: Side
    cite: Cite


@frozen
class Earthworks:
    """A place whose space gives a side's units behind its works this bonus in a tabletop battle."""

    place: PlaceName
    side: Side
    bonus: int
    cite: Cite


@frozen
class SetUpChoice:
    """A formation that its side may leave out before deployment."""

    id: str
    side: Side
    leave_out: FormationId
    text: str
    cite: Cite


@frozen
class Readings:
    """Which readings of the rules are usual in a campaign; `wargame_altar_of_freedom.game.READINGS` has the others.

    ``adjacent``: whether four or eight spaces are next to a place that scores.
    """

    adjacent: Literal["orthogonal", "with_diagonals"] = "orthogonal"


@frozen(kw_only=True)
class Numbers:
    """The plain numbers and lists of a campaign, by the names they have in its file.

    ``book`` is the document's short name for citations. Moves and ranges are in spaces. ``special_action_target`` and
    ``rally_target`` are the least result of a d6 that succeeds. ``nightfall`` is when every tabletop battle ends.
    ``reinforcement``: turn of arrival by result of the die (results above the last row count as the last) and by
    distance 1, 2, 3.
    """

    id: str
    title: str
    book: str
    seats: tuple[str, str]
    turns: int
    points_to_win: int
    first_mover: Side
    deploys_first: Side
    base_move: Mapping[str, int]
    staff_die: StaffDie
    special_action_target: int
    special_action_tokens: tuple[TokenKind, ...]
    rally_target: int
    contact_range: int
    divisions_for_battle: int
    battle_time: Mapping[int, BattleTime]
    nightfall: str
    reinforcement: Mapping[int, tuple[int, int, int]]
    road_bonus: int
    turn_clock: str
    breakpoint: Breakpoint
    same_corps_stacking: tuple[Side, ...] = ()
    stack_exempt: tuple[TokenKind, ...] = ()
    never_with_own_kind: tuple[TokenKind, ...] = ()
    fortress: tuple[Fortress, ...] = ()
    earthworks: tuple[Earthworks, ...] = ()
    set_up_choice: tuple[SetUpChoice, ...] = ()
    readings: Readings = Readings()
