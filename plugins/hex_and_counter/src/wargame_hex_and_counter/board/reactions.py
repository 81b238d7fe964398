"""Values on the board about who acts out of turn, and who acts next: standing answers and impulses."""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen
class StandingAnswer:
    """That a side is not asked about a unit on a turn, unless an enemy is within so many hexes; 0: not at all."""

    turn: int
    within: int


@frozen
class Impulse:
    """The impulse that is played: its number on this turn, whose it is, and which group acts.

    ``group`` is "" where the side passed, or has not chosen. ``passes`` are the passes in a row before it, and
    ``spent`` the groups of all sides that have acted on this turn. With ``last`` the turn has no further impulse.
    """

    number: int = 0
    side: str = ""
    group: str = ""
    passes: int = 0
    spent: tuple[str, ...] = ()
    last: bool = False


NO_IMPULSE: Final = Impulse()
"""Before the first impulse of a turn."""


def unless_within(hexes: int) -> str:
    """The end of a sentence about a unit that nobody asks about."""
    return f" unless an enemy is within {hexes} hex{'es' * (hexes != 1)}" if hexes else ""
