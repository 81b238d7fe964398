"""The bonus for a flank attack. Source: Flank Attack Examples (7.4)."""

from __future__ import annotations

from typing import Final

from wargame_core.charts import ChartCard, ChartError, read_card, settle
from wargame_gcacw.charts.parameters import Points
from wargame_gcacw.charts.ratio import combat_value
from wargame_gcacw.charts.series import DATA

FLANK: Final[ChartCard[int]] = read_card(DATA / "flank.toml")
_BY_COVERED = tuple((settle(FLANK["bonus"].at(hexes)), settle(FLANK["least"].at(hexes))) for hexes in range(7))


def flank_bonus(covered: int, friendly_covered: int = 0) -> int:
    """The attacker's bonus for hexes around the defender that attackers occupy or hold in their zones of control.

    A covered hex with friends of the defender takes 1 away, down to 0, or to 1 where all six are covered
    (Readings: Flank bonuses). Raises `ChartError`.

    Args:
        covered: covered hexes around the defender, 0 to 6
        friendly_covered: how many of them hold friends of the defender

    >>> flank_bonus(6, 1), flank_bonus(5), flank_bonus(4)
    (3, 2, 0)
    """
    if not 0 <= friendly_covered <= covered <= 6:
        raise ChartError(
            f"{covered} covered hexes, {friendly_covered} of them with friends of the defender (allowed: 0 to 6, "
            "and no more of the second than of the first)"
        )
    bonus, least = _BY_COVERED[covered]
    return max(least, bonus - friendly_covered)


def covers(unit_value: Points, defender_value: Points) -> bool:
    """Whether units of a combat value count as covering a hex: not below a quarter of the defender's.

    Args:
        unit_value: combat value of the units in points
        defender_value: combat value of the defender in points

    >>> covers(2, 8), covers("1 1/2", 8)
    (True, False)
    """
    return combat_value(unit_value, "unit") * 4 >= combat_value(defender_value, "defender")
