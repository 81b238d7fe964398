"""An order of battle written in the ways in which spreadsheets write tables, with what it means known."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Literal
from xml.sax.saxutils import escape

from attrs import field, frozen
from tests.interchange.small_files import archive, ods, ods_cell

COLUMNS = ("side", "corps", "division", "unit", "arm", "rating", "status")
OOB = """\
source = { document = "ours", basis = "reconstruction" }
id = "foreign"

[[side]]
id = "blue"
name = "The Army of the West"

[[formation]]
id = "blue_first"
name = "First Corps"
level = "corps"
side = "blue"

[[formation]]
id = "blue_reed"
name = "Reed's Division"
level = "division"
parent = "blue_first"
arm = "infantry"
units = [
  { id = "blue_hall", name = "Hall's Brigade", arm = "infantry", rating = 0 },
  { id = "blue_muller", name = "M\u00fcller - Stra\u00dfe", arm = "infantry", rating = 0 },
  { id = "blue_sum", name = "=SUM(A1)", arm = "artillery", rating = 0 },
  { id = "blue_oclair", name = "\u00c9loi d'Arc", arm = "cavalry", rating = 0 },
]
"""
UNITS = ("Hall's Brigade", "M\u00fcller - Stra\u00dfe", "=SUM(A1)", "\u00c9loi d'Arc")


@frozen
class ForeignTable:
    """A file and what it means: the ratings of the units that are there, by name, and how many cells are left out."""

    name: str
    raw: bytes
    ratings: Mapping[str, int]
    left_out: int
    how: str = field(default="")


def foreign_table(seed: int, folder: Path) -> ForeignTable:
    """A table in some way of writing; equal seeds give equal tables. ``folder`` is for files in the making."""
    rng = Random(seed)
    how: list[str] = []
    ratings = {unit: rng.randint(-3, 9) for unit in UNITS}
    rows, left_out = _rows(rng, ratings, how)
    kind = rng.choice(("csv", "csv", "csv", "xlsx", "ods"))
    if kind == "csv":
        raw = _csv(rng, rows, how)
    else:
        raw = (_xlsx if kind == "xlsx" else _ods)(rng, rows, folder / f"making.{kind}")
    return ForeignTable(f"oob.{kind}", raw, ratings, left_out, ", ".join([kind, *how]))


def _rows(rng: Random, ratings: dict[str, int], how: list[str]) -> tuple[list[list[str]], int]:
    """The rows of the table, some of them wrong: those change no rating, and are counted."""
    order = list(COLUMNS)
    rng.shuffle(order)
    rows = [{"side": "The Army of the West", "corps": "First Corps", "division": "Reed's Division", "unit": unit,
             "arm": {"=SUM(A1)": "artillery", UNITS[3]: "cavalry"}.get(unit, "infantry"), "rating": str(rating)}
            for unit, rating in ratings.items()]  # fmt: skip
    left_out, sound = 0, list(rows)
    for wrong in rng.sample(list(WRONG), rng.randint(0, 2)):
        row = rng.choice(sound) | {"unit": f"Wrong {wrong}"}
        WRONG[wrong](row)
        rows.insert(rng.randint(0, len(rows)), row)
        left_out += 1
        how.append(wrong)
    signs = rng.choice(list(SIGNS))
    how.append(signs)
    heads = [rng.choice((str.title, str.upper, str))(column) for column in order]
    table = [heads, *([SIGNS[signs](row.get(column, "")) for column in order] for row in rows)]
    if rng.random() < 0.4:
        how.append("empty rows and columns")
        table = [[*row, "", ""] for row in table]
        table.insert(rng.randint(1, len(table)), [""] * len(table[0]))
        table.append([" "] * len(table[0]))
    return table, left_out


def _set(row: dict[str, str], column: str, cell: str) -> None:
    row[column] = cell


WRONG: Mapping[str, Callable[[dict[str, str]], None]] = {
    "a note of 2,001 letters": lambda row: _set(row, "unit", "x" * 2001),
    "a control letter": lambda row: _set(row, "unit", "Be\u0085ll"),
    "a formula without a value": lambda row: _set(row, "rating", "#DIV/0!"),
    "a number in words": lambda row: _set(row, "rating", "two"),
    "an unknown side": lambda row: _set(row, "side", "The Army of the East"),
    "no arm": lambda row: _set(row, "arm", ""),
}


def _typographic(cell: str) -> str:
    return cell.replace("'", "\u2019").replace(" - ", " \u2013 ")


SIGNS: Mapping[str, Callable[[str], str]] = {
    "plain signs": str,
    "no-break spaces": lambda cell: cell.replace(" ", "\u00a0"),
    "typographic marks": _typographic,
    "doubled spaces": lambda cell: cell.replace(" ", "  "),
    "marks nobody sees": lambda cell: f"\u00ad{cell}" if cell else cell,
    "letters in two parts": lambda cell: cell.replace("\u00fc", "u\u0308").replace("\u00c9", "E\u0301"),
}
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "latin-1")


def _csv(rng: Random, rows: Sequence[Sequence[str]], how: list[str]) -> bytes:
    mark, end = rng.choice(",;\t"), rng.choice(("\n", "\r\n", "\r"))
    quoted = rng.random() < 0.5
    quoting: Literal[0, 1] = csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL
    out = io.StringIO()
    csv.writer(out, delimiter=mark, lineterminator=end, quoting=quoting).writerows(
        [f"'{cell}" if cell.startswith("=") and rng.random() < 0.5 else cell for cell in row] for row in rows
    )
    text = (f"sep={mark}{end}" if rng.random() < 0.15 else "") + out.getvalue()
    fits = [encoding for encoding in ENCODINGS if _fits(text, encoding)]
    encoding = rng.choice(fits)
    how += [encoding, repr(mark), repr(end), "all in quotes" if quoted else "few in quotes"]
    return text.encode(encoding)


def _fits(text: str, encoding: str) -> bool:
    """Whether a text can be written so, and is not taken for another encoding."""
    if encoding in ("cp1252", "latin-1") and ("\x85" in text or text.isascii()):
        return False
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _ods(rng: Random, rows: Sequence[Sequence[str]], path: Path) -> bytes:
    def row(cells: Sequence[str]) -> str:
        return f"<table:table-row>{''.join(map(cell, cells))}<table:table-cell/></table:table-row>"

    def cell(text: str) -> str:
        if text.lstrip("-").isdecimal() and rng.random() < 0.7:
            number = f'office:value-type="float" office:value="{text}"'
            return f"<table:table-cell {number}><text:p>{text}</text:p></table:table-cell>"
        return ods_cell(escape(text))

    return ods(path, {"oob": "".join(map(row, rows))}).read_bytes()


def _xlsx(rng: Random, rows: Sequence[Sequence[str]], path: Path) -> bytes:
    shared: list[str] = []

    def cell(place: str, text: str) -> str:
        if text.lstrip("-").isdecimal() and rng.random() < 0.7:
            return f'<c r="{place}"><v>{text}</v></c>'
        if text.startswith("#"):
            return f'<c r="{place}" t="e"><f>A1/0</f><v>{text}</v></c>'
        if rng.random() < 0.3:
            return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'
        shared.append(f"<si><t xml:space='preserve'>{escape(text)}</t></si>")
        return f'<c r="{place}" t="s"><v>{len(shared) - 1}</v></c>'

    written = "".join(
        f'<row r="{line}">{"".join(cell(f"{chr(65 + n)}{line}", text) for n, text in enumerate(row) if text)}</row>'
        for line, row in enumerate(rows, 1)
    )
    parts: dict[str, bytes | str] = {
        "xl/workbook.xml": '<workbook xmlns:r="x"><sheets><sheet name="OOB" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<R><Relationship Id="rId1" Target="worksheets/s.xml"/></R>',
        "xl/sharedStrings.xml": f"<sst>{''.join(shared)}</sst>",
        "xl/worksheets/s.xml": f"<worksheet><sheetData>{written}</sheetData></worksheet>",
    }
    return archive(path, parts).read_bytes()
