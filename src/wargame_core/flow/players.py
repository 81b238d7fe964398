"""Who plays a seat: people, front ends and bots are all functions from a view to an action."""

from __future__ import annotations

import random
from typing import Any, Protocol

from wargame_core.flow.state import View


class Player(Protocol):
    """Chooses from what its seat may know."""

    def __call__(self, view: View) -> Any:
        """One of ``view.choices``."""


class RandomPlayer:
    """Chooses any legal action. Its dice are its own, so a game with it can be repeated."""

    judge_choices = False

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, view: View) -> Any:
        return view.choices.sample(self._rng)
