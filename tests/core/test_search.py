"""The searching player: it works from views, finds what pays, and can be repeated."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import Give, toy

from wargame_core import D6, Game, Match, Seeded, WargameError
from wargame_core.dice import Face
from wargame_core.flow.players import Player, RandomPlayer
from wargame_core.flow.state import View
from wargame_core.players.search import ImaginedDice, SearchPlayer


def with_worlds(game: Game, worlds: Any) -> Game:
    """The game with another idea of how its secrets may lie."""
    return evolve(game, rules=evolve(game.rules, worlds=worlds))


@pytest.fixture
def game() -> Game:
    return toy()


def play(game: Game, seed: int, players: Mapping[str, Player]) -> tuple[Match, list[Any]]:
    """A game to its end, and all that was chosen."""
    match, chosen = game.start(seed=seed), []
    while match.to_choose:
        seat = match.to_choose[0]
        chosen.append(players[seat](match.view(seat)))
        match.play(chosen[-1], seat)
    return match, chosen


def search(seed: int, tries: int = 30) -> SearchPlayer:
    return SearchPlayer(seed, iterations=tries, turns=9)


def test_it_plays_whole_games_by_the_rules(game: Game) -> None:
    for seed in range(5):
        match, _ = play(game, seed, {seat: search(seed) for seat in game.seats})
        assert match.outcome is not None


def test_with_a_number_of_tries_it_chooses_the_same_again(game: Game) -> None:
    first, second = (play(game, 3, {seat: search(8) for seat in game.seats})[1] for _ in range(2))
    assert first == second


def moments(game: Game, seed: int = 5) -> Iterator[tuple[Match, View]]:
    """The choices of a game between random players."""
    match = game.start(seed=seed)
    player = RandomPlayer(seed)
    while match.to_choose:
        seat = match.to_choose[0]
        yield match, match.view(seat)
        match.play(player(match.view(seat)), seat)


def lead(board: Any, seat: str) -> float:
    """A point more or less than the enemy is worth a twentieth."""
    points: dict[str, int] = board.score
    return 0.5 + 0.05 * (2 * points.get(seat, 0) - sum(points.values()))


def test_it_takes_points_rather_than_give_them_away(game: Game) -> None:
    given = [
        SearchPlayer(seed, iterations=60, turns=1, value=lead, value_sd=0.05)(view)
        for seed in range(40)
        for _, view in moments(game, seed)
        if Give("blue") in view.choices and view.board.turn < 3
    ]
    assert len(given) > 5
    assert set(given) == {Give("blue")}


def test_it_imagines_only_worlds_that_its_seat_thinks_possible(game: Game) -> None:
    imagined: list[str] = []
    worlds = game.rules.worlds
    assert worlds is not None

    def noted(before: Any, now: Any, seat: str, rng: Any) -> Any:
        imagined.append(seat)
        return worlds(before, now, seat, rng)

    game = with_worlds(game, noted)
    for _, view in moments(game):
        if len(view.choices) > 1:
            imagined.clear()
            search(1, 7)(view)
            assert imagined == [view.seat] * 7


def test_a_game_in_motion_from_a_world_is_that_of_the_worlds_state(game: Game) -> None:
    compared = 0
    for _, view in moments(game):
        world = view.world(random.Random(compared))
        runner = view.world_in_motion(random.Random(compared), Seeded(1))
        assert (runner.board, runner.cursor) == (world.board, world.cursor)
        compared += 1
    assert compared > 10


def test_the_nth_tries_of_two_choices_share_their_world(game: Game) -> None:
    drawn: list[Any] = []
    worlds = game.rules.worlds
    assert worlds is not None

    def noted(before: Any, now: Any, seat: str, rng: Any) -> Any:
        drawn.append(rng.getstate())
        return worlds(before, now, seat, rng)

    game = with_worlds(game, noted)
    view = next(view for _, view in moments(game) if len(view.choices) == 2)
    SearchPlayer(1, iterations=12, turns=9)(view)
    assert len(set(drawn)) < len(drawn) == 12


def test_imagined_dice_fall_the_same_for_the_same_seed_and_label() -> None:
    def thrown(rollout_seed: int, first: int = 0) -> tuple[Face, ...]:
        dice = ImaginedDice(rollout_seed)
        return tuple(dice.draw(first + n, D6, "attack") for n in range(6))

    assert thrown(7) == thrown(7, first=3)
    assert len({thrown(rollout_seed) for rollout_seed in range(9)}) == 9


def test_a_choice_of_one_costs_nothing_and_a_game_that_cannot_imagine_is_refused(game: Game) -> None:
    game = with_worlds(game, None)
    single = several = 0
    for _, view in moments(game):
        if len(view.choices) == 1:
            assert search(1)(view) == next(iter(view.choices))
            single += 1
        else:
            with pytest.raises(WargameError, match="does not say how its secrets may lie"):
                search(1)(view)
            several += 1
    assert single
    assert several


def test_it_follows_its_prior_unless_something_promises_clearly_more(game: Game) -> None:
    def last(*, seed: int) -> Player:
        return lambda view: list(view.choices)[-1]

    for _, view in moments(game):
        even = SearchPlayer(2, prior=last, value=lambda board, seat: 0.5, turns=0, iterations=5)
        assert even(view) == list(view.choices)[-1]


@pytest.mark.parametrize(("margin", "chosen"), [(0.0, Give("blue")), (0.5, Give("red"))])
def test_with_a_margin_it_follows_its_prior_against_better_promises(game: Game, margin: float, chosen: Give) -> None:
    def generous(*, seed: int) -> Player:
        return lambda view: Give("red") if Give("red") in view.choices else next(iter(view.choices))

    player = SearchPlayer(1, prior=generous, value=lead, value_sd=0.05, margin=margin, turns=1, iterations=60)
    moment = (view for seed in range(40) for _, view in moments(game, seed) if Give("blue") in view.choices)
    assert player(next(view for view in moment if view.board.turn < 3)) == chosen


def test_a_game_that_keeps_no_checkpoints_is_refused_in_words(game: Game) -> None:
    runner = game.begin(dice=Seeded(1), keep=False)
    seat = next(seat for seat in game.seats if View(runner, seat).asked)
    with pytest.raises(WargameError, match="keep its checkpoints"):
        search(1)(View(runner, seat))


def test_its_thoughts_are_the_lines_it_weighed_the_chosen_one_first(game: Game) -> None:
    view = next(view for _, view in moments(game) if len(list(view.choices)) > 1)
    player = search(1, 60)
    chosen = player(view)
    assert player.thoughts[0].line[0] == chosen
    assert all(thought.line[0] in view.choices and 0 <= thought.value <= 1 for thought in player.thoughts)
    assert 0 < sum(thought.tries for thought in player.thoughts) <= 60


def test_it_has_no_thoughts_about_a_choice_that_is_none(game: Game) -> None:
    player = search(1)
    for _, view in moments(game):
        player(view)
        assert bool(player.thoughts) == (len(list(view.choices)) > 1)
