"""What a player asks before he chooses: the cost of a march, the odds of an attack, how an allowance is rolled."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from wargame_core.exact import show
from wargame_gcacw.board.actions import ActivateLeader, Assault, Attack, MarchUnit
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.extended_march import SideUp, extended_march_due
from wargame_gcacw.charts.movement_allowance import Order, allowance_roll
from wargame_gcacw.printed.counters import NO_LEADER, TIRED_OUT, LeaderId
from wargame_gcacw.printed.ground import show_points
from wargame_gcacw.rules.assaults import eligible
from wargame_gcacw.rules.attacks import cost_of_attack
from wargame_gcacw.rules.combat_on_map import combat_at, forecast


def cost_of_march(board: FieldBoard, path: Sequence[int], cost: int, *, in_zone: bool, slips: bool) -> str:
    """What a march along a path costs of the points left, by which hexes, and what stops or disorders the unit."""
    way = " - ".join(map(board.ground.name, path))
    words = f"costs {show_points(cost)} of {show_points(board.the_march.left)} MP, by {way}"
    words += "; it stops there, in an enemy zone of control" if in_zone else ""
    return words + ("; slipping from zone to zone disorganizes it, or costs it a point of manpower" if slips else "")


def odds_of_attack(board: FieldBoard, unit: str, action: Attack) -> str:
    """What an attack from the march costs, both combat values, and what the dice may bring."""
    target = board.ground.map.parse(action.target)
    cost = cost_of_attack(board, unit, target, action.how, board.the_march.left)
    points = "" if cost is None else f"costs {show_points(cost)} of {show_points(board.the_march.left)} MP; "
    return points + odds_of_combat(board, (unit,), target, action.how)


def odds_of_combat(
    board: FieldBoard, attackers: Sequence[str], target: int, how: str, leader: LeaderId = NO_LEADER
) -> str:
    """Both combat values, and the chances and mean losses that the Combat Chart gives. Source: Combat Chart (7.4)"""
    combat = combat_at(board, attackers, target, how=how, leader=leader)
    odds = forecast(board, attackers, target, how=how, leader=leader)
    driven = odds.p(lambda outcome: outcome.defender.movement is not None)
    back = odds.p(lambda outcome: outcome.attacker.movement is not None)
    lost = odds.map(lambda outcome: outcome.defender.loss).mean()
    mine = odds.map(lambda outcome: outcome.attacker.loss).mean()
    against = combat.defender if combat.entrenched is None else combat.entrenched
    return (
        f"value {show(combat.attacker)} against {show(against)}: "
        f"the defender is driven back in {percent(driven)} and loses {float(lost):.1f}, "
        f"the attacker in {percent(back)} and loses {float(mine):.1f} on average"
    )


def percent(chance: Fraction) -> str:
    """A chance in whole percent.

    >>> percent(Fraction(11, 36))
    '31 %'
    """
    return f"{round(100 * chance)} %"


def march_begins(board: FieldBoard, action: MarchUnit, order: Order, kind: str) -> str:
    """How the allowance of a march is rolled, unless it is rolled already, and how tired the unit becomes."""
    activation = board.activation
    if activation is not None and activation.allowance:
        allowance = f"{show_points(activation.allowance)} MP"
    else:
        allowance = allowance_of(board, action.unit, order, kind)
    return f"{allowance}; {tiredness(board, action.unit)}"


def allowance_of(board: FieldBoard, unit: str, order: Order, kind: str) -> str:
    """How the allowance of a march or an activation is rolled. Source: Movement Summary"""
    rolled = allowance_roll(order, game=board.scenario.game, side=board.book.units[unit].side, unit=kind)
    return f"{rolled} MP"


def tiredness(board: FieldBoard, unit: str) -> str:
    """The fatigue that a unit has after it begins a march, and whether it rolls for an extended march."""
    fatigue = min(TIRED_OUT, board.units[unit].fatigue + 1)
    return f"fatigue {fatigue}" + (", with a roll on the Extended March Table" if rolls_for_march(board, unit) else "")


def rolls_for_march(board: FieldBoard, unit: str) -> bool:
    """Whether a unit that begins a march rolls on the Extended March Table. Source: Extended March Table"""
    now = board.units[unit]
    side_up: SideUp = "exhausted" if now.exhausted else "normal"
    return now.fatigue < TIRED_OUT and extended_march_due(side_up, now.fatigue + 1)


def activation(board: FieldBoard, action: ActivateLeader, kind: str) -> str:
    """How the common allowance of an activation is rolled, and who rolls for an extended march."""
    tired = [board.name(unit_id) for unit_id in action.units if rolls_for_march(board, unit_id)]
    extended = f"; extended march rolls for {', '.join(tired)}" if tired else ""
    allowance = allowance_of(board, action.units[0], "leader", kind)
    return f"{allowance} each{extended}"


def numbers_of_assault(board: FieldBoard, action: Assault) -> str:
    """How many units may take part in an assault, and who they may be. Source: GCACW rules 1.4, 5 Assault"""
    chief = board.leader(action.leader)
    able = eligible(board, action.leader, board.ground.map.parse(action.target))
    return f"up to {chief.command_value} less a die of {', '.join(map(board.condition, able))}"
