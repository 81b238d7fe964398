"""The comparison of two versions of a game, or of two bots, with confidence intervals and the necessary games."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import mean, stdev

from attrs import frozen

from wargame_core.json_form import JsonObject

Z = 1.959964


@frozen
class Difference:
    """The difference of two means, with half the width of its 95 % interval, paired and unpaired; the wider counts."""

    what: str
    first: float
    second: float
    paired: float
    unpaired: float
    games: int

    @property
    def half_width(self) -> float:
        """The wider of the two half widths."""
        return max(self.paired, self.unpaired)

    @property
    def sure(self) -> bool:
        """Whether the interval excludes 0."""
        return abs(self.second - self.first) > self.half_width

    def games_for(self, width: float) -> int:
        """The number of games of each version for which half the interval would have this width."""
        return ceil(self.games * (self.half_width / width) ** 2) if self.half_width else self.games

    def to_json(self) -> JsonObject:
        return {
            "what": self.what,
            "first": self.first,
            "second": self.second,
            "difference": self.second - self.first,
            "half_width": self.half_width,
            "paired": self.paired,
            "unpaired": self.unpaired,
            "games": self.games,
            "sure": self.sure,
        }


def difference(what: str, first: Sequence[float], second: Sequence[float]) -> Difference:
    """The difference of two lists of numbers, game by game; game i of both began with the same seed."""
    games = min(len(first), len(second))
    pairs = [b - a for a, b in zip(first[:games], second[:games], strict=True)]
    paired = Z * stdev(pairs) / sqrt(games) if games > 1 else float("inf")
    spread = sqrt((stdev(first) ** 2 + stdev(second) ** 2) / games) if games > 1 else float("inf")
    return Difference(what, mean(first), mean(second), paired, Z * spread, games)
