"""Spaces and their corners as whole-number points, so that paths are computed exactly; and the words for directions.

A point is a pair of whole numbers, down and right (on hexes: along the line of hexes and across the lines); centres of
spaces and corners are points of one grid. The two units differ in length, but lines stay straight and areas keep their
ratio, and nothing else is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from attrs import frozen

from wargame_core.maps.features import Edge
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.line_of_sight import NEIGHBOURS
from wargame_core.maps.map import Map
from wargame_core.maps.squares import SquareMap

Spot = tuple[int, int]
N = TypeVar("N", bound=Hashable)

_SQUARE = {"N": (-2, 0), "E": (0, 2), "S": (2, 0), "W": (0, -2)}
_FLAT = {"N": (-2, 0), "NE": (-1, 1), "SE": (1, 1), "S": (2, 0), "SW": (1, -1), "NW": (-1, -1)}
_POINTED = {"NE": (1, -1), "E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1)}
_FLAT_LINES = {"E": (0, 2), "NE": (-3, 1), "NW": (-3, -1), "W": (0, -2), "SW": (3, -1), "SE": (3, 1)}
_POINTED_LINES = {"N": (0, -2), "NE": (3, -1), "SE": (3, 1), "S": (0, 2), "SW": (-3, 1), "NW": (-3, -1)}


@frozen(slots=False, eq=False)
class Lattice:
    """The grid of a map as points; ``ways`` are steps from space to space, ``lines`` from corner to corner."""

    board: Map

    @property
    def _hexes(self) -> HexMap | None:
        return self.board if isinstance(self.board, HexMap) else None

    @cached_property
    def ways(self) -> Mapping[str, Spot]:
        """The steps from a space to its neighbours, by the word for the direction."""
        if self._hexes is None:
            return _SQUARE
        words = _FLAT if self._hexes.stagger == "columns" else _POINTED
        return {word: (3 * u, 3 * v) for word, (u, v) in words.items()}

    @property
    def lines(self) -> Mapping[str, Spot]:
        """The steps from a corner to the next, by the word for the direction; a corner of hexes has three of six."""
        if self._hexes is None:
            return _SQUARE
        return _FLAT_LINES if self._hexes.stagger == "columns" else _POINTED_LINES

    @cached_property
    def centres(self) -> tuple[Spot, ...]:
        """The centre of each space."""
        if self._hexes is not None:
            doubled = map(self._hexes.doubled, range(self.board.size))
            return tuple((3 * u, 3 * v) for u, v in doubled)
        assert isinstance(self.board, SquareMap)
        return tuple((2 * row + 1, 2 * col + 1) for row, col in map(self.board.rowcol, range(self.board.size)))

    @cached_property
    def spaces(self) -> Mapping[Spot, int]:
        """By centre, the space."""
        return {centre: space for space, centre in enumerate(self.centres)}

    def step(self, space: int, way: str) -> int | None:
        """The neighbour in a direction; None off the map."""
        (x, y), (dx, dy) = self.centres[space], self.ways[way]
        return self.spaces.get((x + dx, y + dy))

    def side(self, edge: Edge) -> tuple[Spot, Spot]:
        """The two corners of the line between two neighbours, the lower first."""
        (ax, ay), (bx, by) = self.centres[edge[0]], self.centres[edge[1]]
        if self._hexes is None:
            dx, dy = (bx - ax) // 2, (by - ay) // 2
            ends = [((ax + bx) // 2 + sign * dy, (ay + by) // 2 + sign * dx) for sign in (-1, 1)]
        else:
            to = (bx - ax) // 3, (by - ay) // 3
            both = [(u, v) for u, v in NEIGHBOURS if (u - to[0], v - to[1]) in NEIGHBOURS]
            ends = [(ax + u + to[0], ay + v + to[1]) for u, v in both]
        first, second = sorted(ends)
        return first, second

    @cached_property
    def along(self) -> Mapping[Spot, Mapping[Spot, Edge]]:
        """By corner: the neighbouring corners, each with the edge between them."""
        along: dict[Spot, dict[Spot, Edge]] = {}
        for a in range(self.board.size):
            for b in self.board.neighbours[a]:
                if a < b:
                    here, there = self.side((a, b))
                    along.setdefault(here, {})[there] = (a, b)
                    along.setdefault(there, {})[here] = (a, b)
        return along

    @cached_property
    def corner_words(self) -> Mapping[str, Spot]:
        """The vectors from the centre of a space to its corners, by the words for the sides that meet there."""
        if self._hexes is None:
            pairs = [("N", "W"), ("N", "E"), ("S", "W"), ("S", "E")]
            return {
                a + b: ((self.ways[a][0] + self.ways[b][0]) // 2, (self.ways[a][1] + self.ways[b][1]) // 2)
                for a, b in pairs
            }
        words = list(self.ways)
        return {
            f"{a}/{b}": ((self.ways[a][0] + self.ways[b][0]) // 3, (self.ways[a][1] + self.ways[b][1]) // 3)
            for a, b in zip(words, (*words[1:], words[0]), strict=True)
        }

    def corner(self, space: int, word: str) -> Spot:
        """A corner of a space. Raises KeyError for an unknown word."""
        words = self.corner_words
        dx, dy = words[word] if word in words else words["/".join(reversed(word.split("/")))]
        return self.centres[space][0] + dx, self.centres[space][1] + dy

    @cached_property
    def _corner_names(self) -> Mapping[Spot, str]:
        names: dict[Spot, str] = {}
        for space, (x, y) in enumerate(self.centres):
            for word, (dx, dy) in self.corner_words.items():
                names.setdefault((x + dx, y + dy), f"{self.name(space)} {word}")
        return names

    def corner_name(self, corner: Spot) -> str:
        """A corner in words, from the lowest space that has it."""
        return self._corner_names[corner]

    def name(self, space: int) -> str:
        """A space as shorthand writes it: "11,18", or its printed number."""
        return self.board.coordinates(space).strip("()")

    def rim(self, side: str, number: int) -> Spot | None:
        """The corner at the rim where a column (side north or south) or a row (west or east) begins; None for none.

        On hexes it is the nearest one from which a line leads into the map.
        """
        cells = self.cells
        across = side in ("north", "south")
        inside = [space for space, cell in enumerate(cells) if cell[1 if across else 0] == number]
        if not inside:
            return None
        pick = min if side in ("north", "west") else max
        space = pick(inside, key=lambda space: cells[space][0 if across else 1])
        corners = [self.corner(space, word) for word in self._rims[side]]
        return next((corner for corner in corners if corner in self.along), None)

    @property
    def cells(self) -> Sequence[tuple[int, int]]:
        """Row and column of each space."""
        if self._hexes is None:
            return [((x - 1) // 2, (y - 1) // 2) for x, y in self.centres]
        return [cell[::-1] if self._hexes.stagger == "columns" else cell for cell in self._hexes.cells]

    @property
    def _rims(self) -> Mapping[str, tuple[str, ...]]:
        if self._hexes is None:
            return {"north": ("NW",), "south": ("SW",), "west": ("NW",), "east": ("NE",)}
        if self._hexes.stagger == "columns":
            left = {"north": ("NW/N", "SW/NW"), "south": ("S/SW", "SW/NW")}
            return {**left, "west": ("NW/N", "SW/NW", "S/SW"), "east": ("N/NE", "NE/SE", "SE/S")}
        top = {"west": ("W/NW", "SW/W"), "east": ("NE/E", "E/SE")}
        return {**top, "north": ("W/NW", "NW/NE"), "south": ("SW/W", "SE/SW")}


def shortest_way(
    start: N, goal: N, near: Callable[[N], Iterable[N]], position: Callable[[N], Spot]
) -> tuple[N, ...] | None:
    """The path from start to goal by filling rule 1; None if there is none.

    It has the fewest steps; of those, the least sum of squared cross products with the straight line between the two;
    of those, the lowest nodes in order. ``near`` must be symmetric. Only whole numbers are used, so the result is the
    same everywhere and will never change.
    """
    layers, distance = [[goal]], {goal: 0}
    while start not in distance and layers[-1]:
        layers.append([])
        for node in layers[-2]:
            for other in near(node):
                if other not in distance:
                    distance[other] = len(layers) - 1
                    layers[-1].append(other)
    if start not in distance:
        return None
    (ax, ay), (bx, by) = position(start), position(goal)

    def off(node: N) -> int:
        x, y = position(node)
        return int(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) ** 2)

    cost: dict[N, int] = {goal: 0}
    for depth, layer in enumerate(layers[1:], 1):
        for node in layer:
            cost[node] = off(node) + min(cost[other] for other in near(node) if distance.get(other) == depth - 1)
    way = [start]
    while way[-1] != goal:
        depth = distance[way[-1]] - 1
        onward: list[Any] = [other for other in near(way[-1]) if distance.get(other) == depth]
        way.append(min(onward, key=lambda node: (cost[node], node)))
    return tuple(way)
