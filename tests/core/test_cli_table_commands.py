"""What lies on the table, asked for at the prompt: briefing, score, status, hand, cards, units, rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from click.testing import Result
from tests.core.cli_table import wargame
from tests.core.skirmish_toy import toy

from wargame_core.flow.panels import Hand, Score, ScoreLine, SequenceOfPlay, Status, StatusLine, Track
from wargame_core.sheet import Briefing, Note, Sheet, SheetCard, SheetPiece
from wargame_terminal.table_commands import panel_lines, status_line

__all__ = ["wargame"]

Run = Callable[..., Result]
SHEET = Sheet(
    "toy",
    "Toy",
    "plain",
    {},
    Briefing("Plain", how_to_win=(Note("Most points."),)),
    pieces=(SheetPiece("u1", "blue", "scout", "Smith", {"strength": "4"}),),
    cards=(SheetCard("c1", "Bombard", "Fire twice.", 3),),
)
LEDGER = tuple(ScoreLine("blue", 1, f"space {number}") for number in range(20))


def lines(panel: Any, **more: bool) -> list[str]:
    return list(panel_lines(panel, SHEET, **more))


def test_a_score_says_what_is_needed_and_cuts_a_long_ledger() -> None:
    score = Score((("blue", 20), ("red", 3)), (("blue", 30),), LEDGER)
    assert status_line([score]) == "blue 20 of 30, red 3"
    shown = lines(score)
    assert shown[:2] == ["Score: blue 20 of 30, red 3", "  ... 8 earlier lines: `score all`"]
    assert shown[-1] == "  blue +1  space 19"
    assert len(lines(score, whole=True)) == 21


def test_points_of_a_ledger_are_told_with_their_signs_and_halves() -> None:
    ledger = tuple(ScoreLine("blue", points, "held") for points in (Fraction(-7, 2), Fraction(4), 0))
    assert [line.split("  ")[1] for line in lines(Score((("blue", 0),), (), ledger))[1:]] == [
        "blue -3 1/2",
        "blue +4",
        "blue +0",
    ]


def test_every_panel_is_told_in_lines() -> None:
    assert lines(Hand("blue", 2, ("c1", "c9"))) == ["Hand of blue: Bombard, c9"]
    assert lines(Hand("red", 2)) == ["Hand of red: 2 cards"]
    assert lines(Status((StatusLine("weather", "rain"),))) == ["Status:", "  weather: rain"]
    assert lines(Track("t", "Turns", ("1", "2"), 1, ((1, "night"),))) == ["Turns: 1 [2]", "  night"]
    assert lines(SequenceOfPlay(("Move", "Fight"), 1)) == ["Sequence of play:", "  Move", "> Fight"]


@pytest.fixture
def furnished(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test game with a sheet and panels."""
    import wargame_core.game

    def sheet(self: Any, scenario: str | None = None, **options: Any) -> Sheet:
        return SHEET

    monkeypatch.setattr(wargame_core.game.Game, "sheet", sheet)
    panels: Mapping[str, Any] = {"rules": evolve(toy().rules, panels=lambda board, seat: (Hand(seat, 2, ("c1",)),))}
    assert panels


@pytest.mark.usefixtures("furnished")
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("briefing", "Most points."),
        ("cards", "Bombard (x3)"),
        ("card bomb", "Fire twice."),
        ("cards nothing", "no card is called 'nothing'"),
        ("units smith", "Smith (blue scout) strength 4"),
        ("units green", "no piece is called 'green'"),
        ("score", "no score is kept in Toy"),
        ("hand", "no hand is held in Toy"),
        ("status", "no status is told in Toy"),
        ("rules", "rules about what?"),
        ("rules duel", "Duel"),
        ("help", "briefing          the situation"),
    ],
)
def test_a_person_may_ask_for_what_lies_on_the_table(wargame: Run, typed: str, words: str) -> None:
    done = wargame("play", "toy", "--seat", "blue", "--seed", "3", typed=f"{typed}\nquit\n")
    assert words in done.output


@pytest.mark.usefixtures("furnished")
def test_a_game_begins_with_its_briefing_and_goes_on_without(wargame: Run) -> None:
    begun = wargame("play", "toy", "--seat", "blue", "--seed", "3", typed="1\nquit\n")
    assert "Most points." in begun.stdout
    again = wargame("play", "--resume", "toy-3.jsonl", "--seat", "blue", typed="quit\n")
    assert "Most points." not in again.stdout
