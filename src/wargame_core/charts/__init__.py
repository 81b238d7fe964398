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
from wargame_core.charts.files import OddsTableFile, read_card, read_events
from wargame_core.charts.forms import SINGLE, ChartForm, ReadCell
from wargame_core.charts.odds_table import Consequence, Fight, OddsTable, Result, ResultEffect
from wargame_core.charts.strengths import TIMES, CombatStrength, Factor, multiplied, read_shift

__all__ = [
    "SINGLE",
    "TIMES",
    "Axis",
    "Band",
    "Block",
    "Cell",
    "Chart",
    "ChartCard",
    "ChartError",
    "ChartForm",
    "CombatStrength",
    "Consequence",
    "Conversion",
    "EvenOdd",
    "EventTable",
    "Factor",
    "Fight",
    "Name",
    "NameAxis",
    "NumberAxis",
    "OddsTable",
    "OddsTableFile",
    "OffChart",
    "OutOfRange",
    "ReadCell",
    "Result",
    "ResultEffect",
    "Rounding",
    "TextCard",
    "cell_odds",
    "multiplied",
    "number_cells",
    "read_card",
    "read_events",
    "read_shift",
    "settle",
    "text_table",
    "word_cells",
]
