"""Combat Chart (7.4): columns, rows, what must be true of every cell; its key and the Summary of Combat Results."""

import re
from fractions import Fraction

import pytest

from wargame_core.charts import ChartError, OffChart
from wargame_core.errors import UnknownName
from wargame_gcacw.charts import results

ROWS = range(results.LOWEST_ROW, results.HIGHEST_ROW + 1)
DEFENDER_LETTERS = {-8: "-", -2: "f", -1: "F", 0: "D", 2: "Dr", 4: "DR", 8: "DR*"}
ATTACKER_LETTERS = {-8: "D", 2: "Da", 3: "Fa", 4: "fa", 5: "Ea", 6: "a"}


def letters_of(table: dict[int, str], row: int) -> str:
    return table[max(start for start in table if start <= row)]


@pytest.mark.parametrize("row", ROWS)
def test_letters_depend_on_the_row_alone(row: int) -> None:
    assert {one.letters for one in results.result_rows("defender")[row - results.LOWEST_ROW]} == {
        letters_of(DEFENDER_LETTERS, row)
    }
    assert {one.letters for one in results.result_rows("attacker")[row - results.LOWEST_ROW]} == {
        letters_of(ATTACKER_LETTERS, row)
    }


@pytest.mark.parametrize(("difference", "row"), [(-99, "≤-8"), (-9, "≤-8"), (11, "≥+10"), (99, "≥+10")])
def test_differences_beyond_the_chart_take_its_last_row(difference: int, row: str) -> None:
    assert results.combat_chart()["attacker"].find(difference, 1).row == row


@pytest.mark.parametrize(
    ("side", "labels"), [(side, results.combat_chart()[side].columns.labels) for side in ("defender", "attacker")]
)
def test_every_value_and_half_lies_in_the_column_its_label_says(side: str, labels: tuple[str, ...]) -> None:
    for halves in range(1, 200):
        label = results.combat_column(side, Fraction(halves, 2))  # type: ignore[arg-type]
        numbers = [Fraction(one) for one in re.findall(r"\d+/\d+|\d+", label)]
        up = -(-halves // 2)
        assert up >= numbers[0]
        assert up <= (numbers[1] if len(numbers) == 2 else up)
        assert label in labels


def test_it_prints_as_on_the_card() -> None:
    lines = str(results.combat_chart()).splitlines()
    assert lines[1].split("|")[1:] == [" Defender's combat value" + " " * 30, " Attacker's combat value"]
    assert " ".join(lines[4].split()) == "≤-8 | - - - - - - - - | 3D 4D 5D 5D 6D 8D 10D 12D 14D 16D"
    assert "<th>50-59</th>" in results.combat_chart()._repr_html_()


@pytest.mark.parametrize("value", [0, "1/4", -3])
def test_a_combat_value_below_one_half_is_refused(value: object) -> None:
    with pytest.raises(OffChart, match=r"off the chart \(allowed: 1/2 and more"):
        results.combat_column("attacker", value)


def test_what_is_no_side_or_number_is_refused() -> None:
    with pytest.raises(UnknownName, match="defender, attacker"):
        results.combat_column("both", 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'strong' is not a number"):
        results.combat_cell("strong", 1, 0)
    with pytest.raises(ChartError, match="is not a multiple of 1"):
        results.combat_cell(1, 1, Fraction(1, 2))  # type: ignore[arg-type]


FRESH = results.CombatState(7)


def test_every_printed_cell_is_understood() -> None:
    for chart in (results.combat_chart()["defender"], results.combat_chart()["attacker"]):
        for row in chart.printed:
            assert [results.parse_result(text).raw for text in row] == list(row)


def test_losses_beyond_its_manpower_eliminate_a_unit() -> None:
    after = results.apply_result(results.parse_result("4DR*"), results.CombatState(3), active=False)
    assert (after.unit.manpower, after.eliminated) == (0, True)
    assert not results.apply_result(results.parse_result("4DR*"), results.CombatState(5), active=False).eliminated


@pytest.mark.parametrize("raw", ["", "Q", "D2", "aD", "DD", "RR", "2DR**", "--", "1 D", "-1"])
def test_what_the_key_does_not_explain_is_refused(raw: str) -> None:
    with pytest.raises(ChartError, match="is not a combat result"):
        results.parse_result(raw)


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"manpower": -1}, "manpower is -1"),
        ({"manpower": 1, "fatigue": 5}, r"fatigue is 5 \(allowed: 0 to 4\)"),
        ({"manpower": 1, "demoralized": 3}, r"demoralized is 3 \(allowed: 0 to 2\)"),
    ],
)
def test_a_state_that_no_unit_has_is_refused(state: dict[str, int], message: str) -> None:
    with pytest.raises(ChartError, match=message):
        results.CombatState(**state)  # type: ignore[arg-type]
