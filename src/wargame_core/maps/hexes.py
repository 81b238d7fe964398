"""Hexes of both staggers, with printed names, distances and exact lines of sight.

With `stagger="rows"` the hexes have a corner on top and form rows; with `"columns"` they have a flat top and form
columns. Such a row or column is called a line. Every other line is shifted by half a hex, rows to the right, columns
down. A hex is given by its line and its position in the line; lines may have any length and start anywhere.

All geometry counts in whole numbers. A hex has doubled coordinates (u, v): v is its line, u its position in the line,
counted in half hexes. With v multiplied by 3, the corners of a hex at (u, 3v) are (u, 3v +- 2) and (u +- 1, 3v +- 1).
This keeps lines straight, so cross products decide exactly on which side of a line a corner lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

from attrs import frozen

from wargame_core.errors import WargameError
from wargame_core.maps.features import Point
from wargame_core.maps.grid import Grid
from wargame_core.maps.lattice import Lattice
from wargame_core.maps.map import Map
from wargame_core.names import folded

Doubled = tuple[int, int]
AlongEdges = Literal["both_sides", "same_edge", "either_side", "never"]
"""When blocking hexes beside a line that runs along hex sides stop it: one on the left and one on the right, anywhere
along the line; both hexes of the same hex side; any hex on either side; or never."""

NEIGHBOURS: tuple[Doubled, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # in order round the hex, v stretched
_ROW_HEIGHT = 3**0.5 / 2

# The words for directions; the lattice counts three points for each doubled coordinate, along the line first.
_WAYS: Mapping[str, Mapping[str, Doubled]] = {
    "columns": {"N": (-2, 0), "NE": (-1, 1), "SE": (1, 1), "S": (2, 0), "SW": (1, -1), "NW": (-1, -1)},
    "rows": {"NE": (1, -1), "E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1)},
}
_LINES: Mapping[str, Mapping[str, Doubled]] = {
    "columns": {"E": (0, 2), "NE": (-3, 1), "NW": (-3, -1), "W": (0, -2), "SW": (3, -1), "SE": (3, 1)},
    "rows": {"N": (0, -2), "NE": (3, -1), "SE": (3, 1), "S": (0, 2), "SW": (-3, 1), "NW": (-3, -1)},
}
_RIMS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "columns": {
        "north": ("NW/N", "SW/NW"),
        "south": ("S/SW", "SW/NW"),
        "west": ("NW/N", "SW/NW", "S/SW"),
        "east": ("N/NE", "NE/SE", "SE/S"),
    },
    "rows": {
        "north": ("W/NW", "NW/NE"),
        "south": ("SW/W", "SE/SW"),
        "west": ("W/NW", "SW/W"),
        "east": ("NE/E", "E/SE"),
    },
}


@frozen(eq=False, slots=False)
class HexGrid(Grid):
    """Spaces are numbered line by line; `names` are the printed names, in the same order.

    `lettered` and `numbered` make the two usual kinds.

    Raises:
        WargameError: hexes out of order or repeated, or names that are too few or not all different.
    """

    word = "hex"
    stagger: Literal["rows", "columns"]
    shifted: Literal["odd", "even"]
    cells: tuple[tuple[int, int], ...]
    names: tuple[str, ...]

    @classmethod
    def lettered(cls, widths: Sequence[int], *, shifted_lines: Literal["odd", "even"] = "even") -> HexGrid:
        """Rows A, B, C ... of hexes with a corner on top, named A1, A2 ...; row A is the first, and so odd.

        >>> grid = HexGrid.lettered([13, 12, 13])
        >>> [grid.names[space] for space in grid.neighbours[grid.read_coordinates("B1")]]
        ['A1', 'A2', 'B2', 'C1', 'C2']
        """
        cells = tuple((row, place) for row, width in enumerate(widths, 1) for place in range(1, width + 1))
        return cls("rows", shifted_lines, cells, tuple(f"{chr(64 + row)}{place}" for row, place in cells))

    @classmethod
    def numbered(
        cls, columns: Iterable[int], rows: Iterable[int], *, prefix: str = "", shifted: Literal["odd", "even"] = "even"
    ) -> HexGrid:
        """Columns of hexes with a flat top, named by two digits for the column and two for the row.

        >>> grid = HexGrid.numbered(range(31, 34), range(1, 4), prefix="S")
        >>> [grid.names[space] for space in grid.neighbours[grid.read_coordinates("S3202")]]
        ['S3102', 'S3103', 'S3201', 'S3203', 'S3302', 'S3303']
        """
        rows = tuple(rows)
        cells = tuple((column, row) for column in columns for row in rows)
        return cls("columns", shifted, cells, tuple(f"{prefix}{column:02}{row:02}" for column, row in cells))

    def __attrs_post_init__(self) -> None:
        if not self.cells or any(cell >= next_cell for cell, next_cell in pairwise(self.cells)):
            raise WargameError("the hexes of a map must be given line by line, each once")
        different = len({folded(name) for name in self.names})
        if len(self.names) != self.size or different != self.size:
            raise WargameError(f"{different} different names for {self.size} hexes")

    @property
    def size(self) -> int:
        return len(self.cells)

    def coordinates(self, space: int) -> str:
        return self.names[space]

    # positions

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
        return {spot: space for space, spot in enumerate(self._doubled)}

    def beyond(self, space: int, neighbour: int) -> int | None:
        """The next space in a straight line from a space through its neighbour, or None off the map."""
        (u, v), (nu, nv) = self._doubled[space], self._doubled[neighbour]
        return self._spaces.get((2 * nu - u, 2 * nv - v))

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        spaces_around = ((self._spaces.get((u + du, v + dv)) for du, dv in NEIGHBOURS) for u, v in self._doubled)
        return tuple(
            tuple(sorted(space for space in adjacent_spaces if space is not None)) for adjacent_spaces in spaces_around
        )

    def distance(self, a: int, b: int) -> int:
        return hex_distance(self._doubled[a], self._doubled[b]) if self._is_convex else super().distance(a, b)

    @cached_property
    def _is_convex(self) -> bool:
        """Whether a shortest way over an endless board also stays on the map, between any two hexes.

        It does where each line is whole and ends half a hex from the end of the next: along the rim no step is lost.
        """
        lines: dict[int, list[int]] = {}
        for u, v in self._doubled:
            lines.setdefault(v, []).append(u)
        if any(line[-1] - line[0] != 2 * (len(line) - 1) for line in lines.values()):
            return False
        neighbours = pairwise(lines.items())
        return all(
            w == v + 1 and abs(line[0] - next_line[0]) == 1 == abs(line[-1] - next_line[-1])
            for (v, line), (w, next_line) in neighbours
        )

    def within(self, space: int, radius: int) -> int:
        if not self._is_convex:
            return super().within(space, radius)
        (u, v), spaces, mask = self._doubled[space], self._spaces, 0
        for line in range(v - radius, v + radius + 1):
            half_width = 2 * radius - abs(line - v)
            for place in range(u - half_width, u + half_width + 1, 2):
                if (other_space := spaces.get((place, line))) is not None:
                    mask |= 1 << other_space
        return mask

    # pictures

    def outline(self, space: int) -> tuple[Point, ...]:
        (u, v), (left, top) = self._doubled[space], self._corner
        x, y, side = (u - left) / 2 + 0.5, (v - top) * _ROW_HEIGHT + 1 / 3**0.5, 1 / 3**0.5
        points = (
            (x, y - side),
            (x + 0.5, y - side / 2),
            (x + 0.5, y + side / 2),
            (x, y + side),
            (x - 0.5, y + side / 2),
            (x - 0.5, y - side / 2),
        )
        return points if self.stagger == "rows" else tuple((b, a) for a, b in reversed(points))

    @cached_property
    def _corner(self) -> Doubled:
        return min(u for u, _ in self._doubled), min(v for _, v in self._doubled)

    @cached_property
    def lattice(self) -> Lattice:
        ways = {word: (3 * u, 3 * v) for word, (u, v) in _WAYS[self.stagger].items()}
        pairs = zip(ways.items(), [*list(ways.items())[1:], *list(ways.items())[:1]], strict=True)
        return Lattice(
            neighbours=self.neighbours,
            centres=tuple((3 * u, 3 * v) for u, v in self._doubled),
            cells=[cell[::-1] for cell in self.cells] if self.stagger == "columns" else self.cells,
            ways=ways,
            lines=_LINES[self.stagger],
            corner_words={f"{a}/{b}": ((au + bu) // 3, (av + bv) // 3) for (a, (au, av)), (b, (bu, bv)) in pairs},
            rims=_RIMS[self.stagger],
            down_first=self.stagger == "columns",
        )

    # sight

    def line_of_sight(self, a: int, b: int) -> SightLine:
        """The exact line between the centres of two hexes, computed once for each pair."""
        key = a * self.size + b
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = self._make_line(a, b)
        return line

    def sees(self, a: int, b: int, blockers: int, edge_rule: AlongEdges = "both_sides") -> bool:
        """Whether nothing in the mask `blockers` stops the line from a to b; the hexes a and b themselves never do.

        `edge_rule` says when hexes beside a line that runs along hex sides stop it: `AlongEdges`.
        """
        line = self._lines.get(a * self.size + b) or self.line_of_sight(a, b)
        if line.cut & blockers:
            return False
        return not line.pairs or line.clear(blockers, edge_rule)

    @cached_property
    def _lines(self) -> dict[int, SightLine]:
        return {}

    @cached_property
    def _patterns(self) -> dict[Doubled, Pattern]:
        return {}

    def _make_line(self, a: int, b: int) -> SightLine:
        (u, v), (eu, ev) = self._doubled[a], self._doubled[b]
        end_offset = (eu - u, ev - v)
        line_pattern = self._patterns.get(end_offset) or self._patterns.setdefault(end_offset, pattern(end_offset))
        space_at = self._spaces.get
        pairs = tuple(
            (space_at((u + lu, v + lv)), space_at((u + ru, v + rv))) for (lu, lv), (ru, rv) in line_pattern.pairs
        )
        if self.stagger == "columns":  # there u runs down and v to the right: the mirror image
            pairs = tuple((right_space, left_space) for left_space, right_space in pairs)
        cut_hexes = [space_at((u + du, v + dv)) for du, dv in line_pattern.cut]
        return SightLine(
            sum(1 << space for space in cut_hexes if space is not None),
            pairs,
            sum(1 << left_space for left_space, _ in pairs if left_space is not None),
            sum(1 << right_space for _, right_space in pairs if right_space is not None),
        )


HexMap: TypeAlias = Map[HexGrid]


def hex_distance(a: Doubled, b: Doubled) -> int:
    """Hexes from a to b."""
    du, dv = abs(a[0] - b[0]), abs(a[1] - b[1])
    return dv + max(0, (du - dv) // 2)


@frozen
class SightLine:
    """The hexes on the straight line between the centres of two hexes, which are themselves left out.

    `cut` is the mask of hexes whose interior the line cuts. Where it runs exactly along sides of hexes, `pairs` holds
    for each side the hex on the left and the hex on the right as seen from the start (None off the map), and `left`
    and `right` are the masks of all these. A hex touched only at a corner is in none of them.
    """

    cut: int
    pairs: tuple[tuple[int | None, int | None], ...] = ()
    left: int = 0
    right: int = 0

    def clear(self, blockers: int, edge_rule: AlongEdges = "both_sides") -> bool:
        """Whether nothing of the mask `blockers` stops the line."""
        if self.cut & blockers:
            return False
        if not self.pairs or edge_rule == "never":
            return True
        if edge_rule == "both_sides":
            return not (self.left & blockers and self.right & blockers)
        if edge_rule == "either_side":
            return not (self.left | self.right) & blockers
        return not any(
            left_space is not None
            and right_space is not None
            and blockers >> left_space & 1
            and blockers >> right_space & 1
            for left_space, right_space in self.pairs
        )


@frozen
class Pattern:
    """The line from the hex at (0, 0) to another, as doubled coordinates: hexes cut, and (left, right) of each side."""

    cut: tuple[Doubled, ...]
    pairs: tuple[tuple[Doubled, Doubled], ...]


def pattern(end: Doubled) -> Pattern:
    """The line from (0, 0) to `end` on an infinite board, with u to the right and v down.

    >>> pattern((0, 2))
    Pattern(cut=(), pairs=(((1, 1), (-1, 1)),))
    >>> pattern((4, 0)).cut
    ((2, 0),)
    """
    line_length = hex_distance((0, 0), end)
    cut_hexes: list[tuple[int, Doubled]] = []
    hexes_along: dict[int, dict[str, Doubled]] = {}
    for v in range(min(0, end[1]) - 1, max(0, end[1]) + 2):
        for u in range(min(0, end[0]) - 2, max(0, end[0]) + 3):
            centre = (u, v)
            if (
                (u + v) % 2
                or centre in ((0, 0), end)
                or hex_distance((0, 0), centre) + hex_distance(centre, end) > line_length + 1
            ):
                continue
            meeting_point = _meeting_with_hex(centre, end)
            if meeting_point is None:
                continue
            meeting_kind, place = meeting_point
            if meeting_kind == "cut":
                cut_hexes.append((place, centre))
            else:
                hexes_along.setdefault(place, {})[meeting_kind] = centre
    pairs = tuple((pair["left"], pair["right"]) for _, pair in sorted(hexes_along.items()))
    return Pattern(tuple(centre for _, centre in sorted(cut_hexes)), pairs)


def _meeting_with_hex(centre: Doubled, end: Doubled) -> tuple[str, int] | None:
    """How the line from (0, 0) to `end` meets a hex between them, and a number that grows along the line.

    "cut": through its inside. "left", "right": along a side, with the hex on the line's left or right. Else None.
    """
    u, w, eu, ew = centre[0], 3 * centre[1], end[0], 3 * end[1]
    corners = [(u + du, w + dw) for du, dw in _CORNERS]
    sides = [eu * y - ew * x for x, y in corners]  # above 0: right of the line
    # How far along: u and w count units of 1/2 and 1/sqrt(12) hex, so true lengths weigh u squares threefold.
    distances_along = [3 * eu * x + ew * y for x, y in corners]
    squared_length = 3 * eu * eu + ew * ew
    if max(sides) > 0 > min(sides):
        for corner_number in range(6):
            s1, s2, t1, t2 = (
                sides[corner_number - 1],
                sides[corner_number],
                distances_along[corner_number - 1],
                distances_along[corner_number],
            )
            if s1 > 0 >= s2:  # the line passes between these two corners, or through the second
                is_between_ends = 0 < t2 * s1 - t1 * s2 < squared_length * (s1 - s2)
                return ("cut", 3 * eu * u + ew * w) if is_between_ends else None
    for corner_number in range(6):
        if sides[corner_number - 1] == sides[corner_number] == 0:
            place = distances_along[corner_number - 1] + distances_along[corner_number]
            return ("right" if max(sides) > 0 else "left", place) if 0 < place < 2 * squared_length else None
    return None
