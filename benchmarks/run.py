"""Prints how fast a game plays, beside other libraries, all measured in this one run; nothing here is a test.

    python3 run.py bench [GAME] [--seconds S] [--rounds N]
    python3 run.py bench [GAME] --against FOLDER [--player NAME] [--games N] [--rounds N]
    python3 run.py bench --page [FILE] [--rounds N]
    python3 run.py bench --stale [FIGURE ...]
    python3 run.py bench --remake FIGURE [FIGURE ...]

The second form compares this source tree with another one on the same games; see `trees`. The third measures every
game and writes docs/performance.md, or FILE; see `performance`. The last two say which measured figures were made with
other rules or bots, and make them anew; see `figures`.

Rounds of everything alternate, so that a busy machine slows all alike; what counts are medians and ratios.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
INSTALL = "python3 run.py bench"
CHESS, SPIEL = "python-chess", "OpenSpiel"


def main(argv: list[str]) -> int:
    """Measures and prints. Returns the exit code: 2 when the game cannot be loaded."""
    sys.path.insert(0, str(ROOT))
    from wargame_core import WargameError, load

    parser = argparse.ArgumentParser(prog="run.py bench", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="vicksburg", help="the game to measure (default: vicksburg)")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long a round of playouts takes (default: 1)")
    parser.add_argument("--rounds", type=int, default=5, help="of how many rounds the median is taken (default: 5)")
    parser.add_argument("--against", type=Path, help="another source tree: compare how fast both play this game")
    parser.add_argument("--player", default="random", help="with --against: the bot of all seats (default: random)")
    parser.add_argument("--games", type=int, default=3, help="with --against: games a round (default: 3)")
    parser.add_argument(
        "--page", type=Path, nargs="?", const=ROOT / "docs" / "performance.md", help="write the page on all games"
    )
    parser.add_argument("--stale", nargs="*", metavar="FIGURE", help="list figures made with other rules or bots")
    parser.add_argument("--remake", nargs="+", metavar="FIGURE", help="measure figures anew")
    options = parser.parse_args(argv)
    if options.stale is not None or options.remake is not None:
        return of_figures(options)
    if options.page is not None:
        from benchmarks import performance

        performance.write(options.page, options.rounds)
        return 0
    if options.against is not None:
        return against(options)
    try:
        game = load(options.game)
    except WargameError as problem:
        print(f"run.py bench: {problem}", file=sys.stderr)
        return 2
    print(f"{game.title}; medians of {options.rounds} rounds; Python {sys.version.split()[0]}\n", flush=True)
    rates = playouts(game, options.seconds, options.rounds)
    single(game, options.rounds)
    compare(rates)
    others_of_ours()
    return 0


def of_figures(options: argparse.Namespace) -> int:
    """Lists or remakes measured figures. Returns the exit code: 2 for a figure that is not there."""
    from benchmarks import figures

    from wargame_core import WargameError

    try:
        if options.remake is not None:
            return figures.remake(options.remake)
        print(*figures.stale_lines(options.stale), sep="\n")
    except WargameError as problem:
        print(f"run.py bench: {problem}", file=sys.stderr)
        return 2
    return 0


def against(options: argparse.Namespace) -> int:
    """Prints how this tree compares with another. Returns the exit code: 2 when one of them cannot play."""
    import subprocess

    from benchmarks import trees

    tree = options.against.resolve()
    print(f"{options.game}, {options.player} players, {options.rounds} rounds of {options.games} games", flush=True)
    try:
        print(trees.compare(tree, ROOT, options.game, options.player, options.games, options.rounds))
    except subprocess.CalledProcessError as problem:
        print(f"run.py bench: {problem.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return 2
    return 0


def playouts(game: Any, seconds: float, rounds: int) -> dict[str, float]:
    """Prints decisions and games a second, ours and others' round by round in turn; returns medians by name."""
    from benchmarks import ours

    players = [name for name in ("random", "heuristic") if name == "random" or name in game.bots]
    measures: dict[str, Callable[[int], float]] = {}
    games: dict[str, list[float]] = {player: [] for player in players}

    def of_ours(player: str) -> Callable[[int], float]:
        def measure(number: int) -> float:
            decisions, played = ours.rate(game, player, seconds, number)
            games[player].append(played)
            return decisions

        return measure

    for player in players:
        measures[f"{game.id}, {player} players"] = of_ours(player)
    measures |= others(seconds)
    found: dict[str, list[float]] = {name: [] for name in measures}
    for number in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure(number))
    line("decisions a second, one core", "median", "lowest", "highest")
    for name, values in found.items():
        line(f"  {name}", *(f"{value:,.0f}" for value in (median(values), min(values), max(values))))
    line("games a second, one core")
    for player, values in games.items():
        line(
            f"  {game.id}, {player} players", *(f"{value:,.2f}" for value in (median(values), min(values), max(values)))
        )
    return {name: median(values) for name, values in found.items()}


def others(seconds: float) -> dict[str, Callable[[int], float]]:
    """Measures of the libraries beside ours; one that is not installed is left out with a word on how to get it."""
    from benchmarks import others as libraries

    found: dict[str, Callable[[int], float]] = {}
    try:
        libraries.chess_rate(0, 0)
        found[CHESS] = lambda number: libraries.chess_rate(seconds, number)
    except ImportError:
        print(f"python-chess is not installed: {INSTALL}\n")
    try:
        games = libraries.python_games()
    except ImportError:
        print(f"OpenSpiel is not installed: {INSTALL}\n")
    else:
        share = max(0.1, seconds / max(1, len(games)))
        for name, game in games.items():
            found[f"{SPIEL} {name}"] = partial(libraries.spiel_rate, game, share)
    return found


def single(game: Any, rounds: int) -> None:
    """Prints what single calls take in the middle of a game."""
    from benchmarks import ours

    imports = [ours.import_seconds() for _ in range(rounds)]
    positions = ours.positions(game)
    line("\nsingle calls, mid-game", "median", "lowest", "highest")
    times("import wargame_core, ms (networkx stays unloaded)", 1000, imports)
    pictures = [ours.picture_seconds(game) for _ in range(rounds)]
    times("the first picture, CPU ms (aim: below 300)", 1000, [first for first, _ in pictures])
    times("the next picture, CPU ms (aim: below 20)", 1000, [following for _, following in pictures])
    calls: Mapping[str, Callable[[Any], Iterable[float]]] = {
        "state.after(action), us": ours.after,
        "listing all choices, us": ours.choices,
        "judging one action, us": ours.judging,
        "a full seat view as JSON, us": ours.views,
        "the same without the log, us": ours.boards,
    }
    for name, measure in calls.items():
        times(name, 1e6, [median(measure(positions)) for _ in range(rounds)])
    saving, loading, size = ours.record_seconds(game, rounds)
    times(f"saving a record of {size // 1024} KiB, ms", 1000, saving)
    times("loading it again, every rule run, ms", 1000, loading)
    line("  memory of one match with its record, KiB", f"{ours.memory(game) // 1024:,}")


def compare(rates: Mapping[str, float]) -> None:
    """Prints our random playouts as a multiple of others'."""
    mine = next(iter(rates.values()))
    spiel = [rate for name, rate in rates.items() if name.startswith(SPIEL)]
    line("\nrandom playouts of ours, decisions a second against", "times")
    if CHESS in rates:
        line(f"  {CHESS} (aim: 5)", f"{mine / rates[CHESS]:.2f}")
    if spiel:
        line(f"  the fastest {SPIEL} Python game (aim: 2)", f"{mine / max(spiel):.2f}")
        line(f"  the median {SPIEL} Python game", f"{mine / median(spiel):.2f}")
    if len(rates) == 1:
        print(f"  nothing is here to compare with: {INSTALL}")


def others_of_ours() -> None:
    """Prints the figures of the other games, when their plugins are here."""
    modules = {"gcacw": "series charts", "battlecry": "Battle Cry", "on_the_4th_day": "On the 4th Day"}
    for module, title in modules.items():
        try:
            benchmarks = import_module(f"benchmarks.{module}").BENCHMARKS
        except ImportError:
            continue
        line(f"\n{title}", "best")
        for name, benchmark in benchmarks.items():
            try:
                line(f"  {name}", f"{benchmark():,.2f}")
            except ImportError as problem:
                line(f"  {name}", f"needs {problem.name}")


def times(name: str, scale: float, seconds: list[float]) -> None:
    """Prints the median, least and most of some times."""
    line(f"  {name}", *(f"{scale * value:,.1f}" for value in (median(seconds), min(seconds), max(seconds))))


def line(name: str, *cells: str) -> None:
    """Prints one row of the table."""
    print(f"{name:<56}" + "".join(f"{cell:>12}" for cell in cells), flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
