"""Printed tables that answer questions: charts with bands and named rows, and tables of events."""

from wargame_core.charts.axes import Axis, Band, ChartError, Name, NameAxis, NumberAxis, OffChart, OutOfRange, Rounding
from wargame_core.charts.chart import (
    Block,
    Cell,
    Chart,
    ChartCard,
    Conversion,
    EvenOdd,
    EventTable,
    TextCard,
    cell_odds,
    number_cells,
    settle,
    text_table,
    word_cells,
)
from wargame_core.charts.files import read_card, read_events
from wargame_core.charts.forms import SINGLE, ChartForm, ReadCell

__all__ = [
    "SINGLE",
    "Axis",
    "Band",
    "Block",
    "Cell",
    "Chart",
    "ChartCard",
    "ChartError",
    "ChartForm",
    "Conversion",
    "EvenOdd",
    "EventTable",
    "Name",
    "NameAxis",
    "NumberAxis",
    "OffChart",
    "OutOfRange",
    "ReadCell",
    "Rounding",
    "TextCard",
    "cell_odds",
    "number_cells",
    "read_card",
    "read_events",
    "settle",
    "text_table",
    "word_cells",
]
