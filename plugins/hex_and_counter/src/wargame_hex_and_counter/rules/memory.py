"""What a phase has worked out, kept for when it is played again from the same board, as a bot that looks ahead does."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from wargame_core.authoring import Procedure

V = TypeVar("V")

MOST_POSITIONS: Final = 512
"""How many positions of a phase are kept."""


class _Position:
    """What was worked out between two answers, by its number there; and the positions after the next answer."""

    __slots__ = ("after", "results")

    def __init__(self) -> None:
        self.results: dict[int, Any] = {}
        self.after: dict[Hashable, _Position] = {}


class _Tree:
    """The positions of a phase that began on one board, by the answers that led to them."""

    __slots__ = ("count", "root")

    def __init__(self) -> None:
        self.root, self.count = _Position(), 0

    def position_after(self, position: _Position, answer: Hashable) -> _Position:
        """The position after an answer. Those of before are forgotten where there are too many."""
        following_position = position.after.get(answer)
        if following_position is None:
            if self.count >= MOST_POSITIONS:
                self.root.after.clear()
                self.count = 0
            following_position = position.after[answer] = _Position()
            self.count += 1
        return following_position


class PhaseResults:
    """One playing of a phase: it goes along the positions, and finds there what another playing has worked out.

    Each of its questions and rolls goes through `after`. Without a tree nothing is kept. What a phase works out follows
    from the board on which it began and from the answers since; so the n-th result after an answer is the same each
    time. A result may not refer to the board of a game that goes on, and nobody may change it.
    """

    __slots__ = ("_number", "_position", "_tree")

    def __init__(self, tree: _Tree | None = None) -> None:
        self._tree, self._position, self._number = tree, tree.root if tree is not None else None, 0

    def result_of(self, work: Callable[[], V]) -> V:
        """What ``work`` gives, or gave when the phase was here before; ``work`` may not call `get` itself."""
        if self._position is None:
            return work()
        results, number = self._position.results, self._number
        self._number += 1
        if number not in results:  # two threads may both work it out, and find the same
            results[number] = work()
        return results[number]  # type: ignore[no-any-return]  # what work() gave in the same place

    def after(self, question: Procedure[Any]) -> Procedure[Any]:
        """The answer to a question or roll of the phase; what is worked out from now on follows from it as well."""
        return question if self._tree is None else self._going_on(question, self._tree)

    def _going_on(self, question: Procedure[Any], tree: _Tree) -> Procedure[Any]:
        answer = yield from question
        assert self._position is not None
        self._position, self._number = tree.position_after(self._position, answer), 0
        return answer

    def board(self, board: Any) -> Any:
        """The board for a result that refers to one: a copy, where results are kept."""
        return board if self._tree is None else board.copy()


class PhaseMemory:
    """The results of a phase on the board from which it was begun last."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[Any, _Tree] | None = None

    def of(self, board: Any) -> PhaseResults:
        """The results on a board that equals this one; none yet where the last board was another."""
        last = self._last
        if last is None or last[0] != board:
            last = self._last = board.copy(), _Tree()
        return PhaseResults(last[1])
