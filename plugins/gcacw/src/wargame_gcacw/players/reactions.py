"""The small choices: leaders, retreats, advances, losses, works. Each rule rates one kind of action."""

from __future__ import annotations

from collections.abc import Iterable

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
from wargame_gcacw.board.board import TIRED_OUT, FieldBoard
from wargame_gcacw.players.attack_values import BEST_FIRST, assault_worth
from wargame_gcacw.players.costs import disorder_price, fatigue_price, manpower_price, train_price
from wargame_gcacw.players.distance_fields import reachable
from wargame_gcacw.players.expected_combat import expect
from wargame_gcacw.players.hex_values import Places
from wargame_gcacw.players.plans import best_march
from wargame_gcacw.rules.assaults import TakePartChoices, assault_choices, eligible
from wargame_gcacw.rules.attacks import cost_of_attack
from wargame_gcacw.rules.cavalry_retreat import LOSES_AT, roll_modifier
from wargame_gcacw.rules.combat_on_map import combat_at
from wargame_gcacw.rules.movement_costs import POINT

SETTLED = 2.0
"""How much more manpower a leader must have around him to change his place."""
FORCED = {"infantry": 3 * POINT, "cavalry": 6 * POINT}
"""Half points that a force march gives in the mean."""
FORCING = 2.5
"""What a force march must gain at least beyond its price."""
HEXES_BACK = 4
"""How far cavalry goes back at least."""


def followers(board: FieldBoard, leader: str, space: int, leave_out: Iterable[str] = ()) -> float:
    """The manpower that a leader in a hex has in his hands, that in his own hex half again."""
    chief, near = board.leader(leader), 0.0
    within = board.ground.map.within(space, chief.radius)
    for id in board.of(chief.side):
        now = board.units[id]
        if id not in leave_out and within >> now.space & 1 and board.commands(leader, id):
            fresh = 1.0 if now.fatigue < TIRED_OUT else 0.5
            near += fresh * now.manpower * (1.5 if now.space == space else 1.0)
    return near


def transfer(board: FieldBoard, action: PlaceLeader) -> float:
    """How much better a leader stands with another unit."""
    now = (
        followers(board, action.leader, board.leader_space(action.leader)) if action.leader in board.leader_with else 0
    )
    return followers(board, action.leader, board.units[action.unit].space) - now - SETTLED


def take_along(places: Places, action: TakeAlong) -> float:
    """Leaders go where more of their units are."""
    board = places.board
    march = board.march
    assert march is not None
    unit, here = march.unit, board.units[march.unit].space
    costs = reachable(board.ground, here, board.rain, board.unit(unit).arm == "wagon", march.left)
    _, to = best_march(places, unit, costs, march.left)
    worth, own = 0.0, float(board.units[unit].manpower)
    waiting = board.activation.units if board.activation is not None else ()
    for leader in board.leaders_at(here):
        if board.commands(leader, unit):
            led = board.activation is not None and board.activation.leader == leader
            stays = followers(board, leader, here, (unit,))
            goes = own * 1.5 + followers(board, leader, to, (unit,))
            goes += 0.5 * own if led and not waiting else 0.0
            worth += (goes - stays) * (1 if leader in action.leaders else 0)
    return worth


def force_march(places: Places, action: ForceMarch) -> float:
    """A force march pays when it reaches what is worth its price."""
    if not action.force:
        return 0.0
    board = places.board
    march = board.march
    assert march is not None
    unit, now, counter = march.unit, board.units[march.unit], board.unit(march.unit)
    wagon = counter.arm == "wagon"

    def gain(points: int) -> float:
        costs = reachable(board.ground, now.space, board.rain, wagon, points)
        open_ones = {space: cost for space, cost in costs.items() if not places.enemies >> space & 1}
        return best_march(places, unit, open_ones, points, attacks=False)[0]

    price = disorder_price(board, now) + 0.9 * manpower_price(board, counter.side, counter.arm, "force_march")
    return gain(march.left + FORCED[counter.arm]) - gain(march.left) - price - FORCING


def retreat_to(places: Places, action: RetreatTo) -> float:
    """The hex for a retreating unit: the better place, and for a train the shorter way."""
    to = places.board.ground.map.parse(action.to)
    price = train_price(places.board, action.unit, hexes=1) if places.board.unit(action.unit).arm == "wagon" else 0.0
    return places.worth(action.unit, to) - price


def advance(places: Places, action: Advance, target: int) -> float:
    """What the units gain in the hex they took; an objective above all."""
    board = places.board
    gains = (places.worth(id, target) - places.worth(id, board.units[id].space) for id in action.units)
    return sum(gains) - places.deserted(action.units) - 0.1


def cavalry_retreat(places: Places, action: CavalryRetreat, space: int) -> float:
    """Cavalry goes back when standing costs more than the place is worth."""
    board = places.board
    ids = list(board.at(space))
    price = sum(places.price(places.side, board.unit(id).arm) for id in ids) / len(ids)
    worn = sum(disorder_price(board, board.units[id]) for id in ids)
    if action.retreat:
        march = board.march
        start = board.units[march.unit].space if march is not None else board.ground.map.neighbours[space][0]
        modifier = roll_modifier(board, space, start).total
        loses = sum(die + modifier <= LOSES_AT for die in range(1, 7)) / 6
        tired = sum(fatigue_price(board, board.units[id]) for id in ids)
        return -worn - tired - loses * price * len(ids) - _left_behind(places, ids, space)
    march = board.march
    if march is None or march.unit not in board.units:
        return -1.0 - 0.6 * _left_behind(places, ids, space) - worn - price
    hows = [how for how in BEST_FIRST if cost_of_attack(board, march.unit, space, how, march.left) is not None]
    if not hows:
        return 0.0
    fight = expect(combat_at(board, (march.unit,), space, how=hows[0]))
    tired = sum(fatigue_price(board, board.units[id], fight.tires) for id in ids)
    lost = fight.inflicted * price + fight.disorganizes * worn + tired
    return -lost - fight.drives * (_left_behind(places, ids, space) + 0.4)


def _left_behind(places: Places, ids: Iterable[str], space: int) -> float:
    """What cavalry loses by leaving its place for one four to six hexes away."""
    board, least = places.board, HEXES_BACK
    ring = board.ground.map.within(space, least) & ~board.ground.map.within(space, least - 1) & ~places.enemies
    lost = 0.0
    for id in ids:
        hexes = [one for one in bits(ring) if not places.enemy_zone >> one & 1]
        best = max((places.worth(id, one) for one in hexes), default=-1.0)
        lost += max(0.0, places.worth(id, space) - best)
    return lost


def take_part(places: Places, choices: TakePartChoices) -> TakePart | None:
    """The units for the assault that has been ordered: what fits the units that may take part best."""
    board = places.board
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for order in assault_choices(board, places.side):
        target = board.ground.map.parse(order.target)
        ids = eligible(board, order.leader, target)
        if tuple(ids) == choices.ids:
            best = max(best, assault_worth(places, order.leader, ids, target, choices.most))
    return TakePart(best[1]) if best[1] else None
