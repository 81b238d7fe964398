"""A battle as it is announced: who attacks which hexes."""

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
