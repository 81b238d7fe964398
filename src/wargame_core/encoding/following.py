"""The numbers of one seat's views, one after another: what did not change since the last is not written again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from wargame_core.encoding.observations import Observer
from wargame_core.flow.events import Board
from wargame_core.flow.seat_view import SeatView

N = TypeVar("N", bound=Any)


class Following(Generic[N]):
    """Keeps ``numbers`` equal to those of the latest view that was followed.

    ``numbers`` begin as `Observer.printed`, in any container that takes numbers by index. Boards are only read while a
    view is followed; what is compared with later are copies.
    """

    def __init__(self, observer: Observer, numbers: N) -> None:
        self.observer, self.numbers = observer, numbers
        self._places: dict[str, str] = {}
        self._facts: list[dict[str, int]] = [{} for _ in observer.rules.piece_facts]
        self._beside: dict[int, float] = {}

    def follow(self, view: SeatView) -> None:
        """Let the numbers be those of this view."""
        board = view.board
        places = board.piece_places()
        if places != self._places:
            self._move(places)
        self._tell(board)
        beside = self.observer.beside(view)
        if beside != self._beside:
            self._lay(beside)

    def _move(self, places: Mapping[str, str]) -> None:
        numbers, before = self.numbers, self._places
        starts, spaces = self.observer.piece_starts, self.observer.places
        for piece in before.keys() | places.keys():
            was, now = before.get(piece), places.get(piece)
            if was == now:
                continue
            start, plane = starts.get(piece, (-1, -1))
            number, x, y = spaces.get(now, (-1, 0.0, 0.0)) if now is not None else (-1, 0.0, 0.0)
            if start >= 0:
                numbers[start : start + 3] = (float(now is not None), x, y)
            if plane >= 0 and number >= 0:
                numbers[plane + number] += 1.0
            if plane >= 0 and was in spaces:
                numbers[plane + spaces[was][0]] -= 1.0
        self._places = dict(places)

    def _tell(self, board: Board) -> None:
        starts, numbers = self.observer.piece_starts, self.numbers
        for column, (fact, before) in enumerate(
            zip(self.observer.rules.piece_facts.values(), self._facts, strict=True), self.observer.facts_from
        ):
            told = fact(board)
            if told == before:
                continue
            for piece, number in told.items():
                if before.get(piece) != number and piece in starts:
                    numbers[starts[piece][0] + column] = float(number)
            for piece in before.keys() - told.keys():
                if piece in starts:
                    numbers[starts[piece][0] + column] = 0.0
            self._facts[column - self.observer.facts_from] = dict(told)

    def _lay(self, beside: dict[int, float]) -> None:
        numbers = self.numbers
        for place in self._beside.keys() - beside.keys():
            numbers[place] = 0.0
        for place, number in beside.items():
            if self._beside.get(place) != number:
                numbers[place] = number
        self._beside = beside
