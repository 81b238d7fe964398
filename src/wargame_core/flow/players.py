"""Who plays a seat: people, front ends and bots are all functions from a view to an action."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, runtime_checkable

from wargame_core.flow.child import InChild
from wargame_core.flow.child_game import ChildGame
from wargame_core.flow.choices import Action
from wargame_core.flow.state import View


class Player(Protocol):
    """Chooses from what its seat may know.

    A player may also have ``plans``: a list of sentences about its intentions, to which it adds during the game. They
    are for its own seat while the game goes on, and for all after it (see `plans_of`).
    """

    def __call__(self, view: View) -> Action:
        """One of ``view.choices``."""


def plans_of(player: Player) -> Sequence[str]:
    """The plans that a player has told so far, the oldest first."""
    plans: Sequence[str] = getattr(player, "plans", ())
    return plans


class RandomPlayer:
    """Chooses any legal action. It has random numbers of its own, so a game with it can be repeated."""

    judge_choices = False

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, view: View) -> Action:
        return view.choices.sample(self._rng)


@runtime_checkable
class Closes(Protocol):
    """A player that may have processes of its own."""

    def close(self) -> None:
        """End them."""


class PlaysInside:
    """A player who lets another player play each inner game; ``make`` gives that player for a `ChildGame`."""

    def __init__(self, player: Player, make: Callable[[ChildGame], Player]) -> None:
        self._player, self._make = player, make
        self.judge_choices = getattr(player, "judge_choices", True)
        self.draws_worlds = getattr(player, "draws_worlds", False)
        self.is_person = getattr(player, "is_person", False)
        self.__name__ = getattr(player, "__name__", type(player).__name__)
        self._inside: tuple[ChildGame, Player] | None = None

    @property
    def plans(self) -> Sequence[str]:
        """The plans of the player of the outer game."""
        return plans_of(self._player)

    @property
    def thoughts(self) -> Sequence[object]:
        """The lines that the player of the outer game considered for its last choice, if it searches."""
        thoughts: Sequence[object] = getattr(self._player, "thoughts", ())
        return thoughts

    def close(self) -> None:
        """End the processes of the player of the outer game, if it has any."""
        if isinstance(self._player, Closes):
            self._player.close()

    def __call__(self, view: View) -> Action:
        game = view.game_inside
        child = view.child if game is not None else None
        if child is None or game is None:
            return self._player(view)
        if self._inside is None or self._inside[0] is not game:
            self._inside = game, self._make(game)
        return InChild(game.id, self._inside[1](child))


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
