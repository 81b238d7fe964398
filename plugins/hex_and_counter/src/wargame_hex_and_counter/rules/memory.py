"""What a phase has worked out, kept for when it is played again from the same board, as a bot that looks ahead does."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

V = TypeVar("V")

MOST: Final = 512
"""How many results are kept."""


class PhaseResults:
    """Results by what they follow from, on one board at the beginning of a phase."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: dict[Hashable, Any] = {}

    def get(self, key: Hashable, work: Callable[[], V]) -> V:
        """The result that is kept under a key, or what ``work`` gives."""
        try:
            return self.found[key]  # type: ignore[no-any-return]  # what work() of the same key gave
        except KeyError:
            if len(self.found) >= MOST:
                self.found.clear()
            result = self.found[key] = work()
            return result


class PhaseMemory:
    """The results of a phase on the board from which it was begun last.

    Whatever a phase works out follows from that board and from the answers since; so the key of a result is made of
    answers, and a result may not refer to the board of a game that goes on.
    """

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[Any, PhaseResults] | None = None

    def of(self, board: Any) -> PhaseResults:
        """The results on a board that equals this one; none yet where the last board was another."""
        last = self._last
        if last is None or last[0] != board:
            last = self._last = board.copy(), PhaseResults()
        return last[1]
