"""The numbers of one seat's views, one after another: what did not change since the last is not written again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from wargame_core.flow.events import Board
from wargame_core.flow.view import View
from wargame_lab.encoding.observations import Observation, Observer, numbers_of

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

    def follow(self, view: View) -> None:
        """Let the numbers be those of this view."""
        board = view.board
        places = board.piece_places()
        if places != self._places:
            self._move(places)
        self._tell(board)
        beside = self._beside_now(view)
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
            number, x, y = spaces.get(now or "", (-1, 0.0, 0.0))
            if start >= 0:
                numbers[start : start + 3] = (float(now is not None), x, y)
            if plane >= 0 and number >= 0:
                numbers[plane + number] += 1.0
            left, _, _ = spaces.get(was or "", (-1, 0.0, 0.0))
            if plane >= 0 and left >= 0:
                numbers[plane + left] -= 1.0
        self._places = dict(places)

    def _tell(self, board: Board) -> None:
        starts, numbers, first = self.observer.piece_starts, self.numbers, self.observer.facts_from
        for place, fact in enumerate(self.observer.rules.piece_facts.values()):
            before, column = self._facts[place], first + place
            known = fact(board)
            if known == before:
                continue
            for piece, number in known.items():
                if before.get(piece) != number and piece in starts:
                    numbers[starts[piece][0] + column] = float(number)
            for piece in before.keys() - known.keys():
                if piece in starts:
                    numbers[starts[piece][0] + column] = 0.0
            self._facts[place] = dict(known)

    def _lay(self, beside: dict[int, float]) -> None:
        numbers = self.numbers
        for place in self._beside.keys() - beside.keys():
            numbers[place] = 0.0
        for place, number in beside.items():
            if self._beside.get(place) != number:
                numbers[place] = number
        self._beside = beside

    def _beside_now(self, view: View) -> dict[int, float]:
        """What lies beside the board: numbers by index. All other globals are 0."""
        places = self.observer.global_places
        shown = {places["seat", view.seat]: 1.0} if ("seat", view.seat) in places else {}
        for seat in view.waiting_for:
            shown[places["chooses", seat]] = 1.0
        if view.outcome is not None:
            shown[places["over", ""]] = 1.0
        for name, number in numbers_of(view.counts):
            place = places.get(name)  # a game inside has other cards and tracks than this sheet
            if place is not None:
                shown[place] = shown.get(place, 0.0) + number
        return shown


def observation_of(observer: Observer, view: View) -> Observation:
    """The view as numbers. They depend on the view alone."""
    following = Following(observer, observer.printed.copy())
    following.follow(view)
    return Observation(tuple(following.numbers), observer)
