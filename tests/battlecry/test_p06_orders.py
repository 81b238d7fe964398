"""BC150 p.3 Game Board, p.6 Announce Orders, p.8 Units in Battle: who may be ordered, and whom a unit may battle."""

from typing import Any

import pytest

from wargame_battlecry.board.actions import Attack, Done, Order
from wargame_battlecry.board.board import AnyUnit, BattleBoard, Sections, Stage
from wargame_battlecry.board.turn_events import OrdersAllowed
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.rules.announce_orders import OrderChoices, order_one
from wargame_battlecry.rules.battle import BattleChoices
from wargame_battlecry.rules.battle_dice import judge_target, targets
from wargame_core.flow.about import PLACE
from wargame_core.maps.masks import bits


def may_order(board: BattleBoard, left: int, center: int, right: int) -> set[str]:
    board.ordered_pieces, board.stage = {}, Stage.ORDERS
    OrdersAllowed(Sections(), (left, center, right)).apply(board)
    return set(OrderChoices(board).pieces)


def test_orders_go_to_units_and_generals_of_the_section(lay: Any) -> None:
    board = lay({"G2": "union infantry", "G7": "union infantry", "G12": "union infantry"}, generals={"H2": "union"})
    assert may_order(board, 1, 0, 0) == {"u1", "ug1"}
    assert may_order(board, 0, 1, 0) == {"u2"}
    assert may_order(board, 0, 0, 1) == {"u3"}


def test_left_is_the_players_own_left(lay: Any) -> None:
    board = lay({"C2": "confederate infantry"}, active="confederate")
    assert may_order(board, 0, 0, 1) == {"s1"}


def test_a_unit_on_a_dividing_line_takes_an_order_of_either_section(lay: Any, run: Any) -> None:
    board = lay({"G5": "union infantry", "G2": "union infantry", "G7": "union infantry"})
    assert may_order(board, 1, 1, 0) == {"u1", "u2", "u3"}
    run(order_one, board, Order("u1"), by="union")
    assert set(OrderChoices(board).pieces) == {"u2", "u3"}
    run(order_one, board, Order("u2"), by="union")
    assert OrderChoices(board).pieces == []


def test_two_units_on_the_line_use_up_both_sections(lay: Any, run: Any) -> None:
    board = lay({"G5": "union infantry", "I5": "union infantry", "G2": "union infantry"})
    may_order(board, 1, 1, 0)
    run(order_one, board, Order("u1"), by="union")
    run(order_one, board, Order("u2"), by="union")
    assert OrderChoices(board).pieces == []


def test_orders_may_be_left_unused(lay: Any, run: Any) -> None:
    board = lay({"G5": "union infantry"})
    may_order(board, 3, 0, 0)
    run(order_one, board, Done(Stage.ORDERS), by="union")
    assert board.stage is Stage.MOVES


def test_one_order_a_piece_and_none_to_the_enemy(lay: Any, run: Any) -> None:
    board = lay({"G5": "union infantry", "G3": "union infantry", "C5": "confederate infantry", "G12": "union infantry"})
    may_order(board, 2, 0, 0)
    run(order_one, board, Order("u1"), by="union")
    choices = OrderChoices(board)
    assert choices.judge(Order("u1")).codes == ("ordered_already",)
    assert choices.judge(Order("s1")).codes == ("not_yours",)
    assert choices.judge(Order("u9")).codes == ("no_piece",)
    assert choices.judge(Order("u3")).codes == ("no_order_left",)
    assert choices.judge(Done(Stage.MOVES)).codes == ("wrong_stage",)


def test_an_order_to_a_unit_of_choice_is_for_units_only(lay: Any) -> None:
    board = lay({"G5": "union infantry"}, generals={"H5": "union"})
    board.ordered_pieces = {}
    OrdersAllowed(AnyUnit(), (1,)).apply(board)
    assert OrderChoices(board).pieces == ["u1"]


def test_a_unit_next_to_an_enemy_unit_may_battle_only_adjacent_ones(lay: Any) -> None:
    board = lay({"E4": "union infantry", "E5": "confederate infantry", "F5": "confederate cavalry"})
    assert targets(board, "u1") == 1 << SPACE["E5"]
    assert judge_target(board, "u1", SPACE["F5"]).codes == ("adjacent_enemy",)


def test_a_lone_general_beside_it_does_not_keep_a_unit_from_firing(lay: Any) -> None:
    board = lay({"E4": "union infantry", "E6": "confederate infantry"}, generals={"D4": "confederate"})
    assert sorted(bits(targets(board, "u1"))) == sorted((SPACE["E6"], SPACE["D4"]))


def test_adjacent_targets_need_no_line_of_sight(lay: Any) -> None:
    board = lay({"E4": "union infantry", "E5": "confederate infantry"}, terrain={"E5": "town"})
    assert targets(board, "u1") == 1 << SPACE["E5"]


@pytest.mark.parametrize(
    ("target", "code", "words"),
    [
        ("E8", "out_of_range", "4 hexes away"),
        ("G4", "no_enemy", "no enemy stands on G4"),
        ("C4", "no_line_of_sight", "D4 blocks the line from E4 to C4"),
    ],
)
def test_a_target_out_of_reach_is_refused_with_the_reason(lay: Any, target: str, code: str, words: str) -> None:
    units = {"E4": "union infantry", "E8": "confederate infantry", "C4": "confederate infantry"}
    board = lay(units, terrain={"D3": "woods", "D4": "woods"})
    verdict = BattleChoices(board).judge(Attack("u1", target))
    assert verdict.codes == (code,)
    assert words in str(verdict)


def test_explaining_a_hex_says_why_each_unit_cannot_reach_it(lay: Any) -> None:
    board = lay(
        {"E4": "union infantry", "G4": "union artillery", "E8": "confederate infantry", "E6": "confederate cavalry"}
    )
    verdict = BattleChoices(board).explain(PLACE, "E12")
    assert verdict is not None
    assert verdict.codes == ("no_enemy",)


def test_a_unit_without_order_or_after_its_battle_may_not_battle(lay: Any) -> None:
    board = lay({"E4": "union infantry", "E5": "confederate infantry"})
    board.times_battled["u1"] = 1
    assert BattleChoices(board).judge(Attack("u1", "E5")).codes == ("may_not_battle",)
    board.ordered_pieces = {}
    assert BattleChoices(board).judge(Attack("u1", "E5")).codes == ("not_ordered",)
    assert BattleChoices(board).judge(Attack("x1", "E5")).codes == ("no_unit",)
