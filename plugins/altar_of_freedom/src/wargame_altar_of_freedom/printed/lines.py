"""The words and lines of a campaign's file: sorts of names, amounts of points, numbers, depots, deployments, awards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final, Literal, NewType

from attrs import frozen

from wargame_core import Cite, Die, die
from wargame_core.data import Ref

Side = Annotated[str, Ref("a side")]
TokenKind = Annotated[str, Ref("a token kind")]
PlaceName = Annotated[str, Ref("a place")]
PlaceTag = Annotated[str, Ref("a tag of a place")]
CrossingId = Annotated[str, Ref("a crossing")]
CrossingKind = Annotated[str, Ref("a kind of crossing")]
RiverName = Annotated[str, Ref("a river")]
RegionName = Annotated[str, Ref("a region")]
EntryId = Annotated[str, Ref("an entry space")]
CommandId = NewType("CommandId", str)
"""The id of a command, such as a corps, where another id would be wrong."""
NO_COMMAND: Final = CommandId("")
DivisionId = NewType("DivisionId", str)
"""The id of a division, where the id of a brigade or of a token would be wrong."""
NO_DIVISION: Final = DivisionId("")
DivisionName = Annotated[DivisionId, Ref("a division")]
FormationId = Annotated[str, Ref("a formation")]
CommandName = Annotated[CommandId, Ref("a command")]
ActionName = Annotated[str, Ref("a special action")]


INFANTRY, CAVALRY, PICKET, TRAIN = "infantry", "cavalry", "picket", "baggage_train"
"""The kinds of token that rules speak of; a campaign's file may have more."""

_PRINTED = re.compile(r"(?:([+-]?\d+)(?!\d*d))?(?:([+-]?)(\d*)d([1-9]\d*))?")


@frozen
class RolledPoints:
    """A fixed number plus ``count`` dice of ``sides`` sides; a negative count takes the dice away.

    >>> RolledPoints.parse("6+d3"), str(RolledPoints.parse("-2d6"))
    (RolledPoints(fixed=6, count=1, sides=3), '-2d6')
    """

    written: ClassVar[str] = "an amount such as 1, d3, 6+d3 or -2d6"

    fixed: int = 0
    count: int = 0
    sides: int = 6

    @classmethod
    def parse(cls, text: str) -> RolledPoints:
        """The amount that is printed so. Raises ValueError."""
        match = _PRINTED.fullmatch(text)
        if match is None or not text or (match[1] and match[3] is not None and not match[2]):
            raise ValueError("not a number, a number of dice, or both with a sign between")
        if match[4] is None:
            return cls(fixed=int(match[1]))
        count = int(match[3] or 1)
        return cls(int(match[1] or 0), -count if match[2] == "-" else count, int(match[4]))

    def __str__(self) -> str:
        if not self.count:
            return str(self.fixed)
        number = "" if abs(self.count) == 1 else str(abs(self.count))
        sign = "-" if self.count < 0 else "+" if self.fixed else ""
        return f"{self.fixed or ''}{sign}{number}d{self.sides}"

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice to roll, whether they count for or against."""
        return (die(self.sides),) * abs(self.count)

    def total(self, rolls: Sequence[int]) -> int:
        """The amount, given one result for each of `dice`."""
        if len(rolls) != abs(self.count):
            raise ValueError(f"{self} needs {abs(self.count)} rolls, not {len(rolls)}")
        return self.fixed + (sum(rolls) if self.count > 0 else -sum(rolls))

    @property
    def mean(self) -> float:
        """The expected amount.

        >>> RolledPoints.parse("6+d3").mean, RolledPoints.parse("-2d6").mean
        (8.0, -7.0)
        """
        return self.fixed + self.count * (self.sides + 1) / 2


class Occasion(Enum):
    """When the lines of a briefing are looked at: what has just happened, or which end has come."""

    SET_UP = "set_up"
    SKIRMISH_WON = "skirmish"
    BATTLE_WON = "battle"
    SPACE_ENTERED = "entered"
    CROSSING_DESTROYED = "crossing_destroyed"
    TURN_ENDS = "end_of_turn"
    CAMPAIGN_ENDS = "end_of_campaign"


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
    """Victory points: for whom, when (a condition of `rules.scoring`), how many, how often, and where it is printed."""

    id: str
    side: str
    when: Any
    points: RolledPoints
    limit: Limit
    text: str
    cite: Cite


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
class InShort:
    """A line of how to win, in short; the points that win are told before it."""

    text: str
    cite: Cite


@frozen
class Readings:
    """Which readings of the rules are usual in a campaign, where `wargame_altar_of_freedom.rules.readings` has others.

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
    in_short: tuple[InShort, ...] = ()
    about: str = ""
    readings: Readings = Readings()
