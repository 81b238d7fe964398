"""The menu of one decision: numbered choices, in steps where there are many, narrowed by typing a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice

from attrs import define, field, frozen

from wargame_core import Action, Choices, View
from wargame_core.flow.events import Board
from wargame_core.flow.menu_steps import OfferedChoice, menu_steps
from wargame_core.names import folded

PAGE = 18
MOST = 4000
"""The greatest number of rows; a choice beyond can be typed as JSON."""
RARE = 3
"""Kinds of action with at most this many rows come first: "halt" is not to be on the last of many pages of marches."""
MOST_ROWS_WITH_HELP = 8
"""With at most this many choices on the screen, each is shown with its help."""


def is_number(text: str) -> bool:
    """Whether somebody typed a number that could be one of a list."""
    return text.isascii() and text.isdecimal() and len(text) < 10


@frozen
class NumberedChoice:
    """One choice with its place in the whole list, from 1."""

    number: int
    label: str
    action: Action


@frozen
class MenuLine:
    """A numbered line on the screen: a choice, or a group of choices that the next step separates."""

    number: int
    label: str
    rows: tuple[NumberedChoice, ...]

    @property
    def row(self) -> NumberedChoice | None:
        """The choice; None for a group."""
        return self.rows[0] if len(self.rows) == 1 else None


@define
class MenuLevel:
    """A step of a menu: what it is called, what can be picked, and where the page on the screen begins."""

    title: str
    items: list[MenuLine]
    start: int = 0


@define(slots=False)
class Menu:
    """The choices of a decision, and which of them are on the screen."""

    rows: list[NumberedChoice]
    choices: Choices
    board: Board
    more: bool = False
    levels: list[MenuLevel] = field(factory=list)

    @staticmethod
    def of(view: View, only: Sequence[Action] = ()) -> Menu:
        """The menu of what ``view``'s seat may choose now; with ``only`` it lists these and no others."""
        actions = list(only or islice(view.choices, MOST + 1))
        kinds: dict[str, int] = {}
        for action in actions:
            kinds[action.kind] = kinds.get(action.kind, 0) + 1
        if len(actions) > PAGE:
            actions.sort(key=lambda action: kinds[action.kind] > RARE)
        rows = [
            NumberedChoice(number, action.text(view.board), action) for number, action in enumerate(actions[:MOST], 1)
        ]
        menu = Menu(rows, view.choices, view.board, len(actions) > MOST)
        menu.levels = [MenuLevel("", menu.step())]
        return menu

    @cached_property
    def offers(self) -> list[OfferedChoice]:
        """The choices with what they are about: see `OfferedChoice`."""
        return [OfferedChoice.of(row.action, self.board) for row in self.rows]

    def step(self, within: Sequence[NumberedChoice] = ()) -> list[MenuLine]:
        """The next step among some of the rows, or among all."""
        if len(self.rows) <= PAGE:
            return [MenuLine(row.number, row.label, (row,)) for row in within or self.rows]
        steps = menu_steps(self.offers, [row.number - 1 for row in within] or None)
        return [
            MenuLine(number, step.label, tuple(self.rows[row] for row in step.rows))
            for number, step in enumerate(steps, 1)
        ]

    @property
    def level(self) -> MenuLevel:
        """The step on the screen."""
        return self.levels[-1]

    @property
    def shown(self) -> tuple[NumberedChoice, ...]:
        """The choices below the step on the screen."""
        return tuple(row for item in self.level.items for row in item.rows)

    def lines(self) -> list[str]:
        """The page on the screen."""
        level = self.level
        page = level.items[level.start : level.start + PAGE]
        lines = [self._line(item) for item in page]
        remaining_count = len(level.items) - level.start - len(page)
        if remaining_count:
            lines.append(f"      ... {remaining_count} more: Enter shows them, part of a name narrows the list")
        if len(self.levels) > 1:
            lines.append("      `back` returns to the list before")
        if self.choices.abridged:
            lines.append("      (there are too many to list; others than these can be typed as JSON)")
        elif self.more:
            lines.append(f"      (only the first {MOST} are listed; others can be typed as JSON)")
        return lines

    @staticmethod
    def _line(item: MenuLine) -> str:
        return f"{item.number:4}  {item.label}" + ("" if item.row else f"  ({len(item.rows)} choices)")

    def help_lines(self) -> list[str]:
        """The help of each line of a short page, in the order of the lines; empty for a long page."""
        if len(self.level.items) > MOST_ROWS_WITH_HELP:
            return []
        return [self.help(item.row) if item.row else "" for item in self.level.items]

    def help(self, row: NumberedChoice) -> str:
        """More about a choice; empty for nothing."""
        return self.choices.help(row.action, self.board)

    def next_page(self) -> None:
        """Go to the next page; after the last page, go to the first page of all choices."""
        level = self.level
        level.start += PAGE
        if level.start >= len(level.items):
            level.start = 0
            del self.levels[1:]

    def back(self) -> bool:
        """Return to the previous step; False if there is none."""
        if len(self.levels) == 1:
            return False
        self.levels.pop()
        return True

    def line_with_number(self, number: int) -> MenuLine | None:
        """The line with a number, on any page of this step; None if there is none."""
        return next((item for item in self.level.items if item.number == number), None)

    def open(self, item: MenuLine) -> None:
        """Go to the step that lists the choices of a group."""
        self.levels.append(MenuLevel(item.label, self.step(item.rows)))

    def narrow_by_words(self, words: str, picked_references: Iterable[str] = ()) -> list[NumberedChoice]:
        """Show only the rows that hold every one of the words, as parts of words, and return them.

        First comes a row that is exactly the words, then rows that go to or use what is ``picked_references``, then
        rows with the words as whole words.
        """
        wanted_words, wanted_ids = folded(words).split(), set(picked_references)
        matching = [row for row in self.rows if all(word in folded(row.label) for word in wanted_words)]
        exact = [row for row in matching if folded(row.label) == folded(words)]
        whole_word_rows = [
            row for row in matching if set(wanted_words) <= set(re.findall(r"[\w'-]+", folded(row.label)))
        ]
        rows_with_offers = zip(self.rows, self.offers, strict=True) if wanted_ids else ()
        rows_with_ids = [
            row
            for row, offer in rows_with_offers
            if not wanted_ids.isdisjoint((*offer.references[:1], *offer.references[-1:]))
        ]
        matching = exact or rows_with_ids or whole_word_rows or matching
        if matching:
            del self.levels[1:]
            if len(matching) < len(self.rows):
                self.levels.append(MenuLevel(words, self.step(matching)))
        return matching

    def piece_and_costs(self) -> tuple[str, dict[str, str]]:
        """The piece that all choices on the screen move, and the cost of each place it may go to; empty for several."""
        reach: dict[str, str] = {}
        movers: set[str] = set()
        for row in self.shown:
            subject = row.action.about(self.board)
            if subject.to and subject.pieces:
                movers.add(subject.pieces[0])
                reach[subject.to] = self.choices.cost(row.action, self.board) or "•"
        return (movers.pop(), reach) if len(movers) == 1 else ("", {})
