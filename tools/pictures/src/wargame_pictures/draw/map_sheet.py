"""The map sheet itself: terrain, water, hills, roads, crossings, towns and their names, drawn the same every time."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import atan2, degrees

from wargame_core.maps.features import Crossing, NamedPlace, Point
from wargame_core.maps.geometry import UNIT, border, centre, corners, frame
from wargame_core.maps.map import Map
from wargame_pictures.draw.labels import Placer
from wargame_pictures.draw.lines import (
    INK,
    RIDGE_DARK,
    ROAD,
    STREAM,
    draw_ridges,
    draw_rivers,
    draw_roads,
)
from wargame_pictures.draw.network import draw_network
from wargame_pictures.draw.shapes import area, as_id, at, curve, middle, number, stroke, titled
from wargame_pictures.draw.terrain import PAPER, draw_terrain, patterns, prefix
from wargame_pictures.draw.writing import GRID, SPOTS, MapWriting, keep_numbers_clear

NUMBERS, NAMES = "<!--numbers-->", "<!--names-->"
"""The placeholders for the text of the sheet."""

_GAP_MARK = stroke("M-5 -6q5 6 0 12m10 -12q-5 6 0 12", RIDGE_DARK, 2)


def sheet(game_map: Map) -> tuple[str, MapWriting]:
    """The base map without title, legend and margins, with placeholders for its text, and that text.

    Made once for a map.
    """

    def make() -> tuple[str, MapWriting]:
        placer = Placer(*frame(game_map))
        return "".join(_layers(game_map, placer)), MapWriting(game_map, placer)

    return game_map.cached("sheet", make)


def edge_of(game_map: Map) -> str:
    """The line around the map. Half of it lies outside, so it is drawn over the sheet and not clipped with it."""
    outline = paper(game_map)
    return f'<path d="{outline}" fill="none" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>'


def paper(game_map: Map) -> str:
    """Path data of the line around the sheet: around its spaces, or a rectangle where they are not adjacent."""
    if not game_map.grid.drawn_as_network:
        return area(game_map, game_map.all, smooth=False)
    width, height = frame(game_map)
    return f"M0 0H{number(width)}V{number(height)}H0Z"


def _layers(game_map: Map, placer: Placer) -> Iterable[str]:
    yield patterns(prefix(game_map))
    yield f'<path d="{paper(game_map)}" fill="{PAPER}"/>'
    if game_map.grid.drawn_as_network:
        yield from draw_network(game_map, placer)
    else:
        yield from draw_terrain(game_map)
        yield _grid(game_map)
    yield from _streams(game_map)
    yield from draw_ridges(game_map, placer)
    yield from draw_rivers(game_map, placer)
    if not game_map.grid.drawn_as_network:
        yield from draw_roads(game_map, placer)
    yield NUMBERS
    keep_numbers_clear(game_map, placer)
    for gap in game_map.gaps:
        yield titled(gap.name, _GAP_MARK, f"translate({at(centre(game_map, gap.space))})")
    for crossing in game_map.crossings.values():
        yield crossing_mark(game_map, crossing)
        x, y = middle(*border(game_map, crossing.edge))
        placer.take((x - 9, y - 9, x + 9, y + 9))
    for place in game_map.places:
        yield _town(game_map, place)
        x, y = centre(game_map, place.space)
        placer.take((x - 6, y - 6, x + 6, y + 6))
    yield NAMES


def _grid(game_map: Map) -> str:
    width, height = frame(game_map)
    if game_map.grid.shape == "square":
        data = "".join(f"M{at((x * UNIT, 0))}V{number(height)}" for x in range(1, round(width / UNIT)))
        data += "".join(f"M{at((0, y * UNIT))}H{number(width)}" for y in range(1, round(height / UNIT)))
    else:
        drawn: set[frozenset[Point]] = set()
        data = ""
        for space in range(game_map.size):
            points = corners(game_map, space)
            pen: Point | None = None
            for side in pairwise((*points, points[0])):
                if frozenset(side) not in drawn:
                    drawn.add(frozenset(side))
                    data += (f"M{at(side[0])}" if pen != side[0] else "") + f"L{at(side[1])}"
                    pen = side[1]
    return f'<path d="{data}" fill="none" stroke="{GRID}" stroke-width=".6" stroke-opacity=".45"/>'


def _streams(game_map: Map) -> Iterable[str]:
    for stream in game_map.streams:
        yield titled(stream.name, stroke(curve([centre(game_map, space) for space in stream.path]), STREAM, 2))


def crossing_sign(kind: str, scale: float = 1.0) -> str:
    """The symbol of a kind of crossing, lying across the water: rails for a bridge, a boat for a ferry, or waves."""
    if kind == "bridge":
        inside = f'<path d="M-7 -3.2H7V3.2H-7Z" fill="{ROAD}"/>'
        inside += stroke("M-10 -6.5L-7 -3.6H7L10 -6.5M-10 6.5L-7 3.6H7L10 6.5", INK, 1.8)
    elif kind == "ferry":
        inside = stroke("M-9 0H9", INK, 3, 'stroke-dasharray="0 4.5"')
        inside += f'<path d="M-5 -2.6H5L3 2.6H-3Z" fill="{PAPER}" stroke="{INK}" stroke-width="1.2"/>'
    else:
        inside = stroke("M-8 -2q2 -3 4 0t4 0t4 0t4 0M-8 3q2 -3 4 0t4 0t4 0t4 0", INK, 1.2)
    return inside if scale == 1 else f'<g transform="scale({number(scale)})">{inside}</g>'


def crossing_mark(game_map: Map, crossing: Crossing) -> str:
    """The symbol of a crossing on its edge."""
    start, end = centre(game_map, crossing.edge[0]), centre(game_map, crossing.edge[1])
    turn = degrees(atan2(end[1] - start[1], end[0] - start[0]))
    inside = crossing_sign(crossing.kind)
    note = f": {crossing.note}" if crossing.note else ""
    where = f"translate({at(middle(*border(game_map, crossing.edge)))}) rotate({number(turn)})"
    between = " ".join(game_map.coordinates(space) for space in crossing.edge)
    return titled(
        crossing.name + note,
        inside,
        where,
        id=f"crossing-{as_id(crossing.id)}",
        kind=f"crossing {as_id(crossing.kind)}",
        data_crossing=crossing.id,
        data_between=between,
    )


def place_sign(kind: str) -> str:
    """The symbol of a kind of place, centred on 0, 0; "" for an area, which has only a name."""
    if kind == "city":
        blocks = "M-7 -7h6v6h-6zM1 -7h6v6h-6zM-7 1h6v6h-6zM1 1h6v6h-6z"
        return f'<circle r="9.5" fill="{PAPER}"/><path d="{blocks}" fill="{INK}" stroke="{INK}" stroke-width=".6"/>'
    if kind == "town":
        return f'<circle r="5" fill="{PAPER}" stroke="{INK}" stroke-width="1.6"/><circle r="1.8" fill="{INK}"/>'
    if kind == "gap":
        return _GAP_MARK
    if kind == "area":
        return ""
    return f'<circle r="{2 if kind in SPOTS else 2.8}" fill="{INK}" stroke="{PAPER}" stroke-width=".8"/>'


def _town(game_map: Map, place: NamedPlace) -> str:
    shape, here = place_sign(place.kind), game_map.coordinates(place.space)
    if not shape:
        return ""
    return titled(
        f"{place.name} {here}",
        shape,
        f"translate({at(centre(game_map, place.space))})",
        id=f"place-{as_id(place.name)}",
        kind=f"place {as_id(place.kind)}".strip(),
        data_place=place.name,
        data_at=here,
    )
