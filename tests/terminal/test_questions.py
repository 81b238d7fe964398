"""`wargame odds`, `chart` and `cases`: questions to a plugin."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete
from tests.core.cli_table import Run, told

from wargame_terminal import main


def test_odds_are_exact_fractions_and_a_picture_in_text(wargame: Run) -> None:
    found = told(wargame("odds", "toy", "chance", "--at-least", "5", "--json"))
    values = found["distributions"]["success"]["values"]
    assert [(one["value"], one["probability"]) for one in values] == [(False, "2/3"), (True, "1/3")]
    assert "1/3  ####" in wargame("odds", "toy", "chance", "--at-least=5").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chanse"], "did you mean 'chance'"),
        (["chance"], "missing: at_least"),
        (["chance", "--at-least", "many"], "not a whole number"),
        (["chance", "--at-leest", "3"], "did you mean 'at_least'"),
        (["chance", "5"], "a parameter is written --name value"),
        (["chance", "--at-least"], "--at-least needs a value"),
    ],
)
def test_a_wrong_question_is_wrong_usage_in_one_sentence(wargame: Run, words: list[str], message: str) -> None:
    assert message in wargame("odds", "toy", *words, exit_code=2).stderr


def test_charts_are_listed_shown_and_looked_up(wargame: Run) -> None:
    assert [one["name"] for one in told(wargame("chart", "toy", "--json"))["charts"]] == ["hits"]
    assert "miss hit" in wargame("chart", "toy", "hits").stdout
    assert told(wargame("chart", "toy", "hits", "--die", "4", "--woods", "--json")) == {
        "row": "die 4",
        "result": "miss",
    }
    assert "result  hit" in wargame("chart", "toy", "hits", "--die", "4").stdout
    assert "did you mean 'hits'" in wargame("chart", "toy", "hit", exit_code=2).stderr


def write(path: Path, *pairs: tuple[int, Any]) -> Path:
    cases = [{"in": {"n": given}, "out": expected} for given, expected in pairs]
    examples = [{"id": "D1", "function": "double", "cases": cases}]
    path.write_text(json.dumps({"examples": examples}), encoding="utf-8")
    return path


def test_worked_examples_that_differ_are_listed_and_exit_code_1(wargame: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "examples.json", (1, 2), (2, 5))
    found = told(wargame("cases", "toy", file, "--json", exit_code=1))
    assert (found["passed"], found["failed"]) == (1, 1)
    (failure,) = found["failures"]
    assert {key: failure[key] for key in ("id", "in", "expected", "got")} == {
        "id": "D1",
        "in": {"n": 2},
        "expected": 5,
        "got": 4,
    }
    assert "expected 5, got 4" in wargame("cases", "toy", file, exit_code=1).stdout


def test_a_file_that_is_no_list_of_examples_is_unreadable_data(wargame: Run, tmp_path: Path) -> None:
    file = tmp_path / "examples.json"
    file.write_text("{", encoding="utf-8")
    assert "E103" in wargame("cases", "toy", file, exit_code=3).stderr
    assert "E101" in wargame("cases", "toy", tmp_path / "nowhere.json", exit_code=3).stderr


def test_an_author_who_gave_no_functions_for_examples_is_told_so(
    wargame: Run, installed: Callable[[str, str], None]
) -> None:
    installed("bare", "from wargame_core.authoring import Plugin\nPLUGIN = Plugin('bare', 'Bare', requires_api=1)\n")
    assert "bare has no functions for examples" in wargame("cases", "bare", exit_code=1).stderr


# What a shell completes: games, scenarios, seats, bots, options, and files where a path is begun.


@pytest.mark.parametrize(
    ("words", "begun", "wanted"),
    [
        (["play"], "to", ["toy"]),
        (["play"], "./my", ["./my"]),
        (["odds"], "t", ["toy"]),
        (["play", "toy", "--seat"], "", ["blue", "red", "both"]),
        (["play", "toy", "--scenario"], "pl", ["plain"]),
        (["play", "toy", "--seat", "blue", "--bot"], "red=r", ["red=random"]),
        (["play", "toy", "--option"], "bow=", ["bow=yes", "bow=no"]),
        (["info", "toy", "--scenario"], "./", ["./"]),
        (["play", "nowhere", "--seat"], "", []),
        (["play", "--seat"], "", []),
    ],
)
def test_the_shell_is_offered_what_fits(wargame: Run, words: list[str], begun: str, wanted: list[str]) -> None:
    complete = ShellComplete(main, {}, "wargame", "_WARGAME_COMPLETE")
    assert sorted(item.value for item in complete.get_completions(words, begun)) == sorted(wanted)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_printed(wargame: Run, shell: str) -> None:
    script = wargame("completion", shell).stdout
    assert "_WARGAME_COMPLETE" in script
    assert told(wargame("completion", shell, "--json")) == {"shell": shell, "script": script.rstrip("\n")}
