"""Where spaces lie on the drawn map: their corners and middles, in drawing units."""

from __future__ import annotations

from math import dist

from wargame_core.maps.features import Edge, Point
from wargame_core.maps.map import Map

UNIT = 40.0
"""Drawing units for the width of a space; the outer `<svg>` scales them."""


def corners(game_map: Map, space: int) -> tuple[Point, ...]:
    """The corners of a space in drawing units, rounded so that neighbours agree on the corners they share."""
    return game_map.cached(
        ("corners", space),
        lambda: tuple((round(x * UNIT, 2), round(y * UNIT, 2)) for x, y in game_map.grid.outline(space)),
    )


def centre(game_map: Map, space: int) -> Point:
    """The middle of a space in drawing units."""
    points = corners(game_map, space)
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def border(game_map: Map, edge: Edge) -> tuple[Point, Point]:
    """The two corners that the spaces of an edge share; of spaces that touch in no side, those nearest to the other."""
    right, down = (step * UNIT for step in game_map.grid.behind(*edge))
    near, far = corners(game_map, edge[0]), corners(game_map, edge[1])
    moved = {(round(x + right, 2), round(y + down, 2)) for x, y in far}
    shared = sorted(point for point in near if point in moved)
    if len(shared) != 2:
        x, y = centre(game_map, edge[1])
        middle = x + right, y + down
        shared = sorted(near, key=lambda point: dist(point, middle))[:2]
    return shared[0], shared[1]


def over_the_rim(game_map: Map, edge: Edge) -> tuple[tuple[Point, Point], ...]:
    """For neighbours at opposite rims of the sheet: the line from each to its rim, in the direction of the other."""
    lines = []
    for a, b in (edge, edge[::-1]) if game_map.grid.behind(*edge) != (0.0, 0.0) else ():
        (ax, ay), (bx, by) = border(game_map, (a, b))
        lines.append((centre(game_map, a), ((ax + bx) / 2, (ay + by) / 2)))
    return tuple(lines)


def frame(game_map: Map) -> tuple[float, float]:
    """Width and height of the whole map in drawing units."""
    wide, high = game_map.grid.extent
    return round(wide * UNIT, 2), round(high * UNIT, 2)
