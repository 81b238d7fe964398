"""What attacks are worth to the attacking side, in its own victory points."""

from __future__ import annotations

from collections.abc import Sequence

from wargame_gcacw.board.actions import AttackKind
from wargame_gcacw.board.board import TIRED_OUT, FieldBoard
from wargame_gcacw.players.costs import disorder_price, fatigue_price, train_price
from wargame_gcacw.players.expected_combat import Fight, expect
from wargame_gcacw.players.hex_values import Places
from wargame_gcacw.printed.counters_and_rules import FOE
from wargame_gcacw.rules.attacks import cost_of_attack
from wargame_gcacw.rules.combat_on_map import combat_at

BEST_FIRST: tuple[AttackKind, ...] = ("prepared", "normal", "hasty", "column_of_route")
FREED = (0.35, 0.85)
"""What it counts to free the own lines from an enemy before the last turn and in it: he may come back."""
KEPT = 0.75
"""How likely a hex just taken is kept."""
SOFTENED = 0.12
"""What it counts of the worth of an objective that its defenders are disorganized."""
DARED = 0.45
"""By how much a desperate side thinks less of its losses."""
WAY_HOME = 0.1
"""What a fatigue level costs a unit of what it would gain by marching on."""
STARE = 0.3
"""What an attack must gain at least to be made."""


def strike(
    places: Places, attackers: Sequence[str], target: int, how: str, board: FieldBoard, leader: str = ""
) -> float:
    """The worth of an attack. ``board`` has the attackers where they attack from; the rest is as ``places`` sees it."""
    fight = expect(combat_at(board, attackers, target, how=how, leader=leader))
    dared = 1 - DARED * places.boldness
    return gain(places, board, attackers, target, fight) - dared * cost(places, board, attackers, fight) - STARE


def best_strike(places: Places, unit: str, space: int, left: int) -> tuple[float, int, AttackKind] | None:
    """The best attack of a marching unit from a hex with so many half points left: worth, target and kind."""
    ground, counter = places.board.ground, places.board.unit(unit)
    if (
        places.board.night
        or counter.arm not in ("infantry", "cavalry")
        or not ground.map.adjacent[space] & places.enemies
    ):
        return None
    best: tuple[float, int, AttackKind] | None = None
    board: FieldBoard | None = None
    for target in ground.steps[places.board.rain][space]:
        if not places.enemies >> target & 1:
            continue
        for how in BEST_FIRST:
            if left < 2 or cost_of_attack(places.board, unit, target, how, left) is None:
                continue
            worth = places.struck.get((unit, space, target, how))
            if worth is None:
                board = board or places.moved(unit, space)
                worth = places.struck[unit, space, target, how] = strike(places, (unit,), target, how, board)
            if best is None or worth > best[0]:
                best = worth, target, how
            break
    return best


def cost(places: Places, board: FieldBoard, attackers: Sequence[str], fight: Fight) -> float:
    """What the attack costs the attackers: losses, fatigue, disorder."""
    price = fight.loss * max(places.price(places.side, board.unit(id).arm) for id in attackers)
    for id in attackers:
        now = board.units[id]
        price += fatigue_price(board, now, min(fight.fatigue, TIRED_OUT - now.fatigue))
        price += fight.disorganized * disorder_price(board, now)
        for lines in places.own_lines:
            if id in lines.starts:
                price += WAY_HOME * fight.fatigue * lines.ahead(id)
    return price


def gain(places: Places, board: FieldBoard, attackers: Sequence[str], target: int, fight: Fight) -> float:
    """What the attack does to the enemy: losses, fatigue, disorder, and the hex that he leaves."""
    foe, defenders = FOE[places.side], board.at(target)
    price = sum(places.price(foe, board.unit(id).arm) for id in defenders) / len(defenders)
    worth = fight.inflicted * price
    beaten = ways_back(places, board, attackers, target)
    for id in defenders:
        now = board.units[id]
        worth += 0.7 * fatigue_price(board, now, min(fight.tires, TIRED_OUT - now.fatigue))
        worth += fight.disorganizes * disorder_price(board, now)
        worth += fight.drives * min(now.manpower, beaten) * places.price(foe, board.unit(id).arm)
        if board.unit(id).arm == "wagon":
            worth += fight.drives * train_price(board, id, hexes=2) + fight.inflicted * 5.0
    worth += fight.drives * driven(places, board, attackers, target)
    points = places.objectives.get(target, 0.0) if board.control.get(target) == foe else 0.0
    return worth + SOFTENED * points * fight.disorganizes


def driven(places: Places, board: FieldBoard, attackers: Sequence[str], target: int) -> float:
    """What it counts that the enemies leave a hex."""
    worth = 0.0
    if any(board.unit(id).arm == "infantry" for id in attackers) and board.control.get(target) == FOE[places.side]:
        worth += KEPT * places.objectives.get(target, 0.0)
    for lines in places.own_lines:
        worth += FREED[places.final] * min(40.0, lines.relief(target))
    for lines in places.foe_lines:  # units that count a line are only driven home
        worth -= 0.5 * sum(
            lines.plain(board.unit(id).arm, target, False) < 5 for id in board.at(target) if id in lines.standing
        )
    return worth


def ways_back(places: Places, board: FieldBoard, attackers: Sequence[str], target: int) -> float:
    """What a retreat from a hex may cost each unit in manpower: the more of its hexes are under control, the more."""
    zone = places.cover
    for id in attackers:
        zone |= board.ground.zone[board.units[id].space]
    steps = board.ground.steps[board.rain][target]
    free = sum(not zone >> space & 1 for space in steps)
    return 0.1 if free >= 2 else 0.4 if free else 1.5


def assault_worth(
    places: Places, leader: str, ids: Sequence[str], target: int, most: int
) -> tuple[float, tuple[str, ...]]:
    """The best of the sets of units, up to a number, that may assault a hex: its worth and the units."""
    board = places.board
    chief = board.leader(leader)
    how = "grand_assault" if chief.rank == "army" else "assault"
    fit = [id for id in ids if board.units[id].fatigue < TIRED_OUT]
    infantry = sorted((id for id in fit if board.unit(id).arm != "artillery"), key=lambda id: -board.units[id].value)
    guns = [id for id in fit if board.unit(id).arm == "artillery"]
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for count in range(1, min(most, len(infantry)) + 1):
        some = infantry[:count]
        for more in ([], guns[:1]):
            if len(some) + len(more) > most or (more and not _beside(board, more[0], some)):
                continue
            units = (*some, *more)
            worth = strike(places, units, target, how, board, leader)
            worth -= sum(fatigue_price(board, board.units[id]) for id in units)
            if worth > best[0]:
                best = worth, units
    return best


def _beside(board: FieldBoard, gun: str, infantry: Sequence[str]) -> bool:
    return any(board.units[id].space == board.units[gun].space and board.unit(id).arm == "infantry" for id in infantry)
