"""How often the usual bot of hex games wins: against random choices, and against a bot that sees points alone.

python -m benchmarks.line_bot [GAME ...] [--random N] [--points N] [--seed S] [--jobs N]

Half of the games are played from each seat. A row gives what the bot won, a drawn game counted as half, by seat and
together, with the interval that holds the true share nineteen times in twenty.
"""

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from wargame_core import load
from wargame_core.flow.players import Player
from wargame_hex_and_counter.game_files.plugin import packaged
from wargame_hex_and_counter.players.nearness import TRIED, chance_by_points
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_lab import simulate
from wargame_lab.by_value import by_value
from wargame_lab.results import wilson

GAMES: Final = ("corinth", "brices_crossroads", "chattanooga")


def rules_of(game: str) -> HexGame:
    """The rules of a game that is installed."""
    module = import_module(f"wargame_{game}")
    return packaged(module.DATA, getattr(module, "own_rules", None))


class PointsOnlyBot:
    """Makes a bot that looks one choice ahead at the points of victory, and at nothing else."""

    def __init__(self, game: str) -> None:
        self.game = game

    def __call__(self, *, seed: int = 0) -> Player:
        return by_value(chance_by_points(rules_of(self.game)), TRIED)(seed=seed)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--random", type=int, default=100, help="games against random choices (100)")
    parser.add_argument("--points", type=int, default=200, help="games against points alone (200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(words)
    for game in options.games:
        for name, other, games in (
            ("random", "random", options.random),
            ("points alone", PointsOnlyBot(game), options.points),
        ):
            seats, won = load(game).seats, {}
            each = games // len(seats)
            for seat in seats:
                players = {known: "normal" if known == seat else other for known in seats}
                batch = simulate(game, players, games=each, seed=options.seed, jobs=options.jobs)
                won[seat] = sum(done.outcome.worth(seat) for done in batch.games if done.outcome)
            low, high = wilson(round(sum(won.values())), each * len(seats))
            by_seat = ", ".join(f"{seat} {share / each:.0%}" for seat, share in won.items())
            print(
                f"{game:20} against {name:12} {sum(won.values()) / each / len(seats):4.0%} of {each * len(seats)} "
                f"({low:.0%} to {high:.0%}); {by_seat}",
                flush=True,
            )


if __name__ == "__main__":
    main()
