"""A value of positions learnt from games: a logistic function of a game's own terms, with weights from a data file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp
from pathlib import Path

from attrs import field, frozen

from wargame_core.data import Problems, check_source, read_toml, structure

Features = Callable[..., Mapping[str, float]]
"""``features(board)``: the terms of a position by name, each better for the first seat the larger it is."""


@frozen
class Learning:
    """What the weights were learnt from, and how well they tell the winner of games that they were not learnt from.

    ``auc`` is the chance that of two positions the one that was won has the higher value (1/2 says nothing), ``brier``
    the mean square of value less result, ``brier_of_mean`` that of the mean result for every position.
    """

    command: str
    games: int
    positions: int
    held_out_games: int
    held_out_positions: int
    auc: float
    brier: float
    brier_of_mean: float


@frozen
class ValueFile:
    """The weights of a value, term by term, and what they were learnt from."""

    weights: Mapping[str, float]
    learning: tuple[Learning, ...] = ()


@frozen
class LearntValue:
    """The chance that a seat wins, from 0 to 1: a logistic function of the terms of the board."""

    features: Features
    first: str
    """The seat for which the terms speak; for any other the chance is what is left to 1."""
    weights: Mapping[str, float] = field(repr=False)

    def __call__(self, board: object, seat: str) -> float:
        weights = self.weights
        lead = sum(weights[name] * amount for name, amount in self.features(board).items())
        return chance(lead if seat == self.first else -lead)


def chance(lead: float) -> float:
    """A chance from its logarithmic odds."""
    return 1 / (1 + exp(-lead)) if lead > -700 else 0.0


def read_value(path: Path, features: Features, first: str) -> LearntValue:
    """The value that a data file holds. Raises `DataError`."""
    doc, problems = read_toml(path, "the weights of a value"), Problems()
    check_source(doc, problems)
    file = structure(doc, ValueFile, problems)
    problems.done()
    assert file is not None
    return LearntValue(features, first, dict(file.weights))
