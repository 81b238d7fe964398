"""The combat chart. Source: Combat Chart (7.4)."""

from __future__ import annotations

from typing import Final, Literal

from wargame_core.charts import ChartCard, read_card, settle
from wargame_gcacw.charts.result_codes import Result, parse_result
from wargame_gcacw.charts.series import DATA

COMBAT: Final[ChartCard[Result]] = read_card(DATA / "combat.toml", parse_result)
DEFENDER: Final = COMBAT["defender"]
ATTACKER: Final = COMBAT["attacker"]

DEFENDER_ROWS: Final = tuple(tuple(settle(cell) for cell in row) for row in DEFENDER.cells)
ATTACKER_ROWS: Final = tuple(tuple(settle(cell) for cell in row) for row in ATTACKER.cells)
LOWEST_ROW, HIGHEST_ROW = -8, 10
"""The differences of the first and the last row; beyond them these rows hold."""

CombatSide = Literal["attacker", "defender"]


def combat_column(side: CombatSide, value: object) -> str:
    """The printed column of a side for its combat value in points; a half goes up.

    The defender's value leaves entrenchments out. Raises `OffChart` below 1/2.

    >>> combat_column("defender", "3 1/2")
    '4-6'
    """
    columns = COMBAT[side].columns
    return columns.labels[columns.index(value)]


def combat_cell(attacker_value: object, defender_value: object, difference: int) -> tuple[Result, Result]:
    """The results of defender and attacker for a difference of their modified dice.

    Values are combat values in points, the defender's without entrenchments; differences beyond the chart take its
    first or last row. Raises `OffChart` for a value below 1/2.

    >>> [str(result) for result in combat_cell(8, 10, 4)]
    ['1DR', 'fa']
    """
    return settle(DEFENDER.at(difference, defender_value)), settle(ATTACKER.at(difference, attacker_value))
