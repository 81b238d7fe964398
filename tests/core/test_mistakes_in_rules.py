"""What authors of rules get wrong is told with the step in which it happened, and with what to write."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.core.skirmish_toy import PlayCard, Stay, toy

from wargame_core.authoring import D6, Action, Ask, Procedure, RulesError, Sequence, Step, Table
from wargame_core.match import Match

Rule = Callable[[Table[Any]], Any]


def begin(rule: Rule) -> Match:
    """A game whose only step is this rule."""
    return toy(sequence=Sequence("Turn", Step("Attack", rule)), conserved={}).start(seed=1)


def ask(t: Table[Any]) -> Procedure[Any]:
    return (yield from t.ask("blue", [Stay()], "Go on?"))


def yields_a_die(t: Table[Any]) -> Any:
    yield D6


def yields_a_procedure(t: Table[Any]) -> Any:
    yield ask(t)


def yields_nothing(t: Table[Any]) -> Any:
    yield


def yields_a_number_later(t: Table[Any]) -> Any:
    yield from ask(t)
    yield 7


def asks_nobody(t: Table[Any]) -> Any:
    yield from t.ask("green", [Stay()], "Where to?")


def asks_nobody_in_secret(t: Table[Any]) -> Any:
    yield from t.ask_secretly([Ask("green", toy().start(seed=1).choices(), "Where to?")])


def offers_nothing(t: Table[Any]) -> Any:
    yield from t.ask("blue", [], "Which one is lost?")


def passes_a_roll_by(t: Table[Any]) -> Any:
    yield from ask(t)
    t.roll_openly(D6, "the attack")


def passes_a_question_by(t: Table[Any]) -> None:
    t.ask("blue", [Stay()], "Go on?")


def passes_one_question_by_for_another(t: Table[Any]) -> Any:
    t.ask("blue", [Stay()], "First?")
    yield from t.ask("blue", [Stay()], "Second?")


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (yields_a_die, r"a die \(d6\) was yielded: write `yield from t.roll_openly\(die, what_for\)`"),
        (yields_a_procedure, r"ask\(...\) was yielded: write `yield from` before it"),
        (yields_nothing, r"a NoneType was yielded; rules ask by `yield from t.ask\(...\)`"),
        (yields_a_number_later, r"a int was yielded; rules ask by"),
        (asks_nobody, r"'green' is asked 'Where to\?'; the seats are blue, red"),
        (asks_nobody_in_secret, r"'green' is asked 'Where to\?'; the seats are blue, red"),
        (offers_nothing, r"blue is asked 'Which one is lost\?' and has no choice"),
        (passes_a_roll_by, r"Roll\(d6, 'the attack'\) was made and never waited for: write `yield from` before it"),
        (passes_a_question_by, r"Ask\('blue', 'Go on\?'\) was made and never waited for"),
        (passes_one_question_by_for_another, r"Ask\('blue', 'First\?'\) was made and never waited for"),
    ],
)
def test_what_no_rules_may_do_is_refused_with_the_step(rule: Rule, said: str) -> None:
    def play() -> None:
        match = begin(rule)
        while match.outcome is None:
            match.play(Stay())

    with pytest.raises(RulesError, match="toy, step Turn > Attack: " + said):
        play()


def test_a_program_error_in_a_rule_leaves_with_its_step_and_what_is_most_often_missing() -> None:
    def forgets(t: Table[Any]) -> Any:
        chosen: Any = ask(t)
        yield from t.ask("blue", [Stay()], chosen.kind)

    with pytest.raises(AttributeError, match="'generator' object has no attribute 'kind'") as problem:
        begin(forgets)
    step, hint = problem.value.__notes__
    assert step == "in step Turn > Attack of toy"
    assert hint.endswith("write `yield from` before it")

    def divides(t: Table[Any]) -> Any:
        yield from ask(t)
        t.record(1 // 0)  # type: ignore[arg-type]  # never made

    match = begin(divides)
    with pytest.raises(ZeroDivisionError) as other:
        match.play(Stay())
    assert other.value.__notes__ == ["in step Turn > Attack of toy"]


def test_an_action_that_is_not_frozen_is_named() -> None:
    class Bombard(Action):
        target: str

    with pytest.raises(RulesError, match=r"toy: the action class Bombard is not frozen: write @frozen \(of attrs\)"):
        toy(actions=(PlayCard, Bombard))
