"""Trajectories: data collected by a function from every choice of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from wargame_core.flow.choices import Action
from wargame_core.flow.players import Player, PlaysLike
from wargame_core.flow.view import View

Collect: TypeAlias = Callable[[View, Action], object]
"""Called with the view and the action of a choice; returns the data to collect."""


class Collecting(PlaysLike):
    """A player that plays like another one; a function is called with each choice before it is made."""

    def __init__(self, player: Player, collect: Collect, into: list[object]) -> None:
        super().__init__(player)
        self._collect, self._into = collect, into

    def __call__(self, view: View) -> Action:
        action = self._player(view)
        self._into.append(self._collect(view, action))
        return action


def collecting(players: Mapping[str, Player], collect: Collect, into: list[object]) -> dict[str, Player]:
    """The players of all seats, whose collected data go into one list in the order of the choices."""
    return {seat: Collecting(player, collect, into) for seat, player in players.items()}
