"""BC150 p.11 Hit, General Casualty Check; p.12 Unattached General; p.13 General's Retreat. Readings: Generals."""

from collections.abc import Callable
from typing import Any

import pytest

from wargame_battlecry.board.actions import Escape, RetreatGeneral, TakeGround
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.printed.pieces import GeneralId
from wargame_battlecry.rules.battle import escapes, resolve, retreats
from wargame_battlecry.rules.battle_dice import judge_target, targets
from wargame_core.authoring import Table

UNION, SOUTH = "union infantry", "confederate infantry"


def battle(target: str, unit: str = "u1") -> Callable[[Table[Any]], Any]:
    return lambda t: resolve(t, unit, SPACE[target])


def test_ranged_fire_hits_with_the_targets_symbol_and_misses_with_sabers(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH})
    run(battle("E6"), board, "IISS")
    assert board.figures["s1"] == 2


def test_melee_hits_with_sabers_too(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E5": SOUTH})
    run(battle("E5"), board, "ICAS")
    assert board.figures["s1"] == 2


def test_cavalry_and_artillery_are_hit_by_their_own_symbols(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": "confederate cavalry"})
    run(battle("E6"), board, "IICA")
    assert board.figures["s1"] == 2


def test_hits_beyond_the_last_figure_are_lost_and_a_unit_is_one_flag(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": "confederate infantry 2"})
    run(battle("E6"), board, "IIII")
    assert "s1" not in board.place
    assert board.captured_flags == {"union": 1, "confederate": 0}


def test_flags_of_a_throw_that_eliminates_have_no_effect(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": "confederate infantry 1"})
    run(battle("E6"), board, "IFFF")
    assert board.captured_flags["union"] == 1


def test_bucktails_score_every_saber_and_roll_it_again(lay: Any, run: Any) -> None:
    board = lay({"E4": "union bucktails", "E6": SOUTH})
    run(battle("E6"), board, "CASS", "SI")
    assert "s1" not in board.place


def test_a_general_with_a_unit_that_lost_figures_falls_to_two_sabers(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH}, generals={"E6": "confederate"})
    run(battle("E6"), board, "ICCC", "SS")
    assert "sg1" not in board.place
    assert board.captured_flags["union"] == 1


def test_one_saber_is_not_enough_while_the_unit_lives(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH}, generals={"E6": "confederate"})
    run(battle("E6"), board, "ICCC", "SF")
    assert board.place["sg1"] == SPACE["E6"]


def test_no_check_without_losses(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH}, generals={"E6": "confederate"})
    run(battle("E6"), board, "CCCC")
    assert board.place["sg1"] == SPACE["E6"]


def test_a_general_whose_unit_is_gone_falls_to_one_saber(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": "confederate infantry 1"}, generals={"E6": "confederate"})
    run(battle("E6"), board, "ICCC", "S")
    assert board.captured_flags["union"] == 2


def test_a_general_whose_unit_is_gone_goes_back_and_the_ground_may_be_taken(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E5": "confederate infantry 1"}, generals={"E5": "confederate"})
    run(
        battle("E5"),
        board,
        "ICCC",
        "I",
        RetreatGeneral("C4"),
        TakeGround("u1", "E5", True),
        by=("confederate", "union"),
    )
    assert (board.place["sg1"], board.place["u1"]) == (SPACE["C4"], SPACE["E5"])


def test_a_dead_general_ignores_no_flag(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH}, generals={"E6": "confederate"}, terrain={"D5": "rough"})
    run(battle("E6"), board, "ICCF", "SS")
    assert board.place["s1"] == SPACE["D6"]


def test_a_lone_general_is_hit_by_a_saber_and_by_nothing_else(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION}, generals={"E5": "confederate"})
    run(battle("E5"), board, "IIIS", TakeGround("u1", "E5", False), by="union")
    assert board.captured_flags["union"] == 1
    board = lay({"E4": UNION}, generals={"E5": "confederate"})
    run(battle("E5"), board, "IIFF", RetreatGeneral("B5"), TakeGround("u1", "E5", False), by=("confederate", "union"))
    assert board.place["sg1"] == SPACE["B5"]


def test_a_general_goes_back_one_to_three_rows_past_friends_to_an_open_place(lay: Any) -> None:
    board = lay({"D4": SOUTH, "D5": UNION}, generals={"E5": "confederate", "C4": "confederate"})
    assert retreats(board, GeneralId("sg1")) == ["B3", "B4", "B5", "C5", "D4"]


def test_on_its_own_edge_a_general_leaves_without_a_flag(lay: Any, run: Any) -> None:
    board = lay({"A4": UNION}, generals={"A5": "confederate"})
    run(battle("A5"), board, "IIII", RetreatGeneral("off"), TakeGround("u1", "A5", False), by=("confederate", "union"))
    assert "sg1" not in board.place
    assert board.captured_flags["union"] == 0


def test_a_general_that_reaches_the_edge_may_stop_there_or_leave(lay: Any) -> None:
    assert retreats(lay({}, generals={"B1": "confederate"}), GeneralId("sg1")) == ["A1", "A2", "off"]


def test_behind_impassable_ground_a_general_is_taken(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION}, generals={"E5": "confederate"}, terrain={"D4": "rough", "D5": "rough"})
    run(battle("E5"), board, "IIII", TakeGround("u1", "E5", False), by="union")
    assert board.captured_flags["union"] == 1


def surrounded(lay: Any) -> BattleBoard:
    board = lay({"E4": UNION, "D4": UNION, "D5": UNION}, generals={"E5": "confederate"})
    assert isinstance(board, BattleBoard)
    return board


def escape(run: Any, board: BattleBoard, die: str) -> None:
    """The general's unit is shot away, he escapes through D4 under this die, and the Union stays where it is."""
    taken = Escape(("D4", "C4")), die, TakeGround("u1", "E5", False)
    run(battle("E5"), board, "IIII", *taken, by=("confederate", "union"))


def test_a_general_behind_enemies_escapes_through_them_if_no_saber_falls(lay: Any, run: Any) -> None:
    board = surrounded(lay)
    assert retreats(board, GeneralId("sg1")) == []
    escape(run, board, "I")
    assert board.place["sg1"] == SPACE["C4"]


def test_a_saber_stops_an_escape(lay: Any, run: Any) -> None:
    board = surrounded(lay)
    escape(run, board, "S")
    assert board.captured_flags["union"] == 1


def test_an_escape_ends_in_the_open(lay: Any) -> None:
    board = surrounded(lay)
    ends = {path[-1] for path in escapes(board, GeneralId("sg1"))}
    assert ends == {"C4", "C5", "C6", "B3", "B4", "B5", "B6"}


@pytest.mark.parametrize("target", ["E6", "E7"])
def test_a_lone_general_is_no_ranged_target(lay: Any, target: str) -> None:
    board = lay({"E4": UNION}, generals={target: "confederate"})
    assert targets(board, "u1") == 0
    assert judge_target(board, "u1", SPACE[target]).codes == ("lone_general",)
