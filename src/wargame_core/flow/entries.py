"""Answers and what followed from them: the unit of logs, feeds and records."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import field, frozen

from wargame_core.dice import Face
from wargame_core.errors import StaleView
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Event
from wargame_core.flow.pending import Answer, Pending
from wargame_core.flow.procedures import StepBegun
from wargame_core.flow.sequence import Cursor
from wargame_core.flow.visibility import REFEREE, SPECTATOR
from wargame_core.rulings import Ruling

NOTHING_TOLD: Mapping[str, tuple[Event, ...]] = {}
"""The feeds of an answer from which nothing followed; many entries share this value."""
StepBegins: TypeAlias = tuple[int, Cursor]
"""A step that the game went on to: how many of the events came before, and the step."""
NO_STEPS: Mapping[str, tuple[StepBegins, ...]] = {}
"""The steps of an answer all of whose events belong to the step that asked."""


def steps_told(
    steps_begun: Sequence[StepBegun], told_events: Mapping[str, tuple[Event, ...]]
) -> Mapping[str, tuple[StepBegins, ...]]:
    """By seat, those of ``steps_begun`` of which it was told something; ``told_events`` are what each was told."""
    steps = dict[str, tuple[StepBegins, ...]]()
    for seat, feed in told_events.items() if steps_begun else ():
        # of several that begin at one place, the last
        starts = {counts.get(seat, count): cursor for cursor, count, counts in steps_begun}
        if later_steps := tuple((count, cursor) for count, cursor in starts.items() if count < len(feed)):
            steps[seat] = later_steps
    return steps or NO_STEPS


@frozen(kw_only=True)
class _Entry:
    """What every entry tells.

    Attributes:
        seq: how many answers the game had had before.
        cursor: the step that asked.
        events: what followed, up to the next question or roll.
        feeds: the same, by seat, as that seat (and the spectator) may know it; seats that learnt nothing are left out.
        steps: by seat (and `REFEREE`), the steps to which the game went on and of which the seat learnt something.
    """

    seq: int
    cursor: Cursor = ()
    events: tuple[Event, ...] = ()
    feeds: Mapping[str, tuple[Event, ...]] = field(factory=dict)
    steps: Mapping[str, tuple[StepBegins, ...]] = NO_STEPS

    @property
    def actions(self) -> Mapping[str, Action]:
        """What was chosen, by seat; empty for the start and for a roll."""
        return {}

    def told(self, seat: str) -> tuple[Event, ...]:
        """The events as ``seat`` may know them; all of them for `REFEREE`."""
        return self.events if seat == REFEREE else self.feeds.get(seat, ())

    def step_of(self, number: int, seat: str) -> Cursor:
        """The step in which the event with this number happened, of those that ``seat`` was told."""
        begun_cursors = (cursor for count, cursor in reversed(self.steps.get(seat, ())) if count <= number)
        return next(begun_cursors, self.cursor)


@frozen(kw_only=True)
class Started(_Entry):
    """The game was set up and went on to its first question."""


@frozen(kw_only=True)
class Chose(_Entry):
    """One seat chose."""

    seat: str
    action: Action

    @property
    def actions(self) -> Mapping[str, Action]:
        return {self.seat: self.action}


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


def answer_of(entry: Chose | ChoseTogether | Rolled, pending: Pending) -> Answer | None:
    """The answer in an entry to what is waited for, as `Runner.answer` takes it; None where it does not fit that."""
    return entry.face if isinstance(entry, Rolled) else pending.answered(entry.actions)


def entry_of(
    pending: Pending | None,
    answer: Any,
    seq: int,
    cursor: Cursor,
    events: tuple[Event, ...] = (),
    feeds: Mapping[str, tuple[Event, ...]] = NOTHING_TOLD,
    steps: Mapping[str, tuple[StepBegins, ...]] = NO_STEPS,
) -> Entry:
    """The entry for an ``answer`` to ``pending`` (None: the start); the rest is as in the entry."""
    common_fields: dict[str, Any] = {"seq": seq, "cursor": cursor, "events": events, "feeds": feeds, "steps": steps}
    if pending is None:
        return Started(**common_fields)
    if (roll := pending.chance) is not None:
        die, label, seen_by = str(roll.die), roll.label, roll.seen_by
        return Rolled(face=answer, die=die, label=label, seen_by=seen_by, **common_fields)
    actions = pending.chosen(answer)
    if len(actions) > 1 or pending.secret:
        return ChoseTogether(actions=actions, **common_fields)
    ((seat, action),) = actions.items()
    return Chose(seat=seat, action=action, **common_fields)


def ruling_of(event: Event) -> Ruling | None:
    """The computed result behind an event, if it has one."""
    ruling = getattr(event, "ruling", None)
    return ruling if isinstance(ruling, Ruling) else None


@frozen(repr=False)
class Update:
    """What one action led to: the answers (the action and the rolls after it) with their events, in order.

    A notebook shows what the seat that chose may know of it; the update itself holds everything.
    """

    entries: tuple[Entry, ...]
    seat: str = SPECTATOR
    """Who chose."""
    _board: Callable[[], Any] | None = field(default=None, eq=False, repr=False)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, as the referee knows it: not to be shown to a player. See `for_seat`."""
        return tuple(event for entry in self.entries for event in entry.events)

    def for_seat(self, seat: str) -> tuple[Event, ...]:
        """What a seat (or `SPECTATOR`) may know of what happened."""
        return tuple(event for entry in self.entries for event in entry.told(seat))

    @property
    def log(self) -> list[str]:
        """What happened, in sentences, as the seat that chose may know it. Raises `StaleView` later."""
        if self._board is None:
            return []
        board = self._board()
        return [text for text in (event.text(board) for event in self.for_seat(self.seat)) if text]

    def __repr__(self) -> str:
        try:
            log_text = "\n".join(self.log)
        except StaleView:
            log_text = ""
        return log_text or "<Update: nothing to tell>"

    def _repr_html_(self) -> str:
        from html import escape

        return "".join(f"<div>{escape(line)}</div>" for line in repr(self).splitlines())

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """The dice that were rolled."""
        return tuple(entry for entry in self.entries if isinstance(entry, Rolled))

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The computed results behind the events."""
        return tuple(ruling for event in self.events if (ruling := ruling_of(event)) is not None)


@frozen(repr=False)
class TakenBack:
    """What is left after a choice was taken back."""

    entries: tuple[Entry, ...]
    """The answers that are left."""

    def kept(self, seat: str) -> int:
        """How many of the events that ``seat`` had been told are left; its screen removes the later ones.

        This is the number of events in the seat's view now.
        """
        return sum(len(entry.told(seat)) for entry in self.entries)

    def __repr__(self) -> str:
        return f"<taken back; {len(self.entries)} answers are left>"


def latest_ruling(entries: Sequence[Entry]) -> Ruling | None:
    """The last computed result among the entries of a match; None before any."""
    for entry in reversed(entries):
        if rulings := Update((entry,)).rulings:
            return rulings[-1]
    return None
