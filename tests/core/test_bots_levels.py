"""Easy, normal and hard: every game has them, made from the bots it brings."""

from __future__ import annotations

from typing import Any

import pytest

import wargame_core
from wargame_core.flow.levels import EasyPlayer, levels_of
from wargame_core.flow.players import RandomPlayer


class First:
    """Takes the first choice."""

    judge_choices = False

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def __call__(self, view: Any) -> Any:
        return next(iter(view.choices))


class Thinker(First):
    """Another player."""


@pytest.mark.parametrize("name", ["battlecry", "gcacw_on_the_4th_day", "gettysburg", "vicksburg"])
def test_every_game_has_the_three_levels(name: str) -> None:
    game = wargame_core.load(name)
    assert {"easy", "normal", "hard", "random"} <= set(game.bots)
    assert game.bots["normal"] is game.players["heuristic"]


def test_hard_is_the_search_and_normal_the_heuristic() -> None:
    levels = levels_of({"heuristic": First, "search": Thinker})
    assert levels["normal"] is First
    assert levels["hard"] is Thinker
    assert levels_of({"heuristic": First})["hard"] is First


def test_without_bots_of_its_own_a_game_is_played_at_random_at_every_level() -> None:
    levels = levels_of({})
    assert levels["normal"] is levels["hard"] is RandomPlayer
    assert isinstance(levels["easy"](seed=1), EasyPlayer)


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
