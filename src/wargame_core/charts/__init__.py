"""Printed tables that answer questions: charts with bands and named rows, modifiers, and tables of events."""

from __future__ import annotations

from wargame_core.charts.axes import Axis, Name, NameAxis, NumberAxis, OffChart, OutOfRange, Rounding
from wargame_core.charts.bands import Band, ChartError
from wargame_core.charts.card import ChartCard
from wargame_core.charts.cells import EvenOdd, cell_odds, number_cells, settle, word_cells
from wargame_core.charts.chart import Cell, Chart
from wargame_core.charts.events import Conversion, EventTable, dice_total
from wargame_core.charts.facts import Fact, FactSheet, Flag, Is, Within
from wargame_core.charts.load import read_card
from wargame_core.charts.load_events import read_events
from wargame_core.charts.load_modifiers import read_modifiers
from wargame_core.charts.modifiers import Case, DieRollModifier, FromFact, Modifiers, Tally
from wargame_core.charts.printing import Block, TextCard, text_table

__all__ = [
    "Axis",
    "Band",
    "Block",
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
    "text_table",
    "word_cells",
]
