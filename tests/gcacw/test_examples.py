"""Every worked example of the charts, run as `wargame cases` runs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame_core.plugins.worked_examples import read_cases, run_cases
from wargame_gcacw.questions.chart_examples import CASES

EXAMPLES = read_cases(Path(__file__).parent / "examples.json")


@pytest.mark.parametrize("example", EXAMPLES["examples"], ids=lambda example: example["id"])
def test_a_worked_example_gives_the_expected_answers(example: dict[str, object]) -> None:
    report = run_cases(CASES, {"examples": [example]})
    assert report.failures == ()
    assert report.passed


@pytest.mark.parametrize(
    ("function", "given", "message"),
    [
        ("resolve_combat", {"facts": {"game": "TOM"}}, "attacker"),
        ("ratio_modifier", {"attacker": 0.25, "defender": 1}, "combat value of 1/4 is below the least, 1/2"),
        ("ratio_modifier", {"atacker": 1, "defender": 1}, "unknown parameter 'atacker'"),
        ("defender_modifier", {"game": "TOMM"}, "unknown game 'TOMM'"),
        ("defender_modifier", {"game": "TOM", "hexside": "brook"}, "unknown hexside 'brook'"),
        ("artillery_modifier", {"terrain": "rolling", "attacker": 5, "defender": 0}, r"\+1\* needs a die"),
        ("turn_date", {"turn": 71}, r"no turn 71 \(allowed: 1 to 70\)"),
        ("parse_result", {"raw": "2Q"}, "'2Q' is not a combat result"),
        ("force_march", {"unit": "wagon", "roll": 1, "manpower": 1}, "unknown unit 'wagon'"),
    ],
)
def test_a_question_that_cannot_be_answered_is_a_failure_with_its_reason(
    function: str, given: dict[str, object], message: str
) -> None:
    import re

    report = run_cases(
        CASES, {"examples": [{"id": "bad", "function": function, "cases": [{"in": given, "out": None}]}]}
    )
    assert re.search(message, report.failures[0].got["error"])
