"""Tables as spreadsheets keep them: CSV, ODS and XLSX files, each cell as text, with where it stands.

Why not python-calamine: it has no limits, and ends the program without an exception on a workbook of two kilobytes
whose only cell is the last of the sheet; and it does not say which cells of an OpenDocument sheet were merged.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path

from attrs import field, frozen

from wargame_core.data.archives import FOREIGN, Archive
from wargame_core.errors import DataError, Problem
from wargame_workshop.interchange.foreign_files import Element, read_foreign, read_xml

MOST_ROWS, MOST_COLUMNS, LONGEST, MOST_MERGED = 20_000, 1_000, 2_000, 20_000
"""Rows and columns of a table, letters of a cell, and cells made one; no more is read."""


@frozen
class SheetTable:
    """A table of a spreadsheet; ``sheet`` is its name, empty in a CSV file. Cells without writing are empty texts."""

    path: Path
    name: str
    sheet: str
    rows: tuple[tuple[str, ...], ...] = field(repr=False)
    lines: tuple[int, ...] = field(repr=False)
    notes: tuple[str, ...] = ()
    beside: frozenset[tuple[int, int]] = field(default=frozenset(), repr=False)
    """Line and column of each cell that one to its left was merged over."""

    def problem(self, row: int, column: int, code: str, message: str, hint: str = "") -> Problem:
        """A problem with a cell, both counted from 0: `file:line:column`, or `file:sheet:cell`."""
        line = self.lines[row] if row < len(self.lines) else 1
        cell = f"{self.sheet}:{column_letters(column)}{line}" if self.sheet else ""
        return Problem(self.path.name, line, column + 1, code, message, hint, cell=cell)


def column_letters(column: int) -> str:
    """What a spreadsheet calls a column, counted from 0.

    >>> column_letters(0), column_letters(25), column_letters(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def read_tables(path: Path) -> list[SheetTable]:
    """The tables of a file that have anything in them. Raises `DataError`, `ArchiveError`, OSError."""
    kind = path.suffix.casefold()
    if kind in (".csv", ".tsv", ".txt"):
        return [_csv(path)]
    if kind == ".ods":
        return [table for table in _ods(path) if table.rows]
    if kind == ".xlsx":
        return [table for table in _xlsx(path) if table.rows]
    raise _refused(path, f"a spreadsheet is a .csv, .ods or .xlsx file, not {path.suffix or 'one without an ending'}")


def _refused(path: Path, what: str, hint: str = "", line: int = 1, code: str = "E725") -> DataError:
    return DataError([Problem(path.name, line, 1, code, what, hint)])


def _csv(path: Path) -> SheetTable:
    raw, notes = read_foreign(path), []
    if raw.startswith((b"PK\3\4", b"\xd0\xcf\x11\xe0")):
        raise _refused(path, "this is a spreadsheet called .csv", "save it as CSV, or give it its own ending")
    encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
        notes.append(f"{path.name} is not UTF-8: read as Windows letters (cp1252); look at the accents")
    first = next((line for line in text.splitlines() if line.strip()), "")
    mark = max(",;\t", key=lambda mark: len(re.sub(r'"[^"]*"', "", first).split(mark)))
    rows, lines = [], []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    begins = 1
    try:
        for row in reader:
            rows.append(row)
            lines.append(begins)
            begins = reader.line_num + 1
    except csv.Error as error:
        hint = "a quotation mark is open or stands within a cell: save the file again from the spreadsheet"
        raise _refused(path, f"not CSV: {error}", hint, reader.line_num) from None
    if not any(cell.strip() for row in rows for cell in row):
        raise _refused(
            path, "there is nothing in this table", "the first row holds the names of the columns", code="E721"
        )
    return _table(path, path.stem, "", rows, lines, notes)


def _table(
    path: Path,
    name: str,
    sheet: str,
    rows: Sequence[Sequence[str]],
    lines: Sequence[int],
    notes: Sequence[str] = (),
    beside: Iterable[tuple[int, int]] = (),
) -> SheetTable:
    """The table without empty rows. Raises `DataError` for cells that are let in nowhere."""
    kept = [(row, line) for row, line in zip(rows, lines, strict=True) if any(cell.strip() for cell in row)]
    if len(kept) > MOST_ROWS or any(len(row) > MOST_COLUMNS for row, _ in kept):
        raise _refused(path, f"more than {MOST_ROWS:,} rows or {MOST_COLUMNS:,} columns", code="E104")
    cells = tuple(tuple(cell.strip() for cell in row) for row, _ in kept)
    table = SheetTable(path, name, sheet, cells, tuple(line for _, line in kept), tuple(notes), frozenset(beside))
    for n, row in enumerate(cells):
        for m, cell in enumerate(row):
            if len(cell) > LONGEST or not cell.replace("\n", " ").replace("\t", " ").isprintable():
                what = f"more than {LONGEST:,} letters" if len(cell) > LONGEST else "a character that is not let in"
                raise DataError([table.problem(n, m, "E104", f"the cell has {what}")])
    return table


# ODS


def _ods(path: Path) -> Iterator[SheetTable]:
    with Archive(path, FOREIGN) as archive:
        if "content.xml" not in archive.members:
            raise _refused(path, "no content.xml in it: this is no OpenDocument spreadsheet")
        root = read_xml(archive.bytes("content.xml"), path, "content.xml")
    for element in root.walk():
        if element.tag == "table" and "name" in element.attributes:
            name = element.get("name")
            rows, lines, beside = _ods_rows(path, name, element)
            yield _table(path, name, name, rows, lines, beside=beside)


def _ods_rows(path: Path, sheet: str, table: Element) -> tuple[list[list[str]], list[int], set[tuple[int, int]]]:
    """The rows of a sheet, and the cells of `SheetTable.beside`; a cell that another covers says what that says."""
    rows: list[list[str]] = []
    lines: list[int] = []
    beside: set[tuple[int, int]] = set()
    covered: dict[tuple[int, int], str] = {}
    reach: dict[int, int] = {}  # how many columns the cells of a line go that others were merged over
    line = 1
    for element in table.walk():
        if element.tag != "table-row":
            continue
        row: list[str] = []
        for cell in element.children:
            if cell.tag not in ("table-cell", "covered-table-cell"):
                continue
            repeated = _count(cell, "number-columns-repeated")
            text = _ods_text(path, sheet, cell, line, len(row))
            across, down = _count(cell, "number-columns-spanned"), _count(cell, "number-rows-spanned")
            if across * down > MOST_MERGED or len(row) > MOST_COLUMNS:
                raise _refused(path, f"{sheet}: {across * down:,} cells made one", code="E104")
            for below, right in product(range(down), range(across)):
                if text and (below or right):
                    covered[line + below, len(row) + right] = text
                    reach[line + below] = max(reach.get(line + below, 0), len(row) + right + 1)
                    beside |= {(line + below, len(row) + right)} if right else set()
            if not text and cell is element.children[-1]:  # the last cells are repeated to the edge of the sheet
                repeated = max(0, reach.get(line, 0) - len(row))
            for _ in range(min(repeated, MOST_COLUMNS + 1)):
                row.append(text or covered.get((line, len(row)), ""))
        times = _count(element, "number-rows-repeated")
        if any(row):
            for number in range(min(times, MOST_ROWS + 1)):
                rows.append(row)
                lines.append(line + number)
        line += times
        if len(rows) > MOST_ROWS:
            raise _refused(path, f"{sheet}: more than {MOST_ROWS:,} rows", code="E104")
    return rows, lines, beside


def _count(element: Element, name: str) -> int:
    repeated = element.get(name, "1")
    return max(1, int(repeated)) if repeated.isdecimal() and len(repeated) < 8 else 1


def _ods_text(path: Path, sheet: str, cell: Element, line: int, column: int) -> str:
    kind = cell.get("value-type")
    if kind == "date":
        where = Problem(
            path.name,
            line,
            column + 1,
            "E722",
            f"the spreadsheet has made a date of this ({cell.get('date-value')[:20]})",
            "format the column as text and write it again",
            cell=f"{sheet}:{column_letters(column)}{line}",
        )
        raise DataError([where])
    if kind in ("float", "percentage", "currency"):
        return _number(cell.get("value"))
    paragraphs = [_paragraph(element) for element in cell.all("p")]
    return "\n".join(paragraphs)


def _paragraph(element: Element) -> str:
    return element.text + "".join(_paragraph(child) for child in element.children if child.tag in ("span", "a"))


def _number(text: str) -> str:
    """A number as people write it: 3 rather than 3.0."""
    return text.removesuffix(".0") if re.fullmatch(r"-?\d+\.0", text) else text


# XLSX


def _xlsx(path: Path) -> Iterator[SheetTable]:
    with Archive(path, FOREIGN) as archive:
        if "xl/workbook.xml" not in archive.members:
            raise _refused(path, "no xl/workbook.xml in it: this is no Excel workbook")
        book = read_xml(archive.bytes("xl/workbook.xml"), path, "xl/workbook.xml")
        shared = [
            "".join(part.text for part in item.walk() if part.tag == "t")
            for item in _part(archive, path, "xl/sharedStrings.xml").all("si")
        ]
        targets = {
            row.get("Id"): row.get("Target").removeprefix("/xl/")
            for row in _part(archive, path, "xl/_rels/workbook.xml.rels").all("Relationship")
        }
        for sheet in (element for element in book.walk() if element.tag == "sheet"):
            target = f"xl/{targets.get(sheet.get('id'), '')}"
            name = sheet.get("name")
            if target in archive.members:
                root = read_xml(archive.bytes(target), path, target)
                rows, lines, beside = _xlsx_rows(path, root, shared)
                yield _table(path, name, name, rows, lines, beside=beside)


def _part(archive: Archive, path: Path, name: str) -> Element:
    return read_xml(archive.bytes(name), path, name) if name in archive.members else Element(name, {}, 1, 1)


def _xlsx_rows(
    path: Path, root: Element, shared: Sequence[str]
) -> tuple[list[list[str]], list[int], set[tuple[int, int]]]:
    cells: dict[tuple[int, int], str] = {}
    beside: set[tuple[int, int]] = set()
    for cell in (element for element in root.walk() if element.tag == "c"):
        place = _place(cell.get("r"))
        value = cell.first("v")
        text = value.text if value is not None else "".join(part.text for part in cell.walk() if part.tag == "t")
        if cell.get("t") == "s":
            if not text.isdecimal() or int(text) >= len(shared):
                raise _refused(path, f"cell {cell.get('r')[:10]} names a text that is not in the file")
            text = shared[int(text)]
        if place is not None and text:
            cells[place] = _number(text) if cell.get("t", "n") == "n" else text
    for merge in (element for element in root.walk() if element.tag == "mergeCell"):
        first, _, last = merge.get("ref").partition(":")
        begin, end = _place(first), _place(last)
        if begin is not None and end is not None and begin in cells:
            if (end[0] - begin[0] + 1) * (end[1] - begin[1] + 1) > MOST_MERGED:
                raise _refused(path, f"{merge.get('ref')[:20]}: too many cells made one", code="E104")
            for place in product(range(begin[0], end[0] + 1), range(begin[1], end[1] + 1)):
                cells.setdefault(place, cells[begin])
                beside |= {place} if place[1] > begin[1] else set()
    by_row: dict[int, dict[int, str]] = {}
    for (row, column), text in cells.items():
        by_row.setdefault(row, {})[column] = text
    numbers = sorted(by_row)
    return [[by_row[n].get(column, "") for column in range(max(by_row[n]) + 1)] for n in numbers], numbers, beside


def _place(name: str) -> tuple[int, int] | None:
    """Row (from 1) and column (from 0) of a cell's name."""
    match = re.fullmatch(r"\$?([A-Z]{1,3})\$?(\d{1,7})", name)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return (int(match[2]), column - 1) if column <= MOST_COLUMNS else None
