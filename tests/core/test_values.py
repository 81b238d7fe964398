"""A state is a value to Python too: copied for nothing, pickled, forked, imagined."""

import pickle
import random
from typing import Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import Go, Hide, PlayCard, Stay, toy

import wargame_core
from wargame_core import Match, RecordError, State, View, WargameError
from wargame_core.authoring import RulesSource
from wargame_core.flow.rules import Origin
from wargame_core.flow.runner import Runner
from wargame_laws.complaints import LawBroken
from wargame_laws.laws_of_play import law_states_are_values
from wargame_laws.trials import Trial


@pytest.fixture
def state() -> State:
    """Red has chosen a card in secret, blue has not."""
    start = toy().first_state().after(Hide(4)).after(5).after(3).after(Go(1)).after(Stay())
    return start.after(PlayCard(2), "red")


def test_a_state_of_an_installed_game_finds_its_rules_again() -> None:
    state = wargame_core.load("vicksburg").start(seed=1).state
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.rules.seats == state.rules.seats
    assert again.after(next(iter(again.choices()))) == state.after(next(iter(state.choices())))


def test_rules_that_no_process_could_find_are_not_pickled(state: State) -> None:
    with pytest.raises(WargameError, match="load the game by name, or give its Rules an origin"):
        pickle.dumps(state)


def test_a_state_kept_with_other_data_files_is_refused(state: State) -> None:
    rules = evolve(state.rules, source=RulesSource(origin=Origin(toy), digest="other files"))
    kept = pickle.dumps(evolve(state, rules=rules))
    with pytest.raises(RecordError, match="toy was kept with other data files"):
        pickle.loads(kept)


def test_a_match_goes_on_from_a_state_with_the_choices_made_in_secret(state: State) -> None:
    match = Match.of(state, seed=1)
    assert match.waiting_for == ("blue",)
    assert match.state == state
    match.play(PlayCard(1), "blue")
    assert match.board.played == [1, 2]  # type: ignore[attr-defined]


def test_a_match_of_a_state_leaves_rolls_to_the_caller_where_chance_is_explicit() -> None:
    match = Match.of(toy().first_state().after(Hide(4)), chance="explicit")
    match.roll(5)
    assert match.dice is None


def test_a_view_imagines_a_world_its_seat_cannot_tell_from_the_true_one(state: State) -> None:
    world = View.of(state, "blue").world(random.Random(3))
    assert View.of(world, "blue").to_json() == View.of(state, "blue").to_json()
    assert world.commits == {}  # what red has chosen is red's


def test_a_runner_without_checkpoints_has_no_state() -> None:
    with pytest.raises(WargameError, match="has no checkpoints"):
        State.of(Runner.start(toy().rules, with_checkpoints=False))


def test_the_law_sees_a_state_that_changes_in_pickling(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(self: State) -> Any:
        return State.from_json, (self.rules, {**self.to_json(), "seq": 0})

    monkeypatch.setattr(State, "__reduce__", forgetful)
    with pytest.raises(LawBroken, match="pickled and read back is not equal"):
        law_states_are_values(Trial(toy(), seeds=range(5)))
