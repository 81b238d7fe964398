"""Moments near something rare: what a law looks at that finds its faults in seldom positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import attrs
from attrs import define, field

from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.match import Match
from wargame_laws.recording import Moment, moment_of


@define
class TellingMoments:
    """Picks moments from games that are being played: those near something rare, and some by chance.

    ``often`` is the number of moments wanted of each kind: a filled field, a kind of event, action or roll, and one
    question after another. ``chance`` is the chance of any other moment.
    """

    often: int
    chance: float
    _seen: Counter[str] = field(factory=Counter, init=False)

    def play(self, match: Match, seat: str, action: Action, seed: int, rng: Random) -> Iterator[Moment]:
        """Play a choice of a game; the moments picked at it: before the choice, and again if it led to what is rare."""
        telling = [*_filled(match), *_happening(match, action)]
        chosen = rng.random() < self.chance or self._rare(telling)
        if chosen:
            self._seen.update(telling)
            yield moment_of(match, seat, action, seed, rng)
        at, committed, where = match.seq, bool(match.commits), _waiting(match)
        update = match.play(action, seat)
        if committed or not update.entries:
            return
        leads_to = [*_led_to(update.entries), f"{where} then {_waiting(match)}"]
        rare = self._rare(leads_to)
        if chosen or rare:
            self._seen.update(leads_to)
        if rare and not chosen:
            yield moment_of(match.fork(at), seat, action, seed, rng)

    def _rare(self, names: Sequence[str]) -> bool:
        return any(self._seen[name] < self.often for name in names)


def _filled(match: Match) -> list[str]:
    board = match.board
    return [field.name for field in attrs.fields(type(board)) if getattr(board, field.name)]


def _happening(match: Match, action: Action) -> Iterator[str]:
    """The kinds of what has just happened and of what is chosen now."""
    yield f"action {action.kind} in {match.cursor[-1:]}"
    yield from {f"event {event.kind}" for entry in match.entries[-1:] for event in entry.events}


def _waiting(match: Match) -> str:
    return f"{match.cursor[-1:]} {match.to_choose}"


def _led_to(entries: Sequence[Entry]) -> set[str]:
    """The kinds of what an answer led to: its events, and the rolls by their step and who saw them."""
    kinds = {f"led to {event.kind}" for entry in entries for event in entry.events}
    rolls = [entry for entry in entries if isinstance(entry, Rolled)]
    return kinds | {f"roll {roll.cursor[-1:]} {roll.die} {sorted(roll.seen_by or ())}" for roll in rolls}
