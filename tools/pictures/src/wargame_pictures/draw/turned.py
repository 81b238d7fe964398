"""A map seen from the opposite side: the same spaces, turned by 180 degrees."""

from __future__ import annotations

from functools import cached_property

from attrs import evolve, frozen

from wargame_core.maps.features import Point
from wargame_core.maps.grid import Grid, Labels
from wargame_core.maps.map import Map


@frozen(eq=False, slots=False)
class TurnedGrid(Grid):
    """A grid seen from the opposite side, for drawing only: the numbers of spaces and the order of corners differ."""

    printed: Grid

    @property
    def drawn_as_network(self) -> bool:
        return self.printed.drawn_as_network

    @property
    def size(self) -> int:
        return self.printed.size

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        return self.printed.neighbours

    def distance(self, a: int, b: int) -> int:
        return self.printed.distance(a, b)

    def coordinates(self, space: int) -> str:
        return self.printed.coordinates(space)

    def read_coordinates(self, text: str) -> int | None:
        return self.printed.read_coordinates(text)

    @cached_property
    def extent(self) -> Point:
        return self.printed.extent

    def outline(self, space: int) -> tuple[Point, ...]:
        wide, high = self.extent
        return tuple((wide - x, high - y) for x, y in self.printed.outline(space))

    def margins(self) -> tuple[Labels, Labels]:
        wide, high = self.extent
        columns, rows = self.printed.margins()
        return [(wide - x, name) for x, name in columns], [(high - y, name) for y, name in rows]


def turned_map(game_map: Map) -> Map:
    """The map seen from the opposite side."""
    return evolve(game_map, grid=TurnedGrid(game_map.grid))
