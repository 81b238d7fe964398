"""Breakthrough, an option that is off by default. Readings: Breakthrough after melee."""

from collections.abc import Callable
from typing import Any

import pytest

from wargame_battlecry.board.actions import Attack, Done, Move, TakeGround
from wargame_battlecry.board.board import Stage
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.rules.battle import may_take_ground, resolve
from wargame_battlecry.rules.sequence import fight_back_battle
from wargame_core import Seeded, View
from wargame_core.authoring import Game, Table
from wargame_core.flow.runner import Runner

HORSE, WEAK = "union cavalry", "confederate infantry 1"
ON = {"breakthrough": "yes"}
ENTER, STAY = TakeGround("u1", "E5", True), TakeGround("u1", "E5", False)
STOP = Done(Stage.BREAKTHROUGH)


def battle(target: str = "E5") -> Callable[[Table[Any]], Any]:
    return lambda t: resolve(t, "u1", SPACE[target])


def test_cavalry_goes_one_hex_further_and_battles_once_more(lay: Any, run: Any) -> None:
    board = lay({"E4": HORSE, "E5": WEAK, "E7": WEAK}, options=ON)
    run(
        battle(),
        board,
        "ICC",
        ENTER,
        Move("u1", "E6"),
        Attack("u1", "E7"),
        "ICC",
        TakeGround("u1", "E7", True),
        by="union",
    )
    assert board.place == {"u1": SPACE["E7"]}
    assert board.captured_flags["union"] == 2


def test_it_happens_once_whatever_the_second_melee_wins(lay: Any, run: Any) -> None:
    board = lay({"E4": HORSE, "E5": WEAK, "E6": WEAK, "E7": WEAK}, options=ON)
    run(battle(), board, "ICC", ENTER, STOP, Attack("u1", "E6"), "ICC", TakeGround("u1", "E6", True), by="union")
    assert set(board.figures) == {"u1", "s3"}
    assert board.place["u1"] == SPACE["E6"]


def test_both_the_further_hex_and_the_second_melee_may_be_left(lay: Any, run: Any) -> None:
    board = lay({"E4": HORSE, "E5": WEAK, "E6": WEAK}, options=ON)
    run(battle(), board, "ICC", ENTER, STOP, STOP, by="union")
    assert board.place == {"u1": SPACE["E5"], "s2": SPACE["E6"]}


def test_its_general_goes_along(lay: Any, run: Any) -> None:
    board = lay({"E4": HORSE, "E5": WEAK}, generals={"E4": "union"}, options=ON)
    run(battle(), board, "ICC", ENTER, Move("u1", "D5"), by="union")
    assert board.place == {"u1": SPACE["D5"], "ug1": SPACE["D5"]}


def test_cavalry_that_moved_three_hexes_before_still_battles_again(lay: Any, run: Any) -> None:
    board = lay({"E4": HORSE, "E5": WEAK, "E7": WEAK}, options=ON)
    board.hexes_moved["u1"] = 3
    run(battle(), board, "ICC", ENTER, Move("u1", "E6"), Attack("u1", "E7"), "CCA", by="union")
    assert board.times_battled["u1"] == 2


@pytest.mark.parametrize(
    ("units", "target", "roll", "answers", "options"),
    [
        pytest.param({"E4": HORSE, "E5": WEAK, "E6": WEAK}, "E5", "ICC", (ENTER,), {}, id="off by default"),
        pytest.param(
            {"E4": "union infantry", "E5": WEAK, "E6": WEAK},
            "E5",
            "ICCC",
            (ENTER,),
            ON,
            id="no infantry breaks through",
        ),
        pytest.param({"E4": HORSE, "E5": WEAK, "E6": WEAK}, "E5", "ICC", (STAY,), ON, id="only after taking ground"),
        pytest.param(
            {"E4": HORSE, "E6": WEAK, "E7": WEAK}, "E6", "ICC", (), {**ON, "cavalry_fire": "yes"}, id="not after fire"
        ),
    ],
)
def test_nothing_follows(
    lay: Any, run: Any, units: Any, target: str, roll: str, answers: tuple[Any, ...], options: Any
) -> None:
    board = lay(units, options=options)
    run(battle(target), board, roll, *answers, by="union")
    assert board.times_battled == {"u1": 1}
    assert len(board.figures) == 2


def test_the_second_battle_is_a_melee_even_where_cavalry_may_fire(lay: Any, run: Any) -> None:
    board = lay({"E4": HORSE, "E5": WEAK, "E7": WEAK}, options={**ON, "cavalry_fire": "yes"})
    run(battle(), board, "ICC", ENTER, STOP, by="union")
    assert board.times_battled == {"u1": 1}


def test_the_further_hex_is_ground_that_cavalry_may_enter(lay: Any, run: Any) -> None:
    shut = {"D5": "rough", "D4": "devils_den", "F4": "rough", "F5": "rough", "E4": "clear"}
    board = lay({"E4": HORSE, "E5": WEAK, "E6": WEAK}, terrain=shut, options=ON)
    with pytest.raises(AssertionError, match="not one of the 2 choices"):
        run(battle(), board, "ICC", ENTER, Move("u1", "D5"), by="union")
    board = lay({"E4": HORSE, "E5": WEAK, "E6": WEAK}, terrain=shut, options=ON)
    run(battle(), board, "ICC", ENTER, Move("u1", "E4"), by="union")
    assert board.place["u1"] == SPACE["E4"]


def test_ground_that_stops_a_move_ends_it(lay: Any, run: Any) -> None:
    board = lay({"E4": HORSE, "E5": WEAK, "E6": WEAK}, terrain={"E5": "woods"}, options=ON)
    run(battle(), board, "IC", ENTER, by="union")
    assert board.place["u1"] == SPACE["E5"]


def test_cavalry_that_goes_on_into_woods_does_not_battle_there(lay: Any, run: Any) -> None:
    board = lay({"E4": HORSE, "E5": WEAK, "E7": WEAK}, terrain={"E6": "woods"}, options=ON)
    run(battle(), board, "ICC", ENTER, Move("u1", "E6"), by="union")
    assert board.times_battled == {"u1": 1}


def test_a_fight_back_takes_ground_and_no_more(lay: Any, run: Any) -> None:
    board = lay({"E4": "union infantry 1", "E5": "confederate cavalry", "E3": "union infantry"}, options=ON)
    board.contact, board.fighting_back = ("u1", "s1"), True
    run(fight_back_battle, board, "ICC", TakeGround("s1", "E4", True), by="confederate")
    assert board.times_battled == {"s1": 1}


def test_the_second_melee_may_be_fought_back(lay: Any, run: Any) -> None:
    board = lay({"E4": HORSE, "E5": WEAK, "E6": "confederate infantry"}, options=ON)
    run(battle(), board, "ICC", ENTER, STOP, Attack("u1", "E6"), "ICC", by="union")
    assert board.contact == ("u1", "s2")


def test_heuristic_players_break_through_and_finish_their_battles(game: Game) -> None:
    seen = set()
    for seed in range(8):
        run = Runner.start(game.rules, "pea-ridge", ON, dice=Seeded(seed), with_checkpoints=False)
        players = {seat: game.bot("heuristic", seed=seed) for seat in game.seats}
        while run.pending is not None:
            view = View(run, next(seat for seat in game.seats if View(run, seat).asked))
            action = players[view.seat](view)
            assert view.choices.judge(action)
            if any(words in (view.prompt or "") for words in ("break through", "broke through")):
                seen.add(type(action))
            run.answer(action)
        assert run.outcome is not None
    assert {Move, Attack} <= seen


@pytest.mark.parametrize(("den", "may"), [("E5", False), ("E6", True), ("D5", True)])
def test_only_ground_that_a_unit_may_not_enter_is_not_taken(lay: Any, den: str, may: bool) -> None:
    board = lay({"E4": HORSE}, terrain={den: "devils_den"})
    assert may_take_ground(board, "u1", SPACE["E5"]) is may


def test_the_further_hex_takes_the_place_of_the_second_move_of_hit_and_run(lay: Any, run: Any) -> None:
    board = lay({"E4": HORSE, "E5": WEAK}, options=ON)
    board.second_movers.add("u1")
    run(battle(), board, "ICC", ENTER, Move("u1", "E6"), by="union")
    assert board.second_movers == set()
    board = lay({"E4": HORSE, "E5": WEAK}, options=ON)
    board.second_movers.add("u1")
    run(battle(), board, "ICC", ENTER, STOP, by="union")
    assert board.second_movers == {"u1"}


def test_the_second_melee_takes_the_place_of_the_second_move_too(lay: Any, run: Any) -> None:
    board = lay({"E4": HORSE, "E5": WEAK, "E6": WEAK}, options=ON)
    board.second_movers.add("u1")
    run(battle(), board, "ICC", ENTER, STOP, Attack("u1", "E6"), "AAA", by="union")
    assert board.second_movers == set()


@pytest.mark.parametrize(("general", "asked"), [(False, False), (True, True)])
def test_by_an_option_only_a_unit_with_a_general_takes_ground(lay: Any, run: Any, general: bool, asked: bool) -> None:
    board = lay(
        {"E4": "union infantry", "E5": WEAK},
        generals={"E4": "union"} if general else {},
        options={"take_ground": "led"},
    )
    run(battle(), board, "ICCC", *([ENTER] if asked else []), by="union")
    assert board.place["u1"] == SPACE["E5" if asked else "E4"]
    if general:
        assert board.place["ug1"] == SPACE["E5"]
