"""Values on the board about who acts out of turn, and who acts next: standing answers and impulses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from attrs import frozen

UNTIL_GAME_ENDS: Final = 0
"""In place of the last turn of what a side says beforehand: it holds to the end of the game."""


def is_over(until_turn: int, turn: int) -> bool:
    """Whether what a side has said beforehand, with its last turn, does not hold on a turn any more."""
    return until_turn != UNTIL_GAME_ENDS and turn > until_turn


@frozen
class StandingAnswer:
    """That a side is not asked about a unit unless an enemy is within so many hexes; 0: not at all.

    ``until`` is the last turn on which it holds, or `UNTIL_GAME_ENDS`.
    """

    until: int
    within: int

    def holds_on(self, turn: int) -> bool:
        """Whether it holds on a turn."""
        return not is_over(self.until, turn)


Question: TypeAlias = Literal["next battle", "loss", "retreat", "advance"]
"""What a side is asked as its battles are fought, that it may answer beforehand."""
Preference: TypeAlias = Literal[
    "in the order announced", "the weakest is lost", "away from the enemy", "the strongest advances", "nobody advances"
]
"""How a side wants such a question to be answered."""
QUESTIONS: Final[Mapping[Preference, Question]] = {
    "in the order announced": "next battle",
    "the weakest is lost": "loss",
    "away from the enemy": "retreat",
    "the strongest advances": "advance",
    "nobody advances": "advance",
}
"""The question that each preference answers."""


@frozen
class StandingPreference:
    """How a side wants a question to be answered; ``until`` as in `StandingAnswer`."""

    preference: Preference
    until: int

    def holds_on(self, turn: int) -> bool:
        """Whether it holds on a turn."""
        return not is_over(self.until, turn)


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


def distance_clause(hexes: int) -> str:
    """The end of a sentence about a unit that nobody asks about."""
    return f" unless an enemy is within {hexes} hex{'es' * (hexes != 1)}" if hexes else ""


def duration_clause(until_turn: int) -> str:
    """How long something that is said beforehand holds, as the end of a sentence."""
    return " in this game" if until_turn == UNTIL_GAME_ENDS else f" until turn {until_turn} is over"
