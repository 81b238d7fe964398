"""How true chances are: measured on games that nothing was learnt from."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Final, TypeAlias

from attrs import frozen

from wargame_core import Game
from wargame_core.chances import Chances
from wargame_core.json_form import JsonForm
from wargame_lab.chances.games import Sample
from wargame_lab.chances.learnt import LearntChances

PARTS: Final = 10
"""Into so many parts chances and games are cut."""
LEAST_GAMES: Final = 20
"""From so many games of a scenario on, a constant of its own is fitted."""

Estimates: TypeAlias = Sequence[Mapping[str, Chances]]
"""By position of a sample, the chances of each seat."""


@frozen
class Tenth(JsonForm):
    """The positions whose chance was said to be in a tenth from ``low`` on; of each game one, drawn at random.

    ``said`` is their mean chance, ``came`` the mean of what they came to.
    """

    low: float
    positions: int
    said: float
    came: float

    @property
    def standard_error(self) -> float:
        """By how much ``came`` misses by luck, as a standard deviation, if what was said is true."""
        return sqrt(self.said * (1 - self.said) / self.positions)


@frozen
class Moment(JsonForm):
    """The mean square of chance less result at a time, and that of a constant.

    ``when`` is the turn, or in a long game the tenth of it. The constant is the mean result of the seat in the
    scenario, in the games from which the chances were learnt (of all scenarios where it had fewer than `LEAST_GAMES`).
    """

    when: int
    games: int
    brier: float
    brier_of_constant: float


@frozen
class Measured(JsonForm):
    """How true the chances of a game are: by tenths and by turn, and what those of all seats add up to.

    ``score_misses`` is the root of the mean square by which final scores miss the expected ones, in their spreads: 1
    where the spreads are true.
    """

    game: str
    games: int
    brier: float
    brier_of_constant: float
    sum_of_seats: float
    score_misses: float
    tenths: Sequence[Tenth]
    moments: Sequence[Moment]

    def lines(self) -> Iterator[str]:
        """The measurements as text."""
        yield f"{self.game}: {self.games} games that nothing was learnt from"
        yield f"Brier {self.brier:.3f}, of a constant {self.brier_of_constant:.3f}"
        yield f"the chances of all seats add up to {self.sum_of_seats:.3f} in the mean"
        yield f"final scores miss by {self.score_misses:.2f} expected spreads"
        for tenth in self.tenths:
            error = f"+- {tenth.standard_error:.2f}"
            yield f"  said {tenth.said:.2f}, came {tenth.came:.2f} {error} ({tenth.positions} positions)"
        for row in self.moments:
            yield f"  at {row.when}: Brier {row.brier:.3f}, constant {row.brier_of_constant:.3f} ({row.games} games)"


def measured(
    game: Game, learnt: LearntChances, samples: Sequence[Sample], elsewhere_samples: Sequence[Sample]
) -> Measured:
    """How true chances are on samples that they were not learnt from; ``elsewhere_samples`` are those that they
    were."""
    samples = [sample for sample in samples if sample.positions]
    estimates = [_estimates(game, learnt, sample) for sample in samples]
    constants = _constants(elsewhere_samples)
    moments = tuple(_moments(samples, estimates, constants))
    games = sum(row.games for row in moments)
    sums = [sum(chances.win for chances in row.values()) for rows in estimates for row in rows]
    return Measured(
        game.id,
        len(samples),
        sum(row.brier * row.games for row in moments) / games,
        sum(row.brier_of_constant * row.games for row in moments) / games,
        sum(sums) / len(sums),
        _score_misses(samples, estimates),
        tuple(_tenths(samples, estimates)),
        moments,
    )


def _estimates(game: Game, learnt: LearntChances, sample: Sample) -> Estimates:
    return [
        {
            seat: learnt.chances(seat, terms, learnt.goal(game, sample.scenario, seat))
            for seat, terms in position.terms.items()
        }
        for position in sample.positions
    ]


def _constants(samples: Sequence[Sample]) -> Mapping[tuple[str, str], float]:
    """By scenario and seat, the mean of what the end was worth; of all scenarios where one has too few games."""
    results: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for sample in samples:
        for seat, seat_worth in sample.worth.items():
            results[sample.scenario, seat].append(seat_worth)
            results["", seat].append(seat_worth)
    mean_worth_by_key = {key: sum(worths) / len(worths) for key, worths in results.items()}
    return {
        key: mean_worth_by_key[key] if len(worths) >= LEAST_GAMES else mean_worth_by_key["", key[1]]
        for key, worths in results.items()
    }


def _tenths(samples: Sequence[Sample], estimates: Sequence[Estimates]) -> Iterator[Tenth]:
    """One position of each game, drawn by its number, as every seat saw it."""
    rows: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
    for number, (sample, game_estimates) in enumerate(zip(samples, estimates, strict=True)):
        for seat, chances in game_estimates[number % len(game_estimates)].items():
            rows[min(PARTS - 1, int(chances.win * PARTS))].append((chances.win, sample.worth[seat]))
    for part, pairs in sorted(rows.items()):
        count = len(pairs)
        yield Tenth(
            part / PARTS,
            count,
            sum(win for win, _ in pairs) / count,
            sum(pair_worth for _, pair_worth in pairs) / count,
        )


def _moments(
    samples: Sequence[Sample], estimates: Sequence[Estimates], constants: Mapping[tuple[str, str], float]
) -> Iterator[Moment]:
    rows: defaultdict[int, dict[int, list[tuple[float, float]]]] = defaultdict(dict)
    is_long = max(position.turn for one in samples for position in one.positions) > 3 * PARTS
    for number, (sample, game_estimates) in enumerate(zip(samples, estimates, strict=True)):
        for position, by_seat in zip(sample.positions, game_estimates, strict=True):
            part_or_turn = min(PARTS - 1, int(position.elapsed * PARTS)) if is_long else position.turn
            for seat, chances in by_seat.items():
                seat_worth, constant = sample.worth[seat], constants.get((sample.scenario, seat), 0.5)
                pair = ((chances.win - seat_worth) ** 2, (constant - seat_worth) ** 2)
                rows[part_or_turn].setdefault(number, []).append(pair)
    for part_or_turn, by_game in sorted(rows.items()):
        mean_pairs = [[sum(pair[side] for pair in pairs) / len(pairs) for side in (0, 1)] for pairs in by_game.values()]
        brier, of_constant = (sum(mean[side] for mean in mean_pairs) / len(mean_pairs) for side in (0, 1))
        yield Moment(part_or_turn, len(mean_pairs), brier, of_constant)


def _score_misses(samples: Sequence[Sample], estimates: Sequence[Estimates]) -> float:
    squares = [
        ((sample.scores.get(side, 0) - score.mean) / score.spread) ** 2
        for sample, game_estimates in zip(samples, estimates, strict=True)
        for by_seat in game_estimates
        for chances in by_seat.values()
        for side, score in chances.scores.items()
    ]
    return sqrt(sum(squares) / len(squares)) if squares else 1.0
