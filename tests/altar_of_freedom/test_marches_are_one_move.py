"""A march is one move: it cannot be cut into shorter ones, and the game says so."""

import attrs
import pytest

from wargame_altar_of_freedom.board.actions import Move
from wargame_core import load


@pytest.mark.parametrize("name", ["vicksburg", "gettysburg"])
def test_what_is_left_of_a_march_that_was_cut_is_refused_with_a_reason(name: str) -> None:
    game = load(name)
    match = game.start(seed=1)
    players = {seat: game.bot("heuristic", seed=1) for seat in game.seats}
    refused = 0
    while match.waiting_for and refused < 20:
        seat = match.waiting_for[0]
        action = players[seat](match.view(seat))
        if isinstance(action, Move) and len(action.path) > 1:
            cut = match.fork()
            cut.play(attrs.evolve(action, path=action.path[:1]), seat)
            verdict = cut.judge(attrs.evolve(action, path=action.path[1:]), seat)
            assert not verdict
            assert verdict.reasons[0].text
            refused += 1
        match.play(action, seat)
    assert refused
