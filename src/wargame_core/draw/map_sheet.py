"""The map sheet itself: terrain, water, hills, roads, crossings, towns and their names, drawn the same every time."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import pairwise
from math import atan2, degrees

from wargame_core.draw.labels import SERIF, Placer, Style
from wargame_core.draw.lines import (
    INK,
    RIDGE_DARK,
    ROAD,
    STREAM,
    draw_ridges,
    draw_rivers,
    draw_roads,
    edge_lines,
    is_ridge,
)
from wargame_core.draw.shapes import (
    UNIT,
    area,
    as_id,
    at,
    border,
    centre,
    corners,
    curve,
    frame,
    middle,
    number,
    stroke,
    titled,
)
from wargame_core.draw.terrain import PAPER, draw_terrain, patterns, prefix
from wargame_core.maps.features import Crossing, NamedPlace, Point
from wargame_core.maps.map import Map

GRID = "#7d7257"

_CITY = Style(17, INK, "bold")
_TOWN = Style(13, INK, "bold")
_VILLAGE = Style(11, "#4a4130", italic=True)
_SPOT = Style(9.5, "#4a4130", italic=True)
_CROSSING = Style(9.5, "#27587f", italic=True)
_GAP = Style(10, RIDGE_DARK, italic=True)
_RIVER = Style(16, "#2f6691", italic=True, spacing=3)
_STREAM = Style(10.5, "#39718f", italic=True, spacing=1)


def sheet(game_map: Map) -> str:
    """The whole base map, without title, legend and margins; made once for a map."""
    return game_map.cached("sheet", lambda: "".join(_layers(game_map)))


def edge_of(game_map: Map) -> str:
    """The line round the map; it stands half outside, so it is drawn over the sheet and not clipped with it."""
    outline = area(game_map, game_map.all, smooth=False)
    return f'<path d="{outline}" fill="none" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>'


def _layers(game_map: Map) -> Iterable[str]:
    width, height = frame(game_map)
    placer = Placer(width, height)
    yield patterns(prefix(game_map))
    outline = area(game_map, game_map.all, smooth=False)
    yield f'<path d="{outline}" fill="{PAPER}"/>'
    yield from draw_terrain(game_map)
    yield _grid(game_map)
    yield from _streams(game_map)
    yield from draw_ridges(game_map, placer)
    yield from draw_rivers(game_map, placer)
    yield from draw_roads(game_map, placer)
    yield _numbers(game_map, placer)
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
    halo = f'paint-order="stroke" stroke="{PAPER}" stroke-width="3" stroke-linejoin="round" stroke-opacity=".85"'
    yield f'<g font-family="{SERIF}" {halo}>{"".join(_names(game_map, placer))}</g>'


SHORT = 3
"""Names of spaces of so many letters are kept clear of other names; longer ones would leave no room for these."""

SPOTS = frozenset({"hill", "landmark", "area"})
"""Kinds of places smaller than a village; an area has a name and no mark."""

_GAP_MARK = stroke("M-5 -6q5 6 0 12m10 -12q-5 6 0 12", RIDGE_DARK, 2)

TOKEN_ROOM = (21.0, 13.5)
"""Half the size of a token: names of places stay clear of the one that stands there."""

AREA_ROOM = (21.0, 16.0)
"""The same for a name without a mark, which stands over its space or under it."""


def _grid(game_map: Map) -> str:
    width, height = frame(game_map)
    if len(corners(game_map, 0)) == 4:
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


def _numbers(game_map: Map, placer: Placer) -> str:
    """The printed name in the top of each space, where rows and columns have none."""
    if any(game_map.margins()):
        return ""
    texts = []
    for space in range(game_map.size):
        x, y = centre(game_map, space)
        top = min(point[1] for point in corners(game_map, space))
        texts.append(
            f'<text x="{number(x)}" y="{number((top + y) / 2 - 1)}">{escape(game_map.coordinates(space))}</text>'
        )
        if len(game_map.coordinates(space)) <= SHORT:
            placer.take((x - 5, (top + y) / 2 - 5.5, x + 5, (top + y) / 2 - 0.5))
    halo = f'paint-order="stroke" stroke="{PAPER}" stroke-width="1.6" stroke-opacity=".6"'
    return f'<g font-size="6.5" text-anchor="middle" fill="{GRID}" {halo}>{"".join(texts)}</g>'


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
    """The symbol of a kind of place about 0, 0; nothing for an area, which has only a name."""
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


def _names(game_map: Map, placer: Placer) -> Iterable[str]:
    styles = {"city": _CITY, "town": _TOWN, "gap": _GAP, **dict.fromkeys(SPOTS, _SPOT)}
    ranks = (_CITY, _TOWN, _VILLAGE, _GAP, _SPOT)
    for place in sorted(game_map.places, key=lambda place: ranks.index(styles.get(place.kind, _VILLAGE))):
        named, style = place.kind == "area", styles.get(place.kind, _VILLAGE)
        room = AREA_ROOM if named else TOKEN_ROOM
        yield placer.beside(place.name, centre(game_map, place.space), room, style, level=not named)
    for barrier in game_map.barriers:
        if not is_ridge(barrier) and barrier.name:
            line = max(edge_lines(game_map, barrier.edges), key=len)
            yield placer.along(barrier.name, [middle(a, b) for a, b in pairwise(line)], 14, _RIVER, limit=250)
    for crossing in game_map.crossings.values():
        yield placer.beside(crossing.name, middle(*border(game_map, crossing.edge)), (10, 3), _CROSSING, limit=20)
    for gap in game_map.gaps:
        yield placer.beside(gap.name, centre(game_map, gap.space), (8, 3), _GAP, limit=30)
    for stream in game_map.streams:
        line = [centre(game_map, space) for space in stream.path]
        yield placer.along(stream.name, line, 8, _STREAM, limit=40)
