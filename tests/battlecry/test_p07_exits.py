"""BC150 p.7 Moving Units: where a battle says so, units leave the board. Readings: Leaving the board."""

from typing import Any

import pytest

from wargame_battlecry.board.actions import Move
from wargame_battlecry.board.battle_events import UnitExited
from wargame_battlecry.board.board import BattleBoard, Stage
from wargame_battlecry.players.heuristic import HeuristicPlayer
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.printed.pieces import Exit
from wargame_battlecry.rules.move import MoveChoices, move_one
from wargame_core.maps.masks import mask_of

WAY_OUT = (Exit("union", mask_of((SPACE["A4"], SPACE["A5"])), 1),)


def field(lay: Any, units: dict[str, Any], **rest: Any) -> BattleBoard:
    board = lay(units, exits=WAY_OUT, **rest)
    assert isinstance(board, BattleBoard)
    board.stage = Stage.MOVES
    return board


def test_a_unit_on_an_exit_hex_leaves_with_its_general_for_a_flag_of_its_own(lay: Any, run: Any) -> None:
    board = field(lay, {"A4": "union infantry"}, generals={"A4": "union"})
    events = run(move_one, board, Move("u1", "off"), by="union")
    assert board.place == board.figures == board.ordered_pieces == {}
    assert board.captured_flags == {"union": 1, "confederate": 0}
    assert events[0].text(board) == "Union infantry u1 leaves the board from A4: 1 flag."


def test_the_last_flag_may_be_that_of_a_unit_that_leaves(lay: Any, run: Any) -> None:
    board = field(lay, {"A4": "union infantry"})
    board.captured_flags["union"] = 5
    run(move_one, board, Move("u1", "off"), by="union")
    assert board.outcome is not None
    assert board.outcome.winner == "union"


@pytest.mark.parametrize(
    ("start", "terrain", "leaves"),
    [
        ("C4", {}, True),  # two hexes to A4 and the third off the board
        ("D4", {}, False),
        ("C4", {"A4": "woods", "A5": "woods"}, False),  # it stops there, and leaves next turn
        ("A4", {"A4": "woods"}, True),
        ("B4", {"A4": "woods"}, True),  # by A5
    ],
)
def test_leaving_is_a_step_beyond_the_exit_hex(lay: Any, start: str, terrain: dict[str, str], leaves: bool) -> None:
    board = field(lay, {start: "union cavalry"}, terrain=terrain)
    choices = MoveChoices(board)
    assert bool(choices.judge(Move("u1", "off"))) is leaves
    assert (Move("u1", "off") in list(choices)) is leaves


def test_infantry_leaves_only_from_the_hex_it_stands_on(lay: Any) -> None:
    assert MoveChoices(field(lay, {"B4": "union infantry"})).judge(Move("u1", "off")).codes == ("too_far",)


def test_a_general_alone_and_the_other_side_stay(lay: Any) -> None:
    board = field(lay, {"A5": "confederate infantry"}, generals={"A4": "union"})
    board.ordered_pieces = {"ug1": 3, "s1": 3}
    assert MoveChoices(board).judge(Move("ug1", "off")).codes == ("no_exit",)
    assert MoveChoices(board).judge(Move("s1", "off")).codes == ("no_exit",)


def test_a_unit_held_by_a_general_that_has_just_joined_stays(lay: Any) -> None:
    board = field(lay, {"A4": "union infantry"}, generals={"A4": "union"})
    board.hexes_moved["ug1"] = 2
    assert not MoveChoices(board).judge(Move("u1", "off"))


def test_where_no_battle_says_so_nobody_leaves(lay: Any) -> None:
    board = lay({"A4": "union infantry"})
    assert MoveChoices(board).judge(Move("u1", "off")).codes == ("no_exit",)


def test_why_a_unit_does_not_leave_can_be_asked(lay: Any) -> None:
    near, far = field(lay, {"A4": "union infantry"}), field(lay, {"E4": "union infantry"})
    assert MoveChoices(near).judge(Move("u1", "off"))
    assert MoveChoices(far).judge(Move("u1", "off")).codes == ("too_far",)


def test_of_two_ways_out_the_one_worth_more_counts(lay: Any, run: Any) -> None:
    board = lay({"B4": "union cavalry"}, exits=(*WAY_OUT, Exit("union", mask_of((SPACE["A5"],)), 2)))
    board.stage = Stage.MOVES
    assert run(move_one, board, Move("u1", "off"), by="union")[0] == UnitExited("u1", "A5", 2)


def test_the_heuristic_player_takes_the_flag(lay: Any) -> None:
    board = field(lay, {"A4": "union infantry"})
    assert HeuristicPlayer()._move(board, "union", MoveChoices(board)) == Move("u1", "off")
