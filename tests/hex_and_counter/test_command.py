"""Command: the worked examples of headquarters with a radius."""

from typing import Any

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import CHART, a_board, at, combat, ground, hexes, movement, stand, table, unit

from wargame_core.errors import RulesError
from wargame_hex_and_counter import Command, OutOfCommand, Pieces, Unit, Zones
from wargame_hex_and_counter.board.actions import Attack
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.rules.binding import USUAL
from wargame_hex_and_counter.rules.phases import announce
from wargame_laws import drive

NO_ZONES = Zones((), entering="free", leaving="free")
ZONES = Zones(("infantry",), entering="free", leaving="free")
RADIUS_3 = Command(headquarters=("hq",), commands="its formation", chart=CHART, zones=NO_ZONES, radius=3)
HALVED = OutOfCommand(command=RADIUS_3, attacks="halved", defends="in full", moves="halved")
STAYS = evolve(HALVED, attacks="not at all", moves="not at all")


def of(formation: str, id_: str, **settings: Any) -> Unit:
    return evolve(unit(id_, **settings), formation=formation)


UNITS = (
    of("I", "r1"), of("II", "r2"), of("I", "rhq", kind="hq"), of("II", "r2hq", kind="hq"), of("", "rarmy", kind="hq"),
    unit("b1"), unit("bhq", kind="hq"),
)  # fmt: skip


def placed(**where: str) -> Pieces:
    return stand(ground(), *UNITS, **where)


def test_a_unit_at_the_radius_is_in_command_and_one_hex_farther_out() -> None:
    assert RADIUS_3.has(placed(r1="0304", rhq="0301"), "r1")
    why = str(RADIUS_3.why_not(placed(r1="0305", rhq="0301"), "r1"))
    assert why == "R1 is out of command: the nearest headquarters, RHQ, is 4 hexes away, 3 allowed"


def test_a_headquarters_commands_its_formation_and_one_without_a_formation_everybody_of_its_side() -> None:
    assert not RADIUS_3.has(placed(r2="0302", rhq="0301"), "r2")
    why = str(RADIUS_3.why_not(placed(r2="0302", rhq="0301"), "r2"))
    assert why == "R2 is out of command: no headquarters that commands it is on the map"
    assert RADIUS_3.has(placed(r2="0302", rarmy="0301"), "r2")
    assert not RADIUS_3.has(placed(r1="0302", bhq="0301"), "r1")
    assert evolve(RADIUS_3, commands="all units").has(placed(r2="0302", rhq="0301"), "r2")


def test_headquarters_exempt_kinds_and_sides_that_are_not_named_need_no_command() -> None:
    assert RADIUS_3.has(placed(rhq="0301"), "rhq")
    assert not RADIUS_3.has(placed(b1="0808"), "b1")
    assert evolve(RADIUS_3, exempt=("infantry",)).has(placed(r1="0808"), "r1")
    assert evolve(RADIUS_3, sides=("red",)).has(placed(b1="0808"), "b1")


def test_the_radius_on_a_counter_goes_before_that_of_the_rule() -> None:
    near = evolve(UNITS[2], radius=1)
    assert not RADIUS_3.has(stand(ground(), UNITS[0], near, r1="0303", rhq="0301"), "r1")
    bare = evolve(RADIUS_3, radius=None)
    bare.check({"rhq": near})
    with pytest.raises(RulesError, match="headquarters 'rhq' has no radius on its counter"):
        bare.check({"rhq": UNITS[2]})
    with pytest.raises(RulesError, match="no unit is of such a kind, or has such an id: hq"):
        RADIUS_3.check({"r1": UNITS[0]})
    assert evolve(RADIUS_3, headquarters=("r1",)).is_headquarters(UNITS[0])


def test_a_radius_in_movement_points_is_what_the_ground_costs_the_headquarters() -> None:
    rule = evolve(RADIUS_3, measured="in movement points")
    forest = ground({"0302": "forest", "0402": "forest", "0202": "forest"})
    there = stand(forest, *UNITS, r1="0303", rhq="0301")
    assert rule.has(there, "r1")
    there = stand(forest, *UNITS, r1="0304", rhq="0301")
    assert RADIUS_3.has(there, "r1")
    assert str(rule.why_not(there, "r1")) == (
        "R1 is out of command: no way of at most 3 movement points leads to it from the nearest headquarters, RHQ"
    )


def test_what_blocks_a_way_of_command_makes_it_longer_and_friends_negate_zones() -> None:
    cut = evolve(RADIUS_3, blocked_by=("enemy units", "enemy zones"), zones=ZONES)
    assert cut.has(placed(r1="0304", rhq="0301"), "r1")
    near = placed(r1="0304", rhq="0301", b1="0403")
    assert not cut.has(near, "r1")
    assert "no way of at most 3 hexes leads to it from the nearest headquarters, RHQ" in str(cut.why_not(near, "r1"))
    negated = evolve(cut, zones=evolve(ZONES, negated_by_friends=("command",)))
    assert negated.has(placed(r1="0303", rhq="0301", r2="0302", b1="0403"), "r1")
    assert hexes(ground(), negated.reaches_from(placed(rhq="0301", b1="0302"), "rhq", at("0301"))) == ["0301"]


# what a unit out of command does


def test_a_unit_out_of_command_moves_by_half_and_the_refusal_says_why() -> None:
    rule = movement(NO_ZONES, allowance=HALVED.allowance(), short_of_points=(HALVED.why_short,))
    far = placed(r1="0305", rhq="0301")
    assert rule.allowance(far, "r1") == 2
    assert str(rule.why_not(far, "r1", at("0308"))) == (
        "R1: 0308 costs 3, budget 2; R1 is out of command: the nearest headquarters, RHQ, is 4 hexes away, 3 allowed"
    )
    near = placed(r1="0304", rhq="0301")
    assert rule.allowance(near, "r1") == 4
    assert str(rule.why_not(near, "r1", at("0308"))) == "legal"


def test_a_unit_that_does_not_move_out_of_command_is_told_that_and_not_that_it_has_no_points() -> None:
    rule = movement(NO_ZONES, allowance=STAYS.allowance(), short_of_points=(STAYS.why_short,))
    why = str(rule.why_no_move(placed(r1="0305", rhq="0301"), "r1"))
    assert why == "R1 is out of command: the nearest headquarters, RHQ, is 4 hexes away, 3 allowed"
    assert "RHQ has no movement points" in str(
        evolve(rule, allowance=lambda pieces, one: 0).why_no_move(placed(rhq="0301"), "rhq")
    )


def test_a_unit_out_of_command_attacks_with_half_its_strength() -> None:
    far = placed(r1="0305", rhq="0301", b1="0306")
    fight = combat(table(), out_of_command=HALVED).fight(far, Battle("red", ("r1",), (at("0306"),)))
    assert "3 to 6" in str(fight.ruling())
    assert "out of command: halved: 3" in str(fight.ruling())


def test_who_may_not_attack_out_of_command_is_told_why_and_need_not_attack() -> None:
    rule = combat(table(), out_of_command=STAYS, must=("attack",))
    board = a_board(placed(r1="0305", rhq="0301", r2="0505", r2hq="0503", b1="0405"))
    assert rule.commitments(board.pieces, "red").members == ("r2",)
    told = "R1 is out of command: the nearest headquarters, RHQ, is 4 hexes away, 3 allowed"
    with pytest.raises(AssertionError, match=told):
        drive(lambda t: announce(t, "Combat", "red", rule, USUAL), board, Attack("r1", at("0405")), by="red")


def test_judged_at_its_step_a_unit_whose_headquarters_comes_near_later_stays_out() -> None:
    rule = evolve(HALVED, judged="at its step")
    board = a_board(placed(r1="0308", rhq="0301"))
    (event,) = drive(rule.judge("red"), board)
    assert event.text(board) == "Red out of command: R1."
    board.at["rhq"] = at("0307")
    assert rule.command.has(board.pieces, "r1")
    assert rule.allowance()(board.pieces, "r1") == 2
    assert str(rule.why_out(board.pieces, "r1")) == "R1 was out of command when that was last judged"
    (event,) = drive(rule.judge("red"), board)
    assert (event.text(board), board.out_of_command) == ("Red out of command: nobody.", set())
    assert drive(rule.judge("red"), board) == []


def test_a_unit_out_of_command_may_exert_no_zone() -> None:
    rule = evolve(HALVED, judged="at its step")
    board = a_board(placed(r1="0302", b1="0808"))
    board.out_of_command = {"r1"}
    zones = evolve(ZONES, exerts=rule.exerts)
    assert zones.zone_mask(board.pieces, "red", CHART) == 0
    with pytest.raises(RulesError, match=r"OutOfCommand\.exerts: lines depend on zones"):
        HALVED.exerts(board.pieces, "r1")


def test_the_panel_names_who_is_out_of_command_and_the_rule_is_said() -> None:
    board = a_board(placed(r1="0305", rhq="0301"))
    assert list(HALVED.status(board)) == [("Out of command", "R1")]
    board.at["r1"] = at("0302")
    assert list(HALVED.status(board)) == []
    says = evolve(HALVED, command=evolve(RADIUS_3, exempt=("cavalry",), sides=("red",), blocked_by=("enemy units",)))
    assert list(says.sentences()) == [
        "A unit is in command within 3 hexes of a headquarters (hq) of its formation, or one without a formation, by a "
        "way through no enemy unit.",
        "Units of Red alone need command.",
        "No command is needed by cavalry.",
        "A unit out of command attacks with half its strength and defends with its full strength.",
        "It moves with half its movement points.",
    ]
