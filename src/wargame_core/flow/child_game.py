"""Which inner game is played, and by whom: plain data from which its rules are made again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from attrs import field, frozen

from wargame_core.flow.visibility import REFEREE, SPECTATOR
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import quote


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

    @staticmethod
    def from_json(data: object) -> ChildGame:
        """The inner game that JSON data describe. Raises ValueError for anything else."""
        kinds = {"id": str, "seats": Mapping, "data": Mapping, "scenario": (str, type(None)), "options": Mapping}
        game = ChildGame(*typed_values(data, **kinds, watched=bool, number=int))
        texts = (*game.seats, *game.seats.values(), *game.options, *game.options.values())
        if not all(type(text) is str for text in texts):
            raise ValueError("the seats and options of a game inside are texts")
        return game

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


def typed_values(data: object, /, **kinds: Any) -> tuple[Any, ...]:
    """The values of an object that has these keys and no others, each of its type. Raises ValueError."""
    if not isinstance(data, Mapping) or set(data) != set(kinds):
        raise ValueError(f"an object with the keys {', '.join(kinds)} is wanted, not {quote(data)}")
    for key, kind in kinds.items():
        if not isinstance(data[key], kind) or (kind is int and isinstance(data[key], bool)):
            raise ValueError(f"{key} is {quote(data[key])}, which is not of its type")
    return tuple(data[key] for key in kinds)
