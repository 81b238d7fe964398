"""Amounts as the briefings print them: a fixed number, dice, or both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from attrs import frozen

from wargame_core.dice import Die, die

_PRINTED = re.compile(r"(?:([+-]?\d+)(?!\d*d))?(?:([+-]?)(\d*)d([1-9]\d*))?")


@frozen
class RolledPoints:
    """A fixed number plus ``count`` dice of ``sides`` sides; a negative count takes the dice away.

    >>> RolledPoints.parse("6+d3"), str(RolledPoints.parse("-2d6")), RolledPoints.parse("-2d6").minimum
    (RolledPoints(fixed=6, count=1, sides=3), '-2d6', -12)
    """

    written: ClassVar[str] = "an amount such as 1, d3, 6+d3 or -2d6"

    fixed: int = 0
    count: int = 0
    sides: int = 6

    @classmethod
    def parse(cls, text: str) -> RolledPoints:
        """The amount that is printed so. Raises ValueError."""
        match = _PRINTED.fullmatch(text)
        if match is None or not text or (match[1] and match[3] is not None and not match[2]):
            raise ValueError("not a number, a number of dice, or both with a sign between")
        if match[4] is None:
            return cls(fixed=int(match[1]))
        count = int(match[3] or 1)
        return cls(int(match[1] or 0), -count if match[2] == "-" else count, int(match[4]))

    def __str__(self) -> str:
        if not self.count:
            return str(self.fixed)
        number = "" if abs(self.count) == 1 else str(abs(self.count))
        sign = "-" if self.count < 0 else "+" if self.fixed else ""
        return f"{self.fixed or ''}{sign}{number}d{self.sides}"

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice to roll, whether they count for or against."""
        return (die(self.sides),) * abs(self.count)

    def total(self, rolls: Sequence[int]) -> int:
        """The amount, given one result for each of `dice`."""
        if len(rolls) != abs(self.count):
            raise ValueError(f"{self} needs {abs(self.count)} rolls, not {len(rolls)}")
        return self.fixed + (sum(rolls) if self.count > 0 else -sum(rolls))

    @property
    def minimum(self) -> int:
        """The least it can be."""
        return self.fixed + (self.count if self.count > 0 else self.count * self.sides)

    @property
    def maximum(self) -> int:
        """The most it can be."""
        return self.fixed + (self.count * self.sides if self.count > 0 else self.count)
