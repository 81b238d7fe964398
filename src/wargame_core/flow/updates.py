"""The results of one action, and the protocol for what keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from attrs import frozen

from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.events import Event
from wargame_core.flow.visibility import REFEREE
from wargame_core.rulings import Ruling


@frozen
class Update:
    """What one action led to: the answers (the action and the rolls after it) with their events, in order."""

    entries: tuple[Entry, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(event for entry in self.entries for event in entry.events)

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """The dice that were rolled."""
        return tuple(entry for entry in self.entries if isinstance(entry, Rolled))

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The computed results behind the events."""
        rulings = (getattr(event, "ruling", None) for event in self.events)
        return tuple(ruling for ruling in rulings if isinstance(ruling, Ruling))


@frozen
class TakenBack:
    """What is left after a choice was taken back."""

    entries: tuple[Entry, ...]
    """The answers that are left."""

    def kept(self, seat: str) -> int:
        """How many of the events that ``seat`` had been told are left; its screen removes the later ones.

        This is the number of events in the seat's view now.
        """
        feeds = (entry.events if seat == REFEREE else entry.feeds.get(seat, ()) for entry in self.entries)
        return sum(map(len, feeds))


def latest_ruling(entries: Sequence[Entry]) -> Ruling | None:
    """The last computed result among the entries of a match; None before any."""
    for entry in reversed(entries):
        if rulings := Update((entry,)).rulings:
            return rulings[-1]
    return None


class MatchJournal(Protocol):
    """Is told of every change of a match, to save it: see `wargame_core.records.record.Journal`."""

    def write(self) -> None:
        """Called when there are new entries."""

    def commit(self) -> None:
        """Called when the waiting secret choices have changed."""

    def take_back(self) -> None:
        """Called when the last entries were taken back."""
