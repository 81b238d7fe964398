"""Trajectories: what a function makes of every choice of a game, brought back from wherever the game is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from wargame_core.flow.choices import Action
from wargame_core.flow.players import Player
from wargame_core.flow.state import View

Collect: TypeAlias = Callable[[View, Action], object]
"""What is kept of a choice: of the view in which a player chose, and of what it chose."""


class Collecting:
    """A player that plays as another one does, and has each choice looked at before it is made."""

    def __init__(self, player: Player, collect: Collect, into: list[object]) -> None:
        self._player, self._collect, self._into = player, collect, into
        self.judge_choices = getattr(player, "judge_choices", True)
        self.draws_worlds = getattr(player, "draws_worlds", False)
        self.is_person = getattr(player, "is_person", False)
        self.__name__ = getattr(player, "__name__", type(player).__name__)

    def __call__(self, view: View) -> Action:
        action = self._player(view)
        self._into.append(self._collect(view, action))
        return action


def collecting(players: Mapping[str, Player], collect: Collect, into: list[object]) -> dict[str, Player]:
    """The players of all seats, their choices put into one list in the order in which they are asked."""
    return {seat: Collecting(player, collect, into) for seat, player in players.items()}
