"""Squares: rows from the top, columns from the left, both from 0; space = row * columns + column."""

from functools import cached_property
from typing import TypeAlias

from attrs import frozen

from wargame_core.errors import WargameError
from wargame_core.maps.features import Point
from wargame_core.maps.grid import Grid, Labels
from wargame_core.maps.lattice import Lattice
from wargame_core.maps.map import Map

# Points count down first: the centre of (row, column) is (2 row + 1, 2 column + 1), and corners are even points.
_WAYS = {"N": (-2, 0), "E": (0, 2), "S": (2, 0), "W": (0, -2)}
_CORNERS = {"NW": (-1, -1), "NE": (-1, 1), "SW": (1, -1), "SE": (1, 1)}
_RIMS = {"north": ("NW",), "south": ("SW",), "west": ("NW",), "east": ("NE",)}


@frozen(eq=False, slots=False)
class SquareGrid(Grid):
    """Rows and columns of spaces that touch along their four sides.

    >>> grid = SquareGrid(3, 4)
    >>> grid.space(1, 2), grid.rowcol(6), grid.coordinates(6)
    (6, (1, 2), '(1,2)')
    >>> grid.neighbours[0]
    (1, 4)
    """

    word = "square"
    rows: int
    cols: int

    def __attrs_post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            raise WargameError(f"a map of {self.rows} rows and {self.cols} columns; both must be at least 1")

    @property
    def size(self) -> int:
        return self.rows * self.cols

    def space(self, row: int, col: int) -> int:
        """The space in a row and column.

        Raises:
            WargameError: the row or column is off the map.
        """
        if not self.holds(row, col):
            raise WargameError(f"({row},{col}) is off the map of rows 0-{self.rows - 1}, columns 0-{self.cols - 1}")
        return row * self.cols + col

    def rowcol(self, space: int) -> tuple[int, int]:
        """Row and column of a space."""
        return divmod(space, self.cols)

    def holds(self, row: int, col: int) -> bool:
        """Whether the row and column are on the map."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(
                near_row * self.cols + near_column
                for near_row, near_column in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
                if self.holds(near_row, near_column)
            )
            for row in range(self.rows)
            for col in range(self.cols)
        )

    def distance(self, a: int, b: int) -> int:
        row, col = divmod(a, self.cols)
        other_row, other_col = divmod(b, self.cols)
        return abs(row - other_row) + abs(col - other_col)

    def within(self, space: int, radius: int) -> int:
        row, col = divmod(space, self.cols)
        mask = 0
        for other_row in range(max(0, row - radius), min(self.rows, row + radius + 1)):
            half_width = radius - abs(other_row - row)
            first_column, last_column = max(0, col - half_width), min(self.cols - 1, col + half_width)
            mask |= ((1 << last_column - first_column + 1) - 1) << other_row * self.cols + first_column
        return mask

    @cached_property
    def _coordinates(self) -> tuple[str, ...]:
        return tuple(f"({row},{col})" for row in range(self.rows) for col in range(self.cols))

    def coordinates(self, space: int) -> str:
        return self._coordinates[space]

    def in_words(self, space: int) -> str:
        return self._coordinates[space].strip("()")

    def read_coordinates(self, text: str) -> int | None:
        row, comma, col = text.removeprefix("(").removesuffix(")").partition(",")
        if not (comma and row.strip().isdecimal() and col.strip().isdecimal()):
            return None
        return self.space(int(row), int(col)) if self.holds(int(row), int(col)) else None

    def outline(self, space: int) -> tuple[Point, ...]:
        row, col = divmod(space, self.cols)
        return (col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)

    def margins(self) -> tuple[Labels, Labels]:
        return [(col + 0.5, str(col)) for col in range(self.cols)], [(row + 0.5, str(row)) for row in range(self.rows)]

    @cached_property
    def lattice(self) -> Lattice:
        cells = [divmod(space, self.cols) for space in range(self.size)]
        centres = tuple((2 * row + 1, 2 * col + 1) for row, col in cells)
        return Lattice(
            neighbours=self.neighbours,
            centres=centres,
            cells=cells,
            ways=_WAYS,
            lines=_WAYS,
            corner_words=_CORNERS,
            rims=_RIMS,
        )


SquareMap: TypeAlias = Map[SquareGrid]
