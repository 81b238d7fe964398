"""A board in letters: a cell for each character, which says what it stands for, for interfaces on a terminal."""

from collections.abc import Sequence
from itertools import groupby
from typing import Literal, TypeAlias

from attrs import frozen

from wargame_core.flow.panels import Panel
from wargame_core.json_form import JsonObject

CellKind: TypeAlias = Literal["ground", "name", "water", "ridge", "road", "place", "reach", "ruin", "piece"]
"""What a character stands for, so that a screen can give it a colour: the ground or a blank, the number of a space, a
river, a ridge, a road or crossing, a named place, a cost to go there, a destroyed crossing, pieces."""


@frozen
class LetterCell:
    """A character of a drawing.

    Attributes:
        char: the character.
        kind: what it stands for.
        space: the id on the sheet of the space it lies in, "" for a margin.
        side: the seat whose pieces it stands for, "" for other characters, and where two sides stand together.
        terrain: the terrain of the space, "" where it has none.
    """

    char: str
    kind: CellKind = "ground"
    space: str = ""
    side: str = ""
    terrain: str = ""


@frozen
class Letters:
    """The part of a board in letters that fits into a pane, as one seat may know it, and the panels apart.

    Attributes:
        rows: the lines, all of one length; none for a game without spaces.
        panels: what lies beside the board.
        key: what the signs mean, a phrase for each.
        centre: the id of the space that the part is drawn around, "" without spaces.
        origin: the column and line of the whole drawing at which the part begins.
        size: the columns and lines of the whole drawing.
    """

    rows: tuple[tuple[LetterCell, ...], ...]
    panels: tuple[Panel, ...] = ()
    key: tuple[str, ...] = ()
    centre: str = ""
    origin: tuple[int, int] = (0, 0)
    size: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        return "\n".join("".join(cell.char for cell in row).rstrip() for row in self.rows)

    def to_json(self) -> JsonObject:
        """The drawing as plain JSON data: each row is a list of runs, adjacent cells that differ in ``char`` only.

        A run has ``text``, ``kind`` and, where they are not empty, ``space``, ``side`` and ``terrain``.
        """
        return {
            "rows": [_runs(row) for row in self.rows],
            "panels": [panel.to_json() for panel in self.panels],
            "key": list(self.key),
            "centre": self.centre,
            "origin": list(self.origin),
            "size": list(self.size),
        }


def _runs(row: Sequence[LetterCell]) -> list[JsonObject]:
    runs = []
    for (kind, space, side, terrain), cells in groupby(
        row, lambda cell: (cell.kind, cell.space, cell.side, cell.terrain)
    ):
        values = {"space": space, "side": side, "terrain": terrain}
        given_values = {name: value for name, value in values.items() if value}
        runs.append({"text": "".join(cell.char for cell in cells), "kind": kind, **given_values})
    return runs
