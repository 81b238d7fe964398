"""A scenario as played: its special rules, its victory conditions, and the book with everything printed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar

from attrs import field, frozen

from wargame_core.errors import DataError
from wargame_gcacw.printed.counters import SIDES, Arm, HexName, Leader, LeaderId, LeaderStart, Side, Unit, UnitStart
from wargame_gcacw.printed.ground import Ground


# Special rules
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
    def holders(self) -> Mapping[str, Side]:
        """The side that holds each hex."""
        return {name: side for side, hexes in zip(SIDES, (self.union, self.confederate), strict=True) for name in hexes}


Rule = RainAfterTies | RainAllTurn | NightCycle | FirstInitiative | HeldTrains | Exit | Objectives


# Victory conditions
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
    ``eliminated`` once. For each train they make at most ``most`` points, counted without the sign.
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

    @property
    def northern_row(self) -> str:
        """The hex of the row from which on a line counts as in the north, for ``why`` "north"."""
        if self.row is None:
            raise ValueError(f"{self.why} has no row")
        return self.row

    @property
    def eastern_column(self) -> str:
        """The hex of the column from which on a unit stands too far east, for ``why`` "far_east"."""
        if self.column is None:
            raise ValueError(f"{self.why} has no column")
        return self.column


@frozen(cache_hash=True)
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


@frozen
class Level:
    """A row of the victory table: who wins, and how clearly, with at least so many points.

    The last row, for whatever is less, has no ``at_least``.
    """

    winner: Side
    title: str
    at_least: int | None = None


# Scenarios and the book
T = TypeVar("T")
R = TypeVar("R", RainAfterTies, RainAllTurn, NightCycle, FirstInitiative, HeldTrains, Exit, Objectives)
V = TypeVar("V", ControlPoints, ManpowerPoints, ExitPoints, TrainPoints, LinePoints)


@frozen
class PrintedScenario:
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
        return (condition for condition in self.victory if isinstance(condition, kind))


@frozen(eq=False, slots=False)
class Book:
    """All that is printed: the ground, the counters, and the scenarios by id."""

    ground: Ground
    units: Mapping[str, Unit]
    leaders: Mapping[LeaderId, Leader]
    scenarios: Mapping[str, PrintedScenario]
    unread: Mapping[str, DataError] = field(factory=dict)
    """Packaged scenarios whose files are wrong, by id."""
    _remembered: dict[str, dict[Hashable, Any]] = field(factory=dict, init=False, repr=False)

    def latest(self, subject: str, key: Hashable, make: Callable[[], T], room: int) -> T:
        """What ``make()`` made for a key of a subject, as long as it is among the ``room`` keys asked for last.

        For what boards of all games of this book have in common, such as lines of communication.
        """
        results = self._remembered.setdefault(subject, {})
        result: T = results.pop(key) if key in results else make()
        results[key] = result  # the latest stands last
        if len(results) > room:
            del results[next(iter(results))]
        return result

    @cached_property
    def subordinates(self) -> Mapping[LeaderId, tuple[str, ...]]:
        """For each leader the units he may stand with: those of his command, or for an army leader any infantry."""
        return {
            leader_id: tuple(unit.id for unit in self.units.values() if _obeys(unit, chief))
            for leader_id, chief in self.leaders.items()
        }

    @cached_property
    def named_by(self) -> Mapping[LeaderId, tuple[str, ...]]:
        """For each leader the units he may name: his subordinates, and those that obey any corps leader."""
        reserve = [unit for unit in self.units.values() if unit.any_corps]
        return {
            leader_id: (
                *self.subordinates[leader_id],
                *(unit.id for unit in reserve if chief.rank == "corps" and unit.side == chief.side),
            )
            for leader_id, chief in self.leaders.items()
        }


def _obeys(unit: Unit, chief: Leader) -> bool:
    if unit.side != chief.side:
        return False
    return unit.arm == "infantry" if chief.rank == "army" else chief.command in unit.commands
