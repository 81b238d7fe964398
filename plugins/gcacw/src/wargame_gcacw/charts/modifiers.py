"""Die roll modifiers as a chart prints them: a number, when it counts, in which games, and where it stands.

They count under facts about a situation by name ("water" is "ford", "rain" is yes). A set of modifiers declares the
facts it uses, so a misspelt fact or terrain is refused instead of never matching.

A file of them:

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

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, field, frozen

from wargame_core import Cite, Modifier, UnknownName
from wargame_core.charts import ChartError
from wargame_core.data import Document, KeyPath, Problems, read_toml, structure
from wargame_core.json_form import JsonObject
from wargame_core.odds import NotANumber, exact, show

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

    def read(self, named_facts: Mapping[str, object]) -> dict[str, object]:
        """The facts of ``named_facts``, checked and converted; those that are None are left out.

        Raises `UnknownName` for a name that was not declared, `ChartError` for a value of the wrong kind."""
        facts_read: dict[str, object] = {}
        for name, value in named_facts.items():
            fact = self.facts.get(name)
            if fact is None:
                raise UnknownName("fact", name, self.facts)
            if value is not None:
                facts_read[name] = fact.read(name, value)
        return facts_read


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


@frozen
class FromFact:
    """A modifier whose size is itself a fact (one already looked up in another chart), perhaps limited."""

    fact: str
    allowed: tuple[int, ...] = ()

    def value(self, facts: Facts) -> int:
        """The number. Raises `ChartError` when it is not whole or not one of those allowed."""
        number = facts.get(self.fact, 0)
        if (self.allowed and number not in self.allowed) or number != int(number):
            limits = f" (allowed: {', '.join(map(str, self.allowed))})" if self.allowed else ""
            raise ChartError(f"{self.fact} is {number}{limits}")
        return int(number)


@frozen
class Case:
    """Another size of a modifier, for when these conditions hold too."""

    value: int
    when: tuple[Condition, ...]


@frozen
class DieRollModifier:
    """One line of a list of modifiers.

    It counts when every condition of ``when`` and none of ``unless`` holds, and, if it has ``tags``, for a game (or
    scenario, or year) with one of them. The first of ``cases`` that holds replaces ``value``.
    """

    id: str
    label: str
    value: int | FromFact
    side: str = ""
    when: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()
    cases: tuple[Case, ...] = ()
    tags: frozenset[str] = frozenset()
    cite: Cite | None = None

    def applies(self, facts: Facts) -> bool:
        """Whether the conditions hold, whatever the tag."""
        for condition in self.when:
            if not condition.holds(facts):
                return False
        for condition in self.unless:  # noqa: SIM110 - a generator here costs more than all the conditions
            if condition.holds(facts):
                return False
        return True

    def size(self, facts: Facts) -> int:
        """How much it adds when it counts."""
        for case in self.cases:
            if all(condition.holds(facts) for condition in case.when):
                return case.value
        return self.value if isinstance(self.value, int) else self.value.value(facts)

    def line(self, facts: Facts) -> Modifier:
        """The modifier as a line of a ruling, for facts under which it counts."""
        case = next((case for case in self.cases if all(condition.holds(facts) for condition in case.when)), None)
        reason = ", ".join(str(condition) for condition in (*self.when, *(case.when if case else ())))
        return Modifier(self.size(facts), self.label, self.cite, reason)

    def refusal(self, facts: Facts, tag: str) -> Modifier:
        """The modifier as a line worth 0, with the reason why it does not count."""
        if self.tags and tag not in self.tags:
            reason = f"only in {', '.join(sorted(self.tags))}"
        else:
            unmet_conditions = [str(condition) for condition in self.when if not condition.holds(facts)]
            unmet_conditions += [f"not with {condition}" for condition in self.unless if condition.holds(facts)]
            reason = f"needs {', '.join(unmet_conditions)}"
        return Modifier(0, self.label, self.cite, reason)


@frozen
class Tally:
    """The modifiers of one side: those that count, and the tagged ones that do not, with the reason."""

    applied: tuple[Modifier, ...]
    considered: tuple[Modifier, ...]

    @property
    def total(self) -> int:
        return sum(modifier.value for modifier in self.applied)


@frozen
class Modifiers:
    """A printed list of die roll modifiers; all that apply add up.

    ``tags`` are the games (or scenarios, or years) that lines may be limited to.
    """

    title: str
    sheet: FactSheet
    lines: tuple[DieRollModifier, ...]
    tags: tuple[str, ...] = ()
    _by_fact: Mapping[tuple[str, str], Mapping[str, tuple[DieRollModifier, ...]]] = field(
        init=False, eq=False, repr=False
    )

    def __attrs_post_init__(self) -> None:
        sides = {line.side for line in self.lines}
        index = {
            (side, tag): _by_first_fact(
                line for line in self.lines if line.side == side and (not line.tags or tag in line.tags)
            )
            for side in sides
            for tag in ("", *self.tags)
        }
        object.__setattr__(self, "_by_fact", index)

    def total(self, facts: Facts, *, side: str = "", tag: str = "") -> int:
        """The sum of all modifiers of a side that apply. ``facts`` are those that `FactSheet.read` returned."""
        by_fact = self._index(side, tag)
        total = 0
        for line in by_fact.get("", ()):
            if line.applies(facts):
                total += line.size(facts)
        for fact in facts:
            for line in by_fact.get(fact, ()):
                if line.applies(facts):
                    total += line.size(facts)
        return total

    def tally(self, facts: Facts, *, side: str = "", tag: str = "") -> Tally:
        """Every modifier of a side that applies, and why the tagged others do not. Its total is `total`."""
        self._index(side, tag)
        applied_lines: list[Modifier] = []
        considered_lines: list[Modifier] = []
        for line in self.lines:
            if line.side != side:
                continue
            if line.applies(facts) and (not line.tags or tag in line.tags):
                modifier = line.line(facts)
                (applied_lines if modifier.value else considered_lines).append(modifier)
            elif line.tags:
                considered_lines.append(line.refusal(facts, tag))
        return Tally(tuple(applied_lines), tuple(considered_lines))

    def __getitem__(self, modifier_id: str) -> DieRollModifier:
        for line in self.lines:
            if line.id == modifier_id:
                return line
        raise UnknownName("modifier", modifier_id, [line.id for line in self.lines])

    def _index(self, side: str, tag: str) -> Mapping[str, tuple[DieRollModifier, ...]]:
        lines = self._by_fact.get((side, tag))
        if lines is not None:
            return lines
        if tag and tag not in self.tags:
            raise UnknownName("game tag", tag, self.tags)
        raise UnknownName("side", side, sorted({line.side for line in self.lines}))

    def to_json(self) -> JsonObject:
        """Every line as printed, with its conditions in words."""
        lines = [
            {
                "id": line.id,
                "side": line.side,
                "value": _printed_size(line),
                "label": line.label,
                "when": [str(condition) for condition in line.when],
                "unless": [str(condition) for condition in line.unless],
                "tags": sorted(line.tags),
                "cite": str(line.cite) if line.cite else None,
            }
            for line in self.lines
        ]
        return {"title": self.title, "modifiers": lines}

    def __str__(self) -> str:
        return "\n".join([self.title, *(f"  {text}" for text in self._rows())])

    def _rows(self) -> Iterable[str]:
        for side in dict.fromkeys(line.side for line in self.lines):
            if side:
                yield side.capitalize()
            for line in self.lines:
                if line.side == side:
                    tags = f" ({', '.join(sorted(line.tags))})" if line.tags else ""
                    yield f"{_printed_size(line):>10}  {line.label}{tags}"

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><td>{escape(line.side)}</td><td>{escape(_printed_size(line))}</td><td>{escape(line.label)}</td>"
            f"<td>{escape(', '.join(sorted(line.tags)))}</td></tr>"
            for line in self.lines
        )
        return f"<table><caption>{escape(self.title)}</caption>{rows}</table>"


def _printed_size(line: DieRollModifier) -> str:
    """The size as printed: "+2", "+1/+2", "+1 to +4", "+/-"."""
    if isinstance(line.value, int):
        sizes: Any = [line.value, *(case.value for case in line.cases)]
        return "/".join(f"{size:+d}" for size in dict.fromkeys(sizes))
    size_choices = [size for size in line.value.allowed if size]
    if not size_choices:
        return "+/-"
    return (
        "/".join(f"{size:+d}" for size in size_choices)
        if len(size_choices) < 3
        else f"{min(size_choices):+d} to {max(size_choices):+d}"
    )


def _by_first_fact(lines: Iterable[DieRollModifier]) -> Mapping[str, tuple[DieRollModifier, ...]]:
    """Lines by a fact that must be present for them to count ("" for none), so that absent facts cost nothing."""
    by_fact: dict[str, tuple[DieRollModifier, ...]] = {}
    for line in lines:
        facts_needed = [
            condition.fact for condition in line.when if not (isinstance(condition, Flag) and not condition.wanted)
        ]
        key = facts_needed[0] if facts_needed else ""
        by_fact[key] = (*by_fact.get(key, ()), line)
    return by_fact


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
    path: Path | Document, tags: Sequence[str] = (), choices: Mapping[str, tuple[str, ...]] | None = None
) -> Modifiers:
    """The modifiers of a file. ``tags`` are the games there are, ``choices`` the names of facts whose file lists none.

    Raises `DataError` with every problem.
    """
    doc, problems = read_toml(path, "a file of die roll modifiers"), Problems()
    data = structure(doc, ModifiersData, problems)
    problems.raise_if_any()
    assert data is not None
    facts = {
        name: evolve(fact, choices=fact.choices or (choices or {}).get(name, ())) for name, fact in data.facts.items()
    }
    reader = _Reader(doc, problems, facts)
    lines = tuple(reader.line(row, ("modifier", n), data.cite) for n, row in enumerate(data.modifier))
    problems.unique(doc, "a modifier", ((("modifier", n, "id"), row.id) for n, row in enumerate(data.modifier)))
    for row_number, row in enumerate(data.modifier):
        for tag_number, tag in enumerate(row.games):
            problems.reference(doc, ("modifier", row_number, "games", tag_number), "a game", tag, tags)
    problems.raise_if_any()
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
            Case(case.value, self.conditions(case.when, (*path, "cases", case_number, "when")))
            for case_number, case in enumerate(data.cases)
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
                self.problems.add(self.doc, path, "E506", f"{value!r} is not a value of {name}, which is a {fact.kind}")
        return Is(name, frozenset(values))
