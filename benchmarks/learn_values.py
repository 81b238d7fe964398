"""Learns what positions are worth from games between bots, and says how well that tells the winner of other games.

    python3 benchmarks/learn_values.py GAME [GAME ...] [--games N] [--seed S] [--scenario ID|all] [--out FILE] [--check]

The games must be of one system. In half of the games one or both sides play their choices of the level easy, so that
poor positions are seen too. From each game positions are taken: the end of each turn, and one in ten between. The
weights of the terms (`features` beside a system's players) are those of a logistic regression on three of four games;
every fourth game is held out, and the value is measured on it. ``--check`` measures the weights that are there on the
held-out games and learns none. Without ``--out`` the weights are printed.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

ROOT = Path(__file__).resolve().parent.parent
BETWEEN = 0.1
"""The part of the positions that are not end of a turn that are taken."""
HELD_OUT = 4
"""Every so many games are held out."""
RIDGE = 1.0
"""By so many units the weights are drawn to zero, each scaled by the deviation of its term."""
ROUNDS = 7
FREE = ("constant", "elapsed", "elapsed squared")
"""The terms that speak for no side."""
SOURCE = 'source = { document = "games between bots", basis = "reconstruction", note = "by learn_values.py" }'


@frozen
class Position:
    """A position of a game: its terms, and what the first seat had of the victory at the end.

    The positions of a game weigh 1 together, because they share one result.
    """

    terms: Mapping[str, float]
    result: float
    weight: float


def main(argv: list[str]) -> int:
    """Learns or checks, and prints."""
    sys.path.insert(0, str(ROOT))
    import wargame_core

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--games", type=int, default=200, dest="number", help="games of each (default: 200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", help="an id, or all (default: the usual one)")
    parser.add_argument("--out", type=Path, help="the file for the weights")
    parser.add_argument("--check", action="store_true", help="measure the weights that are there")
    options = parser.parse_args(argv)
    learnt: list[list[Position]] = []
    held_out: list[list[Position]] = []
    for name in options.games:
        game = wargame_core.load(name)
        scenarios = [known.id for known in game.scenarios] if options.scenario == "all" else [options.scenario]
        for number in range(options.number):
            positions = list(played(game, scenarios[number % len(scenarios)], options, number))
            (held_out if number % HELD_OUT == HELD_OUT - 1 else learnt).append(positions)
    if options.check:
        weights = learnt_value(game).weights
    else:
        weights = fitted_with_signs([position for positions in learnt for position in positions])
    text = "".join(f"{line}\n" for line in lines(options, weights, learnt, held_out))
    if options.out is not None:
        options.out.write_text(text, "utf-8")
    print(text, end="")
    return 0


def learnt_value(game: Any) -> Any:
    """The value of a game whose system has learnt weights: that of campaigns or of Battle Cry."""
    from wargame_altar_of_freedom.board.board import CampaignBoard
    from wargame_altar_of_freedom.players.value import win_probability_of
    from wargame_battlecry.players.heuristic import learnt

    board = game.start(seed=1).board
    return win_probability_of(board.campaign) if isinstance(board, CampaignBoard) else learnt()


def played(game: Any, scenario: str | None, options: Any, number: int) -> Iterator[Position]:
    """The positions of one game."""
    from wargame_core.dice import Seeded
    from wargame_lab.lookahead import value_of_outcome
    from wargame_lab.playouts import playout

    seed, features = options.seed, learnt_value(game).features
    rng, terms, turn = random.Random(f"{seed} {number}"), list[Mapping[str, float]](), [0]

    def look(board: Any) -> None:
        now = game.rules.turn_of(board)
        if now != turn[0] or rng.random() < BETWEEN:
            terms.append(features(board))
        turn[0] = now

    levels = {0: ("normal", "normal"), 1: ("easy", "normal"), 2: ("normal", "easy"), 3: ("normal", "normal")}
    pair = levels[number // HELD_OUT % 4]
    seeds = {seat: seed * 100_000 + 2 * number + place for place, seat in enumerate(game.seats)}
    players = {seat: game.bot(level, seed=seeds[seat]) for seat, level in zip(game.seats, pair, strict=True)}
    dice = Seeded(seed, stream=f"learning-{number}")
    outcome = playout(game, players, dice, scenario=scenario, watch=look).outcome
    result = value_of_outcome(outcome, game.seats[0])
    return (Position(row, result, 1 / len(terms)) for row in terms)


def fitted_with_signs(positions: Sequence[Position]) -> dict[str, float]:
    """The weights of a logistic regression, none below 0: a term that would speak against its side is left out.

    A term says what is good for a side; where it goes with defeat in the games, the bots do it when they are losing,
    and a player that goes by the value would do harm to itself. Only what all positions have in common is free.
    """
    names = list(positions[0].terms)
    while True:
        weights = fitted(positions, names)
        worst = min((name for name in names if name not in FREE), key=lambda name: weights[name], default=None)
        if worst is None or weights[worst] >= 0:
            return {name: weights.get(name, 0.0) for name in positions[0].terms}
        names.remove(worst)


def fitted(positions: Sequence[Position], names: Sequence[str]) -> dict[str, float]:
    """The weights of a logistic regression on some terms, found by Newton's method."""
    from wargame_lab.lookahead import chance

    scales = {name: deviation([position.terms[name] for position in positions]) for name in names}
    rows = [
        ([position.terms[name] / scales[name] for name in names], position.result, position.weight)
        for position in positions
    ]
    weights = [0.0] * len(names)
    for _ in range(ROUNDS):
        slope = [-RIDGE * weight for weight in weights]
        bend = [[RIDGE * (row == column) for column in range(len(names))] for row in range(len(names))]
        for terms, result, share in rows:
            p = chance(sum(weight * term for weight, term in zip(weights, terms, strict=True)))
            spread = share * max(p * (1 - p), 1e-6)
            for row, term in enumerate(terms):
                if term:
                    slope[row] += share * (result - p) * term
                    line, size = bend[row], spread * term
                    for column, other in enumerate(terms):
                        line[column] += size * other
        weights = [weight + step for weight, step in zip(weights, solved(bend, slope), strict=True)]
    return {name: weight / scales[name] for name, weight in zip(names, weights, strict=True)}


def deviation(amounts: Sequence[float]) -> float:
    """The standard deviation; 1 for what never changes."""
    mean = sum(amounts) / len(amounts)
    return (sum((amount - mean) ** 2 for amount in amounts) / len(amounts)) ** 0.5 or 1.0


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations, by elimination with the largest pivot."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column and rows[row][column]:
                part = rows[row][column] / rows[column][column]
                rows[row] = [value - part * above for value, above in zip(rows[row], rows[column], strict=True)]
    return [rows[row][size] / rows[row][row] for row in range(size)]


def auc(values: Sequence[tuple[float, float]]) -> float:
    """The chance that of a won and a lost position the won one has the higher value."""
    ranked = sorted(values)
    won = sum(1 for _, result in ranked if result > 0.5)
    lost = sum(1 for _, result in ranked if result < 0.5)
    below = pairs = 0.0
    for _, result in ranked:
        below += result < 0.5
        pairs += below if result > 0.5 else 0.0
    return pairs / (won * lost) if won and lost else 0.5


def lines(
    options: Any, weights: Mapping[str, float], learnt: Sequence[Sequence[Position]], held: Sequence[Sequence[Position]]
) -> Iterator[str]:
    """The file of the weights."""
    from wargame_lab.lookahead import chance

    def value(position: Position) -> float:
        return chance(sum(weights[name] * amount for name, amount in position.terms.items()))

    values = [(value(position), position.result) for positions in held for position in positions]
    mean = sum(result for _, result in values) / len(values)
    scenario = f" --scenario {options.scenario}" if options.scenario else ""
    mode = " --check" if options.check else ""
    command = f"{' '.join(options.games)} --games {options.number} --seed {options.seed}{scenario}{mode}"
    yield SOURCE
    yield ""
    yield "[weights]"
    for name, weight in weights.items():
        yield f'"{name}" = {weight:.4f}'
    yield ""
    yield "[[learning]]"
    yield f'command = "benchmarks/learn_values.py {command}"'
    yield f"games = {len(learnt)}"
    yield f"positions = {sum(map(len, learnt))}"
    yield f"held_out_games = {len(held)}"
    yield f"held_out_positions = {len(values)}"
    yield f"auc = {auc(values):.3f}"
    yield f"brier = {sum((p - result) ** 2 for p, result in values) / len(values):.4f}"
    yield f"brier_of_mean = {sum((mean - result) ** 2 for _, result in values) / len(values):.4f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
