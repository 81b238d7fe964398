"""Comparing choices by tries that share their worlds: two tries of one world differ by the choice, hardly by luck."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean
from typing import Generic, TypeVar

from wargame_lab.search.lookahead import Option, Try

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
        return all(self._sure(option) for option in self.running[1:]) and len(self.running) <= 2

    def _sure(self, option: Tried) -> bool:
        mean, error = self.gain(option)
        return mean - SURE * self._doubt * error > self._margin

    def best(self) -> Tried:
        """The first choice, or the one that is surely better by most."""
        best, most = self.first, self._margin
        if self.worlds >= min(LEAST, self._least):
            for option in self.tries:
                mean, error = self.gain(option)
                if option != self.first and mean - self._doubt * error > most:
                    best, most = option, mean - self._doubt * error
        return best
