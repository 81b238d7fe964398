"""A map printed at any size over several sheets of paper, with an overlap to glue and marks where to cut."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import ceil

from attrs import frozen

from wargame_core.maps.geometry import UNIT
from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.shapes import number
from wargame_pictures.draw.themes import painted
from wargame_pictures.paper.pages import MARGIN, Paper

OVERLAP = 8.0
"""The overlap of two sheets in millimetres."""
SYMBOL = "whole-map"
ART = "print"
"""The theme for printing."""


@frozen
class Cut:
    """A map divided into sheets of paper. Lengths are in millimetres; ``scale`` is millimetres per drawing unit."""

    picture: Picture
    scale: float
    wide: bool
    columns: int
    rows: int
    sheet: tuple[float, float]
    remark: str = ""
    """A text for every sheet: the origin of the map."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole map."""
        _, _, width, height = self.picture.box
        return width * self.scale, height * self.scale


def cut(picture: Picture, paper: Paper, space: float) -> Cut:
    """The map with spaces ``space`` millimetres wide on as few sheets as possible, in portrait or landscape format."""
    scale = space / UNIT
    _, _, width, height = picture.box
    across, down = (side - 2 * MARGIN - 1 for side in paper.size)
    ways = []
    for wide, (room, deep) in ((False, (across, down)), (True, (down, across))):
        columns, rows = _count(width * scale, room), _count(height * scale, deep)
        ways.append((columns * rows, wide, columns, rows, (room, deep)))
    _, wide, columns, rows, sheet = min(ways, key=lambda way: way[:2])
    return Cut(picture, scale, wide, columns, rows, sheet)


def _count(length: float, room: float) -> int:
    return max(1, ceil((length - OVERLAP) / (room - OVERLAP)))


def symbol(picture: Picture) -> str:
    """The whole map as an SVG symbol, for a page in which all its parts refer to it."""
    return painted(picture.sheet_symbol(SYMBOL), ART)


def sheets(laid: Cut, *, alone: bool = False) -> Iterator[tuple[str, str]]:
    """The parts by name ("2-3": second row, third sheet) as SVG; ``alone`` each holds the map itself."""
    left, top, _, _ = laid.picture.box
    room, deep = laid.sheet
    for row in range(laid.rows):
        for column in range(laid.columns):
            x = left + column * (room - OVERLAP) / laid.scale
            y = top + row * (deep - OVERLAP) / laid.scale
            window = f"{number(x)} {number(y)} {number(room / laid.scale)} {number(deep / laid.scale)}"
            yield (
                f"{row + 1}-{column + 1}",
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{room:g}mm" height="{deep:g}mm" viewBox="{window}" '
                'font-family="Georgia, serif">'
                + (symbol(laid.picture) if alone else "")
                + f'<use href="#{SYMBOL}"/>'
                + _marks(laid, row, column, x, y)
                + "</svg>",
            )


def _marks(laid: Cut, row: int, column: int, x: float, y: float) -> str:
    """Lines along which the sheet before is laid on this one, and the name of the sheet."""
    glue, room, deep = OVERLAP / laid.scale, laid.sheet[0] / laid.scale, laid.sheet[1] / laid.scale
    hair = number(0.25 / laid.scale)
    lines = ""
    if column:
        lines += f"M{number(x + glue)} {number(y)}v{number(deep)}"
    if row:
        lines += f"M{number(x)} {number(y + glue)}h{number(room)}"
    size = 2.6 / laid.scale
    where = f"sheet {row + 1}-{column + 1} of {laid.rows} by {laid.columns}"
    glued = [side for side, there in (("left", column), ("upper", row)) if there]
    if glued:
        where += f"; glue it under its neighbour along the dashes: {' and '.join(glued)} edge"
    where += f"; {laid.remark}" if laid.remark else ""
    text = (
        f'<text x="{number(x + glue + size)}" y="{number(y + deep - size / 2)}" font-size="{number(size)}" '
        f'fill="#555" paint-order="stroke" stroke="#fff" stroke-width="{number(size / 4)}">{escape(where)}</text>'
    )
    dash = f'stroke-dasharray="{number(2 / laid.scale)} {number(1.5 / laid.scale)}"'
    return f'<path d="{lines}" stroke="#777" stroke-width="{hair}" {dash} fill="none"/>{text}' if lines else text
