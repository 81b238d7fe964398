"""A search among policies that thinks at occasions of the game's own: each policy is tried and followed to the next."""

from __future__ import annotations

import pickle
import random
from collections.abc import Hashable, Mapping
from functools import partial
from typing import Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import Stay, toy
from tests.core.test_policy_search import POLICIES, Walker, far, first_view
from tests.core.test_search import moments

from wargame_core import Game
from wargame_core.flow.choices import Action
from wargame_core.flow.rules import Origin
from wargame_core.flow.state import View
from wargame_lab.lookahead import Follow, Here, Lookahead, SearchTask, _likely_world, _part
from wargame_lab.search_players import PolicySearchPlayer, effort


def where_the_scout_walks(view: View) -> Hashable:
    """The turn, where the scout is asked."""
    return view.board.turn if Stay() in view.choices else None


def player(**settings: Any) -> PolicySearchPlayer:
    at_walks: Mapping[str, Any] = {"occasion": where_the_scout_walks, "turns": 1, "value": far, "iterations": 16}
    return PolicySearchPlayer(1, policies=POLICIES, **{**at_walks, "doubt": 0.0, **settings})


@pytest.fixture
def game() -> Game:
    return toy()


def walk(game: Game) -> View:
    return next(view for _, view in moments(game, 7) if where_the_scout_walks(view) is not None)


def test_it_thinks_at_each_occasion_and_nowhere_else(game: Game) -> None:
    search, thought, asked, tries = player(), list[Any](), list[Any](), 0
    for _, view in moments(game, 7):
        if view.seat != "blue":
            continue
        search(view)
        occasion = where_the_scout_walks(view)
        if search.tries > tries:
            thought.append(occasion)
        elif occasion is not None:
            assert occasion in thought  # asked again at the same occasion
        asked.append(occasion)
        tries = search.tries
    assert thought == sorted({turn for turn in asked if turn is not None})
    assert None in asked


def test_it_tells_what_it_follows_next(game: Game) -> None:
    search = player()
    assert search(walk(game)) != Stay()
    assert [plan for plan in search.plans if plan.startswith("Next: go (")]
    assert search.thoughts[0].policy == "go"


def test_a_policy_is_tried_to_the_next_occasion_and_the_first_from_then_on(game: Game) -> None:
    ahead = Lookahead(POLICIES["stay"], far, turns=2, own_policies=POLICIES, occasion=where_the_scout_walks)
    ways = []
    for lookahead in (ahead, evolve(ahead, occasion=None)):
        task = SearchTask.of(walk(game), 7, lookahead)
        (made,) = Here().rounds(task, [Follow("go")], range(1))
        ways.append(made[0].worth)
    assert 0 < ways[0] < ways[1]


class Counted(Walker):
    """Counts how often it is asked."""

    asked = 0

    def __call__(self, view: View) -> Action:
        type(self).asked += 1
        return super().__call__(view)


def test_policies_that_choose_alike_to_the_next_occasion_are_played_on_once(game: Game) -> None:
    counts = []
    for names in (("a",), ("a", "b")):
        Counted.asked = 0
        policies = dict.fromkeys(names, Counted)
        ahead = Lookahead(Counted, far, turns=9, own_policies=policies, occasion=where_the_scout_walks)
        task = SearchTask.of(walk(game), 7, ahead)
        (made,) = Here().rounds(task, [Follow(name) for name in names], range(1))
        assert len(set(made)) == 1
        counts.append(Counted.asked)
    assert counts[0] < counts[1] < 2 * counts[0]


def test_other_processes_make_the_same_tries(game: Game) -> None:
    game = evolve(game, rules=evolve(game.rules, origin=Origin(toy)))
    ahead = Lookahead(Walker, far, turns=2, own_policies=POLICIES, occasion=where_the_scout_walks)
    task, options = SearchTask.of(walk(game), 7, ahead), tuple(Follow(name) for name in POLICIES)
    here = [attempt for made in Here().rounds(task, options, range(2)) for attempt in made]
    assert [_part(pickle.dumps(task), options, [pair])[0] for pair in ((0, 0), (0, 1), (1, 0), (1, 1))] == here


def test_a_search_of_a_games_own_class_is_given_its_time_as_well() -> None:
    class Own(PolicySearchPlayer):
        """A game's own."""

    assert effort(partial(Own, policies=POLICIES), None, 2) == {"jobs": 2}


def mine_far_away(board: Any, seat: str) -> float:
    """The farther the mine, the likelier."""
    return float(board.mine)


def test_the_likeliest_of_some_worlds_is_played_in(game: Game) -> None:
    view = first_view(game)
    mines = []
    for likely in (None, mine_far_away):
        task = SearchTask.of(view, 7, Lookahead(Walker, far, likely=likely))
        boards: list[Any] = [_likely_world(task, task.imagination(), random.Random(seed)).board for seed in range(6)]
        mines.append([board.mine for board in boards])
    assert len(set(mines[0])) > 1
    assert set(mines[1]) == {max(mines[0])}
