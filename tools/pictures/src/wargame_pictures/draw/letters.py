"""A sheet of letters to draw on, letters for pieces and places, and places as boxes of letters."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from itertools import pairwise

from attrs import define, field, frozen

from wargame_core.maps.features import Point


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
Cell = tuple[str, Ink, str]
"""A letter, its ink, and the id of the space that it belongs to, "" where nothing says so."""
BLANK: Cell = (" ", Ink.GROUND, "")


@define
class Canvas:
    """A sheet of letters of any size. Later writing replaces earlier writing."""

    _cells: dict[tuple[int, int], Cell] = field(factory=dict)
    _cells_below: list[Mapping[tuple[int, int], Cell]] = field(factory=list)

    def write(
        self, x: int, y: int, text: str, ink: Ink = Ink.GROUND, space: str = "", *, is_whole: bool = False
    ) -> None:
        """Put ``text`` of a space into line ``y`` from column ``x`` on. With ``is_whole`` never in part."""
        if is_whole:
            self._cells_below.append(
                {(x + offset, y): self._cells.get((x + offset, y), BLANK) for offset in range(len(text))}
            )
        for offset, letter in enumerate(text):
            self._cells[x + offset, y] = (letter, ink, space)

    def centre(
        self, x: int, y: int, text: str, ink: Ink = Ink.GROUND, space: str = "", *, is_whole: bool = False
    ) -> None:
        """Put the middle letter of ``text`` (of two, the right one) at column ``x`` of line ``y``."""
        self.write(x - len(text) // 2, y, text, ink, space, is_whole=is_whole)

    def is_free(self, x: int, y: int, length: int, *, replaceable: Collection[Ink] = (Ink.GROUND,)) -> bool:
        """Whether nothing but blank, ground and what may be written ``replaceable`` stands in ``length`` columns."""
        return all(self._cells.get((column, y), BLANK)[1] in replaceable for column in range(x, x + length))

    def part(self, left: int, right: int, top: int, bottom: int) -> Canvas:
        """A part of the sheet, both ends included; in place of text that would be cut it shows the ground below."""
        visible_cells = {
            spot: cell for spot, cell in self._cells.items() if left <= spot[0] <= right and top <= spot[1] <= bottom
        }
        for cells_below in self._cells_below:
            if not all(left <= x <= right for x, _ in cells_below):
                for spot in visible_cells.keys() & cells_below.keys():
                    visible_cells[spot] = cells_below[spot] if cells_below[spot][1] is Ink.GROUND else BLANK
        return Canvas(visible_cells)

    def cells(self, left: int, right: int, top: int, bottom: int) -> tuple[tuple[Cell, ...], ...]:
        """The lines of a part of the sheet, both ends included."""
        columns = range(left, right + 1)
        return tuple(tuple(self._cells.get((x, y), BLANK) for x in columns) for y in range(top, bottom + 1))


def runs_of(line: Sequence[Cell]) -> tuple[Run, ...]:
    """A line as runs of one ink, without spaces at its end."""
    last_column = max((column for column, (letter, _, _) in enumerate(line) if letter != " "), default=-1)
    runs: list[Run] = []
    for letter, ink, _ in line[: last_column + 1]:
        if runs and (runs[-1][1] is ink or letter == " "):
            runs[-1] = (runs[-1][0] + letter, runs[-1][1])
        else:
            runs.append((letter, ink))
    return tuple(runs)


GAP = 3
"""The number of columns between boxes."""
NARROWEST, WIDEST = 13, 26
"""The least and the greatest width of a box in letters, its sides included."""
_LINE_SIGNS: Mapping[frozenset[str], str] = {
    frozenset(ways): sign
    for ways, sign in zip(
        ("ew", "ns", "es", "sw", "en", "nw", "enw", "esw", "ens", "nsw", "ensw"), "─│┌┐└┘┴┬├┤┼", strict=True
    )
}


@frozen
class LetterBox:
    """A box: its id, where it stands on the sheet, its name, the lines in it, and the boxes that roads lead to."""

    id: str
    at: Point
    name: str
    lines: tuple[Run, ...] = ()
    links: tuple[str, ...] = ()


@frozen
class LetterBoxes:
    """Boxes in letters, and the roads that did not fit, by the ids of their ends."""

    cells: tuple[tuple[Cell, ...], ...]
    left_out: tuple[tuple[str, str], ...]


def letter_boxes(boxes: Sequence[LetterBox], columns: int) -> LetterBoxes | None:
    """The boxes in a number of columns of the terminal; None if that is too narrow."""
    column_of_x = {x: column for column, x in enumerate(sorted({box.at[0] for box in boxes}))}
    width = min(WIDEST, (columns - GAP * (len(column_of_x) - 1)) // max(1, len(column_of_x)))
    if width < NARROWEST:
        return None
    drawing = _Drawing(width)
    rows = [[box for box in boxes if box.at[1] == y] for y in sorted({box.at[1] for box in boxes})]
    top = 0
    for row in rows:
        arcs = _arcs(row, boxes)
        top += len(arcs)
        frames = {box.id: _Frame(column_of_x[box.at[0]] * (width + GAP), top, width) for box in row}
        height = max(map(drawing.high, row))
        for box in row:
            drawing.box(box, frames[box.id], height)
        drawing.roads(row, arcs)
        top += height + 1
    left_out = tuple(drawing.roads_down(boxes, rows))
    return LetterBoxes(drawing.cells(len(column_of_x) * (width + GAP) - GAP, top - 1), left_out)


@frozen
class _Frame:
    left: int
    top: int
    wide: int


Link = tuple[str, str]


def _road_links(boxes: Sequence[LetterBox]) -> list[Link]:
    """Each road once, its ends in the order of the boxes."""
    order = {box.id: number for number, box in enumerate(boxes)}
    roads = {frozenset((box.id, link)) for box in boxes for link in box.links if link in order}
    pairs = [sorted(pair, key=lambda name: order[name]) for pair in roads if len(pair) == 2]
    return sorted(((a, b) for a, b in pairs), key=lambda link: (order[link[0]], order[link[1]]))


def _arcs(row: Sequence[LetterBox], boxes: Sequence[LetterBox]) -> list[Link]:
    """The roads of a row that pass a box between their ends, the shortest first."""
    positions = {box.id: number for number, box in enumerate(sorted(row, key=lambda box: box.at[0]))}
    links = [
        tuple(sorted(link, key=lambda name: positions[name]))
        for link in _road_links(boxes)
        if set(link) <= set(positions)
    ]
    long_links = [(a, b) for a, b in links if positions[b] - positions[a] > 1]
    return sorted(long_links, key=lambda link: (positions[link[1]] - positions[link[0]], positions[link[0]]))


@define
class _Drawing:
    wide: int
    canvas: Canvas = field(factory=Canvas)
    frames: dict[str, _Frame] = field(factory=dict)
    feet: dict[str, int] = field(factory=dict)
    _ways: dict[tuple[int, int], set[str]] = field(factory=dict)
    _roads: set[tuple[int, int]] = field(factory=set)
    _sides: dict[tuple[int, int], str] = field(factory=dict)

    def high(self, box: LetterBox) -> int:
        """How many lines a box needs, its sides included."""
        return 2 + len(self._title(box)) + len(box.lines)

    def _title(self, box: LetterBox) -> list[str]:
        return textwrap.wrap(box.name, self.wide - 2) or [""]

    def box(self, box: LetterBox, frame: _Frame, height: int) -> None:
        """A box with its name and what is in it."""
        self.frames[box.id], self.feet[box.id] = frame, frame.top + height - 1
        right, foot = frame.left + frame.wide - 1, frame.top + height - 1
        left, top = frame.left, frame.top
        for start_corner, end_corner in pairwise([(left, top), (right, top), (right, foot), (left, foot), (left, top)]):
            self._line(start_corner, end_corner)
        self._sides |= {(x, y): box.id for x in range(left, right + 1) for y in range(top, foot + 1)}
        lines = [(line, Ink.PLACE) for line in self._title(box)] + list(box.lines)
        for number in range(1, height - 1):
            text, ink = lines[number - 1] if number <= len(lines) else ("", Ink.GROUND)
            self.canvas.write(left + 1, top + number, " " * (frame.wide - 2), Ink.GROUND, box.id)
            self.canvas.write(left + 1, top + number, text[: frame.wide - 2], ink, box.id)

    def roads(self, row: Sequence[LetterBox], arcs: Sequence[Link]) -> None:
        """The roads between the boxes of a row."""
        order = [box.id for box in sorted(row, key=lambda box: box.at[0])]
        links = {frozenset(link) for link in _road_links(row)}
        for a, b in pairwise(order):
            if frozenset((a, b)) in links:
                left_frame, right_frame = self.frames[a], self.frames[b]
                self._line(
                    (left_frame.left + left_frame.wide - 1, left_frame.top + 1),
                    (right_frame.left, right_frame.top + 1),
                    road=True,
                )
        for level, (a, b) in enumerate(arcs, 1):
            xa, xb, top = self._port(a, (a, b), arcs), self._port(b, (a, b), arcs), self.frames[a].top
            self._line((xa, top), (xa, top - level), road=True)
            self._line((xa, top - level), (xb, top - level), road=True)
            self._line((xb, top - level), (xb, top), road=True)

    def _port(self, name: str, link: Link, arcs: Sequence[Link]) -> int:
        """Where an arc leaves a box, so that arcs of one box do not cross: to the left the short ones first."""
        own_arcs = [arc for arc in arcs if arc[1] == name] + [arc for arc in reversed(arcs) if arc[0] == name]
        frame = self.frames[name]
        return frame.left + (own_arcs.index(link) + 1) * frame.wide // (len(own_arcs) + 1)

    def roads_down(self, boxes: Sequence[LetterBox], rows: Sequence[Sequence[LetterBox]]) -> Iterator[Link]:
        """The roads from one row to the next in a column; the others, which are not drawn."""
        number = {box.id: row for row, line in enumerate(rows) for box in line}
        for a, b in _road_links(boxes):
            upper_name, lower_name = sorted((a, b), key=lambda name: number[name])
            if number[upper_name] == number[lower_name]:
                continue
            start_frame, end_frame = self.frames[upper_name], self.frames[lower_name]
            if start_frame.left != end_frame.left or number[lower_name] - number[upper_name] != 1:
                yield a, b
                continue
            x = start_frame.left + 2
            self._line((x, self.feet[upper_name]), (x, end_frame.top), road=True)

    def _line(self, start_cell: tuple[int, int], end_cell: tuple[int, int], *, road: bool = False) -> None:
        """A straight line; where it meets others the sign of their crossing is written."""
        (x0, y0), (x1, y1) = start_cell, end_cell
        dx, dy = (x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)
        forward_direction, backward_direction = {
            (1, 0): ("e", "w"),
            (-1, 0): ("w", "e"),
            (0, 1): ("s", "n"),
            (0, -1): ("n", "s"),
        }[dx, dy]
        x, y = x0, y0
        while (x, y) != (x1, y1):
            self._ways.setdefault((x, y), set()).add(forward_direction)
            x, y = x + dx, y + dy
            self._ways.setdefault((x, y), set()).add(backward_direction)
            if road:
                self._roads |= {(x, y), (x - dx, y - dy)}

    def cells(self, columns: int, lines: int) -> tuple[tuple[Cell, ...], ...]:
        """The lines of the drawing."""
        for (x, y), ways in self._ways.items():
            road = (x, y) in self._roads
            self.canvas.write(
                x, y, _LINE_SIGNS[frozenset(ways)], Ink.ROAD if road else Ink.GROUND, self._sides.get((x, y), "")
            )
        return self.canvas.cells(0, columns - 1, 0, lines - 1)
