"""Work away from the loop that answers people: bots, forecasts and films, in processes of their own.

A worker keeps the latest matches and is given all rows of one, which are few; it plays only those it has not seen.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_core.plugins.discovery import load
from wargame_table.people import BotChoice, Bots
from wargame_table.protocol import FilmRequest, Forecast
from wargame_table.rows import Opening, Row, begun, play_row
from wargame_table.work import worked_out

T = TypeVar("T")
KEPT = 20
"""Matches that a worker keeps."""
PATIENCE = 60.0
"""Seconds after which an answer is not waited for any longer."""

_games: dict[str, Game] = {}
_matches: OrderedDict[str, tuple[Match, int, Bots]] = OrderedDict()


def game_called(name: str) -> Game:
    """An installed game, read once in this process."""
    if name not in _games:
        _games[name] = load(name)
    return _games[name]


def choose(table: str, opening: Opening, rows: Sequence[Row], seat: str, bot: str) -> BotChoice:
    """What a bot chooses from what its seat sees. Chance is drawn anew each time: the choice is kept."""
    game = game_called(opening.game)
    match, played, bots = _matches.pop(table, (None, 0, Bots(game, opening)))
    if match is None or played > len(rows):
        (match, played), bots = begun(game, opening, rows), Bots(game, opening)
    for row in rows[played:]:
        play_row(match, row)
        bots.follow(row)
    _matches[table] = match, len(rows), bots
    while len(_matches) > KEPT:
        _matches.popitem(last=False)
    return bots.think(match, len(rows), seat, bot)


def work(opening: Opening, rows: Sequence[Row], seat: str, asked: Forecast | FilmRequest) -> JsonObject:
    """The answer to a request that takes time."""
    return worked_out(game_called(opening.game), opening, rows, seat, asked)


def _watch_parent() -> None:
    """A worker whose server was killed ends too."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


class Workers:
    """A few processes that think."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, function: Callable[..., T], *given: object) -> T:
        """What a function returns, run in a worker. Raises what it raises, and TimeoutError."""
        for attempt in (1, 2):
            try:
                done = asyncio.get_running_loop().run_in_executor(self._processes_now(), function, *given)
                return await asyncio.wait_for(done, PATIENCE)
            except BrokenProcessPool:
                self._pool = None
                if attempt == 2:
                    raise
        raise AssertionError

    def _processes_now(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, initializer=_watch_parent)
        return self._pool

    def close(self) -> None:
        """End the processes; what they were at is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
