"""The games as games of OpenSpiel: its own simulation test is ours, and its search runs on what a player knows."""

import pickle
import random
from typing import Any

import pytest

from wargame_core.authoring import Counter, CounterSet, Table, variant
from wargame_core.plugins import variants

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

GAMES = ("battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day")


def spiel(name: str, **options: Any) -> Any:
    from wargame_lab.adapters.openspiel import game

    return game(name, **options)


def walk(state: Any, steps: int, seed: int = 1) -> Any:
    """The state after so many random answers, chance included; every state on the way."""
    rng = random.Random(seed)
    for _ in range(steps):
        if state.is_terminal():
            return
        yield state
        legal = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(legal))


def test_a_game_with_variants_is_one_of_open_spiel(toy_installed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "_VARIANTS_OF_PROCESS", {})

    @variant("toy", before="Draw tokens", counters=(Counter("n", "N", 0),))
    def count(t: Table[Any]) -> None:
        t.record(CounterSet("n", t.board.counters["n"] + 1))

    assert count.id == "count"
    whole = spiel("toy+count")
    assert "toy+count" in str(whole)
    state = pickle.loads(pickle.dumps(whole.new_initial_state()))
    tensors = {tuple(each.observation_tensor(0)) for each in walk(state, 400) if not each.is_chance_node()}
    assert state.is_terminal()
    assert len(tensors) > 4


@pytest.mark.parametrize("name", GAMES)
def test_a_world_drawn_for_a_player_is_the_same_to_it(name: str) -> None:
    rng = random.Random(7)
    seen, hidden, other = 0, 0, 0
    for number, state in enumerate(walk(spiel(name).new_initial_state(), 120)):
        if state.is_chance_node() or number % 10:
            continue
        player = state.current_player()
        world = state.resample_from_infostate(player, rng.random)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_string(player) == state.observation_string(player)
        assert list(world.observation_tensor(player)) == list(state.observation_tensor(player))
        assert world.legal_actions() == state.legal_actions()
        seen += 1
        hidden += state.match.view(state.match.rules.seats[player]).board != state.match.board
        other += world.match.board != state.match.board
    assert seen > 3
    assert (other > 0) is (hidden > 0)  # where something is hidden, it lies otherwise


def test_a_copy_goes_on_by_itself() -> None:
    for state in walk(spiel("vicksburg").new_initial_state(), 60):
        before = str(state)
        copy = state.clone()
        copy.apply_action(copy.legal_actions()[0])
        assert str(state) == before
        assert copy.get_game().get_type().short_name == "wargame"


def test_a_state_is_read_back_from_its_text_and_from_pickle() -> None:
    state = spiel("vicksburg").new_initial_state()
    for _ in walk(state, 80):
        pass
    game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert str(again) == str(state)
    assert game.get_parameters()["game"] == "vicksburg"
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_equal_faces_are_one_outcome_and_chances_sum_to_one() -> None:
    for state in walk(spiel("battlecry").new_initial_state(), 200):
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
            words = [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()]
            assert len(set(words)) == len(words)


def test_search_on_information_sets_finds_them_consistent() -> None:
    import numpy
    from open_spiel.python.algorithms import ismcts

    class Even:
        """Knows nothing of a position."""

        def evaluate(self, state: Any) -> list[float]:
            return [0.0, 0.0]

        def prior(self, state: Any) -> list[tuple[int, float]]:
            legal = state.legal_actions()
            return [(action, 1 / len(legal)) for action in legal]

    game = spiel("battlecry")
    bot = ismcts.ISMCTSBot(
        game, Even(), 1.4, 20, allow_inconsistent_action_sets=False, random_state=numpy.random.RandomState(1)
    )
    for state in walk(game.new_initial_state(), 30):
        if not state.is_chance_node():
            assert bot.step(state) in state.legal_actions()


@pytest.mark.thorough
@pytest.mark.parametrize("name", [*GAMES, "thunder_on_the_mississippi"])
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(spiel(name), num_sims=1, serialize=True, verbose=False)
