"""Spaces and their corners as whole-number points, so that paths are computed exactly; and the words for directions.

A point is a pair of whole numbers, down and right (on hexes: along the line of hexes and across the lines); centres of
spaces and corners are points of one grid. The two units differ in length, but lines stay straight and areas keep their
ratio, and nothing else is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, TypeVar

from attrs import field, frozen

from wargame_core.maps.features import Edge, Point

Spot = tuple[int, int]
N = TypeVar("N", bound=Hashable)
POINTS_PER_SPACE = 1000
"""The points in the width of a space where a lattice is made of outlines."""


@frozen(slots=False, eq=False, kw_only=True)
class Lattice:
    """The spaces of a grid as points, with the words that short forms of map files use.

    ``cells`` are row and column of each space, as letters of terrain stand. ``ways`` are steps from space to space,
    ``lines`` from corner to corner, by the word for the direction; ``corner_words`` lead from the centre of a space to
    its corners; ``rims`` name the corners at which a line may begin on a side of the map. With ``down_first`` a point
    counts down and then right. A grid without such words leaves them out.
    """

    neighbours: Sequence[Sequence[int]]
    centres: tuple[Spot, ...]
    cells: Sequence[tuple[int, int]]
    ways: Mapping[str, Spot] = field(factory=dict)
    lines: Mapping[str, Spot] = field(factory=dict)
    corner_words: Mapping[str, Spot] = field(factory=dict)
    rims: Mapping[str, Sequence[str]] = field(factory=dict)
    down_first: bool = True
    corners: Sequence[frozenset[Spot]] = field()
    """The corners of each space."""

    @corners.default
    def _corners_in_words(self) -> Sequence[frozenset[Spot]]:
        vectors = self.corner_words.values()
        return [frozenset((x + dx, y + dy) for dx, dy in vectors) for x, y in self.centres]

    @classmethod
    def of_outlines(cls, neighbours: Sequence[Sequence[int]], outlines: Sequence[Sequence[Point]]) -> Lattice:
        """The points of a grid of any shape; a row of it are the spaces that lie between the same heights."""
        corners = [
            frozenset((round(y * POINTS_PER_SPACE), round(x * POINTS_PER_SPACE)) for x, y in points)
            for points in outlines
        ]
        centres, middles = [], []
        for spots in corners:
            downs, rights = [height for height, _ in spots], [right for _, right in spots]
            centres.append((sum(downs) // len(spots), sum(rights) // len(spots)))
            middles.append((min(downs) + max(downs), min(rights) + max(rights)))
        in_order = sorted(range(len(centres)), key=middles.__getitem__)
        rows = [list(spaces) for _, spaces in groupby(in_order, key=lambda space: middles[space][0])]
        cells = {space: (row, column) for row, spaces in enumerate(rows) for column, space in enumerate(spaces)}
        in_cells = [cells[space] for space in range(len(centres))]
        return cls(neighbours=neighbours, centres=tuple(centres), cells=in_cells, corners=corners)

    @cached_property
    def spaces(self) -> Mapping[Spot, int]:
        """By centre, the space."""
        return {centre: space for space, centre in enumerate(self.centres)}

    def step(self, space: int, way: str) -> int | None:
        """The neighbour in a direction; None off the map."""
        (x, y), (dx, dy) = self.centres[space], self.ways[way]
        return self.spaces.get((x + dx, y + dy))

    def side(self, edge: Edge) -> tuple[Spot, Spot] | None:
        """The two corners of the line between two neighbours, the lower first; None where they have not two."""
        common_corners = sorted(self.corners[edge[0]] & self.corners[edge[1]])
        return (common_corners[0], common_corners[1]) if len(common_corners) == 2 else None

    @cached_property
    def along(self) -> Mapping[Spot, Mapping[Spot, Edge]]:
        """By corner: the neighbouring corners, each with the edge between them."""
        edges_by_corner: dict[Spot, dict[Spot, Edge]] = {}
        for a, spaces_around in enumerate(self.neighbours):
            for b in spaces_around:
                if a < b and (side := self.side((a, b))):
                    edges_by_corner.setdefault(side[0], {})[side[1]] = (a, b)
                    edges_by_corner.setdefault(side[1], {})[side[0]] = (a, b)
        return edges_by_corner

    def corner(self, space: int, word: str) -> Spot:
        """A corner of a space. Raises KeyError for an unknown word."""
        words = self.corner_words
        dx, dy = words[word] if word in words else words["/".join(reversed(word.split("/")))]
        return self.centres[space][0] + dx, self.centres[space][1] + dy

    @cached_property
    def corner_names(self) -> Mapping[Spot, tuple[int, str]]:
        """By corner: the lowest space that has it, and the word for it there, "corner" where there is none."""
        names: dict[Spot, tuple[int, str]] = {}
        for space, (x, y) in enumerate(self.centres):
            for word, (dx, dy) in self.corner_words.items():
                names.setdefault((x + dx, y + dy), (space, word))
            for spot in self.corners[space]:
                names.setdefault(spot, (space, "corner"))
        return names

    def rim(self, side: str, number: int) -> Spot | None:
        """The corner at the rim where a column (side north or south) or a row (west or east) begins; None for none.

        On hexes it is the nearest one from which a line leads into the map.
        """
        is_horizontal = side in ("north", "south")
        spaces_of_line = [space for space, cell in enumerate(self.cells) if cell[1 if is_horizontal else 0] == number]
        if not spaces_of_line:
            return None
        pick_extreme = min if side in ("north", "west") else max
        space = pick_extreme(spaces_of_line, key=lambda space: self.cells[space][0 if is_horizontal else 1])
        corners = [self.corner(space, word) for word in self.rims.get(side, ())]
        return next((corner for corner in corners if corner in self.along), None)


def shortest_way(
    start: N, goal: N, neighbours_of: Callable[[N], Iterable[N]], position: Callable[[N], Spot]
) -> tuple[N, ...] | None:
    """The path from start to goal by filling rule 1; None if there is none.

    It has the fewest steps; of those, the least sum of squared cross products with the straight line between the two;
    of those, the lowest nodes in order. ``neighbours_of`` must be symmetric. Only whole numbers are used, so the
    result is the same everywhere and will never change.
    """
    layers, distance = [[goal]], {goal: 0}
    while start not in distance and layers[-1]:
        layers.append([])
        for node in layers[-2]:
            for other in neighbours_of(node):
                if other not in distance:
                    distance[other] = len(layers) - 1
                    layers[-1].append(other)
    if start not in distance:
        return None
    (x_a, y_a), (x_b, y_b) = position(start), position(goal)

    def deviation(node: N) -> int:
        x, y = position(node)
        return int(((x_b - x_a) * (y - y_a) - (y_b - y_a) * (x - x_a)) ** 2)

    cost: dict[N, int] = {goal: 0}
    for depth, layer in enumerate(layers[1:], 1):
        for node in layer:
            cost[node] = deviation(node) + min(
                cost[neighbour] for neighbour in neighbours_of(node) if distance.get(neighbour) == depth - 1
            )
    way = [start]
    while way[-1] != goal:
        depth = distance[way[-1]] - 1
        onward_nodes: list[Any] = [
            neighbour for neighbour in neighbours_of(way[-1]) if distance.get(neighbour) == depth
        ]
        way.append(min(onward_nodes, key=lambda node: (cost[node], node)))
    return tuple(way)
