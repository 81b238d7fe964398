"""Combat by odds: an odds table with shifts, die modifiers and results in words, before the die and after it.

The file of an odds table is a chart file whose columns are ratios, differences or points, and whose rows are those of
a die, with the keys of its own in front::

    compares = "odds"                   # the default; or "difference", or "points" (the attacker's alone)
    dice = "1d6"                        # the default
    ends = "after shifts"               # the default: odds beyond the table are clamped when all shifts are counted
    most_shifts = 3                     # columns to either side at the most; without it any number
    defence_of_0 = "last column"        # what odds against a defence of 0 are; without it they are refused

    [results]                           # what each cell means, in the order in which it happens
    Ex = ["defender eliminated", "attacker loses as much"]
    DR = ["defender loses 1 step or defender retreats 2"]

Strengths that are halved or doubled before they are compared are `strengths`. Nothing here moves a piece: what a result
does on a board is the game's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from html import escape
from math import ceil, floor
from pathlib import Path
from typing import Final, Literal, TypeAlias, assert_never

from attrs import frozen

from wargame_core.charts.axes import ChartError, NumberAxis, ascending, read_ratio
from wargame_core.charts.chart import Chart
from wargame_core.charts.files import (
    ODDS_KEYS,
    Compares,
    DefenceOf0,
    Ends,
    OddsKeys,
    card_of,
    check_faces,
    part_of,
    part_without,
)
from wargame_core.charts.strengths import CombatStrength, as_number
from wargame_core.data import Document, Problems, read_toml, structure
from wargame_core.dice import D6, Die
from wargame_core.limits import quote
from wargame_core.odds import Distribution, show
from wargame_core.rulings import LEGAL, Modifier, Ruling, Verdict, refuse

Number = int | Fraction
Role: TypeAlias = Literal["attacker", "defender"]


# Results


class ResultEffect(Enum):
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
    """What happens to one side: an effect, and how many hexes, steps or points of strength it is about."""

    side: Role
    effect: ResultEffect
    amount: int = 0

    def __str__(self) -> str:
        match self.effect:
            case ResultEffect.RETREATS | ResultEffect.LOSES:
                return f"{self.side} {self.effect.value} {self.amount}"
            case ResultEffect.LOSES_STEPS:
                return f"{self.side} loses {self.amount} step{'s' * (self.amount != 1)}"
            case ResultEffect.ELIMINATED | ResultEffect.LOSES_AS_MUCH:
                return f"{self.side} {self.effect.value}"
            case _:
                assert_never(self.effect)


_PHRASES: Final[Sequence[tuple[str, ResultEffect]]] = (
    ("eliminated", ResultEffect.ELIMINATED),
    (r"retreats ([1-9]\d?)", ResultEffect.RETREATS),
    (r"loses ([1-9]\d?) steps?", ResultEffect.LOSES_STEPS),
    (r"loses ([1-9]\d?)", ResultEffect.LOSES),
    ("loses as much", ResultEffect.LOSES_AS_MUCH),
)
NO_EFFECT: Final = "no effect"
EFFECTS_IN_WORDS: Final = "eliminated, retreats N, loses N steps, loses N, loses as much"
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
        effects = [phrase for phrase in phrases if phrase != NO_EFFECT]
        return Result(code, tuple(tuple(map(_read_consequence, phrase.split(" or "))) for phrase in effects))

    def __str__(self) -> str:
        return "; ".join(" or ".join(map(str, choice)) for choice in self.steps) or NO_EFFECT


def _read_consequence(phrase: str) -> Consequence:
    side, _, words = phrase.strip().partition(" ")
    if side in ("attacker", "defender"):
        for pattern, effect in _PHRASES:
            if phrase_match := re.fullmatch(pattern, words):
                amount = int((*phrase_match.groups(), 0)[0])
                return Consequence("attacker" if side == "attacker" else "defender", effect, amount)
    raise ChartError(f"{quote(phrase)} is not a result: attacker or defender, and {EFFECTS_IN_WORDS}; or {NO_EFFECT}")


# The table


@frozen(eq=False, slots=False)
class OddsTable:
    """An odds table: the chart as printed, what its cells mean, and how strengths and shifts name a column.

    ``defence_of_0`` says what odds against a defence of 0 are: refused with a `ChartError`, or those of the last
    column, which shifts to the left still move.
    """

    chart: Chart[str]
    results: Mapping[str, Result]
    compares: Compares = "odds"
    die: Die = D6
    ends: Ends = "after shifts"
    most_shifts: int | None = None
    defence_of_0: DefenceOf0 = "refuse"

    @staticmethod
    def read(path: Path | Document) -> OddsTable:
        """The table of a file. Raises `DataError` with every problem, by line."""
        doc, problems = read_toml(path, "an odds table"), Problems()
        keys = structure(part_of(doc, ODDS_KEYS), OddsKeys, problems)
        card = card_of(part_without(doc, ODDS_KEYS), problems, str)
        problems.raise_if_any()
        assert keys is not None
        assert card is not None
        if len(card.charts) != 1:
            problems.add(doc, ("columns",), "E207", f"an odds table has one block of columns, not {len(card.charts)}")
        problems.raise_if_any()
        results = _read_results(doc, problems, keys, card.only)
        _check_columns(doc, problems, keys, card.only)
        check_faces(doc, problems, keys.dice, card.only.rows)
        problems.raise_if_any()
        return OddsTable(card.only, results, keys.compares, keys.dice, keys.ends, keys.most_shifts, keys.defence_of_0)

    def __str__(self) -> str:
        """The chart as printed, and below it what each result means and how far shifts go."""
        return "\n".join((str(self.chart), "", *self.legend()))

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def legend(self) -> Iterator[str]:
        """What each result means, a line each, and what the table says of shifts and of a defence of 0."""
        width = max(map(len, self.results), default=0)
        yield from (f"{code.ljust(width)}  {result}" for code, result in self.results.items())
        if self.most_shifts is not None:
            yield f"Shifts come to {self.most_shifts} column{'s' * (self.most_shifts != 1)} at the most."
        if self.defence_of_0 == "last column":
            yield f"A defence of 0 is fought in the column {self.columns.bands[-1].label}."

    def brings(self, effect: ResultEffect) -> bool:
        """Whether some result does this to a side."""
        return any(
            consequence.effect is effect
            for result in self.results.values()
            for choice in result.steps
            for consequence in choice
        )

    @property
    def columns(self) -> NumberAxis:
        """The columns. Raises `ChartError` for a table whose columns are names."""
        if not isinstance(self.chart.columns, NumberAxis):
            raise ChartError(f"{self.chart.title}: the columns of an odds table are odds, differences or points")
        return self.chart.columns

    def judge(self, attack: Number | CombatStrength, defence: Number | CombatStrength) -> Verdict:
        """Whether strengths may fight at all: against odds below the first column of a table that refuses them, no."""
        strengths = as_number(attack), as_number(defence)
        try:
            self._unshifted_column(*strengths)
        except ChartError as error:
            return refuse("off_table", str(error), self.chart.cite)
        return LEGAL

    def fight(
        self,
        attack: Number | CombatStrength,
        defence: Number | CombatStrength,
        shifts: Iterable[Modifier] = (),
        die_modifiers: Iterable[Modifier] = (),
        *,
        title: str = "Combat",
        parts: Iterable[Ruling] = (),
    ) -> Fight:
        """A fight before its die: the column with everything that moved it, and the chance of each result.

        Shifts above 0 are to the right. The ruling itemises a `CombatStrength`, and ``parts`` are further rulings that
        the strengths rest on. Raises `OffChart` where `judge` refuses.
        """
        strengths = [strength for strength in (attack, defence) if isinstance(strength, CombatStrength)]
        column_shifts, roll_modifiers = tuple(shifts), tuple(die_modifiers)
        return Fight(
            self, as_number(attack), as_number(defence), column_shifts, roll_modifiers, title, (*strengths, *parts)
        )

    def _nothing_defends(self, attack: Number, defence: Number) -> bool:
        """Whether odds are those of the last column, because something attacks and nothing defends."""
        return self.compares == "odds" and self.defence_of_0 == "last column" and defence <= 0 < attack

    def _unshifted_column(self, attack: Number, defence: Number) -> int:
        """The column of strengths alone, from 0. Raises what `NumberAxis.index` raises."""
        if self._nothing_defends(attack, defence):
            return len(self.columns.bands) - 1
        return self.columns.index(self._compare_strengths(attack, defence))

    def _compare_strengths(self, attack: Number, defence: Number) -> Fraction:
        match self.compares:
            case "odds":
                if defence <= 0 and attack <= 0 and self.defence_of_0 == "last column":
                    return Fraction(0)
                if defence <= 0:
                    text = f"{self.chart.title}: odds against a defence of {show(Fraction(defence))}"
                    raise ChartError(f'{text}, which `defence_of_0 = "last column"` allows')
                return Fraction(attack) / Fraction(defence)
            case "difference":
                return Fraction(attack) - Fraction(defence)
            case "points":
                return Fraction(attack)
            case _:
                assert_never(self.compares)

    @cached_property
    def _end_odds(self) -> tuple[Fraction, Fraction]:
        """The lowest and the highest odds that the columns print; "1-2 or less" prints 1-2."""
        first_band, last_band = self.columns.bands[0], self.columns.bands[-1]
        if self.columns.unit is None:
            return read_ratio(first_band.label), read_ratio(last_band.label)
        lowest_limit = first_band.low if first_band.low is not None else first_band.high
        highest_limit = last_band.high if last_band.high is not None else last_band.low
        return lowest_limit or Fraction(0), highest_limit or Fraction(0)

    @cached_property
    def _die_ends(self) -> tuple[Fraction, Fraction] | None:
        """The lowest and the highest number that the rows print; None where they print none."""
        rows = self.chart.rows
        bands = rows.bands if isinstance(rows, NumberAxis) else ()
        die_limits = [limit for band in bands for limit in (band.low, band.high) if limit is not None]
        return (min(die_limits), max(die_limits)) if die_limits else None

    def _row(self, total: int) -> int:
        """The row of a die with its modifiers, from 0; below the first row it is the first, above the last the last."""
        rows, die_limits = self.chart.rows, self._die_ends
        if not isinstance(rows, NumberAxis) or die_limits is None:
            return rows.index(total)
        return rows.index(max(die_limits[0], min(die_limits[1], Fraction(total))))

    def _columns_beyond_end(self, value: Fraction) -> int:
        """How many columns odds lie beyond the end of the table, below 0 to the left.

        Beyond the table the columns go on by whole odds (7-1, 8-1; 1-4, 1-5), and odds between two of them go against
        the side that the others go against.
        """
        if self.compares != "odds" or self.ends == "before shifts":
            return 0
        lowest_limit, highest_limit = self._end_odds
        for_attacker = any(band.above for band in self.columns.bands)
        if value > highest_limit >= 1:
            return max(0, (ceil(value) if for_attacker else floor(value)) - floor(highest_limit))
        if 0 < value < lowest_limit <= 1:
            return min(0, floor(1 / lowest_limit) - (floor(1 / value) if for_attacker else ceil(1 / value)))
        return 0

    def _place(self, attack: Number, defence: Number, shift: int) -> int:
        """The column, from 0, that strengths come to with a shift. Raises what `NumberAxis.index` raises."""
        unshifted_place = self._unshifted_column(attack, defence)
        if self._nothing_defends(attack, defence):
            return max(0, unshifted_place + min(shift, 0))
        value = self._compare_strengths(attack, defence)
        if self.compares == "odds" and self.ends == "after shifts" and value <= 0:
            return unshifted_place  # no shift makes up for an attack of nothing, which is below any odds
        return max(0, min(unshifted_place + self._columns_beyond_end(value) + shift, len(self.columns.bands) - 1))

    def _thresholds(self, shift: int) -> Iterator[Fraction]:
        """The values at which a column can begin: those of the table, and whole odds beyond it that a shift reaches."""
        yield from (band.low for band in self.columns.bands if band.low is not None)
        if self.compares == "odds" and self.ends == "after shifts":
            lowest, highest = self._end_odds
            if highest >= 1:
                yield from (Fraction(floor(highest) + step) for step in range(abs(shift) + 1))
            if 0 < lowest <= 1:
                yield from (
                    1 / Fraction(floor(1 / lowest) + step) for step in range(abs(shift) + len(self.columns.bands))
                )

    def _attack_for(self, value: Fraction, defence: Number) -> Fraction:
        """The least attack that comes to a value; the next whole one where a column begins above what it prints."""
        match self.compares:
            case "odds":
                attack = value * defence
            case "difference":
                attack = value + defence
            case "points":
                attack = value
            case _:
                assert_never(self.compares)
        return Fraction(floor(attack) + 1) if any(band.above for band in self.columns.bands) else attack


def _read_results(doc: Document, problems: Problems, keys: OddsKeys, chart: Chart[str]) -> dict[str, Result]:
    """What [results] says of each code; every cell is one of them, and each of them stands in a cell."""
    results: dict[str, Result] = {}
    for code, phrases in keys.results.items():
        try:
            results[code] = Result.read(code, phrases)
        except ChartError as error:
            problems.add(doc, ("results", code), "E204", str(error))
    for index, row in enumerate(chart.printed):
        for cell in dict.fromkeys(row):
            if cell not in keys.results:
                problems.add(doc, ("row", index), "E302", f"[results] does not say what {quote(cell)} means")
    printed_codes = {cell for row in chart.printed for cell in row}
    for code in keys.results:
        if code not in printed_codes:
            problems.add(doc, ("results", code), "E302", f"no cell of the table says {quote(code)}")
    return results


_AXIS_KINDS: Final[Mapping[Compares, Sequence[str]]] = {
    "odds": ("ratios", "numbers"),
    "difference": ("numbers",),
    "points": ("points", "numbers"),
}
"""The kinds of columns that can hold what a table compares."""


def _check_columns(doc: Document, problems: Problems, keys: OddsKeys, chart: Chart[str]) -> None:
    """Columns hold what the table compares and run upwards; a limit of shifts is 0 or more."""
    if keys.most_shifts is not None and keys.most_shifts < 0:
        problems.add(doc, ("most_shifts",), "E204", f"{keys.most_shifts}: it is 0 or more")
    if keys.compares != "odds" and keys.defence_of_0 != "refuse":
        problems.add(doc, ("defence_of_0",), "E207", f"it is a setting of odds, and the table compares {keys.compares}")
    for name, columns in doc.data.get("columns", {}).items():
        kind, allowed_kinds = columns.get("kind", "numbers"), _AXIS_KINDS[keys.compares]
        if kind not in allowed_kinds:
            words = " or ".join(map(quote, allowed_kinds))
            reason = f"{quote(kind)}: where a table compares {keys.compares} it is {words}"
            problems.add(doc, ("columns", name, "kind"), "E204", reason)
            return
    bands = chart.columns.bands if isinstance(chart.columns, NumberAxis) else ()
    if ascending(bands) != list(range(len(bands))):
        name = next(iter(doc.data.get("columns", {"": ()})))
        problems.add(
            doc, ("columns", name, "bands"), "E501", "an odds table runs from the lowest column to the highest"
        )


@frozen(eq=False, slots=False)
class Fight:
    """Strengths, shifts and die modifiers of one combat on a table."""

    table: OddsTable
    attack: Number
    defence: Number
    shifts: tuple[Modifier, ...]
    die_modifiers: tuple[Modifier, ...]
    title: str
    parts: tuple[Ruling | CombatStrength, ...]
    """What the strengths rest on: their items, and further rulings."""

    @cached_property
    def value(self) -> Fraction:
        """What names the column: the quotient or the difference of the strengths, or the attack.

        Raises `ChartError` for odds against a defence of 0.
        """
        return self.table._compare_strengths(self.attack, self.defence)

    @cached_property
    def unshifted(self) -> int:
        """The column of the strengths alone, from 0."""
        return _unshifted_column(self.table, self.attack, self.defence)

    @property
    def odds(self) -> str:
        """The column of the strengths alone, as printed."""
        return self.table.columns.labels[self.unshifted]

    @cached_property
    def shift(self) -> int:
        """The sum of the shifts, within what the table allows."""
        total, limit = sum(shift.value for shift in self.shifts), self.table.most_shifts
        return total if limit is None else max(-limit, min(limit, total))

    @cached_property
    def place(self) -> int:
        """The column that is rolled on, from 0."""
        return _shifted_column(self.table, self.attack, self.defence, self.shift)

    @property
    def column(self) -> str:
        """The column that is rolled on, as printed."""
        return self.table.columns.bands[self.place].label

    @property
    def short_of(self) -> tuple[Fraction, str] | None:
        """How much more attack it takes to be rolled further to the right, and that column; None in the last."""
        return _short_of(self.table, self.attack, self.defence, self.shift)

    def __str__(self) -> str:
        """The column with what is missing for the next: "3-1, 2 points short of 4-1"."""
        return _in_words(self.table, self.attack, self.defence, self.shift)

    def row(self, die: int) -> int:
        """The row of a die with its modifiers, from 0; below the first row it is the first, above the last the last."""
        return self.table._row(die + self._die_modifier)

    def result(self, die: int) -> Result:
        """What a die brings."""
        return self.table.results[self.table.chart.printed[self.row(die)][self.place]]

    @cached_property
    def chances(self) -> Distribution[str]:
        """The exact chance of each result, by its code."""
        return _result_chances(self.table, self.place, self._die_modifier)

    @property
    def _die_modifier(self) -> int:
        return sum([modifier.value for modifier in self.die_modifiers])

    def ruling(self, die: int | None = None) -> Ruling:
        """How the column came about, and with a die the result: everything that was counted, with its source."""
        chart, columns = self.table.chart, self.table.columns
        compared = f"{show(self.attack)} to {show(self.defence)}, column {columns.labels[self.unshifted]}"
        remaining_rulings = (part.ruling if isinstance(part, CombatStrength) else part for part in self.parts)
        parts = (Ruling("strengths", compared), *self._column_shifts, self._die_ruling(die), *remaining_rulings)
        return Ruling(
            self.title,
            self.result(die).code if die is not None else self.column,
            cite=chart.cite,
            table=chart.title,
            row=chart.rows.labels[self.row(die)] if die is not None else "",
            column=self.column,
            parts=tuple(part for part in parts if part is not None),
        )

    @property
    def _column_shifts(self) -> tuple[Ruling, ...]:
        """What the column of the strengths alone was moved by: how far they lie beyond the table, and the shifts."""
        if not self.shifts:
            return ()
        total, is_undefended = (
            sum(shift.value for shift in self.shifts),
            self.table._nothing_defends(self.attack, self.defence),
        )
        columns_beyond = 0 if is_undefended else self.table._columns_beyond_end(self.value)
        title = "shifts" if total == self.shift else f"shifts, {self.table.most_shifts} at the most"
        shifts = Ruling(title, f"{self.shift:+d}", 0, self.shifts)
        return (Ruling("columns beyond the table", f"{columns_beyond:+d}"), shifts) if columns_beyond else (shifts,)

    def _die_ruling(self, die: int | None) -> Ruling | None:
        """The die with its modifiers, if there are any."""
        if die is None or not self.die_modifiers:
            return None
        total = die + sum(modifier.value for modifier in self.die_modifiers)
        return Ruling("die", str(total), die, self.die_modifiers)


@lru_cache(maxsize=10_000)
def _unshifted_column(table: OddsTable, attack: Number, defence: Number) -> int:
    """`Fight.unshifted`, which follows from the table alone."""
    return table._unshifted_column(attack, defence)


@lru_cache(maxsize=10_000)
def _shifted_column(table: OddsTable, attack: Number, defence: Number, shift: int) -> int:
    """`Fight.place`, likewise."""
    return table._place(attack, defence, shift)


@lru_cache(maxsize=10_000)
def _result_chances(table: OddsTable, place: int, die_modifier: int) -> Distribution[str]:
    """`Fight.chances`, which follows from the column and the die."""
    printed_cells = table.chart.printed
    return Distribution.of(table.die).map(
        lambda die: table.results[printed_cells[table._row(die + die_modifier)][place]].code
    )


@lru_cache(maxsize=10_000)
def _in_words(table: OddsTable, attack: Number, defence: Number, shift: int) -> str:
    """`Fight.__str__`, likewise."""
    labels = table.columns.labels
    column, unshifted_label = (
        labels[place]
        for place in (_shifted_column(table, attack, defence, shift), _unshifted_column(table, attack, defence))
    )
    head = column if column == unshifted_label else f"{unshifted_label} shifted to {column}"
    short_of = _short_of(table, attack, defence, shift)
    if short_of is None:
        return head
    missing_points, further_column = short_of
    return f"{head}, {show(missing_points)} point{'s' * (missing_points > 1)} short of {further_column}"


@lru_cache(maxsize=10_000)
def _short_of(table: OddsTable, attack: Number, defence: Number, shift: int) -> tuple[Fraction, str] | None:
    """`Fight.short_of`, likewise."""
    if table._nothing_defends(attack, defence):
        return None
    place = _shifted_column(table, attack, defence, shift)
    for stronger in sorted(table._attack_for(value, defence) for value in set(table._thresholds(shift))):
        if stronger > attack and (further_place := _shifted_column(table, stronger, defence, shift)) > place:
            return stronger - attack, table.columns.bands[further_place].label
    return None
