"""Maps of areas, or of points: spaces of any shape, connected by joins of several kinds, for different units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import cos, pi, sin
from typing import Any, ClassVar

from attrs import frozen

from wargame_core.errors import UnknownName, WargameError
from wargame_core.maps.features import Edge, NamedPlace, Point, Road, edge
from wargame_core.maps.map import NOWHERE, Map
from wargame_core.maps.masks import Passage, mask_of

ROUND: tuple[Point, ...] = tuple((0.5 * cos(pi * n / 8), 0.5 * sin(pi * n / 8)) for n in range(1, 17))
"""The corners of an area without an outline, relative to its centre."""
MARGIN = 0.4
"""The margin left of and above the outermost corners, in widths of a space."""


@frozen
class Area:
    """A space of an `AreaMap`: its id as printed, its name, and the coordinates of its centre, in widths of a space.

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


@frozen(eq=False, slots=False, repr=False)
class AreaMap(Map):
    """A map of areas. Spaces are numbered in the order of ``areas``; `joined` makes one from ids.

    >>> areas = [Area("lon", "London", (1, 1)), Area("wal", "Wales", (0, 1)), Area("eng", "Channel", (1, 2), "sea")]
    >>> board = AreaMap.joined(areas, {"army": [("lon", "wal")], "fleet": [("lon", "eng"), ("wal", "eng")]})
    >>> london = board.parse("London")
    >>> [board.label(space) for space in board.neighbours[london]]
    ['Wales', 'Channel']
    >>> board.passage(kinds=frozenset({"army"})).leads(london, board.parse("eng"))
    False

    Raises:
        WargameError: two areas with one id, or a part of an area that does not exist or is a part itself.
    """

    drawn_as_network: ClassVar[bool] = True
    areas: tuple[Area, ...]

    @classmethod
    def joined(cls, areas: Iterable[Area], joins: Mapping[str, Iterable[tuple[str, str]]], **contents: Any) -> AreaMap:
        """The map of some areas and of the pairs of ids that each kind of join connects.

        Raises `UnknownName` for an id that no area has.
        """
        areas = tuple(areas)
        spaces = {area.id: space for space, area in enumerate(areas)}

        def space_of(name: str) -> int:
            if name not in spaces:
                raise UnknownName("area", name, spaces)
            return spaces[name]

        roads = tuple(
            Road("", kind, between)
            for kind, pairs in joins.items()
            for between in sorted({edge(space_of(a), space_of(b)) for a, b in pairs})
        )
        given = {
            "terrain": tuple(area.kind for area in areas),
            "regions": tuple(area.region for area in areas) if any(area.region for area in areas) else (),
            "places": tuple(NamedPlace(area.name, space, "area") for space, area in enumerate(areas)),
            "roads": roads,
        }
        return cls(areas, **{**given, **contents})

    def __attrs_post_init__(self) -> None:
        ids = [area.id for area in self.areas]
        if len(self._spaces) != len(ids):
            raise WargameError(f"{next(name for name in ids if ids.count(name) > 1)} is the id of two areas")
        for area in self.areas:
            if area.part_of and (area.part_of not in ids or self.areas[self._spaces[area.part_of.casefold()]].part_of):
                raise WargameError(f"{area.id} is a part of {area.part_of}, which is no area, or a part itself")
        super().__attrs_post_init__()

    @property
    def size(self) -> int:
        return len(self.areas)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        near: list[set[int]] = [set() for _ in self.areas]
        for road in self.roads:
            a, b = road.path
            near[a].add(b)
            near[b].add(a)
        return tuple(tuple(sorted(spaces)) for spaces in near)

    def distance(self, a: int, b: int) -> int:
        """Steps from a to b over joins of any kind; the number of areas if there is no path."""
        key = ("distances", a)
        return self.cached(key, lambda: self._distances(a)).get(b, self.size)

    def _distances(self, start: int) -> dict[int, int]:
        distances, ring = {start: 0}, [start]
        for steps in range(1, self.size):
            ring = list({near: None for space in ring for near in self.neighbours[space] if near not in distances})
            distances.update(dict.fromkeys(ring, steps))
        return distances

    def passage(
        self, links_only: bool = False, kinds: frozenset[str] | None = None, closed: frozenset[Edge] = NOWHERE
    ) -> Passage:
        """The allowed steps: over every join, or only over those of some ``kinds``. See `Map.passage`."""
        return super().passage(links_only or kinds is not None, kinds, closed)

    # areas and their parts

    def whole(self, space: int) -> int:
        """The area itself, or the area that a space is a part of."""
        return self._spaces[(self.areas[space].part_of or self.areas[space].id).casefold()]

    def parts(self, space: int) -> int:
        """The mask of an area and all its parts; for a part, that of its area."""
        whole = self.whole(space)
        return mask_of(other for other in range(self.size) if self.whole(other) == whole)

    # names and pictures

    @cached_property
    def _spaces(self) -> Mapping[str, int]:
        return {area.id.casefold(): space for space, area in enumerate(self.areas)}

    def coordinates(self, space: int) -> str:
        return self.areas[space].id

    def read_coordinates(self, text: str) -> int | None:
        return self._spaces.get(text.casefold())

    def outline(self, space: int) -> tuple[Point, ...]:
        left, top = self._corner
        return tuple((x - left + MARGIN, y - top + MARGIN) for x, y in self._shapes[space])

    @cached_property
    def extent(self) -> Point:
        wide, high = super().extent
        return wide + MARGIN, high + MARGIN

    @cached_property
    def _shapes(self) -> tuple[tuple[Point, ...], ...]:
        return tuple(area.outline or tuple((area.at[0] + x, area.at[1] + y) for x, y in ROUND) for area in self.areas)

    @cached_property
    def _corner(self) -> Point:
        points = [point for shape in self._shapes for point in shape]
        return min((x for x, _ in points), default=0.0), min((y for _, y in points), default=0.0)
