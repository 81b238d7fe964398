"""The small choices: leaders, retreats, advances, force marches. Each function rates one kind of action."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wargame_core.maps.masks import bits
from wargame_gcacw.board.actions import (
    Advance,
    CavalryRetreat,
    ForceMarch,
    PlaceLeader,
    RetreatTo,
    TakeAlong,
    TakePart,
)
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.players.attack_values import BEST_FIRST, ValuedAssault, best_assault
from wargame_gcacw.players.costs import disorder_cost, fatigue_cost, manpower_cost, train_cost
from wargame_gcacw.players.distance_fields import reachable
from wargame_gcacw.players.expected_combat import expected_combat
from wargame_gcacw.players.hex_values import hex_value
from wargame_gcacw.players.plans import best_march
from wargame_gcacw.players.situation import Situation
from wargame_gcacw.printed.counters import TIRED_OUT, LeaderId
from wargame_gcacw.printed.ground import POINT
from wargame_gcacw.rules.assaults import TakePartChoices, assault_choices, eligible
from wargame_gcacw.rules.combat import cost_of_attack
from wargame_gcacw.rules.combat_on_map import combat_at
from wargame_gcacw.rules.retreats import LOSES_AT, hexes_to_ask, only_cavalry, roll_modifier

SETTLED = 2.0
"""How much more manpower a leader must have around him to change his place."""
FORCED = {"infantry": 3 * POINT, "cavalry": 6 * POINT}
"""Half points that a force march gives in the mean."""
FORCING = 2.5
"""What a force march must gain at least beyond its cost."""
HEXES_BACK = 4
"""How far cavalry goes back at least."""


# leaders


def followers(board: FieldBoard, leader: LeaderId, space: int, leave_out: Iterable[str] = ()) -> float:
    """The manpower that a leader in a hex can lead; that in his own hex counts one and a half times."""
    chief, near = board.leader(leader), 0.0
    within = board.ground.map.within(space, chief.radius)
    for unit in board.of(chief.side):
        now = board.units[unit]
        if unit not in leave_out and within >> now.space & 1 and board.commands(leader, unit):
            fresh = 1.0 if now.fatigue < TIRED_OUT else 0.5
            near += fresh * now.manpower * (1.5 if now.space == space else 1.0)
    return near


def transfer(board: FieldBoard, action: PlaceLeader) -> float:
    """How much better a leader stands with another unit."""
    now = 0.0
    if action.leader in board.leader_with:
        now = followers(board, action.leader, board.leader_space(action.leader))
    return followers(board, action.leader, board.units[action.unit].space) - now - SETTLED


def take_along(situation: Situation, action: TakeAlong) -> float:
    """Leaders go where more of their units are."""
    board = situation.board
    march, activation = board.march, board.activation
    assert march is not None
    unit, here = march.unit, board.units[march.unit].space
    costs = reachable(board.ground, here, board.rain, board.unit(unit).arm == "wagon", march.left)
    to = best_march(situation, unit, costs, march.left).to
    value, own = 0.0, float(board.units[unit].manpower)
    for leader in action.leaders:
        if board.commands(leader, unit):
            goes = own * 1.5 + followers(board, leader, to, (unit,))
            if activation is not None and activation.leader == leader and not activation.units:
                goes += 0.5 * own
            value += goes - followers(board, leader, here, (unit,))
    return value


# marches


def force_march(situation: Situation, action: ForceMarch) -> float:
    """A force march pays when it reaches what is worth its cost."""
    if not action.force:
        return 0.0
    board = situation.board
    march = board.march
    assert march is not None
    unit, now, counter = march.unit, board.units[march.unit], board.unit(march.unit)

    def gain(points: int) -> float:
        costs = reachable(board.ground, now.space, board.rain, counter.arm == "wagon", points)
        open_hexes = {space: cost for space, cost in costs.items() if not situation.enemies >> space & 1}
        return best_march(situation, unit, open_hexes, points, attacks=False).gain

    cost = disorder_cost(board, now) + 0.9 * manpower_cost(board, counter.side, counter.arm, "force_march")
    return gain(march.left + FORCED[counter.arm]) - gain(march.left) - cost - FORCING


# retreats and advances


def retreat_to(situation: Situation, action: RetreatTo) -> float:
    """The hex for a retreating unit: the better place, and for a train the shorter way."""
    board = situation.board
    cost = train_cost(board, action.unit, hexes=1) if board.unit(action.unit).arm == "wagon" else 0.0
    return hex_value(situation, action.unit, board.ground.map.parse(action.to)) - cost


def stay(situation: Situation, actions: Sequence[object]) -> float:
    """The worth of ending a retreat where the unit stands: a little more than that of an equally good hex."""
    unit = next(action.unit for action in actions if isinstance(action, RetreatTo))
    return hex_value(situation, unit, situation.board.units[unit].space) + 0.1


def advance(situation: Situation, action: Advance, target: int | None) -> float:
    """What units gain in the hex they took, if that is where they advance to; an objective above all."""
    board = situation.board
    start = board.units[action.units[0]].space
    if target is None or board.at(target) or target not in board.ground.map.neighbours[start]:
        return -1.0
    gains = (
        hex_value(situation, unit, target) - hex_value(situation, unit, board.units[unit].space)
        for unit in action.units
    )
    return sum(gains) - 0.1


# cavalry that retreats before combat


def cavalry_retreat(situation: Situation, action: CavalryRetreat) -> float:
    """Cavalry goes back when standing costs more than the place is worth."""
    space = _cavalry_asked(situation)
    return _going_back(situation, space) if action.retreat else _standing(situation, space)


def _cavalry_asked(situation: Situation) -> int:
    """The hex of the cavalry that is asked: beside the marching unit, or where an assault may fall on it."""
    board, march = situation.board, situation.board.march
    hexes = hexes_to_ask(board, march.unit) if march is not None and march.unit in board.units else []
    if hexes:
        return hexes[0]
    adjacent, infantry = board.ground.map.adjacent, board.mask(situation.foe, "infantry")
    own = [space for space in board.stacks if only_cavalry(board, space, situation.side)]
    return max(own, key=lambda space: bool(adjacent[space] & infantry))


def _going_back(situation: Situation, space: int) -> float:
    board, march, units = situation.board, situation.board.march, situation.board.at(space)
    start = board.units[march.unit].space if march is not None else board.ground.map.neighbours[space][0]
    modifier = roll_modifier(board, space, start).total
    losing = sum(die + modifier <= LOSES_AT for die in range(1, 7)) / 6
    tired = sum(fatigue_cost(board, board.units[unit]) for unit in units)
    loss = losing * _mean_manpower_cost(situation, space) * len(units)
    return -_disorder_cost(board, space) - tired - loss - _lost_place(situation, space)


def _standing(situation: Situation, space: int) -> float:
    board, march = situation.board, situation.board.march
    manpower, disorder = _mean_manpower_cost(situation, space), _disorder_cost(board, space)
    if march is None or march.unit not in board.units:
        return -1.0 - 0.6 * _lost_place(situation, space) - disorder - manpower
    hows = (how for how in BEST_FIRST if cost_of_attack(board, march.unit, space, how, march.left) is not None)
    how = next(hows, None)
    if how is None:
        return 0.0
    combat = expected_combat(combat_at(board, (march.unit,), space, how=how))
    tired = sum(fatigue_cost(board, board.units[unit], combat.defender_fatigue) for unit in board.at(space))
    loss = combat.defender_loss * manpower + combat.defender_disorganized * disorder + tired
    return -loss - combat.driven_off * (_lost_place(situation, space) + 0.4)


def _mean_manpower_cost(situation: Situation, space: int) -> float:
    board, units = situation.board, situation.board.at(space)
    return sum(manpower_cost(board, situation.side, board.unit(unit).arm) for unit in units) / len(units)


def _disorder_cost(board: FieldBoard, space: int) -> float:
    return sum(disorder_cost(board, board.units[unit]) for unit in board.at(space))


def _lost_place(situation: Situation, space: int) -> float:
    """What the cavalry of a hex loses by leaving it for one four hexes away."""
    board, within, lost = situation.board, situation.board.ground.map.within, 0.0
    ring = within(space, HEXES_BACK) & ~within(space, HEXES_BACK - 1) & ~situation.enemies & ~situation.enemy_zone
    for unit in board.at(space):
        best = max((hex_value(situation, unit, there) for there in bits(ring)), default=-1.0)
        lost += max(0.0, hex_value(situation, unit, space) - best)
    return lost


# assaults


def take_part(situation: Situation, choices: TakePartChoices) -> TakePart | None:
    """The units for the assault that has been ordered: what fits the units that may take part best."""
    board = situation.board
    best = ValuedAssault()
    for order in assault_choices(board, situation.side):
        target = board.ground.map.parse(order.target)
        units = eligible(board, order.leader, target)
        if tuple(units) == choices.ids:
            assault = best_assault(situation, order.leader, units, target, choices.most)
            best = max(best, assault, key=lambda valued: (valued.value, valued.units))
    return TakePart(best.units) if best.units else None
