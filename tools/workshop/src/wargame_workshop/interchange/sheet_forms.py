"""What the columns of a table mean: each form of table, its columns, and the values of its cells."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from wargame_core.data.documents import did_you_mean, one_of
from wargame_core.errors import Problem
from wargame_workshop.interchange.drawn import DrawnFile
from wargame_workshop.interchange.new_map import new_id
from wargame_workshop.interchange.tables import SheetTable
from wargame_workshop.splices import Splices

Read = Callable[[str], Any]


def text(cell: str) -> str:
    """A cell with its spaces made single."""
    return " ".join(cell.split())


def whole(cell: str) -> int:
    """A whole number; a minus may be any that spreadsheets write."""
    plain = cell.replace("\u2212", "-").replace("\u2013", "-").lstrip("+")
    if len(plain) > 9 or not plain.lstrip("-").isdecimal():
        raise ValueError(f"{cell[:40]!r} is not a whole number")
    return int(plain)


def number(cell: str) -> float:
    """A number with or without decimals. Raises ValueError."""
    plain = cell.replace("\u2212", "-").replace(",", ".")
    try:
        value = float(plain)
    except ValueError:
        raise ValueError(f"{cell[:40]!r} is not a number") from None
    if abs(value) > 1e6 or value != value:
        raise ValueError(f"{cell[:40]!r} is not a number of this earth")
    return value


def rating(cell: str) -> int | str:
    """A whole number, or "?" for a rating that is not known. Raises ValueError."""
    return "?" if cell == "?" else whole(cell)


def words(cell: str) -> list[str]:
    """Words with a slash between."""
    return [text(word) for word in cell.split("/") if word.strip()]


def cell_of_map(cell: str) -> list[int]:
    """A space as "8,12"."""
    parts = cell.strip("()[] ").replace(";", ",").split(",")
    if len(parts) != 2 or not all(part.strip().isdecimal() and len(part.strip()) < 6 for part in parts):
        raise ValueError(f"{cell[:40]!r} is not a space such as 8,12 (row first, then column)")
    return [int(part) for part in parts]


def counts(cell: str) -> dict[str, int]:
    """Words with a number each: "picket=1/depot=2"."""
    numbers = {}
    for part in words(cell):
        word, mark, many = part.partition("=")
        if not mark:
            raise ValueError(f"{part[:40]!r} is not a word with its number, such as picket=1")
        numbers[text(word)] = whole(many.strip())
    return numbers


def yes_or_no(cell: str) -> bool:
    """Yes or no, in any of the ways that spreadsheets write it. Raises ValueError."""
    if cell.casefold() not in ("yes", "no", "true", "false", "1", "0"):
        raise ValueError(f"{cell[:40]!r} is not yes or no")
    return cell.casefold() in ("yes", "true", "1")


@frozen
class Form:
    """A form of table: what it is called, its columns and how their cells are read, and those it cannot be without."""

    name: str
    columns: Mapping[str, Read]
    needed: tuple[str, ...]


FORMS = {
    form.name: form
    for form in (
        Form(
            "oob",
            {"side": text, "unit": text, "arm": text, "rating": whole, "status": text, "id": text},
            ("side", "unit", "arm", "rating"),
        ),
        Form("sides", {"id": text, "name": text}, ("id", "name")),
        Form(
            "formations",
            {
                "id": text,
                "name": text,
                "level": text,
                "side": text,
                "parent": text,
                "short": text,
                "arm": text,
                "status": text,
                "tokens": counts,
            },
            ("name", "level"),
        ),
        Form(
            "leaders",
            {
                "id": text,
                "name": text,
                "commands": words,
                "rating": rating,
                "traits": words,
                "full_name": text,
                "rank": text,
                "role": text,
            },
            ("name", "commands"),
        ),
        Form(
            "places",
            {
                "name": text,
                "kind": text,
                "cell": cell_of_map,
                "hex": text,
                "lat": number,
                "lon": number,
                "tags": words,
                "objective": text,
                "note": text,
                "in_text": yes_or_no,
                "confidence": text,
            },
            ("name",),
        ),
        Form("setup", {"unit": text, "where": text}, ("unit", "where")),
    )
}
"""The forms of tables with names of columns; a table called `map` is a grid of letters instead."""
LEVELS = ("theater", "army", "wing", "corps", "division", "brigade", "regiment")
"""Columns of an order of battle that need not be in the file yet."""


@frozen
class Entry:
    """A row of a table: its values by column, empty cells left out."""

    table: SheetTable
    row: int
    values: Mapping[str, Any]
    columns: Mapping[str, int] = field(repr=False)

    def problem(self, column: str, code: str, message: str, hint: str = "") -> Problem:
        return self.table.problem(self.row, self.columns.get(column, 0), code, message, hint)


def form_of(table: SheetTable) -> str | None:
    """The form of a table: what it is called, or what its columns are those of."""
    name = table.name.casefold().strip()
    if name in ("map", "terrain", "grid"):
        return "map"
    if name in FORMS or name == "units":
        return "oob" if name == "units" else name
    head = {cell.casefold() for cell in table.rows[0]}
    fits = [form.name for form in FORMS.values() if set(form.needed) <= head]
    order = ("oob", "setup", "leaders", "formations", "places", "sides")
    return next((name for name in order if name in fits), None)


def entries_of(table: SheetTable, form: Form, levels: Iterable[str], problems: list[Problem]) -> list[Entry]:
    """The rows of a table as values; ``levels`` are further columns that it may have, of names of formations."""
    known: dict[str, Read] = {**form.columns, **(dict.fromkeys(levels, text) if form.name == "oob" else {})}
    columns: dict[str, int] = {}
    before = len(problems)
    for number, cell in enumerate(table.rows[0]):
        name = cell.casefold().replace(" ", "_")
        if name in columns:
            problems.append(table.problem(0, number, "E302", f"the column {name!r} is there twice"))
        elif name in known:
            columns[name] = number
        elif name:
            hint = did_you_mean(name, known)
            problems.append(table.problem(0, number, "E720", f"{name[:40]!r} is not a column{one_of(known)}", hint))
    for name in form.needed:
        if name not in columns:
            hint = "the first row holds the names of the columns"
            problems.append(
                table.problem(0, 0, "E721", f"the column {name!r} is missing in a table of {form.name}", hint)
            )
    if len(problems) > before:
        return []
    return [_entry(table, form, row, known, columns, problems) for row in range(1, len(table.rows))]


def _astray(table: SheetTable, row: int, columns: Mapping[str, int]) -> Iterator[Problem]:
    """The cells of a row that say something of no column, or of two at once."""
    names = {number: name for name, number in columns.items()}
    for number, cell in enumerate(table.rows[row]):
        if cell and number not in names:
            hint = "name the column in the first row, or empty the cell"
            yield table.problem(row, number, "E723", f"{cell[:40]!r} stands in a column without a name", hint)
        elif cell and (table.lines[row], number) in table.beside:
            what = f"one cell was made of {names.get(number - 1, 'another')} and {names[number]}"
            hint = f"part the cells again and write the {names[number]} of this row"
            yield table.problem(row, number, "E726", what, hint)


def _entry(
    table: SheetTable,
    form: Form,
    row: int,
    known: Mapping[str, Read],
    columns: Mapping[str, int],
    problems: list[Problem],
) -> Entry:
    values: dict[str, Any] = {}
    cells = table.rows[row]
    problems += _astray(table, row, columns)
    called = next(
        (cells[columns[name]] for name in ("unit", "name", "id") if len(cells) > columns.get(name, 1_000_000)), ""
    )
    for name, column in columns.items():
        cell = cells[column] if column < len(cells) else ""
        if not cell:
            if name in form.needed:
                problems.append(
                    table.problem(row, column, "E202", f"{name} is missing", f"the row is {called or 'empty'}")
                )
            continue
        try:
            values[name] = known[name](cell)
        except ValueError as error:
            problems.append(table.problem(row, column, "E204", f"{name}: {error}", f"the row is {called}"))
    return Entry(table, row, values, columns)


@define
class SheetMerge:
    """The changes that tables bring to one data file, and what they are called."""

    splices: Splices
    problems: list[Problem] = field(factory=list)
    added: list[str] = field(factory=list)
    changed: list[str] = field(factory=list)
    gone: list[str] = field(factory=list)
    removed: list[str] = field(factory=list)
    untouched: int = 0

    def rows(self, section: str) -> list[dict[str, Any]]:
        return [row for row in self.splices.data.get(section, ()) if isinstance(row, dict)]

    def update(self, entry: Entry, path: tuple[str | int, ...], label: str, values: Mapping[str, Any]) -> None:
        """Other values of a row that is there; empty cells leave what is written."""
        old: Any = self.splices.data
        for part in path:
            old = old[part]
        different = {key: value for key, value in values.items() if old.get(key) != value}
        for key, value in different.items():
            if not self.splices.has((*path, key)):
                self.splices.add_key(path, key, value)
            elif isinstance(value, list) and isinstance(old[key], list):
                self.splices.relist((*path, key), value)
            else:
                self.splices.replace((*path, key), value)
        if different:
            self.changed.append(label)
        else:
            self.untouched += 1

    def section(self, section: str, entries: Sequence[Entry], *, with_id: bool, prune: bool) -> None:
        """Merge a table whose rows are those of a section."""
        rows = self.rows(section)
        taken: set[int] = set()
        ids = {str(row.get("id")) for row in rows}
        for entry in entries:
            values = dict(entry.values)
            number = _place(rows, values, taken)
            label = f"{section} {values.get('name', values.get('id'))!r}"
            if number is not None:
                taken.add(number)
                self.update(entry, (section, number), label, values)
                continue
            if with_id and "id" not in values:
                values = {"id": new_id(values["name"], ids), **values}
            ids.add(str(values.get("id")))
            self.splices.add_table(section, values)
            self.added.append(label)
        for number, row in enumerate(rows):
            if number not in taken:
                label = f"{section} {row.get('name', row.get('id'))!r}"
                if prune:
                    self.splices.drop_table(section, number)
                    self.removed.append(label)
                else:
                    self.gone.append(label)

    def named(self, entry: Entry, column: str, what: str, name: str, known: Known) -> str | None:
        """The id of what is called so, None after noting that nothing is, or several are."""
        if name in known.ids:
            return name
        ids = known.names.get(name, ())
        if len(ids) == 1:
            return ids[0]
        if ids:
            message, hint = (
                f"{column}: {name!r} is {len(ids)} of them ({', '.join(ids)})",
                "write the id of the one meant",
            )
        else:
            message = f"{column}: {name!r} is not {what}{one_of(known.names)}"
            hint = did_you_mean(name, [*known.names, *known.ids])
        self.problems.append(entry.problem(column, "E301", message, hint))
        return None


@frozen
class Known:
    """Ids that may be meant, and the ids by each name."""

    ids: frozenset[str]
    names: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> Known:
        names: dict[str, tuple[str, ...]] = {}
        for row in rows:
            if "id" in row and row["id"] not in names.get(str(row.get("name")), ()):
                names[str(row.get("name"))] = (*names.get(str(row.get("name")), ()), str(row["id"]))
        return cls(frozenset(key for ids in names.values() for key in ids), names)


def _place(rows: Sequence[Mapping[str, Any]], values: Mapping[str, Any], taken: set[int]) -> int | None:
    """The row with the id, or without one with the name, and with the same parent if that is told."""
    wanted = values.get("id")
    if wanted is not None:
        return next((n for n, row in enumerate(rows) if row.get("id") == wanted and n not in taken), None)
    alike = [n for n, row in enumerate(rows) if row.get("name") == values.get("name") and n not in taken]
    above = [n for n in alike if all(rows[n].get(key) == values[key] for key in ("side", "parent") if key in values)]
    return next(iter(above or (alike if len(alike) == 1 else [])), None)


_FORMATIONS = ("id", "name", "level", "side", "parent", "short", "arm", "status", "tokens")
_LEADERS = ("id", "name", "full_name", "rank", "role", "commands", "rating", "traits")
_PLACES = ("name", "kind", "cell", "hex", "lat", "lon", "tags", "objective", "note", "in_text", "confidence")


def oob_tables(data: Mapping[str, Any]) -> dict[str, str]:
    """The tables of an order of battle file by name, as CSV."""
    formations = {row["id"]: row for row in data.get("formation", ())}
    sides = {row["id"]: row["name"] for row in data.get("side", ())}
    levels = list(dict.fromkeys(row["level"] for row in _from_above(formations)))
    units = []
    for row in formations.values():
        chain, above = {row["level"]: row["name"]}, row
        while above.get("parent"):
            above = formations[above["parent"]]
            chain[above["level"]] = above["name"]
        for unit in row.get("units", ()):
            head = {"side": sides[above["side"]], **chain, "unit": unit["name"]}
            units.append({**head, "arm": unit["arm"], "rating": unit["rating"], "id": unit["id"]})
    return {
        "sides": csv_text(("id", "name"), data.get("side", ())),
        "formations": csv_text(_FORMATIONS, formations.values()),
        "oob": csv_text(("side", *levels, "unit", "arm", "rating", "id"), units),
        "leaders": csv_text(_LEADERS, data.get("leader", ())),
    }


def _from_above(formations: Mapping[str, Any]) -> list[Any]:
    def depth(row: Any) -> int:
        return 1 + depth(formations[row["parent"]]) if row.get("parent") in formations else 0

    return sorted(formations.values(), key=depth)


def map_tables(file: DrawnFile, data: Mapping[str, Any]) -> dict[str, str]:
    """The places of a map and its letters, as CSV."""
    tables = {"places": csv_text(_PLACES, data.get("place", ()))}
    grid = file.grids.get("terrain")
    if grid is not None and not any(" " in row for row in grid.rows):
        out = io.StringIO()
        csv.writer(out, lineterminator="\r\n").writerows(grid.rows)
        tables["map"] = out.getvalue()
    return tables


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV, with the columns that any of them has."""
    rows = list(rows)
    used = [column for column in columns if any(column in row for row in rows)] or list(columns[:1])
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(used)
    writer.writerows([_cell(column, row.get(column)) for column in used] for row in rows)
    return out.getvalue()


def _cell(column: str, value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case dict():
            return "/".join(f"{key}={count}" for key, count in value.items())
        case list() if column == "cell":
            return ",".join(map(str, value))
        case list():
            return "/".join(map(str, value))
    return str(value)
