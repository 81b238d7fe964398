"""The bonus for a flank attack. Source: Flank Attack Examples (7.4)."""

from __future__ import annotations

from typing import Final

from wargame_core.charts import ChartCard, ChartError, read_card, settle
from wargame_gcacw.charts.ratio import combat_value
from wargame_gcacw.charts.series import DATA

FLANK: Final[ChartCard[int]] = read_card(DATA / "flank.toml")
_BY_COVERED = tuple((settle(FLANK["bonus"].at(hexes)), settle(FLANK["least"].at(hexes))) for hexes in range(7))


def flank_bonus(covered: int, friendly_occupied: int = 0) -> int:
    """The attacker's bonus for hexes around the defender that attackers occupy or hold in their zones of control.

    ``covered`` of the six hexes are covered, and units friendly to the defender stand in ``friendly_occupied`` of
    those; each takes 1 away, down to 0, or to 1 where all six are covered (docs/decisions/0035). Raises `ChartError`.

    >>> flank_bonus(6, 1), flank_bonus(5), flank_bonus(4)
    (3, 2, 0)
    """
    if not 0 <= friendly_occupied <= covered <= 6:
        raise ChartError(
            f"{covered} covered hexes, {friendly_occupied} of them with friends of the defender (allowed: 0 to 6, "
            "and no more of the second than of the first)"
        )
    bonus, least = _BY_COVERED[covered]
    return max(least, bonus - friendly_occupied)


def covers(unit_value: object, defender_value: object) -> bool:
    """Whether units of a combat value count as covering a hex: not below a quarter of the defender's.

    >>> covers(2, 8), covers("1 1/2", 8)
    (True, False)
    """
    return combat_value(unit_value, "unit") * 4 >= combat_value(defender_value, "defender")
