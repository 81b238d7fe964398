"""Lines of communication kept for as long as they hold: while no enemy moves or is screened otherwise.

The line of a unit depends on the enemies as lines meet them, on the rain and on the hex of the unit; on nothing else of
a board.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar
from weakref import WeakKeyDictionary

from wargame_gcacw.printed.scenario import Book
from wargame_gcacw.rules.line_search import LineSearch


class OfUnit(Protocol):
    """A line of communication: of which unit, is all that matters here."""

    @property
    def unit(self) -> str:
        """The unit's id."""


L = TypeVar("L", bound=OfUnit)
SITUATIONS = 8
"""Situations of the enemy kept for the games of one book, the latest."""

Lines = dict[tuple[str, int], Any]
_KEPT: WeakKeyDictionary[Book, deque[tuple[object, Lines]]] = WeakKeyDictionary()


def kept_lines(search: LineSearch, units: Iterable[str], find: Callable[[list[str]], Iterable[L]]) -> tuple[L, ...]:
    """The lines of these units; ``find`` traces those that are not known as the enemy stands now."""
    known, places = _lines_in(search), search.board.units
    wanted = [(unit, places[unit].space) for unit in units]
    missing = [unit for unit, space in wanted if (unit, space) not in known]
    if missing:
        known |= {(line.unit, places[line.unit].space): line for line in find(missing)}
    return tuple(known[unit, space] for unit, space in wanted)


def _lines_in(search: LineSearch) -> Lines:
    """The lines found so far as the enemy stands now."""
    board, places = search.board, search.board.units
    enemies = tuple((unit, places[unit].space, places[unit].value) for unit in board.of(search.foe))
    situation = (search.rule, board.rain, enemies, search.groups)
    kept: deque[tuple[object, Lines]] = _KEPT.setdefault(board.book, deque(maxlen=SITUATIONS))
    for known, lines in reversed(tuple(kept)):
        if known == situation:
            return lines
    new: Lines = {}
    kept.append((situation, new))
    return new
