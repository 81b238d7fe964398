"""Worked examples of odds tables: columns, shifts, factors, die modifiers, results in words, wrong files."""

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import ceil
from pathlib import Path
from textwrap import dedent
from typing import Literal

import pytest
from attrs import evolve

from wargame_core.charts import (
    Chart,
    ChartError,
    CombatStrength,
    Consequence,
    Factor,
    NumberAxis,
    OddsTable,
    OffChart,
    Result,
    ResultEffect,
    Rounding,
    multiplied,
    read_card,
    read_shift,
)
from wargame_core.charts.files import CardData, Compares, Ends, OddsKeys
from wargame_core.data.schema import schema_of
from wargame_core.errors import DataError
from wargame_core.rulings import Cite, Modifier, Ruling

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
    forest, river = read_shift("1 left", "forest"), read_shift("1 left", "river")
    fight = table().fight(12, 4, [forest, river])
    assert (fight.odds, fight.column) == ("3-1", "1-1")
    assert table().fight(12, 4).column == "3-1"
    assert table().fight(12, 4, [forest]).column == "2-1"


def test_a_limit_keeps_two_doublings_from_making_four() -> None:
    twice = Factor.read("doubled", "hill")
    assert [CombatStrength("defence", 4, (twice, twice), most).value for most in (2, 3, None)] == [8, 12, 16]
    assert CombatStrength("defence", 4, (Factor.read("tripled", "mountain"),)).value == 12


def test_halves_of_the_sum_and_of_each() -> None:
    down = Factor(HALF, "river", Rounding.DOWN)
    assert table().fight(multiplied(8, [Factor(HALF, "river")]), 2).column == "2-1"
    assert multiplied(5, [down]) + multiplied(3, [down]) == 3
    assert table().fight(3, 2).column == "1-1"


def test_a_factor_stands_on_each_unit_or_on_their_sum() -> None:
    down = Factor.read("halved", "river", Rounding.DOWN)
    each = CombatStrength("attack", (CombatStrength("A", 5, (down,)), CombatStrength("B", 3, (down,))))
    both = CombatStrength("attack", (CombatStrength("A", 5), CombatStrength("B", 3)), (down,))
    assert [table().fight(strength, 2).column for strength in (each, both)] == ["1-1", "2-1"]
    assert [each.value, both.value] == [3, 4]


def test_the_ruling_itemises_strengths_with_the_source_of_each_factor() -> None:
    cite = Cite("Corinth", "4", "5. Combat")
    hill = Factor.read("doubled", "hill", cite=cite)
    attack = CombatStrength(
        "attack", (CombatStrength("A", 5), CombatStrength("B", 3)), (Factor.read("halved", "river"),)
    )
    lines = table().fight(attack, CombatStrength("defence", 1, (hill, hill), most=2)).ruling().lines()
    assert lines == [
        "Combat: 2-1 (Combat, column 2-1)",
        "  strengths: 4 to 2, column 2-1",
        "  attack: 4",
        "    A: 5",
        "    B: 3",
        "    sum of attack: 8",
        "    river: halved: 4",
        "  defence: 2",
        "    defence as printed: 1",
        "    hill: doubled: 2 [Corinth p.4 5. Combat]",
        "    hill: doubled: 4 [Corinth p.4 5. Combat]",
        "    at most 2 times: 2",
    ]


def test_words_of_rulebooks_are_shifts_and_factors() -> None:
    assert [read_shift(words, "x").value for words in ("2 left", "1 right")] == [-2, 1]
    assert [Factor.read(word, "x").times for word in ("halved", "doubled", "tripled")] == [HALF, 2, 3]
    with pytest.raises(ChartError, match="forest: '2 up' is not a shift: N left, N right, with N from 1 to 9"):
        read_shift("2 up", "forest")
    with pytest.raises(ChartError, match=r"hill: 'doublet' is not a factor .*halved, doubled, tripled.*'doubled'?"):
        Factor.read("doublet", "hill")


def test_factors_do_not_commute_and_may_have_a_limit() -> None:
    up, twice = Factor(HALF, "river", Rounding.UP), Factor(DOUBLE, "hill")
    assert [multiplied(5, [up, twice]), multiplied(5, [twice, up])] == [6, 5]
    assert multiplied(4, [twice, twice], most=2) == 8
    assert multiplied(4, [twice, twice]) == 16
    with pytest.raises(ChartError, match="rounded up, down or not at all"):
        multiplied(5, [Factor(HALF, "river", Rounding.NEAREST)])


def test_a_difference_names_a_column() -> None:
    bands = NumberAxis.of("difference", ["-5 or less", "-4 to -3", "-2 to +2", "+3 to +5", "+6 or more"])
    by_difference = table(bands, compares="difference")
    assert [by_difference.fight(*pair).value for pair in ((9, 5), (5, 9))] == [4, -4]
    assert [by_difference.fight(*pair).column for pair in ((9, 5), (5, 9))] == ["+3 to +5", "-4 to -3"]
    assert str(by_difference.fight(9, 5)) == "+3 to +5, 2 points short of +6 or more"


def test_points_of_fire_name_a_column() -> None:
    fire = table(NumberAxis.points("points", ["4", "6", "8", "12", "16"], off_chart="clamp"), compares="points")
    squads = (CombatStrength("A", 4), CombatStrength("B", 4))
    near, far = Factor.read("doubled", "adjacent"), Factor.read("halved", "long range")
    columns = [fire.fight(CombatStrength("fire", squads, factors), 0).column for factors in ((), (near,), (far,))]
    assert columns == ["8", "16", "4"]
    assert fire.fight(11, 0).column == "8"
    assert str(fire.fight(11, 0)) == "8, 1 point short of 12"
    assert [fire.fight(points, 0).column for points in (3, 40)] == ["4", "16"]


@pytest.mark.parametrize(("ends", "column"), [("after shifts", "6-1"), ("before shifts", "5-1")])
def test_a_shift_comes_before_or_after_the_end_of_the_table(ends: Ends, column: str) -> None:
    assert table(ends=ends).fight(30, 4, [Modifier(-1, "woods")]).column == column
    low = table(ends=ends).fight(1, 5, [Modifier(2, "surprise")]).column
    assert low == {"after shifts": "1-3", "before shifts": "1-1"}[ends]


def test_a_column_that_says_or_less_prints_its_own_odds() -> None:
    crt = table(NumberAxis.ratio("odds", ["1-2 or less", "1-1", "2-1"], off_chart="clamp"))
    assert [crt.fight(1, 2, [Modifier(n, "surprise")]).column for n in (1, 2)] == ["1-1", "2-1"]
    assert crt.fight(5, 6, [Modifier(1, "surprise")]).column == "1-1"
    assert crt.fight(1, 3, [Modifier(1, "surprise")]).column == "1-2 or less"


def test_the_last_column_against_the_defender_begins_above_the_one_before() -> None:
    kind = NumberAxis.ratio("odds", ["1-1", "2-1", "3-1"], against="defender", off_chart="clamp")
    assert [table(kind).fight(n, 2, [Modifier(-1, "woods")]).column for n in (5, 6, 7)] == ["2-1", "2-1", "3-1"]
    assert str(table(kind).fight(3, 2)) == "2-1, 2 points short of 3-1"


def test_no_shift_makes_up_for_an_attack_of_nothing() -> None:
    assert table().fight(0, 5, [Modifier(3, "surprise")]).column == "1-3"


def test_the_ruling_tells_how_far_odds_lie_beyond_the_table_and_what_a_limit_leaves() -> None:
    lines = table().fight(30, 4, [Modifier(-1, "woods")]).ruling().worked()
    assert lines == [
        "Combat 6-1: Combat, column 6-1",
        "strengths 30 to 4, column 6-1",
        "columns beyond the table +1",
        "shifts -1: -1 woods = -1",
    ]
    even = table().fight(8, 4).ruling()
    nothing = Ruling("shifts", "0")
    assert evolve(even, parts=(*even.parts, nothing)).worked() == even.worked()
    limited = table(most=1).fight(4, 4, [Modifier(1, "air")] * 2).ruling().worked()
    assert limited[-1] == "shifts, 1 at the most +1: +1 air, +1 air = 2"


@pytest.mark.parametrize("against", ["attacker", "defender"])
@pytest.mark.parametrize("ends", ["after shifts", "before shifts"])
def test_what_is_missing_is_the_least_that_moves_the_column(
    against: Literal["attacker", "defender"], ends: Ends
) -> None:
    """Compared with trying every larger attack, for all strengths up to 24 against 4 and all shifts up to three."""
    crt = table(NumberAxis.ratio("odds", ["1-2", "1-1", "3-2", "2-1", "3-1"], against=against, off_chart="clamp"))
    crt = evolve(crt, ends=ends)
    for attack, defence, shift in product(range(1, 25), range(1, 5), range(-3, 4)):
        moved = [Modifier(shift, "x")]
        fight = crt.fight(attack, defence, moved)
        tried = (n for n in range(attack + 1, 60) if crt.fight(n, defence, moved).place > fight.place)
        least, short = next(tried, None), fight.short_of
        assert (least is None) == (short is None), (attack, defence, shift)
        if least is not None and short is not None:
            assert ceil(attack + short[0]) == least, (attack, defence, shift)
            assert short[1] == crt.fight(attack + short[0], defence, moved).column


def test_a_higher_attack_is_never_worse() -> None:
    for ends in ("after shifts", "before shifts"):
        for defence, shift in product(range(1, 7), range(-4, 5)):
            crt = evolve(table(), ends=ends)
            places = [crt.fight(attack, defence, [Modifier(shift, "x")]).place for attack in range(60)]
            assert places == sorted(places)


def test_a_table_may_limit_the_sum_of_shifts() -> None:
    air = [Modifier(1, "air")] * 5
    assert table(most=3).fight(4, 4, air).column == "4-1"
    assert table().fight(4, 4, air).column == "6-1"
    assert table(most=1).fight(16, 4, [Modifier(-1, "fort")] * 2).column == "3-1"


def test_modifiers_of_the_die_stay_within_the_rows() -> None:
    fight = table().fight(4, 4, die_modifiers=[Modifier(2, "leader")])
    assert [fight.result(die).code for die in (1, 4, 6)] == ["Dr", "De", "De"]
    assert fight.chances.p("De") == Fraction(4, 6)
    assert [fight.chances.p(code) for code in ("Ae", "Ar", "Dr")] == [0, 0, Fraction(2, 6)]
    assert "+2 leader" in str(fight.ruling(4))


def test_a_row_of_zero_can_be_reached() -> None:
    rows = NumberAxis.of("die", [str(n) for n in range(7)])
    columns = NumberAxis.ratio("odds", ["1-1", "2-1"])
    chart = Chart.of("crt", "Combat", rows, columns, [["Ae", "Ae"], *[["De", "De"]] * 6], str)
    results = {"Ae": Result.read("Ae", ["attacker eliminated"]), "De": Result.read("De", ["defender eliminated"])}
    fight = OddsTable(chart, results).fight(4, 4, die_modifiers=[Modifier(-3, "mud")])
    assert [fight.result(die).code for die in (1, 3, 4)] == ["Ae", "Ae", "De"]


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
        "strengths 12 to 4, column 3-1",
        "shifts -1: -1 woods (defender in 0303) = -1",
    ]


def test_results_are_words() -> None:
    result = Result.read("DR", ["defender loses 1 step or defender retreats 2", "attacker loses as much"])
    assert [[step.effect for step in choice] for choice in result.steps] == [
        [ResultEffect.LOSES_STEPS, ResultEffect.RETREATS],
        [ResultEffect.LOSES_AS_MUCH],
    ]
    assert str(result) == "defender loses 1 step or defender retreats 2; attacker loses as much"
    assert str(Result.read("NE", ["no effect"])) == "no effect"
    both = Result.read("DRL", ["defender loses 1 step", "defender retreats 2"])
    assert both.steps == (
        (Consequence("defender", ResultEffect.LOSES_STEPS, 1),),
        (Consequence("defender", ResultEffect.RETREATS, 2),),
    )
    assert str(Result.read("A1", ["attacker loses 3"]).steps[0][0]) == "attacker loses 3"
    for wrong in ("defender retreat 1", "everybody eliminated", "defender loses 0 steps"):
        with pytest.raises(ChartError, match=f"'{wrong}' is not a result: attacker or defender, and eliminated"):
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


def test_an_odds_table_is_read_and_printed_as_a_chart_too(tmp_path: Path) -> None:
    (tmp_path / "crt.toml").write_text(FILE, encoding="utf-8")
    card = read_card(tmp_path / "crt.toml")
    assert card.only.at(5, 2) == "DE"
    assert "4-6 |  DR   DE" in str(card)
    (tmp_path / "crt.toml").write_text(FILE.replace('"DE"]', '"DX"]'), encoding="utf-8")
    with pytest.raises(DataError, match=r"crt.toml:\d+:\d+: E505 row\[1\].odds\[1\]: 'DX' is not a cell .*DR, DE"):
        read_card(tmp_path / "crt.toml")


def test_editors_know_odds_tables() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema checks the schemas (extra dev)")
    check = jsonschema.Draft202012Validator(schema_of(CardData, OddsKeys))
    assert [error.message for error in check.iter_errors(tomllib.loads(FILE))] == []
    (wrong,) = check.iter_errors(tomllib.loads('ends = "later"\n' + FILE))
    assert "'later' is not one of ['after shifts', 'before shifts']" in wrong.message


def test_points_are_columns_of_a_file(tmp_path: Path) -> None:
    fire = FILE.replace('"ratios"', '"points"').replace('"1-1", "2-1"', '"4", "8 or more"')
    crt = read(tmp_path, 'compares = "points"' + fire)
    assert [crt.fight(points, 0).column for points in (4, 7, 8, 20)] == ["4", "4", "8 or more", "8 or more"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"DE"]', '"DX"]', r"crt.toml:\d+:3: E302 row\[1\]: \[results\] does not say what 'DX' means"),
        ("retreats 1", "flees", r"crt.toml:\d+:1: E204 results.DR: 'defender flees' is not a result"),
        ('DE = ["def', 'EX = ["def', "E302 results.EX: no cell of the table says 'EX'"),
        (
            'id = "crt"',
            'id = "crt"\nends = "later"',
            r"crt.toml:\d+:1: E204 ends: 'later'.*before shifts",
        ),
        ('id = "crt"', 'id = "crt"\ncompares = "odd"', r"E204 compares: 'odd'.*odds, difference, points.*mean 'odds'"),
        ('id = "crt"', 'id = "crt"\nmost_shifts = -1', "E204 most_shifts: -1: it is 0 or more"),
        ('id = "crt"', 'id = "crt"\ndice = "2d6"', "E505 dice: they can show 7, which has no row"),
        ('"ratios"', '"names"', "E204 columns.odds.kind: 'names': where a table compares odds it is 'ratios' or 'num"),
        ('"ratios"', '"points"', "E501 columns.odds.bands"),
        ('"1-1", "2-1"', '"2-1", "1-1"', "E501 columns.odds.bands: an odds table runs from the lowest column"),
        ("[[row]]", '[columns.more]\nbands = ["1"]\n[[row]]', "E202 row.0..more: missing"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_by_line(tmp_path: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        read(tmp_path, FILE.replace(old, new, 1))


def test_a_defence_of_0_is_refused_or_fought_in_the_last_column() -> None:
    with pytest.raises(ChartError, match=r"odds against a defence of 0, which `defence_of_0 = \"last column\"` allows"):
        _ = table().fight(3, 0).column
    weak = evolve(table(), defence_of_0="last column")
    fight = weak.fight(3, 0)
    assert (fight.odds, fight.column, fight.short_of) == (weak.columns.labels[-1], weak.columns.labels[-1], None)
    assert weak.fight(3, 0, [read_shift("1 left", "woods")]).column == weak.columns.labels[-2]
    assert weak.judge(3, 0)
    assert str(weak.fight(3, 0).ruling(1)).splitlines()[1] == f"  strengths: 3 to 0, column {weak.columns.labels[-1]}"
