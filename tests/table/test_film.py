"""The replay shows at every moment what lay on the table then: the same as the match itself, gone back to it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.table.small_table import SmallTable, after

from wargame_core import load
from wargame_core.json_form import JsonObject
from wargame_table.drawing import drawn_for
from wargame_table.feed import Feed

OTHERS = ("vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")


def shown(frames: list[JsonObject]) -> list[tuple[int, dict[str, Any]]]:
    """How many events were known at each moment, and the pieces that `client/film.js` shows then."""
    pieces: dict[str, Any] = {}
    moments = []
    for frame in frames:
        told = frame["pieces"]
        pieces = {} if "all" in told else pieces.copy()
        pieces |= told.get("all", {}) | told.get("set", {})
        for gone in told.get("gone", []):
            del pieces[gone]
        moments.append((frame["known"], pieces))
    return moments


@pytest.mark.parametrize("name", ["battlecry", *(pytest.param(name, marks=pytest.mark.thorough) for name in OTHERS)])
def test_first_last_and_ten_other_moments_are_those_of_the_match_gone_back_to_them(name: str) -> None:
    game = load(name)
    table = SmallTable(game, *after(name, 30))
    for seat in (game.seats[0], "spectator"):
        table.join(seat, seat)
        film = shown(table.say(seat, "film")["frames"])
        match, known = table.session.match, dict[int, list[Any]]()
        for seq in range(match.snapshots[0][1].seq, match.seq + 1):
            fork = match.fork(seq)
            view, feed = fork.view(seat), Feed(seat, b"film")
            feed.follow(fork, view)
            known.setdefault(len(feed), []).append(dict(drawn_for(game, view).pieces))
        assert film[-1] == (len(feed), known[len(feed)][-1])
        assert film[0] == (min(known), known[min(known)][0])
        for count, pieces in random.Random(seat).sample(film, min(10, len(film))):
            assert pieces in known[count]
