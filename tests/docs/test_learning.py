"""The example of a learner: it runs, it is repeatable, and what it does is what makes a good choice likelier."""

from __future__ import annotations

from types import ModuleType

import pytest
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
    assert 0 <= learners[0].wins(2) <= 2


def test_what_comes_of_a_choice_is_what_is_won_and_lost_after_it(example: ModuleType) -> None:
    policy = example.Policy(example.Features(load(example.BATTLE)), None, 1)
    policy.ahead = [0.0, 2.0, 1.0]
    first, second, last = policy.worths(4.0)
    assert last == 4.0
    assert second == -1 + example.LATER * last
    assert first == 2 + example.LATER * second
