"""Cavalry that gives way before infantry: GCACW rules 1.4, 7.7. Readings: Cavalry before infantry."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from tests.gcacw.standard.field_kit import field, ground, happened

from wargame_core.authoring import Table
from wargame_gcacw.board.action_events import CavalryRetreated, ManpowerLost, Retreated, Surrendered, WayCleared
from wargame_gcacw.board.actions import CavalryRetreat, Halt, RetreatNext, RetreatTo
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.rules.retreats import clear_way, hexes_to_ask, react, roll_modifier
from wargame_laws import drive, every_way, first

INFANTRY = "a union infantry 0504 8"
CAVALRY = "c confederate cavalry 0505 2"
YES, NO = CavalryRetreat(True), CavalryRetreat(False)


def go(board: FieldBoard) -> Callable[[Table[Any]], Any]:
    return lambda table: react(table, "a")


def to(unit: str, *hexes: str) -> list[Any]:
    return [RetreatTo(unit, hex) for hex in hexes]


FAR = [*to("c", "0506", "0507", "0508", "0509")]


def asked(board: FieldBoard) -> list[str]:
    return [board.ground.name(hex) for hex in hexes_to_ask(board, "a")]


# when


def test_cavalry_alone_in_a_hex_is_asked_when_infantry_stands_in_its_zone() -> None:
    assert asked(field(INFANTRY, CAVALRY)) == ["0505"]


@pytest.mark.parametrize(
    ("units", "changes"),
    [
        ((INFANTRY.replace("infantry", "cavalry"), CAVALRY), {}),
        ((INFANTRY.replace("infantry", "artillery"), CAVALRY), {}),
        ((INFANTRY, CAVALRY, "d confederate infantry 0505 1"), {}),
        ((INFANTRY, CAVALRY.replace("cavalry", "infantry")), {}),
        ((INFANTRY, CAVALRY.replace("0505", "0506")), {}),
        ((INFANTRY, CAVALRY.replace("confederate", "union")), {}),
        ((INFANTRY, CAVALRY), {"night": True}),
        ((INFANTRY, CAVALRY), {"on": ground(rivers=["0504-0505"])}),
    ],
)
def test_no_cavalry_is_asked_otherwise(units: tuple[str, ...], changes: dict[str, Any]) -> None:
    board = field(*units, **changes)
    assert asked(board) == []
    assert drive(go(board), board) == []


def test_each_hex_of_cavalry_is_asked_in_the_order_of_the_map() -> None:
    board = field(INFANTRY, CAVALRY, "e confederate cavalry 0403 1", march="a")
    assert asked(board) == ["0403", "0505"]
    assert drive(go(board), board, NO, NO, by="confederate") == []


# the die


@pytest.mark.parametrize(
    ("cavalry", "modifier"),
    [
        ("c confederate cavalry 0505 2", 0),
        ("c confederate cavalry 0505 3", 2),
        ("c confederate cavalry 0505 1", -2),
        ("c confederate cavalry 0505 1 disorganized", -4),
        ("c confederate cavalry 0505 2 demoralized=1", -2),
        ("c confederate cavalry 0505 2 fatigue=4", -2),
        ("c confederate cavalry 0505 4 fatigue=4 demoralized=2", -2),
    ],
)
def test_size_and_state_change_the_die(cavalry: str, modifier: int) -> None:
    board = field(INFANTRY, cavalry)
    parse = board.ground.map.parse
    assert roll_modifier(board, parse("0505"), parse("0504")).result == modifier


def test_two_small_units_are_no_small_force_and_one_fresh_unit_saves_the_rest() -> None:
    board = field(INFANTRY, CAVALRY.replace(" 2", " 1 fatigue=4"), "e confederate cavalry 0505 1")
    parse = board.ground.map.parse
    assert roll_modifier(board, parse("0505"), parse("0504")).result == 0


@pytest.mark.parametrize(("rain", "modifier"), [(False, 1), (True, 2)])
def test_a_creek_between_helps_as_in_combat(rain: bool, modifier: int) -> None:
    board = field(INFANTRY, CAVALRY, on=ground(creeks=["0504-0505"]), rain=rain)
    parse = board.ground.map.parse
    assert roll_modifier(board, parse("0505"), parse("0504")).result == modifier


# what it does


@pytest.mark.parametrize(("die", "points"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_half_the_roll_rounded_down_is_taken_from_the_march(die: int, points: int) -> None:
    board = field(INFANTRY, CAVALRY, march="a", points=5)
    events = drive(go(board), board, YES, die, *FAR, Halt(), by="confederate")
    assert happened(events, CavalryRetreated)[0].cost == 2 * points
    assert board.march is not None
    assert (board.march.left, board.march.fresh) == (10 - 2 * points, True)


def test_a_march_loses_no_more_points_than_it_has_and_never_gains_any() -> None:
    board = field(INFANTRY, "c confederate cavalry 0505 1 disorganized", march="a", points=1)
    drive(go(board), board, YES, 6, *FAR, Halt(), by="confederate")
    assert board.march is not None
    assert board.march.left == 0
    weak = field(INFANTRY, "c confederate cavalry 0505 2 demoralized=1 fatigue=4", march="a", points=1)
    events = drive(go(weak), weak, YES, 2, *FAR, Halt(), by="confederate")
    assert happened(events, CavalryRetreated)[0].total == -2
    assert weak.march is not None
    assert weak.march.left == 2


def test_the_cavalry_tires_and_is_disorganized() -> None:
    board = field(INFANTRY, CAVALRY, "e confederate cavalry 0505 2 fatigue=4 disorganized", march="a")
    back = [RetreatNext("c"), *FAR, Halt(), *to("e", "0506", "0507", "0508", "0509"), Halt()]
    drive(go(board), board, YES, 4, *back, by="confederate")
    assert [(board.units[unit_id].fatigue, board.units[unit_id].disorganized) for unit_id in "ce"] == [
        (1, True),
        (4, True),
    ]
    assert [board.hex(unit_id) for unit_id in "ce"] == ["0509", "0509"]


@pytest.mark.parametrize(("die", "lost"), [(1, 1), (2, 0)])
def test_a_modified_roll_of_one_or_less_costs_each_unit_a_point(die: int, lost: int) -> None:
    board = field(INFANTRY, CAVALRY, march="a")
    events = drive(go(board), board, YES, die, *FAR, Halt(), by="confederate")
    assert board.units["c"].manpower == 2 - lost
    assert len(happened(events, ManpowerLost)) == lost
    assert board.lost_manpower == ({"confederate:cavalry_retreat:cavalry": 1} if lost else {})


def shut_in(*free: str) -> Any:
    """Mountains all around 0505 but for some hexes, and on the side of 0504 a creek that nobody crosses in rain."""
    terrain = {hex: "mountain" for hex in ("0404", "0405", "0506", "0604", "0605") if hex not in free}
    return ground(terrain=terrain, creeks=["0504-0505"])


def test_a_zone_on_the_way_costs_nothing_and_an_enemy_hex_three() -> None:
    ring = [f"x{hex} union infantry {hex} 1" for hex in ("0305", "0507", "0705")]
    board = field(INFANTRY, CAVALRY.replace(" 2", " 9"), *ring, march="a")
    drive(go(board), board, YES, 4, rest=first, by="confederate")
    assert board.units["c"].manpower == 9
    units = (INFANTRY, CAVALRY.replace(" 2", " 9"), "b union infantry 0506 1")
    held = field(*units, on=shut_in("0506"), march="a", rain=True)
    events = drive(go(held), held, YES, 4, rest=first, by="confederate")
    assert happened(events, Retreated)[0].to == "0506"
    assert [event.points for event in happened(events, ManpowerLost)] == [3]


def test_cavalry_that_dies_of_the_roll_does_not_retreat() -> None:
    board = field(INFANTRY, "c confederate cavalry 0505 1", march="a")
    events = drive(go(board), board, YES, 1, by="confederate")
    assert board.eliminated_units == ("c",)
    assert not happened(events, Retreated)


def test_cavalry_without_a_way_back_surrenders() -> None:
    board = field(INFANTRY, CAVALRY, on=shut_in(), march="a", rain=True)
    assert happened(drive(go(board), board, YES, 4, by="confederate"), Surrendered)


def test_the_march_goes_on_when_no_zone_holds_it_any_more() -> None:
    board = field(INFANTRY, CAVALRY, march="a")
    assert board.march is not None
    board.march = evolve(board.march, stopped=True, fresh=False)
    events = drive(go(board), board, YES, 4, *FAR, Halt(), by="confederate")
    assert happened(events, WayCleared)
    assert board.march is not None
    assert not board.march.stopped


def test_the_march_stays_stopped_when_other_enemies_hold_it() -> None:
    board = field(INFANTRY, CAVALRY, "d confederate infantry 0604 2", march="a")
    assert board.march is not None
    board.march = evolve(board.march, stopped=True, fresh=False)
    events = drive(go(board), board, YES, 4, *FAR, Halt(), by="confederate")
    assert not happened(events, WayCleared)
    assert board.march is not None
    assert board.march.stopped


def test_cavalry_that_retreats_next_to_the_infantry_again_is_not_asked_again() -> None:
    board = field(INFANTRY, CAVALRY, "e confederate cavalry 0403 1", march="a")
    drive(go(board), board, NO, YES, 4, *FAR, Halt(), by="confederate")
    assert board.hex("e") == "0403"


def test_all_faces_of_the_die_together_cost_a_point_and_a_half_on_average() -> None:
    board = field(INFANTRY, CAVALRY, march="a", points=5)
    lost = Fraction(0)
    for chance, _, after in every_way(go(board), board):
        assert after.march is not None
        lost += chance * (10 - after.march.left) / 2
    assert lost == Fraction(3, 2)


@pytest.mark.parametrize(("hex", "held"), [("0505", True), ("0506", False)])
def test_it_is_the_zone_in_its_own_hex_that_holds_a_march(hex: str, held: bool) -> None:
    board = field(INFANTRY, f"d confederate infantry {hex} 4", march="a")
    assert board.march is not None
    board.march = evolve(board.march, stopped=True)
    assert bool(drive(lambda table: clear_way(table, "a"), board)) is not held
