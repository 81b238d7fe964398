"""What a march pays, hex by hex, and how far it can go. Points are halves. Source: GCACW rules 1.4, 6 Movement."""

from __future__ import annotations

from functools import cache
from math import ceil
from typing import Final

from wargame_core.maps.masks import mask_of
from wargame_core.maps.movement import Reach, StepCost, reach
from wargame_core.rulings import Verdict, refuse
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.march_tables import friendly_hex_penalty
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import FOE, Arm
from wargame_gcacw.printed.ground import Ground, show_points
from wargame_gcacw.printed.special_rules import Exit

POINT: Final = 2
"""Half points in a movement point."""
LEAVE_ZONE: Final = 1 * POINT
TRAIN_WAYS: Final = ("pike", "road")


def exit_rows(ground: Ground, rule: Exit) -> int:
    """Mask of the hexes beyond the last row, by which units leave the map."""
    cells = ground.map.cells
    _, last = cells[ground.map.parse(rule.last_row)]
    return ground.map.cached(
        ("beyond row", last), lambda: mask_of(space for space, (_, row) in enumerate(cells) if row > last)
    )


def exit_of(board: FieldBoard, unit: str) -> Exit | None:
    """The rule by which a unit may leave the map, if there is one."""
    counter = board.unit(unit)
    rules = board.scenario.rules_of(Exit)
    return next((rule for rule in rules if rule.side == counter.side and rule.arm == counter.arm), None)


def friends_cost(board: FieldBoard, unit: str) -> dict[int, int]:
    """Half points more that friends in a hex cost a unit, by space. Cavalry neither pays nor counts.

    Source: GCACW charts 1.6 MP Costs to Enter Friendly-Occupied Hex
    """
    counter = board.unit(unit)
    if counter.arm == "cavalry":
        return {}
    units, costs = board.book.units, {}
    for space, stack in board.stacks.items():
        if units[stack[0]].side != counter.side:
            continue
        value = board.value(
            unit_id for unit_id in stack if units[unit_id].arm in ("infantry", "artillery") and unit_id != unit
        )
        wagons = any(units[unit_id].arm == "wagon" and unit_id != unit for unit_id in stack)
        if value or wagons:
            more = _crowding(counter.arm, board.ground.terrain(space), ceil(value), wagons)
            if more:
                costs[space] = more * POINT
    return costs


@cache
def _crowding(arm: Arm, terrain: str, value: int, wagons: bool) -> int:
    return friendly_hex_penalty(arm, terrain, value, wagons=wagons)


def march_costs(
    board: FieldBoard, unit: str, allowance: int, left: int, fresh: bool, slipping: bool = True
) -> StepCost:
    """What each step of a unit costs as the board stands, in half points, or why it may not be taken.

    ``allowance`` is the whole march's, ``left`` what is left of it, ``fresh`` whether the unit has done nothing yet:
    then its first step is never too dear, and may leave an enemy zone of control. Without ``slipping`` it may not step
    from one such zone straight into another unless a way joins them.
    """
    counter, ground, start = board.unit(unit), board.ground, board.units[unit].space
    foe = FOE[counter.side]
    enemies, zone = board.mask(foe), board.zone(foe)
    judged, ways = ground.judged[board.rain], ground.ways
    friends = friends_cost(board, unit)
    on_ways = counter.arm == "wagon"
    leave = exit_of(board, unit)
    beyond = exit_rows(ground, leave) if leave else 0
    shut = beyond if leave and board.turn not in leave.turns else 0

    def cost(a: int, b: int) -> int | Verdict:
        points = judged[a][b]
        if not isinstance(points, int):
            return points
        if enemies >> b & 1:
            return _held(ground, b)
        if on_ways and ways.get((a, b) if a < b else (b, a)) not in TRAIN_WAYS:
            return refuse(
                "off_road", f"no road or pike leads from {ground.label(a)} to {ground.label(b)}", cites.TRAINS
            )
        if (beyond >> a | shut >> b) & 1:
            return _beyond(ground, a, b, beyond)
        points += friends.get(b, 0)
        if zone >> a & 1:
            if a != start or not fresh:
                return _must_stop(ground, a)
            if zone >> b & 1 and not slipping and not ground.way(a, b):
                return refuse("slip", f"no way leads from {ground.label(a)} to {ground.label(b)}", cites.MOVE_ZONES)
            points = allowance if zone >> b & 1 else points + LEAVE_ZONE
        return min(points, left) if fresh and a == start else points

    return cost


def _held(ground: Ground, space: int) -> Verdict:
    return ground.map.cached(
        ("held", space), lambda: refuse("enemy", f"enemies hold {ground.label(space)}", cites.MOVE_ZONES)
    )


def _must_stop(ground: Ground, space: int) -> Verdict:
    return ground.map.cached(
        ("must stop", space),
        lambda: refuse("zone", f"it must stop in the enemy zone of control at {ground.label(space)}", cites.MOVE_ZONES),
    )


def _beyond(ground: Ground, a: int, b: int, beyond: int) -> Verdict:
    if beyond >> a & 1:
        return refuse("off_map", f"a unit that enters {ground.label(a)} has left the map", cites.EXIT)
    return refuse("no_exit", f"no unit may leave the map by {ground.label(b)} in this turn", cites.EXIT)


def march_reach(
    board: FieldBoard,
    unit: str,
    allowance: int,
    left: int | None = None,
    fresh: bool = True,
    slipping: bool = True,
) -> Reach:
    """Where a unit can march with the half points left, with costs, ways and `Reach.why_not` for every other hex."""
    points = allowance if left is None else left
    cost = march_costs(board, unit, allowance, points, fresh, slipping)
    return reach(board.ground.map, board.units[unit].space, points, cost, show=show_points)
