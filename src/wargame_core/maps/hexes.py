"""Hex maps of both staggers, with printed names, distances and lines of sight.

With `stagger="rows"` the hexes have a corner on top and form rows; with `"columns"` they have a flat top and form
columns. Such a row or column is called a line. Every other line is shifted by half a hex, rows to the right, columns
down. A hex is given by its line and its position in the line; lines may have any length and start anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

from attrs import frozen

from wargame_core.errors import WargameError
from wargame_core.maps.features import Point
from wargame_core.maps.line_of_sight import NEIGHBOURS, AlongEdges, Doubled, Pattern, SightLine, hex_distance, pattern
from wargame_core.maps.map import Map

_HIGH = 3**0.5 / 2


@frozen(eq=False, slots=False, repr=False)
class HexMap(Map):
    """A map of hexes. Spaces are numbered line by line; `names` are the printed names, in the same order.

    `lettered` and `numbered` make the two usual kinds.

    Raises:
        WargameError: hexes out of order or repeated, or names that are too few or not all different.
    """

    stagger: Literal["rows", "columns"]
    shifted: Literal["odd", "even"]
    cells: tuple[tuple[int, int], ...]
    names: tuple[str, ...]

    @classmethod
    def lettered(cls, widths: Sequence[int], *, shifted: Literal["odd", "even"] = "even", **contents: Any) -> HexMap:
        """Rows A, B, C ... of hexes with a corner on top, named A1, A2 ...; row A is the first, and so odd.

        >>> board = HexMap.lettered([13, 12, 13])
        >>> [board.label(space) for space in board.neighbours[board.parse("B1")]]
        ['A1', 'A2', 'B2', 'C1', 'C2']
        """
        cells = tuple((row, place) for row, width in enumerate(widths, 1) for place in range(1, width + 1))
        return cls("rows", shifted, cells, tuple(f"{chr(64 + row)}{place}" for row, place in cells), **contents)

    @classmethod
    def numbered(
        cls,
        columns: Iterable[int],
        rows: Iterable[int],
        *,
        prefix: str = "",
        shifted: Literal["odd", "even"] = "even",
        **contents: Any,
    ) -> HexMap:
        """Columns of hexes with a flat top, named by two digits for the column and two for the row.

        >>> board = HexMap.numbered(range(31, 34), range(1, 4), prefix="S")
        >>> [board.label(space) for space in board.neighbours[board.parse("S3202")]]
        ['S3102', 'S3103', 'S3201', 'S3203', 'S3302', 'S3303']
        """
        rows = tuple(rows)
        cells = tuple((column, row) for column in columns for row in rows)
        return cls("columns", shifted, cells, tuple(f"{prefix}{c:02}{r:02}" for c, r in cells), **contents)

    def __attrs_post_init__(self) -> None:
        if not self.cells or any(a >= b for a, b in pairwise(self.cells)):
            raise WargameError("the hexes of a map must be given line by line, each once")
        if len(self.names) != self.size or len(self._spaces_by_name) != self.size:
            raise WargameError(f"{len(self._spaces_by_name)} different names for {self.size} hexes")
        super().__attrs_post_init__()

    @property
    def size(self) -> int:
        return len(self.cells)

    # coordinates

    def doubled(self, space: int) -> Doubled:
        """The position in the line in half hexes, and the line; the sum is always even."""
        return self._doubled[space]

    @cached_property
    def _doubled(self) -> tuple[Doubled, ...]:
        if self.shifted == "odd":
            return tuple((2 * place + line % 2, line) for line, place in self.cells)
        return tuple((2 * place - line % 2, line) for line, place in self.cells)

    @cached_property
    def _spaces(self) -> Mapping[Doubled, int]:
        return {here: space for space, here in enumerate(self._doubled)}

    def axial(self, space: int) -> tuple[int, int]:
        """Axial coordinates (q, r): q along the line, r across the lines."""
        u, v = self._doubled[space]
        return (u - v) // 2, v

    def at_axial(self, q: int, r: int) -> int | None:
        """The space at axial coordinates, or None off the map."""
        return self._spaces.get((2 * q + r, r))

    def beyond(self, space: int, neighbour: int) -> int | None:
        """The next space in a straight line from a space through its neighbour, or None off the map."""
        (u, v), (nu, nv) = self._doubled[space], self._doubled[neighbour]
        return self._spaces.get((2 * nu - u, 2 * nv - v))

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        around = ((self._spaces.get((u + du, v + dv)) for du, dv in NEIGHBOURS) for u, v in self._doubled)
        return tuple(tuple(sorted(space for space in near if space is not None)) for near in around)

    def distance(self, a: int, b: int) -> int:
        return hex_distance(self._doubled[a], self._doubled[b])

    def _within(self, space: int, k: int) -> int:
        (u, v), spaces, mask = self._doubled[space], self._spaces, 0
        for line in range(v - k, v + k + 1):
            across = 2 * k - abs(line - v)
            for place in range(u - across, u + across + 1, 2):
                if (near := spaces.get((place, line))) is not None:
                    mask |= 1 << near
        return mask

    # names

    def coordinates(self, space: int) -> str:
        return self.names[space]

    @cached_property
    def _spaces_by_name(self) -> Mapping[str, int]:
        return {name.casefold(): space for space, name in enumerate(self.names)}

    def read_coordinates(self, text: str) -> int | None:
        return self._spaces_by_name.get(text.casefold())

    # pictures

    @cached_property
    def _corner(self) -> Doubled:
        return min(u for u, _ in self._doubled), min(v for _, v in self._doubled)

    def outline(self, space: int) -> tuple[Point, ...]:
        (u, v), (left, top) = self._doubled[space], self._corner
        x, y, side = (u - left) / 2 + 0.5, (v - top) * _HIGH + 1 / 3**0.5, 1 / 3**0.5
        points = (
            (x, y - side),
            (x + 0.5, y - side / 2),
            (x + 0.5, y + side / 2),
            (x, y + side),
            (x - 0.5, y + side / 2),
            (x - 0.5, y - side / 2),
        )
        return points if self.stagger == "rows" else tuple((b, a) for a, b in reversed(points))

    # sight

    def line_of_sight(self, a: int, b: int) -> SightLine:
        """The exact line between the centres of two hexes, computed once for each pair."""
        key = a * self.size + b
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = self._make_line(a, b)
        return line

    def sees(self, a: int, b: int, blockers: int, along: AlongEdges = "both_sides") -> bool:
        """Whether nothing in the mask `blockers` stops the line from a to b; the hexes a and b themselves never do.

        `along` says when hexes beside a line that runs along hex sides stop it: `line_of_sight.AlongEdges`.
        """
        line = self._lines.get(a * self.size + b) or self.line_of_sight(a, b)
        if line.cut & blockers:
            return False
        return not line.pairs or line.clear(blockers, along)

    @cached_property
    def _lines(self) -> dict[int, SightLine]:
        return {}

    def _make_line(self, a: int, b: int) -> SightLine:
        (u, v), (eu, ev) = self._doubled[a], self._doubled[b]
        seen: Pattern = self.cached(("sight", eu - u, ev - v), lambda: pattern((eu - u, ev - v)))
        at = self._spaces.get
        pairs = tuple((at((u + lu, v + lv)), at((u + ru, v + rv))) for (lu, lv), (ru, rv) in seen.pairs)
        if self.stagger == "columns":  # there u runs down and v to the right: the mirror image
            pairs = tuple((right, left) for left, right in pairs)
        cut = [at((u + du, v + dv)) for du, dv in seen.cut]
        return SightLine(
            sum(1 << space for space in cut if space is not None),
            pairs,
            sum(1 << left for left, _ in pairs if left is not None),
            sum(1 << right for _, right in pairs if right is not None),
        )
