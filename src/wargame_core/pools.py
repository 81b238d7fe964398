"""Many equal dice at once, counted in whole numbers: their sum, and the sum of those that are kept.

The coefficients of a polynomial are how often each value comes up, and those of its power are how often each sum does.
A die is given as its counts: how many of its equally likely cases show each value.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from math import comb, gcd
from typing import Any


def sum_of_dice(counts: Mapping[Any, int], dice: int) -> dict[Any, int]:
    """The counts of the sum of equal dice; 0 of them is always 0."""
    if all(isinstance(value, int) for value in counts) and _by_powers(counts, dice):
        low, step = min(counts), _common_step(counts)
        coefficients = [counts.get(value, 0) for value in range(low, max(counts) + 1, step)]
        return {dice * low + index * step: count for index, count in enumerate(_power(coefficients, dice)) if count}
    result, power = {0: 1}, dict(counts)
    while dice:
        if dice & 1:
            result = _convolve(result, power)
        dice >>= 1
        if dice:
            power = _convolve(power, power)
    return result


def _common_step(counts: Iterable[int]) -> int:
    """The greatest number of which all differences between values are multiples."""
    low = min(counts)
    return gcd(*(value - low for value in counts)) or 1


def _by_powers(counts: Mapping[int, int], dice: int) -> bool:
    """Whether the recurrence of `_power` multiplies less than the last of the sums of two halves."""
    values = dice * (max(counts) - min(counts)) // _common_step(counts) + 1
    return dice > 1 and values * len(counts) < min(values, len(counts) ** min(dice, 64)) ** 2 // 4


def _convolve(first_counts: Mapping[Any, int], second_counts: Mapping[Any, int]) -> dict[Any, int]:
    """The counts of the sum of two independent values."""
    counts: dict[Any, int] = defaultdict(int)
    for own_value, count in first_counts.items():
        for other_value, weight in second_counts.items():
            counts[own_value + other_value] += count * weight
    return counts


def _power(base: list[int], exponent: int) -> Iterator[int]:
    """The coefficients of a power of a polynomial whose lowest coefficient is not 0.

    From q = p^n follows p q' = n p' q, and that gives each coefficient of q from those before it. Both sides may be
    multiplied by (1 - x)^2, which leaves few terms of a die whose faces are equally likely and follow one another.
    """
    slope = [degree * count for degree, count in enumerate(base)][1:]
    ways = [_recurrence_lags(base, slope), _recurrence_lags(_second_differences(base), _second_differences(slope))]
    lags = min(ways, key=len)
    power_coefficients = [base[0] ** exponent]
    yield power_coefficients[0]
    for degree in range(1, exponent * (len(base) - 1) + 1):
        total = sum(
            (exponent * of_slope - (degree - lag) * of_base) * power_coefficients[degree - lag]
            for lag, of_base, of_slope in lags
            if lag <= degree
        )
        power_coefficients.append(total // (degree * base[0]))
        yield power_coefficients[-1]


def _recurrence_lags(base: list[int], slope: list[int]) -> list[tuple[int, int, int]]:
    """How far back a coefficient looks, with the coefficients of p and p' for that; without those that are both 0."""
    pairs = zip_longest(base[1:], slope, fillvalue=0)
    return [(lag, of_base, of_slope) for lag, (of_base, of_slope) in enumerate(pairs, 1) if of_base or of_slope]


def _second_differences(coefficients: list[int]) -> list[int]:
    """A polynomial times (1 - x)^2."""
    padded_coefficients = [0, 0, *coefficients, 0, 0]
    return [
        padded_coefficients[index] - 2 * padded_coefficients[index - 1] + padded_coefficients[index - 2]
        for index in range(2, len(padded_coefficients))
    ]


def best_of_dice(counts: Mapping[int, int], dice_kept: int, dice: int, *, keep_lowest: bool = False) -> dict[int, int]:
    """The counts of the sum of the ``dice_kept`` highest (or lowest) of ``dice`` equal dice.

    Counted by the worst face that is kept and by how many dice show a better one.
    """
    if not dice_kept:
        return {0: 1}
    result: dict[int, int] = defaultdict(int)
    worse = 0  # the cases of a die that show a worse face
    for face in sorted(counts, reverse=keep_lowest):
        better_counts = {
            value: count for value, count in counts.items() if (value < face if keep_lowest else value > face)
        }
        sums = {0: 1}
        for higher_dice in range(dice_kept):
            dice_left, equal_dice_needed = dice - higher_dice, dice_kept - higher_dice
            fewer_dice_ways = sum(
                comb(dice_left, equal_dice) * counts[face] ** equal_dice * worse ** (dice_left - equal_dice)
                for equal_dice in range(equal_dice_needed)
            )
            ways = comb(dice, higher_dice) * ((counts[face] + worse) ** dice_left - fewer_dice_ways)
            for total, count in sums.items():
                result[total + face * equal_dice_needed] += count * ways
            sums = _convolve(sums, better_counts)
        worse += counts[face]
    return result
