"""Strengths before they are compared: what halves or doubles them, in the order of the rulebook, with every product.

The words of rulebooks for factors and shifts are read here too: "halved", "doubled", "tripled"; "2 left", "1 right".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Final

from attrs import frozen

from wargame_core.charts.axes import ChartError, Rounding
from wargame_core.errors import expected
from wargame_core.limits import quote
from wargame_core.odds import show
from wargame_core.rulings import Cite, Modifier, Ruling

Number = int | Fraction

TIMES: Final[Mapping[str, Fraction]] = {"halved": Fraction(1, 2), "doubled": Fraction(2), "tripled": Fraction(3)}
"""Words that change a strength."""
_WORD_OF_FACTOR: Final = {times: word for word, times in TIMES.items()}
_ROUNDING_FUNCTIONS: Final[Mapping[Rounding, Callable[[Fraction], Fraction]]] = {
    Rounding.NONE: Fraction,
    Rounding.UP: lambda product: Fraction(ceil(product)),
    Rounding.DOWN: lambda product: Fraction(floor(product)),
}


@frozen
class Factor:
    """What multiplies a strength, why, and how the product is rounded before the next factor."""

    times: Fraction
    label: str
    rounding: Rounding = Rounding.NONE
    cite: Cite | None = None

    @staticmethod
    def read(words: str, label: str, rounding: Rounding = Rounding.NONE, cite: Cite | None = None) -> Factor:
        """The factor that a word of a rulebook says. Raises `ChartError` with the words there are.

        >>> print(Factor.read("halved", "river", Rounding.UP))
        halved, rounded up
        """
        if words not in TIMES:
            raise ChartError(f"{label}: {quote(words)} is not a factor of a strength{expected(words, TIMES)}")
        return Factor(TIMES[words], label, rounding, cite)

    def __str__(self) -> str:
        word = _WORD_OF_FACTOR.get(self.times, f"times {show(self.times)}")
        return word if self.rounding is Rounding.NONE else f"{word}, rounded {self.rounding.value}"


def read_shift(words: str, label: str, cite: Cite | None = None) -> Modifier:
    """The shift that words of a rulebook say: columns to the right above 0, to the left below.

    >>> print(read_shift("2 left", "forest"))
    -2 forest

    Raises:
        ChartError: other words; the message has those there are.
    """
    shift_match = re.fullmatch(r"([1-9]) (left|right)", words)
    if shift_match is None:
        raise ChartError(f"{label}: {quote(words)} is not a shift: N left, N right, with N from 1 to 9")
    return Modifier(int(shift_match[1]) * (1 if shift_match[2] == "right" else -1), label, cite)


def multiplied(strength: Number, factors: Iterable[Factor], most: Number | None = None) -> Fraction:
    """A strength after each factor in turn, with a rounding after each; never more than ``most`` times the strength.

    >>> half, double = Factor(Fraction(1, 2), "river", Rounding.UP), Factor(Fraction(2), "hill")
    >>> multiplied(5, [half, double]), multiplied(5, [double, half]), multiplied(4, [double, double], most=2)
    (Fraction(6, 1), Fraction(5, 1), Fraction(8, 1))

    Raises:
        ChartError: a factor that rounds to the nearest whole number, which no rulebook says of strengths.
    """
    product = [Fraction(strength), *(product for _, product in _successive_products(strength, factors))][-1]
    return product if most is None else min(product, Fraction(strength) * most)


def _successive_products(strength: Number, factors: Iterable[Factor]) -> Iterator[tuple[Factor, Fraction]]:
    """Each factor with the product after it, rounded."""
    product = Fraction(strength)
    for factor in factors:
        if factor.rounding not in _ROUNDING_FUNCTIONS:
            raise ChartError(f"{factor.label}: strengths are rounded up, down or not at all")
        product = _ROUNDING_FUNCTIONS[factor.rounding](product * factor.times)
        yield factor, product


@frozen
class CombatStrength:
    """The strength of a unit as printed, or the sum of several strengths, with the factors that apply to it in order.

    Factors of a unit stand on the unit and factors of a sum on the sum, as the rulebook has it. ``most`` is how many
    times the strength before its factors the product may be at the most.

    >>> halved = Factor.read("halved", "river", Rounding.DOWN)
    >>> each = CombatStrength("attack", (CombatStrength("Adams", 5, (halved,)), CombatStrength("Baker", 3, (halved,))))
    >>> both = CombatStrength("attack", (CombatStrength("Adams", 5), CombatStrength("Baker", 3)), (halved,))
    >>> print(each.value, both.value)
    3 4
    >>> print(each.ruling)
    attack: 3
      Adams: 2
        Adams as printed: 5
        river: halved, rounded down: 2
      Baker: 1
        Baker as printed: 3
        river: halved, rounded down: 1
    """

    label: str
    of: Number | tuple[CombatStrength, ...]
    factors: tuple[Factor, ...] = ()
    most: Number | None = None
    cite: Cite | None = None

    @property
    def before(self) -> Number:
        """The strength before its factors."""
        if isinstance(self.of, tuple):
            return sum([part.value for part in self.of])
        return as_number(self.of)

    @property
    def value(self) -> Number:
        """The strength after its factors. Raises what `multiplied` raises."""
        if not self.factors and self.most is None:
            return self.of if type(self.of) is int else self.before
        return multiplied(self.before, self.factors, self.most)

    @property
    def ruling(self) -> Ruling:
        """The strength with everything that it is made of: each unit, each factor with its source, and the limit."""
        strength_before, changes = self.before, list(_successive_products(self.before, self.factors))
        parts = [part.ruling for part in self.of] if isinstance(self.of, tuple) else []
        if changes:
            title = f"{self.label} as printed" if not parts else f"sum of {self.label}"
            parts.append(Ruling(title, show(strength_before)))
        parts += [Ruling(factor.label, f"{factor}: {show(product)}", cite=factor.cite) for factor, product in changes]
        if changes and changes[-1][1] > self.value:
            assert self.most is not None
            parts.append(Ruling(f"at most {show(self.most)} times", show(self.value)))
        return Ruling(self.label, show(self.value), cite=self.cite, parts=tuple(parts))


def as_number(strength: Number | CombatStrength) -> Number:
    """The value of a strength that may come with what it is made of."""
    if isinstance(strength, CombatStrength):
        return strength.value
    return strength if type(strength) is int else Fraction(strength)
