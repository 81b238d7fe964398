"""What units are worth in a combat: values, guns, works, tactical values.

Source: GCACW rules 1.4, 7.2 to 7.4, and 11 Demoralization. Readings: Demoralized attackers, Few guns on the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.pieces import UnitState
from wargame_gcacw.printed.counters import HALF, NO_LEADER, WORK_VALUE, LeaderId

GRAND: Final = "grand_assault"
ASSAULTS: Final = frozenset({"assault", GRAND})
"""How an attack of the assault action is called; all other attacks are made from the march."""


def attack_value(now: UnitState) -> int | Fraction:
    """The combat value of an attacking unit, in points: half when demoralized-1, at most 1 when demoralized-2.

    It is never below 1/2, the least there is on the charts. Source: GCACW rules 1.4, 11 Demoralization. Readings:
    Demoralized attackers.
    """
    value = now.value
    if now.demoralized == 2:
        return min(value, 1)
    if now.demoralized == 1:
        half = Fraction(value) / 2
        return half if half > HALF else HALF
    return value


def attacking_value(board: FieldBoard, ids: Sequence[str]) -> int | Fraction:
    """The combat value of attackers together, in points."""
    return sum((attack_value(board.units[unit_id]) for unit_id in ids), 0)


def entrenched_value(board: FieldBoard, ids: Sequence[str]) -> int | Fraction:
    """The combat value of defenders, each unit's share multiplied by the work it has.

    Source: GCACW rules 1.4, 9 Entrenchment
    """
    return sum((board.units[unit_id].value * WORK_VALUE[board.units[unit_id].work] for unit_id in ids), 0)


def demoralized_2_share(board: FieldBoard, ids: Sequence[str]) -> Fraction:
    """The part of the combat value of units that demoralized-2 units contribute."""
    shaken = board.value(unit_id for unit_id in ids if board.units[unit_id].demoralized == 2)
    return Fraction(shaken) / Fraction(board.value(ids)) if shaken else Fraction(0)


def guns(board: FieldBoard, ids: Sequence[str], *, works: bool = False) -> int:
    """The artillery value of one side's units in a combat, multiplied by their works if asked.

    Demoralized units have none; a value printed in brackets counts beside infantry only.
    Source: Artillery Modifier Summary, GCACW rules 1.4, 7.3
    """
    book, units = board.book.units, board.units
    value = 0
    for unit_id in ids:
        counter, now = book[unit_id], units[unit_id]
        if not counter.artillery or now.demoralized:
            continue
        if not counter.in_brackets or any(book[beside].arm == "infantry" for beside in ids):
            value += counter.artillery * (WORK_VALUE[now.work] if works else 1)
    return value


def attackers_tactical(board: FieldBoard, ids: Sequence[str], how: str, leader: LeaderId = NO_LEADER) -> int:
    """The attackers' tactical value.

    In a march the best of the unit's own and that of its leader in the hex (a cavalry division's leader must march
    with it); in an assault the leader's who ordered it, or the best of those taking part if he has none.
    Source: GCACW rules 1.4, 7.4; On the 4th Day, Union Cavalry Leaders
    """
    if leader and how in ASSAULTS:
        ordered = board.leader(leader).tactical
        if ordered is not None:
            return ordered
    best = max(board.unit(unit_id).tactical for unit_id in ids)
    if how in ASSAULTS:
        return best
    for unit_id in ids:
        for leader_here in board.leaders_at(board.units[unit_id].space):
            chief = board.leader(leader_here)
            if chief.tactical is None or chief.tactical <= best or not board.commands(leader_here, unit_id):
                continue
            if chief.rank != "cavalry_division" or board.leader_with[leader_here] == unit_id:
                best = chief.tactical
    return best


def defenders_tactical(board: FieldBoard, target: int) -> int:
    """The best tactical value of any unit or leader in the hex attacked."""
    best = max(board.unit(unit_id).tactical for unit_id in board.at(target))
    return max([best, *(board.leader(leader).tactical or 0 for leader in board.leaders_at(target))])


def largest(board: FieldBoard, ids: Sequence[str]) -> str:
    """The attacking unit with the largest combat value, the first of equal ones."""
    return max(ids, key=lambda unit_id: attack_value(board.units[unit_id]))
