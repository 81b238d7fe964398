"""Which game is played inside another one, and by whom: plain data from which its rules are made again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b

from attrs import field, frozen

from wargame_core.flow.visibility import REFEREE, SPECTATOR
from wargame_core.json_types import JsonMapping, JsonObject


@frozen
class ChildGame:
    """A game that is played inside another one.

    `Rules.holds` makes its rules from ``data``; the same data give the same game. ``seats`` says which of its seats
    each seat of the outer game has; others look on as spectators if it is ``watched``, and see nothing otherwise.
    ``number`` is the answer of the outer game at which it began: core sets it, and it tells games inside apart.
    """

    id: str
    seats: Mapping[str, str]
    data: JsonMapping = field(factory=dict)
    scenario: str | None = None
    options: Mapping[str, str] = field(factory=dict)
    watched: bool = True
    number: int = 0

    def seat(self, outer: str) -> str | None:
        """The seat that a seat of the outer game has here; None for one that may not look."""
        if outer in self.seats:
            return self.seats[outer]
        if outer == REFEREE:
            return REFEREE
        return SPECTATOR if self.watched else None

    def outer(self, inside: str) -> str:
        """The seat of the outer game that has a seat here. Raises KeyError when none has."""
        for outer, seat in self.seats.items():
            if seat == inside:
                return outer
        raise KeyError(inside)

    @property
    def digest(self) -> str:
        """A short name for its printed matter: another one, another sheet."""
        data = self.to_json()
        text = json.dumps([data[key] for key in ("id", "data", "scenario", "options")], sort_keys=True)
        return blake2b(text.encode(), digest_size=8).hexdigest()

    def to_json(self) -> JsonObject:
        """All of it as plain JSON data."""
        return {
            "id": self.id,
            "seats": dict(self.seats),
            "data": dict(self.data),
            "scenario": self.scenario,
            "options": dict(self.options),
            "watched": self.watched,
            "number": self.number,
        }
