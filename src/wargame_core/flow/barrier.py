"""What a choice taught somebody: whether it can be taken back without anybody keeping what it showed.

It is found out by playing, from what views show, and asks no rule. Decision 0222.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from random import Random
from typing import Any

from attrs import fields

from wargame_core.errors import WargameError
from wargame_core.flow.entries import Chose, Entry
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import State, View
from wargame_core.flow.visibility import SPECTATOR, redact

WORLDS = 12
"""In how many worlds a choice is played again. What one in three of them shows is missed once in a hundred times."""
ROWS = 40
"""How many rows of a menu are compared."""

IMPOSSIBLE = (WargameError, LookupError, ValueError, TypeError, AttributeError)
"""What a rule raises in a world in which a choice cannot be."""


def taught(before: State, chose: Chose, now: Runner) -> bool:
    """Whether a choice, played at ``before``, showed a seat what was hidden from it or what nobody could foresee.

    True if something that lay hidden from a seat lies open to it ``now``, or if the choice would have come out
    otherwise in a world that the chooser could not tell from the true one. What a seat tells of its own intentions by
    choosing goes back with the choice.
    """
    for seat in (*now.rules.seats, SPECTATOR):
        if uncovered(before.board, now.board, seat):
            return True
    return not foreseen(before, chose, now)


def foreseen(before: State, chose: Chose, now: Runner, *, worlds: int = WORLDS, rng: Random | None = None) -> bool:
    """Whether the chooser could know what its choice would come to: it comes to the same in all worlds tried."""
    seat = chose.seat
    if redact(before.checkpoint, seat) == before.checkpoint and redact(before.board, seat) == before.board:
        return True
    if before.rules.worlds is None:
        return False
    came_to, rng = _seen(now, chose, seat), rng or Random(0)
    imagined = before.view(seat).imagination()
    for _ in range(worlds):
        entries: list[Entry] = []
        try:
            world = imagined.in_motion(rng, entries=entries)
            world.answer(chose.action)
            if _seen(world, entries[-1], seat) != came_to:
                return False
        except IMPOSSIBLE:
            return False  # what cannot be imagined cannot be foreseen
    return True


def _seen(runner: Runner, entry: Entry, seat: str) -> Any:
    """What a seat sees of a position and of what led to it."""
    view = View(runner, seat)
    rows = tuple(islice(view.choices, ROWS)) if view.asked else ()
    return view.board, view.cursor, view.prompt, view.waiting_for, rows, entry.feeds.get(seat, ())


def uncovered(before: Any, now: Any, seat: str) -> bool:
    """Whether something of the board that was hidden from a seat is now shown to it."""
    was, seen = redact(before, seat), redact(now, seat)
    for field in fields(type(before)):
        name = field.name
        true, shown = getattr(before, name), getattr(was, name)
        if true is not shown and true != shown and _opened(true, shown, getattr(now, name), getattr(seen, name)):
            return True
    return False


def _opened(true: Any, shown: Any, true_now: Any, shown_now: Any) -> bool:
    """Whether a part of a value that was not shown is shown now."""
    match true, shown, true_now, shown_now:
        case Mapping(), Mapping(), Mapping(), Mapping():
            hidden = [key for key, value in true.items() if key not in shown or shown[key] != value]
            return any(key in true_now and key in shown_now and shown_now[key] == true_now[key] for key in hidden)
        case ((set() | frozenset()), (set() | frozenset()), (set() | frozenset()), (set() | frozenset())):
            return bool((true - shown) & shown_now)
    return bool(shown_now == true_now and true == true_now)
