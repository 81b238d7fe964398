"""What attacks are worth to the attacking side, in its own victory points, by the exact means of the Combat Chart."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product

from attrs import frozen

from wargame_core import D6
from wargame_core.maps.masks import bits
from wargame_gcacw.board.actions import AttackKind
from wargame_gcacw.board.board import FieldBoard, UnitState
from wargame_gcacw.charts.combat import Combat
from wargame_gcacw.charts.combat import attack_cost as attack_points
from wargame_gcacw.charts.results import results_in
from wargame_gcacw.charts.series import Terrain
from wargame_gcacw.players.costs import disorder_cost, fatigue_cost, from_memory, manpower_cost, memoized, train_cost
from wargame_gcacw.players.lines import gain_without_enemies, hex_points, points_ahead
from wargame_gcacw.players.situation import Situation, board_after_move
from wargame_gcacw.printed.book import POINT
from wargame_gcacw.printed.counters import TIRED_OUT, Arm, LeaderId
from wargame_gcacw.rules.combat import verdict_of_special_rules
from wargame_gcacw.rules.combat_on_map import combat_at, coverage

Modifiers = tuple[int, int]
FLANK_HEXES = 2
"""Units so many hexes from a defender matter to a combat."""
ROOM = 1000
"""For how many surroundings of a hex combats are kept."""


@frozen
class ExpectedCombat:
    """The means over all dice of a combat: losses in manpower points, fatigue in levels, the rest as chances."""

    attacker_loss: float
    attacker_fatigue: float
    attacker_disorganized: float
    defender_loss: float
    defender_fatigue: float
    defender_disorganized: float
    driven_off: float


def expected_combat(combat: Combat) -> ExpectedCombat:
    """The means of a combat."""
    prepared_combat = combat.prepared
    modifiers = (
        prepared_combat.attacker_modifiers
        if prepared_combat.needs_artillery_die
        else prepared_combat.attacker_modifiers[:1]
    )
    differences = tuple(modifier - prepared_combat.defender_modifier for modifier in modifiers)
    return _mean_combat(differences, prepared_combat.defender_column, prepared_combat.attacker_column)


@lru_cache(maxsize=4096)
def _mean_combat(modifiers: Sequence[int], defender_column: int, attacker_column: int) -> ExpectedCombat:
    """The means of combats in these columns; modifiers are the attacker's less the defender's, all equally likely."""
    outcomes = [
        results_in(die - defender_die + modifier, defender_column, attacker_column)
        for modifier in modifiers
        for die, defender_die in product(D6.faces, repeat=2)
    ]

    def mean(numbers: Iterable[int]) -> float:
        return sum(numbers) / len(outcomes)

    return ExpectedCombat(
        attacker_loss=mean(attacker.loss for _, _, attacker in outcomes),
        attacker_fatigue=mean(attacker.fatigue for _, _, attacker in outcomes),
        attacker_disorganized=mean(attacker.disorganized for _, _, attacker in outcomes),
        defender_loss=mean(defender.loss for _, defender, _ in outcomes),
        defender_fatigue=mean(defender.fatigue for _, defender, _ in outcomes),
        defender_disorganized=mean(defender.disorganized for _, defender, _ in outcomes),
        driven_off=mean(defender.movement is not None for _, defender, _ in outcomes),
    )


def march_combat(situation: Situation, unit: str, space: int, target: int, kind_of_combat: str) -> ExpectedCombat:
    """The means of an attack by a unit that has marched to a hex."""
    combats, board = _combats_at(situation, target), situation.board
    key = unit, board.units[unit], space, kind_of_combat
    combat = combats.get(key)
    if combat is None:
        combats[key] = combat = expected_combat(
            combat_at(board_after_move(board, (unit,), space), (unit,), target, how=kind_of_combat)
        )
    return combat


def assault_combat(
    situation: Situation, units: Sequence[str], target: int, kind_of_combat: str, leader: LeaderId
) -> ExpectedCombat:
    """The means of an assault by some units from where they stand."""
    board = situation.board
    combats = from_memory(
        situation.kept["assaults"], ROOM, assault_key(situation, target), dict[Hashable, ExpectedCombat]
    )
    key = kind_of_combat, leader, *((unit, board.units[unit]) for unit in units)
    combat = combats.get(key)
    if combat is None:
        combats[key] = combat = expected_combat(combat_at(board, units, target, how=kind_of_combat, leader=leader))
    return combat


@memoized
def _combats_at(situation: Situation, target: int) -> dict[Hashable, ExpectedCombat]:
    """The combats against a hex that are known, from earlier boards too on which all was the same that matters."""
    combats: dict[Hashable, ExpectedCombat] = from_memory(
        situation.kept["combats"], ROOM, combat_key(situation, target), dict
    )
    return combats


@memoized
def combat_key(situation: Situation, target: int) -> Hashable:
    """All of a board that matters to combats against a hex: on equal boards they are the same."""
    board = situation.board
    near_spaces = (board.enemies(situation.side) | board.mask(situation.side)) & board.ground.map.within(
        target, FLANK_HEXES
    )
    stacks = ((unit, board.units[unit]) for space in bits(near_spaces) for unit in board.stacks[space])
    counters = tuple(board.counters.items())  # rules of a variant may look at its own
    return (target, board.rain, counters, target in board.refused_hexes, *board.leader_with.items(), *stacks)


@memoized
def assault_key(situation: Situation, target: int) -> Hashable:
    """All of a board that matters to assaults on a hex but the attackers: on equal boards they are the same."""
    board = situation.board
    if board.scenario.rules_with_hook("combat"):
        return combat_key(situation, target)
    flanks = target in board.refused_hexes, coverage(board, situation.side, target)
    defenders = ((unit, board.units[unit]) for unit in board.units_at(target))
    return (target, board.rain, *flanks, *board.leaders_at(target), *defenders)


BEST_FIRST: tuple[AttackKind, ...] = ("prepared", "normal", "hasty", "column_of_route")
LEAST_ATTACK_SHARE: Mapping[Arm, float] = {"infantry": 0.25, "cavalry": 0.5}
"""Below which share of the defenders' combat value no attack from a march is weighed: 3 of 2,600 were worth making."""


@frozen
class ValuedAttack:
    """An attack of a marching unit: what it is worth, the hex attacked, and the kind of attack."""

    value: float
    target: int
    how: AttackKind


def attack_value(
    situation: Situation, attackers: Sequence[str], starts: Iterable[int], target: int, combat: ExpectedCombat
) -> float:
    """The worth of an attack from these hexes with what may be expected of it."""
    gain = attack_gain(situation, attackers, starts, target, combat)
    return _attack_worth(situation, target, gain, attack_cost(situation, attackers, combat))


def _attack_worth(situation: Situation, target: int, gain: float, cost: float) -> float:
    """The worth of an attack by what it does to the enemy and what it costs: a desperate side thinks less of that."""
    weights = situation.weights
    losses = (1 - weights.dared * situation.boldness) * cost
    return weights.gain * gain - losses - weights.least_gain + situation.misjudgement(target)


def best_attack(situation: Situation, unit: str, space: int, left: int) -> ValuedAttack | None:
    """The best attack of a marching unit from a hex with so many half points left."""
    board = situation.board
    ground = board.ground
    if board.night or left < 2 or board.unit(unit).arm not in ("infantry", "cavalry"):
        return None
    best: ValuedAttack | None = None
    arm = board.unit(unit).arm
    cavalry, strength = arm == "cavalry", float(board.units[unit].value) / LEAST_ATTACK_SHARE[arm]
    for target in ground.steps[board.rain][space] if situation.beside_enemies >> space & 1 else ():
        if situation.enemies >> target & 1 and _strength(situation, target) <= strength:
            kind_of_combat = best_kind(cavalry, ground.terrain(target), left // POINT)
            if kind_of_combat is not None and verdict_of_special_rules(board, unit, target, kind_of_combat):
                value = _value_from(situation, unit, space, target, kind_of_combat)
                if best is None or value > best.value:
                    best = ValuedAttack(value, target, kind_of_combat)
    return best


@memoized
def _strength(situation: Situation, target: int) -> float:
    """The combat value of the enemies in a hex."""
    return float(situation.board.value(situation.board.units_at(target)))


@cache
def best_kind(cavalry: bool, terrain: Terrain, points: int) -> AttackKind | None:
    """The best kind of attack on a hex of a terrain that so many movement points allow."""
    costs = (
        (kind_of_combat, attack_points(kind_of_combat, cavalry=cavalry, terrain=terrain, remaining_mp=points))
        for kind_of_combat in BEST_FIRST
    )
    return next((kind_of_combat for kind_of_combat, cost in costs if cost is not None), None)


@memoized
def _value_from(situation: Situation, unit: str, space: int, target: int, how: AttackKind) -> float:
    """The worth of an attack of one unit that has marched to a hex."""
    return attack_value(situation, (unit,), (space,), target, march_combat(situation, unit, space, target, how))


def attack_cost(situation: Situation, attackers: Sequence[str], combat: ExpectedCombat) -> float:
    """What the attack costs the attackers: losses, fatigue, disorder."""
    board, weights = situation.board, situation.weights
    dearest_cost = max(manpower_cost(weights, board, situation.side, board.unit(unit).arm) for unit in attackers)
    cost = combat.attacker_loss * dearest_cost
    for unit in attackers:
        state = board.units[unit]
        cost += fatigue_cost(weights, board, state, min(combat.attacker_fatigue, TIRED_OUT - state.fatigue))
        cost += combat.attacker_disorganized * disorder_cost(weights, board, state)
        for lines in situation.own_lines:
            if unit in lines.start_masks:
                cost += weights.way_home * combat.attacker_fatigue * points_ahead(lines, unit)
    return cost


def attack_gain(
    situation: Situation, attackers: Sequence[str], starts: Iterable[int], target: int, combat: ExpectedCombat
) -> float:
    """What the attack does to the enemy: losses, fatigue, disorder, and the hex that he leaves."""
    board, defenders = situation.board, defenders_at(situation, target)
    gain = combat.defender_loss * (sum(unit.manpower_cost for unit in defenders) / len(defenders))
    retreat_loss = expected_retreat_loss(situation, frozenset(starts), target)
    for unit in defenders:
        state = unit.state
        fatigue = min(combat.defender_fatigue, TIRED_OUT - state.fatigue)
        gain += 0.7 * fatigue_cost(situation.weights, board, state, fatigue)
        gain += combat.defender_disorganized * unit.disorder_cost
        gain += combat.driven_off * min(state.manpower, retreat_loss) * unit.manpower_cost
        if unit.is_train:
            gain += combat.driven_off * unit.train_cost + combat.defender_loss * 5.0
    infantry = any(board.unit(attacker).arm == "infantry" for attacker in attackers)
    return gain + combat.driven_off * value_of_driving_off(situation, infantry, target)


@frozen
class Defender:
    """A unit that is attacked, and what it costs its side: a point of manpower, disorder, two hexes of a train."""

    state: UnitState
    manpower_cost: float
    disorder_cost: float
    is_train: bool
    train_cost: float


@memoized
def defenders_at(situation: Situation, target: int) -> Sequence[Defender]:
    """The units of a hex that is attacked."""
    board, weights = situation.board, situation.weights
    defenders = []
    for unit in board.units_at(target):
        state, arm = board.units[unit], board.unit(unit).arm
        cost, train = manpower_cost(weights, board, situation.enemy_side, arm), arm == "wagon"
        train_losses = train_cost(board, unit, hexes=2) if train else 0.0
        defenders.append(Defender(state, cost, disorder_cost(weights, board, state), train, train_losses))
    return defenders


@memoized
def value_of_driving_off(situation: Situation, infantry: bool, target: int) -> float:
    """What it counts that the enemies leave a hex to attackers with or without infantry."""
    board, value = situation.board, 0.0
    if infantry and board.control.get(target) == situation.enemy_side:
        value += situation.weights.kept * situation.objectives.get(target, 0.0)
    for lines in situation.own_lines:
        value += situation.weights.freed[situation.final] * min(40.0, gain_without_enemies(lines, target))
    for lines in situation.foe_lines:  # units that count a line are only driven home
        counting = (unit for unit in board.units_at(target) if unit in lines.start_masks)
        value -= 0.5 * sum(hex_points(lines, board.unit(unit).arm, target, False) < 5 for unit in counting)
    return value


@memoized
def expected_retreat_loss(situation: Situation, starts: frozenset[int], target: int) -> float:
    """What a retreat from a hex may cost each unit in manpower: the fewer hexes are free, the more."""
    board, zone = situation.board, situation.covered_hexes
    for space in starts:
        zone |= board.ground.zone[space]
    free_neighbours = sum(not zone >> space & 1 for space in board.ground.steps[board.rain][target])
    return situation.weights.retreat * (0.1 if free_neighbours >= 2 else 0.4 if free_neighbours else 1.5)


@frozen
class ValuedAssault:
    """What an assault is worth, and the units that should take part; nobody: it is not worth ordering."""

    value: float = 0.0
    units: tuple[str, ...] = ()


@frozen
class WeighedAssault:
    """The units of an assault, what it does to the enemy, what it costs, and what it costs whoever wins: fatigue."""

    units: tuple[str, ...]
    gain: float
    cost: float
    tired: float


def best_assault(
    situation: Situation, leader: LeaderId, units: Sequence[str], target: int, unit_limit: int
) -> ValuedAssault:
    """The best assault on a hex by at most so many of the units."""
    return _best_assault(
        _worthwhile_assaults(situation, target, weighed_assaults(situation, leader, units, target, unit_limit)),
        unit_limit,
    )


def mean_assault(situation: Situation, leader: LeaderId, units: Sequence[str], target: int) -> float:
    """What an assault on a hex is worth, over the die for the number of units."""
    unit_limit = max(numbers_by_die(situation, leader))
    return mean_value(situation, leader, target, weighed_assaults(situation, leader, units, target, unit_limit))


def mean_value(situation: Situation, leader: LeaderId, target: int, assaults: Sequence[WeighedAssault]) -> float:
    """What the best of some assaults on a hex is worth, over the die for the number of units."""
    valued_assaults = _worthwhile_assaults(situation, target, assaults)
    if not valued_assaults:
        return 0.0
    numbers = numbers_by_die(situation, leader)
    return sum(_best_assault(valued_assaults, unit_limit).value for unit_limit in numbers) / len(numbers)


def numbers_by_die(situation: Situation, leader: LeaderId) -> Sequence[int]:
    """How many units may take part in an assault that a leader orders, by the die."""
    return [max(0, situation.board.leader(leader).command_value - die) for die in D6.faces]


def _worthwhile_assaults(
    situation: Situation, target: int, assaults: Sequence[WeighedAssault]
) -> Sequence[ValuedAssault]:
    """The assaults on a hex that are worth ordering."""
    values = (_attack_worth(situation, target, assault.gain, assault.cost) - assault.tired for assault in assaults)
    return [ValuedAssault(value, assault.units) for value, assault in zip(values, assaults, strict=True) if value > 0]


def _best_assault(assaults: Sequence[ValuedAssault], unit_limit: int) -> ValuedAssault:
    """The best assault by at most so many units, the first of equal ones; by nobody where there is none."""
    small_assaults = (assault for assault in assaults if len(assault.units) <= unit_limit)
    return max(small_assaults, key=lambda assault: assault.value, default=ValuedAssault())


def weighed_assaults(
    situation: Situation, leader: LeaderId, units: Sequence[str], target: int, unit_limit: int
) -> Sequence[WeighedAssault]:
    """The assaults on a hex by at most so many of the units: by the strongest, with a gun and without."""
    board, chief = situation.board, situation.board.leader(leader)
    kind_of_combat = "grand_assault" if chief.rank == "army" else "assault"
    fit_units = [unit for unit in units if board.units[unit].fatigue < TIRED_OUT]
    infantry = [unit for unit in fit_units if board.unit(unit).arm != "artillery"]
    infantry.sort(key=lambda unit: -board.units[unit].value)
    guns = [unit for unit in fit_units if board.unit(unit).arm == "artillery"]
    foot_groups = [tuple(infantry[:count]) for count in range(1, min(unit_limit, len(infantry)) + 1)]
    groups = [
        (*foot_units, *gun)
        for foot_units in foot_groups
        for gun in ((), guns[:1])
        if not gun or _is_beside(board, gun[0], foot_units)
    ]
    return [
        _weighed_assault(situation, group, target, kind_of_combat, leader)
        for group in dict.fromkeys(groups)
        if len(group) <= unit_limit
    ]


def _weighed_assault(
    situation: Situation, units: tuple[str, ...], target: int, kind_of_combat: str, leader: LeaderId
) -> WeighedAssault:
    """An assault by some units from where they stand."""
    board = situation.board
    combat = assault_combat(situation, units, target, kind_of_combat, leader)
    gain = attack_gain(situation, units, [board.units[unit].space for unit in units], target, combat)
    fatigue = sum(fatigue_cost(situation.weights, board, board.units[unit]) for unit in units)
    return WeighedAssault(units, gain, attack_cost(situation, units, combat), fatigue)


def _is_beside(board: FieldBoard, gun: str, units: Sequence[str]) -> bool:
    space = board.units[gun].space
    return any(board.units[unit].space == space and board.unit(unit).arm == "infantry" for unit in units)
