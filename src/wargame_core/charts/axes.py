"""The edges of a printed table: bands of numbers ("7-11", "+8 or more"), ratios ("1-2", "3:1"), or names.

What is wrong when bands do not fit together is said by `band_problems`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Any, ClassVar, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.errors import UnknownName, WargameError
from wargame_core.names import folded
from wargame_core.odds import exact, show

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
        text = folded(label)
        for pattern, build in _BAND_FORMS:
            if match := re.fullmatch(pattern, text):
                return build(label, *(exact(group) for group in match.groups() if group))
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


_NUMBER_PATTERN = r"([+-]?\d+(?:\s+\d+/\d+|/\d+|\.\d+)?½?|½)"
_BAND_FORMS: tuple[tuple[str, Callable[..., Band]], ...] = tuple(
    (pattern.replace("N", _NUMBER_PATTERN), build)
    for pattern, build in (
        (r"N", lambda label, number: Band(label, number, number)),
        (r"N\s*(?:-|to)\s*N", Band),
        (r"(?:≤|<=)\s*N|N or (?:less|fewer|lower)", lambda label, number: Band(label, None, number)),
        (r"(?:≥|>=)\s*N|N\+|N or (?:more|higher|greater)", Band),
        (r"(?:<|less than|under|below)\s*N", lambda label, number: Band(label, None, number, below=True)),
        (r"(?:>|more than|over|above)\s*N", lambda label, n: Band(label, n, above=True)),
        (r"any", Band),
    )
)
"""The usual ways of printing a band, and what makes it of its label and its numbers."""


def ascending(bands: Sequence[Band]) -> list[int]:
    """The places of ``bands`` from the lowest up; a chart may be printed either way round."""
    return sorted(
        range(len(bands)), key=lambda place: (bands[place].low is not None, bands[place].low or 0, bands[place].above)
    )


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
    for lower, upper in pairwise(order):
        message = _seam_problem(bands[lower], bands[upper], unit)
        if message:
            yield BandProblem(upper, *message)


def _seam_problem(band_before: Band, band_after: Band, unit: Fraction | None) -> tuple[str, str] | None:
    """Code and sentence for what is wrong where one band ends and the next begins, or None."""
    top, bottom = band_before.high, band_after.low
    if top is None or bottom is None:
        return "E503", f"{band_before.label} and {band_after.label} overlap"
    if unit is not None:
        top -= unit if band_before.below else 0
        bottom += unit if band_after.above else 0
        for edge in (top, bottom):
            if (edge / unit).denominator != 1:
                return "E501", f"{show(edge)} is not a multiple of the unit {show(unit)}"
        if bottom > top + unit:
            gap = show(top + unit) if bottom == top + 2 * unit else f"{show(top + unit)} to {show(bottom - unit)}"
            return "E502", f"nothing holds {gap}, between {band_before.label} and {band_after.label}"
        return (
            ("E503", f"{band_before.label} and {band_after.label} both hold {show(bottom)}") if bottom <= top else None
        )
    if bottom > top or (bottom == top and band_before.below and band_after.above):
        return "E502", f"nothing holds what lies between {band_before.label} and {band_after.label}"
    if bottom < top or not (band_before.below or band_after.above):
        return "E503", f"{band_before.label} and {band_after.label} both hold {show(bottom)}"
    return None


Against: TypeAlias = Literal["attacker", "defender"]
"""The side against which a ratio between two printed ones goes."""


def read_ratio(label: str) -> Fraction:
    """The ratio that a label begins with: "1-2 or less" is 1/2. Raises `ChartError`."""
    match = re.match(r"(\d+)\s*[-:]\s*([1-9]\d*)(?: or (?:less|more))?$", label)
    if match is None:
        raise ChartError(f"{label!r} is not a ratio as printed (1-2, 3:1, 6-1 or more)")
    return Fraction(int(match[1]), int(match[2]))


def read_points(label: str) -> Fraction:
    """The number that the heading of a column of points begins with: "16 or more" is 16. Raises `ChartError`."""
    match = re.match(r"(\d+)(?: or (?:less|more)|\+)?$", label)
    if match is None:
        raise ChartError(f"{label!r} is not a number of points as printed (8, 16 or more, 16+)")
    return Fraction(int(match[1]))


def ratio_bands(rows: Sequence[tuple[str, Fraction]], against: Against) -> list[Band]:
    """The band of each ratio (or number of points), in the order given, by its label and its value.

    Against the attacker the highest has no upper end, against the defender the lowest no lower one; nor has one that
    says "or less" or "or more".
    """
    values = sorted({value for _, value in rows})
    bands = []
    for label, value in rows:
        place = values.index(value)
        next_lower = values[place - 1] if place else None
        next_higher = values[place + 1] if place + 1 < len(values) else None
        if against == "attacker":
            low_limit = None if next_lower is None and label.endswith("or less") else value
            bands.append(Band(label, low_limit, next_higher, below=next_higher is not None))
        else:
            high_limit = None if next_higher is None and label.endswith("or more") else value
            bands.append(Band(label, next_lower, high_limit, above=next_lower is not None))
    return bands


class OffChart(ChartError):
    """A value outside a chart that refuses such values; the message shows the chart's ends."""


class Rounding(Enum):
    """How a value between two whole units is rounded before it is looked up."""

    NONE = "none"
    UP = "up"
    DOWN = "down"
    NEAREST = "nearest"


class OutOfRange(Enum):
    """What a chart does with a value beyond its ends."""

    REFUSE = "refuse"
    CLAMP = "clamp"


def _as_whole_number(value: Fraction) -> Number:
    return value.numerator if value.denominator == 1 else value


@frozen
class NumberAxis:
    """An edge of a chart made of bands of numbers, in printed order.

    A value is first rounded to a multiple of ``unit`` and then found in its band. Without a unit values are taken as
    they are and the bands must touch exactly ("less than 3", "3 to 11", "more than 11"). Raises `ChartError` for
    bands with gaps or overlaps.

    >>> strength = NumberAxis.of("strength", ["1/2-3", "4-6", "7+"], rounding="up")
    >>> [strength.label(value) for value in ("1/2", "3 1/2", 80)]
    ['1/2-3', '4-6', '7+']
    """

    name: str
    bands: tuple[Band, ...]
    unit: Fraction | None = Fraction(1)
    rounding: Rounding = Rounding.NONE
    off_chart: OutOfRange = OutOfRange.REFUSE
    _starts: tuple[Any, ...] = field(init=False, eq=False, repr=False)
    _printed: tuple[int, ...] = field(init=False, eq=False, repr=False)
    _raw_bottom: bool = field(init=False, eq=False, repr=False)
    _by_one: bool = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if problem_text := "; ".join(problem.message for problem in band_problems(self.bands, self.unit)):
            raise ChartError(f"{self.name}: {problem_text}")
        order, unit = ascending(self.bands), self.unit
        lows = [(band.low or Fraction(0), band.above) for band in (self.bands[place] for place in order[1:])]
        starts = (
            lows
            if unit is None
            else [_as_whole_number(low_limit + unit if exclusive else low_limit) for low_limit, exclusive in lows]
        )
        object.__setattr__(self, "_starts", tuple(starts))
        object.__setattr__(self, "_printed", tuple(order))
        lowest_limit = self.bands[order[0]].low
        # a printed end between two units ("1/2-3") is compared before rounding, which would otherwise step over it
        raw = lowest_limit is not None and self.unit is not None and (lowest_limit / self.unit).denominator != 1
        object.__setattr__(self, "_raw_bottom", raw)
        object.__setattr__(self, "_by_one", self.unit == 1)

    @staticmethod
    def of(
        name: str,
        labels: Iterable[str],
        *,
        unit: Number | None = 1,
        rounding: Literal["none", "up", "down", "nearest"] = "none",
        off_chart: Literal["refuse", "clamp"] = "refuse",
    ) -> NumberAxis:
        """From printed labels; see `Band.parse` for what is understood."""
        bands = tuple(Band.parse(label) for label in labels)
        return NumberAxis(
            name, bands, None if unit is None else Fraction(unit), Rounding(rounding), OutOfRange(off_chart)
        )

    @staticmethod
    def ratio(
        name: str,
        labels: Iterable[str],
        *,
        against: Against = "attacker",
        off_chart: Literal["refuse", "clamp"] = "refuse",
    ) -> NumberAxis:
        """Columns of odds, attacker to defender: "1-2", "1-1", "2-1". A ratio between two columns goes ``against`` one.

        The column at the other's end is open ("9 to 1 is 3-1"), and so is the one that says "or less" or "or more".

        >>> odds = NumberAxis.ratio("odds", ["1-2", "1-1", "2-1", "3-1"])
        >>> [odds.label(value) for value in ("1/2", "5/6", "5/2", 9)]
        ['1-2', '1-2', '2-1', '3-1']
        """
        bands = ratio_bands([(label, read_ratio(label)) for label in labels], against)
        return NumberAxis(name, tuple(bands), None, off_chart=OutOfRange(off_chart))

    @staticmethod
    def points(name: str, labels: Iterable[str], *, off_chart: Literal["refuse", "clamp"] = "refuse") -> NumberAxis:
        """Columns of points that print one number each: what lies between two of them is in the lower one.

        >>> NumberAxis.points("fire", ["4", "6", "8", "12", "16"]).label(11)
        '8'
        """
        bands = ratio_bands([(label, read_points(label)) for label in labels], "attacker")
        return NumberAxis(name, tuple(bands), None, off_chart=OutOfRange(off_chart))

    @property
    def labels(self) -> tuple[str, ...]:
        """The printed labels, in printed order."""
        return tuple(band.label for band in self.bands)

    def index(self, value: object) -> int:
        """The place of the band for ``value``, from 0 in printed order.

        Raises `OffChart` beyond the ends of a chart that refuses such values, `ChartError` for a value between two
        units that nothing rounds, `NotANumber` for what is not a number.
        """
        on_grid = value if type(value) is int and self._by_one else self._rounded(exact(value))
        key = (on_grid, False) if self.unit is None else on_grid
        place = bisect_right(self._starts, key)
        if self.off_chart is OutOfRange.REFUSE and (place == 0 or place == len(self._starts)):
            lowest_band, highest_band = self.bands[self._printed[0]], self.bands[self._printed[-1]]
            bottom = exact(value) if self._raw_bottom else on_grid
            if not (lowest_band.reaches_down_to(bottom) and highest_band.reaches_up_to(on_grid)):
                low_limit, high_limit = lowest_band.low, highest_band.high
                range_text = (
                    f"{show(low_limit)} to {show(high_limit)}"
                    if low_limit is not None and high_limit is not None
                    else (
                        f"{show(low_limit)} and more" if low_limit is not None else f"{show(high_limit or 0)} and less"
                    )
                )
                raise OffChart(f"{self.name}: {show(exact(value))} is off the chart (allowed: {range_text})")
        return self._printed[place]

    def label(self, value: object) -> str:
        """The printed label of the band for ``value``."""
        return self.bands[self.index(value)].label

    def _rounded(self, number: Fraction) -> Number:
        if self.unit is None:
            return number
        steps = number if self._by_one else number / self.unit
        if steps.denominator == 1:
            return _as_whole_number(number)
        if self.rounding is Rounding.NONE:
            text = f"{self.name}: {show(number)} is not a multiple of {show(self.unit)}"
            raise ChartError(f"{text}, and no `rounding` says what becomes of it (up, down, nearest)")
        return _as_whole_number(_ROUNDING_FUNCTIONS[self.rounding](steps) * self.unit)


_ROUNDING_FUNCTIONS: Mapping[Rounding, Callable[[Fraction], int]] = {
    Rounding.UP: ceil,
    Rounding.DOWN: floor,
    Rounding.NEAREST: lambda steps: floor(steps + Fraction(1, 2)),
}


@frozen
class Name:
    """A named row or column: its printed label, and the names by which rules and data call it."""

    label: str
    names: tuple[str, ...]


@frozen
class NameAxis:
    """An edge of a chart made of names; one printed label may stand for several ("Woods/City/Mountain").

    >>> ground = NameAxis.of("terrain", {"Clear": ["clear"], "Woods/City": ["woods", "city"]})
    >>> ground.label("city")
    'Woods/City'
    """

    name: str
    entries: tuple[Name, ...]
    _places: Mapping[str, int] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        places: dict[str, int] = {}
        for place, entry in enumerate(self.entries):
            for name in entry.names:
                if name in places:
                    labels = f"{self.entries[places[name]].label} and {entry.label}"
                    raise ChartError(f"{self.name}: {name!r} stands for two rows, {labels}")
                places[name] = place
        if not places:
            raise ChartError(f"{self.name}: there is no name")
        object.__setattr__(self, "_places", places)

    @staticmethod
    def of(name: str, entries: Iterable[str] | Mapping[str, Iterable[str]]) -> NameAxis:
        """From names that are their own labels, or from labels with the names each stands for."""
        if isinstance(entries, Mapping):
            return NameAxis(name, tuple(Name(label, tuple(names)) for label, names in entries.items()))
        return NameAxis(name, tuple(Name(entry, (entry,)) for entry in entries))

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(entry.label for entry in self.entries)

    def index(self, value: object) -> int:
        """The place of the row for a name (or an enum with that value). Raises `UnknownName`."""
        name = value.value if isinstance(value, Enum) else value
        place = self._places.get(name) if isinstance(name, str) else None
        if place is None:
            raise UnknownName(self.name, name, self._places)
        return place

    def label(self, value: object) -> str:
        """The printed label for a name."""
        return self.entries[self.index(value)].label


Axis = NumberAxis | NameAxis
