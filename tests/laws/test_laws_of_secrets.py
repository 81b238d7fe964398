"""Law 6 can fail: every way to leak a secret is caught."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Annotated, Any

import attrs
import pytest
from attrs import define, evolve, frozen
from tests.core import skirmish_toy as toys
from tests.core.skirmish_toy import SEATS, Give, Go, ToyBoard, Walked, Walking, toy
from tests.laws.broken_toys import asked, breaks, trial, walking, with_rule

from wargame_core import State, View
from wargame_core.authoring import D6, Outcome, Procedure, Sequence, Step, Table, Verdict, Visible, refuse
from wargame_lab.engines.messages import ChoiceRequest
from wargame_lab.engines.player import choose_message
from wargame_laws import LawBroken
from wargame_laws.laws_of_secrets import (
    law_an_engine_is_told_what_its_seat_may_know,
    law_secrets_stay_secret,
    law_worlds_can_be,
)

leaks = partial(breaks, law_secrets_stay_secret)


def test_a_prompt_that_tells_a_secret_is_caught() -> None:
    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], f"Bow? (the mine is in {t.board.mine})")

    leaks(with_rule("Bow", bow), "blue can tell two worlds apart .*: prompt")


def test_a_position_in_words_that_tells_a_secret_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(View, "position", lambda view: f"the mine is in {view._runner.board.mine}")
    leaks(toy(), "can tell two worlds apart by its position in words")


class Shy(Walking):
    def judge(self, action: Any) -> Verdict:
        verdict = super().judge(action)
        if verdict and isinstance(action, Go) and action.to == self.board.mine:
            return refuse("danger", "the scout feels uneasy")
        return verdict


class Chatty(Walking):
    def judge(self, action: Any) -> Verdict:
        verdict = super().judge(action)
        return verdict or refuse("no", f"{verdict} (by the way, the mine is in {self.board.mine})")


@pytest.mark.parametrize(
    ("options", "told"), [(Shy, "its view: menu"), (Chatty, r"trying .*: reasons\[0\]\.text")], ids=["menu", "refusal"]
)
def test_a_menu_or_a_refusal_that_tells_a_secret_is_caught(options: type[Walking], told: str) -> None:
    leaks(with_rule("Walk", walking(options)), f"blue can tell two worlds apart by {told}")


@frozen
class Quiet(Walked):
    def revealing(self, board: Any) -> bool:
        return False


@frozen
class Telltale(Walked):
    def revealing(self, board: Any) -> bool:
        return bool(board.mine == self.to)


def test_an_event_that_shows_more_than_it_admits_is_caught() -> None:
    def walk(t: Table[Any]) -> Procedure[None]:
        action = yield from t.ask("blue", Walking(t.board, 2), "Where does the scout go?")
        if isinstance(action, Go):
            t.record(Quiet(action.to))
            t.record(toys.Scored("red", int(action.to == t.board.mine)))

    leaks(with_rule("Walk", walk), r"shows (blue|spectator) what it does not rev")


def test_an_undo_flag_that_tells_a_secret_is_caught() -> None:
    game = with_rule("Walk", walking(Walking, Telltale))
    leaks(game, "reveals something in one world|back in one world")


@define
class OpenBoard(ToyBoard):
    purses: Annotated[dict[str, tuple[int, ...]], Visible(lambda value, board, seat: value)] = attrs.field(factory=dict)


def test_a_field_that_should_have_been_hidden_is_caught() -> None:
    def set_up(scenario: str, options: Any) -> ToyBoard:
        return OpenBoard(hands=dict.fromkeys(SEATS, (1, 2, 3)), names=toys.SPACES)

    def worlds(before: Any, now: Any, seat: str, rng: Any) -> Any:
        purses = {other: before.purses.get(other, ()) for other in SEATS}
        return toys.worlds(evolve(before, purses={seat: purses.get(seat, ())}), now, seat, rng)

    game = toy(board=OpenBoard, set_up=set_up, worlds=worlds)
    leaks(game, r"can tell two worlds apart by its view: board\.purses")


def test_a_game_with_secrets_must_say_how_they_may_lie() -> None:
    leaks(toy(worlds=None), "does not say how the rest may lie")


def test_worlds_that_always_come_out_the_same_are_caught() -> None:
    def set_up(scenario: str, options: Any) -> ToyBoard:
        return ToyBoard(hands=dict.fromkeys(SEATS, (1, 2, 3)), names=toys.SPACES, cup=())

    def worlds(before: Any, now: Any, seat: str, rng: Any) -> Any:
        return evolve(before, hands=dict.fromkeys(SEATS, (1, 2, 3)), mine=0)

    steps = [Step(f"Wait {n}", asked(Give("red"), Give("blue"))) for n in range(5)]
    end = Step("End", lambda t: t.finish(Outcome(None, "draw")))
    game = toy(sequence=Sequence("Toy", *steps, end), set_up=set_up, worlds=worlds)
    leaks(game, "`worlds` varies no secret")


def test_a_choice_after_a_roll_the_chooser_has_not_seen_is_caught() -> None:
    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.roll(D6, "red's secret die", seen_by=frozenset({"red"}))
        yield from t.ask("blue", [Give("red")], "Bow?")

    leaks(with_rule("Bow", bow), "blue chooses in the step of a roll it has not")


def test_worlds_that_do_not_fit_the_position_are_caught() -> None:
    def worlds(before: Any, now: Any, seat: str, rng: Any) -> Any:
        return evolve(toys.worlds(before, now, seat, rng), turn=9)

    leaks(toy(worlds=worlds), r"can tell two worlds apart by its view: board\.turn")


def test_a_roll_in_the_open_that_decides_what_is_hidden_is_caught() -> None:
    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], "Bow?")
        die = yield from t.roll(D6, "where the mine goes", seen_by=None)
        t.record(toys.MineHidden(1 + die % 4))

    said = "(blue|spectator) sees the roll 'where the mine goes', and all that the face decides is hidden from it"
    leaks(with_rule("Bow", bow), said)


def scored_after_a_roll(seen_by: frozenset[str] | None) -> Any:
    """The toy with a bow after which red scores if the mine lies in an odd space: after a roll, or (None) at once."""

    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], "Bow?")
        t.record(toys.Scored("blue", 0))
        if t.board.mine % 2:
            if seen_by is not None:
                yield from t.roll(D6, "how much it scores", seen_by=seen_by)
            t.record(toys.Scored("red", 1))

    return with_rule("Bow", bow)


def test_worlds_may_part_by_a_roll_unseen_after_the_same_was_told_in_both() -> None:
    """In one world blue is told that it scored, and after red's roll that red did; in the other that the turn ends."""
    law_secrets_stay_secret(trial(scored_after_a_roll(frozenset({"red"})), seeds=range(1)))


@pytest.mark.parametrize("seen_by", [None, frozenset(SEATS)])
def test_worlds_may_not_part_there_where_nothing_was_rolled_unseen(seen_by: frozenset[str] | None) -> None:
    broken = r"Give\(seat='red'\) shows (blue|spectator) what it does not reveal"
    leaks(scored_after_a_roll(seen_by), broken, seeds=range(3))


def test_worlds_that_cannot_be_looked_at_saved_or_played_on_are_caught() -> None:
    def worlds(before: Any, now: Any, seat: str, rng: Any) -> Any:
        return evolve(toys.worlds(before, now, seat, rng), purses={})

    breaks(law_worlds_can_be, toy(worlds=worlds), "imagines a world that can be seen, .* but KeyError")


def test_an_engine_that_is_told_the_true_position_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    law_an_engine_is_told_what_its_seat_may_know(trial(toy(), seeds=range(3)))

    def tells_the_truth(view: View, number: int, seconds: float, world: Random) -> ChoiceRequest:
        question = choose_message(view, number, seconds, world)
        return evolve(question, world=State.of(view._runner).to_json())

    monkeypatch.setattr("wargame_laws.laws_of_secrets.choose_message", tells_the_truth)
    with pytest.raises(LawBroken, match=r"can tell two worlds apart by what its engine is told: .*world"):
        law_an_engine_is_told_what_its_seat_may_know(trial(toy(), seeds=range(3)))
