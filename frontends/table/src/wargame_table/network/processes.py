"""Several processes that do the same for one server: forked from a process that has loaded the games."""

import multiprocessing
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Final

CANNOT_BEGIN: Final = 3
"""The exit code of a process that cannot begin, as uvicorn's: another one could not either."""
SECONDS_BETWEEN_LOOKS: Final = 0.5
"""Seconds after which it is looked at the latest whether the server is to end."""


def can_share() -> bool:
    """Whether processes are forked here, so that they share memory with the one that starts them.

    Elsewhere than on Linux a fork may have half of what the libraries of the system need.
    """
    return sys.platform == "linux"


class Processes:
    """So many processes that do ``task``; one that ends is started again until this one is told to end."""

    def __init__(self, task: Callable[[], None], count: int) -> None:
        self._task, self._count, self._is_ending = task, count, False
        way = multiprocessing.get_context("fork") if can_share() else multiprocessing.get_context("spawn")
        self._process: Callable[..., BaseProcess] = way.Process

    def run(self) -> int:
        """The exit code, once a signal has ended them, or one of them could not begin."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._end)
        code, running = 0, [self._start() for _ in range(self._count)]
        while not self._is_ending:
            wait([process.sentinel for process in running], SECONDS_BETWEEN_LOOKS)
            if any(process.exitcode == CANNOT_BEGIN for process in running):
                code = CANNOT_BEGIN
                break
            if not self._is_ending:
                running = [process if process.exitcode is None else self._start() for process in running]
        for process in running:
            process.terminate()
        for process in running:
            process.join()
        return code

    def _start(self) -> BaseProcess:
        process = self._process(target=_begin, args=(self._task,))
        process.start()
        return process

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._is_ending = True


def _begin(task: Callable[[], None]) -> None:
    """Do a task in a new process, which ends at the signals that its parent only notes."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    task()
