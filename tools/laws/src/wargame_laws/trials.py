"""What the laws are tried on: a game, seeds, players, and the recorded games that all laws share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from attrs import Factory, define, evolve, field

from wargame_core.errors import UnknownName
from wargame_core.flow.entries import Entry
from wargame_core.flow.match import Match
from wargame_core.flow.players import Player
from wargame_core.flow.runner import Runner
from wargame_core.game import Game
from wargame_lab.simulation.playouts import PlayerMaker
from wargame_lab.simulation.simulate import Batch
from wargame_laws import recording
from wargame_laws.recording import LawBroken, Moment, RecordedGame, record_game
from wargame_laws.telling_moments import TellingMoments
from wargame_laws.tracing import traced

SELDOM = 6
"""The number of telling moments of each kind in a thorough trial."""
ONCE = 1
"""The number of each in another trial."""
BY_CHANCE = 0.25
"""The share of the budget that is spent on telling moments picked by chance."""

Players: TypeAlias = "PlayerMaker | Mapping[str, PlayerMaker]"


@define(eq=False)
class Trial:
    """The game on trial and how it is played.

    ``players`` is as for `wargame_lab.simulation.simulate.simulate`, or a sequence of these, used in turn by the seeds.
    ``budget`` is the number of moments that the laws examine, spread over ``games`` recorded games (None: one for each
    seed). ``ends`` is the number of seeds that are played to the end, None for all. ``unexercised`` names what need not
    come up. ``name`` is for another process to find the game. A ``thorough`` trial samples less and examines more.
    """

    game: Game
    seeds: Sequence[int]
    players: Players | Sequence[Players] = "random"
    scenario: str | None = None
    options: Mapping[str, object] = Factory(dict)
    budget: int = 200
    unexercised: frozenset[str] = frozenset()
    name: str | None = None
    games: int | None = None
    ends: int | None = None
    thorough: bool = False
    steps: set[str] = field(factory=set, init=False)
    """The steps played while recording, by name."""
    _recorded: dict[int, RecordedGame] = field(factory=dict, init=False)
    _length: int | None = field(default=None, init=False)
    _telling: TellingMoments | None = field(default=None, init=False)

    def block(self, number: int, blocks: int) -> Trial:
        """Of ``blocks`` equal parts of the seeds the one with a ``number`` from 1, with its share of what is examined.

        Raises `UnknownName` for a number that no part has.
        """
        if not 1 <= number <= blocks:
            raise UnknownName("block", str(number), [f"1 to {blocks}"])
        size = len(self.seeds)
        seeds = self.seeds[size * (number - 1) // blocks : size * number // blocks]
        games = max(1, len(self.recorded_seeds) // blocks)
        ends = None if self.ends is None else max(1, self.ends // blocks)
        return evolve(self, seeds=seeds, games=games, ends=ends, budget=max(1, self.budget // blocks))

    def batch(self, seed: int) -> Batch:
        """The batch whose game 0 is the game of this seed."""
        chosen = self.players
        if isinstance(chosen, Sequence) and not isinstance(chosen, str):
            chosen = chosen[list(self.seeds).index(seed) % len(chosen)]
        makers = dict(chosen) if isinstance(chosen, Mapping) else dict.fromkeys(self.game.seats, chosen)
        if set(makers) != set(self.game.seats):
            raise UnknownName("seats of players", tuple(makers), self.game.seats)
        return Batch(self.name or self.game.id, None, makers, seed, self.scenario, self.options, recording.LIMIT)

    def players_of(self, seed: int) -> dict[str, Player]:
        """Fresh players for a seed."""
        return self.batch(seed).players_of(self.game, 0)

    def start(self, seed: int, game: Game | None = None) -> Match:
        """The match of a seed, before its first choice."""
        entries: list[Entry] = []
        rules = (game or self.game).rules
        runner = Runner.begin(rules, self.scenario, self.options, dice=self.batch(seed).dice(0), entries=entries)
        return Match(runner, entries, seed=seed)

    def recorded(self, seed: int) -> RecordedGame:
        """The game of a seed, played when it is first asked for. An error in it is kept, not raised."""
        if seed not in self._recorded:
            self._recorded[seed] = self._record(seed)
        return self._recorded[seed]

    def _record(self, seed: int) -> RecordedGame:
        self.batch(seed)  # raises for players of other seats
        steps: set[str] = set()
        try:
            match = self.start(seed, traced(self.game, steps))
        except Exception as problem:
            message = f"seed {seed}, before the first choice: {type(problem).__name__}: {problem}"
            return RecordedGame(seed, None, (), LawBroken(message), problem)
        picks = self._picks()
        game = record_game(match, self.players_of(seed), seed, self._moments_apart(), picks.play)
        self.steps |= steps  # a copy: what laws try on the moments later is not play
        return game

    def telling_moments(self) -> Iterator[Moment]:
        """Moments near something rare, of the recorded games, and of all other games too in a thorough trial.

        Raises the error of a game that cannot be played to its end.
        """
        kept = set(self.recorded_seeds)
        for seed in self.seeds if self.thorough else self.recorded_seeds:
            game = self.recorded(seed) if seed in kept else self._record(seed)
            yield from game.telling
            if (problem := game.cause or game.problem) is not None:
                raise problem

    def _picks(self) -> TellingMoments:
        """What picks the telling moments of all games, so that what is rare in one may be frequent in all."""
        if self._telling is None:
            games = len(self.seeds if self.thorough else self.recorded_seeds)
            chance = BY_CHANCE * self.budget / games / max(1, self.length)
            self._telling = TellingMoments(SELDOM if self.thorough else ONCE, chance)
        return self._telling

    @property
    def length(self) -> int:
        """The number of choices in the first of the games."""
        if self._length is None:
            try:
                self._length = self.batch(self.seeds[0]).play(self.game, 0).decisions
            except Exception:  # the law that play ends reports it; the others look at every moment up to it
                self._length = 1
        return self._length

    def _moments_apart(self) -> int:
        return max(1, self.length // max(1, round(self.budget / len(self.recorded_seeds))))

    @property
    def recorded_seeds(self) -> list[int]:
        """The seeds of the recorded games."""
        return list(self.seeds)[: self.games]

    def plays(self, share: float = 1) -> Iterator[Play]:
        """The recorded games, with ``share`` of their moments."""
        for seed in self.recorded_seeds:
            yield Play(self.recorded(seed), Random(seed), round(1 / share))


@define
class Play:
    """A recorded game; iterating gives every ``apart``-th of its moments, and at the end raises its error, if any."""

    game: RecordedGame
    rng: Random
    apart: int = 1

    def __iter__(self) -> Iterator[Moment]:
        for moment in self.game.moments[:: self.apart]:
            yield evolve(moment, rng=self.rng)
        if self.game.cause is not None:
            raise self.game.cause
        if self.game.problem is not None:
            raise self.game.problem

    @property
    def match(self) -> Match:
        """The match at its end."""
        assert self.game.match is not None, "a game that could not be set up raises its problem when it is iterated"
        return self.game.match

    def broken(self, what: str) -> LawBroken:
        """The error to raise when the game as a whole breaks a law."""
        return recording.broken(self.match, self.game.seed, what)
