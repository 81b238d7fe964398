"""Rules run one by one over given answers."""

from fractions import Fraction
from typing import Any

import pytest

from wargame_core import DiceError
from wargame_core.authoring import D6, Board, Procedure, Table
from wargame_core.flow.choices import Action, ListedChoices
from wargame_core.flow.events import GameEnded, Outcome
from wargame_core.flow.procedures import Ask
from wargame_laws import Unanswered, drive, every_way, first

YES, NO = Action(), "no"


def roll_twice(table: Table[Any]) -> Procedure[None]:
    first = yield from table.roll_openly(D6, "first")
    second = yield from table.roll_openly(D6, "second")
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
    assert drive(ask_once, Board(), YES, by="red") == []
    with pytest.raises(AssertionError, match="Well"):
        drive(ask_once, Board(), NO, by="red")
    with pytest.raises(DiceError):
        drive(roll_twice, Board(), 7)


def test_an_answer_given_with_its_seat_fails_when_another_seat_is_asked() -> None:
    assert drive(ask_once, Board(), ("red", YES)) == []
    assert drive(ask_once, Board(), ("red", lambda actions: actions[0])) == []
    with pytest.raises(AssertionError, match=r"Well\?: red is asked, and the answer .* is of blue"):
        drive(ask_once, Board(), ("blue", YES))
    with pytest.raises(AssertionError, match="red is asked"):
        drive(ask_once, Board(), rest=lambda pending: ("blue", first(pending)))


def test_an_answer_to_a_question_says_who_must_be_asked() -> None:
    with pytest.raises(AssertionError, match=r"red is asked; say so: by='red'"):
        drive(ask_once, Board(), YES)
    with pytest.raises(AssertionError, match=r"red is asked, and the answer .* is of blue"):
        drive(ask_once, Board(), YES, by="blue")
    with pytest.raises(AssertionError, match=r"red is asked, and the answer .* is of blue"):
        drive(ask_once, Board(), rest=first, by="blue")


def test_seats_are_named_in_the_turn_in_which_they_are_asked() -> None:
    def ask_two(table: Table[Any]) -> Procedure[None]:
        for seat in ("red", "blue"):
            yield from table.ask(seat, ListedChoices([YES]), "Well?")

    assert drive(ask_two, Board(), YES, YES, by=("red", "blue")) == []
    assert drive(ask_two, Board(), YES, by=("red",), rest=first) == []
    with pytest.raises(AssertionError, match="blue is asked; say so"):
        drive(ask_two, Board(), YES, YES, by=("red",))


def test_secret_answers_come_from_the_seats_that_are_asked() -> None:
    def ask_both(table: Table[Any]) -> Procedure[None]:
        yield from table.ask_secretly(Ask(seat, ListedChoices([YES]), "Well?") for seat in ("red", "blue"))

    assert drive(ask_both, Board(), {"red": YES, "blue": YES}) == []
    with pytest.raises(AssertionError, match="are asked in secret"):
        drive(ask_both, Board(), {"red": YES})
    with pytest.raises(AssertionError, match="are asked in secret"):
        drive(ask_both, Board(), {"red": YES, "blue": YES, "green": YES})


def test_a_rule_without_questions_runs_too() -> None:
    def rule(table: Table[Any]) -> None:
        table.board.outcome = Outcome("red", "at once")

    board = Board()
    assert drive(rule, board) == []
    assert board.outcome is not None


def test_a_rule_without_questions_may_end_the_game() -> None:
    (event,) = drive(lambda table: table.finish(Outcome("red", "at once")), Board())
    assert isinstance(event, GameEnded)


def test_an_answer_may_be_a_function_of_the_actions_offered() -> None:
    assert drive(ask_once, Board(), lambda actions: actions[-1], by="red") == []


def test_the_rest_is_answered_by_a_function_but_dice_never_by_the_first_choice() -> None:
    assert drive(ask_once, Board(), rest=first) == []
    assert drive(roll_twice, Board(), 3, rest=lambda pending: 4) == []
    with pytest.raises(Unanswered, match="no answer left for Roll") as caught:
        drive(roll_twice, Board(), 3, rest=first)
    assert str(caught.value.pending) == "Roll(d6, 'second')"


def test_every_way_goes_through_all_dice_with_their_chances() -> None:
    ways = list(every_way(roll_twice, Board()))
    assert len(ways) == 36
    assert sum(chance for chance, _, _ in ways) == 1
    assert sum(chance for chance, events, _ in ways if events) == Fraction(1, 6)
    assert [after.outcome is not None for _, _, after in ways].count(True) == 6
