"""The sequence of play: a card for people, a program with a cursor of labels for the engine."""

from typing import Any

import pytest
from tests.core.skirmish_toy import SEQUENCE, Give, Scored, toy

from wargame_core import WargameError
from wargame_core.authoring import Cite, Game, Outcome, Procedure, Repeat, Sequence, Step, Table
from wargame_core.flow.sequence import compile_sequence


def nothing(t: Table[Any]) -> None:
    pass


def ask(t: Table[Any]) -> Procedure[None]:
    yield from t.ask("blue", [Give("red")], "Go on?")


def end(t: Table[Any]) -> None:
    t.finish(Outcome(None, "end"))


def game(*parts: Any) -> Game:
    return toy(sequence=Sequence("Test", *parts), conserved={})


def test_printed_a_sequence_is_the_player_aid_card() -> None:
    assert str(SEQUENCE).splitlines()[:4] == [
        "Toy",
        "  Hide the mine  [Toy p.2 Walking]",
        "  repeat: Turn",
        "    Draw tokens  [Toy p.1 Duel]",
    ]
    assert str(Sequence("All", cite=Cite("Book", "3", "Turn"))) == "All  [Book p.3 Turn]"


def test_two_steps_may_not_have_the_same_path() -> None:
    with pytest.raises(ValueError, match="two steps are called Test > Draw"):
        compile_sequence(Sequence("Test", Step("Draw", nothing), Step("Draw", nothing)))
    program = compile_sequence(Sequence("Test", Step("Draw", nothing), Sequence("Again", Step("Draw", nothing))))
    assert set(program.paths) == {("Test", "Draw"), ("Test", "Again", "Draw")}
    assert program.line_of(("Test", "Again", "Draw")) == 1
    with pytest.raises(KeyError):
        program.line_of(("Test", "Nowhere"))


def test_a_repeat_asks_before_each_round_whether_to_stop() -> None:
    add = Step("Add", lambda t: t.record(Scored("red", 1)))
    until = [Repeat("Rounds", add, until=lambda board: board.score.get("red", 0) >= 3), Step("End", end)]
    assert game(*until).first_state().board.score == {"red": 3}  # type: ignore[attr-defined]
    never = [Repeat("Rounds", add, until=lambda board: True), Step("End", end)]
    assert game(*never).first_state().board.score == {}  # type: ignore[attr-defined]


def test_a_sequence_that_ends_without_an_outcome_is_an_error() -> None:
    with pytest.raises(WargameError, match="the sequence of play of toy came to its end without an outcome"):
        game(Step("Nothing", nothing)).first_state()


def test_the_game_can_end_in_the_middle_of_a_procedure_within_a_procedure() -> None:
    def inner(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], "End it?")
        t.finish(Outcome("red", "sudden"))

    def outer(t: Table[Any]) -> Procedure[None]:
        yield from inner(t)
        raise AssertionError("play went on after the end")

    match = game(Step("Outer", outer)).start(seed=1)
    match.play(Give("red"))
    assert match.outcome == Outcome("red", "sudden")
    assert (match.pending, match.cursor, match.waiting_for) == (None, (), ())
    assert repr(match) == "<Match of toy: over; waiting for nobody>"
