"""Matches that go on from a position, also from one inside an inner game: they are forked as they stand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from attrs import evolve
from tests.core.holding_toy import league, season

from wargame_core import Match
from wargame_core.authoring import Game


@pytest.mark.parametrize("outer", [season, league])
def test_a_match_begun_in_the_middle_is_forked_as_it_stands(outer: Callable[[], Game]) -> None:
    match, rng = outer().start(seed=7), Random(7)
    for _ in range(25):
        play_one(match, rng)
        begun = Match.of(match.state, dice=match.dice, entries=match.entries)
        known = [(begun.seq, begun.state, str(begun.pending))]
        for _ in range(2):
            play_one(begun, rng)
            if not begun.commits:
                known.append((begun.seq, begun.state, str(begun.pending)))
        for at, state, pending in known:
            fork = begun.fork(at)
            assert (str(fork.pending), evolve(fork.state, commits={})) == (pending, evolve(state, commits={}))
            assert fork.fork().state == fork.state
        assert begun.fork().state == begun.state


def play_one(match: Match, rng: Random) -> None:
    """Play one choice at random, if somebody is asked."""
    if match.to_choose:
        seat = rng.choice(match.to_choose)
        match.play(match.choices(seat).sample(rng), seat)
