"""The examples and tables of the five documents, with their pages, through what `wargame cases` asks of each game."""

from pathlib import Path

import pytest

from wargame_core.plugins.discovery import plugin
from wargame_terminal.questions import read_cases, run_cases

GAMES = ("vicksburg", "gettysburg", "battlecry", "gcacw", "gcacw_on_the_4th_day")


@pytest.mark.parametrize("game", GAMES)
def test_every_printed_example_comes_out_as_printed(game: str) -> None:
    path = Path(__file__).parent / game / "printed/examples.json"
    report = run_cases(plugin(game).cases, read_cases(path), path.name)
    assert str(report) == f"{report.passed} passed, 0 failed"
