"""The key of the combat chart and the Summary of Combat Results."""

from __future__ import annotations

import pytest

from wargame_core.charts import ChartError
from wargame_gcacw.charts.combat_chart import (
    ATTACKER,
    DEFENDER,
    MAXIMUM_FATIGUE,
    CombatState,
    apply_result,
    parse_result,
)

FRESH = CombatState(7)


def test_every_printed_cell_is_understood() -> None:
    for chart in (DEFENDER, ATTACKER):
        for row in chart.printed:
            assert [parse_result(text).raw for text in row] == list(row)


@pytest.mark.parametrize(("letter", "levels"), [("-", 0), ("E", 0), ("f", 1), ("F", 2), ("D", 3)])
def test_letters_add_fatigue(letter: str, levels: int) -> None:
    assert apply_result(parse_result(letter), FRESH, active=True).unit.fatigue == levels


@pytest.mark.parametrize("before", range(MAXIMUM_FATIGUE + 1))
def test_fatigue_never_passes_level_4(before: int) -> None:
    after = apply_result(parse_result("D"), CombatState(7, fatigue=before), active=False).unit
    assert after.fatigue == min(4, before + 3)
    assert after.disorganized


def test_a_unit_that_is_disorganized_stays_so() -> None:
    assert apply_result(parse_result("f"), CombatState(7, disorganized=True), active=False).unit.disorganized


@pytest.mark.parametrize("raw", ["f", "F", "D", "E", "1Ea", "DR"])
def test_only_an_active_units_march_ends(raw: str) -> None:
    assert apply_result(parse_result(raw), FRESH, active=True).march_ends
    assert not apply_result(parse_result(raw), FRESH, active=False).march_ends


@pytest.mark.parametrize("raw", ["-", "a", "3"])
def test_a_march_goes_on_without_a_letter_that_ends_it(raw: str) -> None:
    assert not apply_result(parse_result(raw), FRESH, active=True).march_ends


@pytest.mark.parametrize(
    ("raw", "before", "after", "lost"),
    [
        ("2Dr", 1, 1, 2),
        ("2DR", 0, 1, 2),
        ("2DR", 1, 2, 2),
        ("2DR", 2, 2, 2),
        ("2DR*", 0, 2, 2),
        ("2DR*", 1, 2, 2),
        ("2DR*", 2, 2, 3),
    ],
)
def test_a_rout_demoralizes(raw: str, before: int, after: int, lost: int) -> None:
    unit = apply_result(parse_result(raw), CombatState(7, demoralized=before), active=False).unit
    assert (unit.demoralized, 7 - unit.manpower) == (after, lost)


@pytest.mark.parametrize(("raw", "must"), [("Dr", "retreat"), ("DR", "rout"), ("DR*", "rout"), ("1D", None)])
def test_retreats_and_routs_are_told_apart(raw: str, must: str | None) -> None:
    assert apply_result(parse_result(raw), FRESH, active=False).must == must


def test_losses_beyond_its_manpower_eliminate_a_unit() -> None:
    after = apply_result(parse_result("4DR*"), CombatState(3), active=False)
    assert (after.unit.manpower, after.eliminated) == (0, True)
    assert not apply_result(parse_result("4DR*"), CombatState(5), active=False).eliminated


@pytest.mark.parametrize("raw", ["", "Q", "D2", "aD", "DD", "RR", "2DR**", "--", "1 D", "-1"])
def test_what_the_key_does_not_explain_is_refused(raw: str) -> None:
    with pytest.raises(ChartError, match="is not a combat result"):
        parse_result(raw)


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
        CombatState(**state)  # type: ignore[arg-type]
