"""The worked examples of `wargame cases`: tables and examples of the books, asked as a designer's file would ask."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from wargame_altar_of_freedom.authoring.folders import new_campaign
from wargame_altar_of_freedom.questions.worked_examples import FUNCTIONS, campaign_called, campaign_cases
from wargame_core import DiceError, UnknownName, WargameError
from wargame_core.errors import QueryError
from wargame_core.plugins.discovery import plugin
from wargame_terminal.worked_examples import read_cases, run_cases

EXAMPLES = Path(__file__).parent / "examples.json"


@pytest.mark.parametrize("name", ["altar_of_freedom", "vicksburg", "gettysburg"])
def test_every_example_passes_through_each_plugin(name: str) -> None:
    report = run_cases(plugin(name).cases, read_cases(EXAMPLES), EXAMPLES.name)
    assert str(report) == f"{report.passed} passed, 0 failed"


def test_every_function_has_an_example() -> None:
    examples = read_cases(EXAMPLES)["examples"]
    assert {example["function"] for example in examples} == set(FUNCTIONS)


def ask(function: str, of: str | None = "vicksburg", **given: Any) -> Any:
    return campaign_cases(of)[function](given)


def test_a_games_own_plugin_need_not_be_told_the_game() -> None:
    assert ask("rally", die=4) == {"rallied": False}
    assert ask("rally", "gettysburg", die=4) == {"rallied": True}
    assert ask("rally", "gettysburg", die=4, game="vicksburg") == {"rallied": False}


def test_the_system_must_be_told_where_the_books_differ() -> None:
    with pytest.raises(QueryError, match=r"missing: game \(an installed campaign, or a designer's folder\)"):
        ask("rally", None, die=4)
    assert ask("special_action", None, die=4) == {"succeeds": True}


def test_a_designers_folder_is_a_game_too(tmp_path: Path) -> None:
    new_campaign(tmp_path / "mine")
    assert ask("march_allowance", None, game=str(tmp_path / "mine"), kind="infantry", by_road=True) == {"spaces": 3}


def test_a_game_of_another_system_is_no_campaign() -> None:
    with pytest.raises(UnknownName, match="unknown game 'waterloo'"):
        campaign_called("waterloo")


@pytest.mark.parametrize(
    ("function", "given", "words"),
    [
        ("rally", {"dice": 4}, "unknown parameter 'dice' .*; did you mean 'die'"),
        ("minor_skirmish", {"attacker_die": 3}, "missing: defender_die .*, attacker_brigades"),
        ("march_allowance", {"kind": "infantry", "by_road": "perhaps"}, "by_road: 'perhaps' is not yes or no"),
        ("army_breakpoint", {"brigades": 4.5}, "brigades: 4.5 is not a whole number"),
        ("army_breakpoint", {"brigades": True}, "brigades: True is not a whole number"),
        ("reach", {"side": "federal", "start": 7, "spaces": 1, "by_road": True}, "7 is no place"),
    ],
)
def test_a_question_that_is_put_wrongly_is_refused_in_words(function: str, given: dict[str, Any], words: str) -> None:
    with pytest.raises((QueryError, UnknownName), match=words):
        ask(function, **given)


@pytest.mark.parametrize(
    ("function", "given", "error", "words"),
    [
        ("rally", {"die": 0}, DiceError, "0 is not a face of d6"),
        ("special_action", {"die": 7}, DiceError, "7 is not a face of d6"),
        ("battle_result", {"attacker": "retreat", "defender": "skirmish"}, UnknownName, "attacker's Battle Card"),
        ("reinforcement", {"spaces": 4, "die": 3, "by_road": True}, UnknownName, "unknown spaces away 4"),
        ("march_allowance", {"kind": "navy", "by_road": True}, UnknownName, "unknown kind of token 'navy'"),
        ("army_breakpoint", {"brigades": -1}, ValueError, "there cannot be fewer than none"),
        (
            "road_distance",
            {"side": "union", "start": "Jackson", "end": "Canton"},
            UnknownName,
            "unknown side 'union'",
        ),
        ("road_distance", {"side": "federal", "start": "Atlanta", "end": "Canton"}, UnknownName, "Atlanta"),
        (
            "road_distance",
            {"side": "federal", "start": "Jackson", "end": "Canton", "destroyed": ["golden_gate"]},
            UnknownName,
            "golden_gate",
        ),
        (
            "reach",
            {"side": "federal", "start": "Jackson", "spaces": -1, "by_road": True},
            ValueError,
            "fewer than none",
        ),
        ("reach", {"side": "federal", "start": [99, 0], "spaces": 1, "by_road": True}, WargameError, "off the map"),
    ],
)
def test_the_rules_own_refusals_come_through(
    function: str, given: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        ask(function, **given)


def test_a_failing_example_is_reported_with_what_came_instead() -> None:
    wrong = {"examples": [{"id": "x", "function": "rally", "cases": [{"in": {"die": 5}, "out": {"rallied": False}}]}]}
    report = run_cases(plugin("vicksburg").cases, wrong)
    assert (report.passed, report.failed) == (0, 1)
    assert report.failures[0].got == {"rallied": True}
