"""Command confusion: who is far from any general rolls for his orders, and on a flag does not move."""

import pytest

from wargame_battlecry.board.board import MAY_BATTLE, MAY_MOVE, BattleBoard
from wargame_battlecry.printed.game_board import SPACE
from wargame_core import load
from wargame_house_rules.command_confusion import CourierSent, send_couriers, units_without_general
from wargame_laws import drive, laws

MIXED = ({"union": "random", "confederate": "heuristic"}, {"union": "heuristic", "confederate": "random"}, "heuristic")

test_laws = pytest.mark.thorough(laws("battlecry+command_confusion", scenario="mcdowell", players=MIXED, budget=20))


@pytest.fixture
def board() -> BattleBoard:
    """Three ordered units of the Union, of which the last has no general near it."""
    rules = load("battlecry").rules
    board = rules.set_up("kernstown", rules.read_options({}))
    assert isinstance(board, BattleBoard)
    board.active = "union"
    for piece in list(board.place):
        board.remove_piece(piece)
    for piece, name in {"u1": "E5", "ug1": "E5", "u2": "E7", "u3": "E8", "sg1": "D8"}.items():
        board.put(piece, SPACE[name])
    board.ordered_pieces = dict.fromkeys(("u1", "u2", "u3", "ug1"), MAY_MOVE | MAY_BATTLE)
    return board


def test_a_general_is_heard_over_two_hexes(board: BattleBoard) -> None:
    assert units_without_general(board) == ["u3"]
    board.put("ug1", SPACE["E6"])
    assert units_without_general(board) == []


def test_a_unit_that_only_battles_needs_no_courier(board: BattleBoard) -> None:
    board.ordered_pieces["u3"] = MAY_BATTLE
    assert units_without_general(board) == []


@pytest.mark.parametrize(("roll", "may"), [("F", MAY_BATTLE), ("S", MAY_MOVE | MAY_BATTLE)])
def test_a_unit_whose_courier_comes_too_late_may_battle_but_not_move(board: BattleBoard, roll: str, may: int) -> None:
    recorded = drive(send_couriers, board, roll)
    assert recorded == [CourierSent("u3", roll == "F")]
    assert board.ordered_pieces == {"u1": 3, "u2": 3, "u3": may, "ug1": 3}
