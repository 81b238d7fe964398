"""The laws of the library on the strategic clock: the whole campaign by all kinds of players, and the siege."""

import pytest
from tests.thunder_on_the_mississippi.bounds import CLOCK

from wargame_laws import laws

test_laws_of_the_campaign = laws(
    "thunder_on_the_mississippi",
    seeds=range(24),
    players=("heuristic", "random", {"union": "heuristic", "confederate": "random"}),
    games=3,
    budget=25,
    bounds=CLOCK,
)

test_laws_of_the_siege = pytest.mark.thorough(
    laws(
        "thunder_on_the_mississippi",
        seeds=range(24),
        players=("random", "heuristic", {"union": "random", "confederate": "heuristic"}),
        scenario="siege",
        budget=40,
        bounds=CLOCK,
    )
)
