"""Values that lie on the board: a battle as it is announced, a unit that comes back or has arrived, one in a box."""

from __future__ import annotations

from attrs import frozen


@frozen
class Battle:
    """Units of one side against all that stands in some hexes.

    ``column`` is the column of the table that it came to when it was announced, ``odds`` the same with what moved it
    and what is missing for the next.
    """

    attacker: str
    attackers: tuple[str, ...]
    hexes: tuple[int, ...]
    column: str = ""
    odds: str = ""


@frozen
class LaterArrival:
    """A unit that was rebuilt, or comes back, and arrives from a turn on, by one of some hexes."""

    turn: int
    at: tuple[int, ...]


@frozen
class InBox:
    """A unit in a box beside the map, which it entered on a turn."""

    box: str
    turn: int


@frozen
class Entry:
    """That a unit came onto the map on a turn in a hex, and what it paid, in parts of movement points."""

    turn: int
    hex: int
    parts: int
