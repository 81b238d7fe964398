"""The edges of a printed table: bands of numbers ("7-11", "+8 or more") and named rows ("Woods/City/Mountain")."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from enum import Enum
from fractions import Fraction
from math import ceil, floor
from typing import Literal

from attrs import field, frozen

from wargame_core.errors import UnknownName, WargameError
from wargame_core.exact import NotANumber, exact, show

Number = int | Fraction


class ChartError(WargameError, ValueError):
    """A chart that does not hold together, or a question it cannot answer."""


class OffChart(ChartError):
    """A value outside a chart that refuses such values; the message shows the chart's ends."""


class Rounding(Enum):
    """What happens to a value between two whole units before it is looked up."""

    NONE = "none"
    UP = "up"
    DOWN = "down"
    NEAREST = "nearest"


class OffEnds(Enum):
    """What happens to a value beyond the ends of a chart."""

    REFUSE = "refuse"
    CLAMP = "clamp"


@frozen
class Band:
    """A stretch of numbers as printed: from ``low`` to ``high``, both included unless said otherwise.

    None is no limit on that side. `Band.read` understands the usual ways of printing one.
    """

    label: str
    low: Fraction | None = None
    high: Fraction | None = None
    above: bool = False
    """Whether ``low`` itself is left out ("more than 11")."""
    below: bool = False
    """Whether ``high`` itself is left out ("less than 3")."""

    @staticmethod
    def read(label: str) -> Band:
        """The band a printed label stands for. Raises `ChartError` when it is none of the usual forms.

        >>> [str(Band.read(text).high) for text in ("7-11", "1/2-3", "-4 or less", "less than 3", "50+", "+2")]
        ['11', '3', '-4', '3', 'None', '2']
        """
        text = label.strip().lower().replace("−", "-").replace("–", "-")
        for pattern, kind in _FORMS:
            if match := pattern.fullmatch(text):
                numbers = [exact(one) for one in match.groups()]
                return _BUILD[kind](label, numbers)
        raise ChartError(
            f"{label!r} is not a band of numbers (write 7, 7-11, -3 to +1, 50+, 2 or less, 8 or more, "
            "less than 3, more than 11)"
        )

    def holds(self, value: Number) -> bool:
        """Whether ``value`` lies in the band."""
        if self.low is not None and (value < self.low or (self.above and value == self.low)):
            return False
        return self.high is None or not (value > self.high or (self.below and value == self.high))

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
_BUILD = {
    "one": lambda label, n: Band(label, n[0], n[0]),
    "range": lambda label, n: Band(label, n[0], n[1]),
    "at most": lambda label, n: Band(label, None, n[0]),
    "at least": lambda label, n: Band(label, n[0], None),
    "below": lambda label, n: Band(label, None, n[0], below=True),
    "above": lambda label, n: Band(label, n[0], None, above=True),
    "any": lambda label, n: Band(label),
}


def _whole(value: Fraction) -> Number:
    return value.numerator if value.denominator == 1 else value


@frozen
class Numbers:
    """An edge of a chart made of bands of numbers, in printed order.

    A value is first rounded to a multiple of ``unit`` and then found in its band. Without a unit values are taken as
    they are and the bands must touch exactly ("less than 3", "3 to 11", "more than 11"). Raises `ChartError` for
    bands with gaps or overlaps.

    >>> strength = Numbers.of("strength", ["1/2-3", "4-6", "7+"], rounding="up")
    >>> [strength.label(value) for value in ("1/2", "3 1/2", 80)]
    ['1/2-3', '4-6', '7+']
    """

    name: str
    bands: tuple[Band, ...]
    unit: Fraction | None = Fraction(1)
    rounding: Rounding = Rounding.NONE
    off_chart: OffEnds = OffEnds.REFUSE
    _starts: tuple[Number, ...] = field(init=False, eq=False, repr=False)
    _printed: tuple[int, ...] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        problems = tuple(band_problems(self.bands, self.unit))
        if problems:
            raise ChartError("; ".join(f"{self.name}: {message}" for _, _, message in problems))
        order = _ascending(self.bands)
        object.__setattr__(self, "_starts", tuple(self._start(self.bands[n]) for n in order[1:]))
        object.__setattr__(self, "_printed", tuple(order))

    def _start(self, band: Band) -> Number:
        assert band.low is not None  # only the lowest band may be open below
        return _whole(band.low + self.unit if band.above and self.unit else band.low)

    @staticmethod
    def of(
        name: str,
        labels: Iterable[str],
        *,
        unit: Number | None = 1,
        rounding: Literal["none", "up", "down", "nearest"] = "none",
        off_chart: Literal["refuse", "clamp"] = "refuse",
    ) -> Numbers:
        """From printed labels; see `Band.read` for what is understood."""
        bands = tuple(Band.read(label) for label in labels)
        return Numbers(name, bands, unit and Fraction(unit), Rounding(rounding), OffEnds(off_chart))

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(band.label for band in self.bands)

    def rounded(self, value: object) -> Number:
        """``value`` on the grid of the chart. Raises `ChartError` when it lies between two units and nothing rounds."""
        if type(value) is int and self.unit == 1:
            return value
        number = exact(value)
        if self.unit is None:
            return _whole(number)
        steps = number / self.unit
        if steps.denominator != 1:
            if self.rounding is Rounding.UP:
                steps = Fraction(ceil(steps))
            elif self.rounding is Rounding.DOWN:
                steps = Fraction(floor(steps))
            elif self.rounding is Rounding.NEAREST:
                steps = Fraction(floor(steps + Fraction(1, 2)))
            else:
                raise ChartError(f"{self.name}: {show(number)} is not a multiple of {show(self.unit)}")
        return _whole(steps * self.unit)

    def index(self, value: object) -> int:
        """The place of the band for ``value``, counted from 0 in printed order. Raises `OffChart`."""
        on_grid = self.rounded(value)
        place = bisect_right(self._starts, on_grid)
        if place < len(self._starts) and self.unit is None and self._starts and self._between(place, on_grid):
            place += 1
        printed = self._printed[place]
        if self.off_chart is OffEnds.REFUSE:
            self._refuse_beyond_the_ends(exact(value), on_grid)
        return printed

    def _between(self, place: int, value: Number) -> bool:
        return not self.bands[self._printed[place]].holds(value) and self.bands[self._printed[place + 1]].holds(value)

    def _refuse_beyond_the_ends(self, value: Fraction, on_grid: Number) -> None:
        lowest, highest = self.bands[self._printed[0]], self.bands[self._printed[-1]]
        if not lowest.holds(min(value, on_grid)) and not highest.holds(max(value, on_grid)):
            pass
