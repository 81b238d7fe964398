"""What the Tab key offers at the prompt: commands, choices, groups of choices, and names after a command."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from wargame_terminal.menus import Menu

if TYPE_CHECKING:
    from wargame_terminal.command_session import CommandSession

NAMED = ("map", "why", "why?", "units", "line")
"""Commands that take the name of a place or a piece."""


class Completions:
    """The words that fit the question of one seat. They contain only what that seat sees."""

    def __init__(self, session: CommandSession, seat: str, menu: Menu) -> None:
        self.session, self.seat, self.menu = session, seat, menu

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of everything on the seat's table."""
        return tuple(thing.name for thing in self.session.table(self.seat).things if thing.kind != "card")

    def __call__(self, line: str) -> Iterator[str]:
        word, blank, _ = line.partition(" ")
        if blank and word in ("card", "cards"):
            yield from (f"{word} {card.title}" for card in self.session.sheet.cards)
        elif blank and word in NAMED:
            yield from (f"{word} {name}" for name in self.names)
        else:
            yield from (row.label for row in self.menu.rows)
            yield from self.session.commands
            if line:
                yield from self.names
