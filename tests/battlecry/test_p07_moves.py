"""BC150 p.7 Moving Units, Moving Generals, Attached Generals. Readings: Orders and movement."""

from typing import Any

import pytest

from wargame_battlecry.board.actions import Done, Move
from wargame_battlecry.board.board import BattleBoard, Stage
from wargame_battlecry.printed.game_board import DISTANCE, HEXES, SPACE
from wargame_battlecry.rules.move import MoveChoices, carry_out, destinations, move_one
from wargame_core.authoring import Table, bits


def ends(board: BattleBoard, piece: str) -> set[str]:
    return {HEXES[space] for space in bits(destinations(board, piece))}


def test_infantry_moves_one_hex_and_cavalry_up_to_three(lay: Any) -> None:
    board = lay({"E4": "union infantry", "E9": "union cavalry"})
    assert ends(board, "u1") == {"D3", "D4", "E3", "E5", "F3", "F4"}
    assert all(1 <= DISTANCE[SPACE["E9"]][SPACE[name]] <= 3 for name in ends(board, "u2"))
    assert len(ends(board, "u2")) == 36


def test_units_pass_nobody(lay: Any) -> None:
    board = lay({"A1": "union cavalry", "A2": "union infantry", "B1": "confederate infantry"})
    assert ends(board, "u1") == set()


@pytest.mark.parametrize("kind", ["woods", "homestead", "town", "waterway", "entrenchment"])
def test_stopping_terrain_ends_a_move(lay: Any, kind: str) -> None:
    board = lay({"A1": "union cavalry"}, terrain={"A2": kind, "B1": kind})
    assert ends(board, "u1") == {"A2", "B1"}


@pytest.mark.parametrize("kind", ["hill", "orchard", "field", "bridge"])
def test_other_terrain_does_not(lay: Any, kind: str) -> None:
    board = lay({"A1": "union cavalry"}, terrain={"A2": kind, "B1": kind})
    assert {"A4", "B3", "C2"} <= ends(board, "u1")


def test_nobody_enters_rough_ground_and_a_closed_river(lay: Any) -> None:
    board = lay({"A1": "union infantry"}, terrain={"A2": "rough"}, closed=1 << SPACE["B1"], generals={"I1": "union"})
    assert ends(board, "u1") == set()


def test_only_infantry_enters_devils_den(lay: Any) -> None:
    board = lay({"E4": "union infantry", "E6": "union cavalry"}, terrain={"E5": "devils_den"})
    assert "E5" in ends(board, "u1")
    assert "E5" not in ends(board, "u2")


def test_a_unit_stops_with_a_lone_general_and_takes_him_along_no_further(lay: Any) -> None:
    board = lay({"A1": "union cavalry"}, terrain={"B1": "rough"}, generals={"A2": "union"})
    assert ends(board, "u1") == {"A2"}


def test_a_unit_with_a_general_may_not_join_another(lay: Any) -> None:
    board = lay({"A1": "union infantry"}, generals={"A1": "union", "A2": "union"})
    assert ends(board, "u1") == {"B1"}


def test_a_general_passes_friends_but_no_enemies(lay: Any) -> None:
    board = lay({"A2": "union infantry", "B1": "confederate infantry"}, generals={"A1": "union"})
    assert ends(board, "ug1") == {"A2", "A3", "A4", "B2", "B3", "C2", "C3"}


def test_a_general_ends_with_a_unit_that_has_none(lay: Any) -> None:
    board = lay({"A2": "union infantry"}, generals={"A1": "union", "A2": "union"})
    assert "A2" not in ends(board, "ug1")


def test_an_attached_general_goes_with_its_unit_on_one_order(lay: Any, run: Any) -> None:
    board = lay({"E4": "union infantry"}, generals={"E4": "union"})
    board.stage = Stage.MOVES
    run(move_one, board, Move("u1", "E5"), by="union")
    assert board.place["ug1"] == SPACE["E5"]
    assert MoveChoices(board).pieces == []


def test_a_general_may_be_ordered_away_and_the_unit_stays(lay: Any) -> None:
    board = lay({"E4": "union infantry"}, generals={"E4": "union"})
    board.ordered_pieces = {"ug1": 3}
    carry_out(Table(board), "ug1", SPACE["E6"])
    assert (board.place["u1"], board.place["ug1"]) == (SPACE["E4"], SPACE["E6"])


def test_a_general_that_joined_a_unit_this_turn_moves_no_further_with_it(lay: Any) -> None:
    board = lay({"E4": "union infantry"}, generals={"E6": "union"})
    carry_out(Table(board), "ug1", SPACE["E4"])
    assert ends(board, "u1") == set()
    assert MoveChoices(board).judge(Move("u1", "E5")).codes == ("general_joined",)


def test_no_piece_moves_twice_and_an_order_need_not_be_used(lay: Any, run: Any) -> None:
    board = lay({"E4": "union infantry", "E8": "union infantry"})
    board.stage = Stage.MOVES
    run(move_one, board, Move("u1", "E5"), by="union")
    assert MoveChoices(board).judge(Move("u1", "E6")).codes == ("may_not_move",)
    run(move_one, board, Done(Stage.MOVES), by="union")
    assert board.stage is Stage.BATTLES


@pytest.mark.parametrize(
    ("to", "code"),
    [("E6", "too_far"), ("E5", "unit_there"), ("D4", "enemy_there"), ("F4", "impassable"), ("Z9", "off_board")],
)
def test_a_move_is_refused_with_the_reason(lay: Any, to: str, code: str) -> None:
    units = {"E4": "union infantry", "E5": "union infantry", "D4": "confederate infantry"}
    board = lay(units, terrain={"F4": "rough"})
    assert MoveChoices(board).judge(Move("u1", to)).codes == (code,)


def test_a_piece_without_order_does_not_move(lay: Any) -> None:
    board = lay({"E4": "union infantry", "C4": "confederate infantry"})
    assert MoveChoices(board).judge(Move("s1", "C5")).codes == ("not_ordered",)
    assert MoveChoices(board).judge(Move("u7", "C5")).codes == ("no_piece",)
