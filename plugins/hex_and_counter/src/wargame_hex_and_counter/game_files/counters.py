"""Counters of a game of text files: a TOML file, or the rows of a spreadsheet as CSV.

A CSV file has a line of titles, and a row for each counter::

    id,side,kind,name,strength,move,formation,back_strength,back_move
    us_oliver,union,infantry,Oliver,4,5,McKean,,

``formation`` may be missing, and the two columns of the back, which a counter with a second step has. In ``face_down``
stands "yes" for a counter that lies face down, under which something may lie; in ``radius`` how far a headquarters
commands.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

from attrs import frozen

from wargame_core.data import Problem, Problems, did_you_mean, one_of, read_text
from wargame_core.limits import DATA_FILE, LimitError, check_value, quote
from wargame_hex_and_counter.printed.files import read_units
from wargame_hex_and_counter.printed.units import Face, Unit

NEEDED: Final = ("id", "side", "kind", "name", "strength", "move")
FURTHER: Final = ("formation", "back_strength", "back_move", "face_down", "radius")
YES_OR_NO: Final = ("yes", "no")
NUMBERS: Final = ("strength", "move", "back_strength", "back_move", "radius")
MOST: Final = 9999
"""The highest number on a counter."""


@frozen
class Cell:
    """A cell of a table: what stands in it, and its line and column in the file, from 1."""

    text: str
    line: int
    column: int


class _CellProblems:
    """What is wrong with a table, cell by cell."""

    def __init__(self, file: str) -> None:
        self.file, self.problems = file, Problems()

    def add(self, cell: Cell, code: str, message: str, hint: str = "") -> None:
        self.problems.found.append(Problem(self.file, cell.line, cell.column, code, message, hint))


def read_counters(path: Path, sides: Collection[str], kinds: Collection[str]) -> Mapping[str, Unit]:
    """The counters of a file, CSV or TOML by its name, by id. Raises `DataError` with every problem, by line."""
    if path.suffix.casefold() != ".csv":
        return read_units(path, sides, kinds)
    notes = _CellProblems(path.name)
    titles, rows = _table(read_text(path, "a table of counters"), notes)
    units: dict[str, Unit] = {}
    first_lines: dict[str, int] = {}
    for cells in rows if titles else ():
        row = dict(zip(titles, cells, strict=False))
        id_ = row["id"]
        if id_.text in first_lines:
            notes.add(
                id_, "E302", f"id: {quote(id_.text)} is already the id of another unit, on line {first_lines[id_.text]}"
            )
        first_lines.setdefault(id_.text, id_.line)
        unit = _unit(row, sides, kinds, notes)
        if unit is not None:
            units[unit.id] = unit
    notes.problems.raise_if_any()
    return units


def _table(text: str, notes: _CellProblems) -> tuple[list[str], list[list[Cell]]]:
    """The titles of the columns and the rows below, all as long as the titles; no titles where those are wrong."""
    rows = [row for row in _cells(text, notes) if any(cell.text for cell in row)]
    start_cell = Cell("", 1, 1)
    if not rows:
        notes.add(start_cell, "E721", f"no columns; a table of counters has {', '.join(NEEDED)}")
        return [], []
    titles, columns = rows[0], (*NEEDED, *FURTHER)
    names = [cell.text for cell in titles]
    for column_number, cell in enumerate(titles):
        if cell.text not in columns:
            notes.add(
                cell,
                "E720",
                f"{quote(cell.text)} is not a column of counters{one_of(columns)}",
                did_you_mean(cell.text, columns),
            )
        elif cell.text in names[:column_number]:
            notes.add(cell, "E302", f"the column {quote(cell.text)} is there twice")
    if missing_columns := [name for name in NEEDED if name not in names]:
        notes.add(
            titles[0], "E721", f"no column {', '.join(missing_columns)}; a table of counters has {', '.join(NEEDED)}"
        )
    if notes.problems:
        return [], []
    return names, list(_long_enough(rows[1:], len(names), notes))


def _long_enough(rows: list[list[Cell]], width: int, notes: _CellProblems) -> Iterator[list[Cell]]:
    for row in rows:
        if len(row) > width and any(cell.text for cell in row[width:]):
            notes.add(row[width], "E723", f"{quote(row[width].text)} stands in a column without a title")
        end_cell = Cell("", row[-1].line, row[-1].column)
        yield [*row[:width], *[end_cell] * (width - len(row))]


def _cells(text: str, notes: _CellProblems) -> Iterator[list[Cell]]:
    """The cells of each row, without spaces around what stands in them; a semicolon or a tab may part them too."""
    head, lines = text.partition("\n")[0], text.splitlines()
    parted_by = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=parted_by, strict=True)
    line = 1
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            notes.add(Cell("", reader.line_num, 1), "E103", f"not CSV: {error}")
            return
        try:
            check_value(row, DATA_FILE)
        except LimitError as error:
            notes.add(Cell("", line, 1), "E104", f"not let in: {error}")
            return
        yield [
            Cell(text.strip(), line, column)
            for text, column in zip(row, _columns(row, lines[line - 1 : line]), strict=True)
        ]
        line = reader.line_num + 1


def _columns(row: list[str], lines: list[str]) -> list[int]:
    """Where each cell begins in its line, from 1."""
    places, start, line = [], 0, "".join(lines)
    for text in row:
        position = line.find(text, start)
        start = position if position >= 0 else start
        places.append(start + 1)
        start += len(text) + 1
    return places


def _unit(row: Mapping[str, Cell], sides: Collection[str], kinds: Collection[str], notes: _CellProblems) -> Unit | None:
    """The counter of a row, or None after noting what is wrong."""
    count_before = len(notes.problems)
    for name in ("id", "name"):
        if not row[name].text:
            notes.add(row[name], "E202", f"{name}: missing: text")
    for name, expected_text, options in (("side", "a side", sides), ("kind", "a kind of unit", kinds)):
        if row[name].text not in options:
            text = row[name].text
            notes.add(
                row[name],
                "E301",
                f"{name}: {quote(text)} is not {expected_text}{one_of(options)}",
                did_you_mean(text, options),
            )
    numbers = {name: _number(name, row[name], notes) for name in NUMBERS if name in row and row[name].text}
    for name in ("strength", "move"):
        if not row[name].text:
            notes.add(row[name], "E202", f"{name}: missing: a whole number")
    if ("back_strength" in numbers) != ("back_move" in numbers):
        cell = row.get("back_move") or row["back_strength"]
        notes.add(cell, "E202", "a back has both, back_strength and back_move")
    lies = row.get("face_down")
    if lies is not None and lies.text not in ("", *YES_OR_NO):
        notes.add(lies, "E204", f"face_down: {quote(lies.text)} is no answer{one_of(YES_OR_NO)}")
    if len(notes.problems) > count_before:
        return None
    back_faces = (Face(numbers["back_strength"], numbers["back_move"]),) if "back_strength" in numbers else ()
    faces = (Face(numbers["strength"], numbers["move"]), *back_faces)
    formation = row["formation"].text if "formation" in row else ""
    face_down = lies is not None and lies.text == YES_OR_NO[0]
    side, kind, name = (row[key].text for key in ("side", "kind", "name"))
    return Unit(row["id"].text, side, kind, name, faces, formation, face_down, numbers.get("radius"))


def _number(name: str, cell: Cell, notes: _CellProblems) -> int:
    """The whole number in a cell; 0 after noting that there is none."""
    if not (cell.text.isascii() and cell.text.isdecimal() and len(cell.text) <= len(str(MOST))):
        notes.add(cell, "E203", f"{name}: {quote(cell.text)} is not a whole number from 0 to {MOST}")
        return 0
    return int(cell.text)
