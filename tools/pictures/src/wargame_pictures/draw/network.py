"""A sheet of areas: each drawn by itself, and a line for every join between two of them, in the style of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wargame_core.maps.features import Edge, Point
from wargame_core.maps.geometry import centre, corners
from wargame_core.maps.map import Map
from wargame_pictures.draw.labels import Placer
from wargame_pictures.draw.lines import INK, RIVER_EDGE, ROAD_EDGE, is_known_road, road_class, road_line
from wargame_pictures.draw.shapes import closed, middle, number, stroke
from wargame_pictures.draw.terrain import PATTERNS, prefix, tint

PENS = (
    (ROAD_EDGE, 2.2, ""),
    (RIVER_EDGE, 2.2, 'stroke-dasharray="6 4"'),
    (INK, 1.6, 'stroke-dasharray="1 4"'),
    ("#7b4f8a", 1.8, 'stroke-dasharray="10 3 2 3"'),
)
"""Colour, width and dashes of the kinds of joins that are not roads, in the order of the map file."""
APART = 5.0
"""The distance between two lines that join the same areas, in drawing units."""


def join_line(game_map: Map, kind: str, data: str) -> str:
    """A join of one kind along path data."""
    if is_known_road(kind):
        return road_line(game_map, road_class(kind), data)
    others = sorted({road.kind for road in game_map.roads if not is_known_road(road.kind)})
    colour, width, dashes = PENS[others.index(kind) % len(PENS)]
    return stroke(data, colour, width, dashes)


def draw_network(game_map: Map, placer: Placer) -> Iterable[str]:
    """Every join as SVG, and above them the areas; ``placer`` notes where they are."""
    kinds: dict[Edge, list[str]] = {}
    for road in sorted(game_map.roads, key=lambda road: road.kind):
        for between in road.edges:
            kinds.setdefault(between, []).append(road.kind)
    lines: dict[str, str] = {}
    for between, used in sorted(kinds.items()):
        start, end = (centre(game_map, space) for space in between)
        placer.draw([start, middle(start, end), end])
        for place, kind in enumerate(used):
            aside = (place - (len(used) - 1) / 2) * APART
            lines[kind] = lines.get(kind, "") + _line(start, end, aside)
    yield from (join_line(game_map, kind, data) for kind, data in sorted(lines.items()))
    yield from (_area(game_map, space) for space in range(game_map.size))


def _line(start: Point, end: Point, aside: float) -> str:
    """Path data of a line from start to end, moved aside."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5 or 1.0
    x, y = -down / length * aside, across / length * aside
    points = (number(value) for value in (start[0] + x, start[1] + y, end[0] + x, end[1] + y))
    return "M{} {}L{} {}".format(*points)


def _area(game_map: Map, space: int) -> str:
    terrain = game_map.terrain[space] if game_map.terrain else "clear"
    data = closed([corners(game_map, space)])
    drawn = f'<path d="{data}" fill="{tint(game_map, terrain)}" stroke="{INK}" stroke-width="1"/>'
    return drawn + (f'<path d="{data}" fill="url(#{prefix(game_map)}-{terrain})"/>' if terrain in PATTERNS else "")


def join_kinds(game_map: Map) -> Mapping[str, str]:
    """The kinds of joins of a map that is drawn as a network, each with a sample of its line for the legend."""
    if not game_map.grid.drawn_as_network:
        return {}
    return {kind: join_line(game_map, kind, "M0 7h24") for kind in sorted({road.kind for road in game_map.roads})}
