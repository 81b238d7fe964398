"""A battle as it is announced: who attacks which hexes."""

from __future__ import annotations

from attrs import frozen


@frozen
class Battle:
    """Units of one side against all that stands in some hexes; ``odds`` says what it came to when it was announced."""

    attacker: str
    attackers: tuple[str, ...]
    hexes: tuple[int, ...]
    odds: str = ""
