"""Modifier files: TOML lists of die roll modifiers and the facts they ask for.

title = "Combat modifiers"
[facts.water]                       # every fact is declared, so that a misspelt one is a problem
help = "what the attack crosses"
kind = "choice"
choices = ["none", "creek", "ford"]
[facts.rain]
help = "whether it is a rain turn"
[[modifier]]
id = "creek"
label = "across a creek"
side = "defender"
value = 1
when = { water = "creek" }          # a value, a list of values, true, false, or { min = 3, max = 5 }
cases = [{ when = { rain = true }, value = 2 }]
games = ["BTC"]                     # left out: in all games
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from attrs import evolve, field, frozen

from wargame_core.charts.facts import Condition, Fact, FactSheet, Flag, Is, Within
from wargame_core.charts.modifiers import Case, DieRollModifier, FromFact, Modifiers
from wargame_core.data import Document, KeyPath, Problems, read_toml, structure
from wargame_core.rulings import Cite


@frozen
class FactLimits:
    """Bounds of a number: ``min`` and ``max`` are inside, ``above`` and ``below`` are not."""

    min: Fraction | None = None
    max: Fraction | None = None
    above: Fraction | None = None
    below: Fraction | None = None


Test = bool | str | int | tuple[str | int, ...] | FactLimits
When = Mapping[str, Test]


@frozen
class CaseData:
    """One of several values of a modifier, and when it counts."""

    value: int
    when: When


@frozen
class ModifierData:
    """[[modifier]]: a line of a list of modifiers; ``games`` are the tags of the games that print it, empty for all."""

    id: str
    label: str
    value: int | FromFact
    side: str = ""
    when: When = field(factory=dict)
    unless: When = field(factory=dict)
    cases: tuple[CaseData, ...] = ()
    games: tuple[str, ...] = ()
    cite: Cite | None = None


@frozen
class ModifiersData:
    """A whole file of modifiers."""

    title: str
    facts: Mapping[str, Fact]
    modifier: tuple[ModifierData, ...]
    cite: Cite | None = None


def read_modifiers(
    path: Path, tags: Sequence[str] = (), choices: Mapping[str, tuple[str, ...]] | None = None
) -> Modifiers:
    """The modifiers of a file. ``tags`` are the games there are, ``choices`` the names of facts whose file lists none.

    Raises `DataError` with every problem.
    """
    doc, problems = read_toml(path, "a file of die roll modifiers"), Problems()
    data = structure(doc, ModifiersData, problems)
    problems.done()
    assert data is not None
    facts = {
        name: evolve(fact, choices=fact.choices or (choices or {}).get(name, ())) for name, fact in data.facts.items()
    }
    reader = _Reader(doc, problems, facts)
    lines = tuple(reader.line(row, ("modifier", n), data.cite) for n, row in enumerate(data.modifier))
    problems.unique(doc, "a modifier", ((("modifier", n, "id"), row.id) for n, row in enumerate(data.modifier)))
    for n, row in enumerate(data.modifier):
        for m, tag in enumerate(row.games):
            problems.reference(doc, ("modifier", n, "games", m), "a game", tag, tags)
    problems.done()
    return Modifiers(data.title, FactSheet(facts), lines, tuple(tags))


@frozen
class _Reader:
    """Makes modifiers of their data, noting facts and values that were not declared."""

    doc: Document
    problems: Problems
    facts: Mapping[str, Fact]

    def line(self, data: ModifierData, path: KeyPath, cite: Cite | None) -> DieRollModifier:
        if isinstance(data.value, FromFact):
            self.problems.reference(self.doc, (*path, "value", "fact"), "a fact", data.value.fact, self.facts)
        cases = tuple(
            Case(case.value, self.conditions(case.when, (*path, "cases", n, "when")))
            for n, case in enumerate(data.cases)
        )
        return DieRollModifier(
            data.id,
            data.label,
            data.value,
            data.side,
            self.conditions(data.when, (*path, "when")),
            self.conditions(data.unless, (*path, "unless")),
            cases,
            frozenset(data.games),
            data.cite or cite,
        )

    def conditions(self, when: When, path: KeyPath) -> tuple[Condition, ...]:
        return tuple(
            self.condition(name, test, (*path, name))
            for name, test in when.items()
            if self.problems.reference(self.doc, (*path, name), "a fact", name, self.facts)
        )

    def condition(self, name: str, test: Test, path: KeyPath) -> Condition:
        fact = self.facts[name]
        if isinstance(test, bool):
            return Flag(name, test)
        if isinstance(test, FactLimits):
            if fact.kind != "number":
                self.problems.add(self.doc, path, "E506", f"{name} is a {fact.kind}, so it has no limits")
            return Within(name, test.min, test.max, test.above, test.below)
        values = test if isinstance(test, tuple) else (test,)
        for value in values:
            if fact.kind == "choice":
                self.problems.reference(self.doc, path, f"a value of {name}", value, fact.choices)
            elif fact.kind == "flag" or not isinstance(value, int):
                self.problems.add(self.doc, path, "E506", f"{value!r} is no value of {name}, which is a {fact.kind}")
        return Is(name, frozenset(values))
