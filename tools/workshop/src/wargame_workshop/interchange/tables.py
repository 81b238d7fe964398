"""Tables as spreadsheets keep them: CSV, ODS and XLSX files, each cell as text, with where it stands.

Why not python-calamine: it has no limits, and ends the program without an exception on a workbook of two kilobytes
whose only cell is the last of the sheet; and it does not say which cells of an OpenDocument sheet were merged.
"""

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

MOST_ROWS, MOST_COLUMNS, MOST_CELLS, LONGEST, MOST_MERGED = 20_000, 1_000, 2_000_000, 2_000, 20_000
"""Rows, columns and cells of a table, letters of a cell, and cells made one; no more is read."""
Place = tuple[int, int]
"""Line and column, or how many of both."""


@frozen
class SheetTable:
    """A table of a spreadsheet; ``sheet`` is its name, empty in a CSV file. Cells without writing are empty texts."""

    path: Path
    name: str
    sheet: str
    rows: tuple[tuple[str, ...], ...] = field(repr=False)
    lines: tuple[int, ...] = field(repr=False)
    notes: tuple[str, ...] = ()
    beside: frozenset[Place] = field(default=frozenset(), repr=False)
    """Line and column of each cell that one to its left was merged over."""

    def problem(self, row: int, column: int, code: str, message: str, hint: str = "") -> Problem:
        """A problem with a cell, both counted from 0: `file:line:column`, or `file:sheet:cell`."""
        line = self.lines[row] if row < len(self.lines) else 1
        return _problem(self.path, self.sheet, line, column, code, message, hint)


def _problem(path: Path, sheet: str, line: int, column: int, code: str, message: str, hint: str) -> Problem:
    cell = f"{sheet}:{column_letters(column)}{line}" if sheet else ""
    return Problem(path.name, line, column + 1, code, message, hint, cell=cell)


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
    if kind in (".ods", ".xlsx"):
        return [table for table in (_ods if kind == ".ods" else _xlsx)(path) if table.rows]
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
        hint = "the first row holds the names of the columns"
        raise _refused(path, "there is nothing in this table", hint, code="E721")
    return _table(path, path.stem, "", rows, lines, notes)


def _table(
    path: Path,
    name: str,
    sheet: str,
    rows: Sequence[Sequence[str]],
    lines: Sequence[int],
    notes: Sequence[str] = (),
    beside: Iterable[Place] = (),
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


# ODS and XLSX: cells by line (from 1) and column (from 0)


def _sheet(path: Path, name: str, cells: dict[Place, str], merged: Iterable[tuple[Place, Place]]) -> SheetTable:
    """A sheet of its cells; ``merged`` are those that were made one, each with its lines and columns: all say the same.

    What a cell that is covered says itself is left to it.
    """
    beside: set[Place] = set()
    for (line, column), (down, across) in merged:
        text = cells.get((line, column))
        if text and down * across > MOST_MERGED:
            raise _refused(path, f"{name}: {down * across:,} cells made one", code="E104")
        for below, right in product(range(down), range(across)) if text else ():
            cells.setdefault((line + below, column + right), text or "")
            beside |= {(line + below, column + right)} if right else set()
    rows: dict[int, dict[int, str]] = {}
    for (line, column), text in sorted(cells.items()):
        rows.setdefault(line, {})[column] = text
    written = [[row.get(column, "") for column in range(max(row) + 1)] for row in rows.values()]
    return _table(path, name, name, written, list(rows), beside=beside)


def _ods(path: Path) -> Iterator[SheetTable]:
    with Archive(path, FOREIGN) as archive:
        if "content.xml" not in archive.members:
            raise _refused(path, "no content.xml in it: this is no OpenDocument spreadsheet")
        root = read_xml(archive.bytes("content.xml"), path, "content.xml")
    for table in root.walk():
        if table.tag == "table" and "name" in table.attributes:
            name, line = table.get("name"), 1
            cells: dict[Place, str] = {}
            merged: list[tuple[Place, Place]] = []
            for row in (element for element in table.walk() if element.tag == "table-row"):
                texts = _ods_row(path, name, row, line, merged)
                times = _count(row, "number-rows-repeated")
                if texts and (times > MOST_ROWS or len(cells) + times * len(texts) > MOST_CELLS):
                    raise _refused(path, f"{name}: more than {MOST_ROWS:,} rows or {MOST_CELLS:,} cells", code="E104")
                cells |= {(line + n, column): text for n in range(times if texts else 0) for column, text in texts}
                line += times
            yield _sheet(path, name, cells, merged)


def _ods_row(
    path: Path, sheet: str, row: Element, line: int, merged: list[tuple[Place, Place]]
) -> list[tuple[int, str]]:
    """The columns and texts of a row; its cells that were merged over others are added to ``merged``."""
    texts, column = list[tuple[int, str]](), 0
    for cell in row.children:
        if cell.tag not in ("table-cell", "covered-table-cell"):
            continue
        text, repeated = _ods_text(path, sheet, cell, line, column), _count(cell, "number-columns-repeated")
        if text and column + repeated > MOST_COLUMNS:
            raise _refused(path, f"{sheet}: more than {MOST_COLUMNS:,} columns", code="E104")
        texts += [(column + n, text) for n in range(repeated if text else 0)]
        spans = _count(cell, "number-rows-spanned"), _count(cell, "number-columns-spanned")
        merged += [((line, column), spans)] if text and spans != (1, 1) else []
        column += repeated
    return texts


def _count(element: Element, name: str) -> int:
    repeated = element.get(name, "1")
    return max(1, int(repeated)) if repeated.isdecimal() and len(repeated) < 8 else 1


def _ods_text(path: Path, sheet: str, cell: Element, line: int, column: int) -> str:
    kind = cell.get("value-type")
    if kind == "date":
        what = f"the spreadsheet has made a date of this ({cell.get('date-value')[:20]})"
        hint = "format the column as text and write it again"
        raise DataError([_problem(path, sheet, line, column, "E722", what, hint)])
    if kind in ("float", "percentage", "currency"):
        return _number(cell.get("value"))
    return "\n".join(map(_paragraph, cell.all("p")))


def _paragraph(element: Element) -> str:
    return element.text + "".join(_paragraph(child) for child in element.children if child.tag in ("span", "a"))


def _number(text: str) -> str:
    """A number as people write it: 3 rather than 3.0."""
    return text.removesuffix(".0") if re.fullmatch(r"-?\d+\.0", text) else text


def _xlsx(path: Path) -> Iterator[SheetTable]:
    with Archive(path, FOREIGN) as archive:
        if "xl/workbook.xml" not in archive.members:
            raise _refused(path, "no xl/workbook.xml in it: this is no Excel workbook")

        def part(name: str) -> Element:
            return read_xml(archive.bytes(name), path, name) if name in archive.members else Element(name, {}, 1, 1)

        shared = list(map(_texts, part("xl/sharedStrings.xml").all("si")))
        links = part("xl/_rels/workbook.xml.rels").all("Relationship")
        targets = {row.get("Id"): row.get("Target").removeprefix("/xl/") for row in links}
        for sheet in (element for element in part("xl/workbook.xml").walk() if element.tag == "sheet"):
            target = f"xl/{targets.get(sheet.get('id'), '')}"
            if target in archive.members:
                yield _sheet(path, sheet.get("name"), *_xlsx_cells(path, part(target), shared))


def _texts(element: Element) -> str:
    return "".join(part.text for part in element.walk() if part.tag == "t")


def _xlsx_cells(path: Path, root: Element, shared: Sequence[str]) -> tuple[dict[Place, str], list[tuple[Place, Place]]]:
    cells, merged = dict[Place, str](), list[tuple[Place, Place]]()
    for element in root.walk():
        if element.tag == "c":
            place, value = _place(element.get("r")), element.first("v")
            text = value.text if value is not None else _texts(element)
            if element.get("t") == "s":
                if not text.isdecimal() or int(text) >= len(shared):
                    raise _refused(path, f"cell {element.get('r')[:10]} names a text that is not in the file")
                text = shared[int(text)]
            if place is not None and text:
                cells[place] = _number(text) if element.get("t", "n") == "n" else text
        elif element.tag == "mergeCell":
            begin, end = map(_place, element.get("ref").partition(":")[::2])
            if begin is not None and end is not None:
                merged.append((begin, (end[0] - begin[0] + 1, end[1] - begin[1] + 1)))
    return cells, merged


def _place(name: str) -> Place | None:
    """Line and column of a cell's name."""
    match = re.fullmatch(r"\$?([A-Z]{1,3})\$?(\d{1,7})", name)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return (int(match[2]), column - 1) if column <= MOST_COLUMNS else None
