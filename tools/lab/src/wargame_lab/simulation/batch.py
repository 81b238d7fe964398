"""A batch of games and the processes that play it: the same results wherever it runs."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, as_completed
from functools import lru_cache
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias

from attrs import evolve, frozen

from wargame_core.dice import Seeded
from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.players import Player
from wargame_core.game import Game
from wargame_core.plugins.discovery import load
from wargame_lab.simulation.collecting import Collect, collecting
from wargame_lab.simulation.playouts import LIMIT, GameResult, PlayerMaker, playout

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of games done and of all games."""
Arrived: TypeAlias = Callable[[list[GameResult]], None]
"""Called with the results of some games as soon as they have been played."""


@frozen
class Batch:
    """Everything that a game of a simulation follows from, except its number."""

    game: str | Path
    data: Path | None
    players: Mapping[str, PlayerMaker]
    seed: int
    scenario: str | None
    options: Mapping[str, object]
    limit: int
    collect: Collect | None = None

    def load(self) -> Game:
        """The game, found by name, for example in a worker process."""
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
        players, collected = self.players_of(game, index), list[object]()
        if self.collect is not None:
            players = collecting(players, self.collect, collected)
        try:
            result = playout(
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
        return evolve(result, collected=tuple(collected)) if collected else result


def play_in_processes(batch: Batch, games: Sequence[int], jobs: int, arrived: Arrived) -> None:
    """Play the games with these numbers in new processes, which send their results in parts."""
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts)
    try:
        for chunk in as_completed(_submit(pool, batch, games, jobs)):
            arrived(chunk.result())
    except BaseException as problem:
        workers = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(
            wait=False, cancel_futures=True
        )  # it alone cancels: its own thread fails at what others cancelled
        for worker in workers:  # or the interpreter would wait for their chunks at its end
            worker.terminate()
        if isinstance(problem, BrokenExecutor):
            raise WargameError(
                "a process that played games was ended from outside (killed, or out of memory); with out= the same "
                "call goes on with the games that it had not played"
            ) from None
        raise
    pool.shutdown()


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for us decides


def play_on(executor: Executor, batch: Batch, games: Sequence[int], jobs: int, arrived: Arrived) -> None:
    """Play the games with these numbers on the caller's executor; if one fails, those not begun are cancelled."""
    chunks = _submit(executor, batch, games, jobs)
    try:
        for chunk in as_completed(chunks):
            arrived(chunk.result())
    except BaseException:
        for chunk in chunks:
            chunk.cancel()
        raise


def _submit(executor: Executor, batch: Batch, games: Sequence[int], jobs: int) -> list[Future[list[GameResult]]]:
    size = max(1, min(50, len(games) // (jobs * 8)))  # small enough to keep every process busy to the end
    mark = f"{time.time_ns()}"
    return [
        executor.submit(_play_chunk, batch, games[start : start + size], mark) for start in range(0, len(games), size)
    ]


def _play_chunk(batch: Batch, indices: Iterable[int], mark: str) -> list[GameResult]:
    game = _loaded(str(batch.game), batch.data, mark)
    return [batch.play(game, index) for index in indices]


@lru_cache(maxsize=1)
def _loaded(name: str, data: Path | None, mark: str) -> Game:
    """The game, loaded once by every process of a batch; ``mark`` is the batch's own."""
    return Batch(name, data, {}, 0, None, {}, LIMIT).load()
