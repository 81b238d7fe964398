"""A player that searches: it tries choices in worlds its seat cannot tell apart, and compares what comes of them.

It gets views like every player. The choice of its prior is taken unless another one was surely better in the same
worlds with the same dice (`Race`), so that it plays at least as well as that as far as its tries can tell.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING

from attrs import frozen

from wargame_core import Action, View
from wargame_core.errors import HiddenStep, NeedsPerson
from wargame_core.flow.players import (
    Player,
    RandomPlayer,
    Stop,
    Tell,
    Thinking,
    Traits,
    choose,
    plans_of,
    player_with_controls,
)
from wargame_lab.lookahead import Deadline, Lookahead, SearchTask, Stopped, Try, Value, even, tries

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

LEAST = 6
"""The number of worlds before which nothing is decided."""
DOUBTS_TO_BE_SURE = 3
"""By how many times the doubt a choice must be better to be taken before the time is over."""


class Race:
    """The tries of some choices, world by world. The first choice stays in to the end: it is the one to beat.

    Another is taken only if it was better in the same worlds by ``margin`` and ``doubt`` standard errors. One that has
    no prospect of that is given up after `LEAST` worlds, and after half of the time all but the better half.
    """

    def __init__(self, actions: Sequence[Action], doubt: float, margin: float) -> None:
        self.first, self._doubt, self._margin = actions[0], doubt, margin
        self.running: tuple[Action, ...] = tuple(actions)
        self.tries: dict[Action, list[Try]] = {action: [] for action in actions}

    def add(self, tries: Sequence[Try]) -> None:
        """The tries of all running choices in one more world."""
        for action, attempt in zip(self.running, tries, strict=True):
            self.tries[action].append(attempt)

    @property
    def worlds(self) -> int:
        """The number of worlds the first choice was tried in."""
        return len(self.tries[self.first])

    @property
    def count(self) -> int:
        """The number of tries."""
        return sum(map(len, self.tries.values()))

    def mean(self, action: Action) -> float:
        """How well a choice did, from 0 (lost) to 1 (won)."""
        return fmean(attempt.worth for attempt in self.tries[action])

    def gain(self, action: Action) -> tuple[float, float]:
        """By how much a choice did better than the first in the same worlds, and the standard error of that."""
        pairs = zip(self.tries[action], self.tries[self.first], strict=False)
        gains = [attempt.worth - of_first.worth for attempt, of_first in pairs]
        mean = fmean(gains)
        if len(gains) < 2:
            return mean, 1.0
        return mean, sqrt(sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1) / len(gains))

    def narrow(self, time_share: float) -> None:
        """Give up choices; ``time_share`` is the part of the time that is over."""
        if self.worlds < LEAST:
            return
        rated_actions = []
        for action in self.running[1:]:
            mean, error = self.gain(action)
            if mean + self._doubt * error > self._margin and error > 0:
                rated_actions.append((mean, action))
        rated_actions.sort(key=lambda row: -row[0])
        halvings = int(time_share >= 0.5) + int(time_share >= 0.75)
        max_actions = max(1, len(self.tries) >> halvings)
        self.running = (self.first, *(action for _, action in rated_actions[:max_actions]))

    @property
    def is_decided(self) -> bool:
        """Whether more tries would hardly change the choice."""
        if self.worlds < LEAST:
            return False
        gains = map(self.gain, self.running[1:])
        return len(self.running) <= 2 and all(
            mean - DOUBTS_TO_BE_SURE * self._doubt * error > self._margin for mean, error in gains
        )

    def best(self) -> Action:
        """The first choice, or the one that is surely better by most."""
        best_action, best_gain = self.first, self._margin
        if self.worlds >= LEAST:
            for action in self.tries:
                mean, error = self.gain(action)
                if action != self.first and mean - self._doubt * error > best_gain:
                    best_action, best_gain = action, mean - self._doubt * error
        return best_action


ROUND = 4
"""The number of worlds after which actions are given up; with several processes they share these worlds."""


@frozen
class Effort:
    """How long a search thinks: for ``seconds``, or for ``iterations`` tries if a game must be repeatable."""

    seconds: float = 1.0
    iterations: int | None = None

    def begin(self, stop: Stop | None) -> Deadline:
        """The deadline of a choice that begins now; ``stop`` comes before it."""
        return Deadline(stop, self.seconds if self.iterations is None else None)

    def run(self, race: Race, task: SearchTask, maker: Here | SearchProcesses, deadline: Deadline, tell: Tell) -> None:
        """Add the tries that there is time for."""
        time_share = 0.0
        while time_share < 1 and not race.is_decided:
            for world_tries in maker.rounds(task, race.running, range(race.worlds, race.worlds + ROUND), deadline):
                race.add(world_tries)
                time_share = self._time_share(race, deadline)
                if time_share >= 1 and self.iterations is not None:
                    break
            race.narrow(time_share)
            best = race.best()
            tell(Thinking(min(1.0, time_share), best, race.mean(best), race.count))

    def _time_share(self, race: Race, deadline: Deadline) -> float:
        if self.iterations is None:
            return deadline.time_share
        return (race.count + len(race.running) - 1) / self.iterations


class Here:
    """Makes the tries in this process."""

    def rounds(
        self, task: SearchTask, actions: Sequence[Action], numbers: Sequence[int], stop: Deadline
    ) -> Iterator[list[Try]]:
        """The tries of the actions, world by world. Raises `Stopped`."""
        return (tries(task, actions, number, stop) for number in numbers)

    def close(self) -> None:
        """Nothing is open."""


POLL = 0.02
"""Seconds between two looks whether to stop, while other processes think."""
RETURN = 0.1
"""Seconds by which these end before the deadline, to send what they have tried."""


class SearchProcesses:
    """Makes the tries in processes that start with the first of them; each gets the task once a choice."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def rounds(
        self, task: SearchTask, actions: Sequence[Action], numbers: Sequence[int], stop: Deadline
    ) -> Iterator[list[Try]]:
        """The tries of the actions, world by world: each process takes a part of them. Raises `Stopped`.

        At the deadline the processes stop by themselves, and what they have tried counts; stopped before it, they end.
        """
        from concurrent.futures import wait  # slow to import, and seldom needed

        from wargame_lab.playouts import processes

        if self._pool is None:
            self._pool = processes(self._jobs)
        pickled_task, end_time = pickle.dumps(task), None if stop.end is None else stop.end - RETURN
        pairs = [(number, place) for number in numbers for place in range(len(actions))]
        parts = [
            part for process_number in range(self._jobs) if (part := pairs[process_number :: self._jobs])
        ]  # so that worlds are soon whole
        futures = [self._pool.submit(_try_part, pickled_task, tuple(actions), part, end_time) for part in parts]
        while wait(futures, timeout=POLL).not_done and not stop.is_set():
            pass
        finished_parts = [(part, future.result()) for part, future in zip(parts, futures, strict=True) if future.done()]
        tries_by_pair = {
            pair: attempt for part, attempts in finished_parts for pair, attempt in zip(part, attempts, strict=False)
        }
        for number in numbers:
            if all((number, place) in tries_by_pair for place in range(len(actions))):
                yield [tries_by_pair[number, place] for place in range(len(actions))]
        if len(tries_by_pair) < len(pairs):
            if stop.time_share < 1:  # else they have stopped by themselves, or will when they begin
                self.close()
            raise Stopped

    def close(self) -> None:
        """End the processes, whatever they do."""
        if self._pool is not None:
            from wargame_lab.playouts import terminate_processes

            terminate_processes(self._pool)
            self._pool = None


@lru_cache(maxsize=1)
def _load_task(pickled_task: bytes) -> SearchTask:
    task: SearchTask = pickle.loads(pickled_task)
    return task


def _try_part(
    pickled_task: bytes, actions: tuple[Action, ...], pairs: Sequence[tuple[int, int]], end_time: float | None = None
) -> list[Try]:
    """The tries of some pairs of a world's number and an action's place, as far as they come in time."""
    task, stop, results = _load_task(pickled_task), Deadline.at(end_time), list[Try]()
    with suppress(Stopped):
        for number, group in groupby(pairs, key=lambda pair: pair[0]):
            results += tries(task, [actions[place] for _, place in group], number, stop)
    return results


THOUGHTS, LINE_TRIES = 5, 3
"""The number of lines kept as thoughts, and the least number of tries of each choice in a line."""


@frozen
class Thought:
    """A line of play that a search considered: its own seat's next choices, with the tries of what was compared.

    ``value`` is the mean result of these tries, from 0 (lost) to 1 (won).
    """

    line: tuple[Action, ...]
    value: float
    tries: int


def thoughts_of(race: Race, chosen_action: Action) -> Iterator[Thought]:
    """The lines through the actions of a race, that of the chosen one first, then the best."""
    actions = sorted(
        race.tries, key=lambda action: (action != chosen_action, -len(race.tries[action]), -race.mean(action))
    )
    for action in actions[:THOUGHTS]:
        tries = race.tries[action]
        line, value = tuple(_best_line(tries)), race.mean(action)
        yield Thought((action, *line), value, len(tries))


def _best_line(tries: Sequence[Try]) -> Iterator[Action]:
    """The choices that followed most often, one after the other, as far as they came often enough to mean something."""
    depth = 0
    while True:
        tries_after: dict[Action, list[Try]] = {}
        for attempt in tries:
            if len(attempt.line) > depth:
                tries_after.setdefault(attempt.line[depth], []).append(attempt)
        action = max(tries_after, key=lambda next_action: len(tries_after[next_action]), default=None)
        if action is None or len(tries_after[action]) < LINE_TRIES:
            return
        yield action
        tries, depth = tries_after[action], depth + 1


CANDIDATES = 8
"""The greatest number of choices that are compared."""
DRAWS = 3
"""So many proposals are asked for, for each choice to be compared."""


def _ignore_thinking(thinking: Thinking) -> None:
    """Nobody asks how far a search has come."""


class SearchPlayer:
    """Thinks about each choice for ``seconds`` at most, or for ``iterations`` tries if a game must be repeatable.

    It answers as soon as no other choice has a prospect of being better, which is most often at once, and when it is
    stopped. It then takes the best choice by the worlds in which all were tried, at first that of its prior.

    ``policy`` makes the quick players that play on. ``prior`` makes the player whose choice is the one to beat (by
    default the policy), ``proposals`` one whose varied choices are compared with it (by default any legal ones).
    ``value`` evaluates the board after ``turns`` turns, or after ``choices`` choices; without it only the end of the
    game counts. ``doubt`` and ``margin`` say how much better another choice must be: see `Race`. ``matters(action)``
    says whether to think about a question, by the prior's choice. With ``jobs`` processes it makes so many more tries;
    with ``iterations`` it chooses the same with any number of them. `close` ends these processes.

    ``thoughts`` are the lines considered for the last choice: first that of the choice taken, then the best. ``tries``
    counts all tries of the game.
    """

    traits = Traits(judge_choices=False, draws_worlds=True)
    """It draws worlds, so it needs a game with checkpoints (as every `Match` is)."""

    def __init__(
        self,
        *,
        seed: int = 0,
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
        self._rng = random.Random(seed)
        self._lookahead, self._effort = Lookahead(policy, value or even, turns, choices), Effort(seconds, iterations)
        self._maker: Here | SearchProcesses = SearchProcesses(jobs) if jobs > 1 else Here()
        self.thoughts: tuple[Thought, ...] = ()
        self.tries = 0
        self._prior = (prior or policy)(seed=seed)
        self._proposals = proposals(seed=seed)
        self._candidates, self._doubt, self._margin, self._matters = candidates, doubt, margin, matters

    @property
    def plans(self) -> Sequence[str]:
        """The plans of its prior."""
        return plans_of(self._prior)

    def __call__(self, view: View, *, stop: Stop | None = None, tell: Tell = _ignore_thinking) -> Action:
        self.thoughts = ()
        deadline = self._effort.begin(stop)
        prior_action = choose(self._prior, view, stop=deadline)
        if view.choices.by_people:
            raise NeedsPerson(f"{view.seat} is asked {view.prompt!r}: only people who were there can say")
        if self._matters is not None and not self._matters(prior_action):
            return prior_action
        actions = self._actions_to_compare(view, prior_action, deadline)
        return (
            self._best(view, Race(actions, self._doubt, self._margin), deadline, tell)
            if len(actions) > 1
            else prior_action
        )

    def close(self) -> None:
        """End the processes of a search with several jobs; it can go on after that, with new ones."""
        self._maker.close()

    def _best(self, view: View, race: Race, deadline: Deadline, tell: Tell) -> Action:
        """The best of the actions after the tries that there is time for; in the midst of a hidden step the first."""
        try:
            task = SearchTask.of(view, self._rng.getrandbits(62), self._lookahead, deadline)
            self._effort.run(race, task, self._maker, deadline, tell)
        except HiddenStep:  # another seat does something unseen
            return race.first
        except Stopped:  # what has been tried counts
            pass
        self.tries += race.count
        best_action = race.best()
        self.thoughts = tuple(thoughts_of(race, best_action)) if race.worlds else ()
        return best_action

    def _actions_to_compare(self, view: View, prior_action: Action, deadline: Deadline) -> list[Action]:
        """The prior's choice, and others: all if they are few, else proposals and any legal ones in turn."""
        choices = view.choices.head(self._candidates + 1)
        if len(choices) <= self._candidates:
            return [prior_action, *(action for action in choices if action != prior_action)]
        proposals, actions = player_with_controls(self._proposals, stop=deadline), [prior_action]
        for draw in range(DRAWS * self._candidates):
            if len(actions) == self._candidates or deadline.is_set():
                break
            action = view.choices.sample(self._rng) if draw % 2 else proposals(view)
            if action not in actions:
                actions.append(action)
        return actions
