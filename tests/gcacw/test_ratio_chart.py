"""The Ratio Chart of the book is written as printed, and holds every ratio against the attacker."""

from __future__ import annotations

from fractions import Fraction

import pytest

from wargame_core.charts import NumberAxis
from wargame_gcacw.charts.combat import RATIO

ROWS = RATIO.only.rows


@pytest.mark.parametrize(
    ("ratio", "row"),
    [
        (Fraction(1, 100), "1-13 or less"),
        (Fraction(1, 12) - Fraction(1, 9999), "1-13 or less"),
        (Fraction(1, 12), "1-12"),
        (Fraction(8, 10), "1-2"),
        (1, "1-1"),
        (Fraction(7, 2), "3-1"),
        (Fraction(1399, 100), "13-1"),
        (14, "14-1 or more"),
        (900, "14-1 or more"),
    ],
)
def test_a_ratio_between_two_rows_goes_against_the_attacker(ratio: object, row: str) -> None:
    assert ROWS.label(ratio) == row


def test_the_printed_ratios_are_those_of_a_chart_by_ratio() -> None:
    assert isinstance(ROWS, NumberAxis)
    assert len(ROWS.labels) == 26
    assert NumberAxis.ratio(ROWS.name, ROWS.labels).bands == ROWS.bands
