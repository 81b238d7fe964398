"""The worked examples of `wargame cases`: tables and examples of the books, asked as a designer's file would ask."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from wargame_altar_of_freedom.authoring.folders import new_campaign
from wargame_altar_of_freedom.questions.worked_examples import FUNCTIONS, campaign_called, campaign_cases
from wargame_core import DiceError, UnknownName, WargameError
from wargame_core.errors import QueryError
from wargame_core.plugins.discovery import plugin
from wargame_terminal.questions import read_cases, run_cases

EXAMPLES = Path(__file__).parent / "examples.json"


@pytest.mark.parametrize("name", ["altar_of_freedom", "vicksburg", "gettysburg"])
def test_every_example_passes_through_each_plugin(name: str) -> None:
    report = run_cases(plugin(name).cases, read_cases(EXAMPLES), EXAMPLES.name)
    assert str(report) == f"{report.passed} passed, 0 failed"


def test_skirmishes_come_out_as_counted_by_hand() -> None:
    """GotW p.10 Minor Skirmishes."""
    worked = Path(__file__).with_name("worked.toml")
    assert str(run_cases(plugin("vicksburg").cases, read_cases(worked))) == "9 passed, 0 failed"


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


REFUSED = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text("utf-8"))["asked"]
ERRORS = {error.__name__: error for error in (QueryError, DiceError, UnknownName, WargameError, ValueError)}


@pytest.mark.parametrize("asked", REFUSED, ids=lambda asked: f"{asked['function']}: {asked['words']}")
def test_a_question_that_cannot_be_answered_is_refused_in_words(asked: dict[str, Any]) -> None:
    """Put wrongly, or refused by the rule that it asks."""
    with pytest.raises(ERRORS[asked.get("error", "QueryError")], match=asked["words"]):
        ask(asked["function"], **asked["given"])


def test_a_failing_example_is_reported_with_what_came_instead() -> None:
    wrong = {"examples": [{"id": "x", "function": "rally", "cases": [{"in": {"die": 5}, "out": {"rallied": False}}]}]}
    report = run_cases(plugin("vicksburg").cases, wrong)
    assert (report.passed, report.failed) == (0, 1)
    assert report.failures[0].got == {"rallied": True}
