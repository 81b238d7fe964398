"""Who may know what in a game, in sentences for players: what its views are tested against.

A game states it from its rulebook, independently of the code that hides things, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from attrs import frozen

from wargame_core.json_form import JsonObject
from wargame_core.rulings import Cite

Vary: TypeAlias = Callable[[Any, str, Random], Any]
"""A function that gives a copy of a board in which something that a seat does not know is different."""


@frozen
class Secrecy:
    """One sentence of who may know what.

    Attributes:
        sentence: as a player says it.
        cite: where the book says it.
        vary: ``vary(board, seat, rng)`` gives a copy of the true board in which some of what this sentence hides from
            the seat (or ``spectator``) is different, and all else is equal. None if the sentence hides nothing.
        alike: ``alike(board, seat, action, other)``: whether the sentence keeps from the seat which of two choices
            another seat has made.
        shows: ``shows(board, seat, event)``: whether an event tells the seat only what it could see happening.
    """

    sentence: str
    cite: Cite | None = None
    vary: Vary | None = None
    alike: Callable[[Any, str, Any, Any], bool] | None = None
    shows: Callable[[Any, str, Any], bool] | None = None

    def to_json(self) -> JsonObject:
        """The sentence, and where the book says it."""
        return {"sentence": self.sentence, "cite": str(self.cite) if self.cite else None}

    def __str__(self) -> str:
        return f"{self.sentence}  [{self.cite}]" if self.cite else self.sentence
