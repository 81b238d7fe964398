"""The ground: what a map means for marches and zones of control, worked out once. Costs are in half movement points.

A mountain or swamp hexside without a way is crossed neither way, but only the zone into it is cut.
Readings: Mountains and swamps.
Source: GCACW rules 1.4, 2 Terrain and 6 Movement.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from attrs import frozen

from wargame_core.data import DataFolder
from wargame_core.maps.features import Crossing, Edge, edge
from wargame_core.maps.files.hexes import HexReader
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.masks import bits, mask_of
from wargame_core.rulings import Verdict, refuse
from wargame_gcacw.charts.series import GROUND, WAYS
from wargame_gcacw.printed import cites

CLOSED_BY_RAIN: Final = frozenset({"ford"})
POINT: Final = 2
"""Half points in a movement point."""
BARRED: Final = frozenset(name for name, kind in GROUND.terrain.items() if kind.ways_only)
RESTRICTS: Final = tuple(name for name, kind in GROUND.terrain.items() if kind.restricts_zones)


def half_points(points: float | None) -> int | None:
    """Movement points as halves; none stays none."""
    return None if points is None else round(2 * points)


def show_points(halves: int) -> str:
    """Half points as people write them.

    >>> show_points(6), show_points(7)
    ('3', '3 1/2')
    """
    whole, half = divmod(halves, 2)
    return f"{whole} 1/2" if half and whole else "1/2" if half else str(whole)


@frozen(eq=False, slots=False)
class Ground:
    """A map read for the rules. Spaces are those of the map; edges are pairs of neighbouring spaces."""

    map: HexMap

    @cached_property
    def ways(self) -> Mapping[Edge, str]:
        """The best way over each hexside that has one."""
        best: dict[Edge, str] = {}
        for road in self.map.roads:
            for hexside in road.edges:
                if hexside not in best or WAYS.index(road.kind) < WAYS.index(best[hexside]):
                    best[hexside] = road.kind
        return best

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
        origin, end = self.label(a), self.label(b)
        if hexside in self.rivers:
            crossing = self.crossing(a, b)
            if crossing is None:
                return refuse("river", f"no bridge or ford leads over the river from {origin} to {end}", cites.TERRAIN)
            if rain and crossing.kind in CLOSED_BY_RAIN:
                return refuse(
                    "ford_closed", f"rain has closed the {crossing.kind} from {origin} to {end}", cites.RAIN_RULES
                )
        if rain and hexside in self.creeks and not way and "city" not in (terrain, self.terrain(a)):
            return refuse("creek_in_rain", f"in rain the creek from {origin} to {end} needs a way", cites.RAIN_RULES)
        if not way and terrain not in BARRED and self.terrain(a) in BARRED:
            return refuse("no_way", f"{origin} is {self.terrain(a)} and no way leads out of it to {end}", cites.TERRAIN)
        cost = GROUND.way[way] if way else GROUND.terrain[terrain]
        if way == "trail" and terrain == "mountain":
            cost = GROUND.trail_into_mountain
        halves = half_points(cost.rain if rain else cost.dry)
        if halves is None:
            return refuse("no_way", f"{end} is {terrain} and no way leads into it from {origin}", cites.TERRAIN)
        return halves

    @cached_property
    def judged(self) -> tuple[Mapping[int, Mapping[int, int | Verdict]], Mapping[int, Mapping[int, int | Verdict]]]:
        """Dry and in rain: from each hex to each of its neighbours, what `judge` says."""
        around = self.map.neighbours
        dry, rain = (
            {a: {b: self.judge(a, b, wet) for b in around[a]} for a in range(self.map.size)} for wet in (False, True)
        )
        return dry, rain

    @cached_property
    def steps(self) -> tuple[Mapping[int, Mapping[int, int]], Mapping[int, Mapping[int, int]]]:
        """Dry and in rain: from each hex the hexes that can be entered, with the half points that terrain asks."""
        dry, rain = (
            {a: {b: cost for b, cost in around.items() if isinstance(cost, int)} for a, around in judged.items()}
            for judged in self.judged
        )
        return dry, rain

    # zones of control

    def in_zone(self, a: int, b: int) -> bool:
        """Whether a unit in hex a has the neighbouring hex b in its zone of control."""
        if edge(a, b) in self.rivers and self.crossing(a, b) is None:
            return False
        return self.terrain(b) not in BARRED or bool(self.way(a, b))

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


def load_ground(folder: DataFolder) -> Ground:
    """The ground of a folder's map.toml. Raises `DataError`."""
    return Ground(HexReader.load(folder.file("map.toml")))
