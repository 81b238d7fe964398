"""A sheet of letters to draw on, and the letters for pieces and places."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import Enum

from attrs import define, field, frozen


class Ink(Enum):
    """What a letter of a map stands for; a terminal has a colour for each."""

    GROUND = "ground"
    NAME = "name"
    WATER = "water"
    RIDGE = "ridge"
    ROAD = "road"
    PLACE = "place"
    REACH = "reach"
    RUIN = "ruin"
    FIRST = "first side"
    SECOND = "second side"
    BOTH = "both sides"


@frozen
class Letters:
    """A piece, or the ground of a place, in letters: a few for its space, and a longer text for lists.

    ``short`` is the arm and the strength ("i4"); the side's letter is put before it.
    """

    short: str
    long: str = ""


Run = tuple[str, Ink]
"""Adjacent letters in one ink."""


@define
class Canvas:
    """A sheet of letters of any size. Later writing replaces earlier writing."""

    _cells: dict[tuple[int, int], Run] = field(factory=dict)

    def write(self, x: int, y: int, text: str, ink: Ink = Ink.GROUND) -> None:
        """Put ``text`` into line ``y`` from column ``x`` on."""
        for offset, letter in enumerate(text):
            self._cells[x + offset, y] = (letter, ink)

    def centre(self, x: int, y: int, text: str, ink: Ink = Ink.GROUND) -> None:
        """Put the middle letter of ``text`` (of two, the right one) at column ``x`` of line ``y``."""
        self.write(x - len(text) // 2, y, text, ink)

    def is_free(self, x: int, y: int, length: int, *, over: Collection[Ink] = (Ink.GROUND,)) -> bool:
        """Whether nothing but blank, ground and what may be written ``over`` stands in ``length`` columns."""
        return all(self._cells.get((column, y), (" ", Ink.GROUND))[1] in over for column in range(x, x + length))

    def lines(self, left: int, right: int, top: int, bottom: int) -> list[list[Run]]:
        """The lines of a part of the sheet, both ends included, as runs of one ink without spaces at line ends."""
        return [_runs(self._line(y, left, right)) for y in range(top, bottom + 1)]

    def _line(self, y: int, left: int, right: int) -> list[Run]:
        cells = [self._cells.get((x, y), (" ", Ink.GROUND)) for x in range(left, right + 1)]
        while cells and cells[-1][0] == " ":
            cells.pop()
        return cells


def _runs(cells: Iterable[Run]) -> list[Run]:
    runs: list[Run] = []
    for letter, ink in cells:
        if runs and (runs[-1][1] is ink or letter == " "):
            runs[-1] = (runs[-1][0] + letter, runs[-1][1])
        else:
            runs.append((letter, ink))
    return runs
