"""Who sits at the screens of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from wargame_core.flow.visibility import SPECTATOR
from wargame_core.json_types import JsonObject

AUTHOR = "author"
"""The role of who made the table: watches, and says who plays which seat."""


@frozen
class Person:
    """Somebody at a screen: the seat whose view it shows (or the spectator's), and whether it is the author's."""

    seat: str
    name: str = ""
    author: bool = False

    @staticmethod
    def of(role: str, name: str, seats: tuple[str, ...]) -> Person:
        """Who comes with a key for ``role``: a seat, ``spectator`` or ``author``."""
        return Person(role if role in seats else SPECTATOR, name, role == AUTHOR)


def seats_to_json(
    seats: tuple[str, ...], people: Iterable[Person], bots: Mapping[str, str], named: Mapping[str, str]
) -> list[JsonObject]:
    """A row for each seat: what people call it, who is there, under which name, and which bot plays it."""
    there = {person.seat: person.name for person in people}
    return [
        {"seat": seat, "title": named.get(seat, seat), "here": seat in there}
        | ({"bot": bots[seat]} if seat in bots else {})
        | ({"name": there[seat]} if there.get(seat) else {})
        for seat in seats
    ]
