"""Makes docs/balance.md: who wins how often when the heuristic bot plays every side, in every battle and campaign.

    python3 benchmarks/balance.py [--games 200] [--minutes N] [--game GAME] [--keep FOLDER] [--page [FILE]]

Games are played in rounds over all scenarios, until each has so many or the time is over; the page says how many there
were. Each scenario has a seed of its own that follows from its name, so `wargame simulate` plays the same games again.
``--keep`` writes each game to the folder as soon as it is over; the same command goes on with those that are missing.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, stdev
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final
from zlib import crc32

from attrs import define

from wargame_core.errors import RecordError
from wargame_core.game import Game
from wargame_core.plugins.discovery import load
from wargame_lab.batches import simulate
from wargame_lab.playouts import GameResult
from wargame_lab.results import Simulation

ROOT: Final = Path(__file__).resolve().parent.parent
GAMES: Final = ("vicksburg", "gettysburg", "gcacw_on_the_4th_day", "battlecry")
A_ROUND: Final = 5
"""Games of a scenario that are played before the next one's turn comes."""
TUNED: Final = 10_000
"""Bots are tuned on seeds below it; the page uses none of them."""

HEAD: Final = """# Balance

Who wins how often when the heuristic bot plays every side. This page is made by
`python3 benchmarks/balance.py --games {asked} --page`; nothing here is a test. In brackets are 95 % intervals
(Wilson's): a share whose interval holds 50 % may be even. What the bots do badly, people may do well: a row says as
much of the bots as of the battle.{fewer}

The games of a row are played again by `wargame simulate GAME --scenario ID --bot heuristic --games N --seed SEED`.
"""
FEWER: Final = """ There was time for {fewest} to {most} games a row."""


@define
class Row:
    """A scenario, the seed of its games, and what they came to."""

    game: str
    scenario: str
    title: str
    seats: tuple[str, ...]
    seed: int
    played: Simulation | None = None

    @property
    def games(self) -> int:
        """How many games have been played."""
        return len(self.played.games) if self.played else 0


def seed_of(game: str, scenario: str) -> int:
    """A seed that follows from the names, and that no bot was tuned on."""
    return TUNED + crc32(f"{game}/{scenario}".encode()) % TUNED


def rows_of(name: str, game: Game) -> Iterator[Row]:
    """A row without games for each scenario."""
    for scenario in game.scenarios:
        yield Row(name, scenario.id, scenario.title, tuple(game.seats), seed_of(name, scenario.id))


def play(row: Row, game: Game, games: int, folder: Path) -> None:
    """So many games of a row, with those that the folder has already."""
    file = folder / f"{row.game}-{row.scenario}.jsonl"
    row.played = simulate(game, "heuristic", games=games, seed=row.seed, scenario=row.scenario, out=file)


def line(row: Row) -> str:
    """A row of the page."""
    if row.played is None:  # the time was over before its turn came
        return ""
    results, wins, intervals = row.played.finished, row.played.wins, row.played.win_ci95
    count = len(results)
    cells = [f"`{row.scenario}`: {row.title}", str(row.seed), str(count)]
    for seat in row.seats:
        low, high = intervals[seat]
        cells.append(f"{wins[seat] / max(count, 1):.0%} ({low:.0%} to {high:.0%})")
    cells.append(f"{row.played.draws / max(count, 1):.0%}")
    turns = [result.turns for result in results] or [0]
    cells.append(f"{mean(turns):.1f}, {max(turns)}")
    cells.append("; ".join(points(results, seat) for seat in row.seats))
    return "| " + " | ".join(cells) + " |\n"


def points(results: Sequence[GameResult], seat: str) -> str:
    """A seat's mean final points with the half width of its 95 % interval; nothing for a seat without points."""
    scores = [result.outcome.scores[seat] for result in results if result.outcome and seat in result.outcome.scores]
    if not scores:
        return "-"
    half = 1.96 * stdev(scores) / len(scores) ** 0.5 if len(scores) > 1 else 0.0
    return f"{mean(scores):.1f} ± {half:.1f}"


def page(rows: Sequence[Row], titles: dict[str, str], asked: int) -> Iterator[str]:
    """The lines of the page."""
    played = [row.games for row in rows]
    fewer = FEWER.format(fewest=min(played), most=max(played)) if min(played) < asked else ""
    yield HEAD.format(asked=asked, fewer=fewer)
    last = ""
    for row in rows:
        if row.game != last:
            last = row.game
            sides = " | ".join(seat.capitalize() for seat in row.seats)
            yield f"\n## {titles[row.game]}\n\n"
            yield f"| scenario | seed | games | {sides} | drawn | turns: mean, longest | points |\n"
            yield "|---" * (6 + len(row.seats)) + "|\n"
        yield line(row)


def main(argv: list[str]) -> int:
    """Plays, then prints or writes the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="games a scenario (default: 200)")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after so long (default: when all are played)")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game; may be given again")
    parser.add_argument("--keep", type=Path, help="a folder for the games; not for games of other versions of the bots")
    parser.add_argument("--page", type=Path, nargs="?", const=ROOT / "docs" / "balance.md", help="write the page")
    options = parser.parse_args(argv)
    games = {name: load(name) for name in options.game or GAMES}
    rows = [row for name, game in games.items() for row in rows_of(name, game)]
    until = monotonic() + 60 * options.minutes if options.minutes else float("inf")
    try:
        with TemporaryDirectory() as passing:
            folder = options.keep or Path(passing)
            folder.mkdir(parents=True, exist_ok=True)
            while (waiting := [row for row in rows if row.games < options.games]) and monotonic() < until:
                fewest = min(waiting, key=lambda row: row.games)
                play(fewest, games[fewest.game], min(fewest.games + A_ROUND, options.games), folder)
    except (RecordError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    text = "".join(page(rows, {name: game.title for name, game in games.items()}, options.games))
    if options.page is None:
        print(text, end="")
    else:
        options.page.write_text(text, encoding="utf-8")
        print(f"{options.page}: {sum(row.games for row in rows)} games")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
