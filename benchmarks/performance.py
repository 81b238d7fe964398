"""Makes docs/performance.md: how fast every game plays, beside python-chess, and where its time goes.

    python3 run.py bench --page [FILE] [--rounds N]

Rates are a second of processor time. In a round everything is measured once, one after the other, on seeds that no
round before had; what stands on the page is the median of the rounds and, for play, of the ratios within a round.
"""

import platform
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final

from benchmarks import profiles, rows

GAMES: Final = ("battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")
SHORT: Final = ("Battle Cry", "Vicksburg", "Gettysburg", "4th Day", "Thunder")

NOT_REACHED: Final = Path(__file__).with_name("not_reached.md")
"""What is written by hand: the goals, and where the rest of the time goes."""

HEAD = """# Performance

How fast the games play, and where the time goes. This page is made by `python3 run.py bench --page`; nothing here is
a test. Processor time, {rounds} rounds of everything in turn, each on seeds of its own; Python {python}, {machine}.
Believe ratios, not absolute numbers: a busy machine slows all alike.

"""
BETWEEN = """
A decision is a choice of a player; rolls are not counted. `python-chess = 1` is random play from the list of its legal
moves, in the same round. The recorded row is `match.play`: what no menu handed out is judged, every event is told to
every seat, undo stays possible. Adapters are PettingZoo's, with the encoder's whole observation of the seat to choose
at each step.

## Where the time of random play goes

Shares of self time under cProfile, which makes small calls look dearer than they are.

"""


def page(rounds: int) -> str:
    """The whole page."""
    rows.known_games(GAMES)
    measured: dict[str, list[list[float]]] = {name: [] for name in rows.ROWS}
    chess: list[float] = []
    for number in range(rounds):
        chess.append(rows.chess(number))
        for name, row in rows.ROWS.items():
            measured[name].append([row(game, number) for game in GAMES])
    lines = [HEAD.format(rounds=rounds, python=platform.python_version(), machine=platform.machine())]
    lines += table(("", *SHORT), play_rows(measured, chess))
    lines.append("\n| once | |\n|---|---|\n")
    lines += [f"| {name} | {median(once() for _ in range(rounds)):.3g} |\n" for name, once in rows.ONCE.items()]
    lines.append(BETWEEN)
    shares = [profiles.shares(game) for game in GAMES]
    parts = sorted({part for share in shares for part in share}, key=lambda part: -sum(s.get(part, 0) for s in shares))
    lines += table(("", *SHORT), ((part, *(f"{s.get(part, 0):.0%}" for s in shares)) for part in parts))
    lines.append(NOT_REACHED.read_text(encoding="utf-8"))
    return "".join(lines)


def play_rows(measured: Mapping[str, list[list[float]]], chess: list[float]) -> Iterator[tuple[str, ...]]:
    """The rows of what is measured of every game."""
    random = measured["random play, decisions a second"]
    ratios = [[rate / beside for rate in round_] for round_, beside in zip(random, chess, strict=True)]
    yield "random play, python-chess = 1", *(f"{value:.2f}" for value in medians(ratios))
    recorded = measured["recorded play, decisions a second"]
    slower = [[a / b for a, b in zip(*pair, strict=True)] for pair in zip(random, recorded, strict=True)]
    yield "recorded play, times the bare play-out", *(f"{value:.2f}" for value in medians(slower))
    for name, rounds in measured.items():
        yield name, *("-" if value < 0 else f"{value:,.0f}" for value in medians(rounds))


def medians(rounds: list[list[float]]) -> list[float]:
    """The median of each column."""
    return [median(column) for column in zip(*rounds, strict=True)]


def table(head: tuple[str, ...], body: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """The lines of a table."""
    yield "| " + " | ".join(head) + " |\n"
    yield "|---" * len(head) + "|\n"
    for row in body:
        yield "| " + " | ".join(row) + " |\n"


def write(path: Path, rounds: int) -> None:
    """Measure everything and write the page."""
    started = process_time()
    path.write_text(page(rounds), encoding="utf-8")
    print(f"{path} after {process_time() - started:.0f} s of processor time")
