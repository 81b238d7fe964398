"""Easy, normal and hard: every game has them, made from the bots it brings."""

from __future__ import annotations

from typing import Any

import pytest

import wargame_core
from wargame_core.dice import Seeded
from wargame_core.flow.players import EasyPlayer, RandomPlayer, Traits, levels_of
from wargame_lab.playouts import playout


class First:
    """Takes the first choice."""

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def __call__(self, view: Any) -> Any:
        return next(iter(view.choices))


class Thinker(First):
    """Another player."""


def test_hard_is_the_search_and_normal_the_heuristic() -> None:
    levels = levels_of({"heuristic": First, "search": Thinker})
    assert levels["normal"] is First
    assert levels["hard"] is Thinker
    assert levels_of({"heuristic": First})["hard"] is First


def test_without_bots_of_its_own_a_game_is_played_at_random_at_every_level() -> None:
    levels = levels_of({})
    assert levels["normal"] is levels["hard"] is RandomPlayer
    assert isinstance(levels["easy"](seed=1), EasyPlayer)


def test_a_game_may_bring_a_level_of_its_own() -> None:
    assert levels_of({"heuristic": First, "easy": Thinker})["easy"] is Thinker


def test_an_easy_player_plays_like_the_other_but_slips() -> None:
    game = wargame_core.load("vicksburg")
    easy, first = EasyPlayer(3, like=First), First()
    match = game.start(seed=1)
    alike = slips = 0
    for _ in range(60):
        view = match.view(match.to_choose[0])
        action = easy(view)
        assert view.choices.judge(action)
        same = action == first(view)
        alike, slips = alike + same, slips + (not same)
        match.play(action, view.seat)
    assert alike > 3 * slips > 0


def test_the_same_seed_slips_alike() -> None:
    game = wargame_core.load("vicksburg")
    results = [playout(game, {s: game.bot("easy", seed=5) for s in game.seats}, Seeded(1)) for _ in range(2)]
    assert results[0] == results[1]


@pytest.mark.parametrize("name", ["battlecry", "thunder_on_the_mississippi", "vicksburg", "gcacw_on_the_4th_day"])
def test_hard_is_a_search_only_where_that_was_measured_to_be_stronger(name: str) -> None:
    game = wargame_core.load(name)
    assert game.bots["hard"] is game.bots["normal"]
