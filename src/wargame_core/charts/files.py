"""Files of charts and events: TOML that looks like the printed card, read strictly with every problem at its line.

A chart file:

source = { document = "...", edition = "...", basis = "text" }
id = "arrival"
title = "Turn of arrival"
[rows]
name = "die"
off_chart = "clamp"                 # or "refuse", the default
kind = "numbers"                    # the default; or "names", or "ratios" ("1-2", "1-1", "2-1 or more") with
                                    # against = "attacker" or "defender"
[columns.turn]                      # one block of columns; a card may have several
title = "Spaces away"
bands = ["1", "2", "3 or more"]
[[row]]
die = "2 or less"                   # the row's label, under the name of the rows
turn = ["3", "4", "NE"]             # its cells, under the name of the block
[cells]                             # what cells that are not plain numbers mean
NE = 0
"1*" = { even = 1, odd = 0 }

Event files: chart files whose rows are dice totals and whose columns are dates, with the events behind the cells.

dice = "2d6"
[names]                             # every event, as people read it
late_rain = "Late Rain"
[events]                            # what cells stand for, when it is not the one event of that name
"Rain and Flood" = ["rain", "flood"]
[[conversion]]
event = "water_crisis"
becomes = "no_effect"
after = ["late_rain", "rain"]
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

from attrs import evolve, field, frozen

from wargame_core.charts.axes import (
    Against,
    Axis,
    Band,
    ChartError,
    Name,
    NameAxis,
    NumberAxis,
    OutOfRange,
    Rounding,
    band_problems,
    ratio_bands,
    read_points,
    read_ratio,
)
from wargame_core.charts.chart import Chart, ChartCard, Conversion, EventTable, number_cells, read_cells, word_cells
from wargame_core.charts.forms import INTERFACE, SINGLE, ChartForm, ReadCell, Words, cell_words
from wargame_core.data import (
    PROVENANCE_KEYS,
    Document,
    KeyPath,
    Later,
    Problems,
    did_you_mean,
    one_of,
    read_toml,
    structure,
)
from wargame_core.dice import D6, Die
from wargame_core.errors import WargameError
from wargame_core.interfaces import NotInstalled
from wargame_core.rulings import Cite


@frozen
class BandTable:
    """A band whose label is not one of the usual forms: the label with its limits, or with the names it stands for."""

    label: str
    min: Fraction | None = None
    max: Fraction | None = None
    above: Fraction | None = None
    below: Fraction | None = None
    names: tuple[str, ...] = ()

    def band(self) -> Band:
        low_limit = self.min if self.min is not None else self.above
        high_limit = self.max if self.max is not None else self.below
        return Band(self.label, low_limit, high_limit, self.above is not None, self.below is not None)


@frozen(kw_only=True)
class AxisData:
    """What a chart file says of an axis: its title, its kind of bands, and what becomes of a value off the chart.

    Ratios are written as printed ("1-2", "3-1 or more"), attacker to defender; ``against`` is the side against which a
    ratio between two of them goes. Columns of points print one number each ("4", "6", "8"), and what lies between two
    of them is in the lower one.
    """

    title: str = ""
    kind: Literal["numbers", "names", "ratios", "points"] = "numbers"
    unit: Fraction | Literal["none"] = Fraction(1)
    rounding: Rounding = Rounding.NONE
    off_chart: OutOfRange = OutOfRange.REFUSE
    against: Against = "attacker"


@frozen(kw_only=True)
class RowsData(AxisData):
    """[rows]: the axis of the rows; ``name`` is the key of each [[row]] that holds its band."""

    name: str


@frozen(kw_only=True)
class ColumnsData(AxisData):
    """[columns.NAME]: the columns of one side or part of the chart."""

    bands: tuple[str | BandTable, ...] = ()


RowEntry = str | int | tuple[str | int, ...] | BandTable
"""A value of a [[row]]: the band of the row, or its cells in one block of columns."""


@frozen
class CardData:
    """A whole chart file; ``cells`` are signs that stand for whole numbers."""

    id: str
    title: str
    rows: RowsData
    columns: Mapping[str, ColumnsData]
    row: tuple[Mapping[str, Annotated[Any, Later(RowEntry)]], ...]
    cells: Words = field(factory=dict)
    cite: Cite | None = None
    notes: tuple[str, ...] = ()


def read_card(path: Path | Document, read_cell: ReadCell | None = None) -> ChartCard[Any]:
    """The card of a chart file. ``read_cell`` makes a value of a cell's text; without it cells are whole numbers.

    An odds table is read as a chart too; without ``read_cell`` its cells are the codes of [results]. Raises
    `DataError` with every problem of the file.
    """
    doc, problems = read_toml(path, "a chart file"), Problems()
    if "results" in doc.data and "form" not in doc.data:
        odds, doc = structure(part_of(doc, ODDS_KEYS), OddsKeys, problems), part_without(doc, ODDS_KEYS)
        problems.raise_if_any()
        assert odds is not None
        read_cell = read_cell or word_cells({code: code for code in odds.results})
    card = card_of(doc, problems, read_cell)
    problems.raise_if_any()
    assert card is not None
    return card


def card_of(doc: Document, problems: Problems, read_cell: ReadCell | None = None) -> ChartCard[Any] | None:
    """The card of a document, or None after noting in ``problems`` what is wrong."""
    if "form" in doc.data:
        return _card_of_form(doc, problems, read_cell)
    data = structure(doc, CardData, problems)
    if data is None:
        return None
    problem_count = len(problems)
    _check_keys(doc, data, problems)
    if len(problems) > problem_count:
        return None
    name, reader = data.rows.name, read_cell or number_cells(cell_words(data.cells))
    row_paths = [("row", number, name) for number in range(len(data.row))]
    rows = _read_axis(doc, problems, data.rows, name, [line[name] for line in data.row], row_paths)
    charts = {}
    for block, columns in data.columns.items():
        places = [("columns", block, "bands", number) for number in range(len(columns.bands))]
        single = evolve(SINGLE, name=columns.title)
        edge = _read_axis(doc, problems, columns, block, columns.bands, places) if columns.bands else single
        if rows is None or edge is None:
            continue
        printed_rows = [[str(cell) for cell in _as_list(line[block])] for line in data.row]
        cells, cell_problems = read_cells(rows, edge, printed_rows, reader)
        for place, code, message in cell_problems:
            problems.add(doc, ("row", place[0], block, *place[1:]), code, message)
        title = data.title if len(data.columns) == 1 else f"{data.title}: {columns.title or block}"
        texts = tuple(map(tuple, printed_rows))
        charts[block] = Chart(data.id, title, rows, edge, texts, cells, data.cite, data.notes, data.rows.title)
    return (
        ChartCard(data.id, data.title, charts, data.notes, data.rows.title) if len(problems) == problem_count else None
    )


def _card_of_form(doc: Document, problems: Problems, read_cell: ReadCell | None) -> ChartCard[Any] | None:
    """The card of a document whose ``form`` a distribution brings, with the one chart that it makes."""
    problem_count = len(problems)
    try:
        form_class = INTERFACE.load(str(doc.data["form"]))
    except NotInstalled as error:
        problems.add(doc, ("form",), "E204", error.message, error.hint)
        return None
    form: ChartForm | None = structure(doc, form_class, problems)
    if form is None:
        return None
    try:
        for path, message in form.mistakes():
            problems.add(doc, path, "E207", message)
        chart = (
            form.chart(read_cell or number_cells(cell_words(form.cells))) if len(problems) == problem_count else None
        )
    except Exception as error:  # whatever the code of another distribution does
        problems.add(doc, ("form",), "E207", str(error) or type(error).__name__)
        return None
    return None if chart is None else ChartCard(form.id, form.title, {form.id: chart}, form.notes)


def _check_keys(doc: Document, data: CardData, problems: Problems) -> None:
    """Every row has its label and one list of cells for each block, and nothing else."""
    allowed_keys = [data.rows.name, *data.columns]
    for index, line in enumerate(data.row):
        for key, value in line.items():
            path = ("row", index, key)
            if key in PROVENANCE_KEYS:
                continue
            if key not in allowed_keys:
                problems.add(doc, path, "E201", f"unknown key{one_of(allowed_keys)}", did_you_mean(key, allowed_keys))
            elif key in data.columns and not all(isinstance(cell, (str, int)) for cell in _as_list(value)):
                problems.add(doc, path, "E203", f"{value!r} is not a list of cells as printed")
        for key in allowed_keys:
            if key not in line:
                problems.add(doc, ("row", index, key), "E202", "missing")


def _as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _read_axis(
    doc: Document,
    problems: Problems,
    data: AxisData,
    name: str,
    labels: Sequence[Any],
    places: Sequence[KeyPath],
) -> Axis | None:
    """An edge of the chart from its printed labels, or None after noting what is wrong with them."""
    if not labels:
        problems.add(doc, ("row",), "E501", "there is no row")
        return None
    title = data.title or name
    entries = [
        structure(doc, BandTable, problems, path) if isinstance(label, dict) else label
        for path, label in zip(places, labels, strict=True)
    ]
    if data.kind == "names":
        try:
            tables = [
                BandTable(str(e), names=(str(e),)) if isinstance(e, (str, int)) else e for e in entries if e is not None
            ]
            return NameAxis(title, tuple(Name(table.label, table.names) for table in tables))
        except ChartError as error:
            problems.add(doc, places[0][:-1], "E503", str(error))
            return None
    bands = _read_bands(doc, problems, data, entries, places)
    if bands is None:
        return None
    unit = None if data.unit == "none" or data.kind in ("ratios", "points") else data.unit
    found_problems = list(band_problems(bands, unit))
    for problem in found_problems:
        problems.add(doc, places[problem.place], problem.code, problem.message)
    return None if found_problems else NumberAxis(title, tuple(bands), unit, data.rounding, data.off_chart)


def _read_bands(
    doc: Document, problems: Problems, data: AxisData, entries: Sequence[object], places: Sequence[KeyPath]
) -> list[Band] | None:
    """The bands of an edge of numbers or ratios, or None after noting which labels are none."""
    bands: list[Band] = []
    ratios: list[tuple[str, Fraction]] = []
    for path, entry in zip(places, entries, strict=True):
        label = entry.label if isinstance(entry, BandTable) else str(entry)
        try:
            if data.kind == "ratios":
                ratios.append((label, read_ratio(label)))
            elif data.kind == "points":
                ratios.append((label, read_points(label)))
            elif entry is not None:
                bands.append(entry.band() if isinstance(entry, BandTable) else Band.parse(label))
        except ChartError as error:
            problems.add(doc, path, "E501", str(error))
    bands = bands or ratio_bands(ratios, data.against if data.kind == "ratios" else "attacker")
    return bands if len(bands) == len(entries) else None


Compares: TypeAlias = Literal["odds", "difference", "points"]
"""What names a column: attack by defence, attack less defence, or the attack alone."""
Ends: TypeAlias = Literal["after shifts", "before shifts"]
"""When odds beyond the table are taken for its last column: then a shift counts from there, or before."""


DefenceOf0: TypeAlias = Literal["refuse", "last column"]
"""What odds against a defence of 0 are: none that can be asked for, or those of the last column before any shift."""


@frozen(kw_only=True, slots=False)
class OddsKeys:
    """The part of a file of an odds table that other charts do not have."""

    compares: Compares = "odds"
    dice: Die = D6
    ends: Ends = "after shifts"
    most_shifts: int | None = None
    defence_of_0: DefenceOf0 = "refuse"
    results: Mapping[str, tuple[str, ...]]


@frozen(kw_only=True, slots=False)
class OddsTableFile(CardData, OddsKeys):
    """A whole file of an odds table: a chart, and what its cells mean."""


ODDS_KEYS: Final = ("compares", "dice", "ends", "most_shifts", "defence_of_0", "results")


def part_of(doc: Document, keys: Collection[str]) -> Document:
    """The document with these keys alone."""
    return evolve(doc, data={key: value for key, value in doc.data.items() if key in keys})


def part_without(doc: Document, keys: Collection[str]) -> Document:
    """The document without these keys."""
    return evolve(doc, data={key: value for key, value in doc.data.items() if key not in keys})


OWN_KEYS = ("dice", "names", "events", "conversion")


@frozen
class EventsData:
    """The part of a file of events that other charts do not have."""

    dice: Die
    names: Mapping[str, str]
    events: Mapping[str, tuple[str, ...]] = field(factory=dict)
    conversion: tuple[Conversion, ...] = ()


def read_events(path: Path | Document) -> EventTable:
    """The event table of a file. Raises `DataError` with every problem."""
    doc, problems = read_toml(path, "a table of events"), Problems()
    data = structure(part_of(doc, OWN_KEYS), EventsData, problems)
    problems.raise_if_any()
    assert data is not None
    for text, events in data.events.items():
        for index, event in enumerate(events):
            problems.reference(doc, ("events", text, index), "an event", event, data.names)
    for index, row in enumerate(data.conversion):
        problems.reference(doc, ("conversion", index, "event"), "an event", row.event, data.names)
        problems.reference(doc, ("conversion", index, "becomes"), "an event", row.becomes, data.names)
        for event_number, event in enumerate(doc.data["conversion"][index]["after"]):
            problems.reference(doc, ("conversion", index, "after", event_number), "an event", event, data.names)
    words = {name: (event,) for event, name in data.names.items()} | dict(data.events)
    card = card_of(part_without(doc, OWN_KEYS), problems, word_cells(words))
    problems.raise_if_any()
    assert card is not None
    check_faces(doc, problems, data.dice, card.only.rows)
    problems.raise_if_any()
    return EventTable(card.only, data.dice.odds, data.names, data.conversion)


def check_faces(doc: Document, problems: Problems, dice: Die, rows: Axis) -> None:
    """Every face that the dice can show has a row."""
    for face in dice.odds:
        try:
            rows.index(face)
        except (WargameError, ValueError) as error:
            problems.add(doc, ("dice",), "E505", f"they can show {face}, which has no row: {error}")
