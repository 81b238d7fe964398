"""The search among policies: it follows the one that wins most from here, in worlds that its seat thinks possible."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import Go, Stay, toy
from tests.core.test_search import moments, play

from wargame_core import Game, Match
from wargame_core.flow.choices import Action
from wargame_core.flow.players import Player, RandomPlayer
from wargame_core.flow.rules import Origin
from wargame_core.flow.state import View
from wargame_lab.lookahead import Follow, Here, Lookahead, SearchTask, _part
from wargame_lab.search_players import PolicySearchPlayer, effort


class Walker:
    """Plays at random, but its scout goes as far as it can, or never."""

    judge_choices = False

    def __init__(self, seed: int = 0, *, goes: bool = True) -> None:
        self._random, self._goes = RandomPlayer(seed), goes
        self.plans = ["on to the hill" if goes else "all stay here"]

    def __call__(self, view: View) -> Action:
        if Stay() not in view.choices:
            return self._random(view)
        ways = [action for action in view.choices if isinstance(action, Go)] if self._goes else []
        return max(ways, key=lambda action: action.to, default=Stay())


POLICIES: Mapping[str, Callable[..., Player]] = {"stay": partial(Walker, goes=False), "go": Walker}


def far(board: Any, seat: str) -> float:
    """The way that the scout has come."""
    way: int = board.scout
    return way / 5


@pytest.fixture
def game() -> Game:
    return toy()


def player(tries: int = 12, **settings: Any) -> PolicySearchPlayer:
    return PolicySearchPlayer(1, policies=POLICIES, iterations=tries, **{"turns": 1, "value": far, **settings})


def first_view(game: Game, seat: str = "blue") -> View:
    return next(view for _, view in moments(game) if view.seat == seat and len(view.choices) > 1)


def test_it_follows_the_policy_that_wins_more_and_says_so(game: Game) -> None:
    search = player()
    search(first_view(game))
    best, other = search.thoughts
    assert (best.policy, other.policy) == ("go", "stay")
    assert best.value > other.value
    assert [plan for plan in search.plans if plan.startswith("From now on: go (")]
    walks = [search(view) for _, view in moments(game, 7) if view.seat == "blue" and Go(1) in view.choices]
    assert walks
    assert Stay() not in walks


def test_it_goes_on_with_the_first_policy_where_nothing_promises_more(game: Game) -> None:
    search = player(value=None, turns=0)
    for _, view in moments(game):
        if view.seat == "blue":
            search(view)
    assert search.thoughts[0].policy == "stay"
    assert search.plans == ("all stay here",)


def test_it_thinks_once_in_so_many_turns(game: Game) -> None:
    thought: dict[int, list[int]] = {1: [], 2: []}
    for every, turns in thought.items():
        search, tries = player(6, every=every), 0
        for _, view in moments(game):
            if view.seat != "blue":
                continue
            search(view)
            if search.tries > tries:
                tries = search.tries
                turns.append(view.board.turn)
    assert thought == {1: [1, 2, 3], 2: [1, 3]}


def test_it_plays_whole_games_by_the_rules_and_the_same_again(game: Game) -> None:
    def once() -> tuple[Match, list[Any]]:
        players: Mapping[str, Any] = {seat: player(12) for seat in game.seats}
        return play(game, 4, players)

    match, chosen = once()
    assert match.outcome is not None
    assert chosen == once()[1]


def test_what_is_sent_to_other_processes_holds_no_secret_and_gives_the_same_tries(game: Game) -> None:
    game = evolve(game, rules=evolve(game.rules, origin=Origin(toy)))
    ahead = Lookahead(policy=Walker, turns=9, own_policies=POLICIES)
    view = first_view(game)
    options = tuple(Follow(name) for name in POLICIES)
    task = SearchTask.of(view, 7, ahead)
    here = [attempt for made in Here().rounds(task, options, range(2)) for attempt in made]
    assert _part(pickle.dumps(task), options, [(0, 0), (0, 1), (1, 0), (1, 1)]) == here
    boards: list[Any] = [SearchTask.of(view, seed, ahead).state.board for seed in range(8)]
    assert len({board.mine for board in boards}) > 1


def test_how_long_it_thinks_is_set_like_that_of_any_search() -> None:
    assert effort(partial(PolicySearchPlayer, policies=POLICIES), 2.0, 3) == {
        "seconds": 2.0,
        "iterations": None,
        "jobs": 3,
    }
    assert effort(Walker, 2.0, 3) == {}
