"""Bounds: the most there may be of something in a game, stated in a line.

A rule can agree with its text and still allow what its author never meant: a beaten division that goes home across the
map, a turn that never ends. A `Bound` says the most there may be of something::

    Bound("spaces of a retreat", 6, on=Retreated, number=lambda it: len(it.what.path), source="p.11 Retreats")

`laws` tries it with ``bounds=...``; `extremes` tells the greatest numbers that were found.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Literal, TypeAlias

from attrs import define, field, frozen

from wargame_core import Action, Ask, Match
from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.events import Board, Event
from wargame_core.flow.rules import Rules

Period: TypeAlias = Literal["event", "answer", "turn", "game"]
"""Within what the numbers of a bound are added up: nothing, an answer with what follows from it, a turn, a game."""


@frozen
class Measured:
    """An event or a question as a bound measures it.

    ``what`` is an event between the boards ``before`` and ``after``, or a question, which changes nothing. ``seat``
    chose what the event follows from ("" for nobody: a roll, choices made in secret), or is asked. Keep neither board:
    play changes them.
    """

    what: Any
    before: Any
    after: Any
    seat: str


def _count_one(_: Measured) -> float:
    return 1


def _single_group(_: Measured) -> Hashable:
    return ""


@frozen
class Bound:
    """The most there may be of something, whoever plays however.

    Attributes:
        name: what is counted, with its unit: "spaces of a retreat".
        most: the greatest number that is allowed.
        on: the kinds of event that are measured, or `Ask` for every question that a seat is asked.
        number: the number of one of them, 1 unless given; None for one that does not count.
        by: what is counted apart, such as the unit; everything together unless given.
        per: within what numbers are added up; each number by itself unless given.
        source: where the document says so, or plainly means it.
    """

    name: str
    most: float
    on: type[Event] | type[Ask] | tuple[type[Event], ...] = field(kw_only=True)
    number: Callable[[Measured], float | None] = field(default=_count_one, kw_only=True)
    by: Callable[[Measured], Hashable] = field(default=_single_group, kw_only=True)
    per: Period = field(default="event", kw_only=True)
    source: str = field(default="", kw_only=True)

    def __str__(self) -> str:
        return f"{self.name}: at most {self.most:g}"


def choices_of(action: type[Action], limit: int, source: str = "") -> Bound:
    """At most so many choices of a kind in one menu."""

    def count_choices(measured: Measured) -> float | None:
        return sum(isinstance(choice, action) for choice in measured.what.choices.head()) or None

    return Bound(f"choices of {action.__name__} in a menu", limit, on=Ask, number=count_choices, source=source)


def decisions(limit: int, per: Literal["turn", "game"], source: str = "") -> Bound:
    """At most so many decisions of one seat in a turn or in a game."""
    return Bound(
        f"decisions of a seat in a {per}", limit, on=Ask, by=lambda measured: measured.seat, per=per, source=source
    )


@frozen
class Found:
    """A number, what it is of, and after how many answers it was found and after which choice."""

    number: float
    key: Hashable = ""
    seq: int = 0
    action: Action | None = None


@define
class Tally:
    """The numbers of the bounds in one game, and the greatest of each.

    ``board`` is the board as the events give it. ``sums`` are those of the turn, the answer or the game that goes on,
    by the place of the bound among the bounds and by what is counted apart.
    """

    bounds: Sequence[Bound]
    rules: Rules
    board: Board
    sums: dict[int, dict[Hashable, float]] = field(factory=dict)
    greatest: dict[int, Found] = field(factory=dict)
    """By the place of a bound, the greatest number."""
    turn: int = 0
    used: int = 0
    """The number of entries that were measured."""
    action: Action | None = None
    """The last choice."""

    def copy(self) -> Tally:
        """A tally that goes on by itself, and has found nothing yet."""
        sums = {place: dict(numbers) for place, numbers in self.sums.items()}
        return Tally(self.bounds, self.rules, self.board.copy(), sums, {}, self.turn, self.used, self.action)

    def follow(self, match: Match) -> None:
        """Measure what has happened in the match since this was last called, and the questions that wait now."""
        for entry in match.entries[self.used :]:
            self._measure_entry(entry)
        self.used = len(match.entries)
        self._turn_of(self.board)
        pending = match.pending
        for ask in pending.asks.values() if pending is not None and not match.commits else ():
            self._measure(ask, self.board, self.board, ask.seat, match.seq)

    def now(self, place: int) -> float:
        """The greatest number of a bound in the period that goes on; of one without a period, that was found here."""
        if self.bounds[place].per == "event":
            return self.greatest.get(place, Found(0)).number
        return max(self.sums.get(place, {}).values(), default=0)

    def _measure_entry(self, entry: Entry) -> None:
        if not isinstance(entry, Rolled):
            self._begin("answer")
        seat = ""
        if len(entry.actions) == 1:
            ((seat, self.action),) = entry.actions.items()
        for event in entry.events:
            if any(issubclass(type(event), bound.on) for bound in self.bounds):
                self._turn_of(self.board)
                board_before = self.board.copy()
                event.apply(self.board)
                self._measure(event, board_before, self.board, seat, entry.seq + 1)
            else:
                event.apply(self.board)

    def _turn_of(self, board: Board) -> None:
        if (turn := self.rules.turn_of(board)) != self.turn:
            self.turn = turn
            self._begin("turn")

    def _begin(self, period: Period) -> None:
        for place, bound in enumerate(self.bounds):
            if bound.per == period:
                self.sums.pop(place, None)

    def _measure(self, event_or_ask: Event | Ask, board_before: Board, board_after: Board, seat: str, seq: int) -> None:
        measurement = Measured(event_or_ask, board_before, board_after, seat)
        for place, bound in enumerate(self.bounds):
            if not isinstance(event_or_ask, bound.on) or (number := bound.number(measurement)) is None:
                continue
            key = bound.by(measurement)
            if bound.per != "event":
                sums = self.sums.setdefault(place, {})
                number = sums[key] = sums.get(key, 0) + number
            if place not in self.greatest or number > self.greatest[place].number:
                self.greatest[place] = Found(number, key, seq, self.action)
