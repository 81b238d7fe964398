"""Exact odds: the results of dice and draws, with probabilities as fractions.

Nothing here draws a random number and nothing is rounded: a `Distribution` stores integer counts over one common
denominator, so its probabilities sum to exactly 1 and two computations of the same result compare equal. After the
class: its values with their probabilities as text, as rows of a table and as JSON. At the end: numbers as people write
them, read as exact fractions.
"""

from __future__ import annotations

import operator
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from math import gcd, lcm, sqrt
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import attrs
from attrs import frozen

from wargame_core.errors import MissingExtra, WargameError
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.pools import best_of_dice, sum_of_dice
from wargame_core.reprs import drawn

if TYPE_CHECKING:
    import pandas


T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")
V = TypeVar("V")
N = TypeVar("N", int, Fraction)
Number = int | Fraction


class OddsError(WargameError, ValueError):
    """Not a distribution: no values, a count below zero, a sum other than 1, or rolls that never end."""


class Draw(Protocol):
    """A die, or whatever else is drawn with exact odds."""

    @property
    def odds(self) -> Distribution[Any]:
        """The exact chance of each face."""


@frozen(init=False, repr=False, order=False)
class Distribution(Generic[T_co]):
    """Values with their exact probabilities. Immutable, comparable and hashable.

    Build one with `of`, `uniform`, `certain`, `from_counts` or `from_fractions`; combine with `map`, `combine`,
    `then`, `+`, `-`, `*`, comparisons (``die > 3``), ``n @ one_die`` (the sum of n), `keep`, `reroll` and `explode`.
    Values are anything hashable.

    >>> from wargame_core.dice import D6
    >>> two_dice = 2 @ Distribution.of(D6)
    >>> two_dice.p(7), two_dice.p(lambda total: total >= 10), two_dice.mean()
    (Fraction(1, 6), Fraction(1, 6), Fraction(7, 1))
    """

    counts: Mapping[T_co, int]
    total: int

    def __init__(self, counts: Mapping[T_co, int], total: int | None = None) -> None:
        """Each value has its count over the sum of ``counts``. Raises `OddsError` for a ``total`` other than that."""
        possible_counts = {value: count for value, count in counts.items() if count}
        sum_of_counts = sum(possible_counts.values())
        if not isinstance(sum_of_counts, int):
            raise OddsError(f"counts are whole numbers, not {', '.join(map(repr, possible_counts.values()))}")
        if not possible_counts:
            raise OddsError("a distribution needs at least one value that can happen")
        if min(possible_counts.values()) < 0:
            value, count = min(possible_counts.items(), key=lambda item: item[1])
            raise OddsError(f"{value!r} has the count {count}; counts are whole numbers from 0 up")
        if total is not None and total != sum_of_counts:
            raise OddsError(f"the probabilities sum to {Fraction(sum_of_counts, total)}, not to 1")
        common_divisor = gcd(*possible_counts.values())
        if common_divisor > 1:
            possible_counts = {value: count // common_divisor for value, count in possible_counts.items()}
            sum_of_counts //= common_divisor
        self.__attrs_init__(possible_counts, sum_of_counts)

    @staticmethod
    def of(die: Draw) -> Distribution[Any]:
        """The faces of a die (or of any draw with equally likely faces). Raises `OddsError` for anything else."""
        if not hasattr(die, "odds"):
            raise OddsError(f"{die!r} is not a die: equally likely values are Distribution.uniform({die!r})")
        return die.odds

    @staticmethod
    def uniform(values: Iterable[U]) -> Distribution[U]:
        """Each of ``values`` with equal probability; one that occurs twice counts twice."""
        counts: dict[U, int] = defaultdict(int)
        for value in values:
            counts[value] += 1
        return Distribution(counts)

    @staticmethod
    def certain(value: U) -> Distribution[U]:
        """Always ``value``."""
        return Distribution({value: 1})

    @staticmethod
    def from_counts(counts: Mapping[U, int] | Iterable[tuple[U, int]]) -> Distribution[U]:
        """From whole-number weights, or pairs of value and weight (in which a value may occur again).

        >>> Distribution.from_counts({"retreat": 1, "hold": 2}).p("hold")
        Fraction(2, 3)
        """
        if isinstance(counts, Mapping):
            return Distribution(counts)
        totals: dict[U, int] = defaultdict(int)
        for value, count in counts:
            totals[value] += count
        return Distribution(totals)

    @staticmethod
    def from_fractions(chances: Mapping[U, Fraction | float | str]) -> Distribution[U]:
        """From probabilities as `exact` reads them: 0.1 and "1/10" are one tenth.

        Raises `OddsError` unless they sum to exactly 1, `NotANumber` for what is not a number.

        >>> Distribution.from_fractions({"hold": 0.9, "retreat": 0.1}).p("retreat")
        Fraction(1, 10)
        """
        fractions = {value: exact(chance) for value, chance in chances.items()}
        if fractions and (total := sum(fractions.values())) != 1:
            has_floats = any(isinstance(chance, float) for chance in chances.values())
            hint = (
                ": write a chance that no decimal number is as a fraction, such as Fraction(1, 3)" if has_floats else ""
            )
            raise OddsError(f"the probabilities sum to {total}, not to 1{hint}")
        denominator = lcm(*(chance.denominator for chance in fractions.values()))
        return Distribution({value: int(chance * denominator) for value, chance in fractions.items()})

    def map(self, change: Callable[[T_co], U]) -> Distribution[U]:
        """The distribution of ``change`` of each value; equal results are added."""
        counts: dict[U, int] = defaultdict(int)
        for value, count in self.counts.items():
            counts[change(value)] += count
        return Distribution(counts)

    def combine(self, other: Distribution[U], join: Callable[[T_co, U], V]) -> Distribution[V]:
        """``join`` of a value of this and an independent value of ``other``.

        >>> die = Distribution.uniform(range(1, 7))
        >>> die.combine(die, max).p(6)
        Fraction(11, 36)
        """
        counts: dict[V, int] = defaultdict(int)
        other_counts = tuple(other.counts.items())
        for own_value, count in self.counts.items():
            for other_value, weight in other_counts:
                counts[join(own_value, other_value)] += count * weight
        return Distribution(counts, self.total * other.total)

    def then(self, distribution_of: Callable[[T_co], Distribution[U]]) -> Distribution[U]:
        """The distribution of a second roll whose distribution depends on the first: ``distribution_of`` of each value.

        Raises `OddsError` where ``distribution_of`` calls itself without end, as dice do that explode again and again.

        >>> die = Distribution.uniform(range(1, 7))
        >>> reroll_ones = die.then(lambda face: die if face == 1 else Distribution.certain(face))
        >>> reroll_ones.p(1)
        Fraction(1, 36)
        """
        try:
            following_distributions = [(count, distribution_of(value)) for value, count in self.counts.items()]
        except RecursionError:
            raise OddsError("each roll is followed by another without end: give a depth, as explode(5) does") from None
        common_multiple = lcm(*(distribution.total for _, distribution in following_distributions))
        counts: dict[U, int] = defaultdict(int)
        for count, distribution in following_distributions:
            scale = count * (common_multiple // distribution.total)
            for value, weight in distribution.counts.items():
                counts[value] += scale * weight
        return Distribution(counts, self.total * common_multiple)

    def given(self, event: object | Callable[[T_co], bool]) -> Distribution[T_co]:
        """The distribution among the values for which ``event`` holds (see `p`). Raises `OddsError` for none."""
        event_holds = _condition_of(event)
        fitting_counts = {value: count for value, count in self.counts.items() if event_holds(value)}
        if not fitting_counts:
            raise OddsError(f"no value of this distribution fits; it has {', '.join(map(str, self))}")
        return Distribution(fitting_counts)

    def convolve(self: Distribution[N], other: Distribution[N]) -> Distribution[N]:
        """The sum of a value of this and an independent value of ``other``; also written ``+``."""
        return self.combine(other, lambda own_value, other_value: own_value + other_value)

    def _combined_with(self, other: Any, join: Callable[[Any, Any], Any]) -> Distribution[Any]:
        return self.combine(other if isinstance(other, Distribution) else Distribution.certain(other), join)

    def __add__(self: Distribution[N], other: Distribution[N] | N) -> Distribution[N]:
        return self._combined_with(other, operator.add)

    __radd__ = __add__

    def __mul__(self: Distribution[N], other: Distribution[N] | N) -> Distribution[N]:
        """Each value times another; several dice are ``2 @ die``."""
        return self._combined_with(other, operator.mul)

    __rmul__ = __mul__

    def __lt__(self, other: object) -> Distribution[bool]:
        return self._combined_with(other, operator.lt)

    def __le__(self, other: object) -> Distribution[bool]:
        return self._combined_with(other, operator.le)

    def __gt__(self, other: object) -> Distribution[bool]:
        return self._combined_with(other, operator.gt)

    def __ge__(self, other: object) -> Distribution[bool]:
        return self._combined_with(other, operator.ge)

    def __bool__(self) -> bool:
        if self.counts.keys() <= {True, False} and all(isinstance(value, bool) for value in self.counts):
            raise OddsError(f"that is true with probability {self.p()}: ask (die > 3).p() for it")
        return True

    def __neg__(self: Distribution[N]) -> Distribution[N]:
        return self.map(lambda value: -value)

    def __sub__(self: Distribution[N], other: Distribution[N] | N) -> Distribution[N]:
        return self._combined_with(other, operator.sub)

    def __rmatmul__(self: Distribution[N], times: int) -> Distribution[N]:
        """``n @ one_die``: the sum of n independent ones; 0 of them is always 0."""
        if type(times) is not int or times < 0:
            raise OddsError(f"a sum has a whole number of dice, 0 or more, not {times!r}")
        return Distribution(sum_of_dice(self.counts, times))

    def keep(self: Distribution[int], dice: int, *, of: int, lowest: bool = False) -> Distribution[int]:
        """The sum of the highest ``dice`` of ``of`` independent values, or of the lowest.

        Raises `OddsError` unless 0 <= dice <= of.

        >>> Distribution.uniform(range(1, 7)).keep(3, of=4).mean()
        Fraction(15869, 1296)
        """
        if type(dice) is not int or type(of) is not int or not 0 <= dice <= of:
            raise OddsError(f"of {of!r} dice, 0 to {of!r} can be kept, not {dice!r}")
        return Distribution(best_of_dice(self.counts, dice, of, keep_lowest=lowest))

    def reroll(self, event: object | Callable[[T_co], bool], times: int | None = 1) -> Distribution[T_co]:
        """The value that stands when one for which ``event`` holds (see `p`) is rolled again, ``times`` times at most.

        With None it is rolled again until ``event`` does not hold. Raises `OddsError` where it always holds then.

        >>> die = Distribution.uniform(range(1, 7))
        >>> die.reroll(1).p(1), die.reroll(1, None).p(1)
        (Fraction(1, 36), Fraction(0, 1))
        """
        event_holds = _condition_of(event)
        if times is None:
            return self.given(lambda value: not event_holds(value))
        _check_times(times)
        distribution: Distribution[T_co] = self
        for _ in range(times):
            distribution = self.then(_replacing_where(event_holds, distribution))
        return distribution

    def explode(
        self: Distribution[int], depth: int, event: object | Callable[[int], bool] | None = None
    ) -> Distribution[int]:
        """The sum of a value and of another one as long as ``event`` (see `p`) holds, ``depth`` more at most.

        Without ``event`` the highest value explodes. Raises `OddsError` for a depth that is not a whole number from 0.

        >>> Distribution.uniform(range(1, 7)).explode(1).p(12)
        Fraction(1, 36)
        """
        _check_times(depth)
        event_holds = _condition_of(max(self.counts) if event is None else event)
        total: Distribution[int] = self
        for _ in range(depth):
            total = self.then(_adding_where(event_holds, total))
        return total

    def p(self, event: object | Callable[[T_co], bool] = True) -> Fraction:
        """The probability of a value, or of all values for which a function is true.

        Raises `OddsError` for a text among numbers, or a number among texts.

        >>> die = Distribution.uniform(range(1, 7))
        >>> die.p(lambda face: face >= 5), (die > 4).p()
        (Fraction(1, 3), Fraction(1, 3))
        """
        if callable(event):
            return Fraction(sum(count for value, count in self.counts.items() if event(value)), self.total)
        counts: Mapping[Any, int] = self.counts
        if event not in counts and {str} & {type(event), *map(type, counts)} and type(event) not in map(type, counts):
            raise OddsError(f"{event!r} can never come: the values are {', '.join(map(str, self))}"[:300])
        return Fraction(counts.get(event, 0), self.total)

    def mean(self: Distribution[Number]) -> Fraction:
        """The expected value of a distribution of numbers."""
        return Fraction(sum((value * count for value, count in self.counts.items()), start=Fraction(0))) / self.total

    def variance(self: Distribution[Number]) -> Fraction:
        """The mean squared distance from the mean."""
        mean = self.mean()
        return sum(((value - mean) ** 2 * count for value, count in self.counts.items()), start=Fraction(0)) / (
            self.total
        )

    def sd(self: Distribution[Number]) -> float:
        """The standard deviation."""
        return sqrt(self.variance())

    def quantile(self, share: Fraction | float | str) -> T_co:
        """The lowest value such that at least ``share`` of the cases are not greater; 1/2 gives the median.

        >>> (2 @ Distribution.uniform(range(1, 7))).quantile("1/4")
        5
        """
        needed_share = Fraction(share)
        if not 0 <= needed_share <= 1:
            raise OddsError(f"a quantile is taken at a share from 0 to 1, not {share}")
        count = 0
        value = None
        for value in self:
            count += self.counts[value]
            if Fraction(count, self.total) >= needed_share:
                break
        return value  # type: ignore[return-value]

    def items(self) -> tuple[tuple[T_co, Fraction], ...]:
        """Values with their probabilities, in order of value."""
        return tuple((value, Fraction(self.counts[value], self.total)) for value in self)

    def __iter__(self) -> Iterator[T_co]:
        return iter(in_order(self.counts))

    def __len__(self) -> int:
        return len(self.counts)

    def __hash__(self) -> int:
        return hash((self.total, frozenset(self.counts.items())))

    def __repr__(self) -> str:
        return f"Distribution({short(self.items())})"

    def __str__(self) -> str:
        return self.bars()

    def to_json(self) -> list[JsonObject]:
        """One object per value, in order: ``value``, ``probability`` as a fraction ("5/6") and ``float``."""
        return [
            {"value": plain(value), "probability": str(chance), "float": float(chance)}
            for value, chance in self.items()
        ]

    def to_frame(self) -> pandas.DataFrame:
        """A row for each value: ``value`` (a number or text), its fields if it has any, ``probability``, ``chance``.

        Raises `MissingExtra` without pandas.
        """
        return frame_of(rows_of(self.items()))

    def bars(self, width: int = 40) -> str:
        """The distribution as lines of text, the longest bar ``width`` characters; long fractions are left out.

        >>> print(Distribution.from_counts({"hold": 3, "retreat": 1}).bars(6))
        hold     75.00 %  3/4  ######
        retreat  25.00 %  1/4  ##
        """
        return text_bars(self.items(), width)

    def _repr_html_(self) -> str | None:
        return drawn(self, "html")

    def _repr_svg_(self) -> str | None:
        return drawn(self, "svg")


def _condition_of(event: object | Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Whether a value is the one that is meant, or one for which a function is true."""
    return event if callable(event) else lambda value: bool(value == event)


def _replacing_where(
    event_holds: Callable[[Any], bool], replacement: Distribution[U]
) -> Callable[[U], Distribution[U]]:
    """What follows a value: another one where a condition holds, else the value itself."""
    return lambda value: replacement if event_holds(value) else Distribution.certain(value)


def _adding_where(event_holds: Callable[[Any], bool], extra: Distribution[int]) -> Callable[[int], Distribution[int]]:
    """What follows a value: it and another one where a condition holds, else the value itself."""
    return lambda value: extra + value if event_holds(value) else Distribution.certain(value)


def _check_times(times: object) -> None:
    if type(times) is not int or times < 0:
        raise OddsError(f"dice are rolled again a whole number of times, 0 or more, not {times!r}")


def frame_of(rows: Iterable[JsonMapping], index: str = "") -> pandas.DataFrame:
    """A pandas data frame with these rows; the column ``index``, if given, becomes its index.

    Raises `MissingExtra` without pandas, which ``pip install 'wargame-core[frames]'`` brings.
    """
    try:
        import pandas
    except ImportError:
        raise MissingExtra("pandas", "frames") from None
    frame = pandas.DataFrame(list(rows))
    return frame.set_index(index) if index else frame


# distributions for people and files

Items = Sequence[tuple[object, Fraction]]
"""Values with their probabilities, in order."""

SHOWN = 20
"""The number of rows of a table or a picture in a notebook; one more line sums up the rest."""


def label_of(value: object) -> str:
    """A value as text: its own text, or its fields that are not empty.

    >>> label_of((3, True)), label_of(Fraction(1, 2))
    ('3, yes', '1/2')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, (tuple, list)):
        return ", ".join(map(label_of, value)) or "-"
    if isinstance(value, (frozenset, set)):
        return ", ".join(sorted(map(label_of, value))) or "-"
    if attrs.has(type(value)) and type(value).__str__ is object.__str__:
        fields = {name: label_of(part) for name, part in _named_fields(value).items()}
        return ", ".join(f"{name.replace('_', ' ')} {text}" for name, text in fields.items() if text not in ("", "-"))
    return "-" if value is None else text_of(value)


def text_of(value: object) -> str:
    """A value as one line: its ``headline`` if it has one, as positions have, or else its text."""
    return str(getattr(value, "headline", value))


def _named_fields(value: Any) -> JsonObject:
    """The fields of a value of a class with named fields; empty for others."""
    return attrs.asdict(value, recurse=False)


def labels(values: Sequence[object]) -> list[str]:
    """The values as text; those with equal texts get the field in which they differ."""
    texts = [label_of(value) for value in values]
    repeated_labels = {label for label, count in Counter(texts).items() if count > 1}
    for label in repeated_labels:
        same_label_numbers = [number for number, text in enumerate(texts) if text == label]
        details = [_named_parts(values[number]) for number in same_label_numbers]
        differing = [key for key in details[0] if len({detail.get(key) for detail in details}) > 1]
        for number, detail in zip(same_label_numbers, details, strict=True):
            words = [f"{key} {detail[key]}" for key in differing if detail.get(key, "-") != "-"]
            texts[number] = f"{label} ({', '.join(words) or 'nothing more'})"
    return texts


def _named_parts(value: object, name: str = "") -> dict[str, str]:
    """What a value is made of, by names."""
    if attrs.has(type(value)):
        parts = {f"{name} {key}".strip().replace("_", " "): part for key, part in _named_fields(value).items()}
        return {key: text for inner_name, part in parts.items() for key, text in _named_parts(part, inner_name).items()}
    return {name: label_of(value)}


def natural(text: str) -> tuple[tuple[int, int | str], ...]:
    """A key that sorts numbers within texts as numbers.

    >>> sorted(["10 a", "9 a", "9 A"], key=natural)
    ['9 A', '9 a', '10 a']
    """
    return tuple((0, int(part)) if part.isdigit() else (1, part) for part in re.split(r"(\d+)", text) if part)


def in_order(values: Iterable[U]) -> list[U]:
    """Sorted by value if values can be compared, else by their text with numbers as numbers; never by hash."""
    outcomes = list(values)
    try:
        return sorted(outcomes)  # type: ignore[type-var]
    except TypeError:
        return sorted(outcomes, key=lambda value: (natural(text_of(value)), type(value).__name__))


def text_bars(items: Items, width: int) -> str:
    """A line for each value, the longest bar ``width`` characters; long fractions are left out."""
    names = labels([value for value, _ in items])
    chances = [text if len(text) <= 13 else "" for text in (str(chance) for _, chance in items)]
    name_width, middle_width = max(map(len, names)), max(map(len, chances))
    top = max(chance for _, chance in items)
    return "\n".join(
        f"{name:{name_width}}  {float(chance):6.2%}".replace("%", " %")
        + f"  {text:>{middle_width}}  {'#' * round(width * chance / top)}".rstrip()
        for name, text, (_, chance) in zip(names, chances, items, strict=True)
    )


def first_rows(items: Items) -> Iterator[tuple[str, Fraction]]:
    """The first values in words, and in one more row how many are left out and how likely they are together."""
    rows = list(zip(labels([value for value, _ in items]), (chance for _, chance in items), strict=True))
    row_count = len(rows) if len(rows) <= SHOWN + 1 else SHOWN
    yield from rows[:row_count]
    if rows_left := rows[row_count:]:
        yield f"{len(rows_left)} more", sum((chance for _, chance in rows_left), Fraction(0))


def short(items: Items) -> str:
    """Values with their probabilities in one line, at most `SHOWN` of them."""
    return ", ".join(f"{name}: {chance}" for name, chance in first_rows(items))


def plain(value: Hashable) -> Any:
    """A value as plain JSON data: tuples as lists, values with `to_json` by that, anything else as its text."""
    if isinstance(value, (str, int, float, type(None))):
        return value
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    to_json = getattr(value, "to_json", None)
    return to_json() if to_json is not None else str(value)


def rows_of(items: Items) -> Iterator[JsonObject]:
    """Rows for a data frame: the value as text, its fields if it has any, probability and exact fraction."""
    for name, (value, chance) in zip(labels([value for value, _ in items]), items, strict=True):
        number = value if isinstance(value, (int, float)) else name
        fields = _named_fields(value) if attrs.has(type(value)) else {}
        yield {"value": number, **fields, "probability": float(chance), "chance": str(chance)}


_FRACTION_SIGNS = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3", "−": "-", "–": "-"}
_MIXED_NUMBER = re.compile(r"(?P<sign>[+-]?)(?P<whole>\d+)\s+(?P<part>\d+/\d+)")


class NotANumber(WargameError, ValueError):
    """Something that cannot be read as an exact number."""


def exact(value: object) -> Fraction:
    """A number as people write it, as an exact fraction: 3, 3.5, "7/2", "3 1/2", "3½".

    Raises `NotANumber` for anything else.

    >>> exact("3 1/2") == exact(3.5) == exact("7/2") == exact("3½")
    True
    """
    if type(value) is Fraction:
        return value
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    text = str(value).strip() if isinstance(value, (str, float)) else ""
    try:
        return _read_fraction(text)
    except (ValueError, ZeroDivisionError):
        raise NotANumber(f"{value!r} is not a number (write 3, 3.5, 7/2 or 3 1/2)") from None


def _read_fraction(text: str) -> Fraction:
    for sign, plain_sign in _FRACTION_SIGNS.items():
        text = text.replace(sign, f" {plain_sign}" if "/" in plain_sign else plain_sign).strip()
    if match := _MIXED_NUMBER.fullmatch(text):
        size = Fraction(match["whole"]) + Fraction(match["part"])
        return -size if match["sign"] == "-" else size
    return Fraction(text)


def show(value: Fraction | int) -> str:
    """A number as on a printed chart.

    >>> show(Fraction(7, 2)), show(Fraction(4)), show(Fraction(1, 2))
    ('3 1/2', '4', '1/2')
    """
    if value.denominator == 1:
        return str(value)
    integer, part = divmod(abs(Fraction(value)), 1)
    sign = "-" if value < 0 else ""
    text = " ".join(str(number) for number in (integer, part) if number) or "0"
    return sign + text
