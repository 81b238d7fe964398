"""The assault action: GCACW rules 1.4, 5 Assault, 5 Grand Assault and 7.5. Readings: Units of an assault."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from tests.gcacw.standard.field_kit import field, ground, happened

from wargame_core.authoring import Table
from wargame_gcacw.board.action_events import AssaultOrdered, CavalryRetreated, Fought, Retreated, Tired
from wargame_gcacw.board.actions import Advance, Assault, CavalryRetreat, Done, Halt, Pass, RetreatTo, TakePart
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.turn_events import Passed, TurnBegan
from wargame_gcacw.printed.counters import LeaderId
from wargame_gcacw.rules.action_cycle import choose_action, cycle_over
from wargame_gcacw.rules.combat import TakePartChoices, assault, assault_choices, eligible, judge_assault
from wargame_gcacw.rules.combat_on_map import forecast
from wargame_laws import drive, every_way, first

BUFORD_ID, LONGSTREET_ID, MEADE_ID, SYKES_ID = map(LeaderId, ("buford", "longstreet", "meade", "sykes"))

STACK = ("a union infantry 0504 5 commands=V", "b union infantry 0504 5 commands=V", "d confederate infantry 0505 5")
SYKES = "sykes union corps a command=V tactical=3 value=6"
MEADE = "meade union army a value=5"
ORDER = Assault(SYKES_ID, "0505")


def corps(*more: str, **rest: Any) -> FieldBoard:
    return field(*STACK, *more, leaders=[SYKES], **rest)


def go(action: Assault = ORDER) -> Callable[[Table[Any]], Any]:
    return lambda table: assault(table, action)


# who may


def test_a_corps_leader_may_assault_every_hex_of_enemies_next_to_his_own() -> None:
    board = corps("e confederate cavalry 0403 1", "f confederate cavalry 0507 1")
    assert set(assault_choices(board, "union")) == {Assault(SYKES_ID, "0505"), Assault(SYKES_ID, "0403")}
    assert assault_choices(board, "confederate") == []


def test_only_units_of_his_in_his_hex_and_not_tired_out_take_part() -> None:
    board = corps(
        "c union infantry 0504 5 commands=XI",
        "f union infantry 0504 5 commands=V fatigue=4",
        "g union infantry 0604 5 commands=V",
        "h union infantry 0504 5 commands=V fatigue=3",
        "w union wagon 0504 2 commands=V",
    )
    assert eligible(board, SYKES_ID, board.ground.map.parse("0505")) == ["a", "b", "h"]


def test_a_leader_of_cavalry_assaults_with_the_brigades_in_his_hex_although_they_may_not_attack_under_him() -> None:
    board = field(
        "a union cavalry 0504 2 commands=C1",
        "d confederate infantry 0505 5",
        leaders=["buford union cavalry_division a command=C1 attacks=no radius=2"],
    )
    assert assault_choices(board, "union") == [Assault(BUFORD_ID, "0505")]


def test_a_grand_assault_takes_units_of_any_command_within_three_hexes_each_next_to_the_target() -> None:
    board = field(
        *STACK,
        "c union infantry 0404 5",
        "e union infantry 0506 5 commands=XI",
        "g union cavalry 0604 2",
        "h union infantry 0503 5",
        "m union infantry 0502 5",
        leaders=["meade union army m value=5"],
    )
    assert eligible(board, MEADE_ID, board.ground.map.parse("0505")) == ["a", "b", "c", "g"]
    assert assault_choices(board, "union") == [Assault(MEADE_ID, "0505")]


def test_artillery_takes_part_only_beside_infantry() -> None:
    board = field(*STACK, "g union artillery 0504 3", "h union artillery 0604 3", leaders=[MEADE])
    assert eligible(board, MEADE_ID, board.ground.map.parse("0505")) == ["a", "b", "g"]
    choices = TakePartChoices(board, ("a", "b", "g"), 2)
    assert choices.judge(TakePart(("a", "g")))
    assert choices.judge(TakePart(("g",))).codes == ("artillery_alone",)


@pytest.mark.parametrize(
    ("board", "action", "code"),
    [
        (corps(night=True), ORDER, "night"),
        (corps(), Assault(SYKES_ID, "0404"), "no_enemy"),
        (corps("e confederate cavalry 0509 1"), Assault(SYKES_ID, "0509"), "not_adjacent"),
        (corps(), Assault(LONGSTREET_ID, "0505"), "no_leader"),
        (corps(on=ground(rivers=["0504-0505"])), ORDER, "river"),
        (corps(on=ground(creeks=["0504-0505"]), rain=True), ORDER, "creek_in_rain"),
        (field("a union infantry 0504 5 commands=V fatigue=4", STACK[2], leaders=[SYKES]), ORDER, "no_units"),
        (field("a union artillery 0504 5 commands=V", STACK[2], leaders=[SYKES]), ORDER, "artillery_alone"),
    ],
)
def test_a_refused_assault_says_why(board: FieldBoard, action: Assault, code: str) -> None:
    verdict = judge_assault(board, action, "union")
    assert verdict.codes == (code,)
    assert verdict.reasons[0].cite is not None
    assert action not in assault_choices(board, "union")


def test_the_other_side_cannot_order_it() -> None:
    assert judge_assault(corps(), ORDER, "confederate").codes == ("no_leader",)
    assert judge_assault(corps(), ORDER, "union")


# how many


@pytest.mark.parametrize(("die", "most"), [(1, 5), (4, 2), (5, 1), (6, 0)])
def test_command_value_less_the_die_says_how_many_may_take_part(die: int, most: int) -> None:
    board = corps()
    answers = [Done()] if most else []
    assert happened(drive(go(), board, die, *answers, by="union"), AssaultOrdered) == [
        AssaultOrdered(SYKES_ID, "0505", die, most)
    ]


def test_an_assault_that_fails_tires_nobody() -> None:
    board = corps()
    drive(go(), board, 6)
    assert [board.units[unit_id].fatigue for unit_id in "ab"] == [0, 0]


def test_a_leader_whose_order_found_nobody_orders_no_assault_again_this_turn() -> None:
    board = corps()
    drive(go(), board, 6)
    assert judge_assault(board, ORDER, "union").codes == ("order_failed",)
    assert assault_choices(board, "union") == []
    TurnBegan("1863-07-05").apply(board)
    assert judge_assault(board, ORDER, "union")


def test_an_assault_that_nobody_joins_is_a_pass_so_that_two_sides_that_do_nothing_end_the_turn() -> None:
    board = corps()
    board.active = "union"
    passed = happened(
        drive(choose_action, board, ORDER, 1, Done(), Pass(), by=("union", "union", "confederate")), Passed
    )
    assert passed == [Passed("union"), Passed("confederate")]
    assert cycle_over(board)


def test_more_units_than_the_die_allows_and_strangers_are_refused() -> None:
    board = corps()
    choices = TakePartChoices(board, ("a", "b"), 1)
    assert choices.judge(TakePart(("a", "b"))).codes == ("too_many",)
    assert choices.judge(TakePart(("d",))).codes == ("not_eligible",)
    assert choices.judge(TakePart(("a", "a"))).codes == ("not_eligible",)
    assert choices.judge(Halt()).codes == ("not_offered",)
    assert list(choices) == [TakePart(("a",)), TakePart(("b",)), Done()]


def test_a_sample_may_be_any_of_the_choices_and_nothing_else() -> None:
    board = field(*STACK, "g union artillery 0504 3", leaders=[MEADE])
    choices = TakePartChoices(board, ("a", "b", "g"), 2)
    rng = Random(1)
    assert {choices.sample(rng) for _ in range(400)} == set(choices)


# what happens


def test_those_who_take_part_tire_by_one_and_attack_together_with_one_more() -> None:
    board = corps()
    events = drive(go(), board, 1, TakePart(("a", "b")), 1, 6, Done(), by=("union", "confederate"))
    assert happened(events, Tired) == [Tired("a"), Tired("b")]
    fought = happened(events, Fought)[0]
    assert (fought.attackers, fought.how) == (("a", "b"), "assault")
    assert "+1 assault action" in str(fought.ruling)
    assert [board.units[unit_id].fatigue for unit_id in "ab"] == [4, 4]  # 1, and 3 of a D


def test_no_points_are_spent_and_no_march_is_needed() -> None:
    board = corps()
    drive(go(), board, 1, TakePart(("a",)), 1, 6, Done(), by=("union", "confederate"))
    assert board.march is None


def test_any_of_the_survivors_may_advance() -> None:
    for chosen, hexes in ((("a", "b"), ["0505", "0505"]), (("b",), ["0504", "0505"])):
        board = field(STACK[0], STACK[1], "d confederate infantry 0505 1", leaders=[SYKES])
        drive(go(), board, 1, TakePart(("a", "b")), 6, 1, Advance(chosen), by="union")
        assert [board.hex(unit_id) for unit_id in "ab"] == hexes


@pytest.mark.parametrize(("large", "small", "away"), [("0504", "0506", "0405"), ("0506", "0504", "0404")])
def test_distances_of_a_retreat_count_from_the_largest_attacker(large: str, small: str, away: str) -> None:
    board = field(
        f"a union infantry {large} 9",
        f"b union cavalry {small} 1",
        "d confederate infantry 0505 5",
        leaders=["meade union army a value=5"],
        on=ground(rivers=["0504-0404", "0504-0604", "0506-0405", "0506-0605"]),
    )
    events = drive(go(Assault(MEADE_ID, "0505")), board, 1, TakePart(("a", "b")), 6, 1, by=("union",), rest=first)
    assert happened(events, Retreated)[0].to == away


def test_cavalry_may_give_way_before_an_assault_and_then_nobody_fights() -> None:
    board = field(STACK[0], STACK[1], "c confederate cavalry 0505 2", leaders=[SYKES])
    back = [RetreatTo("c", hex) for hex in ("0506", "0507", "0508", "0509")]
    events = drive(
        go(), board, 1, TakePart(("a", "b")), CavalryRetreat(True), 4, *back, Halt(), by=("union", *["confederate"] * 6)
    )
    assert happened(events, CavalryRetreated)
    assert not happened(events, Fought)
    assert [board.hex(unit_id) for unit_id in "ab"] == ["0504", "0504"]
    assert board.units["a"].fatigue == 1


def test_cavalry_that_stands_is_assaulted() -> None:
    board = field(STACK[0], STACK[1], "c confederate cavalry 0505 2", leaders=[SYKES])
    events = drive(
        go(), board, 1, TakePart(("a", "b")), CavalryRetreat(False), 1, 6, by=("union", "confederate"), rest=first
    )
    assert happened(events, Fought)


def test_cavalry_is_not_asked_when_only_cavalry_assaults() -> None:
    board = field("a union cavalry 0504 3 commands=V", "c confederate cavalry 0505 2", leaders=[SYKES])
    events = drive(go(), board, 1, TakePart(("a",)), 1, 6, Done(), by=("union", "confederate"))
    assert not happened(events, CavalryRetreated)


def test_the_forecast_of_an_assault_is_what_all_its_dice_bring() -> None:
    board = corps(on=ground(terrain={"0505": "rolling"}))
    odds = forecast(board, ("a", "b"), board.ground.map.parse("0505"), how="assault", leader=SYKES_ID)
    expected: dict[tuple[str, str], Fraction] = {}
    for outcome, chance in odds.items():
        key = outcome.defender.raw, outcome.attacker.raw
        expected[key] = expected.get(key, Fraction(0)) + chance

    found: dict[tuple[str, str], Fraction] = {}
    for chance, events, _ in every_way(go(), board):
        for fought in happened(events, Fought):
            if fought.attackers == ("a", "b"):
                key = fought.defender, fought.attacker
                found[key] = found.get(key, Fraction(0)) + chance
    assert found == {key: chance * Fraction(4, 6) for key, chance in expected.items()}


def test_every_roll_of_an_assault_comes_to_an_end() -> None:
    board = field(STACK[0], "d confederate infantry 0505 2", leaders=[SYKES])
    ways = list(every_way(go(), board))
    assert sum(chance for chance, _, _ in ways) == 1
    assert len(ways) == 5 * 36 + 1
