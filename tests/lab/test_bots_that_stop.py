"""Bots that think answer when they are stopped, and searches keep their deadline: with clocks that the test moves."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy
from tests.lab.test_search import first_view, lead

from wargame_core import Game, Match, View, load
from wargame_core.authoring import RulesSource
from wargame_core.flow.choices import Action
from wargame_core.flow.players import (
    EasyPlayer,
    Player,
    PlaysLike,
    RandomPlayer,
    Stop,
    Tell,
    Thinking,
    choose,
    player_with_controls,
)
from wargame_core.flow.rules import Origin
from wargame_lab import lookahead
from wargame_lab.by_value import ByValue
from wargame_lab.lookahead import Deadline, SearchTask
from wargame_lab.search_players import SearchPlayer, SearchProcesses

GAMES = ("vicksburg", "gettysburg", "battlecry", "gcacw_on_the_4th_day", "thunder_on_the_mississippi", "corinth")


class After:
    """A `Stop` that is set once it has been looked at so many times; it counts on."""

    def __init__(self, looks: int = 0) -> None:
        self.left, self.looked = looks, 0

    def is_set(self) -> bool:
        self.looked += 1
        self.left -= 1
        return self.left < 0


SET = threading.Event()
SET.set()


def views(game: Game, count: int, seed: int = 5) -> Iterator[tuple[Match, View]]:
    """The first choices of a game between its normal bots."""
    match = game.start(seed=seed)
    for _, _ in zip(range(count), match.iter_play("random"), strict=False):
        if match.waiting_for:
            yield match, match.view(match.waiting_for[0])


@pytest.mark.parametrize("name", GAMES)
def test_every_bot_of_every_game_that_is_stopped_before_it_begins_chooses_something_legal(name: str) -> None:
    game = load(name)
    bots = {bot: game.bot(bot, seed=1) for bot in game.bots}
    for match, view in views(game, 25):
        for bot in bots.values():
            assert match.judge(choose(bot, view, stop=SET), view.seat)


@pytest.mark.parametrize("name", ["gcacw_on_the_4th_day", "corinth"])
def test_bots_whose_choices_take_long_look_whether_to_stop_and_then_no_more(name: str) -> None:
    game = load(name)
    looked = []
    for _, view in views(game, 12):
        free, stopped = After(10**9), After(0)
        choose(game.bot("normal", seed=1), view, stop=free)
        choose(game.bot("normal", seed=1), view, stop=stopped)
        looked.append((free.looked, stopped.looked))
    assert max(free for free, _ in looked) > 20
    assert max(stopped for _, stopped in looked) <= 6


def test_a_stop_that_is_never_set_changes_nothing() -> None:
    for name in GAMES:
        game = load(name)
        free, told = game.bot("normal", seed=3), game.bot("normal", seed=3)
        for _, view in views(game, 8):
            assert choose(free, view) == choose(told, view, stop=threading.Event())


def test_plain_functions_are_called_as_they_are_and_others_with_what_they_take() -> None:
    view = first_view(toy())

    def plain(view: View) -> Action:
        return next(iter(view.choices))

    def stops(view: View, *, stop: Stop | None = None) -> Action:
        given.append(stop)
        return next(iter(view.choices))

    def tells(view: View, *, stop: Stop | None = None, tell: Tell | None = None) -> Action:
        given.append(tell)
        return stops(view, stop=stop)

    given: list[Any] = []
    told: list[Thinking] = []
    assert player_with_controls(plain, stop=SET, tell=told.append) is plain
    players: tuple[Player, ...] = (
        plain,
        stops,
        tells,
        PlaysLike(tells),
        EasyPlayer(player_class=lambda seed: tells, slip=0),
    )
    assert {choose(player, view, stop=SET, tell=told.append) for player in players} == {plain(view)}
    assert given == [SET, told.append, SET, told.append, SET, told.append, SET]
    given.clear()
    choose(tells, view)
    assert given == [None, None]


# The player by value


def test_a_player_by_value_that_is_stopped_takes_the_best_that_it_has_weighed_and_tells_of_it() -> None:
    game = load("corinth")
    _, view = next((match, view) for match, view in views(game, 40) if len(view.choices) > 4)
    weighed: list[float] = []

    def value(board: Any, seat: str) -> float:
        weighed.append(len(weighed) / 1000)
        return weighed[-1]

    told: list[Thinking] = []
    whole = ByValue(value, seed=2)(view, tell=told.append)
    assert told[-1].done == 1
    assert (told[-1].best, told[-1].tries) == (whole, len(told))
    before = told[1].best
    weighed.clear()
    looks = After(10**9)
    assert ByValue(value, seed=2)(view, stop=looks) == whole
    for looked in range(looks.looked):
        weighed.clear()
        some: list[Thinking] = []
        choice = ByValue(value, seed=2)(view, stop=After(looked), tell=some.append)
        if len(some) == 2:
            assert choice == before
            return
    pytest.fail("it was never stopped after its second choice")


# The search


class Clock:
    """A clock that goes on by a hundredth whenever somebody looks at it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(lookahead, "perf_counter", self)

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


def test_a_deadline_is_set_when_its_time_is_over_or_another_stop_is(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    deadline = Deadline(seconds=1.0)
    assert not deadline.is_set()
    clock.now += 0.5
    assert 0.5 < deadline.time_share < 0.6
    clock.now += 0.5
    assert deadline.is_set()
    assert Deadline(SET, 100.0).is_set()
    assert not Deadline(threading.Event()).is_set()
    assert Deadline(threading.Event()).end is None


def test_a_search_stops_within_a_try_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, calls = Clock(monkeypatch), list[float]()

    def slow(*, seed: int) -> Player:
        def play(view: View) -> Action:
            calls.append(clock.now)
            clock.now += 0.3
            return next(iter(view.choices))

        return play

    bot = SearchPlayer(seed=1, policy=slow, prior=RandomPlayer, turns=9, seconds=1.0)
    view = first_view(toy())
    assert bot(view) in view.choices
    assert calls
    assert clock.now < 1.0 + 0.3 + 0.1


def test_a_search_that_is_stopped_takes_the_best_of_what_it_tried_and_tells_how_far_it_came() -> None:
    game, told = toy(), list[Thinking]()
    view = first_view(game)
    bot = SearchPlayer(seed=1, value=lead, turns=9, iterations=200)
    assert bot(view, stop=SET) in view.choices
    assert (bot.tries, bot.thoughts) == (0, ())
    stop = threading.Event()

    def tell(thinking: Thinking) -> None:
        told.append(thinking)
        if len(told) == 2:
            stop.set()

    assert bot(view, stop=stop, tell=tell) == told[-1].best
    assert (len(told), told[-1].tries) == (2, bot.tries)
    assert 0 < told[0].done < told[1].done < 1
    assert all(thinking.value is not None and 0 <= thinking.value <= 1 for thinking in told)


def test_the_processes_of_a_search_that_is_stopped_end() -> None:
    game = toy()
    game = evolve(game, rules=evolve(game.rules, source=RulesSource(origin=Origin(toy))))
    maker, view = SearchProcesses(2), first_view(game)
    task = SearchTask.of(view, 7, lookahead.Lookahead(turns=9))
    with pytest.raises(lookahead.Stopped):
        list(maker.rounds(task, tuple(view.choices.head(2)), range(4), Deadline(SET)))
    assert maker._pool is None
