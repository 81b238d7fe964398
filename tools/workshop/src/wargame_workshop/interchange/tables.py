"""Tables as spreadsheets keep them: CSV, ODS and XLSX files, each cell as text, with where it stands.

A cell that cannot be read is empty in its table and stands among what was left out; a table is refused as a whole only
where its size, or the way in which the file is written, lets nothing of it be read.

Why not python-calamine: it has no limits, and ends the program without an exception on a workbook of two kilobytes
whose only cell is the last of the sheet; and it does not say which cells of an OpenDocument sheet were merged.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from pathlib import Path
from unicodedata import name as name_of

from attrs import field, frozen

from wargame_core.data.archives import FOREIGN, Archive
from wargame_core.errors import DataError, Problem
from wargame_core.names import without_apostrophe, without_unseen
from wargame_workshop.interchange.foreign_files import LARGEST, Element, read_xml

MOST_ROWS, MOST_COLUMNS, MOST_CELLS, LONGEST, MOST_MERGED = 20_000, 1_000, 2_000_000, 2_000, 20_000
"""Rows, columns and cells of a table, letters of a cell, and cells made one; no more is read."""
LONGEST_LINE, MOST_LINES = 1_000_000, 200_000
"""The letters of a line of a CSV file, and its lines, empty ones included; no more is read."""
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
    left_out: tuple[Problem, ...] = field(default=(), repr=False)
    """The cells that could not be read; they are empty in ``rows``."""
    unread: frozenset[Place] = field(default=frozenset(), repr=False)
    """Row and column of these cells, both counted from 0."""

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
        column, letter = divmod(column - 1, 26)
        letters = chr(65 + letter) + letters
    return letters


def read_tables(path: Path) -> list[SheetTable]:
    """The tables of a file that have anything in them. Raises `DataError`, `ArchiveError`, OSError."""
    kind = path.suffix.casefold()
    if kind in (".csv", ".tsv", ".txt"):
        return [_csv(path)]
    if kind in (".ods", ".xlsx"):
        return [table for table in (_ods if kind == ".ods" else _xlsx)(path) if table.rows]
    raise _refused(path, f"a spreadsheet is a .csv, .ods or .xlsx file, not {path.suffix or 'one without an ending'}")


def _refused(path: Path, message: str, hint: str = "", line: int = 1, code: str = "E725") -> DataError:
    return DataError([Problem(path.name, line, 1, code, message, hint)])


def _csv(path: Path) -> SheetTable:
    with path.open("rb") as file:
        file_start = file.read(4096)
        if file.seek(0, io.SEEK_END) > LARGEST:
            raise _refused(path, f"more than {LARGEST:,} bytes", code="E104")
    if file_start.startswith((b"PK\3\4", b"\xd0\xcf\x11\xe0")):
        raise _refused(path, "this is a spreadsheet called .csv", "save it as CSV, or give it its own ending")
    try:
        return _csv_table(path, _encoding(file_start), [])
    except UnicodeDecodeError:
        note = f"{path.name} is not UTF-8: read as Windows letters (cp1252); look at the accents"
        return _csv_table(path, "cp1252", [note])


def _encoding(file_start: bytes) -> str:
    """The encoding of a text by its first bytes; UTF-16 without a mark has a zero beside each letter of a heading."""
    if file_start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    zeros = file_start[0:64:2].count(0), file_start[1:64:2].count(0)
    if max(zeros) > 8:
        return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    return "utf-8-sig"


def _csv_table(path: Path, encoding: str, notes: Sequence[str]) -> SheetTable:
    """The table in a text of some encoding, a line at a time. Raises `DataError`, UnicodeDecodeError."""
    rows, lines = list[list[str]](), list[int]()
    with path.open(encoding=encoding, errors="replace" if encoding == "cp1252" else "strict", newline="") as file:
        first_line = next((line for line in _lines(path, file) if line.strip()), "")
        separator_line = re.fullmatch(r"sep=(.)\s*", first_line)  # as a spreadsheet notes its separator
        mark = (
            separator_line[1]
            if separator_line
            else max(",;\t", key=lambda mark: len(re.sub(r'"[^"]*"', "", first_line).split(mark)))
        )
        file.seek(0)
        reader = csv.reader(_lines(path, file), delimiter=mark, strict=True)
        first_line_number, cells = 1, 0
        try:
            for row in reader:
                if any(cell and not cell.isspace() for cell in row) and not (
                    separator_line and not rows and first_line_number == 1
                ):
                    rows.append(row)
                    lines.append(first_line_number)
                    cells += len(row)
                    _check_size(path, len(rows), len(row), cells)
                first_line_number = reader.line_num + 1
        except csv.Error as error:
            hint = "a quotation mark is open or stands within a cell: save the file again from the spreadsheet"
            raise _refused(path, f"not CSV: {error}", hint, reader.line_num) from None
    table = _table(path, path.stem, "", rows, lines, notes)
    if not table.rows:
        hint = "the first row holds the names of the columns"
        raise _refused(path, "there is nothing in this table", hint, code="E721")
    return table


def _lines(path: Path, file: io.TextIOBase) -> Iterator[str]:
    """The lines of a text, none of them too long. Raises `DataError`."""
    for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE + 1), ""), 1):
        if len(line) > LONGEST_LINE:
            hint = "a table has a line for each row: save the file again from the spreadsheet"
            raise _refused(path, f"a line of more than {LONGEST_LINE:,} letters", hint, number, "E104")
        if number > MOST_LINES:
            raise _refused(path, f"more than {MOST_LINES:,} lines", "delete the empty ones", number, "E104")
        yield line


def _check_size(path: Path, rows: int, columns: int, cells: int) -> None:
    if rows > MOST_ROWS or columns > MOST_COLUMNS or cells > MOST_CELLS:
        limits = f"{MOST_ROWS:,} rows, {MOST_COLUMNS:,} columns or {MOST_CELLS:,} cells"
        raise _refused(path, f"more than {limits}", code="E104")


def _table(
    path: Path,
    name: str,
    sheet: str,
    rows: Sequence[Sequence[str]],
    lines: Sequence[int],
    notes: Sequence[str] = (),
    filled_cells: Iterable[Place] = (),
    unread: Mapping[Place, tuple[str, str]] | None = None,
) -> SheetTable:
    """The table without empty rows; ``unread`` says by line and column why and what to do.

    Cells with what is let in nowhere are empty and noted.
    """
    unread = unread or {}
    kept_rows, kept_lines, left_out, places = list[tuple[str, ...]](), list[int](), list[Problem](), set[Place]()
    for row, line in zip(rows, lines, strict=True):
        cells, reasons_by_column = [_as_written(cell) for cell in row], dict[int, tuple[str, str, str]]()
        for column, cell in enumerate(cells):
            if (line, column) in unread:
                reasons_by_column[column] = ("E722", *unread[line, column])
            elif reason := _why_not_read(cell):
                reasons_by_column[column] = ("E722" if cell in ERRORS else "E104", *reason)
        if not any(cells) and not reasons_by_column:
            continue
        for column, (code, message, hint) in reasons_by_column.items():
            left_out.append(_problem(path, sheet, line, column, code, message, hint))
            places.add((len(kept_rows), column))
        kept_rows.append(tuple("" if column in reasons_by_column else cell for column, cell in enumerate(cells)))
        kept_lines.append(line)
        _check_size(path, len(kept_rows), len(cells), 0)
    return SheetTable(
        path,
        name,
        sheet,
        tuple(kept_rows),
        tuple(kept_lines),
        tuple(notes),
        frozenset(filled_cells),
        tuple(left_out),
        frozenset(places),
    )


ERRORS = frozenset(
    ("#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!", "Err:502", "Err:508", "Err:522")
)
"""What spreadsheets show where a formula has no value."""


def _as_written(cell: str) -> str:
    """A cell without what nobody sees, and without the apostrophe that says that it is not a formula."""
    cell = without_apostrophe(without_unseen(cell).lstrip(" "))
    return cell.replace("\r\n", "\n").replace("\r", "\n").strip()


def _why_not_read(cell: str) -> tuple[str, str] | None:
    """Why a cell is not read, and what can be done; None for one that is."""
    if cell.isprintable() and len(cell) <= LONGEST and cell not in ERRORS and "\ufffd" not in cell:
        return None
    if cell in ERRORS:
        return f"the formula in this cell has no value ({cell})", "mend the formula, or write the value"
    if len(cell) > LONGEST:
        return (
            f"a text of {len(cell):,} letters; at most {LONGEST:,} are read",
            "keep long notes in a file of their own",
        )
    odd_sign = next(
        (sign for sign in cell if not (sign.isprintable() or sign in "\n\t\u200c\u200d") or sign == "\ufffd"), ""
    )
    if not odd_sign:
        return None
    character_name = name_of(
        odd_sign, "a control character" if ord(odd_sign) < 0xA0 else "a character without a name"
    ).lower()
    return (
        f"the cell has U+{ord(odd_sign):04X} ({character_name}), which is not let in",
        "delete it and write the cell anew",
    )


# ODS and XLSX: cells by line (from 1) and column (from 0)


Unread = dict[Place, tuple[str, str]]
"""By line and column of a cell, why it is not read, and what can be done."""


def _sheet(
    path: Path, name: str, cells: dict[Place, str], merged_cells: Iterable[tuple[Place, Place]], unread: Unread
) -> SheetTable:
    """A sheet of its cells; ``merged_cells`` are those made one, each with its lines and columns: all say the same.

    What a cell that is covered says itself is left to it.
    """
    cells |= dict.fromkeys(unread, "")
    filled_cells: set[Place] = set()
    for (line, column), (row_span, column_span) in merged_cells:
        text = cells.get((line, column))
        if text and row_span * column_span > MOST_MERGED:
            raise _refused(path, f"{name}: {row_span * column_span:,} cells made one", code="E104")
        for row_offset, right in product(range(row_span), range(column_span)) if text else ():
            cells.setdefault((line + row_offset, column + right), text or "")
            filled_cells |= {(line + row_offset, column + right)} if right else set()
    rows: dict[int, dict[int, str]] = {}
    for (line, column), text in sorted(cells.items()):
        rows.setdefault(line, {})[column] = text
    cell_rows = [[row.get(column, "") for column in range(max(row) + 1)] for row in rows.values()]
    return _table(path, name, name, cell_rows, list(rows), filled_cells=filled_cells, unread=unread)


def _ods(path: Path) -> Iterator[SheetTable]:
    with Archive(path, FOREIGN) as archive:
        if "content.xml" not in archive.members:
            raise _refused(path, "no content.xml in it: this is not an OpenDocument spreadsheet")
        root = read_xml(archive.bytes("content.xml"), path, "content.xml")
    for table in root.walk():
        if table.tag == "table" and "name" in table.attributes:
            name, line = table.get("name"), 1
            cells: dict[Place, str] = {}
            merged_cells: list[tuple[Place, Place]] = []
            unread: Unread = {}
            for row in (element for element in table.walk() if element.tag == "table-row"):
                texts = _ods_row(path, name, row, line, merged_cells, unread)
                times = _count(row, "number-rows-repeated")
                if texts and (times > MOST_ROWS or len(cells) + times * len(texts) > MOST_CELLS):
                    raise _refused(path, f"{name}: more than {MOST_ROWS:,} rows or {MOST_CELLS:,} cells", code="E104")
                cells |= {
                    (line + repeat_number, column): text
                    for repeat_number in range(times if texts else 0)
                    for column, text in texts
                }
                line += times
            yield _sheet(path, name, cells, merged_cells, unread)


def _ods_row(
    path: Path, sheet: str, row: Element, line: int, merged_cells: list[tuple[Place, Place]], unread: Unread
) -> list[tuple[int, str]]:
    """The columns and texts of a row; its cells over others are added to ``merged_cells``, its dates to ``unread``."""
    texts, column = list[tuple[int, str]](), 0
    for cell in row.children:
        if cell.tag not in ("table-cell", "covered-table-cell"):
            continue
        text, repeat_count = _ods_text(cell), _count(cell, "number-columns-repeated")
        if cell.get("value-type") == "date" and column < MOST_COLUMNS:
            unread[line, column] = _date_of(cell.get("date-value"))
        if text and column + repeat_count > MOST_COLUMNS:
            raise _refused(path, f"{sheet}: more than {MOST_COLUMNS:,} columns", code="E104")
        texts += [(column + repeat_number, text) for repeat_number in range(repeat_count if text else 0)]
        spans = _count(cell, "number-rows-spanned"), _count(cell, "number-columns-spanned")
        merged_cells += [((line, column), spans)] if text and spans != (1, 1) else []
        column += repeat_count
    return texts


def _count(element: Element, name: str) -> int:
    repeat_text = element.get(name, "1")
    return max(1, int(repeat_text)) if repeat_text.isdecimal() and len(repeat_text) < 8 else 1


def _date_of(text: str) -> tuple[str, str]:
    """Why a cell is not read of which a spreadsheet has made a date, and what can be done."""
    complaint = f"the spreadsheet has made a date of this ({text[:20]})"
    return complaint, "format the column as text and write it again"


def _ods_text(cell: Element) -> str:
    if cell.get("value-type") in ("float", "percentage", "currency"):
        return _number(cell.get("value"))
    return "\n".join(map(_paragraph, cell.all("p"))) if cell.get("value-type") != "date" else ""


def _paragraph(element: Element) -> str:
    return element.text + "".join(_paragraph(child) for child in element.children if child.tag in ("span", "a"))


def _number(text: str) -> str:
    """A number as people write it: 3 rather than 3.0."""
    return text.removesuffix(".0") if re.fullmatch(r"-?\d+\.0", text) else text


def _xlsx(path: Path) -> Iterator[SheetTable]:
    with Archive(path, FOREIGN) as archive:
        if "xl/workbook.xml" not in archive.members:
            raise _refused(path, "no xl/workbook.xml in it: this is not an Excel workbook")

        def part(name: str) -> Element:
            return read_xml(archive.bytes(name), path, name) if name in archive.members else Element(name, {}, 1, 1)

        shared_texts = list(map(_texts, part("xl/sharedStrings.xml").all("si")))
        dates = _date_styles(part("xl/styles.xml"))
        links = part("xl/_rels/workbook.xml.rels").all("Relationship")
        targets = {row.get("Id"): row.get("Target").removeprefix("/xl/") for row in links}
        for sheet in (element for element in part("xl/workbook.xml").walk() if element.tag == "sheet"):
            target = f"xl/{targets.get(sheet.get('id'), '')}"
            if target in archive.members:
                yield _sheet(path, sheet.get("name"), *_xlsx_cells(part(target), shared_texts, dates))


def _texts(element: Element) -> str:
    return "".join(part.text for part in element.walk() if part.tag == "t")


def _date_styles(root: Element) -> frozenset[str]:
    """The styles of cells whose numbers are shown as dates or times: those of Excel's own formats, or of their own."""
    formats = {str(number) for number in chain(range(14, 23), range(45, 48))}
    for element in root.walk():
        format_code = (
            re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", element.get("formatCode")) if element.tag == "numFmt" else ""
        )
        formats |= {element.get("numFmtId")} if re.search("[dmyhs]", format_code, re.IGNORECASE) else set()
    cell_formats = next((element for element in root.walk() if element.tag == "cellXfs"), Element("cellXfs", {}, 1, 1))
    return frozenset(
        str(style_number)
        for style_number, style in enumerate(cell_formats.all("xf"))
        if style.get("numFmtId") in formats
    )


def _xlsx_cells(
    root: Element, shared_texts: Sequence[str], dates: frozenset[str]
) -> tuple[dict[Place, str], list[tuple[Place, Place]], Unread]:
    cells, merged_cells, unread = dict[Place, str](), list[tuple[Place, Place]](), Unread()
    for element in root.walk():
        if element.tag == "c" and (place := _place(element.get("r"))) is not None:
            value = element.first("v")
            text, kind = value.text if value is not None else _texts(element), element.get("t", "n")
            if kind == "s" and not (text.isdecimal() and len(text) < 8 and int(text) < len(shared_texts)):
                unread[place] = "the cell names a text that is not in the file", "write the cell again"
            elif kind == "n" and text and element.get("s") in dates:
                unread[place] = _date_of(text)
            elif text := shared_texts[int(text)] if kind == "s" else text:
                cells[place] = _number(text) if kind == "n" else text
        elif element.tag == "mergeCell":
            first_cell, last_cell = map(_place, element.get("ref").partition(":")[::2])
            if first_cell is not None and last_cell is not None:
                merged_cells.append((first_cell, (last_cell[0] - first_cell[0] + 1, last_cell[1] - first_cell[1] + 1)))
    return cells, merged_cells, unread


def _place(name: str) -> Place | None:
    """Line and column of a cell's name."""
    match = re.fullmatch(r"\$?([A-Z]{1,3})\$?(\d{1,7})", name)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return (int(match[2]), column - 1) if column <= MOST_COLUMNS else None
