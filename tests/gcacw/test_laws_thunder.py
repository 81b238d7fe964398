"""The laws of the library on the strategic clock: the whole campaign by all kinds of players, and the siege."""

from __future__ import annotations

import pytest

from wargame_core.testing import laws

CHOICE_OF_ENEMY = "action attack"
"""Needs two enemy corps where a command arrives; these players never leave two in Jackson (test_thunder_operations)."""

REPAIRED_STATION = "action wreck"
"""In the siege the station is destroyed from the start, and hardly ever repaired and reached again."""

test_laws_of_the_campaign = pytest.mark.slow(
    laws(
        "thunder_on_the_mississippi",
        seeds=range(24),
        players=("heuristic", "random", {"union": "heuristic", "confederate": "random"}),
        budget=60,
        unexercised=(CHOICE_OF_ENEMY,),
    )
)

test_laws_of_the_siege = pytest.mark.slow(
    laws(
        "thunder_on_the_mississippi",
        seeds=range(24),
        players=("random", "heuristic", {"union": "random", "confederate": "heuristic"}),
        scenario="siege",
        budget=60,
        unexercised=(CHOICE_OF_ENEMY, REPAIRED_STATION),
    )
)
