"""The grids of VASSAL's boards: which space a point is in, what is printed there, and what that is in a map of ours."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from attrs import frozen

from wargame_core.maps.files.sections import LARGEST
from wargame_workshop.interchange.foreign_xml import Element


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
        good = not any(sign in "-CR" or sign.isdigit() for sign in self.mark)
        return not letters and good and min(self.column_start, self.row_start) >= 0

    def name(self, column: int, row: int) -> str:
        """What is printed in the space of a column and a row, as they are counted."""
        across = _word(column + self.column_start, self.column_letters, self.column_digits)
        down = _word(row + self.row_start, self.row_letters, self.row_digits)
        return f"{across}{self.mark}{down}" if self.columns_first else f"{down}{self.mark}{across}"


def _word(number: int, letters: bool, digits: int) -> str:
    if not letters:
        return f"-{abs(number):0{digits}}" if number < 0 else f"{number:0{digits}}"
    place = abs(number)
    return ("-" if number < 0 else "") + chr(65 + place % 26) * (place // 26 + 1)


@frozen
class BoardGrid:
    """A grid of hexes or squares on a board of a size in pixels."""

    hexes: bool
    dx: float
    dy: float
    x0: float
    y0: float
    width: int
    height: int
    sideways: bool
    numbering: Numbering

    @classmethod
    def of(cls, element: Element, size: tuple[int, int]) -> BoardGrid:
        """The grid of a `HexGrid` or `SquareGrid` element."""
        hexes = tag_of(element) == "HexGrid"
        numbering = next((child for child in element.children if tag_of(child).endswith("GridNumbering")), None)
        dx, dy = (64.0, 55.43) if hexes else (48.0, 48.0)
        x0, y0 = (0.0, 32.0) if hexes else (24.0, 24.0)
        sideways = element.get("sideways") == "true"
        width, height = size[::-1] if sideways else size
        return cls(
            hexes,
            max(4.0, number_of(element, "dx", dx)),
            max(4.0, number_of(element, "dy", dy)),
            number_of(element, "x0", x0),
            number_of(element, "y0", y0),
            width,
            height,
            sideways,
            Numbering.of(numbering),
        )

    def raw(self, x: float, y: float) -> tuple[int, int]:
        """The column and row, from 0, that a point of the board lies in."""
        if self.sideways:
            x, y = y, x
        column = floor((x - self.x0) / self.dx + 0.5)
        lower = self.dy / 2 if self.hexes and column % 2 else 0
        return column, floor((y - self.y0 - lower) / self.dy + 0.5)

    def spaces(self) -> Iterator[tuple[int, int]]:
        """Every column and row whose middle lies on the board."""
        count = 0
        first = -floor(self.x0 / self.dx) if self.x0 < 0 else 0
        for column in range(first, floor((self.width - self.x0) / self.dx) + 1):
            lower = self.dy / 2 if self.hexes and column % 2 else 0
            for row in range(-1, floor((self.height - self.y0) / self.dy) + 2):
                x, y = self.x0 + column * self.dx, self.y0 + row * self.dy + lower
                if 0 <= x < self.width and 0 <= y < self.height:
                    count += 1
                    if count > LARGEST:
                        return
                    yield column, row

    def middle(self, column: int, row: int) -> tuple[float, float]:
        """Where the middle of a space lies on the board, in pixels."""
        lower = self.dy / 2 if self.hexes and column % 2 else 0
        x, y = self.x0 + column * self.dx, self.y0 + row * self.dy + lower
        return (y, x) if self.sideways else (x, y)

    def counted(self, column: int, row: int) -> tuple[int, int]:
        """The column and row as VASSAL counts them for the number that is printed."""
        ours = self.numbering
        across, down = ours.columns_descend, ours.rows_descend
        if self.sideways:
            across, down = down, across
        odd = column % 2
        wide, high = (self.height, self.width) if self.sideways else (self.width, self.height)
        columns, rows = floor(wide / self.dy + 0.5), floor(high / self.dx + 0.5)  # as VASSAL has it, not as one expects
        if self.sideways:
            columns, rows = rows, columns
        new_column = columns - column if across else column
        new_row = rows - row if down else row
        if self.hexes and ours.staggered and odd:
            new_row += -1 if down else 1
        return new_column, new_row

    def name(self, column: int, row: int) -> str:
        """What is printed in a space."""
        return self.numbering.name(*self.counted(column, row))

    def printed_at(self, x: float, y: float) -> str:
        """What is printed in the space of a point of the board; empty off the grid."""
        place = self.raw(x, y)
        column, row = place
        lower = self.dy / 2 if self.hexes and column % 2 else 0
        here = (self.x0 + column * self.dx, self.y0 + row * self.dy + lower)
        return self.name(*place) if 0 <= here[0] < self.width and 0 <= here[1] < self.height else ""
