"""Choices of another seat that the game says are alike: a seat cannot tell which of them was made, nor what follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from wargame_core.flow.choices import Action
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import Ask, AskSecretly
from wargame_core.flow.state import IMPOSSIBLE
from wargame_laws.comparing_worlds import After, rolls_as, shows_the_same
from wargame_laws.laws_of_choices import SAMPLE
from wargame_laws.recording import Moment
from wargame_laws.varied_worlds import replayed

FOLLOWED = 2
"""How many more choices of another seat are made alike after the first."""

Alike = Callable[[Any, str, Any, Any], bool]


def sounds_the_same(moment: Moment, seat: str, times: int) -> None:
    """Which of two choices that the game says are alike another seat makes, this one cannot tell."""
    state, rules = moment.match.state, moment.match.rules
    tests = [secret.alike for secret in rules.secrets if secret.alike is not None]
    if moment.seat == seat or not tests or isinstance(moment.match.pending, AskSecretly) or state.inside is not None:
        return
    board, listed = moment.match.board, list(islice(moment.match.choices(moment.seat), 4 * SAMPLE))
    others = [
        action
        for action in moment.rng.sample(listed, len(listed))
        if action != moment.action and any(alike(board, seat, moment.action, action) for alike in tests)
    ]
    for action in others[:times]:
        truth, world = replayed(state, seat)[0], replayed(state, seat)[0]
        world._tags = truth._tags.like()
        pair: tuple[Action, Action] | None = moment.action, action
        for _ in range(1 + FOLLOWED):
            if pair is None or not _sound_alike(moment, seat, (truth, world), pair):
                break
            pair = _alike_pair(moment, seat, (truth, world), tests)


def _sound_alike(moment: Moment, seat: str, worlds: tuple[Match, Match], actions: tuple[Action, Action]) -> bool:
    """Make the one choice here and the other there, and compare; whether both go on alike for the seat."""
    counts = [len(match.entries) for match in worlds]
    for match, action in zip(worlds, actions, strict=True):
        try:
            match.play(action, match.to_choose[0])
        except IMPOSSIBLE:
            return False
    after, other = (After.of(match, before, seat) for match, before in zip(worlds, counts, strict=True))
    after.roll(moment)
    if not rolls_as(moment, after, other):
        return False
    shows_the_same(moment, after, other)
    return True


def _alike_pair(
    moment: Moment, seat: str, worlds: tuple[Match, Match], tests: Sequence[Alike]
) -> tuple[Action, Action] | None:
    """A next choice in each of two worlds that the game says are alike in both; None where there is none."""
    asks = [match.pending for match in worlds if isinstance(match.pending, Ask) and match.pending.seat == moment.seat]
    if len(asks) < len(worlds):
        return None
    here, there = (moment.rng.sample(ask.choices.head(SAMPLE), len(ask.choices.head(SAMPLE))) for ask in asks)
    boards = [match.board for match in worlds]
    for action in here:
        for other in there:
            if any(all(alike(board, seat, action, other) for board in boards) for alike in tests):
                return action, other
    return None
