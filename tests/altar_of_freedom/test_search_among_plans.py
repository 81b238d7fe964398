"""The search of campaigns: plans with other aims, tried before each march to the end of the turn."""

import pickle
import random
from typing import Any

import pytest
from tests.altar_of_freedom.kit import vicksburg

from wargame_altar_of_freedom.board.actions import Nominate
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.players.bots import (
    HeuristicPlayer,
    Kept,
    PlanSearchPlayer,
    as_deployed,
    before_a_march,
    chances_by_place,
)
from wargame_altar_of_freedom.players.bots import plan_name as name_of
from wargame_altar_of_freedom.players.goals import Goal, drawn_aims, goals_of
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.players.value import features, turn_end_value
from wargame_core import Game, Match, View
from wargame_core.flow.players import PlaysInside


@pytest.fixture(scope="module")
def game() -> Game:
    return vicksburg()


def before(game: Game, seed: int = 3) -> tuple[Match, View]:
    """A campaign where its first corps is to be named."""
    match = game.start(seed=seed)
    players = {seat: game.bot("heuristic", seed=1) for seat in game.seats}
    while True:
        view = match.view(match.waiting_for[0])
        if before_a_march(view) is not None:
            return match, view
        match.play(players[view.seat](view), view.seat)


def turns_ended(match: Match) -> int:
    board = match.state.board
    assert isinstance(board, CampaignBoard)
    return board.turns_ended


@pytest.fixture(scope="module")
def goals(game: Game) -> list[Goal]:
    _, view = before(game)
    return goals_of(Situation(view.board, view.seat, Fields()))


def test_other_aims_count_for_more_or_less_than_they_are_worth(goals: list[Goal]) -> None:
    assert drawn_aims(goals, 0, 1) is goals
    drawn = drawn_aims(goals, 1, 1)
    assert [goal.what for goal in drawn] == [goal.what for goal in goals]
    parts = [after.worth(1, 5) / goal.worth(1, 5) for goal, after in zip(goals, drawn, strict=True) if goal.worth(1, 5)]
    assert min(parts) < 0.8
    assert max(parts) > 1.25


def test_aims_are_the_same_all_turn_and_others_in_the_next_and_for_another_draw(goals: list[Goal]) -> None:
    def counts(draw: int, turn: int) -> list[float]:
        return [goal.worth(1, 5) for goal in drawn_aims(goals, draw, turn)]

    assert counts(1, 1) == counts(1, 1)
    assert counts(1, 1) != counts(1, 2)
    assert counts(1, 1) != counts(2, 1)


def test_it_thinks_where_a_corps_is_named(game: Game) -> None:
    match, view = before(game)
    assert before_a_march(view) == (view.board.turns_ended, len(view.board.activated))
    search = PlanSearchPlayer(1, value=turn_end_value(view.board.campaign), iterations=6)
    action = search(view)
    assert isinstance(action, Nominate)
    assert action in view.choices
    assert {thought.policy for thought in search.thoughts} < {name_of(draw) for draw in range(6)}
    tries = search.tries
    match.play(action, view.seat)
    following = match.view(match.waiting_for[0])
    assert before_a_march(following) is None
    assert following.seat == view.seat
    search(following)
    assert search.tries == tries > 0


def test_who_is_asked_first_in_a_later_turn_knows_what_the_deployment_told(game: Game) -> None:
    match, view = before(game)
    search = PlanSearchPlayer(1, value=turn_end_value(view.board.campaign), iterations=1)
    search(view)
    assert search._kept.faces[view.seat] == chances_by_place(view.board, view.board.enemy(view.seat))
    players = {seat: game.bot("heuristic", seed=1) for seat in game.seats}
    while turns_ended(match) == 0:
        seat = match.waiting_for[0]
        match.play(players[seat](match.view(seat)), seat)
    later = match.view(match.waiting_for[0])
    for kept, known in ((search._kept, search._kept.faces[later.seat]), (Kept(), {})):
        joined = HeuristicPlayer(1, draw=1, kept=kept)
        joined(later)
        assert joined._faces == known


def test_worlds_in_which_divisions_stand_where_they_were_set_up_are_likeliest(game: Game) -> None:
    match, view = before(game)
    kept = Kept({view.seat: chances_by_place(view.board, view.board.enemy(view.seat))})
    worlds: list[Any] = [view.world(random.Random(seed)).board for seed in range(8)]
    drawn, true = [as_deployed(kept, board, view.seat) for board in worlds], match.state.board
    assert isinstance(true, CampaignBoard)
    assert as_deployed(kept, true, view.seat) >= max(drawn) > min(drawn)
    assert as_deployed(Kept(), true, view.seat) == 0


def test_what_players_worked_out_together_is_not_sent_to_other_processes(game: Game) -> None:
    _, view = before(game)
    kept = Kept()
    kept.fields.to(view.board, view.seat, 1)
    assert len(pickle.dumps(kept)) == len(pickle.dumps(Kept())) < 200


def test_each_term_of_the_value_has_its_weight(game: Game) -> None:
    _, view = before(game)
    value = turn_end_value(view.board.campaign)
    assert features(view.board).keys() == value.weights.keys()
    first, second = game.seats
    assert value(view.board, first) == pytest.approx(1 - value(view.board, second))


def test_a_bot_that_may_fight_battles_inside_still_tells_its_thoughts(game: Game) -> None:
    _, view = before(game)
    bot = game.bot("search", seed=1, iterations=6)
    assert isinstance(bot, PlaysInside)
    bot(view)
    assert bot.thoughts
    bot.close()
    heuristic = game.bot("heuristic", seed=1)
    assert isinstance(heuristic, PlaysInside)
    heuristic.close()
    assert heuristic.thoughts == ()
