"""What the laws are tried on: a game, seeds, players, and the moments of play that get a closer look."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import Factory, define, frozen

from wargame_core.errors import UnknownName
from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_core.players.player import Player
from wargame_core.players.playouts import PlayerMaker
from wargame_core.players.simulation import Batch

Players: TypeAlias = "PlayerMaker | Mapping[str, PlayerMaker]"

LIMIT = 20_000
"""Choices after which a game counts as one that does not end."""
GAMES = 20
"""Over how many games the moments looked at are spread."""


class LawBroken(AssertionError):
    """A game breaks a law; the message says which seed and moment show it."""


@define
class Trial:
    """The game on trial and how it is played.

    ``players`` is what `wargame_core.players.simulation.simulate` takes, or a sequence of such: seed n is played by the
    n-th of them in turn. ``budget`` is how many moments each of the costly laws looks at. ``unexercised`` names what
    law 12 need not see. ``name`` is what another process finds the game by.
    """

    game: Game
    seeds: Sequence[int]
    players: Players | Sequence[Players] = "random"
    scenario: str | None = None
    options: Mapping[str, Any] = Factory(dict)
    budget: int = 200
    unexercised: frozenset[str] = frozenset()
    name: str | None = None

    def batch(self, seed: int) -> Batch:
        """The batch whose game 0 is the game of this seed."""
        chosen = self.players
        if isinstance(chosen, Sequence) and not isinstance(chosen, str):
            chosen = chosen[list(self.seeds).index(seed) % len(chosen)]
        makers = dict(chosen) if isinstance(chosen, Mapping) else dict.fromkeys(self.game.seats, chosen)
        if set(makers) != set(self.game.seats):
            raise UnknownName("seats of players", tuple(makers), self.game.seats)
        return Batch(self.name or self.game.id, None, makers, seed, self.scenario, self.options, LIMIT)

    def players_of(self, seed: int) -> dict[str, Player]:
        """Fresh players for a seed."""
        return self.batch(seed).players_of(self.game, 0)

    def start(self, seed: int) -> Match:
        """The match of a seed, before its first choice."""
        entries: list[Any] = []
        dice = self.batch(seed).dice(0)
        runner = self.game.begin(self.scenario, self.options, dice=dice, entries=entries)
        return Match(runner, entries, seed=seed)

    def plays(self, share: float = 1) -> Iterator[Play]:
        """Games in which, all together, about ``budget * share`` moments come up."""
        seeds = list(self.seeds)[:GAMES]
        wanted = max(1, round(self.budget * share / len(seeds)))
        try:
            length = self.batch(seeds[0]).play(self.game, 0).decisions
        except Exception:  # law 1 reports it; the others look at every moment up to it
            length = 1
        for seed in seeds:
            yield Play(self, seed, self.start(seed), random.Random(seed), max(1, length // wanted))


@frozen
class Moment:
    """A moment of play: ``seat`` is about to play ``action``. Laws look, and try things on a `fork`."""

    match: Match
    seat: str
    action: Any
    seed: int
    rng: random.Random

    def fork(self) -> Match:
        """The same position to try things on."""
        return self.match.fork()

    def broken(self, what: str) -> LawBroken:
        """The error to raise when this moment breaks a law."""
        return broken(self.match, self.seed, what)


@define
class Play:
    """One game being played; iterating gives its moments, about one in ``gap`` choices, and plays it to the end."""

    trial: Trial
    seed: int
    match: Match
    rng: random.Random
    gap: int

    def __iter__(self) -> Iterator[Moment]:
        players, match = self.trial.players_of(self.seed), self.match
        wait = self.rng.randrange(self.gap)
        for _ in range(LIMIT):
            if not match.to_choose:
                return
            seat = match.to_choose[0]
            action = players[seat](match.view(seat, story=False))
            if wait == 0:
                yield Moment(match, seat, action, self.seed, self.rng)
                wait = self.rng.randrange(2 * self.gap - 1) if self.gap > 1 else 0
            else:
                wait -= 1
            match.play(action, seat)
        raise self.broken(f"the game has not ended after {LIMIT} choices")

    def broken(self, what: str) -> LawBroken:
        """The error to raise when the game as a whole breaks a law."""
        return broken(self.match, self.seed, what)


def broken(match: Match, seed: int, what: str) -> LawBroken:
    """The error for a position of the match of a seed."""
    where = " > ".join(match.cursor) or "the end"
    return LawBroken(f"seed {seed}, answer {match.seq} ({where}): {what}")


def plain(data: Any) -> Any:
    """What is left of JSON data after a trip through text."""
    return json.loads(json.dumps(data))


def text_of(data: Any) -> str:
    """JSON data as text, the order of keys kept: even that may not tell what must stay secret."""
    return json.dumps(data)


def difference(one: Any, other: Any, path: str = "") -> str | None:
    """Where two JSON values first differ, in words; None when they are the same."""
    if isinstance(one, dict) and isinstance(other, dict):
        if list(one) != list(other):
            return f"{path or 'it'} has the keys {list(one)} against {list(other)}"
        pairs = [(f"{path}.{key}".lstrip("."), one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"{path}[{n}]", *both) for n, both in enumerate(zip(one, other, strict=True))]
    else:
        same = type(one) is type(other) and one == other
        return None if same else f"{path or 'it'} is {_short(one)} against {_short(other)}"
    return next((found for where, a, b in pairs if (found := difference(a, b, where)) is not None), None)


def _short(value: Any) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= 200 else text[:200] + " ..."
