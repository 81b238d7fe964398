"""Corinth and the same game written by hand over masks offer the same choices, and the benchmark says so when not."""

from collections.abc import Iterator

import pytest
from benchmarks import by_hand, corinth_by_hand

from wargame_core import Game
from wargame_hex_and_counter.rules.phases import Moves
from wargame_lab.playouts import Batch, match_of


@pytest.fixture(scope="module")
def game() -> Game:
    return by_hand.asked_everything()


@pytest.mark.parametrize("scenario", by_hand.SCENARIOS)
@pytest.mark.parametrize("seed", [7, 8])
def test_both_games_offer_the_same_choices_and_end_alike(scenario: str, seed: int, game: Game) -> None:
    assert by_hand.compare(game, scenario, seed) > 50


def test_a_rule_that_differs_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corinth_by_hand, "NIGHT", 5)
    with pytest.raises(
        by_hand.Differs, match=r"two_days, seed 7, decision \d+, turn 5: the packaged game has .*the game by"
    ):
        by_hand.compare(game, "two_days", 7)


def test_another_end_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(corinth_by_hand.LEVELS, "second_day", ((-10_000, "nobody wins"),))
    with pytest.raises(by_hand.Differs, match=r"second_day, seed 7: the end: .* the game by hand .*nobody wins"):
        by_hand.compare(game, "second_day", 7)


def movement_menus(game: Game) -> Iterator[Moves]:
    """The menus of the movement phases of a random game."""
    match = match_of(Batch("corinth", None, {}, 3, None, {}, 100_000), 0, game)
    players = {seat: game.bots["random"](seed=3) for seat in game.seats}
    for _ in match.iter_play(players, history=False):
        if match.waiting_for and isinstance(menu := match.choices(match.waiting_for[0]).of, Moves):
            yield menu


def test_masks_and_the_search_with_ways_find_the_same_hexes(game: Game) -> None:
    menus = 0
    for menu in movement_menus(game):
        menus += 1
        for unit in menu.pieces:
            assert menu.movement.spaces(menu.state, unit) == menu.movement.reach(menu.state, unit).spaces
    assert menus > 50
