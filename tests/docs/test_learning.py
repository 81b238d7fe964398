"""The example of a learner: what makes a good choice likelier, how it climbs, and what its page says it has learnt."""

import re
from types import ModuleType
from typing import Any

import pytest
from benchmarks import learning, row_learner
from tests.conftest import ROOT, script

from wargame_core import load


@pytest.fixture(scope="module")
def example() -> ModuleType:
    return script(ROOT / "docs" / "howto" / "learning_to_fight.py")


@pytest.mark.thorough
def test_a_few_updates_change_the_policy_and_two_runs_are_the_same(example: ModuleType) -> None:
    game = load(example.BATTLE)
    learners = [example.Learner(game), example.Learner(game)]
    ahead = [[learner.update(4) for _ in range(2)] for learner in learners]
    assert ahead[0] == ahead[1]
    assert (learners[0].weights == learners[1].weights).all()
    assert learners[0].weights.any()
    assert 0 <= learners[0].wins("easy", 2) <= 2


def test_what_comes_of_a_choice_is_what_is_won_and_lost_after_it(example: ModuleType) -> None:
    policy = example.Policy(example.Features(load(example.BATTLE)), None, 1)
    policy.ahead = [0.0, 2.0, 1.0]
    first, second, last = policy.worths(4.0)
    assert last == 4.0
    assert second == -1 + example.LATER * last
    assert first == 2 + example.LATER * second


def test_a_learner_moves_up_when_it_wins_often_enough(example: ModuleType) -> None:
    learner = example.Learner(load(example.BATTLE))
    half = [True, False] * (example.BATCH // 2)
    learner._climb([True] * (example.BATCH - 1))
    assert learner.rung == 0  # two batches are needed
    learner._climb(half)
    assert learner.rung == 1
    learner._climb(half)
    assert learner.rung == 1  # on each rung anew
    for _ in range(20):
        learner._climb([True] * example.BATCH)
    assert learner.rung == len(learner.ladder) - 1


def test_the_page_says_what_the_benchmark_found() -> None:
    runs, command = learning.kept()
    text = learning.PAGE.read_text(encoding="utf-8")
    assert len({run.seed for run in runs}) == 5
    assert learning.page(text, runs, command) == text
    assert learning.PICTURE.read_text(encoding="utf-8") == learning.picture(runs)


def test_the_page_says_what_was_measured_in_the_named_environments() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra gymnasium)")
    from benchmarks import environments

    figures = environments.stored()
    text = environments.PAGE.read_text(encoding="utf-8")
    assert {each.player for each in figures} >= {"random", "easy", "normal", environments.LEARNER}
    assert environments.page(text, figures) == text


def test_the_page_says_what_nets_over_rows_have_won() -> None:
    text = row_learner.PAGE.read_text(encoding="utf-8")
    measurement = row_learner.stored()
    assert row_learner.page(text, measurement) == text
    assert any(row.seconds for row in measurement.rows)


def test_the_loop_of_the_page_learns() -> None:
    pytest.importorskip("torch", reason="torch is not installed (extra torch)")
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra gymnasium)")
    (loop,) = re.findall(r"```python\n(import torch\n.*?)```", row_learner.PAGE.read_text("utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(loop, names)
    assert names["steps"]
    assert any(bool(part.grad.abs().sum()) for part in names["policy"].parameters())
