"""Moments of many games, those first at which something has happened, or is about to, that seldom does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import attrs

from wargame_core.flow.choices import Action
from wargame_core.flow.match import Match
from wargame_core.testing import recording
from wargame_core.testing.recording import Moment, moment_of
from wargame_core.testing.trials import Trial

SELDOM = 6
"""How many moments with a field filled come anyway; in a thorough trial also with each kind of event and action."""


def telling_moments(trial: Trial, share: float = 0.5) -> Iterator[Moment]:
    """Moments before a choice, about ``share`` of the trial's budget, of as many games as a trial records.

    The games are spread over all the seeds there are; a thorough trial plays every seed. Raises what a game that cannot
    be played to its end raises.
    """
    seen: Counter[str] = Counter()
    apart = 1 if trial.thorough else max(1, len(trial.seeds) // trial.games)
    seeds = trial.seeds[::apart]
    for seed in seeds:
        yield from _of_game(trial, seed, trial.budget * share / len(seeds), seen)


def _of_game(trial: Trial, seed: int, wanted: float, seen: Counter[str]) -> Iterator[Moment]:
    match, players, rng = trial.start(seed), trial.players_of(seed), Random(seed)
    length = trial.length
    for _ in range(recording.LIMIT):
        if not match.to_choose:
            return
        seat = match.to_choose[0]
        action = players[seat](match.view(seat, story=False))
        telling = [*_filled(match), *(_happening(match, action) if trial.thorough else ())]
        if rng.random() < wanted / length or any(seen[name] < SELDOM for name in telling):
            seen.update(telling)
            yield moment_of(match, seat, action, seed, rng)
        match.play(action, seat)


def _filled(match: Match) -> list[str]:
    board = match.board
    return [field.name for field in attrs.fields(type(board)) if getattr(board, field.name)]


def _happening(match: Match, action: Action) -> Iterator[str]:
    """The kinds of what has just happened and of what is chosen now."""
    yield f"action {action.kind}"
    yield from {f"event {event.kind}" for entry in match.entries[-1:] for event in entry.events}
