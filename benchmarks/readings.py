"""What each reading of a campaign is worth when the heuristic bot plays every side: the table of docs/balance.md.

    python3 -m benchmarks.readings [--games 60] [--game GAME] [--option NAME]

Each row plays the first scenario with one option at another value than the usual, with the seed of that scenario's row
on the page; `wargame simulate GAME --option NAME=VALUE --bot heuristic --games N --seed SEED` plays the same again.
"""

import argparse
import sys
from collections.abc import Collection, Iterator

from benchmarks.balance import points, seed_of

from wargame_core.plugins.discovery import load
from wargame_lab.batches import simulate

GAMES = ("vicksburg", "gettysburg", "gcacw_on_the_4th_day")
NO_READINGS = ("fog", "battles")
"""Options that say how a game is played, and not how a sentence is read."""


def rows(name: str, games: int, only: Collection[str] = ()) -> Iterator[str]:
    """A row of the table for the usual readings, then one for each other value of an option."""
    game = load(name)
    seed, seats = seed_of(name, game.scenarios[0].id), game.seats
    others = (
        (option.name, value)
        for option in game.options
        if (option.name in only if only else option.name not in NO_READINGS)
        for value in option.choices
        if value != option.default
    )
    for option, value in (("", ""), *others):
        played = simulate(name, "heuristic", games=games, seed=seed, options={option: value} if option else {})
        wins, results = played.wins, played.finished
        shares = " | ".join(f"{wins[seat] / len(results):.0%}" for seat in seats)
        scored = "; ".join(points(results, seat) for seat in seats)
        yield f"| {f'`{option}={value}`' if option else 'the usual readings'} | {len(results)} | {shares} | {scored} |"


def main(argv: list[str]) -> int:
    """Plays, and prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=60, help="games a row (default: 60)")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game; may be given again")
    parser.add_argument("--option", action="append", default=[], help="only the values of this option; again for more")
    options = parser.parse_args(argv)
    for name in options.game or GAMES:
        game = load(name)
        seats = " | ".join(map(str.capitalize, game.seats))
        print(f"\n## {game.title}: readings\n\n| reading | games | {seats} | points |")
        print("|---" * (3 + len(game.seats)) + "|")
        for row in rows(name, options.games, options.option):
            print(row, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
