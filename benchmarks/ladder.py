"""How far the ratings of two seeds are from one another.

``python -m benchmarks.ladder --rounds 1000`` plays two ladders of Battle Cry, 2,000 games of each pair in each, and
prints both ratings of each contender with their intervals and the difference. The files of the games stay in
``--out``, so that the same command goes on where it was stopped.
"""

import argparse
from pathlib import Path

from wargame_lab import ladder


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="battlecry")
    parser.add_argument("--bot", action="append", dest="bots")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seeds", type=int, nargs=2, default=(1862, 1863))
    parser.add_argument("--out", type=Path, default=Path("ladders"))
    options = parser.parse_args()
    bots = options.bots or ["random", "easy", "normal"]
    rated = []
    for seed in options.seeds:
        out = options.out / f"{options.game}-{seed}.jsonl"
        played = ladder([options.game], bots, out=out, rounds=options.rounds, seed=seed, jobs=options.jobs)
        print(played)
        rated.append({rating.name: rating for rating in played.ratings()})
    first, second = rated
    print(f"\n{'':<12} {'seed ' + str(options.seeds[0]):>18} {'seed ' + str(options.seeds[1]):>18}   difference")
    for name, rating in first.items():
        pair = (rating, second[name])
        cells = [f"{one.points:.0f} ({one.low:.0f} to {one.high:.0f})" for one in pair]
        print(f"{name:<12} {cells[0]:>18} {cells[1]:>18} {pair[0].points - pair[1].points:+9.0f}")


if __name__ == "__main__":
    main()
