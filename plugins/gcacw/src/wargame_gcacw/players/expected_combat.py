"""What an attack may be expected to do, exactly as the Combat Chart has it."""

from __future__ import annotations

from functools import cache

from attrs import frozen

from wargame_gcacw.charts.combat_chart import ATTACKER_ROWS, DEFENDER_ROWS, HIGHEST_ROW, LOWEST_ROW
from wargame_gcacw.charts.combat_input import Combat
from wargame_gcacw.charts.result_codes import Result

Modifiers = tuple[int, int]


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
    known = combat.prepared
    return _expected(known.attacker_modifiers, known.defender_modifier, known.attacker_column, known.defender_column)


@cache
def _expected(attacker: Modifiers, defender: int, attacker_column: int, defender_column: int) -> ExpectedCombat:
    rolls: list[tuple[Result, Result]] = []
    for modifier in attacker:
        for difference in (a + modifier - d - defender for a in range(1, 7) for d in range(1, 7)):
            row = min(max(difference, LOWEST_ROW), HIGHEST_ROW) - LOWEST_ROW
            rolls.append((ATTACKER_ROWS[row][attacker_column], DEFENDER_ROWS[row][defender_column]))
    return ExpectedCombat(
        attacker_loss=sum(own.loss for own, _ in rolls) / len(rolls),
        attacker_fatigue=sum(own.fatigue for own, _ in rolls) / len(rolls),
        attacker_disorganized=sum(own.disorganized for own, _ in rolls) / len(rolls),
        defender_loss=sum(foe.loss for _, foe in rolls) / len(rolls),
        defender_fatigue=sum(foe.fatigue for _, foe in rolls) / len(rolls),
        defender_disorganized=sum(foe.disorganized for _, foe in rolls) / len(rolls),
        driven_off=sum(foe.movement is not None for _, foe in rolls) / len(rolls),
    )
