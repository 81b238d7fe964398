"""Attacks from the march and what follows: GCACW rules 1.4, 7.1 and 7.6; Attack Summary."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from tests.gcacw.standard.field_kit import field, ground, happened

from wargame_core.authoring import Table
from wargame_gcacw.board import action_events
from wargame_gcacw.board.actions import Advance, Attack, CavalryRetreat, Done, Halt, RetreatNext, RetreatTo, TakeLoss
from wargame_gcacw.board.board import Activation, FieldBoard
from wargame_gcacw.charts.combat import Combat
from wargame_gcacw.charts.results import parse_result
from wargame_gcacw.printed.counters import LeaderId
from wargame_gcacw.rules.combat import apply_losses, attack, attack_choices, judge_attack
from wargame_gcacw.rules.combat_on_map import forecast
from wargame_gcacw_on_the_4th_day.rules import Exit
from wargame_laws import drive, every_way

STAYS = parse_result("D")
SOUTH = "d confederate infantry 0505 4"


def fall_on(target: str = "0505", how: Any = "normal") -> Callable[[Table[Any]], Any]:
    return lambda table: attack(table, Attack(target, how))


def south(*rows: int) -> list[Any]:
    """d goes back along its column."""
    return [RetreatTo("d", f"050{row}") for row in rows]


def hows(board: FieldBoard) -> list[str]:
    return [one.how for one in attack_choices(board, "a")]


# which attacks


@pytest.mark.parametrize(
    ("arm", "points", "kinds"),
    [
        ("infantry", 0, []),
        ("infantry", 1, ["column_of_route", "hasty"]),
        ("infantry", 3, ["column_of_route", "hasty", "normal"]),
        ("infantry", 4, ["column_of_route", "hasty", "normal", "prepared"]),
        ("cavalry", 1, ["column_of_route"]),
        ("cavalry", 4, ["column_of_route", "hasty", "normal"]),
        ("cavalry", 8, ["column_of_route", "hasty", "normal", "prepared"]),
    ],
)
def test_the_points_left_decide_which_attacks_may_be_made(arm: str, points: int, kinds: list[str]) -> None:
    board = field(f"a union {arm} 0504 4", SOUTH, march="a", points=points)
    assert hows(board) == kinds
    target = board.ground.map.parse("0505")
    judged = [k for k in ("column_of_route", "hasty", "normal", "prepared") if judge_attack(board, "a", target, k)]
    assert judged == kinds


def test_half_a_point_buys_no_attack() -> None:
    board = field("a union infantry 0504 4", SOUTH, march="a", points=2)
    assert board.march is not None
    board.march = evolve(board.march, left=3)
    assert hows(board) == ["column_of_route", "hasty"]


def test_every_neighbouring_hex_with_enemies_may_be_attacked() -> None:
    board = field("a union infantry 0504 4", SOUTH, "e confederate cavalry 0503 1", march="a", points=1)
    assert {one.target for one in attack_choices(board, "a")} == {"0505", "0503"}


@pytest.mark.parametrize(
    ("land", "rain"),
    [
        (ground(rivers=["0504-0505"]), False),
        (ground(terrain={"0505": "mountain"}), False),
        (ground(rivers=["0504-0505"], crossings={"0504-0505": "ford"}), True),
        (ground(creeks=["0504-0505"]), True),
    ],
)
def test_nobody_attacks_where_nobody_could_march(land: Any, rain: bool) -> None:
    board = field("a union infantry 0504 4", SOUTH, on=land, march="a", rain=rain)
    assert attack_choices(board, "a") == []
    assert not judge_attack(board, "a", land.map.parse("0505"), "normal")


@pytest.mark.parametrize(
    ("unit", "target", "changes", "code"),
    [
        ("a union infantry 0504 4", "0505", {"night": True}, "night"),
        ("a union artillery 0504 4", "0505", {}, "arm"),
        ("a union wagon 0504 4", "0505", {}, "arm"),
        ("a union infantry 0503 4", "0505", {}, "not_adjacent"),
        ("a union infantry 0504 4", "0503", {}, "no_enemy"),
        ("a union infantry 0504 4", "0604", {}, "no_enemy"),
        ("a union infantry 0504 4", "0505", {"march": None}, "not_marching"),
    ],
)
def test_a_refused_attack_says_why(unit: str, target: str, changes: dict[str, Any], code: str) -> None:
    board = field(unit, SOUTH, "f union infantry 0604 4", march="a")
    for name, value in changes.items():
        setattr(board, name, value)
    verdict = judge_attack(board, "a", board.ground.map.parse(target), "normal")
    assert verdict.codes == (code,)
    assert all(reason.cite is not None for reason in verdict.reasons)


def test_too_few_points_are_told_with_what_is_needed() -> None:
    board = field("a union cavalry 0504 4", SOUTH, march="a", points=3)
    verdict = judge_attack(board, "a", board.ground.map.parse("0505"), "normal")
    assert str(verdict) == "A has 3 points left; a normal attack needs 4 [GCACW charts 1.6 Attack Summary]"


def test_no_unit_attacks_under_a_leader_who_only_moves_cavalry() -> None:
    board = field("a union cavalry 0504 4", SOUTH, leaders=["buford union cavalry_division a attacks=no"], march="a")
    board.activation = Activation("union", (), ("a",), LeaderId("buford"), attacks=False)
    assert attack_choices(board, "a") == []
    assert judge_attack(board, "a", board.ground.map.parse("0505"), "hasty").codes == ("no_attacks",)


def test_an_unknown_kind_and_an_unknown_unit_are_refused() -> None:
    board = field("a union infantry 0504 4", SOUTH, march="a")
    target = board.ground.map.parse("0505")
    assert judge_attack(board, "a", target, "reckless").codes == ("no_such_attack",)
    assert judge_attack(board, "z", target, "normal").codes == ("no_unit",)


# the attack resolved; 4 against 4, no guns: the difference is that of the dice


def test_a_repulse_costs_the_attacker_and_ends_his_march() -> None:
    board = field("a union infantry 0504 4", SOUTH, march="a")
    events = drive(fall_on(), board, 1, 6, Done(), by="confederate")  # -5: defender -, attacker 2D
    assert board.units["a"].manpower == 2
    assert (board.units["a"].fatigue, board.units["a"].disorganized) == (3, True)
    assert board.march is None
    assert board.lost_manpower == {"union:combat:infantry": 2}
    assert happened(events, action_events.MarchEnded)


def test_points_are_spent_as_the_kind_of_attack_asks() -> None:
    board = field("a union infantry 0504 9 tactical=4", "d confederate infantry 0505 1", march="a", points=8)
    drive(fall_on(how="prepared"), board, 6, 1, Done(), by="union")  # the defender is gone: "a" lets the march go on
    assert board.march is not None
    assert (board.march.left, board.march.fresh) == (8, False)


def test_a_unit_that_advances_leaves_its_works_behind() -> None:
    board = field("a union infantry 0504 9 tactical=4 work=breastworks", "d confederate infantry 0505 1", march="a")
    drive(fall_on(), board, 6, 1, Advance(("a",)), by="union")
    assert (board.hex("a"), board.units["a"].work) == ("0505", "")


def test_a_plain_advance_lets_the_march_go_on_in_the_hex() -> None:
    board = field("a union infantry 0504 9 tactical=4", "d confederate infantry 0505 1", march="a")
    events = drive(fall_on(), board, 6, 1, Advance(("a",)), by="union")
    assert board.hex("a") == "0505"
    assert board.march is not None
    assert not board.march.stopped
    assert happened(events, action_events.Advanced) == [action_events.Advanced("a", "0504", "0505")]
    assert board.eliminated_units == ("d",)


def test_an_advance_with_a_letter_ends_the_march() -> None:
    board = field("a union infantry 0504 4", "d confederate infantry 0505 4", march="a")
    drive(
        fall_on(), board, 5, 1, *south(6, 7, 8, 9), Halt(), ("union", Advance(("a",))), by="confederate"
    )  # +4: DR, fa
    assert board.march is None
    assert board.hex("a") == "0505"


def test_nobody_advances_into_a_hex_where_a_defender_has_stayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the printed chart whoever may advance has driven off all; a rule of a scenario may let somebody stay."""
    printed = Combat.outcome
    monkeypatch.setattr(Combat, "outcome", lambda combat, dice: evolve(printed(combat, dice), defender=STAYS))
    board = field("a union infantry 0504 4", SOUTH, march="a")
    drive(fall_on(), board, 5, 1, Done(), by="confederate")  # +4: fa for the attacker; d stays of its own will
    assert (board.hex("a"), board.hex("d")) == ("0504", "0505")


def test_an_attack_that_clears_the_zone_lets_a_stopped_march_go_on_without_an_advance() -> None:
    board = field("a union infantry 0504 9 tactical=4", "d confederate infantry 0505 1", march="a")
    assert board.march is not None
    board.march = evolve(board.march, stopped=True)
    events = drive(fall_on(), board, 6, 1, Done(), by="union")
    assert happened(events, action_events.WayCleared)
    assert board.march is not None
    assert not board.march.stopped


def test_an_attacker_who_dies_has_no_march_to_end() -> None:
    board = field("a union infantry 0504 1", "b union infantry 0404 1", SOUTH, march="a")
    events = drive(fall_on(), board, 1, 6)
    assert board.eliminated_units == ("a",)
    assert not happened(events, action_events.MarchEnded)
    assert board.march is None


def test_nobody_gives_way_to_attackers_who_are_gone_and_takes_ground_by_it() -> None:
    board = field("a union infantry 0504 1", "b union infantry 0404 1", SOUTH, march="a")
    drive(fall_on(), board, 1, 6)
    assert board.eliminated_units == ("a",)
    assert board.units_at(board.ground.map.parse("0505"))


def test_a_leader_whose_unit_dies_joins_the_nearest_of_his_others() -> None:
    units = ("a union infantry 0504 1 commands=V", "b union infantry 0403 1 commands=V", SOUTH)
    board = field(*units, leaders=["sykes union corps a command=V"], march="a")
    events = drive(fall_on(), board, 1, 6)
    assert happened(events, action_events.LeaderPlaced)[0].unit == "b"


def test_defenders_bear_their_letters_all_of_them() -> None:
    board = field(
        "a union infantry 0504 4", "d confederate infantry 0505 2", "e confederate infantry 0505 2", march="a"
    )
    drive(fall_on(), board, 3, 2, Done(), by="confederate")  # +1: D
    assert [(board.units[unit_id].fatigue, board.units[unit_id].disorganized) for unit_id in "de"] == [
        (3, True),
        (3, True),
    ]


def test_a_voluntary_retreat_is_open_to_any_of_the_defenders_once_each() -> None:
    board = field(
        "a union infantry 0504 4", "d confederate infantry 0505 2", "e confederate infantry 0505 2", march="a"
    )
    back = [RetreatNext("e"), RetreatTo("e", "0506"), RetreatTo("e", "0507"), Halt(), Done()]
    events = drive(fall_on(), board, 1, 6, *(("confederate", action) for action in back))
    assert (board.hex("d"), board.hex("e")) == ("0505", "0507")
    assert len(happened(events, action_events.Retreated)) == 2


def test_nobody_is_asked_for_a_voluntary_retreat_after_a_forced_one() -> None:
    board = field("a union infantry 0504 4", SOUTH, march="a")
    drive(
        fall_on(),
        board,
        4,
        2,
        RetreatTo("d", "0506"),
        RetreatTo("d", "0507"),
        Halt(),
        Done(),
        by=("confederate", "confederate", "confederate", "union"),
    )  # +2: Dr / Da
    assert board.hex("d") == "0507"
    assert board.units["d"].demoralized == 0


def test_the_artillery_die_is_rolled_only_where_it_makes_a_difference() -> None:
    rough = ground(terrain={"0505": "rough"})
    none = field("a union infantry 0504 4", SOUTH, on=rough, march="a")
    fought = happened(drive(fall_on(), none, 1, 6, Done(), by="confederate"), action_events.Fought)[0]
    assert fought.artillery_die == 0
    guns = field("a union infantry 0504 4", f"{SOUTH} artillery=2", on=rough, march="a")
    fought = happened(drive(fall_on(), guns, 4, 1, 6, Done(), by="confederate"), action_events.Fought)[0]
    assert (fought.artillery_die, fought.attacker_die, fought.defender_die) == (4, 1, 6)


def test_the_account_is_made_only_for_those_who_watch() -> None:
    board = field("a union infantry 0504 4", SOUTH, march="a")
    fought = happened(drive(fall_on(), board, 1, 6, Done(), by="confederate"), action_events.Fought)[0]
    assert "Combat Chart" in str(fought.ruling)
    again = field("a union infantry 0504 4", SOUTH, march="a")
    assert drive(fall_on(), again, 1, 6, Done(), watched=False, by="confederate") == []


def test_an_advance_takes_control_of_an_objective() -> None:
    board = field("a union infantry 0504 9 tactical=4", "d confederate infantry 0505 1", march="a")
    board.control[board.ground.map.parse("0505")] = "confederate"
    assert happened(drive(fall_on(), board, 6, 1, Advance(("a",)), by="union"), action_events.ControlTaken) == [
        action_events.ControlTaken("union", "0505")
    ]


def test_cavalry_may_leave_the_map_by_an_advance_only_in_the_turns_for_it() -> None:
    for turns, left in (((1,), True), ((2,), False)):
        rule = Exit("union", "cavalry", "0104", turns)
        board = field(
            "a union cavalry 0504 9 tactical=4", "d confederate infantry 0505 1", march="a", rules=(rule,), points=8
        )
        events = drive(fall_on(), board, 6, 1, *([Advance(("a",))] if left else []), by="union")
        assert bool(happened(events, action_events.Exited)) is left
        assert ("a" in board.units) is not left


def test_an_infantry_advance_asks_cavalry_that_it_meets() -> None:
    board = field(
        "a union infantry 0504 9 tactical=4", "d confederate infantry 0505 1", "c confederate cavalry 0506 2", march="a"
    )
    events = drive(fall_on(), board, 6, 1, Advance(("a",)), CavalryRetreat(False), by=("union", "confederate"))
    assert happened(events, action_events.Advanced)


@pytest.mark.parametrize(
    ("attacker", "defender", "terrain"),
    [
        ("7 tactical=4 artillery=3", "4", "clear"),
        ("7", "7 artillery=2 work=breastworks", "rough"),
        ("3 demoralized=1", "12 artillery=1", "rolling"),
    ],
)
def test_the_forecast_of_an_attack_is_what_all_its_dice_bring(attacker: str, defender: str, terrain: str) -> None:
    board = field(
        f"a union infantry 0504 {attacker}",
        f"d confederate infantry 0505 {defender}",
        on=ground(terrain={"0505": terrain}),
        march="a",
    )
    odds = forecast(board, ("a",), board.ground.map.parse("0505"), how="hasty")
    expected: dict[tuple[str, str], Fraction] = {}
    for outcome, chance in odds.items():
        key = outcome.defender.raw, outcome.attacker.raw
        expected[key] = expected.get(key, Fraction(0)) + chance
    found: dict[tuple[str, str], Fraction] = {}
    for chance, events, _ in every_way(fall_on(how="hasty"), board):
        fought = happened(events, action_events.Fought)[0]
        key = fought.defender, fought.attacker
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == expected


# results on units


def test_losses_fall_on_the_unit_with_most_manpower_left_point_by_point() -> None:
    board = field("d confederate infantry 0505 7", "e confederate infantry 0505 5", SOUTH.replace("d ", "f "))
    drive(lambda table: apply_losses(table, ("d", "e", "f"), parse_result("4")), board)
    assert [board.units[unit_id].manpower for unit_id in "def"] == [4, 4, 4]


def test_among_equal_units_the_owner_chooses_who_loses_the_last_points() -> None:
    board = field("d confederate infantry 0505 3", "e confederate infantry 0505 3", "f confederate infantry 0505 3")
    events = drive(
        lambda table: apply_losses(table, ("d", "e", "f"), parse_result("2")),
        board,
        TakeLoss("f"),
        TakeLoss("d"),
        by="confederate",
    )
    assert [board.units[unit_id].manpower for unit_id in "def"] == [2, 3, 2]
    assert [event.unit for event in happened(events, action_events.ManpowerLost)] == ["f", "d"]


def test_losses_beyond_the_last_unit_are_nobodys() -> None:
    board = field("d confederate infantry 0505 1", "e confederate infantry 0505 1")
    drive(lambda table: apply_losses(table, ("d", "e"), parse_result("5DR")), board)
    assert set(board.eliminated_units) == {"d", "e"}
    assert board.lost_manpower == {"confederate:combat:infantry": 2}


@pytest.mark.parametrize(
    ("result", "before", "after", "lost"),
    [("R", 0, 1, 0), ("R", 1, 2, 0), ("R", 2, 2, 0), ("R*", 0, 2, 0), ("R*", 1, 2, 0), ("R*", 2, 2, 1)],
)
def test_routs_demoralize(result: str, before: int, after: int, lost: int) -> None:
    board = field(f"d confederate infantry 0505 5 demoralized={before}")
    drive(lambda table: apply_losses(table, ("d",), parse_result(result)), board)
    assert (board.units["d"].demoralized, board.units["d"].manpower) == (after, 5 - lost)


@pytest.mark.parametrize(("result", "fatigue"), [("f", 2), ("F", 3), ("D", 4), ("E", 1), ("a", 1)])
def test_letters_tire_up_to_level_four(result: str, fatigue: int) -> None:
    board = field("d confederate infantry 0505 5 fatigue=1")
    events = drive(lambda table: apply_losses(table, ("d",), parse_result(result)), board)
    assert board.units["d"].fatigue == fatigue
    assert bool(happened(events, action_events.Suffered)) is (fatigue > 1)
