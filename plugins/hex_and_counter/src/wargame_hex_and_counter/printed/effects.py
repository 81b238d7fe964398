"""What terrain and circumstances do to a battle, in the words of a rulebook: "1 left", "halved", "doubled"."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from wargame_core.charts import TIMES, ChartError, read_shift
from wargame_core.limits import quote


@frozen
class Effect:
    """A shift of the odds, to the right above 0 (for the attacker), or a factor of a strength."""

    shift: int = 0
    times: Fraction = Fraction(1)

    @staticmethod
    def read(words: str) -> Effect:
        """The effect that words say; "" is none. Raises `ChartError` with the words there are.

        >>> Effect.read("2 left").shift, Effect.read("1 right").shift, Effect.read("halved").times
        (-2, 1, Fraction(1, 2))
        """
        if not words or words in TIMES:
            return Effect(times=TIMES.get(words, Fraction(1)))
        try:
            return Effect(read_shift(words, words).value)
        except ChartError as error:
            factor_words = ", ".join(TIMES)
            raise ChartError(f"{quote(words)} is not an effect on a battle: N left, N right, {factor_words}") from error
