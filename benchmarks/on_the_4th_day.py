"""How fast On the 4th Day plays and scores. Every function returns one number; see `BENCHMARKS`."""

from collections.abc import Callable, Mapping
from random import Random
from time import perf_counter
from typing import Final

from wargame_core import Game, Seeded, load
from wargame_core.flow.runner import Runner
from wargame_core.flow.view import View
from wargame_gcacw.rules.victory_points import score
from wargame_lab.playouts import Batch

GAME: Final = "gcacw_on_the_4th_day"
ROUNDS, GAMES, SCORES = 3, 10, 50


def decisions_a_second() -> float:
    """Decisions a second of random players over both variants: the best of some rounds."""
    game = load(GAME)
    players = dict.fromkeys(game.seats, "random")
    batches = [Batch(game.id, None, players, 1, scenario.id, {}, 100_000) for scenario in game.scenarios]
    rates = []
    for number in range(ROUNDS):
        started = perf_counter()
        games = range(GAMES * number, GAMES * (number + 1))
        decisions = sum(batch.play(game, one).decisions for batch in batches for one in games)
        rates.append(decisions / (perf_counter() - started))
    return max(rates)


def score_ms() -> float:
    """Milliseconds to score variant A with all its lines of communication, the worst of the ends of some games."""
    game = load(GAME)
    return max(_score_ms(game, seed) for seed in range(ROUNDS))


def _score_ms(game: Game, seed: int) -> float:
    run = Runner.start(game.rules, "lees_retreat", dice=Seeded(seed), with_checkpoints=False)
    rng = Random(seed)
    while run.pending is not None:
        answer = run.pending.answered_by(lambda seat: View(run, seat).choices.sample(rng))
        assert answer is not None, "dice are in hand"
        run.answer(answer)
    rounds = []
    for _ in range(SCORES):
        started = perf_counter()
        score(run.board)
        rounds.append(perf_counter() - started)
    return 1000 * min(rounds)


BENCHMARKS: Final[Mapping[str, Callable[[], float]]] = {
    "decisions a second, random players, both variants": decisions_a_second,
    "score with all lines of communication, ms": score_ms,
}


if __name__ == "__main__":
    for name, benchmark in BENCHMARKS.items():
        print(f"{name:<52}{benchmark():>14,.1f}")
