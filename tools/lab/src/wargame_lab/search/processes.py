"""Who makes the tries of a search: this process, or several that share the worlds. The tries are the same."""

from __future__ import annotations

import pickle
import signal
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from time import perf_counter
from typing import TYPE_CHECKING

from attrs import frozen

from wargame_core.flow.state import Imagination
from wargame_lab.search.lookahead import Option, SearchTask, Try, tries
from wargame_lab.search.racing import Race, Tried

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

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

    def __init__(self) -> None:
        self._task: SearchTask | None = None
        self._imagined: Imagination | None = None

    def rounds(self, task: SearchTask, options: Sequence[Option], numbers: Sequence[int]) -> Iterator[list[Try]]:
        """The tries of the options, world by world."""
        if self._imagined is None or self._task is not task:
            self._task, self._imagined = task, task.imagination()
        for number in numbers:
            yield tries(task, self._imagined, options, number)

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
            self._pool = _processes(self._jobs)
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


def _processes(jobs: int) -> ProcessPoolExecutor:
    from concurrent.futures import ProcessPoolExecutor  # slow to import, and seldom needed
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for us decides


@lru_cache(maxsize=1)
def _received(sent: bytes) -> tuple[SearchTask, Imagination]:
    task: SearchTask = pickle.loads(sent)
    return task, task.imagination()


def _part(sent: bytes, options: tuple[Option, ...], pairs: Sequence[tuple[int, int]]) -> list[Try]:
    """The tries of some pairs of a world's number and an option's place."""
    task, imagined = _received(sent)
    made: list[Try] = []
    for number, group in groupby(pairs, key=lambda pair: pair[0]):
        made += tries(task, imagined, tuple(options[place] for _, place in group), number)
    return made
