"""Moments of many games, beginning with those near rare events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import attrs

from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.match import Match
from wargame_core.testing import recording
from wargame_core.testing.recording import Moment, moment_of
from wargame_core.testing.trials import Trial

SELDOM = 6
"""The number of moments of each kind in a thorough trial: a filled field, a kind of event, action or roll, and one
question after another."""
ONCE = 1
"""The number of each in another trial."""


def telling_moments(trial: Trial, share: float = 0.25) -> Iterator[Moment]:
    """Moments before a choice, about ``share`` of the trial's budget, of as many games as a trial records.

    The games are spread over all seeds; a thorough trial plays every seed. Raises the error of a game that cannot be
    played to its end.
    """
    seen: Counter[str] = Counter()
    often = SELDOM if trial.thorough else ONCE
    apart = 1 if trial.thorough else max(1, len(trial.seeds) // len(trial.recorded_seeds))
    seeds = trial.seeds[::apart]
    for seed in seeds:
        yield from _of_game(trial, seed, trial.budget * share / len(seeds), seen, often)


def _of_game(trial: Trial, seed: int, wanted: float, seen: Counter[str], often: int) -> Iterator[Moment]:
    match, players, rng = trial.start(seed), trial.players_of(seed), Random(seed)
    length = trial.length
    for _ in range(recording.LIMIT):
        if not match.to_choose:
            return
        seat = match.to_choose[0]
        action = players[seat](match.view(seat, story=False))
        telling = [*_filled(match), *_happening(match, action)]
        chosen = rng.random() < wanted / length or any(seen[name] < often for name in telling)
        if chosen:
            seen.update(telling)
            yield moment_of(match, seat, action, seed, rng)
        at, committed, where = match.seq, bool(match.commits), _waiting(match)
        update = match.play(action, seat)
        if committed or not update.entries:
            continue
        leads_to = [*_led_to(update.entries), f"{where} then {_waiting(match)}"]
        if chosen:
            seen.update(leads_to)
        elif any(seen[name] < often for name in leads_to):
            seen.update(leads_to)
            yield moment_of(match.fork(at), seat, action, seed, rng)


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
