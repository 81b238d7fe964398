"""Facts about a situation by name ("water" is "ford", "rain" is yes), and conditions on them.

A set of modifiers declares the facts it uses, so a misspelt fact or terrain is refused instead of never matching.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any, Literal

from attrs import frozen

from wargame_core.charts.bands import ChartError
from wargame_core.errors import UnknownName
from wargame_core.exact import NotANumber, exact, show

Facts = Mapping[str, Any]
"""Facts by name, as `FactSheet.read` gives them: text for choices, bool for flags, int or Fraction for numbers."""


@frozen
class Fact:
    """One fact that conditions may ask for: a choice among names, a number, or a flag."""

    help: str
    kind: Literal["choice", "number", "flag"] = "flag"
    choices: tuple[str, ...] = ()

    def read(self, name: str, value: object) -> str | bool | int | Fraction:
        """``value`` converted to the kind of this fact. Raises `UnknownName` or `ChartError`, which name the fact."""
        if self.kind == "choice":
            if isinstance(value, Enum):
                value = value.value
            if not isinstance(value, str) or value not in self.choices:
                raise UnknownName(name, value, self.choices)
            return value
        if self.kind == "flag":
            if not isinstance(value, bool):
                raise ChartError(f"{name} is yes or no (true or false), not {value!r}")
            return value
        try:
            number = exact(value)
        except NotANumber as error:
            raise ChartError(f"{name}: {error}") from None
        return number.numerator if number.denominator == 1 else number


@frozen
class FactSheet:
    """The facts that exist, by name."""

    facts: Mapping[str, Fact]

    def read(self, given: Mapping[str, object]) -> dict[str, object]:
        """The facts of ``given``, checked and converted; those that are None are left out.

        Raises `UnknownName` for a name that was not declared, `ChartError` for a value of the wrong kind."""
        read: dict[str, object] = {}
        for name, value in given.items():
            fact = self.facts.get(name)
            if fact is None:
                raise UnknownName("fact", name, self.facts)
            if value is not None:
                read[name] = fact.read(name, value)
        return read


@frozen
class Is:
    """The fact is one of some values."""

    fact: str
    values: frozenset[object]

    def holds(self, facts: Facts) -> bool:
        return facts.get(self.fact) in self.values

    def __str__(self) -> str:
        return f"{_words(self.fact)}: {' or '.join(sorted(_words(str(value)) for value in self.values))}"


@frozen
class Flag:
    """With ``wanted``: the fact is given and is neither False nor 0. Without: the opposite."""

    fact: str
    wanted: bool

    def holds(self, facts: Facts) -> bool:
        return bool(facts.get(self.fact)) is self.wanted

    def __str__(self) -> str:
        return _words(self.fact) if self.wanted else f"no {_words(self.fact)}"


@frozen
class Within:
    """The fact is a number between limits: ``low`` and ``high`` included, ``above`` and ``below`` not.

    A fact that is not given is outside all limits.
    """

    fact: str
    low: Fraction | None = None
    high: Fraction | None = None
    above: Fraction | None = None
    below: Fraction | None = None

    def holds(self, facts: Facts) -> bool:
        value = facts.get(self.fact)
        return (
            value is not None
            and (self.low is None or value >= self.low)
            and (self.high is None or value <= self.high)
            and (self.above is None or value > self.above)
            and (self.below is None or value < self.below)
        )

    def __str__(self) -> str:
        words = (("at least", self.low), ("at most", self.high), ("above", self.above), ("below", self.below))
        limits = " and ".join(f"{word} {show(limit)}" for word, limit in words if limit is not None)
        return f"{_words(self.fact)} {limits}"


Condition = Is | Flag | Within


def _words(name: str) -> str:
    return name.replace("_", " ")
