"""Printed tables that answer: the cells of a `Chart`, a look-up (`Cell`), charts on one card, and how they are printed.

A cell holds a value, or two values between which a die decides when the combat is fought.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Generic, TypeVar

from attrs import evolve, frozen

from wargame_core.charts.axes import Axis, ChartError
from wargame_core.errors import UnknownName, expected
from wargame_core.json_form import JsonObject
from wargame_core.odds import Distribution
from wargame_core.rulings import Cite, Modifier, Ruling

C = TypeVar("C")
C_co = TypeVar("C_co", covariant=True)


@frozen
class EvenOdd(Generic[C_co]):
    """A cell whose value depends on a die: an even face gives ``even``, an odd face ``odd``."""

    even: C_co
    odd: C_co

    def at(self, die: int | None) -> C_co:
        """The value for a die that was rolled. Raises `ChartError` without one."""
        if die is None:
            raise ChartError(f"this cell needs a die: {self.even} if it is even, {self.odd} if it is odd")
        return self.odd if die % 2 else self.even

    def odds(self) -> Distribution[C_co]:
        """Both values with probability 1/2 each, or the only value if they are equal."""
        return Distribution.uniform([self.even, self.odd])

    def __str__(self) -> str:
        return f"{self.even} (even die) or {self.odd} (odd die)"


def settle(cell: C | EvenOdd[C], die: int | None = None) -> C:
    """The value of a cell, conditional or not. Raises `ChartError` when it needs a die and there is none."""
    return cell.at(die) if isinstance(cell, EvenOdd) else cell


def cell_odds(cell: C | EvenOdd[C]) -> Distribution[C]:
    """The values of a cell before its die, if any, is rolled."""
    return cell.odds() if isinstance(cell, EvenOdd) else Distribution.certain(cell)


_NUMBER = re.compile(r"[+-]?\d+")


def number_cells(words: Mapping[str, C] | None = None) -> Callable[[str], int | C]:
    """A reader of cells that hold whole numbers, or one of ``words`` ("NE", "1*") with the value given for it.

    >>> read = number_cells({"NE": 0, "1*": EvenOdd(1, 0)})
    >>> read("+2"), read("NE"), read("1*").at(3)
    (2, 0, 0)
    """
    values = dict(words or {})

    def read_cell(text: str) -> int | C:
        if text in values:
            return values[text]
        if _NUMBER.fullmatch(text):
            return int(text)
        allowed_cells = ["a whole number", *values]
        raise ChartError(f"{text!r} is not a cell of this chart{expected(text, allowed_cells)}")

    return read_cell


def word_cells(words: Mapping[str, C]) -> Callable[[str], C]:
    """A reader of cells that hold one of ``words``."""

    def read_cell(text: str) -> C:
        if text not in words:
            raise ChartError(f"{text!r} is not a cell of this chart{expected(text, words)}")
        return words[text]

    return read_cell


@frozen
class Cell(Generic[C]):
    """A cell that was looked up: its text as printed, its value, and the labels of its row and column."""

    value: C | EvenOdd[C]
    text: str
    row: str
    column: str
    chart: str
    cite: Cite | None = None

    @property
    def needs_die(self) -> bool:
        """Whether the cell is conditional: a die chooses between two values."""
        return isinstance(self.value, EvenOdd)

    def settled(self, die: int | None = None) -> C:
        """The value, with the die of a conditional cell. Raises `ChartError` when that die is missing."""
        return settle(self.value, die)

    def ruling(self, title: str, base: int = 0, modifiers: Sequence[Modifier] = ()) -> Ruling:
        """The look-up as a `Ruling`, for what ``base`` and ``modifiers`` added up to."""
        return Ruling(
            title, self.text, base, tuple(modifiers), self.cite, table=self.chart, row=self.row, column=self.column
        )

    def to_json(self) -> JsonObject:
        return {"chart": self.chart, "row": self.row, "column": self.column, "cell": self.text}


@frozen
class Chart(Generic[C]):
    """A printed table: cells by row and column, kept as printed and as values.

    ``rows`` and ``columns`` are `NumberAxis` or `NameAxis`. Make a chart with `Chart.of`, or read a `ChartCard`
    from a file.

    >>> from wargame_core.charts import NameAxis, NumberAxis, number_cells
    >>> arrival = Chart.of(
    ...     "arrival", "Turn of arrival",
    ...     NumberAxis.of("die", ["2 or less", "3-4", "5 or more"], off_chart="clamp"),
    ...     NumberAxis.of("spaces away", ["1", "2"]),
    ...     [["3", "4"], ["2", "3"], ["1", "2"]], number_cells(), stub="Die")
    >>> arrival.at(6, 2), arrival.at(-1, 1)
    (2, 3)
    >>> print(arrival)
    Turn of arrival
              | spaces away
    Die       |      1    2
    ----------+------------
    2 or less |      3    4
    3-4       |      2    3
    5 or more |      1    2
    """

    id: str
    title: str
    rows: Axis
    columns: Axis
    printed: tuple[tuple[str, ...], ...]
    cells: tuple[tuple[C | EvenOdd[C], ...], ...]
    cite: Cite | None = None
    notes: tuple[str, ...] = ()
    stub: str = ""

    @classmethod
    def of(
        cls,
        chart_id: str,
        title: str,
        rows: Axis,
        columns: Axis,
        printed: Sequence[Sequence[str]],
        read_cell: Callable[[str], C | EvenOdd[C]],
        *,
        cite: Cite | None = None,
        notes: Sequence[str] = (),
        stub: str = "",
    ) -> Chart[C]:
        """From cells as printed and a reader for them. Raises `ChartError` naming every cell that is wrong."""
        cells, problems = read_cells(rows, columns, printed, read_cell)
        if problems:
            raise ChartError(f"{title}: " + "; ".join(f"row {place[0] + 1}: {text}" for place, _, text in problems))
        return cls(chart_id, title, rows, columns, tuple(map(tuple, printed)), cells, cite, tuple(notes), stub)

    def at(self, row: object, column: object = None) -> C | EvenOdd[C]:
        """The value of a cell; a chart with a single column needs no ``column``.

        Raises `OffChart`, `ChartError`, `NotANumber` or `UnknownName` as `NumberAxis.index` and `NameAxis.index` do."""
        row_number, column_number = self.place(row, column)
        return self.cells[row_number][column_number]

    def find(self, row: object, column: object = None) -> Cell[C]:
        """The cell with its labels, to show and to build rulings from. Raises what `at` raises."""
        row_number, column_number = self.place(row, column)
        labels = self.columns.labels
        return Cell(
            self.cells[row_number][column_number],
            self.printed[row_number][column_number],
            self.rows.labels[row_number],
            labels[column_number] if len(labels) > 1 else "",
            self.title,
            self.cite,
        )

    def odds(self, row: object, column: object = None) -> Distribution[C]:
        """The exact distribution of the result; ``row`` and ``column`` may be values or distributions of values.

        The dice of conditional cells are included.
        """
        rows = row if isinstance(row, Distribution) else Distribution.certain(row)
        columns = column if isinstance(column, Distribution) else Distribution.certain(column)
        places = rows.combine(columns, self.place)
        return places.then(lambda place: cell_odds(self.cells[place[0]][place[1]]))

    def place(self, row: object, column: object = None) -> tuple[int, int]:
        """The row and the column, from 0, of the cell in which a look-up ends; everything else asks this."""
        if column is None and len(self.columns.labels) == 1:
            return self.rows.index(row), 0
        return self.rows.index(row), self.columns.index(column)

    def block(self) -> Block:
        """The columns and cells, for printing."""
        labels = self.columns.labels
        if labels == ("",):  # one column: its heading is the label
            return Block("", (self.columns.name,), self.printed)
        return Block(self.columns.name, labels, self.printed)

    def to_json(self) -> JsonObject:
        """Labels and cells as printed."""
        return {
            "id": self.id,
            "title": self.title,
            "rows": {"title": self.stub or self.rows.name, "labels": list(self.rows.labels)},
            "columns": {"title": self.columns.name, "labels": list(self.columns.labels)},
            "cells": [list(row) for row in self.printed],
            "notes": list(self.notes),
            "cite": str(self.cite) if self.cite else None,
        }

    def __str__(self) -> str:
        return text_table(self.title, self.stub or self.rows.name, self.rows.labels, [self.block()], self.notes)

    def _repr_html_(self) -> str:
        return html_table(self.title, self.stub or self.rows.name, self.rows.labels, [self.block()], self.notes)


CellProblem = tuple[tuple[int, ...], str, str]
"""Row (and column) of a cell, code, sentence."""


def read_cells(
    rows: Axis, columns: Axis, printed: Sequence[Sequence[str]], read_cell: Callable[[str], C]
) -> tuple[tuple[tuple[C, ...], ...], list[CellProblem]]:
    """The values of all cells, and what is wrong: too many or too few rows or cells, and cells nothing can read."""
    problems: list[CellProblem] = []
    width, height = len(columns.labels), len(rows.labels)
    if len(printed) != height:
        problems.append(((max(len(printed) - 1, 0),), "E504", f"{len(printed)} rows of cells for {height} labels"))
    values = []
    for row_number, line in enumerate(printed):
        if len(line) != width:
            amount = "short" if len(line) < width else "long"
            problems.append(((row_number,), "E504", f"{amount} row: {len(line)} cells for {width} columns"))
        row = []
        for column_number, text in enumerate(line):
            try:
                row.append(read_cell(text))
            except ValueError as error:
                problems.append(((row_number, column_number), "E505", str(error)))
        values.append(tuple(row))
    return tuple(values), problems


@frozen
class ChartCard(Generic[C]):
    """Charts that share their rows, printed side by side: the losses of attacker and defender, several dates.

    ``card["defender"]`` is the chart of that block.
    """

    id: str
    title: str
    charts: Mapping[str, Chart[C]]
    notes: tuple[str, ...] = ()
    stub: str = ""

    def __getitem__(self, block: str) -> Chart[C]:
        if block not in self.charts:
            raise UnknownName(f"block of {self.title}", block, self.charts)
        return self.charts[block]

    def __iter__(self) -> Iterator[str]:
        return iter(self.charts)

    @property
    def only(self) -> Chart[C]:
        """The chart of a card that holds one. Raises `ChartError` when it holds several."""
        if len(self.charts) != 1:
            raise ChartError(f"{self.title} holds {len(self.charts)} charts: {', '.join(self.charts)}")
        return next(iter(self.charts.values()))

    def _parts(self) -> tuple[str, str, tuple[str, ...], list[Block], tuple[str, ...]]:
        rows = next(iter(self.charts.values())).rows
        return (
            self.title,
            self.stub or rows.name,
            rows.labels,
            [chart.block() for chart in self.charts.values()],
            self.notes,
        )

    def to_json(self) -> JsonObject:
        """The charts by block, as printed."""
        charts = {block: chart.to_json() for block, chart in self.charts.items()}
        return {"id": self.id, "title": self.title, "charts": charts, "notes": list(self.notes)}

    def __str__(self) -> str:
        return text_table(*self._parts())

    def _repr_html_(self) -> str:
        return html_table(*self._parts())


@frozen
class Block:
    """Columns under a common heading, with their cells by row."""

    title: str
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]


@frozen
class TextCard:
    """A card that is text rather than a grid."""

    text: str

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"


def text_table(title: str, stub: str, rows: Sequence[str], blocks: Sequence[Block], notes: Sequence[str] = ()) -> str:
    """The chart as on the card: a heading over each block, row labels at the left, notes below.

    Numbers and signs stand at the right of their columns, words at the left.
    """
    label_width = max(len(stub), *map(len, rows))
    widths = [_widths(block) for block in blocks]
    settings = [[_column_aligner(column) for column in zip(*block.cells, strict=True)] for block in blocks]
    spans = [sum(wide) + 2 * len(wide) - 2 for wide in widths]

    def line(label: str, parts: Iterable[str]) -> str:
        return " | ".join([label.ljust(label_width), *parts]).rstrip()

    def cells(texts: Iterable[Sequence[str]]) -> Iterator[str]:
        for column_widths, setting, block in zip(widths, settings, texts, strict=True):
            yield "  ".join(
                set_in(text, space) for set_in, text, space in zip(setting, block, column_widths, strict=True)
            )

    lines = [title]
    if any(block.title for block in blocks):
        lines.append(line("", (block.title.ljust(span) for block, span in zip(blocks, spans, strict=True))))
    lines.append(line(stub, cells(block.columns for block in blocks)))
    lines.append("-+-".join("-" * span for span in (label_width, *spans)))
    lines += [line(label, cells(block.cells[row_number] for block in blocks)) for row_number, label in enumerate(rows)]
    return "\n".join(lines + [f"  {note}" for note in notes])


def _column_aligner(column: Iterable[str]) -> Callable[[str, int], str]:
    """How the texts of a column are filled up to its width."""
    return str.ljust if any(" " in text for text in column) else str.rjust


def _widths(block: Block) -> list[int]:
    widths = [max(map(len, column)) for column in zip(block.columns, *block.cells, strict=True)]
    missing_width = len(block.title) - (sum(widths) + 2 * len(widths) - 2)
    if missing_width > 0:  # the heading is wider than what stands below it: widen the first column
        widths[0] += missing_width
    return widths


def html_table(title: str, stub: str, rows: Sequence[str], blocks: Sequence[Block], notes: Sequence[str] = ()) -> str:
    """The chart as an HTML table with a caption, a heading over each block, and notes below."""
    heads = "".join(f'<th colspan="{len(block.columns)}">{escape(block.title)}</th>' for block in blocks)
    columns = "".join(f"<th>{escape(column)}</th>" for block in blocks for column in block.columns)
    body = "".join(
        f"<tr><th>{escape(label)}</th>"
        + "".join(f"<td>{escape(text)}</td>" for block in blocks for text in block.cells[row_number])
        + "</tr>"
        for row_number, label in enumerate(rows)
    )
    footnotes = "".join(f"<br><small>{escape(note)}</small>" for note in notes)
    return (
        f"<table><caption>{escape(title)}</caption><tr><th></th>{heads}</tr>"
        f"<tr><th>{escape(stub)}</th>{columns}</tr>{body}</table>{footnotes}"
    )


Events = tuple[str, ...]


@frozen
class Conversion:
    """[[conversion]]: ``event`` becomes another one when one of ``after`` happened on the turn before."""

    event: str
    becomes: str
    after: frozenset[str]


@frozen
class EventTable:
    """Events by dice total (rows) and date or turn (columns); a cell may hold several that all happen, or none.

    Attributes:
        chart: the table; its cells are tuples of event ids.
        dice: the exact distribution of the total rolled.
        names: event ids as people read them.
        conversions: events that the turn before can turn into others.
    """

    chart: Chart[Events]
    dice: Distribution[int]
    names: Mapping[str, str]
    conversions: tuple[Conversion, ...] = ()

    def find(self, turn: object, roll: int, previous: Collection[str] = ()) -> Cell[Events]:
        """The cell for a turn and a dice total, with conversions applied. Raises what `Chart.at` raises."""
        cell = self.chart.find(roll, turn)
        return evolve(cell, value=self._convert_events(cell.settled(), previous))

    def events(self, turn: object, roll: int, previous: Collection[str] = ()) -> Events:
        """The ids of what happens on ``turn`` with a dice total of ``roll``, after a turn that had ``previous``."""
        return self._convert_events(self.find(turn, roll).settled(), previous)

    def event(self, event_id: str) -> str:
        """``event_id`` when the table has such an event. Raises `UnknownName`."""
        if event_id not in self.names:
            raise UnknownName("event", event_id, self.names)
        return event_id

    def odds(self, turn: object, previous: Collection[str] = ()) -> Distribution[Events]:
        """The exact distribution of what happens on ``turn``."""
        return self.dice.map(lambda roll: self.events(turn, roll, previous))

    def _convert_events(self, events: Events, previous_events: Collection[str]) -> Events:
        for conversion in self.conversions:
            if not conversion.after.isdisjoint(previous_events):
                events = tuple(conversion.becomes if event == conversion.event else event for event in events)
        return events

    def to_json(self) -> JsonObject:
        """The table as printed, and its events by id."""
        return {**self.chart.to_json(), "names": dict(self.names)}

    def __str__(self) -> str:
        return str(self.chart)

    def _repr_html_(self) -> str:
        return self.chart._repr_html_()
