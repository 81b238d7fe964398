"""Cards and decks as data. A card names its effects; the game has the functions with these names.

A deck here is a list of what was printed. It has no order: drawing is a roll over the cards that are left.
"""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from wargame_core.data import Document, Names, Problems, check_source, structure, structure_tagged
from wargame_core.errors import UnknownName

MOST_BLANK = 1000
"""The greatest number of blank cards in a deck."""


@frozen
class Effect:
    """One thing a card does: the name of the effect, and its arguments as a value of that effect's class."""

    kind: str
    args: Any


@frozen
class Card:
    """A card. ``helps`` is the side for which it is good, or ""; ``text`` is what a player reads."""

    id: str
    name: str
    text: str
    helps: str = ""
    effects: tuple[Effect, ...] = ()


@frozen
class Deck:
    """Cards, of which ``remove_unseen`` leave the game before it begins without being shown."""

    id: str
    cards: Mapping[str, Card]
    remove_unseen: int = 0

    def card(self, card_id: str) -> Card:
        """The card with that id. Raises `UnknownName`."""
        if card_id not in self.cards:
            raise UnknownName("card", card_id, self.cards)
        return self.cards[card_id]


@frozen
class DeckRow:
    """[deck]: ``size`` is the number of cards, which is checked; ``blank`` of them do nothing and are not listed."""

    id: str
    size: int
    remove_unseen: int = 0
    blank: int = 0


@frozen
class CardRow:
    """[[card]]: a card with its [[card.effect]] tables, each with the ``kind`` of effect and its arguments."""

    id: str
    name: str
    text: str
    helps: str = ""
    effect: tuple[Mapping[str, Any], ...] = ()


@frozen
class DeckFile:
    """A deck file."""

    deck: DeckRow
    card: tuple[CardRow, ...]


def read_deck(
    doc: Document, problems: Problems, effects: Mapping[str, type], names: Names | None = None
) -> Deck | None:
    """The deck of a document, or None after noting in ``problems`` all that is wrong.

    ``effects`` maps each effect a card may have to the attrs class of its arguments; ``names`` are the names that
    `Ref` fields of those classes may hold. Wrong are: ids used twice (E302), an effect that does not exist (E511),
    wrong arguments, a wrong number of cards (E512, E513).
    """
    check_source(doc, problems)
    count_before = len(problems)
    file = structure(doc, DeckFile, problems)
    cards = doc.data.get("card")
    card_of_id: dict[str, Card] = {}
    for row_number, table in enumerate(cards if isinstance(cards, list) else ()):
        tables: Any = table.get("effect", ()) if isinstance(table, dict) else ()
        read_effects: list[Effect] = []
        for item_number in range(len(tables) if isinstance(tables, list) else 0):
            effect = structure_tagged(
                doc, effects, "an effect", "E511", problems, ("card", row_number, "effect", item_number), names
            )
            if effect is not None:
                read_effects.append(Effect(*effect))
        if file is not None:
            row = file.card[row_number]
            card_of_id[row.id] = Card(row.id, row.name, row.text, row.helps, tuple(read_effects))
    if file is None:
        return None
    problems.unique(doc, "a card", [(("card", n, "id"), row.id) for n, row in enumerate(file.card)])
    for number in range(1, min(file.deck.blank, MOST_BLANK) + 1):
        card_of_id.setdefault(f"blank_{number}", Card(f"blank_{number}", "No event", "Nothing happens."))
    cards_in_all = len(file.card) + file.deck.blank
    if not 0 <= file.deck.blank <= MOST_BLANK:
        problems.add(doc, ("deck", "blank"), "E513", f"{file.deck.blank} blank cards; from 0 to {MOST_BLANK}")
    if file.deck.size != cards_in_all:
        blanks = f" ({file.deck.blank} of them blank)" if file.deck.blank else ""
        problems.add(doc, ("deck", "size"), "E512", f"{file.deck.size} cards stated, but {cards_in_all} listed{blanks}")
    if not 0 <= file.deck.remove_unseen < max(1, cards_in_all):
        message = f"{file.deck.remove_unseen} of {cards_in_all} cards cannot be removed"
        problems.add(doc, ("deck", "remove_unseen"), "E513", message)
    return Deck(file.deck.id, card_of_id, file.deck.remove_unseen) if len(problems) == count_before else None
