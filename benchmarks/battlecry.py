"""How fast Battle Cry plays and sees. Every function returns one number; see `BENCHMARKS`."""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, Final

from wargame_battlecry.printed.game_board import SIDES
from wargame_battlecry.rules.battle_dice import sees
from wargame_core import load
from wargame_core.flow.runner import Runner
from wargame_core.maps.masks import bits
from wargame_lab.playouts import Batch

ROUNDS = 3


def decisions_a_second() -> float:
    """Decisions a second of random players, one game of each of the thirty battles: the best of some rounds."""
    game = load("battlecry")
    players = dict.fromkeys(game.seats, "random")
    batches = [Batch(game.id, None, players, 1, scenario.id, {}, 100_000) for scenario in game.scenarios]
    rates = []
    for number in range(ROUNDS):
        started = perf_counter()
        decisions = sum(batch.play(game, number).decisions for batch in batches)
        rates.append(decisions / (perf_counter() - started))
    return max(rates)


def sights_a_second() -> float:
    """Lines of sight asked a second, of every unit to every enemy as Antietam is set up: the best of some rounds."""
    board: Any = Runner.start(load("battlecry").rules, "antietam").board
    union, confederate = (list(bits(board.unit_mask[side])) for side in SIDES)
    pairs = [(ours, theirs) for ours in union for theirs in confederate]
    pairs += [(theirs, ours) for ours, theirs in pairs]
    rates = []
    for _ in range(ROUNDS):
        started = perf_counter()
        for _ in range(100):
            for source, target in pairs:
                sees(board, source, target)
        rates.append(100 * len(pairs) / (perf_counter() - started))
    return max(rates)


BENCHMARKS: Final[Mapping[str, Callable[[], float]]] = {
    "decisions a second, random players, all battles": decisions_a_second,
    "lines of sight a second": sights_a_second,
}


if __name__ == "__main__":
    for name, benchmark in BENCHMARKS.items():
        print(f"{name:<52}{benchmark():>14,.0f}")
