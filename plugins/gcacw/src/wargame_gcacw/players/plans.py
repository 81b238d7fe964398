"""What the actions open to a side are worth, in its own victory points. Gains are over standing still."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from wargame_core import D6
from wargame_gcacw.board.actions import ActivateLeader, Assault, MarchUnit
from wargame_gcacw.players.attack_values import best_assault, best_attack
from wargame_gcacw.players.costs import cost_to_march
from wargame_gcacw.players.distance_fields import mean_allowance, reachable
from wargame_gcacw.players.hex_values import hex_values, zone_to_zone_cost
from wargame_gcacw.players.memo import remembered
from wargame_gcacw.players.situation import Situation
from wargame_gcacw.printed.ground import POINT
from wargame_gcacw.rules.action_cycle import ActionChoices
from wargame_gcacw.rules.assaults import eligible
from wargame_gcacw.rules.movement_costs import march_reach

LED = 1 * POINT
"""Half points that an activated unit has more."""
TOGETHER = 0.15
"""What it counts for each unit that an activation saves an action."""
ENOUGH = 0.35
"""What an action must gain to be better than passing."""


@frozen
class MarchPlan:
    """What a march is likely to gain, and where it goes."""

    gain: float
    to: int


def best_march(situation: Situation, unit: str, costs: Mapping[int, int], left: int, attacks: bool = True) -> MarchPlan:
    """The best that a unit can do with so many half points in the hexes it can reach at these costs."""
    here = situation.board.units[unit].space
    values = hex_values(situation, unit, (here, *costs))
    standing = values[here]
    best, to = 0.0, here
    in_reach = situation.beside_enemies if attacks else 0
    in_zone = situation.enemy_zone >> here & 1
    for space, spent in costs.items():
        gain = values[space] - standing
        if in_zone:
            gain -= zone_to_zone_cost(situation, unit, space)
        if gain > best and space != here:
            best, to = gain, space
        if in_reach >> space & 1:
            attack = best_attack(situation, unit, space, left - spent)
            if attack is not None and gain + attack.value > best:
                best, to = gain + attack.value, space
    return MarchPlan(best, to)


@remembered
def march_plan(situation: Situation, unit: str, led: bool, attacks: bool) -> MarchPlan:
    """What a march of a unit is likely to gain: with the mean allowance, enemies on the way left out."""
    board, counter = situation.board, situation.board.unit(unit)
    here, zone = board.units[unit].space, situation.enemy_zone
    budget = _budget(situation, unit, led)
    costs = reachable(board.ground, here, board.rain, counter.arm == "wagon", budget)
    closed = situation.enemies
    if zone >> here & 1:
        closed |= zone & ~board.ground.map.adjacent[here]
    open_hexes = {space: cost for space, cost in costs.items() if not closed >> space & 1}
    return _less_fatigue(situation, unit, best_march(situation, unit, open_hexes, budget, attacks))


def exact_march_plan(situation: Situation, unit: str, led: bool = False, attacks: bool = True) -> MarchPlan:
    """`march_plan` with the march as the rules have it on this board, enemies on the way included."""
    budget = _budget(situation, unit, led)
    costs = march_reach(situation.board, unit, budget).costs
    return _less_fatigue(situation, unit, best_march(situation, unit, costs, budget, attacks))


def _budget(situation: Situation, unit: str, led: bool) -> int:
    counter = situation.board.unit(unit)
    return round(mean_allowance(situation.board.scenario.game, counter.side, counter.arm)) + (LED if led else 0)


def _less_fatigue(situation: Situation, unit: str, plan: MarchPlan) -> MarchPlan:
    return MarchPlan(plan.gain - cost_to_march(situation.board, unit), plan.to)


def marches(
    situation: Situation, choices: ActionChoices, *, fast: bool = False
) -> dict[MarchUnit | ActivateLeader, float]:
    """The marches and activations worth a look, with their gain; a fast look leaves attacks out."""
    gains: dict[MarchUnit | ActivateLeader, float] = {}
    leaders = situation.board.leader
    led = {unit for leader, units in choices.activations.items() if leaders(leader).attacks for unit in units}
    for unit in choices.marches:  # to be led is never worse, unless the leader forbids attacks
        if unit not in led:
            gain = march_plan(situation, unit, False, not fast).gain
            if gain > ENOUGH:
                gains[MarchUnit(unit)] = gain
    for leader, units in choices.activations.items():
        attacks = leaders(leader).attacks and not fast
        activation = activation_plan({unit: march_plan(situation, unit, True, attacks).gain for unit in units})
        if activation.units:
            gains[ActivateLeader(leader, activation.units)] = activation.gain
    return gains


@frozen
class ActivationPlan:
    """The units of an activation that gain, and what they gain together."""

    units: tuple[str, ...]
    gain: float


def activation_plan(gains: Mapping[str, float]) -> ActivationPlan:
    """The best activation of units with these gains."""
    units = tuple(unit for unit, gain in gains.items() if gain > ENOUGH)
    return ActivationPlan(units, sum(gains[unit] + TOGETHER for unit in units))


def assault_gain(situation: Situation, order: Assault) -> float:
    """What an assault is likely to gain, over the die for the number of units."""
    board = situation.board
    target = board.ground.map.parse(order.target)
    units = eligible(board, order.leader, target)
    numbers = [max(0, board.leader(order.leader).command_value - die) for die in D6.faces]
    values = {most: best_assault(situation, order.leader, units, target, most).value for most in set(numbers) if most}
    return sum(values.get(most, 0.0) for most in numbers) / len(numbers)
