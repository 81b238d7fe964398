"""Moves names that counters would cover: to the nearest free room, with a line to the place if it is far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen

from wargame_core.maps.features import Point
from wargame_pictures.draw.labels import ANCHORS, Box, Placer, WrittenName, text_width, ways_beside
from wargame_pictures.draw.shapes import at, number

RINGS = 18
"""The greatest number of steps by which a name is moved."""
STEP = 7.0
"""The length of a step in drawing units."""
FAR = 2 * STEP
"""From this distance on, a line leads from the name to its place."""
TOUCH = 1.0
"""The overlap allowed between a counter and the box of a name, whose letters are smaller than the box."""


@frozen
class Cleared:
    """The names that stay where they are on the sheet, and those that moved, with lines from some to their places."""

    stay: tuple[WrittenName, ...] = ()
    moved: tuple[WrittenName, ...] = ()
    lines: str = ""


def clear_of(names: Sequence[WrittenName], counters: Iterable[Box], sheet: Placer) -> Cleared:
    """The names, moved so that no counter covers one that names a point, as far as there is room."""
    now = Placer(sheet.width, sheet.height)
    for left, top, right, bottom in counters:
        now.take((left + TOUCH, top + TOUCH, right - TOUCH, bottom - TOUCH))
    covered = [name for name in names if name.of is not None and any(now.covers(box) for box in name.boxes)]
    if not covered:
        return Cleared(tuple(names))
    stay = tuple(name for name in names if name not in covered)
    for name in stay:
        for box in name.boxes:
            now.take(box)
    placed = [_placed(name, sheet, now) for name in covered]
    return Cleared(stay, tuple(name for name, _ in placed), "".join(line for _, line in placed))


def _placed(name: WrittenName, sheet: Placer, now: Placer) -> tuple[WrittenName, str]:
    """A name where it covers least, the nearest such place, and the line to what it names if it needs one."""
    best: tuple[float, float, str, Box] | None = None
    for cost, far, anchor, box in _places(name):
        if best is not None and cost >= best[0]:
            break  # what follows is farther off
        cost += 3 * now.cost(box)
        if best is None or cost < best[0]:
            cost += 0.2 * sheet.cost(box)
            if best is None or cost < best[0]:
                best = cost, far, anchor, box
    if best is None or name.of is None:
        return name, ""
    _, far, anchor, box = best
    now.take(box)
    left, top, right, bottom = box
    x = left + dict(ANCHORS)[anchor] * (right - left)
    moved = evolve(name, at=(x, (top + bottom) / 2 + name.style.size * 0.33), boxes=(box,), anchor=anchor)
    return moved, _line(name.of, box, name.style.fill) if far >= FAR else ""


def _places(name: WrittenName) -> Iterator[tuple[float, float, str, Box]]:
    """Where a name may stand, the nearest first: what the way costs, how far it is, the anchor and the box."""
    assert name.of is not None
    style = name.style
    size = text_width(name.text, style.size, style.spacing), style.size
    for ring in range(RINGS):
        far = ring * STEP
        room = name.room[0] + far, name.room[1] + far
        for rank, (side, _, box) in enumerate(ways_beside(name.of, size, room)):
            yield 4.0 * ring + 0.4 * rank, far, ANCHORS[side][0], box


def _line(point: Point, box: Box, color: str) -> str:
    """A fine line from a point to the nearest side of a box."""
    left, top, right, bottom = box
    end = min(max(point[0], left), right), min(max(point[1], top), bottom)
    return (
        f'<path d="M{at(point)}L{at(end)}" fill="none" stroke="{color}" stroke-width="{number(0.8)}" '
        'stroke-dasharray="2 1.5"/>'
    )
