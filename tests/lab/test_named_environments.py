"""The environments that Gymnasium makes by name: they stay what they are, and many run at once."""

import itertools
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.golden.playthroughs import HERE, compare

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra gymnasium)")

from wargame_core import UnknownName  # noqa: E402
from wargame_lab.environments import ENVIRONMENTS, NamedEnvironment  # noqa: E402

SHORT = "wargame/thunder-v0"


def described(named: NamedEnvironment) -> tuple[str, ...]:
    """All that a policy learnt in an environment relies on."""
    env: Any = gymnasium.make(named.id)
    shapes = ", ".join(f"{name} {'x'.join(map(str, space.shape))}" for name, space in env.observation_space.items())
    columns = ", ".join(env.unwrapped.encoder.observer.columns)
    return (
        f"{named.id}: {env.unwrapped.seat} in {named.scenario} of {Path(named.game).name} "
        f"against {env.unwrapped.opponent}, {env.action_space.n} places, {env.spec.max_episode_steps} choices",
        f"  {shapes}",
        f"  columns of a piece: {columns}",
    )


def test_an_environment_stays_what_its_name_stood_for(
    request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    """Another line of the file is meant only for a name with another number."""
    lines = [line for named in ENVIRONMENTS for line in described(named)]
    compare(HERE / "environments.txt", lines, request, record_property)


@pytest.mark.filterwarnings("error::UserWarning")
def test_what_is_made_by_name_is_checked_plays_and_is_cut_off() -> None:
    env = gymnasium.make(SHORT, opponent="random")
    seen, _ = env.reset(seed=1)
    for _ in range(1000):
        seen, reward, over, cut, _ = env.step(int(seen["action_mask"].argmax()))
        if over or cut:
            break
    assert (over, cut, abs(reward)) == (True, False, 1.0) or (over, cut, reward) == (False, True, 0.0)


def test_another_game_is_made_by_its_name_and_seat() -> None:
    env = gymnasium.make("wargame/seat-v0", game="thunder_on_the_mississippi", seat="confederate", max_actions=32)
    assert env.unwrapped.seat == "confederate"
    with pytest.raises(UnknownName, match="unknown game 'nosuch'"):
        gymnasium.make("wargame/seat-v0", game="nosuch", seat="union")


def test_several_at_once_begin_again_by_themselves_and_are_those_of_their_seeds() -> None:
    def results(envs: Any) -> list[tuple[Any, ...]]:
        seen, _ = envs.reset(seed=[5, 6])
        ends = 0
        told = []
        for _ in range(30):
            seen, rewards, over, cut, _ = envs.step(seen["action_mask"].argmax(axis=1))
            ends += int((over | cut).sum())
            told.append((seen["globals"].tolist(), rewards.tolist()))
        assert ends > 0
        return told

    together, again = (gymnasium.make_vec(SHORT, num_envs=2, vectorization_mode="sync", max_steps=12) for _ in range(2))
    assert together.single_action_space.n == 32
    assert results(together) == results(again)


@pytest.mark.thorough
def test_processes_play_what_one_process_plays() -> None:
    told = []
    for mode in ("sync", "async"):
        envs: Any = gymnasium.make_vec(SHORT, num_envs=2, vectorization_mode=mode)
        seen, _ = envs.reset(seed=[5, 6])
        for _ in range(20):
            seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))
        told.append(seen["globals"].tolist())
        envs.close()
    assert told[0] == told[1]


@pytest.mark.thorough
def test_a_name_brings_its_module_along() -> None:
    program = f"import gymnasium; print(gymnasium.make('wargame_lab.environments:{SHORT}').unwrapped.seat)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "union\n"


def test_names_are_those_of_gymnasium_and_each_stands_once() -> None:
    ids = [named.id for named in ENVIRONMENTS]
    assert len(set(ids)) == len(ids)
    assert all(gymnasium.spec(each).id == each for each in itertools.chain(ids, ["wargame/seat-v0"]))
