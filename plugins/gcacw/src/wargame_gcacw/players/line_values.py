"""What units count for their lines of communication, and what an enemy more or less would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wargame_gcacw.players.communication import (
    Connections,
    Lines,
    clear_hexes,
    connections,
    reduction,
    way_points,
    way_points_from,
)
from wargame_gcacw.players.costs import last_turn
from wargame_gcacw.players.line_points import fixed_points, promises, zone_without
from wargame_gcacw.players.memo import remembered
from wargame_gcacw.printed.counters import TIRED_OUT, Arm
from wargame_gcacw.rules.lines_of_communication import all_of

PROMISE = 0.75
"""How much what a unit may yet become counts beside what it is, before the last turn."""
LAST_STEPS = 0.19
"""The same in the last turn, for each march that the unit has left."""


# a unit in a hex


@remembered
def _fixed(lines: Lines, arm: Arm) -> Sequence[float]:
    return fixed_points(lines.board.ground, lines.rule, arm)


@remembered
def _promises(lines: Lines, arm: Arm) -> Mapping[int, float]:
    return promises(lines.board.ground, lines.rule, arm, lines.board.rain)


def hex_points(lines: Lines, arm: Arm, space: int, in_zone: bool) -> float:
    """What a unit counts in a hex whose line is open."""
    points = _fixed(lines, arm)[space]
    if in_zone and points:
        points += reduction(lines, arm, "in_zone")
    return max(0.0, points)


def promise(lines: Lines, arm: Arm, space: int) -> float:
    """What a hex promises a unit that marches on to a better one."""
    return max(0.0, _promises(lines, arm).get(space, 0.0))


def line_value(lines: Lines, unit: str, space: int) -> float:
    """What a hex is worth to a unit that counts a line."""
    arm = lines.board.unit(unit).arm
    in_zone = bool(lines.search.zone >> space & 1)
    now = max(0.0, hex_points(lines, arm, space, in_zone) + way_points_from(lines, arm, space))
    share = _share_to_come(lines, unit)
    return (1 - share) * now + share * promise(lines, arm, space)


def points_ahead(lines: Lines, unit: str) -> float:
    """What a unit may still gain by marching on: more than it counts in its hex."""
    arm, space = lines.board.unit(unit).arm, lines.board.units[unit].space
    return max(0.0, lines.rule.points - _fixed(lines, arm)[space])


def _share_to_come(lines: Lines, unit: str) -> float:
    """How much of what a unit counts is still to come."""
    return LAST_STEPS * (TIRED_OUT - lines.board.units[unit].fatigue) if last_turn(lines.board) else PROMISE


# all units together


@remembered
def unit_values(lines: Lines) -> Mapping[str, float]:
    """What each unit counts or will count where it stands, its way apart."""
    board, zone = lines.board, lines.search.zone
    values: dict[str, float] = {}
    for unit in lines.units:
        arm, space = board.unit(unit).arm, board.units[unit].space
        share = _share_to_come(lines, unit)
        now = hex_points(lines, arm, space, bool(zone >> space & 1))
        values[unit] = (1 - share) * now + share * promise(lines, arm, space)
    return values


@remembered
def total(lines: Lines) -> float:
    """What the units count together."""
    return _total(lines, lines.connections)


def _total(lines: Lines, ways: Connections) -> float:
    units, points = lines.board.book.units, 0.0
    for unit, value in unit_values(lines).items():
        points += max(0.0, value + way_points(lines, units[unit].arm, lines.starts[unit], ways))
    return points


def loss_by(lines: Lines, footprint: int, value: float, screened: bool) -> float:
    """What the units count less together when another enemy with this footprint comes."""
    hard, masks, values = lines.search.hard, list(lines.search.masks), list(lines.search.values)
    if screened:
        masks.append(footprint)
        values.append(round(value * 2))
    else:
        hard |= footprint
    return total(lines) - _total_against(lines, hard, masks, values)


@remembered
def total_barred(lines: Lines, spaces: tuple[int, ...]) -> float:
    """What the units still count together when enemies bar all these hexes with their zones of control besides."""
    hard = lines.search.hard | all_of(1 << space | lines.board.ground.zone[space] for space in spaces)
    return _total_against(lines, hard, lines.search.masks, lines.search.values)


@remembered
def relief(lines: Lines, space: int) -> float:
    """What the units count more together when the enemies of a hex are gone."""
    board, search, zones = lines.board, lines.search, lines.board.ground.zone
    others = [n for n, units in enumerate(search.groups) if board.units[units[0]].space != space]
    hard = 0
    for unit in board.of(search.foe):
        there, arm = board.units[unit].space, board.unit(unit).arm
        if there != space and not any(unit in units for units in search.groups):
            hard |= 1 << there if arm == "wagon" else 1 << there | zones[there]
    footprint = 1 << space | zones[space]
    freed = 0.0
    if footprint & search.course.open:
        masks, values = [search.masks[n] for n in others], [search.values[n] for n in others]
        freed = _total_against(lines, hard, masks, values) - total(lines)
    return freed + harassment(lines, footprint & ~zone_without(board, search.foe, space))


def _total_against(lines: Lines, hard: int, masks: Sequence[int], values: Sequence[int]) -> float:
    """What the units would count together if enemies barred ``hard`` and screened cavalry stood in these masks."""
    free = lines.search.course.open & ~hard
    clear = clear_hexes(lines, free, masks)
    if all(start & clear for start in lines.starts.values()):
        return sum(unit_values(lines).values())
    return _total(lines, connections(lines, free, masks, values))


@remembered
def _in_zone_losses(lines: Lines) -> tuple[int, Sequence[tuple[int, float]]]:
    """The hexes of the units that would count less in a zone of control: all of them, and each with how much less."""
    board, values = lines.board, unit_values(lines)
    losses = [
        (1 << board.units[unit].space, min(max(0, -reduction(lines, board.unit(unit).arm, "in_zone")), values[unit]))
        for unit in lines.units
    ]
    losses = [(space, loss) for space, loss in losses if loss > 0]
    return all_of(space for space, _ in losses), losses


def harassment(lines: Lines, zone: int) -> float:
    """What the units in these hexes count less when they lie in a zone of control."""
    hexes, losses = _in_zone_losses(lines)
    return sum(loss for space, loss in losses if space & zone) if hexes & zone else 0.0
