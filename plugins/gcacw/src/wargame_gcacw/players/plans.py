"""What places and actions are worth to a side, in its own victory points. Gains are over standing still."""

from collections.abc import Iterable, Mapping, Sequence
from math import exp

from attrs import evolve, field, frozen

from wargame_core.flow.players import Stop, before
from wargame_gcacw.board.actions import ActivateLeader, Assault, MarchUnit
from wargame_gcacw.board.board import UnitState
from wargame_gcacw.players import costs
from wargame_gcacw.players.attack_values import best_attack, mean_assault
from wargame_gcacw.players.costs import mean_allowance, memoized, reachable
from wargame_gcacw.players.lines import Lines, harassment_from_hex, line_value, loss_by_screened, share_to_come
from wargame_gcacw.players.situation import Situation, lines_without
from wargame_gcacw.players.targets import Target, cut_points, standing_values, targets
from wargame_gcacw.players.weights import Weights
from wargame_gcacw.printed.book import POINT
from wargame_gcacw.printed.counters import WORK_VALUE, Arm
from wargame_gcacw.rules.action_cycle import ActionChoices
from wargame_gcacw.rules.combat import eligible
from wargame_gcacw.rules.leaders_and_objectives import exit_hexes
from wargame_gcacw.rules.movement_costs import march_reach

TIRED, SMALL = 3, 2
"""From which fatigue cavalry is tired, and to how much manpower it is small."""


def hex_value(situation: Situation, unit: str, space: int) -> float:
    """What a unit is worth in a hex."""
    return hex_values(situation, unit, (space,))[space]


def hex_values(situation: Situation, unit: str, spaces: Iterable[int]) -> Mapping[int, float]:
    """What a unit is worth in each of these hexes, and in those asked for before."""
    aims = _aims(situation, unit)
    values, targets, dangers, doubts = aims.values, aims.targets, situation.danger, situation.doubts
    line_weight = situation.weights.line
    for space in spaces:
        if space in values:
            continue
        if aims.exits >> space & 1:
            values[space] = situation.exit_value
            continue
        value = 0.0
        for lines, share in aims.own_lines:
            value += line_weight * line_value(lines, aims.arm, share, space)
        for target in targets:
            distance = target.distances[space]
            if distance < target.reach:
                value += target.value * (1 - distance / target.reach)
        for lines in aims.foe_lines:
            value += blocking_value(situation, lines, unit, space)
        if aims.holds and space in situation.objectives:
            value += holding_value(situation, unit, space)
        if space in aims.standing:
            value += aims.standing[space]
        if doubts:
            value += doubts[space]
        values[space] = value - exposure(situation, unit, space) if space in dangers else value
    return values


@frozen
class _Aims:
    """What counts for a unit, wherever it stands: hexes (a mask), lines to count and to block, what draws it.

    ``own_lines`` have how much of what the unit counts there is still to come, ``standing`` what it is worth by hex to
    stand there at the end. ``values`` are the values of the hexes
    looked at so far.
    """

    arm: Arm
    exits: int
    own_lines: Sequence[tuple[Lines, float]]
    foe_lines: Sequence[Lines]
    targets: Sequence[Target]
    holds: bool
    standing: Mapping[int, float]
    values: dict[int, float] = field(factory=dict)


@memoized
def _aims(situation: Situation, unit: str) -> _Aims:
    arm = situation.board.unit(unit).arm
    blocks = arm in ("infantry", "cavalry")
    return _Aims(
        arm=arm,
        exits=exit_hexes(situation.board, unit),
        own_lines=[(lines, share_to_come(lines, unit)) for lines in situation.own_lines if arm in lines.rule.arms],
        foe_lines=lines_without(situation, unit) if blocks else (),
        targets=targets(situation, unit),
        holds=arm == "infantry",
        standing=standing_values(situation, unit),
    )


def blocking_value(situation: Situation, lines: Lines, unit: str, space: int) -> float:
    """What a unit in a hex takes from the enemy's lines."""
    board, weights = situation.board, situation.weights
    value = weights.harass[situation.final] * harassment_from_hex(lines, space)
    loss = cut_points(lines).get(space)
    if loss:
        zones = board.ground.zone
        cavalry = board.unit(unit).arm == "cavalry"
        if cavalry and lines.screened_hexes >> space & 1:
            loss = loss_by_screened(lines, 1 << space | zones[space], float(board.units[unit].value))
        chance_of_staying = 1 - weights.driven * situation.danger.get(space, 0.0) if cavalry else 1.0
        value += weights.block[situation.final] * chance_of_staying * loss
    return value


def exposure(situation: Situation, unit: str, space: int) -> float:
    """What a unit may lose in a hex to the enemies who can attack it.

    Where hexes are fought for, `holding_value` allows for attacks on infantry and guns; a side that has lines to
    keep open fights for them without fear. Infantry does not march off for fear either: where it stands it has others
    beside it, and who attacks it loses time.
    """
    board, arm, weights = situation.board, situation.board.unit(unit).arm, situation.weights
    risk = situation.danger.get(space, 0.0)
    if not risk:
        return 0.0
    if arm == "cavalry":
        return weights.fear_cavalry * risk * _attacked_cavalry(situation, unit)
    if space == board.units[unit].space or situation.objectives or situation.own_lines:
        return 0.0
    cost_of_manpower = costs.manpower_cost(weights, board, situation.side, arm)
    return weights.fear_infantry * risk * _losses_when_attacked(situation, unit, space) * cost_of_manpower


@memoized
def _attacked_cavalry(situation: Situation, unit: str) -> float:
    """What it costs cavalry to be attacked."""
    board, state, weights = situation.board, situation.board.units[unit], situation.weights
    small = state.manpower <= SMALL
    weak = (state.demoralized > 0) + (state.fatigue >= TIRED) + small
    cost_of_manpower = costs.manpower_cost(weights, board, situation.side, "cavalry")
    cost_of_manpower += small * costs.last_point_cost(weights, board.scenario, situation.side)
    return weights.weakness[weak] * cost_of_manpower + costs.disorder_cost(weights, board, state)


def _losses_when_attacked(situation: Situation, unit: str, space: int) -> float:
    """The manpower that infantry and guns are estimated to lose when they are attacked, by the odds of the place."""
    board, state = situation.board, situation.board.units[unit]
    defence_here = sum(defence(board.units[other_unit]) for other_unit in board.units_at(space) if other_unit != unit)
    defence_here += defence(state if state.space == space else evolve(state, space=space, work=""))
    odds = situation.attack_strength_near.get(space, 0.0) / max(defence_here, 1.0)
    return situation.weights.infantry_loses * min(odds, situation.weights.most_odds)


def zone_to_zone_cost(situation: Situation, unit: str, space: int) -> float:
    """What it costs a unit to go straight from one hex in an enemy zone of control into another."""
    board, state, weights = situation.board, situation.board.units[unit], situation.weights
    zone = situation.enemy_zone
    if state.space == space or not (zone >> state.space & zone >> space & 1) or board.ground.way(state.space, space):
        return 0.0
    if state.disorganized:
        cost = costs.manpower_cost(weights, board, situation.side, board.unit(unit).arm, "zone_to_zone")
        return cost + (costs.last_point_cost(weights, board.scenario, situation.side) if state.manpower == 1 else 0.0)
    return costs.disorder_cost(weights, board, state)


def holding_value(situation: Situation, unit: str, space: int) -> float:
    """What infantry does in an objective: takes it, or holds it against what may come."""
    points = situation.objectives.get(space, 0.0)
    board, state, weights = situation.board, situation.board.units[unit], situation.weights
    pressure = situation.attack_strength_near.get(space, 0.0)
    infantry = (
        other_unit
        for other_unit in board.units_at(space)
        if other_unit != unit and board.unit(other_unit).arm == "infantry"
    )
    infantry_defence = sum(defence(board.units[other_unit]) for other_unit in infantry)
    placed_state = state if state.space == space else evolve(state, space=space, work="")
    fall_chance_after = fall_probability(weights, pressure, infantry_defence + defence(placed_state))
    fall_chance_before = (
        1.0
        if board.control.get(space) == situation.enemy_side
        else fall_probability(weights, pressure, infantry_defence)
    )
    return weights.hold * points * (fall_chance_before - fall_chance_after)


def defence(state: UnitState) -> float:
    """The combat value of a defender with its work."""
    return float(state.value) * WORK_VALUE[state.work]


def fall_probability(weights: Weights, pressure: float, defence_held: float) -> float:
    """The chance that a hex falls to so much pressure."""
    if pressure < 1:
        return 0.0
    return weights.lost if defence_held <= 0 else weights.lost * (1 - exp(-weights.yielding * pressure / defence_held))


POINTS_FOR_LED_UNIT = 1 * POINT
"""Half points that an activated unit has more."""


@frozen
class MarchPlan:
    """What a march is likely to gain, and where it goes."""

    gain: float
    to: int


def best_march(situation: Situation, unit: str, costs: Mapping[int, int], left: int, attacks: bool = True) -> MarchPlan:
    """The best that a unit can do with so many half points in the hexes it can reach at these costs."""
    start = situation.board.units[unit].space
    values = hex_values(situation, unit, (start, *costs))
    standing_value = values[start]
    best_value, best_space = 0.0, start
    in_reach = situation.beside_enemies if attacks else 0
    in_zone = situation.enemy_zone >> start & 1
    for space, cost in costs.items():
        gain = values[space] - standing_value
        if in_zone:
            gain -= zone_to_zone_cost(situation, unit, space)
        if gain > best_value and space != start:
            best_value, best_space = gain, space
        if in_reach >> space & 1:
            attack = best_attack(situation, unit, space, left - cost)
            if attack is not None and gain + attack.value > best_value:
                best_value, best_space = gain + attack.value, space
    return MarchPlan(best_value, best_space)


@memoized
def march_plan(situation: Situation, unit: str, is_led: bool, attacks: bool) -> MarchPlan:
    """What a march of a unit is likely to gain: with the mean allowance, enemies on the way left out."""
    board, counter = situation.board, situation.board.unit(unit)
    start, zone = board.units[unit].space, situation.enemy_zone
    budget = _budget(situation, unit, is_led)
    costs = reachable(board.ground, start, board.rain, counter.arm == "wagon", budget)
    closed_hexes = situation.enemies
    if zone >> start & 1:
        closed_hexes |= zone & ~board.ground.map.adjacent[start]
    open_hexes = {space: cost for space, cost in costs.items() if not closed_hexes >> space & 1}
    return _less_fatigue(situation, unit, best_march(situation, unit, open_hexes, budget, attacks))


def exact_march_plan(situation: Situation, unit: str, is_led: bool = False, attacks: bool = True) -> MarchPlan:
    """`march_plan` with the march as the rules have it on this board, enemies on the way included."""
    budget = _budget(situation, unit, is_led)
    costs = march_reach(situation.board, unit, budget).costs
    return _less_fatigue(situation, unit, best_march(situation, unit, costs, budget, attacks))


def _budget(situation: Situation, unit: str, is_led: bool) -> int:
    counter = situation.board.unit(unit)
    return round(mean_allowance(situation.board, counter.side, counter.arm)) + (POINTS_FOR_LED_UNIT if is_led else 0)


def _less_fatigue(situation: Situation, unit: str, plan: MarchPlan) -> MarchPlan:
    weights = situation.weights
    return MarchPlan(plan.gain - weights.rested * costs.cost_to_march(weights, situation.board, unit), plan.to)


def marches(
    situation: Situation, choices: ActionChoices, stop: Stop | None = None
) -> dict[MarchUnit | ActivateLeader, float]:
    """The marches and activations worth a look, with their gain; only those weighed before ``stop`` was set."""
    gains: dict[MarchUnit | ActivateLeader, float] = {}
    leaders = situation.board.leader
    led_units = {unit for leader, units in choices.activations.items() if leaders(leader).attacks for unit in units}
    for unit in before(stop, choices.marches):  # to be led is never worse, unless the leader forbids attacks
        if unit not in led_units:
            gain = march_plan(situation, unit, False, True).gain
            if gain > situation.weights.enough:
                gains[MarchUnit(unit)] = gain
    for leader, units in before(stop, choices.activations.items()):
        attacks = leaders(leader).attacks
        led_gains = {unit: march_plan(situation, unit, True, attacks).gain for unit in units}
        activation = activation_plan(situation.weights, led_gains)
        if activation.units:
            gains[ActivateLeader(leader, activation.units)] = activation.gain
    return gains


@frozen
class ActivationPlan:
    """The units of an activation that gain, and what they gain together."""

    units: tuple[str, ...]
    gain: float


def activation_plan(weights: Weights, gains: Mapping[str, float]) -> ActivationPlan:
    """The best activation of units with these gains."""
    units = tuple(unit for unit, gain in gains.items() if gain > weights.enough)
    return ActivationPlan(units, sum(gains[unit] + weights.together for unit in units))


def assault_gain(situation: Situation, order: Assault) -> float:
    """What an assault is likely to gain, over the die for the number of units."""
    target = situation.board.ground.map.parse(order.target)
    return mean_assault(situation, order.leader, eligible(situation.board, order.leader, target), target)
