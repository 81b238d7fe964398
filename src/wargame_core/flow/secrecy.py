"""Who may know what in a game, in a player's sentences: the yardstick for what its views really show.

A game states it apart from the code that hides things, from its book alone, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from attrs import frozen

from wargame_core.json_types import JsonObject
from wargame_core.rulings import Cite

Vary: TypeAlias = Callable[[Any, str, Random], Any]
"""What gives a copy of a board in which something that a seat does not know lies otherwise."""


@frozen
class Secrecy:
    """One sentence of who may know what.

    Attributes:
        sentence: as a player says it.
        cite: where the book says it.
        vary: ``vary(board, seat, rng)`` gives a copy of the true board in which what this sentence hides from the seat
            (or ``spectator``) lies otherwise, at least some of it, and all else as it was. None where a sentence hides
            nothing.
        alike: ``alike(board, seat, action, other)``: whether the sentence keeps from the seat which of two choices
            another seat has made.
        shows: ``shows(board, seat, event)``: whether an event that the seat is told tells no more than what happened
            before its eyes.
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
