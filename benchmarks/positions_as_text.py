"""Writes positions of random games in words and reads them back: nothing may be lost, and every seat sees the same.

    python3 -m benchmarks.positions_as_text [--games 1000] [--every 1] [--seconds 60] [GAME ...]

Each game is played by the bot ``random``, over all scenarios in turn; the first position of a game and then every Nth
is looked at. It stops at the first flaw, and with each game of ours after so many seconds of processor time.
"""

import argparse
import sys
from time import process_time

from wargame_core import load
from wargame_laws.laws_of_play import flaw_as_text

GAMES = (
    "battlecry", "thunder_on_the_mississippi", "corinth", "brices_crossroads", "chattanooga", "gcacw_on_the_4th_day",
    "vicksburg", "gettysburg",
)  # fmt: skip


def survived(name: str, games: int, every: int, seconds: float) -> str:
    """How many positions of how many games were looked at, in words. Ends the program at a flaw."""
    game, started, positions, played = load(name), process_time(), 0, 0
    while played < games and process_time() - started < seconds:
        match = game.start(game.scenarios[played % len(game.scenarios)], seed=played)
        players = {seat: game.bot("random", seed=played) for seat in game.seats}
        for number, _ in enumerate(match.iter_play(players, history=False)):
            if number % every == 0:
                positions += 1
                if (flaw := flaw_as_text(game, match.state)) is not None:
                    raise SystemExit(f"{name}, seed {played}, after {match.seq} answers: {flaw}")
        played += 1
    return f"{name}: {positions:,} positions of {played:,} games, {process_time() - started:.0f} s"


def main(argv: list[str]) -> None:
    """Looks at the games that are asked for, or at all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="games of each game (default: 1000)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="look at every Nth position (default: 1)")
    parser.add_argument("--seconds", type=float, default=60, help="processor time for each game (default: 60)")
    parser.add_argument("names", nargs="*", metavar="GAME", default=GAMES, help="games (default: all)")
    options = parser.parse_args(argv)
    for name in options.names:
        print(survived(name, options.games, options.every, options.seconds), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
