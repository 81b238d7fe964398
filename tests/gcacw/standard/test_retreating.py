"""Retreats hex by hex: Retreat Chart; GCACW rules 1.4, 7.6. Readings: Hexes of a retreat."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.gcacw.standard.field_kit import field, ground, happened

from wargame_core.authoring import Ask, Table
from wargame_gcacw.board.action_events import ControlTaken, Exited, ManpowerLost, Retreated, RetreatEnded, Surrendered
from wargame_gcacw.board.actions import Halt, RetreatNext, RetreatTo
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.results import RetreatKind
from wargame_gcacw.printed.counters import LeaderId
from wargame_gcacw.rules.retreats import retreat, retreat_all, way_back
from wargame_gcacw_on_the_4th_day.rules import Exit
from wargame_laws import AnswerMissing, drive

ENEMY = "a union infantry 0504 4"
UNIT = "d confederate infantry 0505 4"


def back(board: FieldBoard, kind: RetreatKind = "normal") -> Callable[[Table[Any]], Any]:
    return lambda table: retreat(table, "d", kind, board.ground.map.parse("0504"))


def to(*hexes: str) -> list[Any]:
    return [RetreatTo("d", hex) for hex in hexes]


def first_choices(board: FieldBoard, kind: RetreatKind = "normal") -> set[str]:
    parse, name = board.ground.map.parse, board.ground.name
    way = way_back(board, "d", kind, parse("0504"))
    return {name(hex) for hex in way.choices(board.units["d"].space, 0, 0, 1)}


# which hex


def test_a_way_into_a_free_hex_farther_off_comes_first() -> None:
    board = field(ENEMY, UNIT, on=ground(ways={"trail": ["0505-0605", "0505-0604"]}))
    assert first_choices(board) == {"0605"}


def test_without_a_way_any_free_hex_farther_off_comes_next() -> None:
    assert first_choices(field(ENEMY, UNIT)) == {"0405", "0506", "0605"}


def test_a_hex_not_farther_off_comes_third_and_costs_a_point_off_the_ways() -> None:
    shut = dict.fromkeys(("0405", "0506", "0605"), "mountain")
    board = field("a union infantry 0503 4", UNIT, on=ground(terrain=shut))
    here = board.units["d"].space
    way = way_back(board, "d", "normal", board.ground.map.parse("0504"))
    rated = {board.ground.name(hex): step for hex, step in way.next_steps(here, 0, 0).items()}
    assert (rated["0404"].priority, rated["0404"].manpower_loss) == (3, 1)
    on_road = field("a union infantry 0503 4", UNIT, on=ground(terrain=shut, ways={"road": ["0505-0404"]}))
    way = way_back(on_road, "d", "normal", board.ground.map.parse("0504"))
    assert way.next_steps(here, 0, 0)[board.ground.map.parse("0404")].manpower_loss == 0


def test_a_hex_in_an_enemy_zone_comes_fourth_and_costs_a_point_or_two_if_it_is_not_farther_off() -> None:
    board = field(ENEMY, UNIT, *(f"x{hex} union infantry {hex} 1" for hex in ("0305", "0507", "0705")))
    assert first_choices(board) == {"0404", "0405", "0506", "0604", "0605"}
    parse = board.ground.map.parse
    rated = way_back(board, "d", "normal", parse("0504")).next_steps(parse("0505"), 0, 0)
    assert {hex: rated[parse(hex)].manpower_loss for hex in ("0405", "0506", "0404", "0604")} == {
        "0405": 1,
        "0506": 1,
        "0404": 2,
        "0604": 2,
    }


def test_every_zone_entered_costs_manpower_that_counts_as_lost_in_retreat() -> None:
    board = field(ENEMY, UNIT, *(f"x{hex} union infantry {hex} 1" for hex in ("0305", "0507", "0705")))
    events = drive(back(board), board, *to("0605", "0706"), lambda some: some[-1], by="confederate")
    assert [(event.points, event.cause, event.left) for event in happened(events, ManpowerLost)] == [
        (1, "retreat", 3),
        (1, "retreat", 2),
    ]
    assert board.lost_manpower == {"confederate:retreat:infantry": 2}


def test_friends_on_a_way_spare_the_loss_in_an_enemy_zone() -> None:
    lands = ground(ways={"road": ["0505-0506"]}, terrain={"0405": "mountain", "0605": "mountain"})
    units = (ENEMY, UNIT, "b union infantry 0507 1")
    parse = lands.map.parse
    for friends, loss in (((), 1), (("f confederate infantry 0506 1",), 0)):
        board = field(*units, *friends, on=lands)
        way = way_back(board, "d", "normal", parse("0504"))
        assert way.next_steps(parse("0505"), 0, 0)[parse("0506")].manpower_loss == loss


def test_the_unit_is_no_friend_of_its_own() -> None:
    board = field(ENEMY, UNIT)
    way = way_back(board, "d", "normal", board.ground.map.parse("0504"))
    assert way.friends == 0


def test_the_second_chart_lets_a_retreat_turn_aside_once_free_of_zones() -> None:
    board = field(ENEMY, UNIT)
    events = drive(back(board), board, *to("0506", "0405"), Halt(), by="confederate")
    assert [event.to for event in happened(events, Retreated)] == ["0506", "0405"]


# how far


@pytest.mark.parametrize(
    ("kind", "least", "most"), [("normal", 2, 4), ("voluntary", 2, 4), ("rout", 4, 6), ("cavalry", 4, 6)]
)
def test_a_retreat_has_a_least_and_a_most(kind: RetreatKind, least: int, most: int) -> None:
    def never_halt(some: list[Any]) -> Any:
        return some[0]

    long = field("a union infantry 0502 4", UNIT.replace("0505", "0503"), on=ground(size=12))
    events = drive(back_from(long, kind, "0502"), long, *[never_halt] * most, by="confederate")
    assert len(happened(events, Retreated)) == most
    short = field("a union infantry 0502 4", UNIT.replace("0505", "0503"), on=ground(size=12))
    events = drive(back_from(short, kind, "0502"), short, *[never_halt] * least, Halt(), by="confederate")
    assert len(happened(events, Retreated)) == least


def back_from(board: FieldBoard, kind: RetreatKind, active: str) -> Callable[[Table[Any]], Any]:
    return lambda table: retreat(table, "d", kind, board.ground.map.parse(active))


def test_no_hex_is_entered_twice_in_a_retreat() -> None:
    lane = {f"{c:02}{r:02}": "mountain" for c in range(1, 10) for r in range(1, 10) if c != 5}
    board = field("a union infantry 0502 4", UNIT.replace("0505", "0503"), on=ground(terrain=lane))
    events = drive(back_from(board, "rout", "0502"), board, Halt(), by="confederate")
    assert [event.to for event in happened(events, Retreated)] == ["0504", "0505", "0506", "0507"]


def test_a_unit_with_one_way_back_is_not_asked() -> None:
    lane = {f"{c:02}{r:02}": "mountain" for c in range(1, 10) for r in range(1, 10) if c != 5}
    board = field(ENEMY, UNIT, on=ground(terrain=lane))
    events = drive(back(board), board, Halt(), by="confederate")
    assert [event.to for event in happened(events, Retreated)] == ["0506", "0507"]


# what stops it


def pocket() -> Any:
    """0505 opens to 0506, a dead end, and to 0605, from which the way is free."""
    return dict.fromkeys(("0404", "0405", "0504", "0604", "0406", "0507", "0606"), "mountain")


def test_a_unit_that_the_priorities_lead_into_a_dead_end_may_override_them_once() -> None:
    land = ground(terrain=pocket(), ways={"road": ["0505-0506"]}, rivers=["0506-0605"])
    board = field(ENEMY, UNIT, on=land)
    assert first_choices(board) == {"0605"}
    events = drive(back(board), board, *to("0705"), Halt(), by="confederate")
    assert [event.to for event in happened(events, Retreated)] == ["0605", "0705"]
    assert not happened(events, Surrendered)


def test_a_unit_without_any_way_back_surrenders() -> None:
    shut = dict.fromkeys(("0404", "0405", "0504", "0506", "0604", "0605"), "mountain")
    board = field(ENEMY, UNIT, on=ground(terrain=shut))
    events = drive(back(board), board)
    assert [type(event) for event in events] == [Surrendered]
    assert board.eliminated_units == ("d",)
    assert board.lost_manpower == {"confederate:retreat:infantry": 4}


def test_a_unit_that_cannot_go_far_enough_surrenders_where_it_stands() -> None:
    shut = dict.fromkeys(("0404", "0405", "0504", "0604", "0605", "0406", "0507", "0606"), "mountain")
    board = field(ENEMY, UNIT, on=ground(terrain=shut))
    assert [type(event) for event in drive(back(board), board)] == [Surrendered]


def test_the_edge_of_the_map_stops_a_retreat() -> None:
    board = field("a union infantry 0202 4", "b union infantry 0102 4", "d confederate infantry 0101 4")
    parse = board.ground.map.parse
    way = way_back(board, "d", "normal", parse("0202"))
    assert set(way.next_steps(parse("0101"), 0, 0)) == {parse("0102"), parse("0201")}


def test_rain_shuts_creeks_to_retreats_as_to_marches() -> None:
    sides = [f"0505-{hex}" for hex in ("0404", "0405", "0504", "0506", "0604", "0605")]
    board = field(ENEMY, UNIT, on=ground(creeks=sides), rain=True)
    assert [type(event) for event in drive(back(board), board)] == [Surrendered]


def test_a_retreat_may_pass_an_enemy_hex_for_three_points_but_not_end_in_it() -> None:
    shut = dict.fromkeys(("0404", "0405", "0504", "0604", "0605", "0406", "0606"), "mountain")
    board = field(ENEMY, UNIT.replace(" 4", " 9"), "b union infantry 0506 1", on=ground(terrain=shut))
    events = drive(back(board), board, Halt(), by="confederate")
    assert [event.to for event in happened(events, Retreated)][:2] == ["0506", "0507"]
    assert happened(events, ManpowerLost)[0].points == 3


def test_a_unit_may_die_on_the_way() -> None:
    shut = dict.fromkeys(("0404", "0405", "0504", "0604", "0605", "0406", "0606"), "mountain")
    board = field(ENEMY, UNIT.replace(" 4", " 2"), "b union infantry 0506 1", on=ground(terrain=shut))
    events = drive(back(board), board)
    assert [type(event) for event in events] == [Retreated, RetreatEnded, ManpowerLost]
    assert board.eliminated_units == ("d",)


# what goes with it


def test_works_are_lost_and_leaders_go_along() -> None:
    board = field(ENEMY, f"{UNIT} work=fort", leaders=["hill confederate corps d"])
    drive(back(board), board, *to("0506", "0507"), Halt(), by="confederate")
    assert board.units["d"].work == ""
    assert board.ground.name(board.leader_space(LeaderId("hill"))) == "0507"


def test_every_hex_of_a_train_is_counted() -> None:
    board = field(ENEMY, UNIT.replace("infantry", "wagon"))
    drive(back(board), board, *to("0506", "0507", "0508"), Halt(), by="confederate")
    assert board.train_retreats == {"d": 3}


def test_infantry_takes_no_control_where_it_retreats() -> None:
    board = field(ENEMY, UNIT)
    board.control[board.ground.map.parse("0506")] = "union"
    events = drive(back(board), board, *to("0506", "0507"), Halt(), by="confederate")
    assert happened(events, ControlTaken) == []
    assert board.control[board.ground.map.parse("0506")] == "union"


def test_refused_flanks_are_given_up_by_a_retreat() -> None:
    board = field(ENEMY, UNIT, "e confederate infantry 0505 1")
    board.refused_hexes.add(board.units["d"].space)
    drive(back(board), board, *to("0506", "0507"), Halt(), by="confederate")
    assert not board.refused_hexes


def test_cavalry_retreats_off_the_map_only_in_the_turns_for_it() -> None:
    unit = UNIT.replace("infantry", "cavalry")
    out = field(ENEMY, unit, rules=(Exit("confederate", "cavalry", "0106", (1,)),))
    assert happened(drive(back(out), out, *to("0506", "0507"), by="confederate"), Exited) == [
        Exited("d", "0507", driven=True)
    ]
    assert out.driven_off == {"d"}
    stays = field(ENEMY, unit, rules=(Exit("confederate", "cavalry", "0106", (2,)),))
    way = way_back(stays, "d", "normal", stays.ground.map.parse("0504"))
    assert stays.ground.map.parse("0507") not in way.next_steps(stays.ground.map.parse("0506"), 1, 0)


def test_units_of_a_stack_go_back_one_after_the_other_as_the_owner_likes() -> None:
    board = field(ENEMY, UNIT, "e confederate infantry 0505 1")
    parse = board.ground.map.parse
    answers = [RetreatNext("e"), RetreatTo("e", "0405"), RetreatTo("e", "0406"), Halt(), *to("0506", "0507"), Halt()]
    drive(lambda table: retreat_all(table, ("d", "e"), "normal", parse("0504")), board, *answers, by="confederate")
    assert (board.hex("d"), board.hex("e")) == ("0507", "0406")


def test_no_retreat_ends_among_the_enemy_however_far_it_went() -> None:
    board = field(ENEMY, UNIT)
    parse = board.ground.map.parse
    way = way_back(board, "d", "normal", parse("0504"))
    assert not way.may_end(parse("0504"), 9)
    assert way.may_end(parse("0506"), 9)


def test_a_retreat_says_at_the_head_of_the_screen_that_it_is_one_and_which_hexes_it_has_gone() -> None:
    """The first hex is the only way; the question comes at the second."""
    board = field(ENEMY, UNIT, on=ground(ways={"trail": ["0505-0605", "0505-0604"]}))
    with pytest.raises(AnswerMissing) as stopped:
        drive(back(board), board)
    asked = stopped.value.pending
    assert isinstance(asked, Ask)
    assert (asked.step, asked.prompt) == ("Retreat", "Where does D retreat? This is hex 2 of 2 to 4, after 0605.")
