"""Everything printed: the ground, the scenarios, and the book that has it all.

The ground is what a map means for marches and zones of control, worked out once; costs are in half movement points. A
mountain or swamp hexside without a way is crossed neither way, but only the zone into it is cut.
Readings: Mountains and swamps. Source: GCACW rules 1.4, 2 Terrain and 6 Movement.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Any, ClassVar, Final, Literal, TypeVar

from attrs import evolve, field, frozen

from wargame_core.data import Basis, by_kind
from wargame_core.errors import DataError, RulesError
from wargame_core.limits import quote
from wargame_core.maps.features import Crossing, Edge, edge
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.masks import Passage, bits, mask_of
from wargame_core.rulings import Verdict, refuse
from wargame_gcacw.charts.series import GROUND, WAYS
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import Arm, HexName, Leader, LeaderId, LeaderStart, Side, Unit, UnitStart

CLOSED_BY_RAIN: Final = frozenset({"ford"})
POINT: Final = 2
"""Half points in a movement point."""
WAYS_ONLY_TERRAIN: Final = frozenset(name for name, kind in GROUND.terrain.items() if kind.ways_only)
RESTRICTS: Final = tuple(name for name, kind in GROUND.terrain.items() if kind.restricts_zones)


def half_points(points: float | None) -> int | None:
    """Movement points as halves; none stays none."""
    return None if points is None else round(2 * points)


def show_points(halves: int) -> str:
    """Half points as people write them.

    >>> show_points(6), show_points(7)
    ('3', '3 1/2')
    """
    whole_points, half_point = divmod(halves, 2)
    return f"{whole_points} 1/2" if half_point and whole_points else "1/2" if half_point else str(whole_points)


@frozen(eq=False, slots=False)
class Ground:
    """A map read for the rules. Spaces are those of the map; edges are pairs of neighbouring spaces."""

    map: HexMap

    @cached_property
    def ways(self) -> Mapping[Edge, str]:
        """The best way over each hexside that has one."""
        best_road_kinds: dict[Edge, str] = {}
        for road in self.map.roads:
            for hexside in road.edges:
                if hexside not in best_road_kinds or WAYS.index(road.kind) < WAYS.index(best_road_kinds[hexside]):
                    best_road_kinds[hexside] = road.kind
        return best_road_kinds

    @cached_property
    def pike_hexes(self) -> int:
        """Mask of the hexes with a pike."""
        return mask_of(space for hexside, kind in self.ways.items() if kind == "pike" for space in hexside)

    @cached_property
    def way_hexes(self) -> int:
        """Mask of the hexes with a pike or road."""
        return mask_of(space for hexside, kind in self.ways.items() if kind in ("pike", "road") for space in hexside)

    @cached_property
    def creeks(self) -> frozenset[Edge]:
        """The hexsides with a creek."""
        return self.map.edges_on("creek")

    @cached_property
    def _hexsides(self) -> Mapping[Edge, str]:
        crossings = {crossing.edge: crossing.kind for crossing in self.map.crossings.values()}
        return dict.fromkeys(self.creeks, "creek") | crossings

    def hexside(self, a: int, b: int) -> str:
        """What lies between two neighbouring hexes, as modifiers call it: a bridge or ford, else a creek, or none."""
        return self._hexsides.get((a, b) if a < b else (b, a), "none")

    @cached_property
    def rivers(self) -> frozenset[Edge]:
        """The hexsides with a river."""
        return self.map.edges_on("river")

    def way(self, a: int, b: int) -> str:
        """The kind of way that joins two neighbouring hexes, or nothing."""
        return self.ways.get((a, b) if a < b else (b, a), "")

    def crossing(self, a: int, b: int) -> Crossing | None:
        """The bridge or ford between two neighbouring hexes."""
        return self.map.crossing_at(edge(a, b))

    def terrain(self, space: int) -> str:
        """The terrain of a hex."""
        return self.map.terrain[space]

    def label(self, space: int) -> str:
        """A hex as people call it: its number, and its name if it has one."""
        place = self.map.place_at(space)
        return f"{self.map.coordinates(space)} ({place.name})" if place else self.map.coordinates(space)

    def name(self, space: int) -> str:
        """The number of a hex, as it is printed and as actions and events write it."""
        return self.map.coordinates(space)

    def space(self, name: str) -> int | None:
        """The hex with this printed number, or None: unlike `Map.parse` it takes no place names."""
        return self._numbers.get(name)

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {name: space for space, name in enumerate(self.map.grid.names)}

    # marching

    def judge(self, a: int, b: int, rain: bool) -> Verdict | int:
        """The half points that terrain and way ask for a step to a neighbouring hex, or why nobody may take it."""
        hexside, way, terrain = edge(a, b), self.way(a, b), self.terrain(b)
        if hexside in self.rivers:
            crossing = self.crossing(a, b)
            if crossing is None:
                return refuse("river", f"no bridge or ford leads over the river {self._from_to(a, b)}", cites.TERRAIN)
            if rain and crossing.kind in CLOSED_BY_RAIN:
                text = f"rain has closed the {crossing.kind} {self._from_to(a, b)}"
                return refuse("ford_closed", text, cites.RAIN_RULES)
        if rain and hexside in self.creeks and not way and "city" not in (terrain, self.terrain(a)):
            return refuse("creek_in_rain", f"in rain the creek {self._from_to(a, b)} needs a way", cites.RAIN_RULES)
        if not way and terrain not in WAYS_ONLY_TERRAIN and self.terrain(a) in WAYS_ONLY_TERRAIN:
            text = f"{self.label(a)} is {self.terrain(a)} and no way leads out of it to {self.label(b)}"
            return refuse("no_way", text, cites.TERRAIN)
        cost = GROUND.way[way] if way else GROUND.terrain[terrain]
        if way == "trail" and terrain == "mountain":
            cost = GROUND.trail_into_mountain
        halves = half_points(cost.rain if rain else cost.dry)
        if halves is None:
            text = f"{self.label(b)} is {terrain} and no way leads into it from {self.label(a)}"
            return refuse("no_way", text, cites.TERRAIN)
        return halves

    def _from_to(self, a: int, b: int) -> str:
        return f"from {self.label(a)} to {self.label(b)}"

    @cached_property
    def judged_steps(
        self,
    ) -> tuple[Mapping[int, Mapping[int, int | Verdict]], Mapping[int, Mapping[int, int | Verdict]]]:
        """Dry and in rain: from each hex to each of its neighbours, what `judge` says."""
        neighbours_of = self.map.neighbours
        dry, rain = (
            {a: {b: self.judge(a, b, is_wet) for b in neighbours_of[a]} for a in range(self.map.size)}
            for is_wet in (False, True)
        )
        return dry, rain

    @cached_property
    def steps(self) -> tuple[Mapping[int, Mapping[int, int]], Mapping[int, Mapping[int, int]]]:
        """Dry and in rain: from each hex the hexes that can be entered, with the half points that terrain asks."""
        dry, rain = (
            {a: {b: cost for b, cost in costs.items() if isinstance(cost, int)} for a, costs in judged_steps.items()}
            for judged_steps in self.judged_steps
        )
        return dry, rain

    @cached_property
    def passages(self) -> tuple[Passage, Passage]:
        """Dry and in rain: every step that terrain allows infantry."""

        def passage(steps: Mapping[int, Mapping[int, int]]) -> Passage:
            leaving_masks: dict[int, int] = {}
            for a, step_ends in steps.items():
                for b in step_ends:
                    leaving_masks[b - a] = leaving_masks.get(b - a, 0) | 1 << a
            return Passage(tuple(sorted(leaving_masks.items())))

        dry, rain = map(passage, self.steps)
        return dry, rain

    # rows and columns

    @cached_property
    def columns_and_rows(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The column and the row of each hex, as the whole map counts them."""
        rows, columns = zip(*self.map.grid.lattice.cells, strict=True)
        return columns, rows

    def north_of(self, name: str, seam: bool = False) -> int:
        """Mask of the hexes in the row of a hex or north of it; of a ``seam`` below it those with its map's numbers."""

        def make_mask() -> int:
            _, row = self.columns_and_rows
            last_row = row[self.map.parse(name)]
            row_below = [space for space in range(self.map.size) if row[space] == last_row + 1]
            is_cut = seam and len({self.name(space)[0] for space in row_below}) > 1
            north = mask_of(space for space in range(self.map.size) if row[space] <= last_row)
            return north | mask_of(space for space in row_below if is_cut and self.name(space)[0] == name[0])

        return self.map.cached(("north of", name, seam), make_mask)

    # zones of control

    def in_zone(self, a: int, b: int) -> bool:
        """Whether a unit in hex a has the neighbouring hex b in its zone of control."""
        if edge(a, b) in self.rivers and self.crossing(a, b) is None:
            return False
        return self.terrain(b) not in WAYS_ONLY_TERRAIN or bool(self.way(a, b))

    @cached_property
    def zone(self) -> tuple[int, ...]:
        """For each hex the mask of the hexes in the zone of control of a unit there."""
        neighbours = self.map.neighbours
        return tuple(mask_of(b for b in neighbours[a] if self.in_zone(a, b)) for a in range(self.map.size))

    @cached_property
    def restricted(self) -> tuple[int, ...]:
        """For each hex the part of its zone that lies across a hexside of woods or loess without a way."""
        woods = self.map.terrain_mask(*RESTRICTS)
        return tuple(
            mask_of(b for b in bits(self.zone[a]) if (woods >> a | woods >> b) & 1 and not self.way(a, b))
            for a in range(self.map.size)
        )


# Scenarios and the book
LossCause = Literal["combat", "retreat", "cavalry_retreat", "extended_march", "force_march", "zone_to_zone"]


@frozen
class Reduction:
    """Points, negative as printed, that a line of communication counts less for units of these arms.

    ``screened_cavalry``: for each combat point of enemy cavalry on the line that nearby infantry screens;
    ``north``: the line must enter the row of the hex ``row`` or one north of it; ``far_east``: the unit stands in the
    column of the hex ``column`` or east of it (where it stands in the row of the hex ``north_column`` or north of it,
    that hex's column counts instead); ``in_zone``: it stands in an enemy zone of control; ``off_pike``: in a hex
    without a pike.
    """

    seam: ClassVar[bool] = True
    """Whether the hexes of the seam below such a row that are numbered as on its map are in the north as well."""

    why: Literal["screened_cavalry", "north", "far_east", "in_zone", "off_pike"]
    arms: tuple[Arm, ...]
    points: int
    row: HexName = ""
    column: HexName = ""
    north_column: HexName = ""

    def north(self, ground: Ground) -> int:
        """Mask of the hexes that count as north for it. Readings: Hexes of the seam."""
        return ground.north_of(self.row or self.north_column, self.seam)

    def __attrs_post_init__(self) -> None:
        if self.points >= 0:
            raise ValueError(f"points: {self.points} is not a reduction, write a negative number")
        if (self.why == "north") != bool(self.row):
            raise ValueError("row belongs to why = 'north', and to nothing else")
        if (self.why == "far_east") != bool(self.column):
            raise ValueError("column belongs to why = 'far_east', and to nothing else")
        if self.north_column and not self.column:
            raise ValueError("north_column stands beside column")


@frozen
class ReductionByWholeRows(Reduction):
    """The same by the other reading of the seam. Readings: Hexes of the seam."""

    seam: ClassVar[bool] = False


@frozen
class Level:
    """A row of the victory table: who wins, and how clearly, with at least so many points.

    The last row, for whatever is less, has no ``at_least``.
    """

    winner: Side
    title: str
    at_least: int | None = None

    @property
    def id(self) -> str:
        """Its title as an id."""
        return self.title.casefold().replace(" ", "_")


T = TypeVar("T")


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
    rules: tuple[Any, ...]
    victory: tuple[Any, ...]
    levels: tuple[Level, ...]
    help: str = ""
    in_short: tuple[str, ...] = ()
    bases: Mapping[tuple[str, str], Basis] = field(factory=dict, eq=False, repr=False)
    """The evidence for the rows of its files and of the counters, by the name of their table and their id."""
    _by_hook: dict[str, tuple[Any, ...]] = field(factory=dict, init=False, eq=False, repr=False)
    _by_kind: dict[type[Any], tuple[Any, ...]] = field(factory=dict, init=False, eq=False, repr=False)

    def rules_with_hook(self, hook: str) -> tuple[Any, ...]:
        """The special rules that have a method of their own of this name."""
        rules = self._by_hook.get(hook)
        if rules is None:
            rules = self._by_hook[hook] = tuple(rule for rule in self.rules if rule._overrides_hook(hook))
        return rules

    @property
    def turns(self) -> int:
        """How many turns the game has."""
        return len(self.dates)

    def rules_of(self, kind: type[T]) -> Iterator[T]:
        """The special rules of a kind."""
        return (rule for rule in self.rules if isinstance(rule, kind))

    def victory_of(self, kind: type[T]) -> tuple[T, ...]:
        """The victory conditions of a kind."""
        victory = self._by_kind.get(kind)
        if victory is None:
            victory = self._by_kind[kind] = tuple(line for line in self.victory if isinstance(line, kind))
        return victory


@frozen
class Vocabulary:
    """What the files of scenarios may ask for by name, and rules that hold in every scenario unasked.

    Each of ``rules`` and ``victory`` is a class (`SpecialRule`, `VictoryCondition`): its ``kind`` is the name, its
    fields are the keys beside it.
    """

    rules: tuple[type[Any], ...] = ()
    victory: tuple[type[Any], ...] = ()
    always: tuple[Any, ...] = ()

    def with_own(self, other_vocabulary: object) -> Vocabulary:
        """These words and others. Raises `RulesError` where it is no `Vocabulary`, or two have the same name."""
        if other_vocabulary is None:
            return self
        if not isinstance(other_vocabulary, Vocabulary):
            raise RulesError(f"the words of a scenario are a Vocabulary, not {quote(other_vocabulary)}")
        words = Vocabulary(
            self.rules + other_vocabulary.rules,
            self.victory + other_vocabulary.victory,
            self.always + other_vocabulary.always,
        )
        for sort in (words.rules, words.victory):
            by_kind(sort)
        return words


@frozen(eq=False, slots=False)
class Book:
    """All that is printed: the ground, the counters, and the scenarios by id."""

    ground: Ground
    units: Mapping[str, Unit]
    leaders: Mapping[LeaderId, Leader]
    scenarios: Mapping[str, PrintedScenario]
    unread: Mapping[str, DataError] = field(factory=dict)
    """Packaged scenarios whose files are wrong, by id."""
    words: Vocabulary = Vocabulary()
    """What scenario files may ask for by name."""
    bases: Mapping[tuple[str, str], Basis] = field(factory=dict, repr=False)
    """The evidence for the counters, by "unit" or "leader" and their id."""
    _remembered: dict[str, dict[Hashable, Any]] = field(factory=dict, init=False, repr=False)
    _read: dict[tuple[str, str], PrintedScenario] = field(factory=dict, init=False, repr=False)

    def read_by(self, scenario: str, seam: str) -> PrintedScenario:
        """A scenario as the option ``seam`` reads its conditions of victory; "" stands for the usual value."""
        if not seam:
            return self.scenarios[scenario]
        result = self._read.get((scenario, seam))
        if result is None:
            printed_scenario = self.scenarios[scenario]
            result = evolve(
                printed_scenario,
                victory=tuple(condition.read_by({"seam": seam}) for condition in printed_scenario.victory),
            )
            self._read[scenario, seam] = result
        return result

    def latest(self, subject: str, key: Hashable, factory: Callable[[], T], room: int) -> T:
        """What ``factory()`` made for a key of a subject, as long as it is among the ``room`` keys asked for last.

        For what boards of all games of this book have in common, such as lines of communication.
        """
        results = self._remembered.setdefault(subject, {})
        result: T = results.pop(key) if key in results else factory()
        results[key] = result  # the latest stands last
        if len(results) > room:
            del results[next(iter(results))]
        return result

    @cached_property
    def subordinates(self) -> Mapping[LeaderId, tuple[str, ...]]:
        """For each leader the units he may stand with: those of his command, or for an army leader any infantry."""
        return {
            leader_id: tuple(unit.id for unit in self.units.values() if _is_under(unit, chief))
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


def _is_under(unit: Unit, chief: Leader) -> bool:
    if unit.side != chief.side:
        return False
    return unit.arm == "infantry" if chief.rank == "army" else chief.command in unit.commands
