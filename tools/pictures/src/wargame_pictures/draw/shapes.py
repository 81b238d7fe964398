"""What pictures are drawn with: outlines of sets of spaces, chains of edges and smooth curves, and colours by name.

Drawing code writes the light colours as plain attributes, which every program for SVG understands. In a picture of the
theme "auto" a style sheet replaces each by a CSS variable, which follows the reader's dark mode and the printer, and
a page changes a colour with ``.wg-map { --wg-water: ... }``. Only programs that know variables read that style sheet.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from html import escape
from itertools import pairwise
from math import dist
from typing import Any, Literal, TypeVar, get_args

from wargame_core.errors import UnknownName, WargameError
from wargame_core.limits import quote
from wargame_core.maps.features import Point
from wargame_core.maps.legend import PALETTE
from wargame_core.maps.map import Map, corners
from wargame_core.maps.masks import bits

K = TypeVar("K", bound=Any)
_SIZE = re.compile(r"(\d+\.?\d*|\.\d+)([a-z]{0,4}|%)")


def number(value: float) -> str:
    """A coordinate with one decimal at most.

    >>> number(3.0), number(-0.04), number(2.349)
    ('3', '0', '2.3')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def at(point: Point) -> str:
    """A point as the data of an SVG path has it."""
    return f"{number(point[0])} {number(point[1])}"


def size_attributes(size: float | str | None, own_width: float, height: float) -> str:
    """The attributes for the width and height of a picture of so many units.

    ``size`` is the width in pixels, or with its unit ("180mm", "100%"); without it a unit is a pixel. Raises
    `WargameError` for another size.
    """
    match = _SIZE.fullmatch(str(own_width if size is None else size).strip())
    if match is None or not float(match[1]) or isinstance(size, bool):
        allowed_sizes = "a width in pixels above 0, or one with its unit such as '180mm' or '100%'"
        raise WargameError(f"a picture cannot have the size {quote(size)}: it is {allowed_sizes}")
    width, unit = float(match[1]), match[2]
    height_attribute = f' height="{number(width * height / own_width)}{unit}"' if unit != "%" else ""
    return f'width="{number(width)}{unit}"{height_attribute}'


def middle(a: Point, b: Point) -> Point:
    """The point halfway between two others."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def rim_lines(game_map: Map) -> list[list[Point]]:
    """The outer edge of the map as closed lines."""
    return game_map.cached("rim lines", lambda: _loops(game_map, game_map.all))


def rim(game_map: Map) -> frozenset[Point]:
    """The corners on the outer edge of the map, where curves must not pull away from it."""
    return game_map.cached("rim", lambda: frozenset(point for line in rim_lines(game_map) for point in line))


def chains(links: Iterable[tuple[K, K]], stop_nodes: Collection[K] = ()) -> list[list[K]]:
    """Links joined end to end into as few lines as possible, broken at forks and at `stops`.

    >>> chains([(1, 2), (3, 2), (2, 4), (4, 5)])
    [[1, 2], [2, 3], [2, 4, 5]]
    """
    neighbours_of: dict[K, list[K]] = {}
    for a, b in sorted({(min(link), max(link)) for link in links}):
        neighbours_of.setdefault(a, []).append(b)
        neighbours_of.setdefault(b, []).append(a)
    used_links: set[frozenset[K]] = set()
    end_nodes: set[K] = {
        node for node, neighbours in neighbours_of.items() if len(neighbours) != 2 or node in stop_nodes
    }
    lines = []
    for start_node in [*sorted(end_nodes), *sorted(neighbours_of)]:  # the second round finds closed loops
        for neighbour in neighbours_of[start_node]:
            if frozenset((start_node, neighbour)) in used_links:
                continue
            line = [start_node, neighbour]
            used_links.add(frozenset(line))
            while line[-1] not in end_nodes and line[-1] != start_node:
                previous_node, node = line[-2:]
                next_node = (
                    neighbours_of[node][1] if neighbours_of[node][0] == previous_node else neighbours_of[node][0]
                )
                line.append(next_node)
                used_links.add(frozenset((node, next_node)))
            lines.append(line)
    return lines


def steps(start: Point, moves: Iterable[tuple[str, Sequence[Point]]]) -> str:
    """Path data from a point on, each command with points relative to the end of the one before: the shortest to send.

    >>> steps((0, 0), [("l", [(2, 0)]), ("q", [(3, 0), (3, 1)])])
    'M0 0l2 0q1 0 1 1'
    """
    x, y = round(start[0], 1), round(start[1], 1)
    data = f"M{at((x, y))}"
    for command, points in moves:
        rounded_points = [(round(px, 1), round(py, 1)) for px, py in points]
        data += command + " ".join(at((px - x, py - y)) for px, py in rounded_points)
        x, y = rounded_points[-1]
    return data


def curve(points: Sequence[Point]) -> str:
    """Path data of a smooth line from the first point to the last, through the middle of each segment between."""
    if len(points) > 2 and points[0] == points[-1]:
        return loop(points[:-1])
    bends = [("q", (point, middle(point, next_point))) for point, next_point in pairwise(points[1:])]
    return steps(points[0], [*bends, ("l", points[-1:])])


def ease_corners(points: Sequence[Point], fixed_points: Collection[Point] = ()) -> list[Point]:
    """The points of a line with its corners drawn in, by a quarter of a step; ends and ``fixed_points`` stay.

    >>> ease_corners([(0, 0), (1, 0), (1, 1)])
    [(0, 0), (0.75, 0.25), (1, 1)]
    """
    eased_points = (
        point if point in fixed_points else ((a[0] + 2 * point[0] + b[0]) / 4, (a[1] + 2 * point[1] + b[1]) / 4)
        for a, point, b in zip(points, points[1:], points[2:], strict=False)
    )
    return [points[0], *eased_points, points[-1]]


def loop(points: Sequence[Point], sharp_points: Collection[Point] = ()) -> str:
    """Path data of a smooth closed line around the points; the `sharp` ones stay corners."""
    moves: list[tuple[str, Sequence[Point]]] = []
    for point, next_point in zip(points, (*points[1:], points[0]), strict=True):
        end = middle(point, next_point)
        moves += [("l", (point,)), ("l", (end,))] if point in sharp_points else [("q", (point, end))]
    return steps(middle(points[-1], points[0]), moves) + "Z"


def _loops(game_map: Map, mask: int) -> list[list[Point]]:
    return loops(corners(game_map, space) for space in bits(mask))


def loops(outlines: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """The outlines of some spaces joined into closed lines; sides that two spaces share are left out."""
    sides: dict[Point, list[Point]] = {}
    for points in outlines:
        for a, b in zip(points, (*points[1:], points[0]), strict=True):
            if a in sides.get(b, ()):  # the neighbour's side, the other way round: both lie inside
                sides[b].remove(a)
            else:
                sides.setdefault(a, []).append(b)
    lines = []
    for start in sorted(sides):
        while sides[start]:
            line = [start]
            point = sides[start].pop(0)
            while point != start:
                line.append(point)
                point = sides[point].pop(0)
            lines.append(line)
    return lines


CALM, WAVER = 0.07, 0.15
"""How far the sides of an area bend: a little where hachures follow them, else more; a share of their length."""


def area(game_map: Map, mask: int, share: float = WAVER) -> str:
    """Path data of the outline of a set of spaces as nature draws it, for the fill rule evenodd.

    Its sides bend by this share, the same in every picture, and stay straight along the `rim` of the map."""
    sharp_points = rim(game_map)
    lines = _loops(game_map, mask)
    if len(corners(game_map, 0)) == 4:  # square steps; the outline of hexes is soft enough
        lines = [ease_corners([line[-1], *line, line[0]], sharp_points)[1:-1] for line in lines]
    return "".join(loop(waver(line, sharp_points, share), sharp_points) for line in lines)


def waver(line: Sequence[Point], fixed_points: Collection[Point], share: float) -> list[Point]:
    """A closed line whose sides bend in or out by a share of their length, but for those between ``fixed_points``.

    They bend in few ways, and their ends stay: so the same words come again and again, and pack small.
    """
    points: list[Point] = []
    for a, b in zip(line, (*line[1:], line[0]), strict=True):
        points.append(a)
        bend = _BENDS[_mixed(a, b) % len(_BENDS)] * share
        if bend and not (a in fixed_points and b in fixed_points):
            (x, y), side_step = middle(a, b), (a[1] - b[1], b[0] - a[0])
            points.append((round(x + side_step[0] * bend), round(y + side_step[1] * bend)))
    return points


_BENDS = (-1.3, 1.3, -0.7, 1.0, 0.0)


def _mixed(a: Point, b: Point) -> int:
    """A number by chance for a side, the same from both ends and in every picture."""
    (x, y), (other_x, other_y) = sorted((a, b))
    seed = round(x) * 73856093 ^ round(y) * 19349663 ^ round(other_x) * 83492791 ^ round(other_y) * 49979687
    return (seed * 2654435761 & 0xFFFFFFFF) >> 20


def outline(game_map: Map, mask: int) -> str:
    """Path data of the outline of a set of spaces along their sides."""
    return closed_path(_loops(game_map, mask))


def closed_path(lines: Iterable[Sequence[Point]]) -> str:
    """Path data of closed lines with sharp corners."""
    return "".join("M" + "L".join(at(point) for point in line) + "Z" for line in lines)


def inset(line: Sequence[Point], depth: float) -> list[Point]:
    """A closed line of `loops` drawn in by so much, toward the spaces that it is around.

    >>> inset([(0, 0), (10, 0), (10, 10), (0, 10)], 2)
    [(2.0, 2.0), (8.0, 2.0), (8.0, 8.0), (2.0, 8.0)]
    """
    points = []
    for (x_a, y_a), (x, y), (x_b, y_b) in zip((line[-1], *line[:-1]), line, (*line[1:], line[0]), strict=True):
        length_before, length_after = dist((x_a, y_a), (x, y)), dist((x, y), (x_b, y_b))
        (ux, uy), (vx, vy) = (
            ((x - x_a) / length_before, (y - y_a) / length_before),
            ((x_b - x) / length_after, (y_b - y) / length_after),
        )
        share = depth / max(0.3, 1 + ux * vx + uy * vy)  # the normals of both sides, as long as the corner needs
        points.append((x - (uy + vy) * share, y + (ux + vx) * share))
    return points


def as_id(text: str) -> str:
    """A text as a part of an XML id or a class.

    >>> as_id("(3,4)"), as_id("St. Paul's")
    ('3-4', 'St--Paul-s')
    """
    return "".join(
        letter if letter.isascii() and (letter.isalnum() or letter == "_") else "-" for letter in text
    ).strip("-")


def stroke(data: str, colour: str, width: float, attributes: str = "") -> str:
    """An SVG path along path data, with round ends and joins."""
    round_ends = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{data}" {round_ends} stroke="{colour}" stroke-width="{number(width)}" {attributes}/>'.replace(
        " />", "/>"
    )


_PATH = re.compile(r'<path d="([^"]{120,})"([^>]*)/>')


def share_paths(svg: str, prefix: str) -> str:
    """SVG in which long path data that is drawn more than once is sent once; ``prefix`` begins the ids of those paths.

    >>> share_paths('<path d="M0 0"/>', "map")
    '<path d="M0 0"/>'
    """
    counts = Counter(data for data, _ in _PATH.findall(svg))
    names = {
        data: f"{prefix}-line-{line_number}"
        for line_number, data in enumerate(data for data, count in counts.items() if count > 1)
    }
    shared_svg = _PATH.sub(
        lambda path: f'<use href="#{names[path[1]]}"{path[2]}/>' if path[1] in names else path[0], svg
    )
    paths = "".join(f'<path id="{name}" d="{data}"/>' for data, name in names.items())
    return f"<defs>{paths}</defs>{shared_svg}" if paths else shared_svg


def ties(data: str, colour: str, width: float, dash: str) -> str:
    """Short strokes across path data: the ties of a railroad, the hatching of a ridge."""
    pen = f'fill="none" stroke="{colour}" stroke-width="{number(width)}" stroke-dasharray="{dash}"'
    return f'<path d="{data}" {pen}/>'


def with_title(title: str, content: str, transform: str = "", **hooks: str) -> str:
    """An SVG group with a tooltip. ``hooks`` are attributes by name, with _ for -; "kind" is the class."""
    transform_attribute = f' transform="{transform}"' if transform else ""
    attributes = "".join(
        f' {"class" if name == "kind" else name.replace("_", "-")}="{escape(value)}"' for name, value in hooks.items()
    )
    return f"<g{attributes}{transform_attribute}><title>{escape(title)}</title>{content}</g>"


Theme = Literal["auto", "light", "dark", "print"]
THEMES: tuple[Theme, ...] = get_args(Theme)

COLOR = {name: light_color for name, (light_color, _, _) in PALETTE.items()}
"""By name the light colour, for drawing."""

_NAMES = {light_color: name for name, light_color in COLOR.items()}
_COLOR = re.compile(r'(?:fill|stroke)="(#[0-9a-f]{6})"')


def colors_of(svg: str) -> frozenset[str]:
    """The colours of the palette that occur in a picture."""
    return frozenset(re.findall("#[0-9a-f]{6}", svg)) & _NAMES.keys()


def style_sheet(colors: Collection[str]) -> str:
    """The style sheet of a picture with these colours: variables for the three themes, and rules that use them."""
    if not colors:
        return ""
    names = [name for name, (light_color, _, _) in PALETTE.items() if light_color in colors]
    light_rule, dark_rule, print_rule = (
        ".wg-map{" + "".join(f"--wg-{name}:{PALETTE[name][palette_column]};" for name in names) + "}"
        for palette_column in (0, 1, 2)
    )
    rules = "".join(
        ",".join(f'.{class_name} [{painted_part}="{PALETTE[name][0]}"]' for class_name in _within(name))
        + f"{{{painted_part}:var(--wg-{name})}}"
        for name in names
        for painted_part in ("fill", "stroke")
    )
    return for_browsers(
        f"{light_rule}@media (prefers-color-scheme:dark){{{dark_rule}}}@media print{{{print_rule}}}{rules}"
    )


def _within(color: str) -> tuple[str, ...]:
    """The classes within which a colour of the palette is drawn: trees are drawn once and used in many places, and
    a browser does not look beyond what is used."""
    return ("wg-map", "wg-tree") if color in ("tree", "tree-edge") else ("wg-map",)


def for_browsers(rules: str) -> str:
    """A style sheet that a program without CSS variables ignores; CairoSVG would take ``var(...)`` for black."""
    return f"<style>@supports (color:var(--wg)){{{rules}}}</style>"


def paint_in_theme(svg: str, theme: str) -> str:
    """A picture in the plain colours of one theme. Raises `UnknownName`."""
    if theme not in THEMES:
        raise UnknownName("theme", theme, THEMES)
    if theme == "light":
        return svg
    column = THEMES.index("dark") - 1 if theme == "dark" else THEMES.index("print") - 1

    def paint(match: re.Match[str]) -> str:
        name = _NAMES.get(match[1])
        return match[0].replace(match[1], PALETTE[name][column]) if name else match[0]

    return _COLOR.sub(paint, svg)


def with_theme(parts: Iterable[tuple[str, frozenset[str]]], theme: str) -> str:
    """Parts of a picture, each with its colours, in a theme: for "auto" a style sheet and the parts, else the parts
    with the colours replaced."""
    parts = tuple(parts)
    svg = "".join(part for part, _ in parts)
    if theme != "auto":
        return paint_in_theme(svg, theme)
    return style_sheet(frozenset[str]().union(*(colors for _, colors in parts))) + svg
