"""A player that searches: it tries choices in worlds its seat cannot tell apart, and compares what comes of them.

It gets views like every player. The choice of its prior is taken unless another one was surely better in the same
worlds with the same dice (`Race`), so that it plays at least as well as that as far as its tries can tell.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import groupby
from math import sqrt
from statistics import fmean
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from attrs import frozen

from wargame_core import Action, View
from wargame_core.errors import HiddenStep, NeedsPerson
from wargame_core.flow.players import Player, RandomPlayer, Traits, plans_of
from wargame_lab.lookahead import Follow, Lookahead, Occasion, Option, SearchTask, Try, Value, even, tries

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Tried = TypeVar("Tried", bound=Option)

LEAST = 6
"""The usual number of worlds before which nothing is decided."""
SURE = 3
"""By how many times the doubt a choice must be better to be taken before the time is over."""


class Race(Generic[Tried]):
    """The tries of some choices, world by world. The first choice stays in to the end: it is the one to beat.

    Another is taken only if it was better in the same worlds by ``margin`` and ``doubt`` standard errors. One that has
    no prospect of that is given up after ``least`` worlds, and after half of the time all but the better half.
    """

    def __init__(self, options: Sequence[Tried], doubt: float, margin: float, least: int = LEAST) -> None:
        self.first, self._doubt, self._margin, self._least = options[0], doubt, margin, least
        self.running: tuple[Tried, ...] = tuple(options)
        self.tries: dict[Tried, list[Try]] = {option: [] for option in options}

    def add(self, tries: Sequence[Try]) -> None:
        """The tries of all running choices in one more world."""
        for option, attempt in zip(self.running, tries, strict=True):
            self.tries[option].append(attempt)

    @property
    def worlds(self) -> int:
        """The number of worlds the first choice was tried in."""
        return len(self.tries[self.first])

    @property
    def count(self) -> int:
        """The number of tries."""
        return sum(map(len, self.tries.values()))

    def mean(self, option: Tried) -> float:
        """How well a choice did, from 0 (lost) to 1 (won)."""
        return fmean(attempt.worth for attempt in self.tries[option])

    def gain(self, option: Tried) -> tuple[float, float]:
        """By how much a choice did better than the first in the same worlds, and the standard error of that."""
        pairs = zip(self.tries[option], self.tries[self.first], strict=False)
        gains = [attempt.worth - of_first.worth for attempt, of_first in pairs]
        mean = fmean(gains)
        if len(gains) < 2:
            return mean, 1.0
        return mean, sqrt(sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1) / len(gains))

    def narrow(self, spent: float) -> None:
        """Give up choices; ``spent`` is the part of the time that is over."""
        if self.worlds < self._least:
            return
        rated = []
        for option in self.running[1:]:
            mean, error = self.gain(option)
            if mean + self._doubt * error > self._margin and error > 0:
                rated.append((mean, option))
        rated.sort(key=lambda row: -row[0])
        halves = int(spent >= 0.5) + int(spent >= 0.75)
        most = max(1, len(self.tries) >> halves)
        self.running = (self.first, *(option for _, option in rated[:most]))

    @property
    def decided(self) -> bool:
        """Whether more tries would hardly change the choice."""
        if self.worlds < self._least:
            return False
        gains = map(self.gain, self.running[1:])
        return len(self.running) <= 2 and all(mean - SURE * self._doubt * error > self._margin for mean, error in gains)

    def best(self) -> Tried:
        """The first choice, or the one that is surely better by most."""
        best, most = self.first, self._margin
        if self.worlds >= min(LEAST, self._least):
            for option in self.tries:
                mean, error = self.gain(option)
                if option != self.first and mean - self._doubt * error > most:
                    best, most = option, mean - self._doubt * error
        return best


ROUND = 4
"""The number of worlds after which options are given up; with several processes they share these worlds."""


@frozen
class Effort:
    """How long a search thinks: for ``seconds``, or for ``iterations`` tries if a game must be repeatable."""

    seconds: float = 1.0
    iterations: int | None = None

    def run(self, race: Race[Tried], task: SearchTask, maker: Here | SearchProcesses) -> Race[Tried]:
        """The race with the tries that there is time for."""
        started, spent = perf_counter(), 0.0
        while spent < 1 and not race.decided:
            numbers = range(race.worlds, race.worlds + ROUND)
            for made in maker.rounds(task, race.running, numbers):
                race.add(made)
                if self.iterations is not None:
                    spent = (race.count + len(race.running) - 1) / self.iterations
                else:
                    spent = (perf_counter() - started) / self.seconds
                if spent >= 1:
                    break
            race.narrow(spent)
        return race


class Here:
    """Makes the tries in this process."""

    def rounds(self, task: SearchTask, options: Sequence[Option], numbers: Sequence[int]) -> Iterator[list[Try]]:
        """The tries of the options, world by world."""
        return (tries(task, options, number) for number in numbers)

    def close(self) -> None:
        """Nothing is open."""


class SearchProcesses:
    """Makes the tries in processes that start with the first of them; each gets the task once a choice."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def rounds(self, task: SearchTask, options: Sequence[Option], numbers: Sequence[int]) -> Iterator[list[Try]]:
        """The tries of the options, world by world: each process takes a part of them."""
        if self._pool is None:
            from wargame_lab.playouts import processes  # slow to import, and seldom needed

            self._pool = processes(self._jobs)
        sent = pickle.dumps(task)
        pairs = [(number, place) for number in numbers for place in range(len(options))]
        size = -(-len(pairs) // self._jobs)
        parts = [pairs[start : start + size] for start in range(0, len(pairs), size)]
        waiting = [self._pool.submit(_part, sent, tuple(options), part) for part in parts]
        made = [attempt for part in waiting for attempt in part.result()]
        for start in range(0, len(made), len(options)):
            yield made[start : start + len(options)]

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


@lru_cache(maxsize=1)
def _received(sent: bytes) -> SearchTask:
    task: SearchTask = pickle.loads(sent)
    return task


def _part(sent: bytes, options: tuple[Option, ...], pairs: Sequence[tuple[int, int]]) -> list[Try]:
    """The tries of some pairs of a world's number and an option's place."""
    groups = groupby(pairs, key=lambda pair: pair[0])
    worlds = (tries(_received(sent), [options[place] for _, place in group], number) for number, group in groups)
    return [attempt for world in worlds for attempt in world]


THOUGHTS, LINE_TRIES = 5, 3
"""The number of lines kept as thoughts, and the least number of tries of each choice in a line."""


@frozen
class Thought:
    """A line of play that a search considered: its own seat's next choices, with the tries of what was compared.

    ``value`` is the mean result of these tries, from 0 (lost) to 1 (won); ``policy`` the name of the policy that the
    line follows, if policies were compared.
    """

    line: tuple[Action, ...]
    value: float
    tries: int
    policy: str = ""


def thoughts_of(race: Race[Tried], chosen: Tried) -> Iterator[Thought]:
    """The lines through the options of a race, that of the chosen one first, then the best."""
    tried = sorted(race.tries, key=lambda option: (option != chosen, -len(race.tries[option]), -race.mean(option)))
    for option in tried[:THOUGHTS]:
        tries = race.tries[option]
        line, value = tuple(_best_line(tries)), race.mean(option)
        if isinstance(option, Follow):
            yield Thought(line, value, len(tries), option.policy)
        else:
            yield Thought((option, *line), value, len(tries))


def _best_line(tries: Sequence[Try]) -> Iterator[Action]:
    """The choices that followed most often, one after the other, as far as they came often enough to mean something."""
    depth = 0
    while True:
        after: dict[Action, list[Try]] = {}
        for attempt in tries:
            if len(attempt.line) > depth:
                after.setdefault(attempt.line[depth], []).append(attempt)
        action = max(after, key=lambda next_action: len(after[next_action]), default=None)
        if action is None or len(after[action]) < LINE_TRIES:
            return
        yield action
        tries, depth = after[action], depth + 1


class _Searcher:
    """What players that search share: a lookahead, the effort that they make, and what they thought last."""

    traits = Traits(judge_choices=False, draws_worlds=True)
    """It draws worlds, so its game must keep checkpoints (``Game.begin(keep=True)``, or any `Match`)."""

    def __init__(self, seed: int, lookahead: Lookahead, effort: Effort, jobs: int) -> None:
        self._rng = random.Random(seed)
        self._lookahead, self._effort = lookahead, effort
        self._maker: Here | SearchProcesses = SearchProcesses(jobs) if jobs > 1 else Here()
        self.thoughts: tuple[Thought, ...] = ()
        self.tries = 0

    def close(self) -> None:
        """End the processes of a search with several jobs; it can go on after that, with new ones."""
        self._maker.close()

    def _best(self, view: View, race: Race[Tried]) -> Tried | None:
        """The best of the options after the tries that there is time for; None in the midst of a hidden step."""
        try:
            task = SearchTask.of(view, self._rng.getrandbits(62), self._lookahead)
            self._effort.run(race, task, self._maker)
        except HiddenStep:  # another seat does something unseen
            return None
        self.tries += race.count
        best = race.best()
        self.thoughts = tuple(thoughts_of(race, best))
        return best


class PolicySearchPlayer(_Searcher):
    """Plays by one of some ``policies``, and thinks every ``every`` turns about which one to follow.

    The first policy is followed at the start, and is what other seats are thought to play. Each policy is tried for
    ``turns`` turns, in the same worlds and with the same dice, and ``value`` evaluates the board then; without it only
    the end of the game counts. Another policy is followed if it did better by ``doubt`` standard errors and ``margin``
    (see `Race`). No policy is given up before ``least`` worlds: where only victory and defeat are told, a few worlds
    that end alike say little. It thinks for ``seconds``, or for ``iterations`` tries if a game must be repeatable, in
    ``jobs`` processes; `close` ends these.

    With ``occasion`` it thinks at each question of which that says the moment (``every`` does not count), and follows
    a policy only to the next of them: so it is tried, too, and the first policy is thought to play from then on.
    ``likely`` says how likely a world is by what is remembered, as a logarithm; the likeliest of some are taken.

    ``plans`` are those of the policies, with a sentence for each change of policy. ``thoughts`` are the policies
    compared last: first the one taken, then the best. ``tries`` counts all tries of the game.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        policies: Mapping[str, Callable[..., Player]],
        value: Value | None = None,
        turns: int = 2,
        every: int = 1,
        occasion: Occasion | None = None,
        likely: Value | None = None,
        doubt: float = 1.0,
        margin: float = 0.0,
        least: int = LEAST,
        seconds: float = 1.0,
        iterations: int | None = None,
        jobs: int = 1,
    ) -> None:
        self._players = {name: make(seed=seed) for name, make in policies.items()}
        self._first = self._followed = next(iter(policies))
        first = policies[self._first]
        ahead = Lookahead(first, value or even, turns, own_policies=policies, occasion=occasion, likely=likely)
        super().__init__(seed, ahead, Effort(seconds, iterations), jobs)
        self._every, self._doubt, self._margin, self._least = every, doubt, margin, least
        self._occasion = occasion
        self._compared: Hashable = None  # at which occasion
        self._turn: int | None = None  # in which it compared them
        self._told: list[str] = []
        self._told_by_player = 0

    @property
    def plans(self) -> Sequence[str]:
        """What was told so far, by the policies and about them, the oldest first."""
        return tuple(self._told)

    def __call__(self, view: View) -> Action:
        if not view.choices.by_people and self._is_due(view):
            self._compare(view)
        player = self._players[self._followed]
        action = player(view)
        plans = plans_of(player)
        self._told += plans[self._told_by_player :]
        self._told_by_player = len(plans)
        return action

    def _is_due(self, view: View) -> bool:
        """Whether it is time to think."""
        if self._occasion is not None:
            return self._occasion(view) not in (None, self._compared)
        begins = self._turn is None or view.rules.turn_of(view.board) >= self._turn + self._every
        return begins and not view.forced

    def _compare(self, view: View) -> None:
        """Find out which policy to follow from now on."""
        before = self._followed
        to_beat = before if self._occasion is None else self._first
        names = sorted(self._players, key=lambda name: name != to_beat)
        race = Race([Follow(name) for name in names], self._doubt, self._margin, self._least)
        best = self._best(view, race)
        if best is None:
            return
        self._turn = view.rules.turn_of(view.board)
        self._compared = self._occasion(view) if self._occasion is not None else None
        if best.policy != before:
            self._followed = best.policy
            how_long = "From now on:" if self._occasion is None else "Next:"
            chances = f"{race.mean(best):.0%} in {len(race.tries[best])} worlds"
            chances += "" if best == race.first else f", {race.mean(race.first):.0%} before"
            self._told.append(f"{how_long} {best.policy} ({chances}).")
            self._told_by_player = len(plans_of(self._players[self._followed]))


CANDIDATES = 8
"""The greatest number of choices that are compared."""
DRAWS = 3
"""So many proposals are asked for, for each choice to be compared."""


class SearchPlayer(_Searcher):
    """Thinks about each choice for ``seconds``, or for ``iterations`` tries if a game must be repeatable.

    It stops as soon as no other choice has a prospect of being better, which is most often at once.

    ``policy`` makes the quick players that play on. ``prior`` makes the player whose choice is the one to beat (by
    default the policy), ``proposals`` one whose varied choices are compared with it (by default any legal ones).
    ``value`` evaluates the board after ``turns`` turns, or after ``choices`` choices; without it only the end of the
    game counts. ``doubt`` and ``margin`` say how much better another choice must be: see `Race`. ``matters(action)``
    says whether to think about a question, by the prior's choice. With ``jobs`` processes it makes so many more tries;
    with ``iterations`` it chooses the same with any number of them. `close` ends these processes.

    ``thoughts`` are the lines considered for the last choice: first that of the choice taken, then the best. ``tries``
    counts all tries of the game.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        policy: Callable[..., Player] = RandomPlayer,
        prior: Callable[..., Player] | None = None,
        proposals: Callable[..., Player] = RandomPlayer,
        value: Value | None = None,
        turns: int = 2,
        choices: int | None = None,
        candidates: int = CANDIDATES,
        doubt: float = 1.0,
        margin: float = 0.0,
        matters: Callable[[Action], bool] | None = None,
        seconds: float = 1.0,
        iterations: int | None = None,
        jobs: int = 1,
    ) -> None:
        super().__init__(seed, Lookahead(policy, value or even, turns, choices), Effort(seconds, iterations), jobs)
        self._prior = (prior or policy)(seed=seed)
        self._proposals = proposals(seed=seed)
        self._candidates, self._doubt, self._margin, self._matters = candidates, doubt, margin, matters

    @property
    def plans(self) -> Sequence[str]:
        """The plans of its prior."""
        return plans_of(self._prior)

    def __call__(self, view: View) -> Action:
        self.thoughts = ()
        own = self._prior(view)
        if view.choices.by_people:
            raise NeedsPerson(f"{view.seat} is asked {view.prompt!r}: only people who were there can say")
        if self._matters is not None and not self._matters(own):
            return own
        actions = self._compared(view, own)
        best = self._best(view, Race(actions, self._doubt, self._margin)) if len(actions) > 1 else None
        return own if best is None else best

    def _compared(self, view: View, own: Action) -> list[Action]:
        """The prior's choice, and others: all if they are few, else proposals and any legal ones in turn."""
        listed = view.choices.head(self._candidates + 1)
        if len(listed) <= self._candidates:
            return [own, *(action for action in listed if action != own)]
        actions = [own]
        for draw in range(DRAWS * self._candidates):
            if len(actions) == self._candidates:
                break
            action = view.choices.sample(self._rng) if draw % 2 else self._proposals(view)
            if action not in actions:
                actions.append(action)
        return actions


def effort(maker: Callable[..., Player], seconds: float | None, jobs: int) -> dict[str, float | None]:
    """The settings of a bot for so much thinking: none for one that does not search."""
    while isinstance(maker, partial):
        maker = maker.func
    if not (isinstance(maker, type) and issubclass(maker, _Searcher)):
        return {}
    return {"jobs": jobs} if seconds is None else {"seconds": seconds, "iterations": None, "jobs": jobs}


def search_of(
    heuristic: Callable[..., Player], value: Value, *, fast: bool = True, **settings: Any
) -> Callable[..., Player]:
    """A search whose prior is a game's own player and whose policy is that player, or the fast form of it.

    ``heuristic`` must accept ``fast`` and ``noise``; the ``settings`` are as in `SearchPlayer`.
    """
    quick, varied = partial(heuristic, fast=fast), partial(heuristic, fast=True, noise=1.5)
    return partial(SearchPlayer, policy=quick, prior=heuristic, proposals=varied, value=value, **settings)
