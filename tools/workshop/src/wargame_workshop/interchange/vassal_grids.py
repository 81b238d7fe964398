"""Where things lie on a board of VASSAL: grids of hexes and squares with their numbers, regions, and zones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from math import floor
from typing import Final

from attrs import define, frozen

from wargame_core.maps.files.sections import LARGEST
from wargame_workshop.interchange.foreign_files import Element

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def tag_of(element: Element) -> str:
    """The last part of an element's name, which is the class that it makes."""
    return element.tag.rpartition(".")[2]


def number_of(element: Element, name: str, default: float) -> float:
    """An attribute as a number; the default where it is none."""
    text = element.get(name)
    try:
        value = float(text)
    except ValueError:
        return default
    return value if abs(value) < 1e6 and value == value else default


@frozen
class Numbering:
    """How spaces are numbered: letters or digits, where columns and rows begin, which way they count."""

    columns_first: bool = True
    mark: str = ""
    column_letters: bool = False
    row_letters: bool = False
    column_start: int = 1
    row_start: int = 1
    column_digits: int = 2
    row_digits: int = 2
    columns_descend: bool = False
    rows_descend: bool = False
    staggered: bool = False

    @classmethod
    def of(cls, element: Element | None) -> Numbering:
        if element is None:
            return cls()
        return cls(
            element.get("first", "H") != "V",
            element.get("sep"),
            element.get("hType", "N") == "A",
            element.get("vType", "N") == "A",
            int(number_of(element, "hOff", 1)),
            int(number_of(element, "vOff", 1)),
            int(number_of(element, "hLeading", 1)) + 1,
            int(number_of(element, "vLeading", 1)) + 1,
            element.get("hDescend") == "true",
            element.get("vDescend") == "true",
            element.get("stagger", "true") == "true",
        )

    @property
    def plain(self) -> bool:
        """Whether a map of ours can have the same numbers: digits that count up, after at most one mark."""
        letters = self.column_letters or self.row_letters or self.columns_descend or self.rows_descend
        is_usable = not any(sign in "-CR" or sign.isdigit() for sign in self.mark)
        return not letters and is_usable and min(self.column_start, self.row_start) >= 0

    def name(self, column: int, row: int) -> str:
        """What is printed in the space of a column and a row, as they are counted."""
        column_word = _word(column + self.column_start, self.column_letters, self.column_digits)
        row_word = _word(row + self.row_start, self.row_letters, self.row_digits)
        return f"{column_word}{self.mark}{row_word}" if self.columns_first else f"{row_word}{self.mark}{column_word}"


def _word(number: int, letters: bool, digits: int) -> str:
    if not letters:
        return f"-{abs(number):0{digits}}" if number < 0 else f"{number:0{digits}}"
    place = abs(number)
    return ("-" if number < 0 else "") + chr(65 + place % 26) * (place // 26 + 1)


@frozen
class BoardGrid:
    """A grid of hexes or squares in a part of a board, in pixels: the whole of it, or what a zone covers."""

    hexes: bool
    dx: float
    dy: float
    x0: float
    y0: float
    bounds: Box
    sideways: bool
    numbering: Numbering
    in_zone: bool = False

    @classmethod
    def of(cls, element: Element, bounds: Box, *, in_zone: bool = False) -> BoardGrid:
        """The grid of a `HexGrid` or `SquareGrid` element."""
        hexes = tag_of(element) == "HexGrid"
        numbering = next((child for child in element.children if tag_of(child).endswith("GridNumbering")), None)
        dx, dy, x0, y0 = (64.0, 55.43, 0.0, 32.0) if hexes else (48.0, 48.0, 24.0, 24.0)
        sideways = hexes and element.get("sideways") == "true"
        left, top, right, bottom = bounds
        return cls(
            hexes,
            max(4.0, number_of(element, "dx", dx)),
            max(4.0, number_of(element, "dy", dy)),
            number_of(element, "x0", x0),
            number_of(element, "y0", y0),
            (top, left, bottom, right) if sideways else bounds,
            sideways,
            Numbering.of(numbering),
            in_zone,
        )

    def spaces(self) -> Iterator[tuple[int, int]]:
        """Every column and row whose middle lies within the bounds, at most as many as a map may have."""
        left, top, right, bottom = self.bounds
        if self.in_zone:
            first_column, first_row = floor((left - self.x0) / self.dx), floor((top - self.y0) / self.dy) - 1
        else:
            first_column, first_row = (-floor(self.x0 / self.dx) if self.x0 < 0 else 0), -1
        columns = range(first_column, floor((right - self.x0) / self.dx) + 1)
        rows = range(first_row, floor((bottom - self.y0) / self.dy) + 2)
        cells = ((column, row) for column in columns for row in rows)  # there may be far more than fit into memory
        return islice((space for space in cells if self.within(*space)), LARGEST)

    @property
    def most_spaces(self) -> int:
        """About how many spaces it has."""
        left, top, right, bottom = self.bounds
        return min(LARGEST, int((right - left) / self.dx + 2) * int((bottom - top) / self.dy + 2))

    def middle(self, column: int, row: int) -> Point:
        """Where the middle of a space lies on the board, in pixels."""
        x, y = self._point(column, row)
        return (y, x) if self.sideways else (x, y)

    def _point(self, column: int, row: int) -> Point:
        """The middle of a space before the board is turned; every second column of hexes lies half a hex lower."""
        half_shift = self.dy / 2 if self.hexes and column % 2 else 0
        return self.x0 + column * self.dx, self.y0 + row * self.dy + half_shift

    def within(self, column: int, row: int) -> bool:
        """Whether the middle of a space lies within the bounds."""
        x, y = self._point(column, row)
        left, top, right, bottom = self.bounds
        return left <= x < right and top <= y < bottom

    def counted(self, column: int, row: int) -> tuple[int, int]:
        """The column and row as VASSAL counts them for the number that is printed."""
        numbering = self.numbering
        columns_descend, rows_descend = numbering.columns_descend, numbering.rows_descend
        left, top, right, bottom = self.bounds
        if not self.hexes:
            columns, rows = floor((right - left) / self.dx + 0.5), floor((bottom - top) / self.dy + 0.5)
            return (columns - column if columns_descend else column), (rows - row if rows_descend else row)
        width, height = right - left, bottom - top
        if self.sideways:
            columns_descend, rows_descend, width, height = rows_descend, columns_descend, height, width
        # As VASSAL has it, not as one expects.
        columns, rows = floor(width / self.dy + 0.5), floor(height / self.dx + 0.5)
        if self.sideways:
            columns, rows = rows, columns
        new_column = columns - column if columns_descend else column
        new_row = rows - row if rows_descend else row
        if numbering.staggered and column % 2:
            new_row += -1 if rows_descend else 1
        return new_column, new_row

    def name(self, column: int, row: int) -> str:
        """What is printed in a space."""
        return self.numbering.name(*self.counted(column, row))

    def cell_at(self, x: float, y: float) -> tuple[int, int]:
        """Column and row of the space in which a point of the board lies."""
        if self.sideways:
            x, y = y, x
        column = floor((x - self.x0) / self.dx + 0.5)
        return column, floor((y - self._point(column, 0)[1]) / self.dy + 0.5)


Region = tuple[str, int, int]
"""The name of a region and its point."""


@define(eq=False, slots=False)
class VassalZone:
    """A part of a board with its own grid, regions, or nothing in it, or with the grid of the board."""

    name: str
    path: tuple[Point, ...]
    location: str
    of_board: bool
    grid: BoardGrid | None = None
    regions: tuple[Region, ...] = ()

    @cached_property
    def bounds(self) -> Box:
        """The rectangle round it."""
        xs, ys = [x for x, _ in self.path] or [0.0], [y for _, y in self.path] or [0.0]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def middle(self) -> Point:
        """A point in it."""
        if not self.path:
            return 0.0, 0.0
        mean = sum(x for x, _ in self.path) / len(self.path), sum(y for _, y in self.path) / len(self.path)
        return mean if self.has(*mean) else self.path[0]

    def has(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        left, top, right, bottom = self.bounds
        if not (left <= x <= right and top <= y <= bottom):
            return False
        is_inside, previous_corner = False, self.path[-1]
        for corner in self.path:
            (x_a, y_a), (x_b, y_b) = previous_corner, corner
            if (y_a > y) != (y_b > y) and x < (x_b - x_a) * (y - y_a) / (y_b - y_a) + x_a:
                is_inside = not is_inside
            previous_corner = corner
        return is_inside

    def told(self, number: str) -> str:
        """What VASSAL calls a place in it, from what its grid says there."""
        words = {"name": self.name, "gridLocation": number}
        return re.sub(r"\$(\w+)\$", lambda match: words.get(match[1], ""), self.location)


Cell = tuple[int, int] | str
"""Column and row in a grid, the name of a region, or "" for a zone without either."""
BACKGROUND: Final = -1
"""The number of the part of a board that lies in no zone."""


@frozen
class Spot:
    """A place on a board: its part (a zone by its number), its cell, what VASSAL calls it, its number, its point."""

    part: int
    cell: Cell
    told: str
    number: str
    at: Point


@define(eq=False, slots=False)
class VassalBoard:
    """A board: its picture, its grid or regions, and its zones."""

    name: str
    map: str
    image: str
    size: tuple[int, int]
    grid: BoardGrid | None = None
    regions: tuple[Region, ...] = ()
    zones: tuple[VassalZone, ...] = ()

    @property
    def parted(self) -> bool:
        """Whether there is any place on it that has a name."""
        return self.grid is not None or bool(self.regions or self.zones)

    def grid_of(self, part: int) -> BoardGrid | None:
        """The grid of a part."""
        return self.grid if part == BACKGROUND else self.zones[part].grid

    def cell_at(self, x: float, y: float) -> tuple[int, Cell] | None:
        """Part and cell of a point, as VASSAL finds them: the first zone there, the nearest region of its grid."""
        part = next((zone_number for zone_number, zone in enumerate(self.zones) if zone.has(x, y)), BACKGROUND)
        if part != BACKGROUND and self.zones[part].of_board and (self.grid is not None or self.regions):
            part = BACKGROUND
        grid, regions = self.grid_of(part), self._regions(part)
        if grid is not None:
            return part, grid.cell_at(x, y)
        if regions:
            return part, min(regions, key=lambda row: (row[1] - x) ** 2 + (row[2] - y) ** 2)[0]
        return (part, "") if part != BACKGROUND else None

    def _regions(self, part: int) -> Sequence[Region]:
        return self.regions if part == BACKGROUND else self.zones[part].regions

    @cached_property
    def spots(self) -> dict[tuple[int, Cell], Spot]:
        """Every place of the board, in order. Where a zone covers the grid of the board, that has none."""
        spots_by_cell: dict[tuple[int, Cell], Spot] = {}
        for part in (BACKGROUND, *range(len(self.zones))):
            zone = None if part == BACKGROUND else self.zones[part]
            if zone is not None and zone.of_board and (self.grid is not None or self.regions):
                continue
            for cell, number, spot_point in self._cells(part):
                vassal_name = number if zone is None else zone.told(number)
                spots_by_cell.setdefault((part, cell), Spot(part, cell, vassal_name, number, spot_point))
        return spots_by_cell

    def _cells(self, part: int) -> Iterator[tuple[Cell, str, Point]]:
        """The cells of a part: cell, number and point."""
        grid, regions = self.grid_of(part), self._regions(part)
        if grid is not None:
            for space in grid.spaces():
                spot_point = grid.middle(*space)
                if not self.zones or self.cell_at(*spot_point) == (part, space):
                    yield space, grid.name(*space), spot_point
        elif regions:
            yield from ((name, name, (x, y)) for name, x, y in regions)
        elif part != BACKGROUND:
            yield "", "", self.zones[part].middle


def path_of(text: str) -> tuple[Point, ...]:
    """The corners of a zone, as in "0,0;100,0;100,50"; corners that cannot be read are left out."""
    pairs = (corner.split(",") for corner in text.split(";"))
    numbers = ([part.strip() for part in pair] for pair in pairs if len(pair) == 2)
    return tuple(
        (float(x), float(y))
        for x, y in numbers
        if all(coordinate_text.lstrip("-").isdecimal() and len(coordinate_text) < 8 for coordinate_text in (x, y))
    )
