"""What a player is told about the rules: a heading restated in our words, its page, the rulings on it, an example.

The words are data: ``says`` and ``example`` of a heading in ``headings.toml``, and the paragraphs of ``READINGS.md``.
"""

import inspect
import pydoc
import textwrap
from collections.abc import Iterator, Sequence

from attrs import frozen

from wargame_core.json_form import JsonObject
from wargame_core.plugins.rules_index import Heading, RuleReading, RulesIndex, plain_heading
from wargame_core.rulings import RuleText


@frozen
class RuleTold:
    """A heading of a document, and what else there is to say about it."""

    document: str
    rule: Heading
    rulings: tuple[RuleReading, ...] = ()
    """The readings of the places where the document leaves this heading open."""

    @property
    def where(self) -> str:
        """Where it is printed: the page, if it is known, and the document."""
        return ", ".join(filter(None, (f"p.{self.rule.page}" if self.rule.page else "", self.document)))

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The restated rule, an example, what of it is not played, and the rulings on it, each with its options."""
        rule = self.rule
        unsaid = "" if rule.status == "no rule" else "Not yet restated in our words."
        example = f"Example: {rule.example}" if rule.example else ""
        remarks = ": ".join(filter(None, (_STATUS_IN_WORDS.get(rule.status, ""), rule.note)))
        rulings = (
            f"Ruling, {ruling.heading}: {ruling.question} {ruling.answer}{_switch(ruling)}" for ruling in self.rulings
        )
        return tuple(filter(None, (rule.says or unsaid, example, remarks, *rulings)))

    def text(self, *, code: bool = False) -> str:
        """The restated rule with page, rulings and example; with ``code`` also the functions and their docstrings."""
        lines = [f"{self.rule.heading} ({self.where})"]
        lines += [line for paragraph in self.paragraphs for line in filled(paragraph)]
        return "\n".join([*lines, *(_function_texts(self.rule.functions) if code else ())])

    def to_json(self) -> JsonObject:
        """The heading as in the index, with the document and the rulings."""
        rulings = [ruling.to_json() for ruling in self.rulings]
        return {"document": self.document, **self.rule.to_json(), "rulings": rulings, "text": self.text()}


_STATUS_IN_WORDS = {"partly": "Played in part", "not implemented": "Not played", "no rule": "No rule of its own"}


def _switch(ruling: RuleReading) -> str:
    return f" (option {', '.join(ruling.options)})" if ruling.options else ""


def filled(text: str) -> list[str]:
    """A text as indented lines of a width that can be read."""
    return textwrap.wrap(text, 100, initial_indent="  ", subsequent_indent="  ")


def _function_texts(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        yield f"  {name}"
        function = pydoc.locate(name)
        docstring = inspect.getdoc(function) if function is not None else None
        yield from (f"    {line}".rstrip() for line in (docstring or "").splitlines())


def rule_told(index: RulesIndex, heading: str) -> RuleText | None:
    """The heading with exactly this name, its number aside; None for another text."""
    wanted_heading = plain_heading(heading)
    heading_row = next(
        (row for row in index.headings if wanted_heading and plain_heading(row.heading) == wanted_heading), None
    )
    return RuleText(heading_row.heading, told_of(index, heading_row).text()) if heading_row is not None else None


def told_of(index: RulesIndex, heading: Heading) -> RuleTold:
    """A heading of an index, with the rulings on it."""
    rulings = tuple(reading for reading in index.readings if reading.heading in heading.rulings)
    return RuleTold(index.document, heading, rulings)
