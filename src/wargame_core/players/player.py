"""Players: functions from a view to an action. A heuristic one comes with each system."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from wargame_core.flow.players import Player
from wargame_core.flow.views import View

__all__ = ["CORE_BOTS", "Player", "RandomPlayer"]


class RandomPlayer:
    """Chooses any legal action. Its dice are its own, so a game with it can be repeated."""

    judge_choices = False
    """What it plays need not be judged: it chooses from what is listed."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, view: View) -> Any:
        return view.choices.sample(self._rng)


CORE_BOTS: Mapping[str, Callable[..., Player]] = {"random": RandomPlayer}
