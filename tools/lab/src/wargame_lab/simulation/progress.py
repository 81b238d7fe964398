"""A progress bar for batches of games: that of tqdm if it is installed, else a line of text that is overwritten."""

from __future__ import annotations

import sys
import time
from importlib import import_module
from importlib.util import find_spec

from wargame_lab.simulation.batch import Progress

WIDTH = 30
"""Characters of the bar."""


def progress_bar(games: int) -> Progress:
    """A function that shows the games done so far and the time left, in a notebook too."""
    if find_spec("tqdm") is not None:
        bar = import_module("tqdm.auto").tqdm(total=games, unit="game")

        def advance(done: int, of: int) -> None:
            bar.update(done - bar.n)
            if done >= of:
                bar.close()

        return advance
    started = time.monotonic()

    def write(done: int, of: int) -> None:
        left = (time.monotonic() - started) / max(done, 1) * (of - done)
        print(f"\r{line(done, of)}  {left:.0f} s left ", end="" if done < of else "\n", file=sys.stderr, flush=True)

    return write


def line(done: int, games: int) -> str:
    """The bar as text.

    >>> line(5, 10)
    '###############...............  5 of 10 games'
    """
    full = WIDTH * done // games
    return f"{'#' * full}{'.' * (WIDTH - full)}  {done} of {games} games"
