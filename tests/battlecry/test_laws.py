"""The laws of every game, over battles that between them have every kind of special rule, and all thirty to the end."""

from __future__ import annotations

from wargame_battlecry.game import build
from wargame_core.testing import laws

PLAYERS = ("random", "heuristic")
BATTLES = sorted(battle.id for battle in build().scenarios)

test_laws_at_mcdowell_where_hands_shrink = laws(
    "battlecry", scenario="mcdowell", seeds=range(40), players=PLAYERS, budget=60
)
