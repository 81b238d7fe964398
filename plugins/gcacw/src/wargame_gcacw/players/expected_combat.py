"""What an attack may be expected to do, exactly as the Combat Chart has it."""

from __future__ import annotations

from functools import cache

from attrs import frozen

from wargame_gcacw.charts.combat_chart import ATTACKER_ROWS, DEFENDER_ROWS, HIGHEST_ROW, LOWEST_ROW
from wargame_gcacw.charts.combat_input import Combat
from wargame_gcacw.charts.result_codes import Result

Modifiers = tuple[int, int]


@frozen
class Fight:
    """The means over all dice of a combat.

    Losses in manpower points, fatigue in levels; the rest are chances: that the defenders are driven off (``drives``),
    routed, disorganized, that the attackers are thrown back, disorganized, may go on marching.
    """

    loss: float
    inflicted: float
    drives: float
    routs: float
    disorganizes: float
    tires: float
    disorganized: float
    fatigue: float
    goes_on: float


def expect(combat: Combat) -> Fight:
    """The means of a combat."""
    known = combat.prepared
    return _expect(known.attacker_modifiers, known.defender_modifier, known.attacker_column, known.defender_column)


@cache
def _expect(attacker: Modifiers, defender: int, attacker_column: int, defender_column: int) -> Fight:
    rolls: list[tuple[Result, Result]] = []
    for modifier in attacker:
        for difference in (a + modifier - d - defender for a in range(1, 7) for d in range(1, 7)):
            row = min(max(difference, LOWEST_ROW), HIGHEST_ROW) - LOWEST_ROW
            rolls.append((ATTACKER_ROWS[row][attacker_column], DEFENDER_ROWS[row][defender_column]))
    many = len(rolls)
    return Fight(
        loss=sum(own.loss for own, _ in rolls) / many,
        inflicted=sum(foe.loss for _, foe in rolls) / many,
        drives=sum(foe.movement is not None for _, foe in rolls) / many,
        routs=sum(foe.movement == "rout" for _, foe in rolls) / many,
        disorganizes=sum(foe.disorganized for _, foe in rolls) / many,
        tires=sum(foe.fatigue for _, foe in rolls) / many,
        disorganized=sum(own.disorganized for own, _ in rolls) / many,
        fatigue=sum(own.fatigue for own, _ in rolls) / many,
        goes_on=sum(own.may_advance and not own.ends_march for own, _ in rolls) / many,
    )
