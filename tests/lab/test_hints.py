"""A hint: three choices with chances and reasons, by what a seat sees and nothing else."""

import threading
from random import Random

import pytest
from tests.core.skirmish_toy import toy

from wargame_core import Game, Match, NotYourTurn, WargameError, load
from wargame_lab import Hint, hint
from wargame_lab.hints import CANDIDATES, Candidate, hint_of

QUICK = "thunder_on_the_mississippi"


@pytest.fixture(scope="module")
def game() -> Game:
    return load(QUICK)


@pytest.fixture(scope="module")
def match(game: Game) -> Match:
    """A game at a moment at which the player may choose among several things."""
    match = game.start("siege", seed=5)
    for _ in match.iter_play("normal"):
        if match.seq > 40 and match.waiting_for and len(match.choices(match.waiting_for[0])) > 4:
            break
    return match


def test_a_hint_tells_three_legal_choices_the_best_first(match: Match) -> None:
    told = hint(match, worlds=2)
    assert told.seat == match.waiting_for[0]
    assert len(told.candidates) == CANDIDATES
    chances = [one.chance for one in told.candidates]
    assert chances == sorted(chances, key=lambda chance: chance or 0.0, reverse=True)
    assert all(match.judge(one.action, told.seat) for one in told.candidates)
    assert len({one.text for one in told.candidates}) == CANDIDATES


def test_the_same_view_gives_the_same_hint_and_the_match_is_as_it_was(match: Match) -> None:
    state = match.state
    assert hint(match, worlds=2) == hint(match.fork(), worlds=2)
    assert match.state == state


def test_a_hint_follows_from_the_view_of_the_seat_alone() -> None:
    match = load("battlecry").start(seed=8)
    seat = match.waiting_for[0]
    world = match.view(seat).world(Random(3))
    assert world != match.state
    assert hint(match, seat, worlds=1) == hint(load("battlecry").go_on(world), seat, worlds=1)


def test_a_strong_bot_says_in_words_why_it_would_choose_what_it_would() -> None:
    match = load("battlecry").start(seed=3)
    told = hint(match, worlds=1)
    assert told.bot == "hard"
    said = [sentence for one in told.candidates for sentence in one.why]
    assert said
    assert any("flags" in sentence for sentence in said)
    assert "give or take" not in "\n".join(told.lines()), "one world has no standard error"


def test_a_hint_that_has_no_time_tells_what_the_bots_would_choose(match: Match) -> None:
    stop = threading.Event()
    stop.set()
    told = hint(match, stop=stop)
    assert [one.chance for one in told.candidates] == [None] * len(told.candidates)
    assert told.candidates
    assert "no time" in told.note
    assert told.note in list(told.lines())


class AfterSomeTries:
    """Stops once it was asked so often."""

    def __init__(self, count: int) -> None:
        self.count = count

    def is_set(self) -> bool:
        self.count -= 1
        return self.count < 0


def test_a_hint_that_is_stopped_later_tells_what_has_been_rated_up_to_then(match: Match) -> None:
    told = hint(match, worlds=500, stop=AfterSomeTries(400))
    assert told.note == ""
    assert told.candidates[0].chance is not None


def test_a_seat_that_has_nothing_to_choose_gets_no_hint(match: Match) -> None:
    other = next(seat for seat in match.rules.seats if seat not in match.waiting_for)
    with pytest.raises(NotYourTurn, match=f"{other} has no choice"):
        hint(match, other)
    with pytest.raises(WargameError, match="bare rules"):
        hint(Match.start(toy().rules, seed=1))


def test_a_game_without_learnt_chances_gets_a_hint_too() -> None:
    game = toy()
    match = game.start(seed=5)
    told = hint_of(game, match.view(match.waiting_for[0]), worlds=1)
    assert told.bot == "normal"
    assert told.candidates


def test_a_hint_is_text_and_json() -> None:
    one = Candidate({"kind": "go"}, "go", 0.5, 0.02, ("Press on.",), ("halt", "dig"))
    told = Hint("red", "hard", 0.45, [one])
    assert list(told.lines()) == [
        "chance to win as it stands: 45%",
        "1. go: 50% (give or take 2%)",
        "   Press on.",
        "   then, for example: halt; dig",
    ]
    assert told.to_json()["candidates"][0]["why"] == ["Press on."]
