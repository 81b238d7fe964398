"""How tabletop battles end. Source: GotW p.13 Ending a Battle (AFI p.13). Readings: Battles that people end."""

from __future__ import annotations

from enum import StrEnum


class EndOfBattle(StrEnum):
    """Why a battle ended: the two reasons in the book, and those that people agree on.

    Readings: Battles that people end.
    """

    BREAKPOINT = "breakpoint"
    NIGHTFALL = "nightfall"
    CONCEDED = "conceded"
    BROKEN_OFF = "broken_off"
    AGREED = "agreed"

    @property
    def by_the_book(self) -> bool:
        """Whether the book knows this end, so that the losses must agree with it."""
        return self in (BREAKPOINT, NIGHTFALL)

    @property
    def in_words(self) -> str:
        """What a form says of it."""
        return IN_WORDS[self]


BREAKPOINT, NIGHTFALL, CONCEDED, BROKEN_OFF, AGREED = EndOfBattle
IN_WORDS = {
    BREAKPOINT: "the losing army reached its breakpoint",
    NIGHTFALL: "night fell, and the loser had more brigades broken (the defender wins ties)",
    CONCEDED: "the loser conceded",
    BROKEN_OFF: "the battle was broken off, and the loser leaves the field",
    AGREED: "the players agreed on the result",
}
