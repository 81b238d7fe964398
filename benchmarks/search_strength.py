"""Measures whether search is stronger than another bot, by rounds on the same dice; goes on where it stopped.

    python3 benchmarks/search_strength.py GAME FILE [--tries N | --seconds S] [--games N] [--scenario ID] [--seed S]
                                          [--against BOT] [--jobs N]

The games are those of `wargame_lab.duel`: each is a line of JSON in FILE with its seat ("FILE-union.jsonl") as soon as
it is over; games that are there are not played again. ``--tries`` gives the tries of a choice, so that anybody can
repeat the games; ``--seconds`` the time. Play ends as soon as the test has decided.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(argv: list[str]) -> int:
    """Plays what is missing, and prints what it says."""
    sys.path.insert(0, str(ROOT))
    import wargame_core
    from wargame_lab import duel

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("file", type=Path)
    parser.add_argument("--tries", type=int, help="tries of a choice")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of a choice, without --tries (default: 1)")
    parser.add_argument("--games", type=int, default=1000, help="games at most (default: 1000)")
    parser.add_argument("--scenario", help="an id (default: the usual one)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", default="heuristic", help="the other bot (default: heuristic)")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(argv)
    game = wargame_core.load(options.game)
    effort = {"seconds": options.seconds} if options.tries is None else {"iterations": options.tries}
    search = partial(game.bots["search"], **effort)
    print(
        duel(
            options.game,
            search,
            options.against,
            games=options.games,
            seed=options.seed,
            jobs=options.jobs,
            scenario=options.scenario,
            out=options.file,
            progress=lambda done, of: print(f"\r{done} of {of} games ", end="", file=sys.stderr, flush=True),
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
