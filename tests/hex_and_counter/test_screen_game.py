"""Games with counters that lie face down, a box beside the map and supply lines obey every law."""

from collections.abc import Callable
from typing import get_args

import pytest
from tests.hex_and_counter.screen_game import Kind, game

from wargame_laws import LAWS, Trial


@pytest.fixture(scope="module", params=get_args(Kind))
def trial(request: pytest.FixtureRequest) -> Trial:
    rare = {"roll FaceDown._draw_counter"} if request.param == "choice" else set()
    return Trial(game(request.param), range(20), games=2, ends=5, budget=10, unexercised=frozenset(rare))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_each_game_obeys_every_law(law: Callable[[Trial], None], trial: Trial) -> None:
    law(trial)
