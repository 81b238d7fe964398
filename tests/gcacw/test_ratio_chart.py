"""The Ratio Chart of the book has the bands that ratios against the attacker have anywhere."""

from __future__ import annotations

from pathlib import Path

import wargame_gcacw
from wargame_core.charts import NumberAxis
from wargame_core.charts.load import read_card


def test_the_printed_ratios_are_those_of_a_chart_by_ratio() -> None:
    card = read_card(Path(wargame_gcacw.__file__).parent / "data" / "ratio.toml")
    rows = card.only.rows
    assert isinstance(rows, NumberAxis)
    assert NumberAxis.ratio(rows.name, rows.labels).bands == rows.bands
