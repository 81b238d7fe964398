"""Whole marches: allowances, tired and forced marches, leaders, activations. Sections 5.1 and 5.2 of the rules."""

from typing import Any

import pytest
from tests.gcacw.standard.field_kit import field

from wargame_core.flow.about import PLACE
from wargame_gcacw.board import actions
from wargame_gcacw.board.action_events import LeaderCutOff, lose
from wargame_gcacw.board.board import Activation, March
from wargame_gcacw.printed.book import POINT
from wargame_gcacw.printed.counters import FOE, LeaderId, Side
from wargame_gcacw.rules.action_cycle import begin_action, next_march, units_to_activate
from wargame_gcacw.rules.leaders_and_objectives import in_reach, open_to_leaders, reattach_leaders, transfer_leaders
from wargame_gcacw.rules.march import MarchChoices, march_on
from wargame_laws import drive

BUFORD, HILL, KILPATRICK, MEADE, STUART, SYKES = (
    LeaderId(f"ldr_{name}") for name in ("buford", "hill", "kilpatrick", "meade", "stuart", "sykes")
)


def action(chosen: Any) -> Any:
    side: Side = "confederate" if str(getattr(chosen, "unit", chosen)).find("csa") >= 0 else "union"
    if isinstance(chosen, actions.ActivateLeader):
        side = "confederate" if chosen.units[0].startswith("csa") else "union"
    return lambda table: begin_action(table, side, chosen)


@pytest.mark.parametrize(
    ("unit", "dice", "points"),
    [
        ("usa_wright", (4,), 4),
        ("csa_hood", (4,), 5),
        ("usa_devin", (3, 4), 7),
        ("csa_jones", (3, 4), 8),
        ("csa_sub1", (4,), 5),
    ],
)
def test_a_march_rolls_the_allowance_of_its_arm_and_side(lay: Any, unit: str, dice: Any, points: int) -> None:
    board = lay(**{unit: "S3103"}, trains_released=True)
    drive(action(actions.MarchUnit(unit)), board, *dice)
    assert board.activation.allowance == points * POINT


@pytest.mark.parametrize(
    ("leader", "unit", "dice", "points"),
    [
        ("ldr_sedgwick", "usa_wright", (4,), 5),
        ("ldr_buford", "usa_devin", (3, 4), 8),
        ("ldr_longstreet", "csa_hood", (4,), 6),
        ("ldr_stuart", "csa_jones", (3, 4), 10),
    ],
)
def test_an_activation_rolls_once_for_all_its_units(lay: Any, leader: str, unit: str, dice: Any, points: int) -> None:
    board = lay(**{unit: "S3103"}, leaders={leader: unit})
    drive(action(actions.ActivateLeader(LeaderId(leader), (unit,))), board, *dice)
    assert board.activation.allowance == points * POINT


def test_stuart_activates_jenkins_but_not_imboden_and_kilpatrick_has_huey(lay: Any) -> None:
    here = dict.fromkeys(("csa_hampton", "csa_ajenkins", "csa_imboden"), "N3133")
    board = lay(**here, usa_richmond="S3611", usa_huey="S3611", leaders={"ldr_stuart": "csa_hampton"})
    board.leader_with["ldr_kilpatrick"] = "usa_richmond"
    assert units_to_activate(board, STUART) == ["csa_ajenkins", "csa_hampton"]
    assert units_to_activate(board, KILPATRICK) == ["usa_richmond", "usa_huey"]


def test_leaderless_corps_and_army_leaders_activate_nobody(lay: Any) -> None:
    board = lay(usa_i_corps="S3202", usa_barnes="S3202", leaders={"ldr_sykes": "usa_barnes", "ldr_meade": "usa_barnes"})
    assert units_to_activate(board, SYKES) == ["usa_barnes"]
    assert units_to_activate(board, MEADE) == []


def test_command_reaches_3_hexes_and_2_for_union_cavalry_leaders(lay: Any) -> None:
    board = lay(csa_heth="S3102", csa_pender="S2804", leaders={"ldr_hill": "csa_heth"})
    assert units_to_activate(board, HILL) == ["csa_heth"]
    board = lay(csa_heth="S3102", csa_pender="S2803", leaders={"ldr_hill": "csa_heth"})
    assert units_to_activate(board, HILL) == ["csa_heth", "csa_pender"]
    board = lay(usa_gamble="S3611", usa_devin="S3911", leaders={"ldr_buford": "usa_gamble"})
    assert units_to_activate(board, BUFORD) == ["usa_gamble"]


def test_command_runs_through_an_enemy_zone_only_where_friends_stand(lay: Any) -> None:
    board = lay(csa_heth="S3102", usa_barnes="S3203")
    space = board.ground.map.parse
    reached = in_reach(board, space("S3102"), 1, open_to_leaders(board, "confederate"))
    assert not reached >> space("S3103") & 1
    board = lay(csa_heth="S3102", csa_hood="S3103", usa_barnes="S3203")
    assert in_reach(board, space("S3102"), 1, open_to_leaders(board, "confederate")) >> space("S3103") & 1


def test_the_named_units_march_one_after_another_and_the_leader_may_join_one_of_them_once(lay: Any) -> None:
    board = lay(csa_heth="S2504", csa_pender="S2504", leaders={"ldr_hill": "csa_heth"})
    drive(action(actions.ActivateLeader(HILL, ("csa_heth", "csa_pender"))), board, 2)
    drive(next_march, board, actions.PlaceLeader(HILL, "csa_pender"), by="confederate")
    assert board.leader_with == {"ldr_hill": "csa_pender"}
    drive(
        next_march,
        board,
        actions.MarchUnit("csa_heth"),
        actions.ForceMarch(False),
        actions.TakeAlong(()),
        by="confederate",
    )
    drive(march_on, board, actions.MoveTo("S2404"), by="confederate")
    drive(march_on, board, actions.Halt(), by="confederate")
    drive(next_march, board, actions.ForceMarch(False), by="confederate")
    assert board.march.unit == "csa_pender"
    assert board.activation.units == ()


def test_a_march_costs_a_fatigue_level_and_a_tired_unit_rolls_on_the_table(lay: Any) -> None:
    board = lay(csa_hood=("S2504", {"fatigue": 2}))
    drive(action(actions.MarchUnit("csa_hood")), board, 3)
    events = drive(next_march, board, 1, actions.ForceMarch(False), by="confederate")
    assert board.units["csa_hood"].fatigue == 3
    assert any(event.kind == "extended_marched" for event in events)
    fresh = lay(csa_hood=("S2504", {"fatigue": 1}))
    drive(action(actions.MarchUnit("csa_hood")), fresh, 3)
    drive(next_march, fresh, actions.ForceMarch(False), by="confederate")
    worn = lay(csa_hood=("S2504", {"fatigue": 1, "exhausted": True}))
    drive(action(actions.MarchUnit("csa_hood")), worn, 3)
    drive(next_march, worn, 1, actions.ForceMarch(False), by="confederate")


def test_each_loss_of_a_train_by_an_extended_march_is_counted(lay: Any) -> None:
    board = lay(csa_sub1=("S2504", {"fatigue": 3, "manpower": 2}), trains_released=True)
    drive(action(actions.MarchUnit("csa_sub1")), board, 3)
    drive(next_march, board, 6)
    assert board.train_marches == {"csa_sub1": 1}


def test_a_force_march_gives_points_and_disorganizes(lay: Any) -> None:
    board = lay(csa_hood="S2504")
    drive(action(actions.MarchUnit("csa_hood")), board, 3)
    drive(next_march, board, actions.ForceMarch(True), 4, by="confederate")
    assert board.march.left == (4 + 3) * POINT
    assert board.units["csa_hood"].disorganized
    assert board.units["csa_hood"].manpower == 4


def test_artillery_wagons_disorganized_units_and_night_marches_are_never_forced(lay: Any) -> None:
    for unit, rest in (("usa_art1", {}), ("csa_sub1", {}), ("csa_hood", {"night": True})):
        board = lay(**{unit: "S2504"}, trains_released=True, **rest)
        drive(action(actions.MarchUnit(unit)), board, 3)
        drive(next_march, board)
    board = lay(csa_hood=("S2504", {"disorganized": True}))
    drive(action(actions.MarchUnit("csa_hood")), board, 3)
    drive(next_march, board)


def test_slipping_from_zone_to_zone_without_a_way_disorganizes_and_then_costs_a_point(lay: Any) -> None:
    board = lay(marching="csa_hood", csa_hood="S3102", usa_barnes="S3202", points=4)
    drive(march_on, board, actions.MoveTo("S3103"), by="confederate")
    assert (board.units["csa_hood"].disorganized, board.march.left) == (True, 0)
    weak = {"disorganized": True}
    board = lay(marching="csa_hood", csa_hood=("S3102", weak), usa_barnes="S3202", points=4)
    drive(march_on, board, actions.MoveTo("S3103"), by="confederate")
    assert board.units["csa_hood"].manpower == 4
    assert board.lost_manpower == {"confederate:zone_to_zone:infantry": 1}


def test_only_the_step_from_zone_to_zone_is_a_slip_and_not_a_march_round_by_free_ground(lay: Any) -> None:
    start = {"csa_mclaws": "S3103", "usa_barnes": "S3203", "usa_crawford": "S2804"}
    board = lay(marching="csa_mclaws", points=9, **start)
    zone = board.zone("union")
    path = [zone >> board.ground.map.parse(hex) & 1 for hex in ("S3103", "S3003", "S2904")]
    assert path == [1, 0, 1]
    drive(march_on, board, actions.MoveTo("S2904"), by="confederate")
    assert not board.units["csa_mclaws"].disorganized
    assert board.lost_manpower == {}


@pytest.mark.parametrize(("points", "slipped"), [(6, True), (7, False), (8, False)])
def test_of_two_ways_of_the_same_cost_the_one_that_is_no_slip_is_taken(points: int, slipped: bool) -> None:
    # straight on it is one hex for the whole allowance, round by 0604 it is 4 and 3 points
    enemies = ("b confederate infantry 0506 4", "c confederate infantry 0403 4")
    board = field("a union infantry 0505 4", *enemies, march="a", points=points)
    drive(march_on, board, actions.MoveTo("0504"), by="union")
    assert board.hex("a") == "0504"
    assert board.units["a"].disorganized == slipped
    assert board.the_march.left == 2 * max(0, points - 7)


def as_it_lies(board: Any) -> Any:
    return (board.units, board.march, board.lost_manpower, board.control, board.left_hex, board.leader_with)


def marched(board: Any, *hexes: str) -> Any:
    """The board after a march by these stretches; cavalry that is asked stands."""
    after = board.copy()
    mover = board.unit(board.march.unit).side
    for hex in hexes:
        drive(
            march_on,
            after,
            (mover, actions.MoveTo(hex)),
            watched=False,
            rest=lambda _: (FOE[mover], actions.CavalryRetreat(False)),
        )
    return after


@pytest.mark.parametrize("scenario", ["lees_retreat", "the_battle_continues"])
def test_a_march_cut_into_shorter_ones_gives_the_same_board(lay: Any, game: Any, scenario: str) -> None:
    start = game.start(scenario=scenario, seed=1).board
    beside = [
        unit_id
        for unit_id in start.units
        if start.zone(FOE[start.unit(unit_id).side]) >> start.units[unit_id].space & 1
    ]
    splits = 0
    for unit_id in beside:
        board = start.copy()
        board.activation = Activation(start.unit(unit_id).side, (), (unit_id,), allowance=14)
        board.march = March(unit_id, 14, 14)
        reach = MarchChoices(board, board.march).reach
        for end in reach.costs:
            path = [board.ground.name(space) for space in reach.path(end)]
            for turn in range(1, len(path) - 1):
                splits += 1
                assert as_it_lies(marched(board, path[-1])) == as_it_lies(marched(board, path[turn], path[-1])), path
    assert splits > 100


def test_infantry_takes_every_objective_on_its_way_and_cavalry_none(lay: Any, book: Any) -> None:
    space = book.ground.map.parse
    held = {space("S3202"): "union", space("S3203"): "union"}
    board = lay(marching="csa_hood", csa_hood="S3201", control=dict(held), scenario="the_battle_continues", points=6)
    drive(march_on, board, actions.MoveTo("S3202"), by="confederate")
    assert board.control[space("S3202")] == "confederate"
    board = lay(marching="csa_jones", csa_jones="S3201", control=dict(held), scenario="the_battle_continues", points=6)
    drive(march_on, board, actions.MoveTo("S3202"), by="confederate")
    assert board.control == held


def test_cavalry_that_enters_row_18_leaves_the_map_and_its_leader_joins_another_unit(lay: Any) -> None:
    board = lay(
        marching="usa_devin", usa_devin="S3117", usa_gamble="S3611", points=12, leaders={"ldr_buford": "usa_devin"}
    )
    choices = MarchChoices(board, board.march)
    row_18 = next(one for one in choices if isinstance(one, actions.MoveTo) and one.to.endswith("18"))
    drive(march_on, board, row_18, by="union")
    assert board.exited_units == {"usa_devin": 5}
    assert board.march is None
    assert board.leader_with == {"ldr_buford": "usa_gamble"}


def test_wrong_marches_are_refused_with_their_reason(lay: Any) -> None:
    board = lay(marching="csa_hood", csa_hood="S3201", usa_barnes="S3203", points=3)
    choices = MarchChoices(board, board.march)
    assert choices.judge(actions.MoveTo("S3201")).codes == ("here",)
    assert choices.judge(actions.MoveTo("Gettysburg")).codes == ("no_hex",)
    assert choices.judge(actions.MoveTo("S1607")).codes[0] == "too_far"
    assert "enemy" in choices.judge(actions.MoveTo("S3203")).codes
    assert choices.judge(actions.MarchUnit("csa_hood")).codes == ("not_offered",)
    assert "costs" in str(choices.explain(PLACE, board.ground.map.coordinates(board.ground.map.parse("Cashtown"))))


def test_leaders_transfer_up_to_ten_hexes_each_once(lay: Any) -> None:
    board = lay(csa_heth="S3102", csa_pender="S2504", leaders={"ldr_hill": "csa_heth"})
    drive(transfer_leaders, board, actions.PlaceLeader(HILL, "csa_pender"), by="confederate")
    assert board.leader_with == {"ldr_hill": "csa_pender"}
    far = lay(csa_heth="S3102", csa_pender="S1907", leaders={"ldr_hill": "csa_heth"})
    drive(transfer_leaders, far)


def test_a_leader_who_loses_his_unit_goes_to_the_nearest_and_the_owner_breaks_ties(lay: Any) -> None:
    board = lay(csa_heth="S3102", csa_pender="S3103", csa_anderson="S2504", leaders={"ldr_hill": "csa_heth"})
    drive(lambda table: lose(table, "csa_heth", 9, "combat"), board)
    drive(reattach_leaders, board)
    assert board.leader_with == {"ldr_hill": "csa_pender"}
    tied = lay(csa_heth="S3102", csa_pender="S3103", csa_anderson="S3201", leaders={"ldr_hill": "csa_heth"})
    drive(lambda table: lose(table, "csa_heth", 9, "combat"), tied)
    drive(reattach_leaders, tied, actions.PlaceLeader(HILL, "csa_anderson"), by="confederate")
    assert tied.leader_with == {"ldr_hill": "csa_anderson"}
    alone = lay(csa_heth="S3102", leaders={"ldr_hill": "csa_heth"})
    drive(lambda table: lose(table, "csa_heth", 9, "combat"), alone)
    drive(reattach_leaders, alone)
    assert alone.leader_with == {}


def test_a_leader_whose_units_are_all_far_is_cut_off_until_leaders_transfer(lay: Any) -> None:
    board = lay(csa_heth="S3102", csa_pender="S1907", leaders={"ldr_hill": "csa_heth"})
    drive(lambda table: lose(table, "csa_heth", 9, "combat"), board)
    assert drive(reattach_leaders, board) == [LeaderCutOff(HILL)]
    assert (board.leader_with, set(board.cut_off)) == ({}, {HILL})
    assert drive(reattach_leaders, board) == []
    drive(transfer_leaders, board)
    assert (board.leader_with, board.cut_off) == ({HILL: "csa_pender"}, {})


def test_an_organized_unit_at_fatigue_4_marches_only_with_the_option_and_is_disorganized(lay: Any) -> None:
    board = lay(csa_hood=("S2504", {"fatigue": 4}), tired_march=True)
    drive(action(actions.MarchUnit("csa_hood")), board, 3)
    drive(next_march, board)
    assert board.units["csa_hood"].disorganized
    assert board.units["csa_hood"].fatigue == 4
