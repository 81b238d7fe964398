"""Pools of opponents: named bots and past selves of a learner, of which each game draws one."""

from __future__ import annotations

import random
from collections.abc import Mapping
from copy import deepcopy
from typing import cast

from attrs import evolve, field, frozen

from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.players import Player, PlayerLike, is_maker


@frozen
class Member:
    """One of a pool: its name there, who it is, and its part of the draws as a ``weight``, 0 or more."""

    name: str
    player: PlayerLike = field(repr=False)
    weight: float = 1.0


@frozen
class Pool:
    """Opponents of which each game draws one; a value that does not change, and can be sent to other processes.

    A pool stands wherever a player may: as opponent of a `SeatEnv`, and in `simulate` and `match.iter_play`. Its
    players are used as in simulations: their views hold no events. The same seed draws the same member.

    >>> pool = Pool.of(easy=1, heuristic=3)
    >>> [member.name for member in pool.members], pool.draw(seed=1).name
    (['easy', 'heuristic'], 'heuristic')
    """

    members: tuple[Member, ...]

    def __attrs_post_init__(self) -> None:
        weights = [member.weight for member in self.members]
        if min(weights, default=0) < 0 or max(weights, default=0) <= 0:
            raise WargameError(f"the weights of a pool are 0 or more, and one of them is above 0, not {weights}")

    @staticmethod
    def of(**weights: float) -> Pool:
        """A pool of bots by their names. Raises `WargameError` for weights below 0 or without one above it.

        A name that the game does not have is an `UnknownName` when it is drawn.
        """
        return Pool(tuple(Member(name, name, weight) for name, weight in weights.items()))

    def plus(self, name: str, player: PlayerLike, weight: float = 1.0, *, keep: int | None = None) -> Pool:
        """This pool with a member more: a past self, say, as a player or a maker of one from ``seed=``.

        With ``keep`` it has only so many of those that are not named bots; the oldest of them leave it.
        """
        members = [member for member in self.members if member.name != name] + [Member(name, player, weight)]
        unnamed_members = [member for member in members if not isinstance(member.player, str)]
        removed_members = unnamed_members[: max(0, len(unnamed_members) - keep)] if keep is not None else []
        return Pool(tuple(member for member in members if member not in removed_members))

    def weighed(self, weights: Mapping[str, float]) -> Pool:
        """This pool with other weights for some of its members. Raises `UnknownName` for one it does not have."""
        names = [member.name for member in self.members]
        for name in weights:
            if name not in names:
                raise UnknownName("member of the pool", name, names)
        return Pool(tuple(evolve(member, weight=weights.get(member.name, member.weight)) for member in self.members))

    def draw(self, seed: int) -> Member:
        """The member that plays the game whose players have this seed."""
        weights = [member.weight for member in self.members]
        return random.Random(f"{seed} of a pool").choices(self.members, weights)[0]

    def __call__(self, *, seed: int) -> Player | str:
        """The player, or the name of the bot, that is drawn; a player is copied, so that each game has its own."""
        player = self.draw(seed).player
        if isinstance(player, str):
            return player
        return player(seed=seed) if is_maker(player) else deepcopy(cast(Player, player))
