"""What every installed document supplies, as one text: a front end that knows no game (see in-the-box.md).

python docs/howto/in_the_box.py: all of it; with names of plugins: these only.
"""

import sys
from collections.abc import Iterator, Mapping
from typing import TypeVar

from wargame_core import discover
from wargame_core.contents import DeckCard, Listing, OobEntry, VictoryRule

T = TypeVar("T")


def forces(oob: Listing[OobEntry], above: str = "", depth: int = 0) -> Iterator[str]:
    """An order of battle, each line under what it belongs to, with its generals."""
    for entry in oob.below(above):
        led = ", ".join(oob[leader].name for leader in entry.leaders)
        strength = "" if entry.strength is None else f" {entry.strength}"
        comes = f" ({entry.arrival})" if entry.arrival else ""
        yield f"{'  ' * depth}{entry.name}{f' under {led}' if led else ''}: {entry.kind}{strength}{comes}"
        yield from forces(oob, entry.id, depth + 1)


def cards(deck: Listing[DeckCard]) -> Iterator[str]:
    """A deck, a card a line with its number of copies and its evidence."""
    for card in deck:
        yield f"{card.count} x {card.title} ({card.deck}; {card.basis}): {card.text}"


def points(victory: Listing[VictoryRule]) -> Iterator[str]:
    """A table of victory: who gets how much, when, how often and for what."""
    for rule in victory:
        who = rule.side.capitalize() or "Whoever"
        yield f"{who:<12} {rule.level or rule.worth:<30} {rule.times:<20} {rule.text} [{rule.cite}]"


def first(listings: Mapping[str, T]) -> tuple[T, ...]:
    """The listing of the scenario that is played unless somebody chooses another, if there is one."""
    return tuple(listings.values())[:1]


def told(names: list[str]) -> Iterator[str]:
    """All that these plugins supply, or that all do; of several scenarios the first."""
    for plugin in discover():
        if names and plugin.id not in names:
            continue
        for oob in first(plugin.oobs):
            yield from (f"\n== {oob.title} ({plugin.id})", *forces(oob))
        for deck in first(plugin.decks):
            yield from (f"\n== {deck.title} ({plugin.id})", *cards(deck))
        for victory in first(plugin.victory_rules):
            yield from (f"\n== {victory.title} ({plugin.id})", *points(victory))
        for name, chart in plugin.charts.items():
            yield f"\n== {chart.title} ({plugin.id} {name})\n{chart.card}"


if __name__ == "__main__":
    print("\n".join(told(sys.argv[1:])))
