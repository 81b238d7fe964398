"""Weights learnt from samples of games: a ridge regression of the final scores, and a logistic one of the chance.

A score at the end tells more than who won: first the lead in points at the end is fitted to the terms, then the chance
to the expected lead, in deviations of what it misses by, and to the terms. How strongly weights are drawn to zero is
decided on games that were left out. It takes numpy.

A term that varies within turns more than from one turn to the next, such as cards in a hand that is filled again, tells
how far a turn is and not how the game stands: with it the chances would change at the end of each turn by nothing that
happened. Such terms are left out, but for points, which stay once they are won: in a game of two turns they change
within turns most of all. What tells how far a turn is, is learnt apart, and of no side: it says which part of the game
is over.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import frozen

from wargame_core import Game
from wargame_core.errors import MissingExtra, WargameError
from wargame_lab.chances.games import Sample, variances
from wargame_lab.chances.learnt import LearntSeat, Spread, goal_of, lead_of
from wargame_lab.chances.terms import CONSTANT, ENDING_OF_LATE_TERM, POINTS

try:
    import numpy as np
except ImportError:
    raise MissingExtra("numpy", "gymnasium", "wargame-lab") from None

if TYPE_CHECKING:
    import numpy.typing

Array: TypeAlias = "numpy.typing.NDArray[numpy.float64]"

FOLDS: Final = 4
"""Into so many parts the games are cut; each is left out once."""
SCORE_RIDGES: Final = (1.0, 3.0, 10.0, 30.0, 100.0)
CHANCE_RIDGES: Final = (3.0, 30.0, 300.0, 1e5)
"""What is tried of how strongly weights are drawn to zero; a term that is rare is drawn by so much more."""
RAREST: Final = 20
"""A term that fewer positions have is left out."""
LASTING_SHARE: Final = 0.5
"""A term is left out that varies less than by this share of its variance between the first choices of the turns."""
RARE: Final = 0.02
"""Of terms of a smaller part of the positions the strength grows no further."""
TURN_RIDGE: Final = 10.0
"""How strongly the weights are drawn to zero that tell how much of a turn is over."""
RIDGE_OF_CONSTANTS: Final = 1e-3
"""How strongly what is common to all positions is drawn to zero."""
ROUNDS: Final = 8
FEWEST_GAMES: Final = 20
FACTOR_OF_EQUAL_LOSS: Final = 1.01
"""Losses that are greater by this factor at most count as equal."""
LEAST_SPREAD: Final = 0.5
"""The least deviation, in points, of a score from what was expected."""
NORMAL_SPREAD: Final = 1.25
"""A standard deviation in mean absolute ones, where errors are spread normally."""


@frozen
class _Table:
    """The positions of all samples as one seat saw them, in columns of mean 0 and deviation 1.

    The positions of a game weigh 1 together, because they share one result. ``fold`` numbers the part of the games that
    each belongs to, ``ridge`` how strongly each column is drawn to zero.
    """

    names: Sequence[str]
    columns: Array
    means: Array
    scales: Array
    ridge: Array
    weight: Array
    fold: Array
    elapsed: Array


def fitted_turn_weights(samples: Sequence[Sample]) -> dict[str, float]:
    """The weights that tell how much of a turn is over; none for a game without a track of turns."""
    rows = [
        (position.turn_part, terms.within_turn)
        for sample in samples
        for position in sample.positions
        for terms in position.terms.values()
        if terms.turn_share
    ]
    counts = Counter(name for _, row in rows for name in row)
    names = sorted(name for name, count in counts.items() if count >= RAREST)
    if not names:
        return {}
    columns = np.array([[row.get(name, 0.0) for name in names] for _, row in rows])
    turn_parts = np.array([turn_part for turn_part, _ in rows])
    ridge = np.array([RIDGE_OF_CONSTANTS if name == CONSTANT else TURN_RIDGE for name in names])
    weights = _ridge(columns, turn_parts, np.ones(len(rows)), ridge)
    return {name: float(weight) for name, weight in zip(names, weights, strict=True)}


def fitted(
    game: Game, samples: Sequence[Sample], seat: str, turn_weights: Mapping[str, float] | None = None
) -> LearntSeat:
    """What is learnt for a seat, with what was learnt of turns (`fitted_turn_weights`).

    Raises `WargameError` for fewer than `FEWEST_GAMES` games.
    """
    samples = [sample for sample in samples if sample.positions]
    if len(samples) < FEWEST_GAMES:
        raise WargameError(f"chances are learnt from at least {FEWEST_GAMES} games; here are {len(samples)}")
    table = _table(samples, seat, turn_weights or {})
    sides = sorted({side for sample in samples for side in sample.scores})
    goals = {
        sample.scenario: goal_of(game, sample.scenario, sides[0]) if len(sides) == 1 else 0.0 for sample in samples
    }
    scores, spreads, expected_scores = [], [], np.zeros((len(table.weight), len(sides)))
    for place, side in enumerate(sides):
        result = _amount_per_position(samples, [float(sample.scores.get(side, 0)) for sample in samples])
        weights, expected_scores[:, place] = _score_weights(table, result)
        scores.append(_weights_of_terms(table, weights))
        spreads.append(_spread(table, result - expected_scores[:, place]))
    final_leads = _amount_per_position(
        samples, [lead_of(sample.scores, seat, goals[sample.scenario]) for sample in samples]
    )
    lead = _lead(
        expected_scores, sides, seat, _amount_per_position(samples, [goals[sample.scenario] for sample in samples])
    )
    lead_spread = _spread(table, final_leads - lead)
    deviations = lead / _deviations(lead_spread, table.elapsed)
    chance_weights = _chance_weights(
        table, deviations, _amount_per_position(samples, [sample.worth[seat] for sample in samples])
    )
    terms = _weights_of_terms(table, chance_weights[:-1])
    rows = {name: tuple(row) for name, *row in zip(table.names, terms, *scores, strict=True)}
    return LearntSeat(rows, tuple(sides), tuple(spreads), float(chance_weights[-1]), lead_spread)


def _amount_per_position(samples: Sequence[Sample], amounts: Sequence[float]) -> Array:
    """An amount of each game, for each of its positions."""
    return np.repeat(np.array(amounts), [len(sample.positions) for sample in samples])


def _lead(expected_scores: Array, sides: Sequence[str], seat: str, goals: Array) -> Array:
    """`lead_of` of scores that are expected, for each position."""
    if len(sides) == 1:
        lead = expected_scores[:, 0] - goals
        return lead if sides[0] == seat else -lead
    signs = np.array([1.0 if side == seat else -1.0 for side in sides])
    return np.asarray(expected_scores @ signs)


def _table(samples: Sequence[Sample], seat: str, turn_weights: Mapping[str, float]) -> _Table:
    terms = [position.terms[seat] for sample in samples for position in sample.positions]
    elapsed_parts = [one.elapsed_with(turn_weights) for one in terms]
    rows = [one.with_late(elapsed) for one, elapsed in zip(terms, elapsed_parts, strict=True)]
    counts = Counter(name for row in rows for name in row)
    passing_terms = _passing_terms(samples, seat)
    names = sorted(
        name
        for name, count in counts.items()
        if count >= RAREST and name.removesuffix(ENDING_OF_LATE_TERM) not in passing_terms
    )
    places = {name: place for place, name in enumerate(names)}
    columns = np.zeros((len(rows), len(names)))
    for number, row in enumerate(rows):
        for name, amount in row.items():
            if name in places:
                columns[number, places[name]] = amount
    weight = np.concatenate([np.full(len(sample.positions), 1 / len(sample.positions)) for sample in samples])
    share = weight[:, None] / weight.sum()
    column_means = (columns * share).sum(0)
    scales = np.sqrt(((columns - column_means) ** 2 * share).sum(0))
    scales[scales < 1e-9] = 1.0
    constant = places[CONSTANT]
    column_means[constant] = 0.0
    ridge = 1 / np.maximum([counts[name] / len(rows) for name in names], RARE)
    ridge[constant] = RIDGE_OF_CONSTANTS
    fold_numbers = _amount_per_position(samples, [float(number // 2 % FOLDS) for number in range(len(samples))])
    columns = (columns - column_means) / scales
    return _Table(names, columns, column_means, scales, ridge, weight, fold_numbers, np.array(elapsed_parts))


def _passing_terms(samples: Sequence[Sample], seat: str) -> frozenset[str]:
    """The terms, but for points, that vary much less between the first choices of turns than between all positions."""
    at_starts, anywhere = defaultdict[str, float](float), defaultdict[str, float](float)
    for sample in samples:
        amounts = [position.terms[seat].amounts for position in sample.positions]
        for name, variance in variances(amounts).items():
            anywhere[name] += variance
            at_starts[name] += sample.turn_variances[seat].get(name, 0.0)
    return frozenset(
        name
        for name, variance in anywhere.items()
        if at_starts[name] < LASTING_SHARE * variance and not name.startswith(POINTS)
    )


def _weights_of_terms(table: _Table, weights: Array) -> list[float]:
    """Weights of the columns as weights of the terms themselves."""
    plain_weights = weights / table.scales
    plain_weights[table.names.index(CONSTANT)] -= float((plain_weights * table.means).sum())
    return [float(weight) for weight in plain_weights]


def _score_weights(table: _Table, result: Array) -> tuple[Array, Array]:
    """The weights that fit a score best, and what those of the other folds expect of each position."""
    candidates = [(_left_out(table, result, strength), strength) for strength in SCORE_RIDGES]
    expected_scores, strength = min(
        candidates, key=lambda candidate: float((table.weight * (result - candidate[0]) ** 2).sum())
    )
    return _ridge(table.columns, result, table.weight, strength * table.ridge), expected_scores


def _left_out(table: _Table, result: Array, strength: float) -> Array:
    expected_scores = np.zeros(len(result))
    for fold_number in range(FOLDS):
        fold_mask = table.fold == fold_number
        weights = _ridge(
            table.columns[~fold_mask], result[~fold_mask], table.weight[~fold_mask], strength * table.ridge
        )
        expected_scores[fold_mask] = table.columns[fold_mask] @ weights
    return expected_scores


def _ridge(columns: Array, result: Array, weight: Array, ridge: Array) -> Array:
    weighted_columns = columns * weight[:, None]
    return np.asarray(np.linalg.solve(weighted_columns.T @ columns + np.diag(ridge), weighted_columns.T @ result))


def _spread(table: _Table, misses: Array) -> Spread:
    """The deviation of a score from what was expected, as a line over the part of the game that is over."""
    root = np.sqrt(table.weight)
    line = np.stack([1 - table.elapsed, table.elapsed], 1) * root[:, None]
    start, end = np.linalg.lstsq(line, np.abs(misses) * root * NORMAL_SPREAD, rcond=None)[0]
    return Spread(max(LEAST_SPREAD, float(start)), max(LEAST_SPREAD, float(end)))


def _deviations(spread: Spread, elapsed_parts: Array) -> Array:
    return np.asarray(spread.start + (spread.end - spread.start) * elapsed_parts)


def _chance_weights(table: _Table, deviations: Array, result: Array) -> Array:
    """The weights that tell the winner best: of the columns, then of the expected lead in deviations.

    Of what tells it about as well, that with the smallest weights is taken. A lead never speaks against its side.
    """
    columns, losses = np.concatenate([table.columns, deviations[:, None]], 1), list[tuple[float, Array]]()
    for strength in CHANCE_RIDGES:
        ridge = np.append(strength * table.ridge, RIDGE_OF_CONSTANTS)
        ridge[table.names.index(CONSTANT)] = RIDGE_OF_CONSTANTS
        weights = _logistic(columns, result, table.weight, ridge)
        if weights[-1] >= 0 or strength == CHANCE_RIDGES[-1]:
            losses.append((_loss(table, columns, result, ridge), weights))
    least_loss = min(loss for loss, _ in losses)
    return next(weights for loss, weights in reversed(losses) if loss <= least_loss * FACTOR_OF_EQUAL_LOSS)


def _loss(table: _Table, columns: Array, result: Array, ridge: Array) -> float:
    """The mean logarithm by which chances miss the results of the folds that they were not fitted to."""
    chances = np.zeros(len(result))
    for fold_number in range(FOLDS):
        fold_mask = table.fold == fold_number
        chances[fold_mask] = _chance(
            columns[fold_mask] @ _logistic(columns[~fold_mask], result[~fold_mask], table.weight[~fold_mask], ridge)
        )
    log_likelihoods = result * np.log(chances + 1e-6) + (1 - result) * np.log(1 - chances + 1e-6)
    return -float((table.weight * log_likelihoods).sum() / table.weight.sum())


def _logistic(columns: Array, result: Array, weight: Array, ridge: Array) -> Array:
    """The weights of a logistic regression, found by Newton's method."""
    weights = np.zeros(columns.shape[1])
    for _ in range(ROUNDS):
        chances = _chance(columns @ weights)
        slope = columns.T @ (weight * (result - chances)) - ridge * weights
        bend = (columns * (weight * np.maximum(chances * (1 - chances), 1e-4))[:, None]).T @ columns + np.diag(ridge)
        step: Any = np.linalg.solve(bend, slope)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-3:
            break
    return weights


def _chance(lead: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(lead, -30, 30))))
