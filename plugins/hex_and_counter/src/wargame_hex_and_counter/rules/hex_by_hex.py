"""The map read one hex at a time, without masks and floods, for the checks of `Intent`: zones, costs, lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, TypeAlias, TypeVar

from attrs import evolve, frozen

from wargame_core.maps.features import Edge, edge
from wargame_hex_and_counter.board.pieces import Setting
from wargame_hex_and_counter.printed.terrain import Points, TerrainChart
from wargame_hex_and_counter.rules.command import Command
from wargame_hex_and_counter.rules.rail import Rail
from wargame_hex_and_counter.rules.supply import Trace
from wargame_hex_and_counter.rules.zones import Purpose, Zones

T = TypeVar("T")
Step: TypeAlias = Callable[[int, int], Fraction | int | None]
"""What a step from a hex to a neighbour costs; None where there is none."""


def least(
    starts: Iterable[int], neighbours: Callable[[int], Iterable[int]], step: Step, most_points: Fraction | int
) -> dict[int, Fraction | int]:
    """By hex that can be reached from some for so many points the least that it costs."""
    costs: dict[int, Fraction | int] = {}
    heap: list[tuple[Fraction | int, int]] = [(0, start) for start in starts]
    while heap:
        cost, space = heappop(heap)
        if space in costs:
            continue
        costs[space] = cost
        for neighbour in neighbours(space):
            points = step(space, neighbour)
            if points is not None and cost + points <= most_points:
                heappush(heap, (cost + points, neighbour))
    return costs


def for_kind(points: Points, kind: str) -> Fraction | None:
    """What a unit of a kind pays of points that may be by kind."""
    return points.get(kind) if isinstance(points, Mapping) else points


@frozen(eq=False)
class PlainBoard:
    """The board with its map: who stands where, read from the board alone."""

    board: Any

    def value(self, setting: Setting[T]) -> T:
        """What a setting is now."""
        return setting(self.board) if callable(setting) else setting

    def side(self, unit: str) -> str:
        """The side of a unit."""
        side: str = self.board.book.units[unit].side
        return side

    def strength(self, unit: str) -> int:
        """The strength of a unit with the steps that it has left."""
        strength: int = self.board.book.units[unit].faces[self.board.steps.get(unit, 0)].strength
        return strength

    def next_to(self, space: int) -> tuple[int, ...]:
        """The hexes around a hex."""
        neighbours: tuple[int, ...] = self.board.book.map.neighbours[space]
        return neighbours

    def of(self, side: str) -> set[int]:
        """The hexes in which units of a side stand."""
        return {space for unit, space in self.board.at.items() if self.side(unit) == side}

    def others(self, side: str) -> set[int]:
        """The hexes in which units of other sides stand."""
        return {space for unit, space in self.board.at.items() if self.side(unit) != side}

    def between(self, a: int, b: int) -> list[str]:
        """The words of the hexsides between two hexes."""
        return [barrier.kind for barrier in self.board.book.map.barriers if edge(a, b) in barrier.edges]

    def roads(self, kinds: Iterable[str]) -> set[Edge]:
        """The steps along roads of some kinds."""
        kinds = set(kinds)
        return {step for road in self.board.book.map.roads if road.kind in kinds for step in road.edges}

    def zone(self, side: str, zones: Zones, chart: TerrainChart, purpose: Purpose) -> set[int]:
        """The hexes in zones of the enemies of a side, for a purpose."""
        terrain, zone = self.board.book.map.terrain, set[int]()
        for unit, space in self.board.at.items():
            counter = self.board.book.units[unit]
            exerts = counter.kind in zones.exerted_by and (
                zones.exerts is None or zones.exerts(self.board.pieces, unit)
            )
            if counter.side == side or not exerts:
                continue
            for neighbour in self.next_to(space):
                row = chart.terrain.get(terrain[neighbour])
                effects = [
                    chart.hexside[word].zones for word in self.between(space, neighbour) if word in chart.hexside
                ]
                if (row is None or row.zones != "end") and "end" not in effects:
                    zone.add(neighbour)
        return zone - self.of(side) if purpose in zones.negated_by_friends else zone

    def entry(self, chart: TerrainChart, kind: str, space: int) -> Fraction | None:
        """The points that a hex costs a unit of a kind by its terrain; None where it may not enter."""
        row = chart.terrain.get(self.board.book.map.terrain[space])
        return None if row is None or row.enter is None else for_kind(row.enter, kind)

    def step(self, chart: TerrainChart, kind: str) -> Step:
        """What a step costs a unit of a kind by the chart alone."""
        on_roads = {word: self.roads([word]) for word in chart.road}
        passage = self.board.book.map.passage()

        def points(a: int, b: int) -> Fraction | None:
            if not passage.leads(a, b):
                return None
            costs_along = [
                for_kind(row.along, kind) for word, row in chart.road.items() if edge(a, b) in on_roads[word]
            ]
            if rates := [rate for rate in costs_along if rate is not None]:
                return min(rates)
            crossings = [
                for_kind(chart.hexside[word].cross, kind) for word in self.between(a, b) if word in chart.hexside
            ]
            costs = [self.entry(chart, kind, b), *crossings]
            return None if None in costs else sum((cost for cost in costs if cost is not None), Fraction())

        return points

    def shelter(self, chart: TerrainChart, hexes: Iterable[int], defenders: Iterable[str]) -> int:
        """The shift of the ground of some hexes that helps the defenders most; 0 where none helps."""
        sides = {self.side(unit) for unit in defenders}
        rows = (row for space in hexes for _, row in chart.rows_of(self.board.book.map, space) if row.helps(sides))
        return min((row.on_defence.shift for row in rows), default=0)

    # lines

    def by_rail(self, rail: Rail, side: str, starts: set[int], closed: set[int]) -> set[int]:
        """The hexes to which railroads lead a side from some hexes, by hexes that are not closed."""
        game_map, links = self.board.book.map, self.roads(rail.along)
        if rail.enemy_zones == "forbidden":
            closed = closed | self.zone(side, self.value(rail.zones), self.value(rail.chart), "movement")
        if callable(rail.friendly):
            served = rail.friendly(self.board, side)
            closed = closed | {space for space in range(game_map.size) if not served >> space & 1}
        elif rail.friendly == "not held by the enemy":
            closed = closed | {game_map.parse(place) for place, holder in self.board.held.items() if holder != side}

        def step(a: int, b: int) -> int | None:
            return 1 if edge(a, b) in links and b not in closed else None

        return {*least(starts - closed, self.next_to, step, game_map.size if rail.hexes is None else rail.hexes)}

    def line(self, part: Trace | Command, side: str, purpose: Purpose, starts: set[int], length: int) -> set[int]:
        """The hexes to which a line of a side leads from some hexes, which it leaves whatever closes them."""
        game_map, closed_spaces = self.board.book.map, self.closed_to_lines(part, side, purpose)
        passage = game_map.passage()

        def step(a: int, b: int) -> int | None:
            return 1 if passage.leads(a, b) and b not in closed_spaces else None

        return {*least(starts, self.next_to, step, length)}

    def closed_to_lines(self, part: Trace | Command, side: str, purpose: Purpose) -> set[int]:
        """The hexes through which no line of a side leads."""
        game_map = self.board.book.map
        closed_spaces = {space for space in range(game_map.size) if not game_map.enterable >> space & 1}
        if "enemy units" in part.blocked_by:
            closed_spaces |= self.others(side)
        if "enemy zones" in part.blocked_by:
            closed_spaces |= self.zone(side, self.value(part.zones), self.value(part.chart), purpose)
        return closed_spaces

    def supplied(self, trace: Trace, side: str) -> set[int]:
        """The hexes in which units of a side are in supply."""
        game_map, closed_spaces = self.board.book.map, self.closed_to_lines(trace, side, "supply")
        starts = {game_map.parse(place) for place in self.value(trace.sources).get(side, ())} - closed_spaces
        if trace.rail is not None:
            along_rail = evolve(trace.rail, enemy_zones="free", hexes=None)
            starts |= self.by_rail(along_rail, side, starts, closed_spaces)
        return self.line(trace, side, "supply", starts, game_map.size if trace.length is None else trace.length)

    def is_commanded(self, command: Command, unit: str) -> bool:
        """Whether a unit needs no command, or a headquarters is near enough to it by a way that nothing bars."""
        commanded_unit = self.board.book.units[unit]
        if (command.sides and commanded_unit.side not in command.sides) or commanded_unit.kind in command.exempt:
            return True
        return any(self.commands(command, other_unit, unit) for other_unit in self.board.at)

    def commands(self, command: Command, other_unit: str, unit: str) -> bool:
        """Whether another unit is a headquarters that commands a unit, or the unit itself is one."""
        board, hq, commanded_unit = self.board, self.board.book.units[other_unit], self.board.book.units[unit]
        if hq.side != commanded_unit.side or not {hq.kind, hq.id} & {*command.headquarters}:
            return False
        radius = command.radius if hq.radius is None else hq.radius
        of_formation = command.commands == "all units" or hq.formation in ("", commanded_unit.formation)
        if other_unit == unit or not of_formation or radius is None:
            return other_unit == unit
        if not command.blocked_by:
            return bool(board.book.map.distance(board.at[other_unit], board.at[unit]) <= radius)
        return board.at[unit] in self.line(command, commanded_unit.side, "command", {board.at[other_unit]}, radius)
