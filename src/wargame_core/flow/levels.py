"""Three levels of bots that every game has, made from the bots it brings: easy, normal and hard."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from wargame_core.flow.players import Player, RandomPlayer, plans_of
from wargame_core.flow.state import View

CORE_BOTS: Mapping[str, Callable[..., Player]] = {"random": RandomPlayer}
"""The players that every game has."""
SLIP = 0.2
"""The probability that an easy player plays a random action."""


class EasyPlayer:
    """Plays like another player, but one choice in five is random. The same seed gives the same play."""

    def __init__(self, seed: int = 0, *, like: Callable[..., Player] = RandomPlayer, slip: float = SLIP) -> None:
        self._player, self._slip = like(seed=seed), slip
        self._rng = random.Random(f"{seed} slips")
        self.judge_choices = getattr(self._player, "judge_choices", True)
        self.draws_worlds = getattr(self._player, "draws_worlds", False)

    @property
    def plans(self) -> Sequence[str]:
        """The plans of the player that it imitates."""
        return plans_of(self._player)

    def __call__(self, view: View) -> Any:
        """One of ``view.choices``. What only people can answer goes to the imitated player, which refuses it."""
        slips = self._rng.random() < self._slip
        if slips and not view.choices.by_people:
            return view.choices.sample(self._rng)
        return self._player(view)


def levels_of(players: Mapping[str, Callable[..., Player]]) -> dict[str, Callable[..., Player]]:
    """The players for the levels of a game with these players, by name of the level.

    Normal is its player "heuristic" (or its first; random play if it has none), easy is that player with random
    choices, hard its search, or normal again if it has none. A game may define a level itself.
    """
    normal = players.get("heuristic") or next(iter(players.values()), RandomPlayer)
    made = {"easy": partial(EasyPlayer, like=normal), "normal": normal, "hard": players.get("search", normal)}
    return {name: players.get(name, make) for name, make in made.items()}


def bots_of(players: Mapping[str, Callable[..., Player]]) -> dict[str, Callable[..., Player]]:
    """All players of a game with these players, by name: its own, the levels, and those that every game has."""
    return {**players, **levels_of(players), **{name: make for name, make in CORE_BOTS.items() if name not in players}}
