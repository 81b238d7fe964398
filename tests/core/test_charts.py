"""Charts: bands and names, values found in them, the printed look, exact odds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame_core import D6, Cite, Distribution, Modifier, UnknownName
from wargame_core.charts import (
    Band,
    Chart,
    ChartCard,
    ChartError,
    EvenOdd,
    NameAxis,
    NumberAxis,
    OffChart,
    number_cells,
    settle,
)

HALF = Fraction(1, 2)

REINFORCEMENTS = Chart.of(
    "reinforcements",
    "Reinforcements",
    NumberAxis.of("modified die", ["1 or less", "2", "3", "4", "5", "6 or more"], off_chart="clamp"),
    NumberAxis.of("spaces", ["1", "2", "3"]),
    [["3", "4", "5"], ["2", "4", "4"], ["2", "3", "4"], ["1", "2", "3"], ["1", "2", "2"], ["1", "1", "2"]],
    number_cells(),
    cite=Cite("GotW", "12", "Reinforcements"),
    stub="Die",
    notes=("turns until they arrive",),
)


@pytest.mark.parametrize(
    ("label", "inside", "outside"),
    [
        ("7-11", [7, 11], [6, 12]),
        ("1/2-3", [HALF, 3], [0, Fraction(7, 2)]),
        ("-3 to +1", [-3, 0, 1], [-4, 2]),
        ("-4 or less", [-4, -99], [-3]),
        ("≤-8", [-8, -9], [-7]),
        ("≥+10", [10, 11], [9]),
        ("50+", [50, 51], [49]),
        ("+8 or more", [8, 9], [7]),
        ("Less than 3", [Fraction(5, 2)], [3]),
        ("More than 11", [Fraction(23, 2)], [11]),
        ("+2", [2], [1, 3]),
        ("−1", [-1], [1]),
        ("3½", [Fraction(7, 2)], [3]),
        ("any", [-99, 99], []),
    ],
)
def test_a_printed_label_is_read_as_the_band_it_stands_for(
    label: str, inside: list[Fraction], outside: list[Fraction]
) -> None:
    band = Band.parse(label)
    assert [value for value in inside if not band.holds(value)] == []
    assert [value for value in outside if band.holds(value)] == []
    assert str(band) == label


def test_a_value_between_units_is_refused_when_nothing_rounds() -> None:
    with pytest.raises(ChartError, match="value: 3 1/2 is not a multiple of 1"):
        NumberAxis.of("value", ["1-3", "4-6"]).index("7/2")


def test_values_beyond_the_ends_are_refused_or_take_the_end() -> None:
    refusing, clamping = (NumberAxis.of("die", ["1", "2-5", "6"], off_chart=way) for way in ("refuse", "clamp"))
    assert [clamping.label(value) for value in (-9, 1, 3, 6, 99)] == ["1", "1", "2-5", "6", "6"]
    for value in (0, 7):
        with pytest.raises(OffChart, match=rf"die: {value} is off the chart \(allowed: 1 to 6\)"):
            refusing.index(value)


def test_bands_without_a_unit_touch_exactly() -> None:
    loads = NumberAxis.of("load", ["Less than 3", "3 to 11", "More than 11"], unit=None)
    values = [0, "5/2", "299/100", 3, 11, "1101/100", 12]
    assert [loads.index(value) for value in values] == [0, 0, 0, 1, 1, 2, 2]


@given(st.integers(-60, 60), st.sampled_from(["up", "down", "nearest"]))
def test_the_fast_way_finds_the_band_that_holds_the_value(halves: int, rounding: str) -> None:
    edge = NumberAxis.of("value", ["≤-8", "-7", "-6 to 3", "4-19", "≥20"], rounding=rounding)  # type: ignore[arg-type]
    value = Fraction(halves, 2)
    rounded = {"up": -(-halves // 2), "down": halves // 2, "nearest": (halves + 1) // 2}[rounding]
    assert [band.holds(rounded) for band in edge.bands].index(True) == edge.index(value)


@pytest.mark.parametrize(
    ("labels", "unit", "message"),
    [
        (["1-3", "5-6"], 1, "nothing holds 4, between 1-3 and 5-6"),
        (["1-3", "9+"], 1, "nothing holds 4 to 8, between"),
        (["1-3", "3-6"], 1, "1-3 and 3-6 both hold 3"),
        (["1+", "4"], 1, r"1\+ and 4 overlap"),
        (["3 or less", "2 or less"], 1, "overlap"),
        (["6-4"], 1, "6-4 holds no number"),
        (["1-3", "7/2-5"], 1, "7/2-5|3 1/2 is not a multiple of the unit 1"),
        (["less than 3", "more than 3"], None, "nothing holds what lies between"),
        (["1-3", "3-5"], None, "both hold 3"),
        ([], 1, "there is no band"),
    ],
)
def test_bands_with_gaps_overlaps_or_nothing_in_them_are_refused(
    labels: list[str], unit: int | None, message: str
) -> None:
    with pytest.raises(ChartError, match=message):
        NumberAxis.of("value", labels, unit=unit)


def test_a_look_up_becomes_a_ruling_with_its_modifiers() -> None:
    ruling = REINFORCEMENTS.find(5, 1).ruling("Arrival", 4, [Modifier(1, "road")])
    assert ruling.total == 5
    assert str(ruling).startswith("Arrival: 1 (Reinforcements, row 5, column 1) [GotW p.12 Reinforcements]")


def test_the_exact_odds_of_a_row_are_those_of_its_dice() -> None:
    odds = REINFORCEMENTS.odds(Distribution.of(D6) + 1, 1)
    assert odds == Distribution.from_counts({2: 2, 1: 4})
    assert REINFORCEMENTS.odds(3, Distribution.uniform([1, 3])) == Distribution.uniform([2, 4])


def test_it_prints_as_on_the_card() -> None:
    assert str(REINFORCEMENTS).splitlines() == [
        "Reinforcements",
        "          | spaces",
        "Die       | 1  2  3",
        "----------+--------",
        "1 or less | 3  4  5",
        "2         | 2  4  4",
        "3         | 2  3  4",
        "4         | 1  2  3",
        "5         | 1  2  2",
        "6 or more | 1  1  2",
        "  turns until they arrive",
    ]


def test_charts_that_share_their_rows_are_printed_side_by_side() -> None:
    rows = NumberAxis.of("die", ["1-3", "4-6"])
    left, right = (
        Chart.of("x", name, rows, NameAxis.of(name, ["a", "b"]), [["1", "-2"], ["3", "4"]], number_cells())
        for name in ("left", "right")
    )
    card = ChartCard("x", "Both", {"left": left, "right": right})
    assert str(card).splitlines() == [
        "Both",
        "    | left  | right",
        "die | a   b | a   b",
        "----+-------+------",
        "1-3 | 1  -2 | 1  -2",
        "4-6 | 3   4 | 3   4",
    ]
    assert card["right"].at(2, "b") == -2
    assert list(card) == ["left", "right"]
    with pytest.raises(UnknownName, match="block of Both 'middle'"):
        card["middle"]
    with pytest.raises(ChartError, match="Both holds 2 charts: left, right"):
        card.only  # noqa: B018 - the property itself refuses


STARS = Chart.of(
    "stars",
    "Stars",
    NumberAxis.of("difference", ["0", "1"]),
    NameAxis.of("", [""]),
    [["1*"], ["NE"]],
    number_cells({"NE": 0, "1*": EvenOdd(1, 0)}),
)


def test_a_conditional_cell_waits_for_its_die() -> None:
    found = STARS.find(0)
    assert (found.needs_die, found.settled(2), found.settled(5)) == (True, 1, 0)
    assert not STARS.find(1).needs_die
    assert settle(STARS.at(1)) == 0
    with pytest.raises(ChartError, match="needs a die: 1 if it is even, 0 if it is odd"):
        found.settled()


def test_a_cell_nothing_can_read_names_what_was_allowed() -> None:
    with pytest.raises(ChartError, match=r"row 2: 'NEE' is not a cell of this chart.*did you mean 'NE'"):
        Chart.of(
            "x",
            "X",
            NumberAxis.of("die", ["1", "2"]),
            NameAxis.of("c", ["c"]),
            [["1"], ["NEE"]],
            number_cells({"NE": 0}),
        )


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([["1", "2"], ["3"]], "row 2: short row: 1 cells for 2 columns"),
        ([["1", "2"], ["3", "4", "5"]], "row 2: long row: 3 cells for 2 columns"),
        ([["1", "2"]], "1 rows of cells for 2 labels"),
    ],
)
def test_short_and_long_rows_are_refused(cells: list[list[str]], message: str) -> None:
    with pytest.raises(ChartError, match=message):
        Chart.of("x", "X", NumberAxis.of("die", ["1", "2"]), NameAxis.of("c", ["a", "b"]), cells, number_cells())


def test_a_chart_is_json_as_printed() -> None:
    told = REINFORCEMENTS.to_json()
    assert told["rows"] == {"title": "Die", "labels": ["1 or less", "2", "3", "4", "5", "6 or more"]}
    assert told["cells"][0] == ["3", "4", "5"]
    assert told["cite"] == "GotW p.12 Reinforcements"
    assert ChartCard("c", "C", {"only": REINFORCEMENTS}).to_json()["charts"] == {"only": told}


@given(st.fractions(min_value=Fraction(1, 9), max_value=9, max_denominator=20))
def test_a_ratio_between_two_columns_goes_against_whom_the_chart_says(value: Fraction) -> None:
    labels = ("6-1", "3-1", "2:1", "1-1", "1-2", "1-3 or less")  # printed from the best down
    values = [Fraction(6), Fraction(3), Fraction(2), Fraction(1), Fraction(1, 2), Fraction(1, 3)]
    attacker = NumberAxis.ratio("odds", labels)
    assert attacker.index(value) == next((n for n, odds in enumerate(values) if odds <= value), 5)
    defender = NumberAxis.ratio("odds", labels, against="defender", off_chart="clamp")
    assert defender.index(value) == max((n for n, odds in enumerate(values) if odds >= value), default=0)


def test_ratios_beyond_a_closed_end_are_off_the_chart_and_labels_must_be_ratios() -> None:
    with pytest.raises(OffChart, match="1/4 is off the chart"):
        NumberAxis.ratio("odds", ["1-3", "1-1"]).index("1/4")
    assert NumberAxis.ratio("odds", ["1-3", "1-1"], off_chart="clamp").label("1/4") == "1-3"
    with pytest.raises(OffChart, match="7 is off the chart"):
        NumberAxis.ratio("odds", ["1-1", "6-1"], against="defender").index(7)
    assert NumberAxis.ratio("odds", ["1-1", "6-1 or more"], against="defender").label(7) == "6-1 or more"
    with pytest.raises(ChartError, match="'3 to 1' is not a ratio"):
        NumberAxis.ratio("odds", ["3 to 1"])


def test_a_printed_end_between_two_units_is_compared_before_a_value_is_rounded() -> None:
    strength = NumberAxis.of("strength", ["1/2-3", "4-6"], rounding="up")
    assert strength.label("1/2") == "1/2-3"
    with pytest.raises(OffChart, match=r"strength: 1/4 is off the chart \(allowed: 1/2 to 6\)"):
        strength.label("1/4")


def test_a_chart_of_one_column_names_no_column_in_a_ruling() -> None:
    one = NumberAxis.of("spaces", ["1"])
    chart = Chart.of("x", "X", NumberAxis.of("die", ["1", "2"]), one, [["3"], ["4"]], number_cells())
    assert chart.find(1).ruling("Arrival").lines() == ["Arrival: 3 (X, row 1)"]
