"""Who plays a seat: people, front ends and bots are all functions from a view to an action."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

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
