"""Rules run one by one over given answers."""

from typing import Any

import pytest

from wargame_core import D6, Board, DiceError, Procedure, Table
from wargame_core.flow.choices import Action, ListedChoices
from wargame_core.flow.events import GameEnded, Outcome
from wargame_core.testing import drive

YES, NO = Action(), "no"


def roll_twice(table: Table[Any]) -> Procedure[None]:
    first = yield from table.roll(D6, "first")
    second = yield from table.roll(D6, "second")
    if first == second:
        table.finish(Outcome("red", "double"))


def ask_once(table: Table[Any]) -> Procedure[None]:
    yield from table.ask("red", ListedChoices([YES]), "Well?")


def test_a_rule_gets_its_answers_in_turn_and_its_events_come_back() -> None:
    (event,) = drive(roll_twice, Board(), 3, 3)
    assert isinstance(event, GameEnded)
    assert drive(roll_twice, Board(), 3, 4) == []


def test_answers_that_are_missing_or_left_over_are_errors() -> None:
    with pytest.raises(AssertionError, match="no answer left"):
        drive(roll_twice, Board(), 3)
    with pytest.raises(AssertionError, match="nothing asked for"):
        drive(roll_twice, Board(), 3, 4, 5)


def test_illegal_answers_are_errors() -> None:
    assert drive(ask_once, Board(), YES) == []
    with pytest.raises(AssertionError, match="Well"):
        drive(ask_once, Board(), NO)
    with pytest.raises(DiceError):
        drive(roll_twice, Board(), 7)


def test_a_rule_without_questions_runs_too() -> None:
    def rule(table: Table[Any]) -> None:
        table.board.outcome = Outcome("red", "at once")

    board = Board()
    assert drive(rule, board) == []
    assert board.outcome is not None
