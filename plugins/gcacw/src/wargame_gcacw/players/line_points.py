"""What the hexes of a map count for lines of communication, whoever stands where."""

from __future__ import annotations

from collections.abc import Mapping

from wargame_core.maps.masks import bits, flood
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.players.distance_fields import potential
from wargame_gcacw.printed.counters import Arm, Side
from wargame_gcacw.printed.ground import Ground
from wargame_gcacw.printed.scenario import LinePoints
from wargame_gcacw.rules.lines_of_communication import all_of, columns_and_rows, course_of, north_of

HOMEWARD = 0.22
"""What half a movement point of the way to a better place is worth to a unit that counts a line."""


def fixed_points(ground: Ground, rule: LinePoints, arm: Arm) -> tuple[float, ...]:
    """What a unit counts in each hex for the hex alone: the printed points less what its place takes away."""

    def make() -> tuple[float, ...]:
        column, _ = columns_and_rows(ground)
        table = []
        for space in range(ground.map.size):
            points = float(rule.points)
            for reduction in rule.reduction:
                if arm not in reduction.arms:
                    continue
                if reduction.why == "off_pike" and not ground.pike_hexes >> space & 1:
                    points += reduction.points
                elif reduction.why == "far_east":
                    limit = reduction.column
                    if reduction.north_column is not None and north_of(ground, reduction.north_column) >> space & 1:
                        limit = reduction.north_column
                    assert limit is not None
                    points += reduction.points if column[space] >= column[ground.map.parse(limit)] else 0
            table.append(max(0.0, points))
        return tuple(table)

    return ground.map.cached(("fixed line points", rule, arm), make)


def promises(ground: Ground, rule: LinePoints, arm: Arm, rain: bool) -> Mapping[int, float]:
    """What each hex promises a unit of an arm: the best it may come to on ways that lead to a goal."""

    def make() -> Mapping[int, float]:
        course = course_of(ground, rule)
        led = all_of(flood(course.ways, course.goals, course.open.bit_count(), course.open))
        start: dict[int, float] = {}
        for space, points in enumerate(fixed_points(ground, rule, arm)):
            for reduction in rule.reduction:
                if reduction.why == "north" and arm in reduction.arms and reduction.row is not None:
                    points += reduction.points if north_of(ground, reduction.row) >> space & 1 else 0
            if points > 0 and any(led >> near & 1 for near in ground.steps[rain][space]):
                start[space] = points
        return potential(ground, start, HOMEWARD, rain, arm == "wagon")

    return ground.map.cached(("line promises", rule, arm, rain), make)


def zone_without(board: FieldBoard, side: Side, space: int) -> int:
    """The zones of control of a side without the units of a hex."""
    zones, controlled = board.ground.zone, 0
    for other in bits(board.mask(side, "infantry", "cavalry", "artillery") & ~(1 << space)):
        controlled |= zones[other]
    return controlled
