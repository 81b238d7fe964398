"""Shapes for pictures of maps: outlines of sets of spaces, chains of edges, smooth curves. No colours here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import Any, Protocol, TypeVar

from wargame_core.maps.features import Point
from wargame_core.maps.map import Map, corners
from wargame_core.maps.masks import bits


class _Ordered(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


K = TypeVar("K", bound=_Ordered)


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


def middle(a: Point, b: Point) -> Point:
    """The point halfway between two others."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def rim(game_map: Map) -> frozenset[Point]:
    """The corners on the outer edge of the map, where curves must not pull away from it."""
    return game_map.cached("rim", lambda: frozenset(p for loop in _loops(game_map, game_map.all) for p in loop))


def chains(links: Iterable[tuple[K, K]], stops: Collection[K] = ()) -> list[list[K]]:
    """Links joined end to end into as few lines as possible, broken at forks and at `stops`.

    >>> chains([(1, 2), (3, 2), (2, 4), (4, 5)])
    [[1, 2], [2, 3], [2, 4, 5]]
    """
    near: dict[K, list[K]] = {}
    for a, b in sorted({(min(link), max(link)) for link in links}):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    used: set[frozenset[K]] = set()
    ends: set[K] = {node for node, others in near.items() if len(others) != 2 or node in stops}
    lines = []
    for start in [*sorted(ends), *sorted(near)]:  # the second round finds closed loops
        for onward in near[start]:
            if frozenset((start, onward)) in used:
                continue
            line = [start, onward]
            used.add(frozenset(line))
            while line[-1] not in ends and line[-1] != start:
                before, here = line[-2:]
                following = near[here][1] if near[here][0] == before else near[here][0]
                line.append(following)
                used.add(frozenset((here, following)))
            lines.append(line)
    return lines


def curve(points: Sequence[Point]) -> str:
    """Path data of a smooth line from the first point to the last, through the middle of each segment between."""
    if len(points) > 2 and points[0] == points[-1]:
        return loop(points[:-1])
    data = f"M{at(points[0])}"
    for here, after in pairwise(points[1:]):
        data += f"Q{at(here)} {at(middle(here, after))}"
    return data + f"L{at(points[-1])}"


def loop(points: Sequence[Point], sharp: Collection[Point] = ()) -> str:
    """Path data of a smooth closed line around the points; the `sharp` ones stay corners."""
    data = f"M{at(middle(points[-1], points[0]))}"
    for here, after in zip(points, (*points[1:], points[0]), strict=True):
        end = at(middle(here, after))
        data += f"L{at(here)}L{end}" if here in sharp else f"Q{at(here)} {end}"
    return data + "Z"


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
            here = sides[start].pop(0)
            while here != start:
                line.append(here)
                here = sides[here].pop(0)
            lines.append(line)
    return lines


def area(game_map: Map, mask: int, sharp: Collection[Point] | None = None, *, smooth: bool = True) -> str:
    """Path data of the outline of a set of spaces, for the fill rule evenodd; ``sharp`` corners are not rounded.

    Without ``sharp`` those are the corners of the `rim`."""
    if smooth:
        kept = rim(game_map) if sharp is None else sharp
        return "".join(loop(line, kept) for line in _loops(game_map, mask))
    return closed(_loops(game_map, mask))


def closed(lines: Iterable[Sequence[Point]]) -> str:
    """Path data of closed lines with sharp corners."""
    return "".join("M" + "L".join(at(point) for point in line) + "Z" for line in lines)


def as_id(text: str) -> str:
    """A text as a part of an XML id or a class.

    >>> as_id("(3,4)"), as_id("St. Paul's")
    ('3-4', 'St--Paul-s')
    """
    return "".join(c if c.isascii() and (c.isalnum() or c == "_") else "-" for c in text).strip("-")


def stroke(data: str, colour: str, width: float, more: str = "") -> str:
    """An SVG path along path data, with round ends and joins."""
    round_ends = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{data}" {round_ends} stroke="{colour}" stroke-width="{number(width)}" {more}/>'.replace(
        " />", "/>"
    )


def ties(data: str, colour: str, width: float, dash: str) -> str:
    """Short strokes across path data: the ties of a railroad, the hatching of a ridge."""
    pen = f'fill="none" stroke="{colour}" stroke-width="{number(width)}" stroke-dasharray="{dash}"'
    return f'<path d="{data}" {pen}/>'


def titled(title: str, inside: str, transform: str = "", **hooks: str) -> str:
    """An SVG group with a tooltip. ``hooks`` are attributes by name, with _ for -; "kind" is the class."""
    moved = f' transform="{transform}"' if transform else ""
    named = "".join(
        f' {"class" if name == "kind" else name.replace("_", "-")}="{escape(value)}"' for name, value in hooks.items()
    )
    return f"<g{named}{moved}><title>{escape(title)}</title>{inside}</g>"


def travelled(points: Sequence[Point]) -> list[float]:
    """The length of a broken line up to each of its points."""
    total, lengths = 0.0, [0.0]
    for a, b in pairwise(points):
        total += ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
        lengths.append(total)
    return lengths
