"""The searching player: it works from views, finds what pays, and can be repeated."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import Give, toy

from wargame_core import D6, Game, Match, Seeded, WargameError
from wargame_core.dice import Face
from wargame_core.flow.players import Player, RandomPlayer
from wargame_core.flow.rules import Origin
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import View
from wargame_lab.lookahead import Here, ImaginedDice, Lookahead, Race, SearchTask, Try, _part
from wargame_lab.search_players import SearchPlayer


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
        SearchPlayer(seed, iterations=60, turns=1, value=lead)(view)
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
            assert set(imagined) == {view.seat}


def test_a_game_in_motion_from_a_world_is_that_of_the_worlds_state(game: Game) -> None:
    compared = 0
    for _, view in moments(game):
        world = view.world(random.Random(compared))
        runner = view.world_in_motion(random.Random(compared), Seeded(1))
        assert (runner.board, runner.cursor) == (world.board, world.cursor)
        compared += 1
    assert compared > 10


def test_two_choices_are_tried_in_the_same_worlds(game: Game) -> None:
    drawn: list[Any] = []
    worlds = game.rules.worlds
    assert worlds is not None

    def noted(before: Any, now: Any, seat: str, rng: Any) -> Any:
        drawn.append(rng.getstate())
        return worlds(before, now, seat, rng)

    game = with_worlds(game, noted)
    view = next(view for _, view in moments(game) if len(view.choices) == 2)
    player = SearchPlayer(1, iterations=12, turns=9)
    player(view)
    assert [thought.tries for thought in player.thoughts] == [6, 6]
    assert len(drawn) == len(set(drawn)) == 1 + 6


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

    player = SearchPlayer(1, prior=generous, value=lead, margin=margin, turns=1, iterations=60)
    moment = (view for seed in range(40) for _, view in moments(game, seed) if Give("blue") in view.choices)
    assert player(next(view for view in moment if view.board.turn < 3)) == chosen


def test_a_game_that_keeps_no_checkpoints_is_refused_in_words(game: Game) -> None:
    runner = Runner.begin(game.rules, dice=Seeded(1), keep=False)
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


def tried(*worths: float) -> list[Try]:
    """Tries that came to this."""
    return [Try(worth, ()) for worth in worths]


def race(rounds: list[tuple[float, ...]], doubt: float = 2.0, margin: float = 0.0) -> tuple[Race[Give], list[Give]]:
    """A race between as many choices as a round has tries; all rounds are run."""
    choices = [Give(f"{n}") for n in range(len(rounds[0]))]
    running = Race(choices, doubt, margin)
    for worths in rounds:
        running.add(tried(*worths))
    return running, choices


def test_a_choice_that_is_better_in_every_world_is_taken_however_much_the_worlds_differ() -> None:
    running, (_, better) = race([(world / 10, world / 10 + 0.02 + 0.001 * (world % 2)) for world in range(8)])
    assert running.best() == better
    assert running.decided


def test_a_choice_that_is_better_on_average_by_luck_is_not_taken() -> None:
    running, (first, _) = race([(0.5, 0.9), (0.5, 0.2), (0.5, 0.6), (0.5, 0.4), (0.5, 0.8), (0.5, 0.3)])
    assert running.mean(Give("1")) > running.mean(first)
    assert running.best() == first


def test_what_makes_no_difference_or_loses_is_given_up_and_the_first_choice_never() -> None:
    running, (first, *_) = race([(0.5, 0.5, 0.1 + world / 100, 0.8 + world / 100) for world in range(6)])
    running.narrow(spent=0.1)
    assert running.running == (first, Give("3"))
    losing, (first, _) = race([(0.9, 0.1 + world / 100) for world in range(6)])
    losing.narrow(spent=0.1)
    assert losing.running == (first,)
    assert losing.decided


def test_after_half_of_the_time_the_better_half_goes_on() -> None:
    rows = [(0.5, *(0.5 + (n - 2) * 0.01 * (-1) ** world + n / 1000 for n in range(7))) for world in range(6)]
    running, choices = race(rows)
    running.narrow(spent=0.3)
    assert len(running.running) > 5
    running.narrow(spent=0.6)
    assert len(running.running) == 1 + 4
    assert choices[0] in running.running


def test_before_some_worlds_were_tried_the_first_choice_stands() -> None:
    running, (first, _) = race([(0.0, 1.0), (0.0, 0.9)])
    running.narrow(spent=1.0)
    assert running.best() == first
    assert len(running.running) == 2
    assert not running.decided


def test_worlds_that_end_alike_decide_nothing_before_there_are_enough_of_them() -> None:
    alike = [tried(0.0, 0.0)] * 6
    for least, left in ((6, 1), (9, 2)):
        running = Race([Give("0"), Give("1")], 0.0, 0.0, least)
        for worlds in alike:
            running.add(worlds)
        running.narrow(spent=0.2)
        assert len(running.running) == left


def two_choices(game: Game) -> View:
    return next(view for _, view in moments(game) if len(view.choices) == 2)


def test_other_processes_make_the_same_tries_from_what_they_are_sent(game: Game) -> None:
    game = evolve(game, rules=evolve(game.rules, origin=Origin(toy)))
    view = two_choices(game)
    actions = tuple(view.choices)
    task = SearchTask.of(view, 7, Lookahead(turns=9))
    here = [attempt for made in Here().rounds(task, actions, range(3)) for attempt in made]
    sent = pickle.dumps(task)
    parts = [[(0, 0), (0, 1), (1, 0)], [(1, 1), (2, 0), (2, 1)]]
    assert [attempt for part in parts for attempt in _part(sent, actions, part)] == here


def test_what_is_sent_to_other_processes_holds_no_secret_of_another_seat(game: Game) -> None:
    """The question is one of the worlds that the seat thinks possible, and worlds are drawn from it alone."""
    mines = set()
    for match, view in moments(game, seed=3):
        if view.seat == "blue" and len(view.choices) > 1:
            boards: list[Any] = [SearchTask.of(view, seed, Lookahead()).state.board for seed in range(6)]
            true: Any = match.board
            mines |= {board.mine == true.mine for board in boards}
    assert mines == {True, False}


@pytest.mark.thorough  # it starts processes
def test_with_two_processes_it_chooses_as_with_one(game: Game) -> None:
    game = evolve(game, rules=evolve(game.rules, origin=Origin(toy)))
    view = two_choices(game)
    alone, helped = (SearchPlayer(1, iterations=40, turns=9, jobs=jobs) for jobs in (1, 2))
    assert alone(view) == helped(view)
    assert alone.thoughts == helped.thoughts
    helped.close()


def test_a_choice_that_does_not_matter_is_left_to_the_prior(game: Game) -> None:
    player = SearchPlayer(1, iterations=12, matters=lambda action: False)
    assert player(two_choices(game)) in two_choices(game).choices
    assert player.thoughts == ()
