"""The menu of one decision: numbered rows, a page at a time, narrowed by typing a name."""

from __future__ import annotations

from itertools import islice
from typing import Any

from attrs import define, field, frozen

from wargame_core.flow.state import View

PAGE = 18
MOST = 4000
"""Rows listed at all; what lies beyond can be typed as JSON."""
RARE = 3
"""Kinds of action with so few rows come first, so that "halt" is not on the last of many pages of marches."""


@frozen
class Row:
    """One choice with the number a person types for it."""

    number: int
    label: str
    action: Any


@define
class Menu:
    """The choices of a decision, and which of them are on the screen."""

    rows: list[Row]
    more: bool = False
    shown: list[Row] = field(factory=list)
    start: int = 0

    @staticmethod
    def of(view: View) -> Menu:
        """The menu of what ``view``'s seat may choose now."""
        actions = list(islice(view.choices, MOST + 1))
        kinds: dict[str, int] = {}
        for action in actions:
            kinds[action.kind] = kinds.get(action.kind, 0) + 1
        if len(actions) > PAGE:
            actions.sort(key=lambda action: kinds[action.kind] > RARE)
        rows = [Row(n, action.text(view.board), action) for n, action in enumerate(actions[:MOST], 1)]
        return Menu(rows, len(actions) > MOST, rows)

    def lines(self) -> list[str]:
        """The page on the screen."""
        page = self.shown[self.start : self.start + PAGE]
        lines = [f"{row.number:4}  {row.label}" for row in page]
        left = len(self.shown) - self.start - len(page)
        if left:
            lines.append(f"      ... {left} more: Enter shows them, part of a name narrows the list")
        if self.more:
            lines.append(f"      (only the first {MOST} are listed; others can be typed as JSON)")
        return lines

    def next_page(self) -> None:
        """Go on to the next page, from the last one back to the first of everything."""
        self.start += PAGE
        if self.start >= len(self.shown):
            self.start, self.shown = 0, self.rows

    def pick(self, number: int) -> Row | None:
        """The row with this number, on the screen or not."""
        return self.rows[number - 1] if 1 <= number <= len(self.rows) else None

    def narrow(self, words: str) -> list[Row]:
        """Show only the rows that hold every one of the words, as parts of words, and return them."""
        wanted = words.casefold().split()
        matching = [row for row in self.rows if all(word in row.label.casefold() for word in wanted)]
        exact = [row for row in matching if row.label.casefold() == words.strip().casefold()]
        matching = exact or matching
        if matching:
            self.shown, self.start = matching, 0
        return matching
