"""What terrain and circumstances do to a battle, in the words of a rulebook: "1 left", "halved", "doubled"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from attrs import frozen

from wargame_core.errors import WargameError
from wargame_core.limits import quote

TIMES: Final[Mapping[str, Fraction]] = {"halved": Fraction(1, 2), "doubled": Fraction(2), "tripled": Fraction(3)}
"""Words that change a strength."""


class NoEffect(WargameError, ValueError):
    """Words that say no effect on a battle."""


@frozen
class Effect:
    """A shift of the odds, to the right above 0 (for the attacker), or a factor of a strength."""

    words: str
    shift: int = 0
    times: Fraction = Fraction(1)

    @staticmethod
    def read(words: str) -> Effect:
        """The effect that words say. Raises `NoEffect` with the words there are.

        >>> Effect.read("2 left").shift, Effect.read("1 right").shift, Effect.read("halved").times
        (-2, 1, Fraction(1, 2))
        """
        if words in TIMES:
            return Effect(words, times=TIMES[words])
        if found := re.fullmatch(r"([1-9]) (left|right)", words):
            return Effect(words, int(found[1]) * (1 if found[2] == "right" else -1))
        raise NoEffect(f"{quote(words)} is no effect on a battle: N left, N right, {', '.join(TIMES)}")
