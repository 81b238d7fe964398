"""Measures whether search is stronger than the heuristic player, in mirrored pairs of games; goes on where it stopped.

    python3 benchmarks/search_strength.py GAME FILE [--tries N | --seconds S] [--pairs N] [--scenario ID] [--seed S]
                                          [--first PAIR] [--against BOT] [--minutes M]
    python3 benchmarks/search_strength.py --table FILE [FILE ...]

A pair is two games with the same dice, in which the search has first one seat, then the other. Each game is a line of
JSON in FILE as soon as it is over; games that are there are not played again, so the same command goes on after an
interruption. ``--tries`` gives the tries of a choice, so that anybody can repeat the games; ``--seconds`` the time.
``--minutes`` stops after the game in which so much time has passed. The table says, for each kind of games, the part
that the search won (a draw is half) with its 95 % interval, as if games were independent and from the whole pairs, and
what it cost.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import monotonic, process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KEYS = ("game", "scenario", "against", "tries", "seconds", "seed")
"""What games must have in common to be counted together."""


def main(argv: list[str]) -> int:
    """Plays what is missing, and prints the table."""
    sys.path.insert(0, str(ROOT))
    from wargame_core.errors import RecordError

    options = arguments(argv)
    try:
        if not options.table:
            play_missing(options)
        lines = [line for file in options.table or [options.file] for line in games_in(file)]
    except (RecordError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    for row in table(lines):
        print(row)
    return 0


def arguments(argv: list[str]) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?")
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--tries", type=int, help="tries of a choice")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of a choice, without --tries (default: 1)")
    parser.add_argument("--pairs", type=int, default=50, help="pairs of games (default: 50)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first pair, to share the work")
    parser.add_argument("--scenario", help="an id (default: the usual one)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", default="heuristic", help="the other bot (default: heuristic)")
    parser.add_argument("--minutes", type=float, help="stop after so many minutes")
    parser.add_argument("--table", nargs="+", type=Path, metavar="FILE", help="only print the table of these files")
    options = parser.parse_args(argv)
    if not options.table and (options.game is None or options.file is None):
        parser.error("give a game and a file, or --table and files")
    return options


def play_missing(options: argparse.Namespace) -> None:
    """Play the games that the file does not hold yet, pair by pair."""
    import wargame_core
    from wargame_lab.batches import open_lines, write_lines

    game = wargame_core.load(options.game)
    scenario = options.scenario or game.scenarios[0].id
    seconds = options.seconds if options.tries is None else None
    kind = dict(zip(KEYS, (game.id, scenario, options.against, options.tries, seconds, options.seed), strict=True))
    there: set[tuple[int, str]] = set()

    def note(where: str, row: object) -> None:
        line = game_of(where, row)
        if same_kind(line, kind):
            there.add((line["pair"], line["seat"]))

    file, _ = open_lines(options.file, note)
    started = monotonic()
    with file:
        for pair, seat in product(range(options.first, options.first + options.pairs), game.seats):
            if (pair, seat) in there:
                continue
            if options.minutes is not None and monotonic() - started > 60 * options.minutes:
                return
            write_lines(file, [{**kind, "pair": pair, "seat": seat, **played(game, kind, pair, seat)}])


def same_kind(line: Mapping[str, Any], kind: Mapping[str, Any]) -> bool:
    """Whether a game is of these games."""
    return all(line[key] == kind[key] for key in KEYS)


def played(game: Any, kind: Mapping[str, Any], pair: int, seat: str) -> dict[str, Any]:
    """One game: what the search won of it, and what it took."""
    from wargame_core.dice import Seeded
    from wargame_lab.lookahead import won
    from wargame_lab.playouts import playout

    seed = 1000 * kind["seed"] + pair
    effort = {"iterations": kind["tries"]} if kind["tries"] is not None else {"seconds": kind["seconds"]}
    players = {
        name: game.bot("search", seed=seed, **effort) if name == seat else game.bot(kind["against"], seed=seed)
        for name in game.seats
    }
    started = process_time()
    result = playout(game, players, Seeded(kind["seed"], stream=f"strength-{pair}"), scenario=kind["scenario"])
    share = won(result.outcome, seat)
    return {
        "won": share,
        "turns": result.turns,
        "decisions": result.decisions,
        "cpu": round(process_time() - started, 2),
    }


def games_in(file: Path) -> list[Mapping[str, Any]]:
    """The games of a file; none of one that is not there. A last line that was cut off does not count."""
    from wargame_lab.batches import WholeLines

    return [game_of(where, row) for where, row in WholeLines.of(file).rows()]


def game_of(where: str, row: object) -> Mapping[str, Any]:
    """The game in a line. Raises `RecordError` for a line of something else."""
    from wargame_core.errors import RecordError

    if not isinstance(row, Mapping) or not {*KEYS, "pair", "seat", "won", "cpu"} <= row.keys():
        raise RecordError(f"{where}: this line is no game of this benchmark; give a file of its own")
    return row


def table(lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A row for each kind of games."""
    from wargame_lab.results import wilson

    yield "| game | scenario | effort a choice | games | won | 95 % interval | by pairs | by seat | CPU s a game |"
    yield "|---|---|---|---|---|---|---|---|---|"
    kinds: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for line in lines:
        kinds.setdefault(tuple(line[key] for key in KEYS), []).append(line)
    for (game, scenario, against, tries, seconds, seed), games in kinds.items():
        won, count = sum(line["won"] for line in games), len(games)
        low, high = wilson(round(won), count)
        effort = f"{tries} tries" if tries is not None else f"{seconds:g} s"
        seats: dict[str, list[float]] = {}
        for line in games:
            seats.setdefault(line["seat"], []).append(line["won"])
        by_seat = ", ".join(f"{seat} {sum(part):g} of {len(part)}" for seat, part in seats.items())
        cost = sum(line["cpu"] for line in games) / count
        yield (
            f"| {game} | {scenario} | {effort}, against {against}, seed {seed} | {count} | {won / count:.1%} "
            f"| {low:.1%} to {high:.1%} | {interval_by_pairs(games)} | {by_seat} | {cost:.1f} |"
        )


def interval_by_pairs(games: Sequence[Mapping[str, Any]]) -> str:
    """The 95 % interval from what the whole pairs differ: narrower where one side of a scenario wins most games."""
    pairs: dict[int, list[float]] = {}
    for line in games:
        pairs.setdefault(line["pair"], []).append(line["won"])
    shares = [fmean(won) for won in pairs.values() if len(won) == 2]
    if len(shares) < 2:
        return "-"
    mean, reach = fmean(shares), 1.96 * stdev(shares) / sqrt(len(shares))
    return f"{max(0.0, mean - reach):.1%} to {min(1.0, mean + reach):.1%}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
