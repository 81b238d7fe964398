"""Which inner game is played, and by whom: plain data from which its rules are made again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b

from attrs import field, frozen

from wargame_core.flow.visibility import REFEREE, SPECTATOR
from wargame_core.json_form import JsonMapping, JsonObject


@frozen
class ChildGame:
    """An inner game: one that is played inside another.

    `Rules.holds` makes its rules from ``data``; the same data give the same game. ``seats`` gives, by seat of the outer
    game, its seat here; the others are spectators if the game is ``watched``, and see nothing otherwise. ``number`` is
    the number of answers of the outer game when it began: core sets it, and it distinguishes inner games.
    """

    id: str
    seats: Mapping[str, str]
    data: JsonMapping = field(factory=dict)
    scenario: str | None = None
    options: Mapping[str, str] = field(factory=dict)
    watched: bool = True
    number: int = 0

    def seat(self, outer: str) -> str | None:
        """The seat here of a seat of the outer game; None if that may not watch."""
        if outer in self.seats:
            return self.seats[outer]
        if outer == REFEREE:
            return REFEREE
        return SPECTATOR if self.watched else None

    def outer(self, inside: str) -> str:
        """The seat of the outer game that plays a seat here. Raises KeyError when none does."""
        for outer, seat in self.seats.items():
            if seat == inside:
                return outer
        raise KeyError(inside)

    @property
    def digest(self) -> str:
        """A short hash of its data; games with equal digests have the same sheet."""
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
