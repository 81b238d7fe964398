"""Answers and what followed from them: the unit of logs, feeds and records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from attrs import field, frozen

from wargame_core.dice import Face
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Event
from wargame_core.flow.procedures import Answer, Ask, Pending, Roll
from wargame_core.flow.sequence import Cursor

NOTHING_TOLD: Mapping[str, tuple[Event, ...]] = {}
"""The feeds of an answer from which nothing followed; many entries share this value."""


@frozen(kw_only=True)
class _Entry:
    """What every entry tells.

    Attributes:
        seq: how many answers the game had had before.
        cursor: the step that asked.
        events: what followed, up to the next question or roll.
        feeds: the same, by seat, as that seat (and the spectator) may know it; seats that learnt nothing are left out.
    """

    seq: int
    cursor: Cursor = ()
    events: tuple[Event, ...] = ()
    feeds: Mapping[str, tuple[Event, ...]] = field(factory=dict)


@frozen(kw_only=True)
class Started(_Entry):
    """The game was set up and went on to its first question."""


@frozen(kw_only=True)
class Chose(_Entry):
    """One seat chose."""

    seat: str
    action: Action


@frozen(kw_only=True)
class ChoseTogether(_Entry):
    """Several seats chose in secret; the choices, by seat, were revealed together."""

    actions: Mapping[str, Action]


@frozen(kw_only=True)
class Rolled(_Entry):
    """A die showed a face, or a card was drawn. ``seen_by`` are the seats that saw it; None means all."""

    face: Face
    die: str
    label: str
    seen_by: frozenset[str] | None = None

    def seen(self, seat: str) -> bool:
        """Whether ``seat`` saw the roll."""
        return self.seen_by is None or seat in self.seen_by


@frozen(kw_only=True)
class Witnessed(_Entry):
    """The events that one seat saw of an answer it may not know. Only in the record of a seat, not in a full one."""


Entry: TypeAlias = Started | Chose | ChoseTogether | Rolled


def answer_of(entry: Chose | ChoseTogether | Rolled) -> Answer:
    """The answer in an entry, as `Runner.answer` takes it."""
    match entry:
        case Chose(action=action):
            return action
        case ChoseTogether(actions=actions):
            return actions
        case Rolled(face=face):
            return face


def entry_of(
    pending: Pending | None,
    answer: Any,
    seq: int,
    cursor: Cursor,
    events: tuple[Event, ...] = (),
    feeds: Mapping[str, tuple[Event, ...]] = NOTHING_TOLD,
) -> Entry:
    """The entry for an ``answer`` to ``pending`` (None: the start); the rest is as in the entry."""
    if type(pending) is Ask:
        return Chose(seat=pending.seat, action=answer, seq=seq, cursor=cursor, events=events, feeds=feeds)
    if type(pending) is Roll:
        die, label, seen_by = str(pending.die), pending.label, pending.seen_by
        return Rolled(
            face=answer, die=die, label=label, seen_by=seen_by, seq=seq, cursor=cursor, events=events, feeds=feeds
        )
    if pending is None:
        return Started(seq=seq, cursor=cursor, events=events, feeds=feeds)
    return ChoseTogether(actions=answer, seq=seq, cursor=cursor, events=events, feeds=feeds)
