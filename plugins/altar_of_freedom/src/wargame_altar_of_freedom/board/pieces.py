"""What lies on the theater map or beside it: tokens, depots, awards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NewType

from attrs import frozen

from wargame_altar_of_freedom.printed.vocabulary import (
    CAVALRY,
    INFANTRY,
    NO_COMMAND,
    NO_DIVISION,
    CommandId,
    DivisionId,
)

Space = NewType("Space", int)

DIVISIONS = frozenset({INFANTRY, CAVALRY})
FACE_DOWN = ""
"""The kind of a token as seen by somebody who does not know what is printed on its other side."""


@frozen
class Token:
    """A map token. Its id is the number on its back and tells nothing; kind, command and unit are on its face.

    ``unit`` is the division's id, empty for pickets and trains. ``command`` is what it is activated with. ``piece`` is
    its line in the order of battle, empty for what comes up in play.
    """

    id: str
    side: str
    kind: str
    command: CommandId
    unit: DivisionId
    name: str
    piece: str = ""

    @property
    def is_division(self) -> bool:
        """Whether this is an infantry or cavalry division; never known of a token that lies face down."""
        return self.kind in DIVISIONS

    def turned_down(self) -> Token:
        """The token as the enemy sees it."""
        return _turned_down(self.id, self.side)


@lru_cache(maxsize=1024)
def _turned_down(token: str, side: str) -> Token:
    return Token(token, side, FACE_DOWN, NO_COMMAND, NO_DIVISION, f"{side.capitalize()} token {token}")


@frozen
class Depot:
    """A supply depot: who holds it and how many Staff Dice it gives him. ``builder`` is who set it up."""

    id: str
    side: str
    space: Space
    value: int
    builder: str


@frozen
class Award:
    """Victory points scored: by whom, for which line of the briefing, when, and how many, fixed part and dice apart."""

    id: str
    side: str
    what: str
    turn: int
    fixed: int
    rolled: int
    place: str = ""
    cite: str = ""

    @property
    def points(self) -> int:
        """The whole award."""
        return self.fixed + self.rolled


def ids(tokens: Iterable[Token]) -> tuple[str, ...]:
    """The ids of tokens, in order."""
    return tuple(token.id for token in tokens)
