"""Areas, or points: spaces of any shape, connected by joins of several kinds, for different units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import cos, pi, sin
from typing import Any, Literal, TypeAlias

from attrs import frozen

from wargame_core.errors import UnknownName, WargameError
from wargame_core.maps.features import NamedPlace, Point, Road, edge
from wargame_core.maps.grid import Grid
from wargame_core.maps.map import Map
from wargame_core.maps.masks import mask_of
from wargame_core.names import folded

ROUND: tuple[Point, ...] = tuple(
    (0.5 * cos(pi * sixteenth / 8), 0.5 * sin(pi * sixteenth / 8)) for sixteenth in range(1, 17)
)
"""The corners of an area without an outline, relative to its centre."""
MARGIN = 0.4
"""The margin left of and above the outermost corners, in widths of a space."""


@frozen
class Area:
    """A space of an `AreaGrid`: its id as printed, its name, and the coordinates of its centre, in widths of a space.

    ``kind`` is the game's word for its terrain ("land", "sea"). ``part_of`` is for a coast or another part in which
    units stand by themselves: the area that it belongs to. ``outline`` gives its corners, clockwise; without it the
    area is drawn as a circle.
    """

    id: str
    name: str
    at: Point
    kind: str = "clear"
    region: str = ""
    part_of: str = ""
    outline: tuple[Point, ...] = ()


@frozen(eq=False, slots=False)
class AreaGrid(Grid):
    """Areas, numbered in order, and the joins of each kind between two of them. `area_map` makes a map of ids.

    Raises:
        WargameError: two areas with one id, or a part of an area that does not exist or is a part itself.
    """

    word = "area"
    areas: tuple[Area, ...]
    joins: tuple[Road, ...] = ()

    @classmethod
    def joined(cls, areas: Iterable[Area], joins: Mapping[str, Iterable[tuple[str, str]]]) -> AreaGrid:
        """Some areas, and the pairs of ids that each kind of join connects.

        Raises:
            UnknownName: an id that no area has.
        """
        areas = tuple(areas)
        spaces = {area.id: space for space, area in enumerate(areas)}

        def space_of(name: str) -> int:
            if name not in spaces:
                raise UnknownName("area", name, spaces)
            return spaces[name]

        roads = (
            Road("", kind, borders)
            for kind, pairs in joins.items()
            for borders in sorted({edge(space_of(a), space_of(b)) for a, b in pairs})
        )
        return cls(areas, tuple(roads))

    def __attrs_post_init__(self) -> None:
        ids = [area.id for area in self.areas]
        if len(self._spaces_by_coordinates) != len(ids):
            raise WargameError(f"{next(name for name in ids if ids.count(name) > 1)} is the id of two areas")
        for area in self.areas:
            if area.part_of and (area.part_of not in ids or self.areas[self._space(area.part_of)].part_of):
                raise WargameError(f"{area.id} is a part of {area.part_of}, which is not an area, or a part itself")

    @property
    def size(self) -> int:
        return len(self.areas)

    @property
    def drawn_as_network(self) -> bool:
        return True

    @property
    def shape(self) -> Literal["flat"]:
        return "flat"

    def coordinates(self, space: int) -> str:
        return self.areas[space].id

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        neighbour_sets: list[set[int]] = [set() for _ in self.areas]
        for a, b in (join.path for join in self.joins):
            neighbour_sets[a].add(b)
            neighbour_sets[b].add(a)
        return tuple(tuple(sorted(spaces)) for spaces in neighbour_sets)

    def contents(self) -> dict[str, Any]:
        """What a map of the areas holds: their terrain and regions, each as a place, and each join as a road."""
        return {
            "terrain": tuple(area.kind for area in self.areas),
            "regions": tuple(area.region for area in self.areas) if any(area.region for area in self.areas) else (),
            "places": tuple(NamedPlace(area.name, space, "area") for space, area in enumerate(self.areas)),
            "roads": self.joins,
        }

    # areas and their parts

    def whole(self, space: int) -> int:
        """The area itself, or the area that a space is a part of."""
        return self._space(self.areas[space].part_of or self.areas[space].id)

    def parts(self, space: int) -> int:
        """The mask of an area and all its parts; for a part, that of its area."""
        undivided_area = self.whole(space)
        return mask_of(part for part in range(self.size) if self.whole(part) == undivided_area)

    def _space(self, name: str) -> int:
        return self._spaces_by_coordinates[folded(name)]

    # pictures

    def outline(self, space: int) -> tuple[Point, ...]:
        left, top = self._corner
        return tuple((x - left + MARGIN, y - top + MARGIN) for x, y in self._shapes[space])

    @cached_property
    def extent(self) -> Point:
        width, height = super().extent
        return width + MARGIN, height + MARGIN

    @cached_property
    def _shapes(self) -> tuple[tuple[Point, ...], ...]:
        return tuple(area.outline or tuple((area.at[0] + x, area.at[1] + y) for x, y in ROUND) for area in self.areas)

    @cached_property
    def _corner(self) -> Point:
        points = [point for shape in self._shapes for point in shape]
        return min((x for x, _ in points), default=0.0), min((y for _, y in points), default=0.0)


AreaMap: TypeAlias = Map[AreaGrid]


def area_map(areas: Iterable[Area], joins: Mapping[str, Iterable[tuple[str, str]]], **contents: Any) -> AreaMap:
    """The map of some areas and of the pairs of ids that each kind of join connects.

    Every join is a `Road` of its kind, and every area a place, unless ``contents`` of the map say otherwise.

    >>> areas = [Area("lon", "London", (1, 1)), Area("wal", "Wales", (0, 1)), Area("eng", "Channel", (1, 2), "sea")]
    >>> board = area_map(areas, {"army": [("lon", "wal")], "fleet": [("lon", "eng"), ("wal", "eng")]})
    >>> london = board.parse("London")
    >>> [board.label(space) for space in board.neighbours[london]]
    ['Wales', 'Channel']
    >>> board.passage(kinds=frozenset({"army"})).leads(london, board.parse("eng"))
    False

    Raises:
        UnknownName: an id that no area has.
        WargameError: see `AreaGrid`.
    """
    grid = AreaGrid.joined(areas, joins)
    return Map(grid, **{**grid.contents(), **contents})
