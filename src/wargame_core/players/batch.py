"""A batch of games and the processes that play it: the same results wherever it runs."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from functools import lru_cache
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from wargame_core.dice import Seeded
from wargame_core.errors import UnknownName
from wargame_core.flow.players import Player
from wargame_core.game import Game
from wargame_core.players.playouts import LIMIT, GameResult, PlayerMaker, playout
from wargame_core.plugins.discovery import load

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the games done so far and how many there will be."""


@frozen
class Batch:
    """What every game of a simulation follows from, together with its number."""

    game: str | Path
    data: Path | None
    players: Mapping[str, PlayerMaker]
    seed: int
    scenario: str | None
    options: Mapping[str, object]
    limit: int

    def load(self) -> Game:
        """The game, found again by name (in a worker, say)."""
        try:
            return load(self.game, self.data)
        except UnknownName:
            if self.data is None:
                raise
            return load(self.data)  # a designer's folder has no name that is installed

    def dice(self, index: int) -> Seeded:
        """The dice of game number ``index``."""
        return Seeded(self.seed, stream=f"game-{index}")

    def players_of(self, game: Game, index: int) -> dict[str, Player]:
        """Fresh players for game number ``index``, by seat."""
        made = {}
        for seat, maker in self.players.items():
            digest = blake2b(f"{self.seed}:{index}:{seat}".encode(), digest_size=6).digest()
            seed = int.from_bytes(digest, "big")
            if isinstance(maker, str):
                made[seat] = game.bot(maker, seed=seed)
            else:
                made[seat] = game.with_bots_inside(maker(seed=seed), seed=seed)
        return made

    def play(self, game: Game, index: int) -> GameResult:
        """Game number ``index``. An error carries a note that says which game it was."""
        players = self.players_of(game, index)
        try:
            return playout(
                game,
                players,
                self.dice(index),
                scenario=self.scenario,
                options=self.options,
                index=index,
                limit=self.limit,
            )
        except Exception as problem:
            problem.add_note(f"in game {index} of seed {self.seed}")
            raise


def play_in_processes(batch: Batch, games: int, jobs: int, progress: Progress | None) -> list[GameResult]:
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts)
    try:
        results = _gather(_submit(pool, batch, games, jobs), games, progress)
    except BaseException:
        workers = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(
            wait=False, cancel_futures=True
        )  # it alone cancels: its own thread fails at what others cancelled
        for worker in workers:  # or the interpreter would wait for their chunks at its end
            worker.terminate()
        raise
    pool.shutdown()
    return results


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for us decides


def collect(executor: Executor, batch: Batch, games: int, jobs: int, progress: Progress | None) -> list[GameResult]:
    """The games of a batch from an executor of the caller's; what it has not begun is cancelled when one fails."""
    chunks = _submit(executor, batch, games, jobs)
    try:
        return _gather(chunks, games, progress)
    except BaseException:
        for chunk in chunks:
            chunk.cancel()
        raise


def _submit(executor: Executor, batch: Batch, games: int, jobs: int) -> list[Future[list[GameResult]]]:
    size = max(1, min(50, games // (jobs * 8)))  # small enough to keep every process busy to the end
    mark = f"{time.time_ns()}"
    return [
        executor.submit(_play_chunk, batch, range(start, min(start + size, games)), mark)
        for start in range(0, games, size)
    ]


def _gather(chunks: list[Future[list[GameResult]]], games: int, progress: Progress | None) -> list[GameResult]:
    results: list[GameResult] = []
    for chunk in as_completed(chunks):
        results += chunk.result()
        if progress is not None:
            progress(len(results), games)
    return sorted(results, key=lambda result: result.index)


def _play_chunk(batch: Batch, indices: Iterable[int], mark: str) -> list[GameResult]:
    game = _loaded(str(batch.game), batch.data, mark)
    return [batch.play(game, index) for index in indices]


@lru_cache(maxsize=1)
def _loaded(name: str, data: Path | None, mark: str) -> Game:
    """The game, loaded once by every process of a batch; ``mark`` is the batch's own."""
    return Batch(name, data, {}, 0, None, {}, LIMIT).load()
