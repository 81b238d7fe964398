"""BC150 p.12 Bolster Morale and Retreat. Readings: Retreats and ground taken."""

from collections.abc import Callable
from typing import Any

from wargame_battlecry.board.actions import IgnoreFlags, Retreat, RetreatGeneral, TakeGround
from wargame_battlecry.players.heuristic import worth
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.rules.battle import resolve, steps_back, ways_back
from wargame_battlecry.rules.battle_dice import morale
from wargame_battlecry.rules.special_rules import Green, Morale
from wargame_core.authoring import Table

UNION, SOUTH = "union infantry", "confederate infantry"


def battle(target: str, unit: str = "u1") -> Callable[[Table[Any]], Any]:
    return lambda t: resolve(t, unit, SPACE[target])


def test_a_flag_sends_a_unit_back_a_row_by_the_way_its_owner_chooses(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH})
    run(battle("E6"), board, "CCCF", Retreat("D5"), by="confederate")
    assert board.place["s1"] == SPACE["D5"]


def test_the_union_retreats_toward_row_i(lay: Any, run: Any) -> None:
    board = lay({"E4": SOUTH, "E6": UNION}, active="confederate")
    run(battle("E6", "s1"), board, "CCFF", Retreat("F6"), Retreat("G7"), by="union")
    assert board.place["u1"] == SPACE["G7"]


def test_terrain_does_not_stop_a_retreat_but_rough_ground_does(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH}, terrain={"D5": "rough", "D6": "woods", "C6": "waterway", "C7": "rough"})
    run(battle("E6"), board, "CCFF")
    assert board.place["s1"] == SPACE["C6"]


def test_each_hex_not_retreated_costs_a_figure(lay: Any, run: Any) -> None:
    board = lay({"A4": UNION, "A6": SOUTH})
    run(battle("A6"), board, "CIFF")
    assert board.figures["s1"] == 1
    assert board.place["s1"] == SPACE["A6"]


def test_the_owner_may_go_back_where_the_way_ends_or_by_an_option_only_as_far_as_any_way_leads(
    lay: Any, run: Any
) -> None:
    units = {"E4": UNION, "E6": SOUTH, "C5": SOUTH, "C6": SOUTH}
    board = lay(units)
    ways = ways_back(board, "s1", SPACE["E6"], 2)
    assert set(ways) == {Retreat("D5", short=1), Retreat("D6")}
    assert {way.text(board) for way in ways} == {"retreat to D5, and no farther: a figure lost", "retreat to D6"}
    run(battle("E6"), board, "CCFF", Retreat("D5", short=1), by="confederate")
    assert (board.place["s1"], board.figures["s1"]) == (SPACE["D5"], 3)
    board = lay(units, options={"retreat_hex": "most"})
    run(battle("E6"), board, "CCFF")
    assert (board.place["s1"], board.figures["s1"]) == (SPACE["C7"], 4)


def test_a_bot_goes_back_by_the_way_that_costs_no_figure(lay: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH, "C5": SOUTH, "C6": SOUTH, "D4": SOUTH})
    ways = ways_back(board, "s1", SPACE["E6"], 2)
    assert max(ways, key=lambda way: worth(board, "confederate", way)) == Retreat("D6")


def test_a_unit_that_meets_a_lone_general_stops_with_it_and_owes_nothing_more(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH}, generals={"D5": "confederate"})
    run(battle("E6"), board, "CFFF", Retreat("D5"), by="confederate")
    assert board.place["s1"] == board.place["sg1"] == SPACE["D5"]
    assert board.figures["s1"] == 4


def test_a_unit_with_a_general_may_not_retreat_onto_another(lay: Any) -> None:
    board = lay({"E6": SOUTH}, generals={"E6": "confederate", "D5": "confederate"})
    assert steps_back(board, "s1", SPACE["E6"]) == [SPACE["D6"]]


def test_an_attached_general_retreats_with_its_unit(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH}, generals={"E6": "confederate"}, terrain={"D5": "rough"})
    run(battle("E6"), board, "CCCF", IgnoreFlags(0), by="confederate")
    assert board.place["s1"] == board.place["sg1"] == SPACE["D6"]


def test_a_general_lets_its_unit_ignore_one_flag_if_the_owner_likes(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH}, generals={"E6": "confederate"}, terrain={"D5": "rough"})
    run(battle("E6"), board, "CCFF", IgnoreFlags(1), by="confederate")
    assert board.place["s1"] == SPACE["D6"]


def test_two_supports_let_a_unit_ignore_one_flag_and_a_lone_general_is_one(lay: Any) -> None:
    one_friend = lay({"E4": UNION, "E6": SOUTH, "D5": SOUTH})
    two_friends = lay({"E4": UNION, "E6": SOUTH, "D5": SOUTH}, generals={"F6": "confederate"})
    assert morale(one_friend, "s1", SPACE["E4"]).total == 0
    assert morale(two_friends, "s1", SPACE["E4"]).total == 1


def test_reasons_to_ignore_flags_add_up(lay: Any) -> None:
    board = lay(
        {"E4": UNION, "E6": SOUTH, "D5": SOUTH, "D6": SOUTH},
        generals={"E6": "confederate"},
        terrain={"E6": {"kind": "fieldwork", "sides": ["W", "SW"]}},
    )
    assert morale(board, "s1", SPACE["E4"]).total == 3
    assert morale(board, "s1", SPACE["E8"]).total == 2


def test_a_battle_may_steady_units_on_named_hexes(lay: Any) -> None:
    board = lay({"E6": SOUTH}, rules=(Morale("confederate", ("E6",)),))
    assert morale(board, "s1", SPACE["E4"]).total == 1


def test_green_units_go_back_two_hexes_a_flag(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH}, rules=(Green(("infantry",)),), terrain={"D5": "rough", "C6": "rough"})
    run(battle("E6"), board, "CCCF")
    assert board.place["s1"] == SPACE["C7"]


def test_losses_of_a_blocked_retreat_check_the_general_once_a_throw(lay: Any, run: Any) -> None:
    board = lay({"A4": UNION, "A6": SOUTH}, generals={"A6": "confederate"})
    run(battle("A6"), board, "CCFF", IgnoreFlags(0), "SS", by="confederate")
    assert "sg1" not in board.place
    board = lay({"A4": UNION, "A6": SOUTH}, generals={"A6": "confederate"})
    run(battle("A6"), board, "ICFF", "SC", IgnoreFlags(0), by="confederate")
    assert (board.figures["s1"], "sg1" in board.place) == (1, True)


def test_a_general_whose_unit_dies_of_a_blocked_retreat_must_still_get_away(lay: Any, run: Any) -> None:
    board = lay({"B4": UNION, "B6": "confederate infantry 1", "A6": SOUTH, "A7": SOUTH}, generals={"B6": "confederate"})
    run(battle("B6"), board, "CFFF", IgnoreFlags(0), "I", RetreatGeneral("A7"), by="confederate")
    assert board.place["sg1"] == SPACE["A7"]


def test_a_winner_in_melee_may_take_the_ground_unless_it_is_artillery(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E5": "confederate infantry 1"})
    run(battle("E5"), board, "ICCC", TakeGround("u1", "E5", True), by="union")
    assert board.place["u1"] == SPACE["E5"]
    board = lay({"E4": "union artillery", "E5": "confederate infantry 1"})
    run(battle("E5"), board, "ICCCC")
    assert board.place["u1"] == SPACE["E4"]


def test_no_ground_is_taken_after_ranged_fire(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": "confederate infantry 1"})
    run(battle("E6"), board, "ICCC")
    assert board.place["u1"] == SPACE["E4"]


def test_the_general_takes_the_ground_with_its_unit(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E5": SOUTH}, generals={"E4": "union"}, terrain={"D4": "rough"})
    run(battle("E5"), board, "CCCF", TakeGround("u1", "E5", True), by="union")
    assert board.place["ug1"] == board.place["u1"] == SPACE["E5"]
    assert board.place["s1"] == SPACE["D5"]
