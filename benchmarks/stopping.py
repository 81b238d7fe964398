"""How soon bots stop, how well searches keep their seconds, and how long an event loop waits while a bot thinks.

python3 -m benchmarks.stopping vicksburg [--seconds 4] [--choices 60]
"""

import argparse
import asyncio
import gc
import sys
import threading
from collections.abc import Iterator
from functools import partial
from time import perf_counter, thread_time

from wargame_core import AsyncSession, Game, View, load
from wargame_core.flow.players import RandomPlayer, choose
from wargame_lab.search_players import SearchPlayer

TICK = 0.005
"""Seconds between two looks at the clock of the loop."""


def views(game: Game, choices: int) -> Iterator[View]:
    """The first choices of a game between its normal bots, where there are several to choose from."""
    match = game.start(seed=3)
    players = {seat: game.bot("normal", seed=1) for seat in game.seats}
    for _ in range(choices):
        if not match.waiting_for:
            return
        view = match.view(match.waiting_for[0])
        if not view.forced:
            yield view
        match.play(players[view.seat](match.view(view.seat)), view.seat)


def stops(game: Game, choices: int) -> None:
    """Print the longest answer of each bot, free and with a stop that is set before it begins."""
    stop = threading.Event()
    stop.set()
    for name in game.bots:
        bots = {seat: (game.bot(name, seed=1), game.bot(name, seed=1)) for seat in game.seats}
        longest, stopped, busy = 0.0, 0.0, 0.0
        for view in views(game, choices):
            free, other = bots[view.seat]
            begun, worked = perf_counter(), thread_time()
            choose(other, view, stop=stop)
            stopped, busy = max(stopped, perf_counter() - begun), max(busy, thread_time() - worked)
            begun = perf_counter()
            free(view)
            longest = max(longest, perf_counter() - begun)
        print(f"{name:12} longest {longest:.3f} s; stopped {stopped:.3f} s, of which it worked {busy:.3f} s")


def searches(game: Game, seconds: float, choices: int) -> None:
    """Print how far from its seconds a search answered at most, and how soon it stopped in the midst of them."""
    view = next(view for view in views(game, choices) if len(view.choices) > 3)
    for jobs in (1, 2):
        bot = SearchPlayer(seed=1, policy=RandomPlayer, choices=20, seconds=seconds, doubt=9.0, jobs=jobs)
        took = []
        after = 0.0
        for _ in range(3):
            begun = perf_counter()
            bot(view)
            took.append(perf_counter() - begun)
            stop = Watched()
            timer = threading.Timer(seconds / 2, stop.set)
            timer.start()
            choose(bot, view, stop=stop)
            after = max(after, perf_counter() - stop.at)
            timer.cancel()
        bot.close()
        times = ", ".join(f"{each:.3f}" for each in took)
        print(f"search of {seconds} s, {jobs} jobs: took {times} s; stopped after {after:.3f} s; {bot.tries} tries")


class Watched(threading.Event):
    """An event that knows when it was set."""

    at = float("inf")

    def set(self) -> None:
        """Set it, and note the time."""
        self.at = perf_counter()
        super().set()


async def gaps(game: Game, seconds: float) -> list[float]:
    """By how much each tick of a loop was late while searches played."""
    late: list[float] = []

    async def tick() -> None:
        while True:
            begun = perf_counter()
            await asyncio.sleep(TICK)
            late.append(perf_counter() - begun - TICK)

    maker = partial(SearchPlayer, policy=game.bots["normal"], choices=20, seconds=seconds, doubt=9.0)
    async with AsyncSession(game.start(seed=3), dict.fromkeys(game.seats, maker)) as session:
        ticking, bots = asyncio.create_task(tick()), asyncio.create_task(session.let_bots_play())
        await asyncio.sleep(4 * seconds)
        bots.cancel()
        ticking.cancel()
    return sorted(late)


def main(arguments: list[str]) -> None:
    """Measure one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--choices", type=int, default=60)
    given = parser.parse_args(arguments)
    game = load(given.game)
    stops(game, given.choices)
    searches(game, given.seconds, given.choices)
    for frozen in (False, True):
        if frozen:
            gc.collect()
            gc.freeze()
        worst = ", ".join(f"{gap:.3f}" for gap in asyncio.run(gaps(game, given.seconds))[-3:])
        print(f"loop, {'data frozen' if frozen else 'as it is'}: the worst three gaps {worst} s")


if __name__ == "__main__":
    main(sys.argv[1:])
