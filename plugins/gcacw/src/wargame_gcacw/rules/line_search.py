"""The search for lines of communication: for every unit the line that passes least.

All units of a side share it. From the goals a flood runs back over the ways that nothing bars; cavalry that is screened
opens its hexes for its combat value. Sets of such cavalry are tried, the cheapest first, each only where the flood has
come up against it. Combat values are in half points here, so that they are whole numbers.

Source: On the 4th Day, Victory Conditions, Line of Communication; docs/decisions/0140 and 0141
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Final

from attrs import frozen

from wargame_core.maps.masks import Passage, bits, flood, mask_of, walk_back
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed.counters import FOE, Side
from wargame_gcacw.printed.ground import Ground
from wargame_gcacw.printed.victory_conditions import LinePoints, Reduction
from wargame_gcacw.rules.movement_costs import TRAIN_WAYS

HALVES: Final = 2


# what a rule means on a map


@frozen(eq=False)
class _OpenGround:
    """Where lines may run whoever stands there: the ways, the hexes that are not closed, the goals."""

    ways: Passage
    open: int
    goals: int


def course_of(ground: Ground, rule: LinePoints) -> _OpenGround:
    """Where the lines of a rule may run, whoever stands there; worked out once for a map."""

    def make() -> _OpenGround:
        game_map = ground.map
        column, row = columns_and_rows(ground)
        north, south, east = game_map.parse(rule.north), game_map.parse(rule.south), game_map.parse(rule.east)
        ways = game_map.passage(links_only=True, kinds=frozenset(rule.ways))
        needs_pike = game_map.terrain_mask(*rule.needs_pike) & ~ground.pike_hexes
        inside = mask_of(
            space
            for space in range(game_map.size)
            if row[north] < row[space] < row[south] and column[space] < column[east]
        )
        goals = mask_of(game_map.parse(name) for name in rule.goals) & ways.next(game_map.all)
        return _OpenGround(ways, inside & ~needs_pike, goals & inside & ~needs_pike)

    return ground.map.cached(("course of lines", rule), make)


def columns_and_rows(ground: Ground) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The column and the row of each hex, as the whole map counts them."""

    def make() -> tuple[tuple[int, ...], tuple[int, ...]]:
        rows, columns = zip(*ground.map.grid.lattice.cells, strict=True)
        return columns, rows

    return ground.map.cached("columns and rows", make)


def north_of(ground: Ground, name: str) -> int:
    """Mask of the hexes in the row of a hex or north of it."""

    def make() -> int:
        _, row = columns_and_rows(ground)
        last = row[ground.map.parse(name)]
        return mask_of(space for space in range(ground.map.size) if row[space] <= last)

    return ground.map.cached(("north of", name), make)


def _marches(ground: Ground, rain: bool) -> Passage:
    """Every step that terrain allows infantry."""

    def make() -> Passage:
        leaving: dict[int, int] = {}
        for a, ends in ground.steps[rain].items():
            for b in ends:
                leaving[b - a] = leaving.get(b - a, 0) | 1 << a
        return Passage(tuple(sorted(leaving.items())))

    return ground.map.cached(("steps of infantry", rain), make)


def screening(board: FieldBoard, side: Side, reach: int) -> int:
    """Mask of the hexes within ``reach`` hexes of infantry of a side, by ways that terrain allows it.

    Enemies, their zones of control and movement points do not matter. The infantry's own hexes are in it.
    """
    layers = flood(_marches(board.ground, board.rain), board.mask(side, "infantry"), reach, board.ground.map.all)
    return all_of(layers)


def all_of(layers: Iterable[int]) -> int:
    """The union of the masks."""
    spaces = 0
    for layer in layers:
        spaces |= layer
    return spaces


# the search


@frozen(eq=False)
class TracedLine:
    """A line: its hexes from the unit to the goal, the sets of cavalry it passes (a mask), their value in halves."""

    spaces: tuple[int, ...]
    passed: int
    value: int


class LineSearch:
    """Enemies on a board as lines meet them: ``hard`` hexes are barred, those of ``groups`` cost their value."""

    def __init__(self, board: FieldBoard, rule: LinePoints) -> None:
        self.board, self.rule = board, rule
        self.course = course_of(board.ground, rule)
        self.foe = FOE[rule.side]
        self.zone = board.zone(self.foe)
        zones, units = board.ground.zone, board.book.units
        screened = screening(board, rule.side, rule.screen)
        self.hard = 0
        groups: dict[int, list[str]] = {}
        for unit_id in board.of(self.foe):
            space, arm = board.units[unit_id].space, units[unit_id].arm
            if arm == "cavalry" and screened >> space & 1:
                groups.setdefault(space, []).append(unit_id)
            else:
                self.hard |= 1 << space if arm == "wagon" else 1 << space | zones[space]
        self.groups = tuple(tuple(ids) for ids in groups.values())
        self.values = [int(board.value(ids) * HALVES) for ids in self.groups]
        self.masks = [1 << space | zones[space] for space in groups]

    def reductions(self, arm: str, *why: str) -> Iterator[Reduction]:
        """The reductions of these kinds that apply to an arm."""
        return (reduction for reduction in self.rule.reduction if reduction.why in why and arm in reduction.arms)

    def starts(self, unit: str) -> int:
        """Mask of the hexes beside a unit where its line may begin: those it could move to by terrain."""
        board = self.board
        here, steps, way = board.units[unit].space, board.ground.steps[board.rain], board.ground.way
        by_road = board.unit(unit).arm == "wagon"
        return mask_of(b for b in steps[here] if not by_road or way(here, b) in TRAIN_WAYS)

    def best(self, units: Iterable[str]) -> dict[str, TracedLine]:
        """The line of each unit that counts most; none for a unit without a line."""
        starts = {unit: self.starts(unit) for unit in units}
        traced = self._cheapest(starts, self.course.open)
        return traced | self._less_north(starts, traced)

    def _less_north(self, starts: Mapping[str, int], traced: Mapping[str, TracedLine]) -> dict[str, TracedLine]:
        """Lines that count more because they stay out of the north, though they may pass more cavalry."""
        ground, limits = self.board.ground, dict[str, dict[str, int]]()
        for unit, line in traced.items():
            arm = self.board.unit(unit).arm
            for north in self.reductions(arm, "north"):
                if mask_of(line.spaces) & north_of(ground, north.northern_row):
                    weight = -sum(toll.points for toll in self.reductions(arm, "screened_cavalry"))
                    worth = -north.points * HALVES - 1  # one half point less than what staying out of the north saves
                    limit = line.value + worth // weight if weight else sum(self.values)
                    limits.setdefault(north.northern_row, {})[unit] = limit
        better: dict[str, TracedLine] = {}
        for row, units in limits.items():
            region = self.course.open & ~north_of(ground, row)
            south = self._cheapest({unit: starts[unit] for unit in units}, region, max(units.values()))
            better |= {unit: line for unit, line in south.items() if line.value <= units[unit]}
        return better

    def _cheapest(self, starts: Mapping[str, int], region: int, most: int | None = None) -> dict[str, TracedLine]:
        """The line of each unit within a region that passes the least screened cavalry, at ``most`` so much."""
        traced = self._flooded(starts, region, most)
        for unit, line in list(traced.items()):
            here = self.board.units[unit].space
            if here in line.spaces:  # a line leaves out the unit's own hex, so this unit needs a search of its own
                del traced[unit]
                traced |= self._flooded({unit: starts[unit]}, region & ~(1 << here), most)
        return traced

    def _flooded(self, starts: Mapping[str, int], region: int, most: int | None) -> dict[str, TracedLine]:
        ways, goals = self.course.ways, self.course.goals & region
        parts = self._parts(region & ~self.hard)
        everything = all_of(parts.values())
        whole = all_of(flood(ways, goals & everything, region.bit_count(), everything))
        waiting = [unit for unit, first in starts.items() if first & whole]
        traced: dict[str, TracedLine] = {}
        heap, seen = [(0, 0)], {0}
        while waiting and heap:
            value, passed = heappop(heap)
            if most is not None and value > most:
                break
            free = all_of(part for cover, part in parts.items() if not cover & ~passed)
            layers = flood(ways, goals & free, region.bit_count(), free)
            flooded = all_of(layers)
            for unit in [unit for unit in waiting if starts[unit] & flooded]:
                traced[unit] = TracedLine(trace(ways, layers, starts[unit]), passed, value)
                waiting.remove(unit)
            shore = ways.next(flooded) | goals
            for cover, part in parts.items():
                more = passed | cover
                if part & shore and more not in seen:
                    seen.add(more)
                    heappush(heap, (sum(self.values[n] for n in bits(more)), more))
        return traced

    def _parts(self, free: int) -> dict[int, int]:
        """The hexes of a mask by the groups of screened cavalry that stand there or have them in their zone."""
        parts = {0: free}
        for n, mask in enumerate(self.masks):
            for cover, part in list(parts.items()):
                inside = part & mask
                if inside:
                    parts[cover] = part & ~mask
                    parts[cover | 1 << n] = inside
        return parts


def trace(ways: Passage, layers: list[int], starts: int) -> tuple[int, ...]:
    """The shortest line from one of the starts to where the flood began."""
    nearest = next(layer & starts for layer in layers if layer & starts)
    first = (nearest & -nearest).bit_length() - 1
    return tuple(reversed(walk_back(ways, layers, first)))
