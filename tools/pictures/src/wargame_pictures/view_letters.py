"""The board of a view in letters, cell by cell: what `View.letters` gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, assert_never

from wargame_core import UnknownName
from wargame_core.flow.letters import CellKind, LetterCell, Letters
from wargame_pictures.draw.letters import Cell, Ink
from wargame_pictures.text_board import Tabletop, TextMap, centre_of, draw_map

if TYPE_CHECKING:
    from wargame_core.flow.view import View


def view_letters(view: View, width: int, height: int, centre: str = "", is_whole: bool = False) -> Letters:
    """The part of the board around ``centre`` that fits into so many columns and lines; see `View.letters`."""
    table = Tabletop.of(view)
    spaces = {space.id: space for space in table.sheet.spaces}
    if centre and centre not in spaces:
        raise UnknownName("space", centre, spaces)
    middle_names = [centre] if centre else centre_of(table)
    text_map = draw_map(table, middle_names, size=(width, height), overview=is_whole)
    if text_map is None or not text_map.cells or not middle_names:
        return Letters((), view.panels)
    cells, origin = _in_pane(text_map, middle_names[0], width, height)
    terrain = {space.id: space.terrain for space in table.sheet.spaces}
    rows = tuple(tuple(_cell(table, terrain, cell) for cell in line) for line in cells)
    return Letters(rows, view.panels, text_map.key, middle_names[0], origin, text_map.size)


def _in_pane(
    text_map: TextMap, centre: str, width: int, height: int
) -> tuple[tuple[tuple[Cell, ...], ...], tuple[int, int]]:
    """The cells of a drawing that fit into a pane around a space, and where in the whole drawing they begin."""
    spots = [(x, y) for y, line in enumerate(text_map.cells) for x, (_, _, space) in enumerate(line) if space == centre]
    x, y = spots[len(spots) // 2] if spots else (0, 0)
    left = max(0, min(x - width // 2, len(text_map.cells[0]) - width))
    top = max(0, min(y - height // 2, len(text_map.cells) - height))
    visible_cells = tuple(line[left : left + width] for line in text_map.cells[top : top + height])
    return visible_cells, (text_map.origin[0] + left, text_map.origin[1] + top)


def _cell(table: Tabletop, terrain: Mapping[str, str], cell: Cell) -> LetterCell:
    char, ink, space = cell
    return LetterCell(char, _kind(ink), space, _side(table, ink, space), terrain.get(space, ""))


def _side(table: Tabletop, ink: Ink, space: str) -> str:
    """The side whose pieces are written in this ink at a space."""
    sides = {Ink.FIRST: {table.sides[0]}, Ink.SECOND: {table.side.get(piece, "") for piece in table.at.get(space, ())}}
    sides_in_ink = sides.get(ink, set()) - ({table.sides[0]} if ink is Ink.SECOND else set())
    return sides_in_ink.pop() if len(sides_in_ink) == 1 else ""


def _kind(ink: Ink) -> CellKind:
    match ink:
        case Ink.GROUND:
            return "ground"
        case Ink.NAME:
            return "name"
        case Ink.WATER:
            return "water"
        case Ink.RIDGE:
            return "ridge"
        case Ink.ROAD:
            return "road"
        case Ink.PLACE:
            return "place"
        case Ink.REACH:
            return "reach"
        case Ink.RUIN:
            return "ruin"
        case Ink.FIRST | Ink.SECOND | Ink.BOTH:
            return "piece"
        case _:
            assert_never(ink)
