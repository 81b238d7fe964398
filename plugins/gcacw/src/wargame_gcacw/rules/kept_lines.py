"""Lines of communication kept for as long as they hold, while nothing changes that they meet.

The line of a unit depends on the hexes that enemies bar, on the cavalry that infantry screens, on the rain, on the hex
of the unit and on whether that is in an enemy zone of control. What bars a unit that has none is told by all enemies.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar
from weakref import WeakKeyDictionary

from attrs import define, field

from wargame_gcacw.printed.scenario import Book
from wargame_gcacw.rules.line_search import LineSearch


class OfUnit(Protocol):
    """A line of communication: of which unit, and whether there is none, is all that matters here."""

    @property
    def unit(self) -> str:
        """The unit's id."""

    @property
    def blocked(self) -> bool:
        """Whether no line can be traced."""


L = TypeVar("L", bound=OfUnit)
SITUATIONS = 8
"""Situations of the enemy kept for the games of one book, the latest."""


@define(eq=False)
class _Situation:
    """What lines meet, and the lines found there: by unit, its hex, and whether that is in an enemy zone of control."""

    met: object
    enemies: object
    """All enemies, as they stood when the units in ``blocked`` had no line."""
    lines: dict[tuple[str, int, int], Any] = field(factory=dict)
    blocked: dict[tuple[str, int, int], Any] = field(factory=dict)


_KEPT: WeakKeyDictionary[Book, deque[_Situation]] = WeakKeyDictionary()


def kept_lines(search: LineSearch, units: Iterable[str], find: Callable[[list[str]], Iterable[L]]) -> tuple[L, ...]:
    """The lines of these units; ``find`` traces those that are not known as the enemy stands now."""
    now, places, zone = _situation_of(search), search.board.units, search.zone
    wanted = [(unit, (space := places[unit].space), zone >> space & 1) for unit in units]
    missing = {key[0]: key for key in wanted if key not in now.lines and key not in now.blocked}
    for line in find(list(missing)) if missing else ():
        (now.blocked if line.blocked else now.lines)[missing[line.unit]] = line
    return tuple(now.lines[key] if key in now.lines else now.blocked[key] for key in wanted)


def _situation_of(search: LineSearch) -> _Situation:
    """The situation of the enemy now, with the lines found in it."""
    board, places = search.board, search.board.units
    enemies = tuple((unit, places[unit].space, places[unit].value) for unit in board.of(search.foe))
    cavalry = tuple(tuple((unit, places[unit].space, places[unit].value) for unit in ids) for ids in search.groups)
    met = (search.rule, board.rain, search.hard & search.course.open, cavalry)
    kept: deque[_Situation] = _KEPT.setdefault(board.book, deque(maxlen=SITUATIONS))
    now = next((known for known in reversed(kept) if known.met == met), None)
    if now is None:
        now = _Situation(met, enemies)
        kept.append(now)
    if now.enemies != enemies:
        now.enemies = enemies
        now.blocked.clear()
    return now
