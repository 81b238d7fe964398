"""The map sheet itself: terrain, water, hills, roads, crossings, towns and their names, drawn the same every time."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import pairwise

from wargame_core.features import Crossing, Edge, Place, Point
from wargame_core.maps import Map
from wargame_core.svg_labels import Placer, Style
from wargame_core.svg_shapes import UNIT, area, at, border, centre, chains, corners, curve, frame, middle, number

PAPER, INK, GRID = "#f5eeda", "#2b2418", "#7d7257"
RIVER, RIVER_EDGE, STREAM = "#8fbbd9", "#3f739f", "#9cc3dc"
ROAD, ROAD_EDGE, RIDGE = "#e2b36b", "#8a5f28", "#7a5a38"

TINTS = {
    "woods": "#d3dfb4",
    "swamp": "#d2dfd0",
    "water": "#b3d3e6",
    "mountain": "#dfcfae",
    "town": "#eddcb2",
    "city": "#e8cfa3",
    "hill": "#e3d2a8",
    "rolling": "#ebe4bd",
    "rough": "#e0d4b0",
    "field": "#efe2a2",
    "orchard": "#d5e2a8",
}
_SPARE = ("#e6d5c3", "#d9d6e3", "#e3dccb", "#d5e0dc", "#e8d9d9", "#dbe3c9")

_CITY = Style(17, INK, "bold")
_TOWN = Style(13, INK, "bold")
_VILLAGE = Style(11, "#4a4130", italic=True)
_CROSSING = Style(9.5, "#27587f", italic=True)
_GAP = Style(9.5, RIDGE, italic=True)
_RIVER = Style(16, "#2f6691", italic=True, spacing=3)
_STREAM = Style(10.5, "#4d83aa", italic=True, spacing=1)


def tint(map: Map, terrain: str) -> str:
    """The colour of a terrain; of one we have no colour for, the same on every picture of this map."""
    unknown = sorted(set(map.terrain) - set(TINTS) - {"clear"})
    return TINTS.get(terrain) or (_SPARE[unknown.index(terrain) % len(_SPARE)] if terrain in unknown else PAPER)


def prefix(map: Map) -> str:
    """What the ids of this map's patterns and symbols begin with."""
    return "map-" + "".join(c if c.isascii() and c.isalnum() else "-" for c in map.id)


def sheet(map: Map) -> str:
    """The whole base map, without title, legend and margins; made once for a map."""
    return map.remember("sheet", lambda: "".join(_layers(map)))


def _layers(map: Map) -> Iterable[str]:
    width, height = frame(map)
    placer = Placer(width, height)
    yield _patterns(prefix(map))
    yield f'<rect width="{number(width)}" height="{number(height)}" fill="{PAPER}"/>'
    yield from _terrain(map)
    yield _grid(map)
    yield from _streams(map)
    yield from _ridges(map, placer)
    yield from _rivers(map, placer)
    yield from _roads(map, placer)
    for gap in map.gaps:
        x, y = centre(map, gap.space)
        yield f'<path d="M{at((x - 5, y - 6))}q5 6 0 12m10 -12q-5 6 0 12" class="gap"><title>{escape(gap.name)}</title></path>'
    for crossing in map.crossings.values():
        yield crossing_mark(map, crossing)
        x, y = middle(*border(map, crossing.edge))
        placer.taken.append((x - 9, y - 9, x + 9, y + 9))
    for place in map.places:
        yield _town(map, place)
        x, y = centre(map, place.space)
        placer.taken.append((x - 6, y - 6, x + 6, y + 6))
    yield f'<g font-family="{SERIF_ATTRIBUTE}" class="names">{"".join(_names(map, placer))}</g>'
    yield f'<rect width="{number(width)}" height="{number(height)}" fill="none" stroke="{INK}" stroke-width="1.5"/>'


SERIF_ATTRIBUTE = "Georgia,Liberation Serif,Times New Roman,serif"


def _patterns(name: str) -> str:
    def pattern(kind: str, size: int, inside: str) -> str:
        return f'<pattern id="{name}-{kind}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">{inside}</pattern>'

    tree = '<path d="M{0} {1}q-4 -1 -3 -4q0 -4 3 -4q3 0 3 4q1 3 -3 4v2" fill="#b3c88c" stroke="#86a05e" stroke-width=".7"/>'
    return (
        "<defs>"
        + pattern("woods", 26, "".join(tree.format(x, y) for x, y in ((6, 11), (18, 21), (20, 8), (7, 24))))
        + pattern(
            "swamp",
            22,
            '<path d="M3 8h8M5 8v-4M7 8v-5M9 8v-4M13 18h8M15 18v-4M17 18v-5M19 18v-4" '
            'stroke="#7fa39c" stroke-width=".8" fill="none"/>',
        )
        + pattern(
            "water",
            24,
            '<path d="M2 8q3 -3 6 0t6 0M12 19q3 -3 6 0t6 0" stroke="#8fb9d3" stroke-width=".8" fill="none"/>',
        )
        + pattern(
            "mountain", 20, '<path d="M2 12l4 -7l4 7M12 19l3 -5l3 5" stroke="#b09467" stroke-width=".9" fill="none"/>'
        )
        + "</defs><style>.gap{fill:none;stroke:"
        + f"{RIDGE};stroke-width:2;stroke-linecap:round"
        + "}.line{fill:none;stroke-linecap:round;stroke-linejoin:round}"
        + f".names text{{paint-order:stroke;stroke:{PAPER};stroke-width:3;stroke-linejoin:round;stroke-opacity:.85}}</style>"
    )


def _terrain(map: Map) -> Iterable[str]:
    for kind in sorted(set(map.terrain) - {"clear"}):
        outline = area(map, map.terrain_mask(kind))
        yield f'<path d="{outline}" fill="{tint(map, kind)}" fill-rule="evenodd"/>'
        if kind in ("woods", "swamp", "water", "mountain"):
            yield f'<path d="{outline}" fill="url(#{prefix(map)}-{kind})" fill-rule="evenodd"/>'


def _grid(map: Map) -> str:
    width, height = frame(map)
    if len(corners(map, 0)) == 4:
        data = "".join(f"M{at((x * UNIT, 0))}V{number(height)}" for x in range(1, round(width / UNIT)))
        data += "".join(f"M{at((0, y * UNIT))}H{number(width)}" for y in range(1, round(height / UNIT)))
    else:
        drawn: set[frozenset[Point]] = set()
        data = ""
        for space in range(map.size):
            points = corners(map, space)
            pen: Point | None = None
            for side in pairwise((*points, points[0])):
                if frozenset(side) not in drawn:
                    drawn.add(frozenset(side))
                    data += (f"M{at(side[0])}" if pen != side[0] else "") + f"L{at(side[1])}"
                    pen = side[1]
    return f'<path d="{data}" fill="none" stroke="{GRID}" stroke-width=".6" stroke-opacity=".45"/>'


def _streams(map: Map) -> Iterable[str]:
    for stream in map.streams:
        data = curve([centre(map, space) for space in stream.path])
        yield f'<path d="{data}" class="line" stroke="{STREAM}" stroke-width="2"><title>{escape(stream.name)}</title></path>'


def edge_lines(map: Map, edges: Iterable[Edge]) -> list[list[Point]]:
    """The sides along some edges, joined into lines."""
    return chains(border(map, edge) for edge in edges)


def _ridges(map: Map, placer: Placer) -> Iterable[str]:
    for barrier in map.barriers:
        if barrier.crossed_by_road:
            data = "".join(curve(line) for line in edge_lines(map, barrier.edges))
            for style in (
                f'stroke-width="11" stroke-dasharray="1.3 2.9" stroke-linecap="butt" stroke="{RIDGE}" stroke-opacity=".75"',
                f'stroke-width="2" stroke="{RIDGE}"',
            ):
                yield f'<path d="{data}" class="line" {style}/>'
            placer.draw(middle(*border(map, edge)) for edge in sorted(barrier.edges))


def _rivers(map: Map, placer: Placer) -> Iterable[str]:
    rivers = [barrier for barrier in map.barriers if not barrier.crossed_by_road]
    for colour, width in ((RIVER_EDGE, "8"), (RIVER, "5")):
        for river in rivers:
            data = "".join(curve(line) for line in edge_lines(map, river.edges))
            title = f"<title>{escape(river.name)}</title>"
            yield f'<path d="{data}" class="line" stroke="{colour}" stroke-width="{width}">{title}</path>'
    for river in rivers:
        for line in edge_lines(map, river.edges):
            placer.draw(line)
            placer.draw(middle(a, b) for a, b in pairwise(line))


def _roads(map: Map, placer: Placer) -> Iterable[str]:
    stops = {place.space for place in map.places}
    links: dict[bool, set[Edge]] = {True: set(), False: set()}
    for road in map.roads:
        links[road.kind == "rail"].update(road.edges)
    for rail, edges in links.items():
        placer.draw(middle(centre(map, a), centre(map, b)) for a, b in sorted(edges))
    roads = "".join(curve([centre(map, s) for s in line]) for line in chains(links[False], stops))
    rails = "".join(curve([centre(map, s) for s in line]) for line in chains(links[True], stops))
    if roads:
        yield f'<path d="{roads}" class="line" stroke="{ROAD_EDGE}" stroke-width="4"/>'
        yield f'<path d="{roads}" class="line" stroke="{ROAD}" stroke-width="2.4"/>'
    if rails:  # a little aside, so that a road in the same spaces stays visible
        yield '<g transform="translate(3.4 -3.4)">'
        yield f'<path d="{rails}" class="line" stroke="{INK}" stroke-width="1.3"/>'
        yield f'<path d="{rails}" class="line" style="stroke-linecap:butt" stroke="{INK}" stroke-width="6" stroke-dasharray="1.2 5"/>'
        yield "</g>"


def crossing_mark(map: Map, crossing: Crossing) -> str:
    """The symbol of a crossing on its edge: two rails for a bridge, dots for a ferry, short waves for anything else."""
    (x0, y0), (x1, y1) = centre(map, crossing.edge[0]), centre(map, crossing.edge[1])
    x, y = middle(*border(map, crossing.edge))
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    turn = f"matrix({number2((x1 - x0) / length)} {number2((y1 - y0) / length)} {number2((y0 - y1) / length)} {number2((x1 - x0) / length)} {number(x)} {number(y)})"
    if crossing.kind == "bridge":
        inside = (
            f'<path d="M-7 -3.2H7V3.2H-7Z" fill="{ROAD}"/>'
            f'<path d="M-10 -6.5L-7 -3.6H7L10 -6.5M-10 6.5L-7 3.6H7L10 6.5" class="line" stroke="{INK}" stroke-width="1.8"/>'
        )
    elif crossing.kind == "ferry":
        inside = (
            f'<path d="M-8 0H8" class="line" stroke="{INK}" stroke-width="3" stroke-dasharray="0 4"/>'
            f'<path d="M-5 -2.6H5L3 2.6H-3Z" fill="{PAPER}" stroke="{INK}" stroke-width="1.2"/>'
        )
    else:
        inside = f'<path d="M-8 -2q2 -3 4 0t4 0t4 0t4 0M-8 3q2 -3 4 0t4 0t4 0t4 0" class="line" stroke="{INK}" stroke-width="1.2"/>'
    note = f": {crossing.note}" if crossing.note else ""
    return f'<g transform="{turn}"><title>{escape(crossing.name + note)}</title>{inside}</g>'


def number2(value: float) -> str:
    """A direction with two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0", "-0" if abs(value) >= 0.005 else "0", 1)


def _town(map: Map, place: Place) -> str:
    x, y = centre(map, place.space)
    title = f"<title>{escape(f'{place.name} {map.coordinates(place.space)}')}</title>"
    if place.kind == "city":
        blocks = "M-7 -7h6v6h-6zM1 -7h6v6h-6zM-7 1h6v6h-6zM1 1h6v6h-6z"
        shape = f'<circle r="9.5" fill="{PAPER}"/><path d="{blocks}" fill="{INK}" stroke="{INK}" stroke-width=".6"/>'
    elif place.kind == "town":
        shape = f'<circle r="5" fill="{PAPER}" stroke="{INK}" stroke-width="1.6"/><circle r="1.8" fill="{INK}"/>'
    else:
        shape = f'<circle r="2.8" fill="{INK}" stroke="{PAPER}" stroke-width=".8"/>'
    return f'<g transform="translate({at((x, y))})">{title}{shape}</g>'


def _names(map: Map, placer: Placer) -> Iterable[str]:
    ranks = (("city", _CITY, 10.0), ("town", _TOWN, 7.0), ("", _VILLAGE, 5.0))
    for kind, style, gap in ranks:
        for place in map.places:
            if place.kind == kind or (not kind and place.kind not in ("city", "town")):
                yield placer.beside(place.name, centre(map, place.space), gap, style)
    for barrier in map.barriers:
        if not barrier.crossed_by_road:
            line = max(edge_lines(map, barrier.edges), key=len)
            yield placer.along(barrier.name, [middle(a, b) for a, b in pairwise(line)], 14, _RIVER, limit=250)
    for crossing in map.crossings.values():
        yield placer.beside(crossing.name, middle(*border(map, crossing.edge)), 9, _CROSSING, limit=20)
    for gap in map.gaps:
        yield placer.beside(gap.name, centre(map, gap.space), 7, _GAP, limit=30)
    for stream in map.streams:
        line = [centre(map, space) for space in stream.path]
        yield placer.along(stream.name, line, 8, _STREAM, limit=40)
