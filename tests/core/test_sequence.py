"""The sequence of play: a card for people, a program with a cursor of labels for the engine."""

from typing import Any

import pytest
from tests.core.skirmish_toy import SEQUENCE, Give, Scored, toy

from wargame_core import WargameError, load
from wargame_core.authoring import (
    Cite,
    Game,
    Outcome,
    Procedure,
    Repeat,
    RulesError,
    Sequence,
    Step,
    Table,
    Variant,
    around,
)
from wargame_core.flow.sequence import compile_sequence
from wargame_core.version import API
from wargame_lab.batches import simulate


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


def never(board: Any) -> bool:
    return False


def test_a_round_in_which_nothing_happens_is_an_error_with_its_label() -> None:
    round_of = Repeat("Rounds", Step("First", nothing), Step("Second", nothing), until=never)
    empty = "'Rounds' goes round without end: 'First', 'Second' asked, rolled and recorded nothing, and its `until`"
    with pytest.raises(RulesError, match=empty):
        game(round_of, Step("End", end)).start()
    with pytest.raises(RulesError, match="'Rounds' goes round without end"):
        simulate(game(Step("Ask", ask), round_of, Step("End", end)), games=1, seed=1)


def test_a_round_that_asked_once_and_then_does_nothing_is_an_error_too() -> None:
    once = Step("Ask", ask, when=lambda board: not board.score)

    def score(t: Table[Any]) -> None:
        if not t.board.score:
            t.record(Scored("blue", 1))

    match = game(Repeat("Rounds", once, Step("Score", score), until=never), Step("End", end)).start(seed=1)
    with pytest.raises(RulesError, match="'Rounds' goes round without end: 'Ask', 'Score'"):
        match.play(Give("red"))
    assert match.waiting_for == ("blue",)  # as if nothing had been played


def test_the_variant_that_brought_a_round_without_end_is_named() -> None:
    def nobody_orders(t: Table[Any], printed: Any) -> Procedure[None]:
        yield from ()

    lazy = Variant(
        id="lazy",
        of=("battlecry",),
        title="Lazy",
        help="Nobody orders.",
        requires_api=API,
        sequence=(around("Order one", nobody_orders),),
    )
    match = load("battlecry").with_variants(lazy).start("first-bull-run", seed=2)
    told = r"'Announce orders' goes round without end: 'Order one' asked, rolled and recorded nothing.*\(variant lazy\)"
    with pytest.raises(RulesError, match=told):
        match.play("Attack Right")


@pytest.mark.parametrize("kind", [Sequence, Repeat])
@pytest.mark.parametrize("played", [True, False])
def test_parts_are_skipped_where_their_test_is_false_as_steps_are(kind: Any, played: bool) -> None:
    def add(t: Table[Any]) -> None:
        t.record(Scored("red", 1))

    more = {"until": lambda board: board.score.get("red", 0) >= 3} if kind is Repeat else {}
    part = kind("Part", Step("Add", add), when=lambda board: played, **more)
    state = game(Sequence("All", part), Step("Ask", ask), Step("End", end)).start().state
    assert state.board.score.get("red", 0) == (0 if not played else 3 if kind is Repeat else 1)  # type: ignore[attr-defined]
    edited = Sequence("Test", part).edited(around("Add", lambda t, printed: printed(t)))
    assert edited.parts[0].when is part.when
