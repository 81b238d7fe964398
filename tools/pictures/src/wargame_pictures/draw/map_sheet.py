"""The map sheet itself: terrain, water, hills, roads, crossings, towns and their names, drawn the same every time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape
from itertools import pairwise
from math import atan2, degrees

from attrs import evolve, frozen

from wargame_core.maps.features import Crossing, Edge, NamedPlace, Point
from wargame_core.maps.map import UNIT, Map, border, centre, corners, frame
from wargame_pictures.draw.labels import SERIF, Placer, Style, WrittenName
from wargame_pictures.draw.shapes import area, as_id, at, closed, curve, middle, number, stroke, titled
from wargame_pictures.draw.terrain import (
    INK,
    PAPER,
    PATTERNS,
    RIDGE_DARK,
    RIVER_EDGE,
    ROAD,
    ROAD_EDGE,
    STREAM,
    draw_ridges,
    draw_rivers,
    draw_roads,
    draw_terrain,
    edge_lines,
    is_known_road,
    is_ridge,
    patterns,
    prefix,
    road_class,
    road_line,
    tint,
)

GRID = "#7d7257"

_CITY = Style(17, INK, "bold")
_TOWN = Style(13, INK, "bold")
_VILLAGE = Style(11, "#4a4130", italic=True)
_SPOT = Style(9.5, "#4a4130", italic=True)
_CROSSING = Style(9.5, "#27587f", italic=True)
_GAP = Style(10, RIDGE_DARK, italic=True)
_RIVER = Style(16, "#2f6691", italic=True, spacing=3)
_STREAM = Style(10.5, "#39718f", italic=True, spacing=1)
_AREA = Style(10.5, INK, "bold")
_NUMBER = 6.5

SHORT = 3
"""Ids of spaces with at most this many letters are kept free of names; longer ones would leave no room for names."""

SPOTS = frozenset({"hill", "landmark", "area"})
"""Kinds of places with a small mark or, for an area, none."""

TOKEN_ROOM = (21.0, 13.5)
"""Half the width and height of a token at a place, which its name must not cover."""

AREA_ROOM = (21.0, 16.0)
"""The same for a name without a mark, written above or below its space."""

NETWORK_ROOM = (21.0, 22.0)
"""The same for the name of an area that is drawn as a circle."""

_HALO = f'paint-order="stroke" stroke="{PAPER}" stroke-linejoin="round"'


@frozen(eq=False)
class MapWriting:
    """The text of a map. ``placer`` holds what is drawn on the sheet, which names must not cover."""

    game_map: Map
    placer: Placer

    def numbers(self, scale: float = 1.0) -> str:
        """The printed id at the top of each space, for maps without labels of rows and columns, as SVG."""
        if any(self.game_map.grid.margins()):
            return ""
        texts = []
        for space in range(self.game_map.size):
            x, y = centre(self.game_map, space)
            texts.append(
                f'<text x="{number(x)}" y="{number((top_of(self.game_map, space) + y) / 2 - 1)}">'
                f"{escape(self.game_map.coordinates(space))}</text>"
            )
        halo = f'paint-order="stroke" stroke="{PAPER}" stroke-width="1.6" stroke-opacity=".6"'
        letters = f'font-size="{number(_NUMBER * scale)}" text-anchor="middle" fill="{GRID}"'
        return f'<g class="{WRITING}" {letters} {halo}>{"".join(texts)}</g>'

    def names(self, scale: float = 1.0) -> tuple[WrittenName, ...]:
        """The names of the map, placed so that they cover neither each other nor much of the drawing."""
        return self.game_map.cached(
            ("names", scale), lambda: tuple(filter(None, _names(self.game_map, self.placer.copy(), scale)))
        )

    def enlarging(self, scale: float = 1.0) -> str:
        """The style sheet with which a page enlarges the text, which is already drawn ``scale`` times as large."""
        sizes = sorted({name.style.size for name in self.names(scale)} | {round(_NUMBER * scale, 2)})
        rules = "".join(
            f'.{WRITING} [font-size="{number(size)}"],.{WRITING}[font-size="{number(size)}"]'
            f"{{font-size:calc({number(size / scale)}px*var(--wg-text-scale,{number(scale)}))}}"
            for size in sizes
        )
        return f"<style>{rules}</style>"


WRITING = "writing"
"""The class of the SVG groups that a page may enlarge with the CSS variable ``--wg-text-scale``."""


def keep_numbers_clear(game_map: Map, placer: Placer) -> None:
    """Note where short ids of spaces stand, so that names do not cover them."""
    if any(game_map.grid.margins()):
        return
    for space in range(game_map.size):
        if len(game_map.coordinates(space)) <= SHORT:
            x, y = centre(game_map, space)
            place = (top_of(game_map, space) + y) / 2
            placer.take((x - 5, place - 5.5, x + 5, place - 0.5))


def top_of(game_map: Map, space: int) -> float:
    """The y coordinate of the top of a space."""
    return min(point[1] for point in corners(game_map, space))


def write_names(names: Collection[WrittenName], lines: str = "") -> str:
    """Names as SVG, each outlined in the colour of the paper, above the lines from some of them to their places."""
    if not names:
        return ""
    written = "".join(name.svg for name in names)
    rim = f'{_HALO} stroke-width="3" stroke-opacity=".85"'
    return f'{lines}<g class="{WRITING} names" font-family="{SERIF}" {rim}>{written}</g>'


def _names(game_map: Map, placer: Placer, scale: float) -> Iterator[WrittenName | None]:
    def scaled(style: Style) -> Style:
        return evolve(style, size=round(style.size * scale, 2), spacing=style.spacing * scale)

    styles = {"city": _CITY, "town": _TOWN, "gap": _GAP, **dict.fromkeys(SPOTS, _SPOT)}
    ranks = (_CITY, _TOWN, _VILLAGE, _GAP, _SPOT)
    for place in sorted(game_map.places, key=lambda place: ranks.index(styles.get(place.kind, _VILLAGE))):
        named, style = place.kind == "area", scaled(styles.get(place.kind, _VILLAGE))
        room = AREA_ROOM if named else TOKEN_ROOM
        if game_map.grid.drawn_as_network:
            room, style = NETWORK_ROOM, scaled(_AREA)
        yield placer.beside(place.name, centre(game_map, place.space), room, style, level=not named)
    for barrier in game_map.barriers:
        if not is_ridge(barrier) and barrier.name:
            edges = max(edge_lines(game_map, barrier.edges), key=len)
            line = [middle(a, b) for a, b in pairwise(edges)]
            yield placer.along(barrier.name, line, 14 * scale, scaled(_RIVER), limit=250)
    for crossing in game_map.crossings.values():
        point = middle(*border(game_map, crossing.edge))
        yield placer.beside(crossing.name, point, (10, 3), scaled(_CROSSING), limit=20)
    for gap in game_map.gaps:
        yield placer.beside(gap.name, centre(game_map, gap.space), (8, 3), scaled(_GAP), limit=30)
    for stream in game_map.streams:
        line = [centre(game_map, space) for space in stream.path]
        yield placer.along(stream.name, line, 8 * scale, scaled(_STREAM), limit=40)


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
