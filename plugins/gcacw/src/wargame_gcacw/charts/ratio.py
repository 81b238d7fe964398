"""The ratio of combat values. Source: Ratio Chart."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from wargame_core.charts import ChartCard, OffChart, read_card
from wargame_core.exact import exact, show
from wargame_gcacw.charts.parameters import Points
from wargame_gcacw.charts.series import DATA

RATIO: Final[ChartCard[int]] = read_card(DATA / "ratio.toml")
LEAST: Final = Fraction(1, 2)
"""The lowest combat value there is, in points."""

_WHOLE = tuple(map(Fraction, range(150)))  # made once: most combat values are small whole numbers
_LOWEST, _HIGHEST = -12, 13  # the ends of the chart: 1-13 or less, 14-1 or more


def combat_value(value: object, whose: str) -> Fraction:
    """A combat value in points, exactly. Raises `OffChart` below 1/2 and `NotANumber` for what is no number."""
    if type(value) is int and 0 < value < len(_WHOLE):
        return _WHOLE[value]
    number = exact(value)
    if 2 * number.numerator < number.denominator:  # below 1/2, without the cost of comparing fractions
        raise OffChart(f"{whose}: a combat value of {show(number)} is below the least, 1/2")
    return number


def ratio_modifier(attacker: Points, defender: Points) -> int:
    """The attacker's modifier for the ratio of combat values, the defender's with entrenchments.

    Fractions go against the attacker
    (Readings: Rounding of ratios): 7 to 2 counts as 3-1, 8 to 10 as 1-2. Raises `OffChart`
    for a value below 1/2.

    Args:
        attacker: attacker's combat value in points, from 1/2 up
        defender: defender's combat value in points, with entrenchments

    >>> ratio_modifier(7, 2), ratio_modifier(8, 10)
    (2, -1)
    """
    return ratio_of(combat_value(attacker, "attacker"), combat_value(defender, "defender"))


def ratio_of(mine: Fraction, theirs: Fraction) -> int:
    """`ratio_modifier` for combat values that were checked before."""
    # a / d and d / a in whole numbers: two fractions multiplied crosswise
    a, d = mine.numerator * theirs.denominator, theirs.numerator * mine.denominator
    return min(_HIGHEST, a // d - 1) if a >= d else max(_LOWEST, 1 + -d // a)
