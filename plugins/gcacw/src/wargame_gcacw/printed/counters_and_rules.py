"""What a scenario is made of, as plain values: units, leaders, set-up, special rules, victory conditions.

Points are halves only where a combat value is; manpower, fatigue and victory points are whole numbers in the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, TypeVar

from attrs import frozen

from wargame_core.data.structuring import Ref

if TYPE_CHECKING:
    from wargame_gcacw.printed.ground import Ground

Side = Literal["union", "confederate"]
Arm = Literal["infantry", "cavalry", "artillery", "wagon"]
Work = Literal["", "breastworks", "fort_build", "fort"]
SIDES: Final[tuple[Side, Side]] = ("union", "confederate")
FOE: Final[Mapping[str, str]] = {"union": "confederate", "confederate": "union"}
NATION: Final[Mapping[str, str]] = {"union": "Union", "confederate": "Confederate"}

UnitName = Annotated[str, Ref("a unit")]
LeaderName = Annotated[str, Ref("a leader")]
HexName = Annotated[str, Ref("a hex of the map")]


@frozen
class Unit:
    """A counter.

    ``commands`` are those whose leaders it obeys; none: it acts alone, unless it obeys ``any_corps`` leader, who then
    may activate it but not stand with it. ``artillery`` is the printed artillery value,
    which counts only beside infantry where it is ``in_brackets``. ``potomac``: it belongs to the Army of the Potomac.
    """

    id: str
    name: str
    side: Side
    arm: Arm
    tactical: int
    artillery: int = 0
    commands: tuple[str, ...] = ()
    in_brackets: bool = False
    any_corps: bool = False
    potomac: bool = False


@frozen
class Leader:
    """A leader. One of the rank ``army`` leads grand assaults only and may stand with any infantry of his side.

    ``command`` is the command he leads, ``command_value`` what an assault die is taken from. The units of an activation
    under a leader without ``attacks`` may not attack; ``radius`` is his command radius in hexes.
    """

    id: str
    name: str
    side: Side
    rank: Literal["army", "corps", "cavalry_corps", "cavalry_division"]
    command: str
    command_value: int
    tactical: int | None = None
    radius: int = 3
    attacks: bool = True


@frozen
class UnitStart:
    """A unit's place and state at the start."""

    unit: UnitName
    hex: HexName
    manpower: int
    fatigue: int = 0
    exhausted: bool = False
    disorganized: bool = False
    demoralized: int = 0
    work: Work = ""


@frozen
class LeaderStart:
    """The unit that a leader stands with at the start."""

    leader: LeaderName
    unit: UnitName


# special rules


@frozen
class RainAfterTies:
    """In ``turn`` rain begins at the ``ties``-th tied initiative roll and lasts for the rest of the turn."""

    kind: ClassVar[str] = "rain_after_ties"
    turn: int
    ties: int


@frozen
class RainAllTurn:
    """It rains in these turns from their beginning."""

    kind: ClassVar[str] = "rain_all_turn"
    turns: tuple[int, ...]


@frozen
class NightCycle:
    """When both sides have passed in ``turn``, a second action cycle follows, at night and in rain."""

    kind: ClassVar[str] = "night_cycle"
    turn: int


@frozen
class FirstInitiative:
    """A side has the first initiative of ``turn`` without a roll."""

    kind: ClassVar[str] = "first_initiative"
    side: Side
    turn: int = 1


@frozen
class HeldTrains:
    """The wagon trains of a side may not march before rain or night has begun."""

    kind: ClassVar[str] = "held_trains"
    side: Side


@frozen
class Exit:
    """Units of an arm that enter one of the rows below ``last_row`` (as the map counts rows) leave the map for good.

    They may do so in ``turns`` only, and never come back.
    """

    kind: ClassVar[str] = "exit"
    side: Side
    arm: Arm
    last_row: HexName
    turns: tuple[int, ...]


@frozen
class Objectives:
    """Hexes that somebody controls, and who does at the start. Infantry takes control of a hex by entering it."""

    kind: ClassVar[str] = "objectives"
    union: tuple[HexName, ...] = ()
    confederate: tuple[HexName, ...] = ()

    @property
    def holders(self) -> Mapping[str, str]:
        """The side that holds each hex."""
        return dict.fromkeys(self.union, "union") | dict.fromkeys(self.confederate, "confederate")


Rule = RainAfterTies | RainAllTurn | NightCycle | FirstInitiative | HeldTrains | Exit | Objectives


# victory conditions: all count for the side of the victory table


@frozen
class ControlPoints:
    """Points for the control of a hex at the end of the game."""

    kind: ClassVar[str] = "control"
    hex: HexName
    points: int


LossCause = Literal["combat", "retreat", "cavalry_retreat", "extended_march", "force_march", "zone_to_zone"]


@frozen
class ManpowerPoints:
    """Points for each point of manpower that a side lost by one of these causes.

    ``not_arms`` are arms that do not count (a train's extended march has points of its own).
    """

    kind: ClassVar[str] = "manpower"
    side: Side
    causes: tuple[LossCause, ...]
    points: int
    not_arms: tuple[Arm, ...] = ()


@frozen
class ExitPoints:
    """Points for each unit that left the map, the first ``most`` of them."""

    kind: ClassVar[str] = "exited"
    side: Side
    points: int
    most: int


@frozen
class TrainPoints:
    """Points for the mishaps of the wagon trains of a side, as a rule negative.

    ``retreat_hex`` counts for each hex of a retreat by combat, ``extended_march`` for each loss in an extended march,
    ``eliminated`` once. For each train they make at most ``most`` points, reckoned without the sign.
    """

    kind: ClassVar[str] = "trains"
    side: Side
    retreat_hex: int
    extended_march: int
    eliminated: int
    most: int


@frozen
class Reduction:
    """Points, negative as printed, that a line of communication counts less for units of these arms.

    ``screened_cavalry``: for each combat point of enemy cavalry on the line that nearby infantry screens;
    ``north``: the line must enter the row of the hex ``row`` or one north of it; ``far_east``: the unit stands in the
    column of the hex ``column`` or east of it (where it stands in the row of the hex ``north_column`` or north of it,
    that hex's column counts instead); ``in_zone``: it stands in an enemy zone of control; ``off_pike``: in a hex
    without a pike.
    """

    why: Literal["screened_cavalry", "north", "far_east", "in_zone", "off_pike"]
    arms: tuple[Arm, ...]
    points: int
    row: HexName | None = None
    column: HexName | None = None
    north_column: HexName | None = None

    def __attrs_post_init__(self) -> None:
        if self.points >= 0:
            raise ValueError(f"points: {self.points} is no reduction, write a negative number")
        if (self.why == "north") != (self.row is not None):
            raise ValueError("row belongs to why = 'north', and to nothing else")
        if (self.why == "far_east") != (self.column is not None):
            raise ValueError("column belongs to why = 'far_east', and to nothing else")
        if self.north_column is not None and self.column is None:
            raise ValueError("north_column stands beside column")


@frozen
class LinePoints:
    """Points for each unit of a side that can trace a line of communication at the end, less its reductions.

    The line runs to one of the ``goals`` over hexsides with ``ways``. It does not enter the row of the hex ``north`` or
    any north of it, that of ``south`` or any south of it, the column of ``east`` or any east of it, nor a hex of a
    terrain in ``needs_pike`` without a pike. Enemy cavalry blocks no line when infantry is within ``screen`` hexes.
    Of several lines the one that counts most is taken; a unit never counts less than nothing.
    """

    kind: ClassVar[str] = "line_of_communication"
    side: Side
    arms: tuple[Arm, ...]
    points: int
    goals: tuple[HexName, ...]
    ways: tuple[str, ...]
    north: HexName
    south: HexName
    east: HexName
    needs_pike: tuple[str, ...]
    screen: int
    reduction: tuple[Reduction, ...] = ()


Victory = ControlPoints | ManpowerPoints | ExitPoints | TrainPoints | LinePoints


R = TypeVar("R", RainAfterTies, RainAllTurn, NightCycle, FirstInitiative, HeldTrains, Exit, Objectives)
V = TypeVar("V", ControlPoints, ManpowerPoints, ExitPoints, TrainPoints, LinePoints)


@frozen
class Level:
    """A row of the victory table: who wins, and how clearly, with at least so many points.

    The last row, for whatever is less, has no ``at_least``.
    """

    winner: Side
    title: str
    at_least: int | None = None


@frozen
class Scenario:
    """A scenario as played: everything its files say, names checked."""

    id: str
    title: str
    game: str
    dates: tuple[date, ...]
    scored: Side
    units: tuple[UnitStart, ...]
    leaders: tuple[LeaderStart, ...]
    rules: tuple[Rule, ...]
    victory: tuple[Victory, ...]
    levels: tuple[Level, ...]
    help: str = ""

    @property
    def turns(self) -> int:
        """How many turns the game has."""
        return len(self.dates)

    def rules_of(self, kind: type[R]) -> Iterator[R]:
        """The special rules of a kind."""
        return (rule for rule in self.rules if isinstance(rule, kind))

    def victory_of(self, kind: type[V]) -> Iterator[V]:
        """The victory conditions of a kind."""
        return (one for one in self.victory if isinstance(one, kind))


@frozen(eq=False, slots=False)
class Book:
    """All that is printed: the ground, the counters, and the scenarios by id."""

    ground: Ground
    units: Mapping[str, Unit]
    leaders: Mapping[str, Leader]
    scenarios: Mapping[str, Scenario]

    @cached_property
    def subordinates(self) -> Mapping[str, tuple[str, ...]]:
        """For each leader the units he may stand with: those of his command, or for an army leader any infantry."""
        return {
            id: tuple(one.id for one in self.units.values() if _obeys(one, chief)) for id, chief in self.leaders.items()
        }

    @cached_property
    def named_by(self) -> Mapping[str, tuple[str, ...]]:
        """For each leader the units he may name: his subordinates, and those that obey any corps leader."""
        reserve = [one for one in self.units.values() if one.any_corps]
        return {
            id: (
                *self.subordinates[id],
                *(one.id for one in reserve if chief.rank == "corps" and one.side == chief.side),
            )
            for id, chief in self.leaders.items()
        }


def _obeys(unit: Unit, chief: Leader) -> bool:
    if unit.side != chief.side:
        return False
    return unit.arm == "infantry" if chief.rank == "army" else chief.command in unit.commands
