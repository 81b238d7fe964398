"""Bounds: the most there may be of something in a game, stated in a line.

A rule can agree with its text and still allow what its author never meant: a beaten division that goes home across the
map, a turn that never ends. A `Bound` says the most there may be of something::

    Bound("spaces of a retreat", 6, on=Retreated, number=lambda it: len(it.what.path), source="p.11 Retreats")

`laws` tries it with ``bounds=...``; `extremes` tells the greatest numbers that were found.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from wargame_core import Action, Ask
from wargame_core.flow.events import Event

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


def _together(_: Measured) -> Hashable:
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
    by: Callable[[Measured], Hashable] = field(default=_together, kw_only=True)
    per: Period = field(default="event", kw_only=True)
    source: str = field(default="", kw_only=True)

    def __str__(self) -> str:
        return f"{self.name}: at most {self.most:g}"


def choices_of(action: type[Action], limit: int, source: str = "") -> Bound:
    """At most so many choices of a kind in one menu."""

    def count_choices(it: Measured) -> float | None:
        return sum(isinstance(choice, action) for choice in it.what.choices.head()) or None

    return Bound(f"choices of {action.__name__} in a menu", limit, on=Ask, number=count_choices, source=source)


def decisions(limit: int, per: Literal["turn", "game"], source: str = "") -> Bound:
    """At most so many decisions of one seat in a turn or in a game."""
    return Bound(f"decisions of a seat in a {per}", limit, on=Ask, by=lambda it: it.seat, per=per, source=source)
