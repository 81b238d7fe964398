"""The laws of the library on the strategic clock: the whole campaign by all kinds of players, and the siege."""

from __future__ import annotations

from wargame_core.testing import laws

CHOICE_OF_ENEMY = "action attack"
"""Needs two corps in Jackson with a Confederate army marching in; in the siege the army of relief comes to it."""

test_laws_of_the_campaign = laws(
    "thunder_on_the_mississippi",
    seeds=range(24),
    players=("heuristic", "random", {"union": "heuristic", "confederate": "random"}),
    budget=80,
    unexercised=(CHOICE_OF_ENEMY,),
)

test_laws_of_the_siege = laws(
    "thunder_on_the_mississippi",
    seeds=range(24),
    players=("random", "heuristic", {"union": "random", "confederate": "heuristic"}),
    scenario="siege",
    budget=80,
)
