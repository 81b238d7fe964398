"""Marks on a sheet: tinted spaces, paths as arrows, crossings crossed out, and what a game draws itself."""

from __future__ import annotations

from html import escape
from typing import TypeAlias, assert_never

from attrs import frozen

from wargame_core.maps.features import Point
from wargame_core.maps.masks import bits
from wargame_pictures.draw.ground import DrawnGround
from wargame_pictures.draw.keys import KeyItem
from wargame_pictures.draw.shapes import at, closed, curve, loops, middle, stroke, titled

LIT = "#c8551b"
"""The colour of highlights."""
MOVED = "#b0157a"
"""The colour of the last move and of arrows."""
DESTROYED = "#c01818"


@frozen
class Highlight:
    """Spaces to tint, with a word for the legend; ``side`` says whose they are."""

    mask: int
    color: str
    label: str = ""
    side: str = ""


@frozen
class PathMark:
    """A path to draw as an arrow through the centres of its spaces, with a word for the legend."""

    spaces: tuple[int, ...]
    color: str
    label: str = ""


@frozen
class Destroyed:
    """A crossing to cross out, by its id."""

    crossing: str


@frozen
class Art:
    """SVG made by the game, in the coordinates of the ground, with a line of the legend if it needs one."""

    svg: str
    key: KeyItem | None = None


Mark: TypeAlias = Highlight | PathMark | Destroyed | Art


def draw_mark(ground: DrawnGround, mark: Mark) -> str:
    """A mark as SVG. Raises `UnknownName` for a crossing that is not there."""
    match mark:
        case Highlight():
            return _tinted(ground, mark)
        case PathMark():
            return _way(ground, mark)
        case Destroyed():
            return _struck(mark.crossing, middle(*ground.crossing(mark.crossing)))
        case Art():
            return mark.svg
        case _:
            assert_never(mark)


def key_of(mark: Mark) -> KeyItem | None:
    """The line of the legend for a mark, None for one that needs none."""
    match mark:
        case Highlight(label=label, color=color) if label:
            colored = f'fill="{escape(color)}" fill-opacity=".28" stroke="{escape(color)}"'
            return KeyItem(f'<rect width="24" height="14" {colored}/>', label)
        case PathMark(label=label, color=color) if label:
            return KeyItem(stroke("M0 7h24", escape(color), 4), label)
        case Art():
            return mark.key
        case _:
            return None


def _tinted(ground: DrawnGround, tinted: Highlight) -> str:
    outline = closed(loops(ground.spots[space].outline for space in bits(tinted.mask)))
    color, side = escape(tinted.color), f' data-side="{escape(tinted.side)}"' if tinted.side else ""
    title = f"<title>{escape(tinted.label)}</title>" if tinted.label else ""
    return (
        f'<path class="mark" data-mark="tint"{side} d="{outline}" fill="{color}" fill-opacity=".28" '
        f'fill-rule="evenodd" stroke="{color}" stroke-width="2" stroke-linejoin="round">{title}</path>'
    )


def _way(ground: DrawnGround, way: PathMark) -> str:
    return arrow([ground.spots[space].at for space in way.spaces], way.color, way.label)


def arrow(points: list[Point], color: str, label: str = "", width: float = 4) -> str:
    """A line through some points with a head at its end; nothing for a single point."""
    if len(points) < 2 or points[-1] == points[-2]:
        return ""
    (x0, y0), (x1, y1) = points[-2:]
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    x1, y1 = x1 - dx * 3, y1 - dy * 3
    back = (x1 - dx * 13, y1 - dy * 13)
    wings = (back[0] - dy * 7, back[1] + dx * 7), (back[0] + dy * 7, back[1] - dx * 7)
    color, data = escape(color), curve([*points[:-1], (x1 - dx * 10, y1 - dy * 10)])
    lines = stroke(data, "#fffefb", width + 3, 'stroke-opacity=".75"') + stroke(data, color, width)
    head = f'<path d="M{at((x1, y1))}L{at(wings[0])}L{at(wings[1])}Z" fill="{color}"/>'
    return titled(label, lines + head) if label else f"<g>{lines}{head}</g>"


def _struck(crossing: str, where: Point) -> str:
    x, y = where
    data = f"M{at((x - 8, y - 8))}l16 16m0 -16l-16 16"
    lines = stroke(data, "#fffefb", 6) + stroke(data, DESTROYED, 3.4)
    return f'<g class="mark" data-mark="destroyed" data-of="{escape(crossing)}"><title>destroyed</title>{lines}</g>'
