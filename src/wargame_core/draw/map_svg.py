"""Pictures of maps as SVG: the sheet, what lies on it, and one copy of the sheet for many pictures of a page.

Everything is text made from the map alone: the same map gives the same picture, with no script, font or file from
elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape

from attrs import frozen

from wargame_core.draw.labels import SERIF, Style, text_width
from wargame_core.draw.lines import INK, barrier_swatch, is_ridge, road_class, road_line
from wargame_core.draw.map_sheet import PATTERNS, prefix, sheet, tint
from wargame_core.draw.shapes import UNIT, area, at, border, centre, curve, frame, middle, number, stroke, titled
from wargame_core.draw.tokens import Marker, draw_markers
from wargame_core.maps.features import Edge
from wargame_core.maps.map import Map

__all__ = ["Highlight", "Marker", "PathMark", "base_id", "base_symbol", "map_svg"]

MARGIN, HEAD, FOOT = 24.0, 34.0, 44.0
_TITLE = Style(20, INK, "bold")
_SMALL = Style(12, INK)
_MARGIN = Style(10, "#6d6247")


@frozen
class Highlight:
    """Spaces to tint, with a word for the legend."""

    mask: int
    color: str
    label: str = ""


@frozen
class PathMark:
    """A way to draw as an arrow through the middles of its spaces, with a word for the legend."""

    spaces: tuple[int, ...]
    color: str
    label: str = ""


def base_id(game_map: Map) -> str:
    """The id of the symbol that `base_symbol` makes."""
    return f"{prefix(game_map)}-sheet"


def base_symbol(game_map: Map) -> str:
    """The sheet as a `<symbol>`, for a page with many pictures of one map: pass `shared_base=True` to those.

    Put it once into the page, inside `<svg width="0" height="0" style="position:absolute">...</svg>`.
    """
    width, height = frame(game_map)
    box = f'viewBox="0 0 {number(width)} {number(height)}"'
    return f'<symbol id="{base_id(game_map)}" {box}>{sheet(game_map)}</symbol>'


def map_svg(
    game_map: Map,
    *,
    markers: Sequence[Marker] = (),
    highlight: Iterable[Highlight] = (),
    paths: Iterable[PathMark] = (),
    destroyed_crossings: Collection[str] = (),
    title: str = "",
    cell: float | None = None,
    legend: bool = True,
    shared_base: bool = False,
) -> str:
    """A picture of the map with tokens, tinted spaces and ways on it.

    `destroyed_crossings` are ids of crossings to strike out. `cell` is the width of a space in pixels (about 1,400
    for the whole map if not given). With `shared_base` the sheet is not drawn again but taken from
    the page's `base_symbol`.
    """
    highlight, paths = tuple(highlight), tuple(paths)
    width, height = frame(game_map)
    title = title or game_map.title
    top = HEAD if title else 0.0
    foot, foot_height = _legend(game_map, width, highlight, paths) if legend else ("", 0.0)
    full_width, full_height = width + 2 * MARGIN, top + height + 2 * MARGIN + foot_height
    scale = (cell or min(44.0, max(22.0, 1400 * UNIT / width))) / UNIT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(full_width * scale)}" '
        f'height="{number(full_height * scale)}" viewBox="0 0 {number(full_width)} {number(full_height)}" '
        f'font-family="{SERIF}" role="img">',
        f"<title>{escape(title)}</title>" if title else "",
        '<rect width="100%" height="100%" fill="#fffdf6"/>',
        _TITLE.write(title, MARGIN, HEAD - 4) if title else "",
        f'<g transform="translate({number(MARGIN)} {number(top + MARGIN)})">',
        _coordinates(game_map, width, height),
    ]
    if shared_base:
        parts.append(f'<use href="#{base_id(game_map)}" width="{number(width)}" height="{number(height)}"/>')
    else:
        # a picture within the picture, which clips the rivers
        parts.append(f'<svg width="{number(width)}" height="{number(height)}">{sheet(game_map)}</svg>')
    parts += [_highlight(game_map, tinted) for tinted in highlight]
    parts += [_way(game_map, path) for path in paths]
    parts += [_struck(game_map, game_map.crossing(crossing).edge) for crossing in sorted(destroyed_crossings)]
    parts.append(draw_markers(game_map, markers))
    if foot:
        parts.append(f'<g transform="translate(0 {number(height + MARGIN)})">{foot}</g>')
    parts.append("</g></svg>")
    return "".join(parts)


def _coordinates(game_map: Map, width: float, height: float) -> str:
    """The names of rows and columns round the sheet, where the map has any."""
    columns, rows = game_map.margins()
    texts = []
    for place, name in columns:
        texts += [_MARGIN.write(name, place * UNIT, y, "middle") for y in (-7, height + 14)]
    for place, name in rows:
        texts += [_MARGIN.write(name, x, place * UNIT + 3.5, "middle") for x in (-12, width + 12)]
    return "".join(texts)


def _highlight(game_map: Map, tinted: Highlight) -> str:
    outline = area(game_map, tinted.mask, smooth=False)
    color = escape(tinted.color)
    title = f"<title>{escape(tinted.label)}</title>" if tinted.label else ""
    return (
        f'<path d="{outline}" fill="{color}" fill-opacity=".28" fill-rule="evenodd" stroke="{color}" '
        f'stroke-width="2" stroke-linejoin="round">{title}</path>'
    )


def _way(game_map: Map, way: PathMark) -> str:
    points = [centre(game_map, space) for space in way.spaces]
    if len(points) < 2:
        return ""
    (x0, y0), (x1, y1) = points[-2:]
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    points[-1] = (x1 - dx * 10, y1 - dy * 10)
    back = (x1 - dx * 13, y1 - dy * 13)
    wings = (back[0] - dy * 7, back[1] + dx * 7), (back[0] + dy * 7, back[1] - dx * 7)
    color, data = escape(way.color), curve(points)
    lines = stroke(data, "#fff", 7, 'stroke-opacity=".7"') + stroke(data, color, 4)
    head = f'<path d="M{at((x1, y1))}L{at(wings[0])}L{at(wings[1])}Z" fill="{color}"/>'
    return titled(way.label, lines + head) if way.label else lines + head


def _struck(game_map: Map, edge: Edge) -> str:
    x, y = middle(*border(game_map, edge))
    data = f"M{at((x - 8, y - 8))}l16 16m0 -16l-16 16"
    return stroke(data, "#fff", 6) + stroke(data, "#c01818", 3.4)


def _legend(
    game_map: Map, width: float, highlight: tuple[Highlight, ...], paths: tuple[PathMark, ...]
) -> tuple[str, float]:
    """The legend's elements and height: scale, terrains, lines and symbols that this map has, then what is marked."""
    items: list[tuple[str, str]] = []
    line = "M0 7h24"
    for kind in sorted(set(game_map.terrain) - {"clear", "town", "city"}):
        swatch = f'<rect width="24" height="14" fill="{tint(game_map, kind)}" stroke="{INK}" stroke-width=".5"/>'
        if kind in PATTERNS:
            swatch += f'<rect width="24" height="14" fill="url(#{prefix(game_map)}-{kind})"/>'
        items.append((swatch, kind))
    classes = {road_class(road.kind) for road in game_map.roads}
    for style, word in (("pike", "pike"), ("road", "road"), ("trail", "trail"), ("rail", "railroad")):
        if style in classes:
            items.append((road_line(game_map, style, line), word))
    barriers = {barrier.kind: barrier for barrier in reversed(game_map.barriers)}
    for kind in sorted(barriers, key=lambda kind: (is_ridge(barriers[kind]), kind)):
        items.append((barrier_swatch(barriers[kind], line), kind))
    for tinted in highlight:
        color = escape(tinted.color)
        items.append(
            (f'<rect width="24" height="14" fill="{color}" fill-opacity=".28" stroke="{color}"/>', tinted.label)
        )
    items += [(stroke(line, escape(way.color), 4), way.label) for way in paths]
    items = [item for item in items if item[1]]
    texts, x, y = [], 0.0, 6.0
    if game_map.scale:
        bar, x = _scale_bar(*game_map.scale)
        texts.append(bar)
    for swatch, word in items:
        wide = 32 + text_width(word, 12) + 18
        if x + wide > width:
            x, y = 0.0, y + 20
        texts.append(f'<g transform="translate({number(x)} {number(y)})">{swatch}{_SMALL.write(word, 31, 11)}</g>')
        x += wide
    return "".join(texts), y + 24.0 if texts else 0.0


def _scale_bar(length: float, unit: str) -> tuple[str, float]:
    """A bar of a round number of units, about three spaces long, and where the rest of the legend may begin."""
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if s >= 2.2 * length or s == 10**9)
    wide = step / length * UNIT
    bar = stroke(f"M0 9v8h{number(wide)}v-8M{number(wide / 2)} 17v-5", INK, 1.4)
    return bar + _SMALL.write(f"{step} {unit}", wide + 8, 17), wide + 30 + text_width(f"{step} {unit}", 12)
