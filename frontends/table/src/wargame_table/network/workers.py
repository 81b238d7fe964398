"""Processes of a server that think for it: bots that choose, and games that are analysed."""

import asyncio
import multiprocessing
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from typing import TypeVar

from wargame_lab.engines.player import engine
from wargame_table.play.slow_requests import offer_bots

PATIENCE = 60.0
"""Seconds after which an answer is not waited for any longer."""
T = TypeVar("T")


class Workers:
    """A few processes that think. They begin when they are first asked, and end ``seconds_of_rest`` seconds after the
    last answer.

    Where ``seconds_of_rest`` is None they stay.
    """

    def __init__(
        self,
        processes: int = 1,
        engines: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
        seconds_of_rest: float | None = None,
    ) -> None:
        self._processes, self._engines, self._patience = processes, dict(engines or {}), patience
        self._rest, self._begun, self._answered = seconds_of_rest, 0, 0
        self._pool: ProcessPoolExecutor | None = None

    def start_processes(self) -> None:
        """Begin now, sharing the memory of this process, which must have no other thread."""
        self._pool = self._new_pool("fork")
        self._pool.submit(int)  # the first question starts all of them

    async def ask(self, function: Callable[..., T], *arguments: object) -> T:
        """What a function returns, run in a worker. Raises what it raises, and TimeoutError."""
        self._begun += 1
        try:
            return await self._answer(function, *arguments)
        finally:
            self._answered += 1
            if self._rest is not None:
                asyncio.get_running_loop().call_later(self._rest, self._end_unless_asked_since, self._begun)

    def _end_unless_asked_since(self, begun_count: int) -> None:
        if begun_count == self._begun == self._answered:
            self.close()
            self._pool = None

    async def _answer(self, function: Callable[..., T], *arguments: object) -> T:
        for attempt in (1, 2):
            try:
                future = asyncio.get_running_loop().run_in_executor(self._processes_now(), function, *arguments)
                return await asyncio.wait_for(future, self._patience)
            except BrokenExecutor:
                self._pool = None
                if attempt == 2:
                    raise
        raise AssertionError

    def _processes_now(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = self._new_pool("spawn")  # a process with threads cannot be forked
        return self._pool

    def _new_pool(self, method: str) -> ProcessPoolExecutor:
        context = multiprocessing.get_context(method)
        return ProcessPoolExecutor(self._processes, context, initializer=partial(begin_worker, self._engines))

    def close(self) -> None:
        """End the processes; what they were at is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def begin_worker(engines: Mapping[str, str]) -> None:
    """Prepare a process in which bots think: with these engines, a command by name, among them."""
    end_with_parent()
    offer_engines(engines)


def offer_engines(engines: Mapping[str, str]) -> None:
    """Let engines, a command by name, be bots of this process's games. Raises `WargameError` as `engine` does."""
    offer_bots({bot_name(name): engine(command) for name, command in engines.items()})


def bot_name(engine_name: str) -> str:
    """What people call an engine where they choose a bot; no bot of a game is called so."""
    return f"engine {engine_name}".strip()


def end_with_parent() -> None:
    """Let this process end when the one that started it was killed: nobody would know how to stop it."""
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        signal.raise_signal(signal.SIGTERM)
