"""Games with opportunity fire, reaction moves, standing answers, initiative and impulses obey every law."""

from collections.abc import Callable
from typing import get_args

import pytest
from tests.hex_and_counter.ambush_game import Kind, game

from wargame_laws import LAWS, Trial

RARE: dict[Kind, frozenset[str]] = {
    "initiative": frozenset({"action lose_step"}),
    "bid": frozenset({"action lose_step", "roll Initiative._roll"}),
    "impulses": frozenset({"action lose_step", "action fight"}),
}


@pytest.fixture(scope="module", params=get_args(Kind))
def trial(request: pytest.FixtureRequest) -> Trial:
    return Trial(game(request.param), range(20), games=2, ends=5, budget=10, unexercised=RARE[request.param])


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_each_game_obeys_every_law(law: Callable[[Trial], None], trial: Trial) -> None:
    law(trial)
