"""What a player is told about the rules: a heading restated in our words, its page, the rulings on it, an example.

The words are data: ``says`` and ``example`` of a heading in ``headings.toml``, and the paragraphs of ``READINGS.md``.
"""

from __future__ import annotations

import inspect
import pydoc
import textwrap
from collections.abc import Iterator, Sequence

from attrs import frozen

from wargame_core.errors import UnknownName
from wargame_core.json_form import JsonObject
from wargame_core.plugins.rules_index import Heading, RuleReading, RulesIndex, plain_heading
from wargame_core.rulings import READINGS, RuleText
from wargame_core.sheet import SheetCard


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
        remarks = ": ".join(filter(None, (_STATUS.get(rule.status, ""), rule.note)))
        rulings = (f"Ruling, {one.heading}: {one.question} {one.answer}{_switch(one)}" for one in self.rulings)
        return tuple(filter(None, (rule.says or unsaid, example, remarks, *rulings)))

    def text(self, *, code: bool = False) -> str:
        """The restated rule with page, rulings and example; with ``code`` also the functions and their docstrings."""
        lines = [f"{self.rule.heading} ({self.where})"]
        lines += [line for paragraph in self.paragraphs for line in _filled(paragraph)]
        return "\n".join([*lines, *(_functions(self.rule.functions) if code else ())])

    def to_json(self) -> JsonObject:
        """The heading as in the index, with the document and the rulings."""
        rulings = [ruling.to_json() for ruling in self.rulings]
        return {"document": self.document, **self.rule.to_json(), "rulings": rulings, "text": self.text()}


_STATUS = {"partly": "Played in part", "not implemented": "Not played", "no rule": "No rule of its own"}


def _switch(ruling: RuleReading) -> str:
    return f" (option {', '.join(ruling.options)})" if ruling.options else ""


def _filled(text: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent="  ", subsequent_indent="  ")


def _functions(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        yield f"  {name}"
        function = pydoc.locate(name)
        docstring = inspect.getdoc(function) if function is not None else None
        yield from (f"    {line}".rstrip() for line in (docstring or "").splitlines())


@frozen
class RulesTold:
    """Everything that the rules of a plugin say about some words."""

    plugin: str
    headings: tuple[RuleTold, ...]
    readings: tuple[RuleReading, ...] = ()
    cards: tuple[SheetCard, ...] = ()

    @property
    def readings_beside(self) -> tuple[RuleReading, ...]:
        """The readings that are no ruling on one of the headings."""
        shown = {reading.heading for heading in self.headings for reading in heading.rulings}
        return tuple(reading for reading in self.readings if reading.heading not in shown)

    def text(self, *, code: bool = False) -> str:
        """The headings, then the readings that are no ruling on one of them, then the cards."""
        parts = [heading.text(code=code) for heading in self.headings]
        parts += [_reading(reading) for reading in self.readings_beside]
        return "\n\n".join([*parts, *(f"{card.title} (a card)\n  {card.text}" for card in self.cards)])

    def __str__(self) -> str:
        return self.text()

    def to_json(self) -> JsonObject:
        """By kind, what was found."""
        return {
            "plugin": self.plugin,
            "headings": [heading.to_json() for heading in self.headings],
            "readings": [reading.to_json() for reading in self.readings],
            "cards": [{"id": card.id, "title": card.title, "text": card.text} for card in self.cards],
        }


def _reading(reading: RuleReading) -> str:
    lines = [line for paragraph in reading.paragraphs for line in _filled(paragraph)]
    return "\n".join([f"{READINGS}: {reading.heading} ({reading.part})", *lines])


def rules_told(plugin: str, index: RulesIndex, words: str, cards: Sequence[SheetCard] = ()) -> RulesTold:
    """The headings, readings and cards that contain all of the words. Raises `UnknownName`."""
    wanted = words.casefold().removeprefix(f"{READINGS}: ".casefold())
    headings = [heading for heading in index.headings if wanted in heading.heading.casefold()]
    readings = [one for one in index.readings if wanted in one.heading.casefold() or wanted == one.part.casefold()]
    named = [card for card in cards if wanted and wanted in card.title.casefold()]
    if not headings and not readings and not named:
        known = [row.heading for rows in (index.headings, index.readings) for row in rows]
        sort = "heading or card" if cards else "heading"
        raise UnknownName(sort, words, [*known, *(card.title for card in cards)])
    told = tuple(_told(index, heading) for heading in headings)
    return RulesTold(plugin, told, tuple(readings), tuple(named))


def rule_told(index: RulesIndex, heading: str) -> RuleText | None:
    """The heading with exactly this name, its number aside; None for another text."""
    wanted = plain_heading(heading)
    found = next((one for one in index.headings if wanted and plain_heading(one.heading) == wanted), None)
    return RuleText(found.heading, _told(index, found).text()) if found is not None else None


def _told(index: RulesIndex, heading: Heading) -> RuleTold:
    rulings = tuple(reading for reading in index.readings if reading.heading in heading.rulings)
    return RuleTold(index.document, heading, rulings)
