"""Questions about combat results and retreats that describe a unit or a hex by plain values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from wargame_core.plugins.worked_examples import Given
from wargame_gcacw.charts.result_codes import AfterCombat, CombatState, parse_result
from wargame_gcacw.charts.result_codes import apply_result as suffer
from wargame_gcacw.charts.retreat_charts import RetreatHex, RetreatKind, RetreatStep
from wargame_gcacw.charts.retreat_charts import best_retreat_hexes as best
from wargame_gcacw.charts.retreat_charts import retreat_step as step_into


def retreat_step(
    chart: Literal[1, 2],
    way: bool = False,
    farther: bool = False,
    enemy_zoc: bool = False,
    enemy_occupied: bool = False,
    friendly_occupied: bool = False,
    cavalry_retreat: bool = False,
) -> RetreatStep:
    """the priority of a hex and the manpower lost by entering it

    Args:
        chart: 1 or 2
        way: whether the step follows a road, pike, trail or railroad
        farther: whether it leads away from the enemy that caused the retreat
        enemy_zoc: whether the hex is in an enemy zone of control
        enemy_occupied: whether enemies are there
        friendly_occupied: whether friends are there
        cavalry_retreat: whether it is a cavalry retreat
    """
    step = RetreatHex(way, farther, enemy_zoc, enemy_occupied, friendly_occupied)
    return step_into(chart, step, cavalry_retreat=cavalry_retreat)


def best_retreat_hexes(
    kind: RetreatKind, hex_number: int, candidates: Sequence[Given], exits_enemy_zoc: bool
) -> tuple[int, ...]:
    """the places among the candidates of which the retreating player chooses

    Args:
        kind: kind of retreat
        hex_number: which hex of the retreat it is
        candidates: a list of objects: way, farther, enemy_zoc, enemy_occupied, friendly_occupied
        exits_enemy_zoc: whether the unit leaves an enemy zone of control
    """
    named = [{"farther" if key == "more_distant" else key: value for key, value in row.items()} for row in candidates]
    return best(kind, hex_number, [RetreatHex(**row) for row in named], exits_enemy_zoc=exits_enemy_zoc)


def apply_result(
    raw: str, manpower: int, fatigue: int, disorganized: bool, demoralized: int, active: bool
) -> AfterCombat:
    """a unit after a combat result, and what it must or may do next

    Args:
        raw: the result as printed
        manpower: manpower before the combat
        fatigue: fatigue level before the combat
        disorganized: whether the unit was disorganized
        demoralized: 0, 1 or 2
        active: whether the unit attacked
    """
    return suffer(parse_result(raw), CombatState(manpower, fatigue, disorganized, demoralized), active=active)
