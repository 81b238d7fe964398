"""Printed tables that answer questions: charts with bands and named rows, modifiers, and tables of events."""

from __future__ import annotations

from wargame_core.charts.axes import Axis, Band, ChartError, Name, NameAxis, NumberAxis, OffChart, OutOfRange, Rounding
from wargame_core.charts.chart import (
    Block,
    Cell,
    Chart,
    ChartCard,
    EvenOdd,
    TextCard,
    cell_odds,
    number_cells,
    settle,
    text_table,
    word_cells,
)
from wargame_core.charts.events import Conversion, EventTable
from wargame_core.charts.files import read_card, read_events, read_modifiers
from wargame_core.charts.forms import SINGLE, ChartForm, ReadCell
from wargame_core.charts.modifiers import (
    Case,
    DieRollModifier,
    Fact,
    FactSheet,
    Flag,
    FromFact,
    Is,
    Modifiers,
    Tally,
    Within,
)

__all__ = [
    "SINGLE",
    "Axis",
    "Band",
    "Block",
    "Case",
    "Cell",
    "Chart",
    "ChartCard",
    "ChartError",
    "ChartForm",
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
    "ReadCell",
    "Rounding",
    "Tally",
    "TextCard",
    "Within",
    "cell_odds",
    "number_cells",
    "read_card",
    "read_events",
    "read_modifiers",
    "settle",
    "text_table",
    "word_cells",
]
