"""What the columns of a table mean: each form of table, its columns, and the values of its cells.

A cell or column that cannot be read is left out, and so is a row that cannot be without it; each is noted.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import field, frozen

from wargame_core.data import Problem, did_you_mean, one_of
from wargame_core.names import folded, no_formula
from wargame_workshop.interchange.drawn import DrawnFile
from wargame_workshop.interchange.tables import SheetTable

SETUP_TABLE: Final = "design/setup.csv"
"""The table of a set-up that an import from another program begins in a folder."""

Read = Callable[[str], Any]


def text(cell: str) -> str:
    """A cell with its spaces made single."""
    return " ".join(cell.split())


def whole(cell: str) -> int:
    """A whole number; a minus may be any that spreadsheets write."""
    plain_cell = cell.replace("\u2212", "-").replace("\u2013", "-").lstrip("+")
    if len(plain_cell) > 9 or not plain_cell.lstrip("-").isdecimal():
        raise ValueError(f"{cell[:40]!r} is not a whole number")
    return int(plain_cell)


def number(cell: str) -> float:
    """A number with or without decimals. Raises ValueError."""
    plain_cell = cell.replace("\u2212", "-").replace(",", ".")
    try:
        value = float(plain_cell)
    except ValueError:
        raise ValueError(f"{cell[:40]!r} is not a number") from None
    if abs(value) > 1e6 or value != value:
        raise ValueError(f"{cell[:40]!r} is not a latitude or longitude")
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
        word, mark, count = part.partition("=")
        if not mark:
            raise ValueError(f"{part[:40]!r} is not a word with its number, such as picket=1")
        numbers[text(word)] = whole(count.strip())
    return numbers


def yes_or_no(cell: str) -> bool:
    """Yes or no, in any of the ways that spreadsheets write it. Raises ValueError."""
    if folded(cell) not in ("yes", "no", "true", "false", "1", "0"):
        raise ValueError(f"{cell[:40]!r} is not yes or no")
    return folded(cell) in ("yes", "true", "1")


@frozen
class Form:
    """A form of table: what it is called, its columns and how their cells are read, and those it cannot be without."""

    name: str
    columns: Mapping[str, Read]
    needed: tuple[str, ...]


def _texts(names: str) -> dict[str, Read]:
    return dict.fromkeys(names.split(), text)


FORMS = {
    form.name: form
    for form in (
        Form("counters", _texts("id name side image back list"), ("id", "name", "list")),
        Form("oob", _texts("side unit arm rating status id") | {"rating": whole}, ("side", "unit", "arm", "rating")),
        Form("setup", _texts("unit where"), ("unit", "where")),
        Form(
            "leaders",
            _texts("id name full_name rank role") | {"commands": words, "rating": rating, "traits": words},
            ("name", "commands"),
        ),
        Form(
            "formations", _texts("id name level side parent short arm status") | {"tokens": counts}, ("name", "level")
        ),
        Form(
            "places",
            _texts("name kind cell hex lat lon tags objective note in_text confidence")
            | {"cell": cell_of_map, "lat": number, "lon": number, "tags": words, "in_text": yes_or_no},
            ("name",),
        ),
        Form("sides", _texts("id name"), ("id", "name")),
    )
}
"""The forms of tables with names of columns, in the order in which these tell them apart; a `map` is letters."""
_FORMS_BY_NAME = {"terrain": "map", "grid": "map", "units": "oob"} | {name: name for name in ("map", *FORMS)}
MARKER = "marker_"
"""How columns of a list of counters begin that hold what is marked on them."""
LEVELS = ("theater", "army", "wing", "corps", "division", "brigade", "regiment")
"""Columns of an order of battle that need not be in the file yet."""


@frozen
class Entry:
    """A row of a table: its values by column, empty cells left out."""

    table: SheetTable
    row: int
    values: Mapping[str, Any]
    columns: Mapping[str, int] = field(repr=False)

    @property
    def called(self) -> str:
        """What the row is about, in words."""
        return repr(next((str(self.values[key]) for key in ("unit", "name", "id") if key in self.values), "this row"))

    def problem(self, column: str, code: str, message: str, hint: str = "") -> Problem:
        return self.table.problem(self.row, self.columns.get(column, 0), code, message, hint)


def form_of(table: SheetTable) -> str | None:
    """The form of a table: what it is called, or what its columns are those of."""
    name = folded(table.name)
    head = {_heading(cell) for cell in table.rows[0]}
    fitting_forms = (form.name for form in FORMS.values() if set(form.needed) <= head)
    return _FORMS_BY_NAME.get(name) or next(fitting_forms, None)


def _heading(cell: str) -> str:
    """The name of a column as it is compared: "Full name" is full_name."""
    return folded(cell).replace(" ", "_")


def entries_of(table: SheetTable, form: Form, levels: Iterable[str], problems: list[Problem]) -> list[Entry]:
    """The rows of a table as values; ``levels`` are further columns that it may have, of names of formations.

    What is left out is added to ``problems``.
    """
    readers: dict[str, Read] = {**form.columns, **(dict.fromkeys(levels, text) if form.name == "oob" else {})}
    if form.name == "counters":
        heads = map(_heading, table.rows[0])
        readers |= {head: text for head in heads if head.startswith(MARKER)}
    columns: dict[str, int] = {}
    problems += table.left_out
    for number, cell in enumerate(table.rows[0]):
        name = _heading(cell)
        if name in columns:
            hint = "the first one counts; give each a name of its own"
            problems.append(table.problem(0, number, "E302", f"the column {name!r} is there twice", hint))
        elif name in readers:
            columns[name] = number
        elif name:
            hint = did_you_mean(name, readers)
            problems.append(table.problem(0, number, "E720", f"{name[:40]!r} is not a column{one_of(readers)}", hint))
    missing_columns = [name for name in form.needed if name not in columns]
    for name in missing_columns:
        hint = "the first row holds the names of the columns"
        message = f"the column {name!r} is missing in a table of {form.name}"
        problems.append(table.problem(0, 0, "E721", message, hint))
    rows = range(1, len(table.rows)) if not missing_columns else ()
    entries = (_entry(table, form, row, readers, columns, problems) for row in rows)
    return [entry for entry in entries if entry is not None]


def _astray(table: SheetTable, row: int, columns: Mapping[str, int]) -> Iterator[tuple[int, Problem]]:
    """The columns of those cells of a row that say something of no column, or of two at once, and what is wrong."""
    names = {number: name for name, number in columns.items()}
    for number, cell in enumerate(table.rows[row]):
        has_no_name = number >= len(table.rows[0]) or not table.rows[0][number]
        if cell and has_no_name and (0, number) not in table.unread:
            hint = "name the column in the first row, or empty the cell"
            message = f"{cell[:40]!r} stands in a column without a name"
            yield number, table.problem(row, number, "E723", message, hint)
        elif cell and number in names and (table.lines[row], number) in table.beside:
            message = f"one cell was made of {names.get(number - 1, 'another')} and {names[number]}"
            hint = f"part the cells again and write the {names[number]} of this row"
            yield number, table.problem(row, number, "E726", message, hint)


def _entry(
    table: SheetTable,
    form: Form,
    row: int,
    readers: Mapping[str, Read],
    columns: Mapping[str, int],
    problems: list[Problem],
) -> Entry | None:
    """The values of a row; None where one is left out that the row cannot be without."""
    values: dict[str, Any] = {}
    cells = table.rows[row]
    astray = dict(_astray(table, row, columns))
    problems += astray.values()
    names = (columns[name] for name in ("unit", "name", "id") if name in columns)
    row_name = next((cells[column] for column in names if column < len(cells) and cells[column]), "")
    is_complete = all(problem.code != "E726" for problem in astray.values())  # who knows what a merged cell says
    for name, column in columns.items():
        cell = cells[column] if column < len(cells) and column not in astray else ""
        is_needed, hint = name in form.needed, f"the row is {row_name or 'empty'}"
        if cell:
            try:
                values[name] = readers[name](cell)
                continue
            except ValueError as error:
                problems.append(table.problem(row, column, "E204", f"{name}: {error}", hint))
        elif is_needed and column not in astray and (row, column) not in table.unread:
            problems.append(table.problem(row, column, "E202", f"{name} is missing", hint))
        is_complete = is_complete and not is_needed
    return Entry(table, row, values, columns) if is_complete else None


def oob_tables(data: Mapping[str, Any]) -> dict[str, str]:
    """The tables of an order of battle file by name, as CSV."""
    formations = {row["id"]: row for row in data.get("formation", ())}

    def depth(row: Any) -> int:
        return 1 + depth(formations[row["parent"]]) if row.get("parent") in formations else 0

    sides = {row["id"]: row["name"] for row in data.get("side", ())}
    levels = list(dict.fromkeys(row["level"] for row in sorted(formations.values(), key=depth)))
    units = []
    for row in formations.values():
        chain, ancestor = {row["level"]: row["name"]}, row
        while ancestor.get("parent"):
            ancestor = formations[ancestor["parent"]]
            chain[ancestor["level"]] = ancestor["name"]
        for unit in row.get("units", ()):
            head = {"side": sides[ancestor["side"]], **chain, "unit": unit["name"]}
            units.append({**head, "arm": unit["arm"], "rating": unit["rating"], "id": unit["id"]})
    return {
        "sides": csv_text(FORMS["sides"].columns, data.get("side", ())),
        "formations": csv_text(FORMS["formations"].columns, formations.values()),
        "oob": csv_text(("side", *levels, "unit", "arm", "rating", "id"), units),
        "leaders": csv_text(FORMS["leaders"].columns, data.get("leader", ())),
    }


def map_tables(file: DrawnFile, data: Mapping[str, Any]) -> dict[str, str]:
    """The places of a map and its letters, as CSV."""
    tables = {"places": csv_text(FORMS["places"].columns, data.get("place", ()))}
    grid = file.grids.get("terrain")
    if grid is not None and not any(" " in row for row in grid.rows):
        tables["map"] = _csv(grid.rows)
    return tables


def csv_text(columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV, with the columns that any of them has; a text that looks like a formula has an apostrophe before."""
    columns, rows = list(columns), list(rows)
    used_columns = [column for column in columns if any(column in row for row in rows)] or columns[:1]
    return _csv([used_columns, *([_cell(column, row.get(column)) for column in used_columns] for row in rows)])


def _csv(rows: Iterable[Iterable[str]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerows([no_formula(cell) for cell in row] for row in rows)
    return buffer.getvalue()


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
