"""What a march costs, hex by hex, and what stops it."""

from typing import Any

import pytest
from tests.gcacw.standard.field_kit import ground

from wargame_core.maps.movement import Reach
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.series import GROUND
from wargame_gcacw.printed.book import show_points
from wargame_gcacw.rules.movement_costs import march_reach


def reach(board: FieldBoard, unit: str, points: float) -> Reach:
    return march_reach(board, unit, round(2 * points))


def points(found: Reach, board: FieldBoard, hex: str) -> str:
    return show_points(found.cost(board.ground.map.parse(hex)))


def why_not(found: Reach, board: FieldBoard, hex: str) -> str:
    return str(found.why_not(board.ground.map.parse(hex)))


@pytest.mark.parametrize(
    ("hex", "dry", "rain"),
    [("S3202", "1", "1 1/2"), ("S3302", "1", "2"), ("S3102", "3", "3"), ("N3334", "1", "1 1/2")],
    ids=["pike", "road into rough", "clear", "pike over a creek"],
)
def test_ways_and_terrain_cost_what_the_sheet_says(lay: Any, hex: str, dry: str, rain: str) -> None:
    board = lay(csa_rodes="S3201")
    assert points(reach(board, "csa_rodes", 4), board, hex) == dry
    board = lay(csa_rodes="S3201", rain=True)
    assert points(reach(board, "csa_rodes", 4), board, hex) == rain


def test_halves_add_up_on_a_pike_in_rain(lay: Any) -> None:
    board = lay(csa_hood="S3104", rain=True)
    assert points(reach(board, "csa_hood", 6), board, "S3202") == "3"
    assert points(reach(board, "csa_hood", 6), board, "S3201") == "4 1/2"


def test_a_mountain_is_entered_only_by_a_way(lay: Any) -> None:
    board = lay(csa_imboden="S2105")
    found = reach(board, "csa_imboden", 12)
    assert points(found, board, "S2104") == "1"
    assert "no way leads into it" in why_not(found, board, "S2005")


def test_a_river_is_crossed_only_where_a_bridge_or_ford_is_and_rain_closes_fords(lay: Any) -> None:
    board = lay(usa_devin="S3210")
    found = reach(board, "usa_devin", 8)
    assert points(found, board, "S3310") == "1"
    assert points(found, board, "S3211") == "1"
    wet = lay(usa_devin="S3210", rain=True)
    assert "rain has closed the ford" in why_not(reach(wet, "usa_devin", 2), wet, "S3211")


def test_in_rain_a_creek_is_crossed_only_by_a_way(lay: Any) -> None:
    board = lay(csa_hood="S3103", rain=True)
    found = reach(board, "csa_hood", 3)
    assert points(found, board, "S3003") == "2"
    assert "in rain the creek" in why_not(found, board, "S3002")


def test_too_far_names_both_numbers(lay: Any) -> None:
    board = lay(csa_hood="S3103", rain=True)
    assert "Gettysburg costs 3, budget 1 1/2" in why_not(reach(board, "csa_hood", 1.5), board, "S3201")


def test_a_unit_may_always_march_one_hex(lay: Any) -> None:
    board = lay(csa_hood="S3103")
    found = reach(board, "csa_hood", 1)
    assert points(found, board, "S3102") == "1"
    assert board.ground.map.parse("S3201") not in found


def test_an_enemy_zone_of_control_stops_the_march(lay: Any) -> None:
    board = lay(csa_hood="N3134", usa_howe="S3203")
    found = reach(board, "csa_hood", 3)
    assert points(found, board, "S3202") == "2"
    assert "must stop in the enemy zone of control at S3202" in why_not(found, board, "S3303")
    assert "enemies hold" in why_not(found, board, "S3203")


def test_leaving_a_zone_costs_a_point_and_going_from_zone_to_zone_everything(lay: Any) -> None:
    board = lay(csa_hood="S3202", usa_howe="S3203")
    found = reach(board, "csa_hood", 5)
    assert points(found, board, "S3201") == "2"
    assert points(found, board, "S3103") == "5"


def test_friends_cost_infantry_by_their_value_and_cavalry_nothing(lay: Any) -> None:
    heavy = {"csa_heth": ("S3202", {"manpower": 12}), "csa_hampton": ("S3103", {"manpower": 3})}
    board = lay(csa_hood="S3201", csa_jones="S3201", **heavy)
    assert points(reach(board, "csa_hood", 6), board, "S3202") == "3"
    assert points(reach(board, "csa_jones", 6), board, "S3202") == "1"
    trains = lay(csa_hood="S3201", csa_sub1="S3202")
    assert points(reach(trains, "csa_hood", 6), trains, "S3202") == "3"


def test_a_disorganized_unit_counts_for_its_combat_value_and_halves_go_up(lay: Any) -> None:
    weak = {"manpower": 1, "disorganized": True}
    board = lay(csa_hood="S3201", csa_heth=("S3202", {"manpower": 2}), csa_pender=("S3202", weak))
    assert points(reach(board, "csa_hood", 6), board, "S3202") == "2"


def test_wagon_trains_keep_to_roads_and_pikes(lay: Any) -> None:
    board = lay(csa_sub1="S2504")
    found = reach(board, "csa_sub1", 6)
    assert points(found, board, "S2404") == "1"
    assert "no road or pike leads" in why_not(found, board, "S2503")


def test_union_cavalry_leaves_the_map_by_row_18_on_turn_1_and_not_on_turn_2(lay: Any) -> None:
    board = lay(usa_devin="S3117")
    found = reach(board, "usa_devin", 20)
    space = board.ground.map.parse
    beyond = [hex for hex in ("S3018", "S3118", "S3218") if space(hex) in found]
    assert beyond
    later = lay(usa_devin="S3117", turn=2)
    assert "no unit may leave the map" in why_not(reach(later, "usa_devin", 20), later, beyond[0])
    infantry = lay(usa_howe="S3117", turn=2)
    assert space(beyond[0]) in reach(infantry, "usa_howe", 20)


def test_loess_costs_what_woods_cost_and_restricts_zones_as_they_do() -> None:
    loess, woods = GROUND.terrain["loess"], GROUND.terrain["woods"]
    assert (loess.dry, loess.rain) == (woods.dry, woods.rain)
    field = ground(terrain={"0505": "loess", "0504": "woods"}, ways={"road": ["0505-0506"]})
    here, space = field.map.parse("0405"), field.map.parse
    assert field.restricted[here] >> space("0505") & 1
    assert field.restricted[space("0505")] >> here & 1
    assert not field.restricted[space("0506")] >> space("0505") & 1
