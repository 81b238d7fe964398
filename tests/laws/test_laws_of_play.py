"""The laws hold for the test game; each can fail. Here: laws of play, and how laws are applied."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from tests.core import skirmish_toy as toys
from tests.core.skirmish_toy import SEATS, SEQUENCE, Give, toy
from tests.laws.broken_toys import Unlisted, asked, bow_and, breaks, trial, with_rule

from wargame_core import DiceError, load
from wargame_core.authoring import D6, Board, Choices, Outcome, Procedure, Sequence, Step, Table
from wargame_core.flow.choices import Action, ListedChoices
from wargame_core.flow.events import GameEnded
from wargame_core.flow.pending import Ask
from wargame_laws import AnswerMissing, drive, every_way, first, laws
from wargame_laws.laws_of_play import law_everything_comes_up, law_play_ends

test_laws = laws(toy, seeds=range(100), budget=400)


def test_a_dead_end_is_caught() -> None:
    class NoWay(Choices):
        def __iter__(self) -> Iterator[Any]:
            return iter(())

    def dead_end_when_listed(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", NoWay(), "Bow?")

    said = r"blue is asked 'Bow\?' and has no choice"
    breaks(law_play_ends, with_rule("Bow", asked()), rf"seed 0, .* step Toy > Turn > Bow: {said}")
    listed = with_rule("Bow", dead_end_when_listed)
    breaks(law_play_ends, listed, rf"seed 0, answer \d+ \(Toy > Turn > Bow\): {said}")


def test_a_game_without_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(t: Table[Any]) -> Procedure[None]:
        while True:
            yield from t.ask("blue", [Give("red")], "Again?")

    monkeypatch.setattr("wargame_laws.trials.LIMIT", 50)
    breaks(law_play_ends, with_rule("Bow", endless), "seed 0: the game has not ended after 50 choices")


def test_an_error_in_a_rule_is_caught_with_its_moment() -> None:
    faulty = bow_and(lambda t: dict[str, int]()["u7"])
    message = r"seed 0, answer \d+ \(Toy > Turn > Bow\): KeyError: 'u7'"
    breaks(law_play_ends, with_rule("Bow", faulty), message)


def test_an_outcome_for_nobody_at_the_table_is_caught() -> None:
    def finish(t: Table[Any]) -> None:
        t.finish(Outcome("green", "points"))

    breaks(law_play_ends, with_rule("Count", finish), "'green', who has no seat")


def test_a_rule_with_its_own_random_numbers_is_caught() -> None:
    luck = random.Random(5)

    def finish(t: Table[Any]) -> None:
        t.finish(Outcome(luck.choice(SEATS), "luck", {seat: luck.randrange(10**9) for seat in SEATS}))

    breaks(law_play_ends, with_rule("Count", finish), "played again the game came out differently")


@pytest.mark.parametrize(
    "finish",
    [
        't.finish(Outcome(None, " ".join({"bridge", "ford", "mill", "hill", "camp", "gap", "gate"}), {}))',
        """for points in {"1", "2", "3", "4", "5", "6", "7"}:
        t.record(Scored("red", int(points)))
    t.finish(Outcome("red", "points", {}))""",
    ],
    ids=["outcome", "events alone"],
)
def test_a_rule_that_goes_by_the_order_of_a_set_is_caught(finish: str, installed: Callable[..., None]) -> None:
    source = f"""
from wargame_core.authoring import GameEntry, Outcome, Plugin, Sequence, Step
from skirmish_toy import Scored, toy

def finish(t):
    {finish}

def build(data=None):
    return toy(sequence=Sequence("Toy", Step("Count", finish)))

PLUGIN = Plugin(id="by_sets", title="By sets", games=(GameEntry("by_sets", "By sets", build),), requires_api=1)
"""
    installed("by_sets", source)
    said = "in another process the game came out differently"
    breaks(law_play_ends, load("by_sets"), said, name="by_sets")


def test_a_step_that_is_never_played_is_caught() -> None:
    never = Step("Never", toys.bow, when=lambda board: False)
    game = toy(
        sequence=Sequence("Toy", *SEQUENCE.parts[:-1], never, SEQUENCE.parts[-1]),
        actions=(*toy().rules.actions, Unlisted),
    )
    breaks(
        law_everything_comes_up, game, r"never came up in 20 games: action unlisted, step Toy > Never\. .*unexercised="
    )
    law_everything_comes_up(trial(game, unexercised=frozenset({"step Toy > Never", "action unlisted"})))


def test_a_thing_listed_as_unexercised_that_does_come_up_is_caught() -> None:
    breaks(law_everything_comes_up, toy(), "but it came up: event scored", unexercised=frozenset({"event scored"}))
    breaks(
        law_everything_comes_up,
        toy(),
        "the game has no such thing: event scord",
        unexercised=frozenset({"event scord"}),
    )


def test_fewer_seeds_can_be_asked_for_on_the_command_line(pytester_like: Callable[..., str]) -> None:
    source = """
from tests.core.skirmish_toy import toy
from wargame_laws import laws

test_laws = laws(toy, seeds=range(40))
"""
    said = pytester_like(source, "--wargame-seeds", "3", "-rs", "-v", "-k", "ends or comes")
    assert "1 passed, 1 skipped" in said
    assert "what comes up in 40 games may not in 3" in said
    assert "test_laws[play ends]" in said
    said = pytester_like(source, "--wargame-block", "2/8", "-rs", "-v", "-k", "ends or comes")
    assert "1 passed, 1 skipped" in said
    assert "may not in block 2/8 of them" in said


# Rules run one by one over given answers.


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


def test_secret_answers_come_from_the_seats_that_are_asked() -> None:
    def ask_both(table: Table[Any]) -> Procedure[None]:
        yield from table.ask_secretly(Ask(seat, ListedChoices([YES]), "Well?") for seat in ("red", "blue"))

    assert drive(ask_both, Board(), {"red": YES, "blue": YES}) == []
    with pytest.raises(AssertionError, match="are asked in secret"):
        drive(ask_both, Board(), {"red": YES})
    with pytest.raises(AssertionError, match="are asked in secret"):
        drive(ask_both, Board(), {"red": YES, "blue": YES, "green": YES})


def test_the_rest_is_answered_by_a_function_but_dice_never_by_the_first_choice() -> None:
    assert drive(ask_once, Board(), rest=first) == []
    assert drive(roll_twice, Board(), 3, rest=lambda pending: 4) == []
    with pytest.raises(AnswerMissing, match="no answer left for Roll") as caught:
        drive(roll_twice, Board(), 3, rest=first)
    assert str(caught.value.pending) == "Roll(d6, 'second')"


def test_every_way_goes_through_all_dice_with_their_chances() -> None:
    ways = list(every_way(roll_twice, Board()))
    assert len(ways) == 36
    assert sum(chance for chance, _, _ in ways) == 1
    assert sum(chance for chance, events, _ in ways if events) == Fraction(1, 6)
    assert [after.outcome is not None for _, _, after in ways].count(True) == 6


def test_a_game_that_cannot_be_played_is_told_once(request: pytest.FixtureRequest) -> None:
    def broken() -> Any:
        raise ZeroDivisionError("this game cannot be built")

    battery: Any = laws(broken)
    with pytest.raises(ZeroDivisionError, match="cannot be built"):
        battery(law_play_ends, request)
    with pytest.raises(pytest.skip.Exception, match="play itself fails"):
        battery(law_everything_comes_up, request)
