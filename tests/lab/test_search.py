"""The searching player: it works from views, finds what pays, and can be repeated."""

import pickle
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import Give, toy

from wargame_battlecry.board.actions import Attack, Move
from wargame_core import D6, Game, Match, View, WargameError, load
from wargame_core.authoring import RulesSource
from wargame_core.dice import Face
from wargame_core.flow.players import Player, PlaysLike, RandomPlayer
from wargame_core.flow.rules import Origin
from wargame_lab.advice import lookahead_of
from wargame_lab.lookahead import Deadline, ImaginedDice, Lookahead, SearchTask, Try, tries
from wargame_lab.search_players import LEAST, ROUND, Here, Race, SearchPlayer, _try_part


def with_worlds(game: Game, worlds: Any) -> Game:
    """The game with another idea of how its secrets may lie."""
    hidden_information = evolve(game.rules.hidden_information, worlds=worlds)
    return evolve(game, rules=evolve(game.rules, hidden_information=hidden_information))


@pytest.fixture
def game() -> Game:
    return toy()


def play(game: Game, seed: int, players: Mapping[str, Player]) -> tuple[Match, list[Any]]:
    """A game to its end, and all that was chosen."""
    match, chosen = game.start(seed=seed), []
    while match.waiting_for:
        seat = match.waiting_for[0]
        chosen.append(players[seat](match.view(seat)))
        match.play(chosen[-1], seat)
    return match, chosen


def search(seed: int, tries: int = 30) -> SearchPlayer:
    return SearchPlayer(seed=seed, iterations=tries, turns=9)


def moments(game: Game, seed: int = 5) -> Iterator[tuple[Match, View]]:
    """The choices of a game between random players."""
    match = game.start(seed=seed)
    player = RandomPlayer(seed)
    while match.waiting_for:
        seat = match.waiting_for[0]
        yield match, match.view(seat)
        match.play(player(match.view(seat)), seat)


def lead(board: Any, seat: str) -> float:
    """A point more or less than the enemy is worth a twentieth."""
    points: dict[str, int] = board.score
    return 0.5 + 0.05 * (2 * points.get(seat, 0) - sum(points.values()))


def test_it_takes_points_rather_than_give_them_away(game: Game) -> None:
    given = [
        SearchPlayer(seed=seed, iterations=60, turns=1, value=lead)(view)
        for seed in range(40)
        for _, view in moments(game, seed)
        if Give("blue") in view.choices and view.board.turn < 3
    ]
    assert len(given) > 5
    assert set(given) == {Give("blue")}


def test_it_imagines_only_worlds_that_its_seat_thinks_possible(game: Game) -> None:
    imagined: list[str] = []
    worlds = game.rules.hidden_information.worlds
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


def test_every_round_of_a_search_is_tried_in_worlds_of_its_own(game: Game) -> None:
    imagined: list[Any] = []
    worlds = game.rules.hidden_information.worlds
    assert worlds is not None

    def noted(before: Any, now: Any, seat: str, rng: Any) -> Any:
        imagined.append(rng.getstate())
        return worlds(before, now, seat, rng)

    view = first_view(with_worlds(game, noted))
    search(1, 90)(view)
    assert len(set(imagined)) > 3 * ROUND


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
        even = SearchPlayer(seed=2, prior=last, value=lambda board, seat: 0.5, turns=0, iterations=5)
        assert even(view) == list(view.choices)[-1]


@pytest.mark.parametrize(("margin", "chosen"), [(0.0, Give("blue")), (0.5, Give("red"))])
def test_with_a_margin_it_follows_its_prior_against_better_promises(game: Game, margin: float, chosen: Give) -> None:
    def generous(*, seed: int) -> Player:
        return lambda view: Give("red") if Give("red") in view.choices else next(iter(view.choices))

    player = SearchPlayer(seed=1, prior=generous, value=lead, margin=margin, turns=1, iterations=60)
    moment = (view for seed in range(40) for _, view in moments(game, seed) if Give("blue") in view.choices)
    assert player(next(view for view in moment if view.board.turn < 3)) == chosen


def tried(*worths: float) -> list[Try]:
    """Tries that came to this."""
    return [Try(worth, ()) for worth in worths]


def race(rounds: list[tuple[float, ...]], doubt: float = 2.0, margin: float = 0.0) -> tuple[Race, list[Give]]:
    """A race between as many choices as a round has tries; all rounds are run."""
    choices = [Give(f"{n}") for n in range(len(rounds[0]))]
    running = Race(choices, doubt, margin)
    for worths in rounds:
        running.add(tried(*worths))
    return running, choices


def test_a_choice_that_is_better_in_every_world_is_taken_however_much_the_worlds_differ() -> None:
    running, (_, better) = race([(world / 10, world / 10 + 0.02 + 0.001 * (world % 2)) for world in range(8)])
    assert running.best() == better
    assert running.is_decided


def test_a_choice_that_is_better_on_average_by_luck_is_not_taken() -> None:
    running, (first, _) = race([(0.5, 0.9), (0.5, 0.2), (0.5, 0.6), (0.5, 0.4), (0.5, 0.8), (0.5, 0.3)])
    assert running.mean(Give("1")) > running.mean(first)
    assert running.best() == first


def test_what_makes_no_difference_or_loses_is_given_up_and_the_first_choice_never() -> None:
    running, (first, *_) = race([(0.5, 0.5, 0.1 + world / 100, 0.8 + world / 100) for world in range(6)])
    running.narrow(time_share=0.1)
    assert running.running == (first, Give("3"))
    losing, (first, _) = race([(0.9, 0.1 + world / 100) for world in range(6)])
    losing.narrow(time_share=0.1)
    assert losing.running == (first,)
    assert losing.is_decided


def test_after_half_of_the_time_the_better_half_goes_on() -> None:
    rows = [(0.5, *(0.5 + (n - 2) * 0.01 * (-1) ** world + n / 1000 for n in range(7))) for world in range(6)]
    running, choices = race(rows)
    running.narrow(time_share=0.3)
    assert len(running.running) > 5
    running.narrow(time_share=0.6)
    assert len(running.running) == 1 + 4
    assert choices[0] in running.running


def test_worlds_that_end_alike_decide_nothing_before_there_are_enough_of_them() -> None:
    for worlds, left in ((LEAST - 1, 2), (LEAST, 1)):
        running, _ = race([(0.0, 0.0)] * worlds)
        running.narrow(time_share=0.2)
        assert len(running.running) == left


def first_view(game: Game, seat: str = "blue") -> View:
    return next(view for _, view in moments(game) if view.seat == seat and len(view.choices) > 1)


def test_it_plays_whole_games_by_the_rules_and_the_same_again(game: Game) -> None:
    for seed in range(3):
        (match, chosen), (_, again) = (play(game, seed, {seat: search(1, 8) for seat in game.seats}) for _ in range(2))
        assert match.outcome is not None
        assert chosen == again


def test_what_is_sent_to_other_processes_holds_no_secret_and_gives_the_same_tries(game: Game) -> None:
    game = evolve(game, rules=evolve(game.rules, source=RulesSource(origin=Origin(toy))))
    ahead, view = Lookahead(turns=9), first_view(game)
    task, actions = SearchTask.of(view, 7, ahead), tuple(view.choices.head(2))
    here = [attempt for made in Here().rounds(task, actions, range(3), Deadline()) for attempt in made]
    parts = [[(0, 0), (0, 1), (1, 0)], [(1, 1), (2, 0), (2, 1)]]
    assert [attempt for part in parts for attempt in _try_part(pickle.dumps(task), actions, part)] == here
    boards: list[Any] = [SearchTask.of(view, seed, ahead).state.board for seed in range(8)]
    assert len({board.mine for board in boards}) > 1


def test_a_game_may_name_a_search_and_whoever_asks_for_it_says_how_long_it_thinks(game: Game) -> None:
    thinker = partial(SearchPlayer, policy=RandomPlayer, value=lead, turns=1, iterations=60)
    bot: Any = evolve(game, players={"thinker": thinker}).bot("thinker", seed=1, iterations=12)
    view = first_view(game)
    assert bot(view) in view.choices
    assert 0 < bot.tries <= 12


def test_what_plays_like_a_search_tells_its_thoughts_and_ends_its_processes(game: Game) -> None:
    closed: list[bool] = []

    class Closing(SearchPlayer):
        def close(self) -> None:
            closed.append(True)

    bot = PlaysLike(Closing(seed=1, iterations=12))
    bot(first_view(game))
    assert bot.thoughts
    bot.close()
    assert closed
    other = PlaysLike(RandomPlayer())
    other.close()
    assert other.thoughts == ()


def test_the_words_of_a_try_are_those_of_the_moment_at_which_each_choice_was_made() -> None:
    battle, attacks = load("battlecry"), 0
    match = battle.start(seed=7)
    for _ in match.iter_play("normal"):
        moves = [action for action in match.choices(match.waiting_for[0]) if action.kind == "move"]
        if match.rules.turn_of(match.board) < 5 or not moves:
            continue
        task = SearchTask.of(match.view(match.waiting_for[0]), 1, lookahead_of(battle))
        for move, attempt in zip(moves, tries(task, moves, 0), strict=True):
            assert isinstance(move, Move)
            for action, words in zip(attempt.line, attempt.words, strict=True):
                if isinstance(action, Attack) and action.unit == move.piece:
                    assert f"at {move.to} battles" in words
                    attacks += 1
        if attacks:
            break
    assert attacks, "no unit of a try attacks after its move"
