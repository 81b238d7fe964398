"""The positions of the spaces of a map on a sheet of letters, and the part of it that fits on a screen."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from attrs import frozen

from wargame_core.maps.geometry import UNIT, centre
from wargame_core.maps.map import Map

Shape = Literal["square", "pointed", "flat"]
"""Squares, hexes with a corner on top (they stand in rows), hexes with a flat top (they stand in columns)."""

NARROWEST: dict[Shape, int] = {"square": 6, "pointed": 6, "flat": 8}
WIDEST = 12
HIGH: dict[Shape, int] = {"square": 2, "pointed": 2, "flat": 4}
"""By shape, the lines from a space to the next one below it; rows of pointed hexes overlap by half."""
HEAD = 4
"""The number of columns for the names of rows on each side."""


@frozen
class LetterSpots:
    """The column and line of the centre of each space; neighbours are ``wide`` columns and ``high`` lines apart."""

    shape: Shape
    wide: int
    high: int
    spots: tuple[tuple[int, int], ...]

    @property
    def half(self) -> int:
        """Columns from the middle of a space to its edge."""
        return self.wide // 2

    def x_of(self, place: float) -> int:
        """The column of a point that lies ``place`` widths of a space from the left edge of the map."""
        return round(place * self.wide)


def make_grid(game_map: Map, columns: int, *, overview: bool = False) -> LetterSpots:
    """The grid of a map: spaces as wide as possible if the whole map fits, else as narrow as can be read.

    For an ``overview`` they are a few letters wide, with no lines between them.
    """
    shape = game_map.grid.shape
    points = [centre(game_map, space) for space in range(game_map.size)]
    across = sorted({round(x, 1) for x, _ in points})
    down = sorted({round(y, 1) for _, y in points})
    count = len(across) if shape == "flat" else round(max(x for x, _ in points) / UNIT + 0.5)
    fitting = (columns - 2 * HEAD if game_map.grid.margins()[0] else columns) // count
    wide = max(NARROWEST[shape], min(WIDEST, fitting - fitting % 2))
    high = HIGH[shape]
    if overview:
        wide, high = (2 if fitting < 4 else 4), (2 if shape == "flat" else 1)
    spots = []
    for x, y in points:
        if shape == "flat":
            spots.append((across.index(round(x, 1)) * wide + wide // 2, round(y / UNIT * high)))
        else:
            spots.append((round(x / UNIT * wide), down.index(round(y, 1)) * high))
    return LetterSpots(shape, wide, high, tuple(spots))


@frozen
class Window:
    """The part of the sheet that is shown, both ends included, and the spaces in it."""

    left: int
    right: int
    top: int
    bottom: int
    spaces: tuple[int, ...]


def make_window(grid: LetterSpots, focus: Collection[int], columns: int, lines: int) -> Window:
    """A window of ``columns`` by ``lines`` around the ``focus`` that stays on the map.

    A focus wider than the window is cut off equally on both sides.
    """
    wanted = [grid.spots[space] for space in focus] or list(grid.spots)
    xs, ys = [x for x, _ in grid.spots], [y for _, y in grid.spots]
    left, right = _span([x for x, _ in wanted], min(xs), max(xs), grid.half, columns, grid.wide)
    top, bottom = _span([y for _, y in wanted], min(ys), max(ys), grid.high // 2, lines, grid.high)
    inside = tuple(space for space, (x, y) in enumerate(grid.spots) if left < x < right and top <= y <= bottom)
    return Window(left, right, top, bottom, inside)


def _span(wanted: list[int], first: int, last: int, edge: int, room: int, step: int) -> tuple[int, int]:
    """The first and last column (or line) shown: all of them, or as many whole spaces as there is room for."""
    first, last = first - edge, last + edge
    if last - first < room:
        return first, last
    shown = room // step * step
    spread = max(wanted) - min(wanted)
    middle = (min(wanted) + max(wanted)) // 2 if spread < shown else sorted(wanted)[len(wanted) // 2]
    start = first + max(0, (middle - shown // 2 - first) // step * step)
    start = min(start, first + -(-(last - first - shown) // step) * step)
    return start, min(last, start + shown)
