"""Bands of numbers as charts print them ("7-11", "+8 or more"), and what is wrong when they do not fit together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from attrs import frozen

from wargame_core.errors import WargameError
from wargame_core.exact import exact, show

Number = int | Fraction


class ChartError(WargameError, ValueError):
    """A chart that does not hold together, or a question it cannot answer."""


@frozen
class Band:
    """A stretch of numbers as printed: from ``low`` to ``high``, both included unless said otherwise.

    None is no limit on that side. `Band.parse` understands the usual ways of printing one.
    """

    label: str
    low: Fraction | None = None
    high: Fraction | None = None
    above: bool = False
    """Whether ``low`` itself is left out ("more than 11")."""
    below: bool = False
    """Whether ``high`` itself is left out ("less than 3")."""

    written: ClassVar[str] = "a band of numbers as printed (7, 7-11, -3 to +1, 50+, 2 or less, more than 11)"

    @classmethod
    def parse(cls, label: str) -> Band:
        """The band a printed label stands for. Raises `ChartError` when it is none of the usual forms.

        >>> [str(Band.parse(text).high) for text in ("7-11", "1/2-3", "-4 or less", "less than 3", "50+", "+2")]
        ['11', '3', '-4', '3', 'None', '2']
        """
        text = label.strip().lower().replace("−", "-").replace("–", "-")
        for pattern, kind in _FORMS:
            if match := pattern.fullmatch(text):
                numbers = [exact(group) for group in match.groups() if group]
                return _BUILD[kind](label, numbers)
        raise ChartError(f"{label!r} is not {cls.written}")

    def holds(self, value: Number) -> bool:
        """Whether ``value`` lies in the band."""
        return self.reaches_down_to(value) and self.reaches_up_to(value)

    def reaches_down_to(self, value: Number) -> bool:
        """Whether ``value`` is not below the band."""
        return self.low is None or value > self.low or (value == self.low and not self.above)

    def reaches_up_to(self, value: Number) -> bool:
        """Whether ``value`` is not above the band."""
        return self.high is None or value < self.high or (value == self.high and not self.below)

    def __str__(self) -> str:
        return self.label


_N = r"([+-]?\d+(?:\s+\d+/\d+|/\d+|\.\d+)?½?|½)"
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern.replace("N", _N)), kind)
    for pattern, kind in (
        (r"N", "one"),
        (r"N\s*(?:-|to)\s*N", "range"),
        (r"(?:≤|<=)\s*N|N or (?:less|fewer|lower)", "at most"),
        (r"(?:≥|>=)\s*N|N\+|N or (?:more|higher|greater)", "at least"),
        (r"(?:<|less than|under|below)\s*N", "below"),
        (r"(?:>|more than|over|above)\s*N", "above"),
        (r"any", "any"),
    )
)
_BUILD: Mapping[str, Callable[[str, list[Fraction]], Band]] = {
    "one": lambda label, n: Band(label, n[0], n[0]),
    "range": lambda label, n: Band(label, n[0], n[1]),
    "at most": lambda label, n: Band(label, None, n[0]),
    "at least": lambda label, n: Band(label, n[0], None),
    "below": lambda label, n: Band(label, None, n[0], below=True),
    "above": lambda label, n: Band(label, n[0], None, above=True),
    "any": lambda label, n: Band(label),
}


def ascending(bands: Sequence[Band]) -> list[int]:
    """The places of ``bands`` from the lowest up; a chart may be printed either way round."""
    return sorted(range(len(bands)), key=lambda n: (bands[n].low is not None, bands[n].low or 0, bands[n].above))


@frozen
class BandProblem:
    """What is wrong with one band of an edge: its place, a code (docs/reference/data-errors.md) and a sentence."""

    place: int
    code: str
    message: str


def band_problems(bands: Sequence[Band], unit: Fraction | None) -> Iterator[BandProblem]:
    """Everything that keeps ``bands`` from covering a stretch of numbers once each: gaps, overlaps, empty bands."""
    if not bands:
        yield BandProblem(0, "E501", "there is no band")
        return
    order = ascending(bands)
    for place in order:
        band = bands[place]
        if band.low is not None and band.high is not None and band.low >= band.high and not band.holds(band.high):
            yield BandProblem(place, "E501", f"{band.label} holds no number")
    for before, after in pairwise(order):
        message = _seam(bands[before], bands[after], unit)
        if message:
            yield BandProblem(after, *message)


def _seam(before: Band, after: Band, unit: Fraction | None) -> tuple[str, str] | None:
    """Code and sentence for what is wrong where one band ends and the next begins, or None."""
    top, bottom = before.high, after.low
    if top is None or bottom is None:
        return "E503", f"{before.label} and {after.label} overlap"
    if unit is not None:
        top -= unit if before.below else 0
        bottom += unit if after.above else 0
        for edge in (top, bottom):
            if (edge / unit).denominator != 1:
                return "E501", f"{show(edge)} is not a multiple of the unit {show(unit)}"
        if bottom > top + unit:
            between = show(top + unit) if bottom == top + 2 * unit else f"{show(top + unit)} to {show(bottom - unit)}"
            return "E502", f"nothing holds {between}, between {before.label} and {after.label}"
        return ("E503", f"{before.label} and {after.label} both hold {show(bottom)}") if bottom <= top else None
    if bottom > top or (bottom == top and before.below and after.above):
        return "E502", f"nothing holds what lies between {before.label} and {after.label}"
    if bottom < top or not (before.below or after.above):
        return "E503", f"{before.label} and {after.label} both hold {show(bottom)}"
    return None
