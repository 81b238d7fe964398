"""Worked examples of odds tables: columns, shifts, factors, die modifiers, results in words, wrong files."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import pytest

from wargame_core.charts import (
    Chart,
    ChartError,
    Deed,
    Factor,
    NumberAxis,
    OddsTable,
    OffChart,
    Result,
    Rounding,
    multiplied,
)
from wargame_core.charts.files import Compares, Ends
from wargame_core.errors import DataError
from wargame_core.rulings import Modifier

HALF, DOUBLE = Fraction(1, 2), Fraction(2)
RATIOS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")


def table(
    columns: NumberAxis | None = None,
    *,
    compares: Compares = "odds",
    ends: Ends = "after shifts",
    most: int | None = None,
    cells: Sequence[str] = ("Ae", "Ar", "Dr", "Dr", "De", "De"),
) -> OddsTable:
    """A table with a result for each face of the die, the same in all columns."""
    columns = columns or NumberAxis.ratio("odds", RATIOS, off_chart="clamp")
    rows = NumberAxis.of("die", [str(n) for n in range(1, 7)])
    chart = Chart.of("crt", "Combat", rows, columns, [[cell] * len(columns.bands) for cell in cells], str)
    results = {code: Result.read(code, [f"defender retreats {n}"]) for n, code in enumerate(dict.fromkeys(cells), 1)}
    return OddsTable(chart, results, compares, ends=ends, most_shifts=most)


@pytest.mark.parametrize(
    ("attack", "defence", "column"), [(7, 2, "3-1"), (15, 4, "3-1"), (16, 4, "4-1"), (5, 6, "1-2"), (4, 9, "1-3")]
)
def test_fractions_are_dropped_in_favour_of_the_defender(attack: int, defence: int, column: str) -> None:
    assert table().fight(attack, defence).column == column


def test_a_ratio_between_two_columns_may_go_against_the_defender() -> None:
    kind = NumberAxis.ratio("odds", RATIOS, against="defender", off_chart="clamp")
    assert table(kind).fight(7, 2).column == "4-1"


def test_ground_shifts_one_after_another() -> None:
    fight = table().fight(12, 4, [Modifier(-1, "forest"), Modifier(-1, "river")])
    assert (fight.odds, fight.column) == ("3-1", "1-1")


def test_halves_of_the_sum_and_of_each() -> None:
    down = Factor(HALF, "river", Rounding.DOWN)
    assert table().fight(multiplied(8, [Factor(HALF, "river")]), 2).column == "2-1"
    assert multiplied(5, [down]) + multiplied(3, [down]) == 3
    assert table().fight(3, 2).column == "1-1"


def test_factors_do_not_commute_and_may_have_a_limit() -> None:
    up, twice = Factor(HALF, "river", Rounding.UP), Factor(DOUBLE, "hill")
    assert [multiplied(5, [up, twice]), multiplied(5, [twice, up])] == [6, 5]
    assert multiplied(4, [twice, twice], most=2) == 8
    assert multiplied(4, [twice, twice]) == 16
    with pytest.raises(ChartError, match="rounded up, down or not at all"):
        multiplied(5, [Factor(HALF, "river", Rounding.NEAREST)])


def test_a_difference_names_a_column() -> None:
    bands = NumberAxis.of("difference", ["-2 or less", "-1 to 2", "3 to 5", "6 or more"], off_chart="clamp")
    by_difference = table(bands, compares="difference")
    assert [by_difference.fight(*pair).column for pair in ((9, 5), (5, 9))] == ["3 to 5", "-2 or less"]
    assert str(by_difference.fight(9, 5)) == "3 to 5, 2 points short of 6 or more"


def test_points_of_fire_name_a_column() -> None:
    bands = NumberAxis.of("points", ["4-5", "6-7", "8-11", "12-15", "16 or more"], off_chart="clamp")
    fire = table(bands, compares="points")
    assert [fire.fight(points, 0).column for points in (8, 16, 4, 11)] == ["8-11", "16 or more", "4-5", "8-11"]


@pytest.mark.parametrize(("ends", "column"), [("after shifts", "6-1"), ("before shifts", "5-1")])
def test_a_shift_comes_before_or_after_the_end_of_the_table(ends: Ends, column: str) -> None:
    assert table(ends=ends).fight(30, 4, [Modifier(-1, "woods")]).column == column
    low = table(ends=ends).fight(1, 5, [Modifier(2, "surprise")]).column
    assert low == {"after shifts": "1-3", "before shifts": "1-1"}[ends]


def test_a_table_may_limit_the_sum_of_shifts() -> None:
    air = [Modifier(1, "air")] * 5
    assert table(most=3).fight(4, 4, air).column == "4-1"
    assert table().fight(4, 4, air).column == "6-1"
    assert table(most=1).fight(16, 4, [Modifier(-1, "fort")] * 2).column == "3-1"


def test_modifiers_of_the_die_stay_within_the_rows() -> None:
    fight = table().fight(4, 4, die_modifiers=[Modifier(2, "leader")])
    assert [fight.result(die).code for die in (1, 4, 6)] == ["Dr", "De", "De"]
    assert fight.chances.p("De") == Fraction(4, 6)
    assert "+2 leader" in str(fight.ruling(4))


def test_what_is_missing_for_the_next_column_is_told() -> None:
    assert str(table().fight(10, 3)) == "3-1, 2 points short of 4-1"
    assert str(table().fight(11, 3)) == "3-1, 1 point short of 4-1"
    assert str(table().fight(12, 3)) == "4-1, 3 points short of 5-1"
    assert str(table().fight(99, 3)) == "6-1"
    assert str(table().fight(10, 3, [Modifier(-1, "woods")])) == "3-1 shifted to 2-1, 2 points short of 3-1"


def test_a_table_may_refuse_odds_below_its_first_column() -> None:
    refusing = table(NumberAxis.ratio("odds", RATIOS))
    assert "off the chart" in str(refusing.judge(1, 9))
    assert refusing.judge(3, 9)
    with pytest.raises(OffChart):
        refusing.fight(1, 9).column.lower()


def test_the_ruling_says_everything_that_was_counted() -> None:
    ruling = table().fight(12, 4, [Modifier(-1, "woods", because="defender in 0303")]).ruling(3)
    assert ruling.worked() == [
        "Combat Dr: Combat, row 3, column 2-1",
        "12 to 4 3-1",
        "shifts -1: -1 woods (defender in 0303) = -1",
    ]


def test_results_are_words() -> None:
    result = Result.read("DR", ["defender loses 1 step or defender retreats 2", "attacker loses as much"])
    assert [[step.deed for step in choice] for choice in result.steps] == [
        [Deed.LOSES_STEPS, Deed.RETREATS],
        [Deed.LOSES_AS_MUCH],
    ]
    assert str(result) == "defender loses 1 step or defender retreats 2; attacker loses as much"
    assert str(Result.read("NE", ["no effect"])) == "no effect"
    assert str(Result.read("A1", ["attacker loses 3"]).steps[0][0]) == "attacker loses 3"
    for wrong in ("defender retreat 1", "everybody eliminated", "defender loses 0 steps"):
        with pytest.raises(ChartError, match=f"'{wrong}' is no result: attacker or defender, and eliminated"):
            Result.read("X", [wrong])


FILE = """
source = { document = "A", basis = "text" }
id = "crt"
title = "Combat"
[results]
DR = ["defender retreats 1"]
DE = ["defender eliminated"]
[rows]
name = "die"
[columns.odds]
title = "Odds"
kind = "ratios"
bands = ["1-1", "2-1"]
[[row]]
die = "1-3"
odds = ["DR", "DR"]
[[row]]
die = "4-6"
odds = ["DR", "DE"]
"""


def read(tmp_path: Path, text: str) -> OddsTable:
    path = tmp_path / "crt.toml"
    path.write_text(dedent(text), encoding="utf-8")
    return OddsTable.read(path)


def test_a_file_is_a_chart_with_results(tmp_path: Path) -> None:
    crt = read(tmp_path, FILE)
    assert crt.fight(4, 2).chances.p("DE") == Fraction(1, 2)
    assert str(crt.fight(4, 2).result(6)) == "defender eliminated"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"DE"]', '"DX"]', r"crt.toml:\d+:3: E302 row\[1\]: \[results\] does not say what 'DX' means"),
        ("retreats 1", "flees", r"crt.toml:\d+:1: E204 results.DR: 'defender flees' is no result"),
        ('DE = ["def', 'EX = ["def', "E302 results.EX: no cell of the table says 'EX'"),
        ('id = "crt"', 'id = "crt"\nends = "later"', "E204 ends: 'later'"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_by_line(tmp_path: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        read(tmp_path, FILE.replace(old, new, 1))
