"""A printed table that answers: `Chart`, and what it says: `Cell`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from attrs import frozen

from wargame_core.charts.axes import Axis
from wargame_core.charts.bands import ChartError
from wargame_core.charts.cells import EvenOdd, cell_odds, settle
from wargame_core.charts.printing import Block, html_table, text_table
from wargame_core.json_form import JsonObject
from wargame_core.odds import Distribution
from wargame_core.rulings import Cite, Modifier, Ruling

C = TypeVar("C")


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

    @staticmethod
    def of(
        chart_id: str,
        title: str,
        rows: Axis,
        columns: Axis,
        printed: Sequence[Sequence[str]],
        read: Callable[[str], C | EvenOdd[C]],
        *,
        cite: Cite | None = None,
        notes: Sequence[str] = (),
        stub: str = "",
    ) -> Chart[C]:
        """From cells as printed and a reader for them. Raises `ChartError` naming every cell that is wrong."""
        cells, problems = read_cells(rows, columns, printed, read)
        if problems:
            raise ChartError(f"{title}: " + "; ".join(f"row {at[0] + 1}: {text}" for at, _, text in problems))
        return Chart(chart_id, title, rows, columns, tuple(map(tuple, printed)), cells, cite, tuple(notes), stub)

    def at(self, row: object, column: object = None) -> C | EvenOdd[C]:
        """The value of a cell; a chart with a single column needs no ``column``.

        Raises `OffChart`, `ChartError`, `NotANumber` or `UnknownName` as `NumberAxis.index` and `NameAxis.index` do."""
        return self.cells[self.rows.index(row)][self._column(column)]

    def find(self, row: object, column: object = None) -> Cell[C]:
        """The cell with its labels, to show and to build rulings from. Raises what `at` raises."""
        r, c = self.rows.index(row), self._column(column)
        labels = self.columns.labels
        return Cell(
            self.cells[r][c],
            self.printed[r][c],
            self.rows.labels[r],
            labels[c] if len(labels) > 1 else "",
            self.title,
            self.cite,
        )

    def odds(self, row: object, column: object = None) -> Distribution[C]:
        """The exact distribution of the result; ``row`` and ``column`` may be values or distributions of values.

        The dice of conditional cells are included.
        """
        rows = row if isinstance(row, Distribution) else Distribution.certain(row)
        columns = column if isinstance(column, Distribution) else Distribution.certain(column)
        places = rows.map(self.rows.index).combine(columns.map(self._column), lambda r, c: (r, c))
        return places.then(lambda place: cell_odds(self.cells[place[0]][place[1]]))

    def _column(self, column: object) -> int:
        if column is None and len(self.columns.labels) == 1:
            return 0
        return self.columns.index(column)

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
    rows: Axis, columns: Axis, printed: Sequence[Sequence[str]], read: Callable[[str], C]
) -> tuple[tuple[tuple[C, ...], ...], list[CellProblem]]:
    """The values of all cells, and what is wrong: too many or too few rows or cells, and cells nothing can read."""
    problems: list[CellProblem] = []
    wide, high = len(columns.labels), len(rows.labels)
    if len(printed) != high:
        problems.append(((max(len(printed) - 1, 0),), "E504", f"{len(printed)} rows of cells for {high} labels"))
    values = []
    for r, line in enumerate(printed):
        if len(line) != wide:
            amount = "short" if len(line) < wide else "long"
            problems.append(((r,), "E504", f"{amount} row: {len(line)} cells for {wide} columns"))
        row = []
        for c, text in enumerate(line):
            try:
                row.append(read(text))
            except ValueError as error:
                problems.append(((r, c), "E505", str(error)))
        values.append(tuple(row))
    return tuple(values), problems
