"""The cells of a chart: a value, or two values between which a die decides when the combat is fought."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from attrs import frozen

from wargame_core.charts.bands import ChartError
from wargame_core.errors import expected
from wargame_core.odds import Distribution

C_co = TypeVar("C_co", covariant=True)
C = TypeVar("C")


@frozen
class EvenOdd(Generic[C_co]):
    """A cell whose value depends on a die: an even face gives ``even``, an odd face ``odd``."""

    even: C_co
    odd: C_co

    def at(self, die: int | None) -> C_co:
        """The value for a die that was rolled. Raises `ChartError` without one."""
        if die is None:
            raise ChartError(f"this cell needs a die: {self.even} if it is even, {self.odd} if it is odd")
        return self.odd if die % 2 else self.even

    def odds(self) -> Distribution[C_co]:
        """Both values with probability 1/2 each, or the only value if they are equal."""
        return Distribution.uniform([self.even, self.odd])

    def __str__(self) -> str:
        return f"{self.even} (even die) or {self.odd} (odd die)"


def settle(cell: C | EvenOdd[C], die: int | None = None) -> C:
    """The value of a cell, conditional or not. Raises `ChartError` when it needs a die and there is none."""
    return cell.at(die) if isinstance(cell, EvenOdd) else cell


def cell_odds(cell: C | EvenOdd[C]) -> Distribution[C]:
    """The values of a cell before its die, if any, is rolled."""
    return cell.odds() if isinstance(cell, EvenOdd) else Distribution.certain(cell)


_NUMBER = re.compile(r"[+-]?\d+")


def number_cells(words: Mapping[str, C] | None = None) -> Callable[[str], int | C]:
    """A reader of cells that hold whole numbers, or one of ``words`` ("NE", "1*") with the value given for it.

    >>> read = number_cells({"NE": 0, "1*": EvenOdd(1, 0)})
    >>> read("+2"), read("NE"), read("1*").at(3)
    (2, 0, 0)
    """
    known = dict(words or {})

    def read(text: str) -> int | C:
        if text in known:
            return known[text]
        if _NUMBER.fullmatch(text):
            return int(text)
        allowed = ["a whole number", *known]
        raise ChartError(f"{text!r} is not a cell of this chart{expected(text, allowed)}")

    return read


def word_cells(words: Mapping[str, C]) -> Callable[[str], C]:
    """A reader of cells that hold one of ``words``."""

    def read(text: str) -> C:
        if text not in words:
            raise ChartError(f"{text!r} is not a cell of this chart{expected(text, words)}")
        return words[text]

    return read
