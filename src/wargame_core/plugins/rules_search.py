"""What the rules of a game say about some words: headings, readings and cards that contain them."""

from collections.abc import Sequence

from attrs import frozen

from wargame_core.errors import UnknownName, WargameError
from wargame_core.json_form import JsonObject
from wargame_core.names import folded
from wargame_core.plugins.discovery import index_of, load, plugin_of
from wargame_core.plugins.rule_answers import RuleTold, filled, told_of
from wargame_core.plugins.rules_index import RuleReading, RulesIndex
from wargame_core.rulings import READINGS
from wargame_core.sheet import SheetCard


@frozen
class RulesTold:
    """Everything that the rules of a plugin say about some words."""

    plugin: str
    headings: tuple[RuleTold, ...]
    readings: tuple[RuleReading, ...] = ()
    cards: tuple[SheetCard, ...] = ()

    @property
    def readings_beside(self) -> tuple[RuleReading, ...]:
        """The readings that are not ruling on one of the headings."""
        shown_headings = {reading.heading for heading in self.headings for reading in heading.rulings}
        return tuple(reading for reading in self.readings if reading.heading not in shown_headings)

    def text(self, *, code: bool = False) -> str:
        """The headings, then the readings that are not ruling on one of them, then the cards."""
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
    lines = [line for paragraph in reading.paragraphs for line in filled(paragraph)]
    return "\n".join([f"{READINGS}: {reading.heading} ({reading.part})", *lines])


def rules_told(plugin: str, index: RulesIndex, words: str, cards: Sequence[SheetCard] = ()) -> RulesTold:
    """The headings, readings and cards that contain all of the words. Raises `UnknownName`."""
    folded_words = folded(words).removeprefix(f"{READINGS}: ".casefold())
    headings = [heading for heading in index.headings if folded_words in folded(heading.heading)]
    readings = [
        reading
        for reading in index.readings
        if folded_words in folded(reading.heading) or folded_words == folded(reading.part)
    ]
    matching_cards = [card for card in cards if folded_words and folded_words in folded(card.title)]
    if not headings and not readings and not matching_cards:
        known_headings = [row.heading for rows in (index.headings, index.readings) for row in rows]
        sort = "heading or card" if cards else "heading"
        raise UnknownName(sort, words, [*known_headings, *(card.title for card in cards)])
    full_headings = tuple(told_of(index, heading) for heading in headings)
    return RulesTold(plugin, full_headings, tuple(readings), tuple(matching_cards))


def rules_about(name: str, words: str = "") -> RulesTold:
    """What the rules of a plugin say about some words: headings, readings and cards.

    Args:
        name: the id of a plugin, or of one of its games
        words: part of a heading, of a reading or of the title of a card; without any, every heading
    Raises `UnknownName`, and `WargameError` for a plugin without an index of its rules.
    """
    plugin = plugin_of(name)
    if plugin.rules is None:
        raise WargameError(f"{plugin.id} has no index of its rules")
    cards = (card for entry in plugin.games for card in load(entry.id).sheet().cards) if words else ()
    each_once = list({(card.title, card.text): card for card in cards}.values())
    return rules_told(plugin.id, index_of(plugin.rules), words, each_once)
