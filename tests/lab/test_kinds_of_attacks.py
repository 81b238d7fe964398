"""The benchmark that plays without a kind of attack: what it replaces, that it puts it back, and what it prints."""

from importlib import import_module
from typing import Any

import pytest
from benchmarks.ablation import put_in_place
from benchmarks.attacks import KINDS, Kind, PlayerThatNever, row
from benchmarks.weights import PLAYERS

from wargame_core import load
from wargame_core.flow.events import Outcome
from wargame_lab.playouts import GameResult

EVERY = [(game, kind) for game, kinds in KINDS.items() for kind in kinds]


def target(players: str, path: str) -> Any:
    module, *names = path.split(".")
    found = import_module(f"{players}.{module}")
    for name in names:
        found = getattr(found, name)
    return found


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_what_a_kind_replaces_is_another_while_the_player_chooses_and_itself_afterwards(game: str, name: str) -> None:
    kind: Kind = KINDS[game][name]
    before = {path: target(PLAYERS[game].package, path) for path in kind.replaced}
    with put_in_place(PLAYERS[game].package, kind.replaced):
        assert all(target(PLAYERS[game].package, path) is not function for path, function in before.items())
    assert {path: target(PLAYERS[game].package, path) for path in kind.replaced} == before
    assert kind.replaced or kind.weights


def test_a_function_is_replaced_wherever_a_module_has_taken_it_up() -> None:
    plans = import_module("wargame_gcacw.players.plans")
    with put_in_place("wargame_gcacw.players", KINDS["gcacw_on_the_4th_day"]["any attack"].replaced):
        assert plans.best_attack("situation", "unit", 1, 2) is None
        assert plans.mean_assault("situation", "leader", (), 1) == 0.0


@pytest.mark.parametrize("game", KINDS)
def test_a_player_that_never_makes_an_attack_has_the_other_numbers_in_every_seat(game: str) -> None:
    seats = load(game).seats
    for name, kind in KINDS[game].items():
        player: Any = PlayerThatNever(game=game, kind=name)._player
        if kind.weights:
            judged = [player._by_seat[seat] for seat in seats] if PLAYERS[game].by_seat else [player._weights]
            assert all(getattr(weights, key) == value for weights in judged for key, value in kind.weights.items())


def result(winner: str, red: int) -> GameResult:
    return GameResult(0, Outcome(winner, "", {"red": red, "blue": 0}), 9, 9, 9)


def test_a_row_says_what_the_attacks_of_a_seat_bring_it() -> None:
    usual = [result("red", 4), result("red", 2), result("blue", -2), result("red", 4)]
    never = [result("red", 4), result("blue", -2), result("blue", -2), result("blue", -4)]
    assert row(("red", "blue"), "red", "melee", usual, never) == (
        "| Red | melee | 4 | 75 | 25 | +50 (-7 to +107) | +3.0 (-0.8 to +6.8) | 50% |"
    )
