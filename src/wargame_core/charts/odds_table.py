"""Combat by odds: an odds table with shifts, die modifiers and results in words, before the die and after it.

The file of an odds table is a chart file whose columns are ratios, differences or points, and whose rows are those of
a die, with the keys of its own in front::

    compares = "odds"                   # the default; or "difference", or "points" (the attacker's alone)
    dice = "1d6"                        # the default
    ends = "after shifts"               # the default: odds beyond the table are clamped when all shifts are counted
    most_shifts = 3                     # columns to either side at the most; without it any number

    [results]                           # what each cell means, in the order in which it happens
    Ex = ["defender eliminated", "attacker loses as much"]
    DR = ["defender loses 1 step or defender retreats 2"]

Strengths that are halved or doubled are `multiplied`, in the order of the rulebook, before they are compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from pathlib import Path
from typing import Final, Literal, TypeAlias, assert_never

from attrs import evolve, frozen

from wargame_core.charts.axes import ChartError, NumberAxis, Rounding
from wargame_core.charts.chart import Chart
from wargame_core.charts.files import card_of
from wargame_core.data import Document, Problems, read_toml, structure
from wargame_core.dice import D6, Die
from wargame_core.limits import quote
from wargame_core.odds import Distribution, show
from wargame_core.rulings import LEGAL, Cite, Modifier, Ruling, Verdict, refuse

Number = int | Fraction
Compares: TypeAlias = Literal["odds", "difference", "points"]
"""What names a column: attack by defence, attack less defence, or the attack alone."""
Ends: TypeAlias = Literal["after shifts", "before shifts"]
"""When odds beyond the table are taken for its last column: then a shift counts from there, or before."""
Role: TypeAlias = Literal["attacker", "defender"]


# Strengths


@frozen
class Factor:
    """What multiplies a strength, why, and how the product is rounded before the next factor."""

    times: Fraction
    label: str
    rounding: Rounding = Rounding.NONE
    cite: Cite | None = None


_ROUND: Final[Mapping[Rounding, Callable[[Fraction], Fraction]]] = {
    Rounding.NONE: Fraction,
    Rounding.UP: lambda product: Fraction(ceil(product)),
    Rounding.DOWN: lambda product: Fraction(floor(product)),
}


def multiplied(strength: Number, factors: Iterable[Factor], most: Number | None = None) -> Fraction:
    """A strength after each factor in turn, with a rounding after each; never more than ``most`` times the strength.

    >>> half, double = Factor(Fraction(1, 2), "river", Rounding.UP), Factor(Fraction(2), "hill")
    >>> multiplied(5, [half, double]), multiplied(5, [double, half]), multiplied(4, [double, double], most=2)
    (Fraction(6, 1), Fraction(5, 1), Fraction(8, 1))

    Raises:
        ChartError: a factor that rounds to the nearest whole number, which no rulebook says of strengths.
    """
    product = Fraction(strength)
    for factor in factors:
        if factor.rounding not in _ROUND:
            raise ChartError(f"{factor.label}: strengths are rounded up, down or not at all")
        product = _ROUND[factor.rounding](product * factor.times)
    return product if most is None else min(product, Fraction(strength) * most)


# Results


class Deed(Enum):
    """What a result does to a side."""

    ELIMINATED = "eliminated"
    """All its units in the battle are lost."""
    RETREATS = "retreats"
    """Its units go back so many hexes."""
    LOSES_STEPS = "loses steps"
    """It loses so many steps, of units that its owner chooses."""
    LOSES = "loses"
    """It loses units of at least so much strength, which its owner chooses."""
    LOSES_AS_MUCH = "loses as much"
    """It loses units of at least the strength that the other side has lost: an exchange."""


@frozen
class Consequence:
    """What happens to one side: a deed, and how many hexes, steps or points of strength it is about."""

    side: Role
    deed: Deed
    amount: int = 0

    def __str__(self) -> str:
        match self.deed:
            case Deed.RETREATS | Deed.LOSES:
                return f"{self.side} {self.deed.value} {self.amount}"
            case Deed.LOSES_STEPS:
                return f"{self.side} loses {self.amount} step{'s' * (self.amount != 1)}"
            case Deed.ELIMINATED | Deed.LOSES_AS_MUCH:
                return f"{self.side} {self.deed.value}"
            case _:
                assert_never(self.deed)


_PHRASES: Final[Sequence[tuple[str, Deed]]] = (
    ("eliminated", Deed.ELIMINATED),
    (r"retreats ([1-9]\d?)", Deed.RETREATS),
    (r"loses ([1-9]\d?) steps?", Deed.LOSES_STEPS),
    (r"loses ([1-9]\d?)", Deed.LOSES),
    ("loses as much", Deed.LOSES_AS_MUCH),
)
NO_EFFECT: Final = "no effect"
SAID: Final = "eliminated, retreats N, loses N steps, loses N, loses as much"
"""What a result can say of a side."""


@frozen
class Result:
    """A cell of the table: what happens, in order; where a step has several, the side concerned chooses one.

    >>> print(Result.read("DR", ["defender loses 1 step or defender retreats 2"]))
    defender loses 1 step or defender retreats 2
    """

    code: str
    steps: tuple[tuple[Consequence, ...], ...] = ()

    @staticmethod
    def read(code: str, phrases: Iterable[str]) -> Result:
        """The result that phrases say. Raises `ChartError` with the words there are."""
        listed = [phrase for phrase in phrases if phrase != NO_EFFECT]
        return Result(code, tuple(tuple(map(_consequence, phrase.split(" or "))) for phrase in listed))

    def __str__(self) -> str:
        return "; ".join(" or ".join(map(str, choice)) for choice in self.steps) or NO_EFFECT


def _consequence(phrase: str) -> Consequence:
    side, _, said = phrase.strip().partition(" ")
    if side in ("attacker", "defender"):
        for pattern, deed in _PHRASES:
            if found := re.fullmatch(pattern, said):
                return Consequence("attacker" if side == "attacker" else "defender", deed, int((*found.groups(), 0)[0]))
    raise ChartError(f"{quote(phrase)} is no result: attacker or defender, and {SAID}; or {NO_EFFECT}")


# The table


@frozen(kw_only=True)
class OddsKeys:
    """The keys of an odds table beside those of its chart."""

    compares: Compares = "odds"
    dice: Die = D6
    ends: Ends = "after shifts"
    most_shifts: int | None = None
    results: Mapping[str, tuple[str, ...]]


OWN_KEYS: Final = ("compares", "dice", "ends", "most_shifts", "results")


@frozen(eq=False, slots=False)
class OddsTable:
    """An odds table: the chart as printed, what its cells mean, and how strengths and shifts name a column."""

    chart: Chart[str]
    results: Mapping[str, Result]
    compares: Compares = "odds"
    die: Die = D6
    ends: Ends = "after shifts"
    most_shifts: int | None = None

    @staticmethod
    def read(path: Path | Document) -> OddsTable:
        """The table of a file. Raises `DataError` with every problem, by line."""
        doc, problems = read_toml(path, "an odds table"), Problems()
        keys = structure(evolve(doc, data={k: v for k, v in doc.data.items() if k in OWN_KEYS}), OddsKeys, problems)
        table = evolve(doc, data={key: value for key, value in doc.data.items() if key not in OWN_KEYS})
        card = card_of(table, problems, str)
        problems.done()
        assert keys is not None
        assert card is not None
        results: dict[str, Result] = {}
        for code, phrases in keys.results.items():
            try:
                results[code] = Result.read(code, phrases)
            except ChartError as error:
                problems.add(doc, ("results", code), "E204", str(error))
        chart = card.only
        for n, row in enumerate(chart.printed):
            for cell in dict.fromkeys(row):
                if cell not in keys.results:
                    problems.add(doc, ("row", n), "E302", f"[results] does not say what {quote(cell)} means")
        used = {cell for row in chart.printed for cell in row}
        for code in keys.results.keys() - used:
            problems.add(doc, ("results", code), "E302", f"no cell of the table says {quote(code)}")
        problems.done()
        return OddsTable(chart, results, keys.compares, keys.dice, keys.ends, keys.most_shifts)

    @property
    def columns(self) -> NumberAxis:
        """The columns. Raises `ChartError` for a table whose columns are names."""
        if not isinstance(self.chart.columns, NumberAxis):
            raise ChartError(f"{self.chart.title}: the columns of an odds table are odds, differences or points")
        return self.chart.columns

    def judge(self, attack: Number, defence: Number) -> Verdict:
        """Whether strengths may fight at all: against odds below the first column of a table that refuses them, no."""
        try:
            self.columns.index(self._compared(attack, defence))
        except ChartError as error:
            return refuse("off_table", str(error), self.chart.cite)
        return LEGAL

    def fight(
        self,
        attack: Number,
        defence: Number,
        shifts: Iterable[Modifier] = (),
        die_modifiers: Iterable[Modifier] = (),
        *,
        title: str = "Combat",
        parts: Iterable[Ruling] = (),
    ) -> Fight:
        """A fight before its die: the column with everything that moved it, and the chance of each result.

        Shifts above 0 are to the right. ``parts`` are rulings that the strengths rest on. Raises `OffChart` where
        `judge` refuses.
        """
        return Fight(
            self, Fraction(attack), Fraction(defence), tuple(shifts), tuple(die_modifiers), title, tuple(parts)
        )

    def _compared(self, attack: Number, defence: Number) -> Fraction:
        match self.compares:
            case "odds":
                if defence <= 0:
                    raise ChartError(f"{self.chart.title}: odds against a defence of {show(Fraction(defence))}")
                return Fraction(attack) / Fraction(defence)
            case "difference":
                return Fraction(attack) - Fraction(defence)
            case "points":
                return Fraction(attack)
            case _:
                assert_never(self.compares)

    def _beyond(self, value: Fraction) -> int:
        """How many columns odds lie beyond the end of the table, below 0 to the left; only whole odds count."""
        if self.compares != "odds" or self.ends == "before shifts":
            return 0
        ends = [band.low if band.low is not None else band.high for band in self.columns.bands]
        lowest, highest = min(filter(None, ends)), max(filter(None, ends))
        if value > highest >= 1:
            return max(0, floor(value) - floor(highest))
        if value and value < lowest <= 1:
            return min(0, floor(1 / lowest) - ceil(1 / value))
        return 0


@frozen(eq=False, slots=False)
class Fight:
    """Strengths, shifts and die modifiers of one combat on a table."""

    table: OddsTable
    attack: Fraction
    defence: Fraction
    shifts: tuple[Modifier, ...]
    die_modifiers: tuple[Modifier, ...]
    title: str
    parts: tuple[Ruling, ...]

    @cached_property
    def value(self) -> Fraction:
        """What names the column: the quotient or the difference of the strengths, or the attack."""
        return self.table._compared(self.attack, self.defence)

    @cached_property
    def unshifted(self) -> int:
        """The column of the strengths alone, from 0."""
        return self.table.columns.index(self.value)

    @property
    def odds(self) -> str:
        """The column of the strengths alone, as printed."""
        return self.table.columns.labels[self.unshifted]

    @cached_property
    def shift(self) -> int:
        """The sum of the shifts, within what the table allows."""
        total, most = sum(shift.value for shift in self.shifts), self.table.most_shifts
        return total if most is None else max(-most, min(most, total))

    @cached_property
    def place(self) -> int:
        """The column that is rolled on, from 0."""
        wanted = self.unshifted + self.table._beyond(self.value) + self.shift
        return max(0, min(wanted, len(self.table.columns.bands) - 1))

    @property
    def column(self) -> str:
        """The column that is rolled on, as printed."""
        return self.table.columns.labels[self.place]

    @property
    def short_of(self) -> tuple[Fraction, str] | None:
        """How much more attack it takes to be rolled one column to the right, and that column; None in the last."""
        place, bands = self.unshifted + 1, self.table.columns.bands
        if place >= len(bands) or self.place + 1 >= len(bands):
            return None
        low = bands[place].low
        if low is None or low <= self.value:
            return None
        needed = {"odds": low * self.defence, "difference": low + self.defence, "points": low}[self.table.compares]
        return needed - self.attack, bands[self.place + 1].label

    def __str__(self) -> str:
        """The column with what is missing for the next: "3-1, 2 points short of 4-1"."""
        head = self.column if self.place == self.unshifted else f"{self.odds} shifted to {self.column}"
        if self.short_of is None:
            return head
        needed, column = self.short_of
        return f"{head}, {show(needed)} point{'s' * (needed != 1)} short of {column}"

    def row(self, die: int) -> int:
        """The row of a die with its modifiers, from 0; below the first row it is the first, above the last the last."""
        rows, total = self.table.chart.rows, die + sum(modifier.value for modifier in self.die_modifiers)
        if not isinstance(rows, NumberAxis):
            return rows.index(total)
        lows = [band.low if band.low is not None else band.high for band in rows.bands]
        highs = [band.high if band.high is not None else band.low for band in rows.bands]
        lowest, highest = min(filter(None, lows)), max(filter(None, highs))
        return rows.index(max(lowest, min(highest, Fraction(total))))

    def result(self, die: int) -> Result:
        """What a die brings."""
        return self.table.results[self.table.chart.printed[self.row(die)][self.place]]

    @cached_property
    def chances(self) -> Distribution[str]:
        """The exact chance of each result, by its code."""
        return Distribution.of(self.table.die).map(lambda die: self.result(die).code)

    def ruling(self, die: int | None = None) -> Ruling:
        """How the column came about, and with a die the result: everything that was counted, with its source."""
        chart, columns = self.table.chart, self.table.columns
        strengths = f"{show(self.attack)} to {show(self.defence)}"
        moved = Ruling("shifts", f"{self.shift:+d}", 0, self.shifts) if self.shifts else None
        rolled = None
        if die is not None and self.die_modifiers:
            total = die + sum(modifier.value for modifier in self.die_modifiers)
            rolled = Ruling("die", str(total), die, self.die_modifiers)
        parts = (Ruling(strengths, columns.labels[self.unshifted]), moved, rolled, *self.parts)
        return Ruling(
            self.title,
            self.result(die).code if die is not None else self.column,
            cite=chart.cite,
            table=chart.title,
            row=chart.rows.labels[self.row(die)] if die is not None else "",
            column=self.column,
            parts=tuple(part for part in parts if part is not None),
        )
