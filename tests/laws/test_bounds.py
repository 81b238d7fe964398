"""Bounds: what they measure, how the greedy player finds what random play does not, and how a broken one complains."""

from typing import Any

import pytest
from attrs import define, frozen
from tests.laws.broken_toys import trial

from wargame_core.authoring import (
    D6,
    Action,
    Ask,
    Board,
    Game,
    Outcome,
    Procedure,
    Public,
    PublicEvent,
    Repeat,
    Rules,
    Scenario,
    Sequence,
    Step,
    Table,
)
from wargame_laws import Bound, LawBroken, choices_of, decisions, extremes
from wargame_laws.laws_of_bounds import law_bounds_hold

TURNS = 3
CAMPS = 12
FARTHEST = 30
"""Where the road ends: a ride that never tires goes so far in a turn."""


@define
class Road(Board):
    at: Public[int] = 0
    turn: Public[int] = 1


@frozen
class Ride(Action):
    def text(self, board: Any) -> str:
        return "ride on"


@frozen
class Camp(Action):
    place: int

    def text(self, board: Any) -> str:
        return f"camp at place {self.place}"


@frozen
class Rode(PublicEvent, silent=True):
    miles: int

    def apply(self, board: Road) -> None:
        board.at += self.miles


@frozen
class NightFell(PublicEvent, silent=True):
    def apply(self, board: Road) -> None:
        board.turn += 1


def ride(t: Table[Road]) -> Procedure[None]:
    """The courier rides as often as he likes, which whoever wrote this did not mean; most of his choices are camps."""
    start = t.board.at
    while t.board.at - start < FARTHEST:
        camps = [Camp(place) for place in range(CAMPS)]
        action = yield from t.ask("courier", [Ride(), *camps], "Ride on, or camp?")
        if isinstance(action, Camp):
            break
        die = yield from t.roll_openly(D6, "miles")
        t.record(Rode(1 + die // 6))
    t.record(NightFell())


def courier() -> Game:
    def arrive(t: Table[Road]) -> None:
        t.finish(Outcome("courier", "arrived", {"courier": t.board.at}))

    turns = Repeat("Turns", Step("Ride", ride), until=lambda board: board.turn > TURNS)
    rules = Rules(
        id="courier",
        seats=("courier",),
        scenarios=(Scenario("road", "The road"),),
        sequence=Sequence("Courier", turns, Step("Arrive", arrive)),
        board=Road,
        actions=(Ride, Camp),
        events=(Rode, NightFell),
        set_up=lambda scenario, options: Road(),
        turn_of=lambda board: board.turn,
    )
    return Game(rules=rules)


MILES = Bound("miles in a turn", 12, on=Rode, number=lambda it: it.what.miles, per="turn", source="p.1 Riding")


def test_the_greedy_player_finds_what_random_play_does_not() -> None:
    (by_chance,) = extremes(courier(), [MILES], seeds=range(40), players="random", greedy=False)
    assert not by_chance.is_exceeded, "random play camps long before the bound"
    (found,) = extremes(courier(), [MILES], seeds=range(1), players="random")
    assert found.is_exceeded
    assert found.number >= FARTHEST
    assert found.action == Ride()
    with pytest.raises(LawBroken, match=r"^miles in a turn: at most 12 \(p\.1 Riding\); found \d+: seed 0, before"):
        law_bounds_hold(trial(courier(), bounds=(MILES,)))


@pytest.mark.parametrize(
    ("bound", "number", "key"),
    [
        (Bound("miles of a ride", 9, on=Rode, number=lambda it: it.what.miles), 2, ""),
        (Bound("miles after a choice", 9, on=Rode, number=lambda it: it.what.miles, per="answer"), 2, ""),
        (Bound("nights", 9, on=NightFell, per="game"), 3, ""),
        (Bound("nights by turn", 9, on=NightFell, by=lambda it: it.before.turn, per="game"), 1, 1),
        (Bound("nights and rides", 200, on=(Rode, NightFell), by=lambda it: it.seat, per="event"), 1, "courier"),
        (Bound("the board after a night", 9, on=NightFell, number=lambda it: it.after.turn), 4, ""),
        (choices_of(Camp, 30), CAMPS, ""),
        (choices_of(Ride, 30), 1, ""),
    ],
    ids=lambda value: value.name if isinstance(value, Bound) else None,
)
def test_what_a_bound_measures(bound: Bound, number: float, key: object) -> None:
    (found,) = extremes(courier(), [bound], seeds=range(4), players="random")
    assert (found.number, found.key) == (number, key)
    assert not found.is_exceeded


def test_decisions_are_counted_by_turn_and_by_game() -> None:
    in_a_turn, in_a_game = extremes(courier(), [decisions(500, "turn"), decisions(500, "game")], seeds=range(2))
    assert in_a_turn.key == in_a_game.key == "courier"
    assert FARTHEST / 2 < in_a_turn.number <= FARTHEST
    assert in_a_turn.number < in_a_game.number <= TURNS * FARTHEST


def test_a_bound_that_is_never_measured_is_an_error_unless_it_is_listed() -> None:
    never = Bound("questions of nobody", 1, on=Ask, number=lambda it: None)
    with pytest.raises(LawBroken, match="never measured in 20 games: bound questions of nobody"):
        law_bounds_hold(trial(courier(), bounds=(never,)))
    law_bounds_hold(trial(courier(), bounds=(never,), unexercised=frozenset({"bound questions of nobody"})))
    law_bounds_hold(trial(courier(), bounds=(never,)).block(1, 2))
    nights = Bound("nights", 3, on=NightFell, per="game")
    with pytest.raises(LawBroken, match="listed as unexercised, but it was measured: bound nights"):
        law_bounds_hold(trial(courier(), bounds=(nights,), unexercised=frozenset({"bound nights"})))
    law_bounds_hold(trial(courier(), bounds=(nights,)))


def test_a_game_that_the_greedy_player_makes_endless_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_laws.laws_of_bounds.LIMIT", 15)
    with pytest.raises(LawBroken, match="the game has not ended after 15 choices"):
        law_bounds_hold(trial(courier(), bounds=(decisions(500, "game"),)))


def test_two_bounds_of_one_name_are_an_error() -> None:
    with pytest.raises(ValueError, match="two bounds are named 'miles in a turn'"):
        extremes(courier(), [MILES, MILES])
