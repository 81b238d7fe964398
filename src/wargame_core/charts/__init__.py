"""Printed tables that answer questions: charts with bands and named rows, modifiers, and tables of events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from wargame_core.charts.axes import Axis, Name, NameAxis, NumberAxis, OffChart, OutOfRange, Rounding
from wargame_core.charts.bands import Band, ChartError
from wargame_core.charts.card import ChartCard
from wargame_core.charts.cells import EvenOdd, cell_odds, number_cells, settle, word_cells
from wargame_core.charts.chart import Cell, Chart
from wargame_core.charts.events import Conversion, EventTable, dice_total
from wargame_core.charts.facts import Fact, FactSheet, Flag, Is, Within
from wargame_core.charts.modifiers import Case, DieRollModifier, FromFact, Modifiers, Tally
from wargame_core.charts.printing import TextCard

__all__ = [
    "Axis",
    "Band",
    "Case",
    "Cell",
    "Chart",
    "ChartCard",
    "ChartError",
    "Conversion",
    "DieRollModifier",
    "EvenOdd",
    "EventTable",
    "Fact",
    "FactSheet",
    "Flag",
    "FromFact",
    "Is",
    "Modifiers",
    "Name",
    "NameAxis",
    "NumberAxis",
    "OffChart",
    "OutOfRange",
    "Rounding",
    "Tally",
    "TextCard",
    "Within",
    "cell_odds",
    "dice_total",
    "number_cells",
    "read_card",
    "read_events",
    "read_modifiers",
    "settle",
    "word_cells",
]


def read_card(path: Path, read: Callable[[str], Any] | None = None) -> ChartCard[Any]:
    """The card of a chart file, see `wargame_core.charts.load`. Raises `DataError` with every problem of the file.

    ``read`` makes a value of a cell's text; without it cells are whole numbers and the words of the file's ``[cells]``.
    """
    from wargame_core.charts.load import read_card

    return read_card(path, read)


def read_modifiers(path: Path, tags: Sequence[str] = ()) -> Modifiers:
    """The die roll modifiers of a file, see `wargame_core.charts.load_modifiers`. ``tags`` are the games there are."""
    from wargame_core.charts.load_modifiers import read_modifiers

    return read_modifiers(path, tags)


def read_events(path: Path) -> EventTable:
    """The event table of a file, see `wargame_core.charts.load_events`."""
    from wargame_core.charts.load_events import read_events

    return read_events(path)
