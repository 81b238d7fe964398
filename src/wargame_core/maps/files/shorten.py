"""From full paths and edges back to short forms that mean exactly the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TypeVar

from wargame_core.maps.features import Edge
from wargame_core.maps.files.shorthand import RIMS, RouteGround, ShorthandError, course, route
from wargame_core.maps.lattice import Lattice, Spot

P = TypeVar("P", int, Spot)


def route_of(ground: RouteGround, names: Mapping[int, str], path: Sequence[int]) -> str | None:
    """The route with the fewest unnamed stops, and of these the shortest; None if no route means this path.

    ``names`` are the names by which a route may call spaces.
    """

    def word(space: int) -> str:
        return names.get(space) or ground.lattice.name(space)

    best: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, len(word(path[0])), (0,))}
    for end in range(1, len(path)):
        ways = []
        for start in range(end):
            if start in best and _fills(ground, path[start : end + 1]):
                unnamed, letters, stops = best[start]
                stop = word(path[end])
                ways.append((unnamed + (path[end] not in names), letters + len(stop) + 3, (*stops, end)))
        if ways:
            best[end] = min(ways)
    if len(path) - 1 not in best:
        return None
    text = " > ".join(word(path[stop]) for stop in best[len(path) - 1][2])
    return text if _means(lambda: route(ground, text), tuple(path)) else None


def _fills(ground: RouteGround, part: Sequence[int]) -> bool:
    if ground.lattice.board.distance(part[0], part[-1]) > len(part) - 1 or len(set(part)) < len(part):
        return False
    return _means(lambda: ground.fill(part[0], part[-1]), tuple(part))


def _means(read: Callable[[], tuple[int, ...]], meant: tuple[int, ...]) -> bool:
    try:
        return read() == meant
    except ShorthandError:
        return False


def courses_of(ground: RouteGround, edges: Iterable[Edge]) -> list[str] | None:
    """Courses (a start and steps each) along exactly these sides; None if there are none."""
    lattice, edges = ground.lattice, frozenset(edges)
    texts = [_course_text(lattice, line) for line in lines_of(lattice, edges)]
    try:
        laid = {side for text in texts for side in course(ground, text)}
    except ShorthandError:
        return None
    return texts if laid == edges else None


def lines_of(lattice: Lattice, edges: Iterable[Edge]) -> list[list[Spot]]:
    """Sides joined end to end into as few lines of corners as possible, each side once."""
    return trails(lattice.side(side) for side in edges)


def trails(pairs: Iterable[tuple[P, P]]) -> list[list[P]]:
    """Pairs joined end to end into few lines, each pair once."""
    near: dict[P, set[P]] = {}
    for a, b in pairs:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    lines = []
    while near:
        ends = [point for point, others in near.items() if len(others) % 2] or list(near)
        line = [min(ends)]
        while line[-1] in near:
            here = line[-1]
            there = min(near[here])
            for a, b in ((here, there), (there, here)):
                near[a].discard(b)
                if not near[a]:
                    del near[a]
            line.append(there)
        lines.append(line)
    return lines


def _course_text(lattice: Lattice, line: Sequence[Spot]) -> str:
    words = {step: word for word, step in lattice.lines.items()}
    steps = [words[b[0] - a[0], b[1] - a[1]] for a, b in pairwise(line)]
    runs = ((word, len(list(same))) for word, same in groupby(steps))
    steps_text = " ".join(f"{count if count > 1 else ''}{word}" for word, count in runs)
    return f"{lattice.corner_name(line[0])} > {steps_text}"


def usable(name: str, ground: RouteGround) -> bool:
    """Whether a name may be used in a route and means nothing else there."""
    rims = name.partition(" ")[0].casefold() in RIMS
    return not any(mark in name for mark in ">|") and name.strip() == name and bool(name) and not rims
