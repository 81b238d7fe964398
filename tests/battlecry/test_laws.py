"""The laws of every game on battles that differ most, and all thirty battles to the end."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.battlecry.bounds import battle_bounds

from wargame_battlecry.game import open_battle
from wargame_core import Game, Seeded, View
from wargame_core.flow.runner import Runner
from wargame_laws import laws

MIXED = (
    {"union": "random", "confederate": "heuristic"},
    {"union": "heuristic", "confederate": "random"},
    "heuristic",
)
DISCARDS = "step Battle Cry > Turn > Battle > Cards for flags"
RARE_DISCARD = f"{DISCARDS} again > Discard"  # a Fight Back must cost the moving side a unit
NO_DISCARDS = ("action discard", f"{DISCARDS} > Discard", RARE_DISCARD)
NO_GROUND = "event objective_changed"
NO_CAVALRY = "step Battle Cry > Turn > Second move > Move one again"
TOO_RARE = ("action escape", "event escape_tried")  # needs enemies on both hexes behind a general: see encircled.toml
NO_EXIT = "event unit_exited"


def encircled() -> Game:
    """A battle in which generals are caught."""
    game = open_battle(Path(__file__).parent / "encircled.toml")
    assert game is not None
    return game


def _laws(scenario: str, *never: str, **options: str) -> Callable[..., None]:
    return laws(
        encircled if scenario == "encircled" else "battlecry",
        scenario=scenario,
        options=options,
        seeds=range(60),
        players=MIXED,
        games=3,
        budget=24,
        bounds=battle_bounds(),
        unexercised=never,
    )


test_laws_at_mcdowell_where_hands_shrink = _laws("mcdowell", NO_GROUND, NO_CAVALRY, *TOO_RARE, NO_EXIT)
test_laws_at_belmont_with_green_units_and_ground_worth_flags = pytest.mark.thorough(
    _laws("belmont", *NO_DISCARDS, *TOO_RARE, NO_EXIT)
)
test_laws_at_prairie_grove_with_a_closed_river = pytest.mark.thorough(
    _laws("prairie-grove", *NO_DISCARDS, NO_GROUND, *TOO_RARE, NO_EXIT)
)
test_laws_at_pea_ridge_with_breakthrough = pytest.mark.thorough(
    _laws("pea-ridge", *NO_DISCARDS, NO_GROUND, *TOO_RARE, NO_EXIT, breakthrough="yes")
)
test_laws_where_generals_begin_encircled = pytest.mark.thorough(_laws("encircled", *NO_DISCARDS, NO_GROUND))


def play(game: Game, scenario: str, seed: int, bots: dict[str, str]) -> Runner:
    """A battle between bots, to the end."""
    run = Runner.start(game.rules, scenario, {}, dice=Seeded(seed), with_checkpoints=False)
    players = {seat: game.bot(name, seed=seed) for seat, name in bots.items()}
    for _ in range(20_000):
        if run.pending is None:
            break
        view = View(run, next(seat for seat in game.seats if View(run, seat).asked))
        run.answer(players[view.seat](view))
    return run


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.thorough) for first in range(1, 5))])
def test_bots_play_each_of_the_thirty_battles_to_the_end(game: Game, first: int) -> None:
    needed = game.rules.printed["book"].battles
    for scenario in game.scenarios[first::5]:
        run = play(game, scenario.id, 1, dict.fromkeys(game.seats, "heuristic"))
        assert run.outcome is not None, scenario.id
        assert run.outcome.winner is not None
        assert game.rules.turn_of(run.board) < 200, (
            scenario.id
        )  # the longest of these lasts 108; a stand-off of armies lasts 250
        assert run.outcome.scores[run.outcome.winner] >= needed[scenario.id].flags


@pytest.mark.thorough
def test_the_heuristic_player_beats_a_random_one_in_at_least_85_of_100_mixed_battles(game: Game) -> None:
    won = 0
    for n in range(100):
        mine = game.seats[n % 2]
        bots = {seat: "heuristic" if seat == mine else "random" for seat in game.seats}
        outcome = play(game, game.scenarios[n % 30].id, n, bots).outcome
        won += outcome is not None and outcome.winner == mine
    assert won >= 85
