"""The learnt player of Battle Cry: it plays whole battles from its view alone, and its file says how it was made."""

import random
import sys

import pytest

from wargame_battlecry.players import learnt
from wargame_core import Action, View, load
from wargame_core.dice import Seeded
from wargame_core.errors import MissingExtra
from wargame_lab.playouts import playout


@pytest.fixture(autouse=True)
def numpy() -> None:
    pytest.importorskip("numpy", reason="numpy is not installed (extra learnt)")


@pytest.mark.parametrize("scenario", ["first-bull-run", "fort-donelson"])
def test_it_plays_a_whole_battle_with_both_sides(scenario: str) -> None:
    game = load("battlecry")
    players = {seat: game.bot("learnt", seed=1) for seat in game.seats}
    assert playout(game, players, Seeded(5, "learnt"), scenario=scenario, limit=3_000).outcome is not None


def test_it_chooses_the_same_in_every_world_that_its_seat_holds_possible() -> None:
    game, rng = load("battlecry"), random.Random(3)
    asked = 0

    def both(view: View) -> Action:
        nonlocal asked
        action = game.bot("learnt", seed=1)(view)
        if asked < 20:
            world = View.of(view.world(rng), view.seat)
            assert game.bot("learnt", seed=2)(world) == action
        asked += 1
        return action

    match = game.start(seed=8)
    while asked < 20:
        seat = match.waiting_for[0]
        match.play(both(match.view(seat)), seat)


def test_the_file_of_the_net_says_how_it_was_made_and_is_small() -> None:
    assert learnt.NET.stat().st_size < 200_000
    assert learnt.learnt_net().made["command"].startswith("python3 -m wargame_lab.learners battlecry ")
    assert learnt.learnt_net().made["game"] == "battlecry"


def test_without_numpy_it_says_what_to_install_and_the_other_bots_play(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("wargame_lab.learners")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    game = load("battlecry")
    with pytest.raises(MissingExtra, match=r"numpy; install it with: pip install 'wargame-battlecry\[learnt\]'"):
        game.bot("learnt")
    game.bot("hard", seed=1)
