"""Whether a choice revealed anything, and so must not be taken back.

This is found by playing, from what views show; no rule is asked (docs/decisions/undo.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from random import Random
from typing import Any

from attrs import fields

from wargame_core.flow.child import ChildEvent
from wargame_core.flow.entries import Chose, Entry
from wargame_core.flow.events import Board, Event
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import IMPOSSIBLE, State, View
from wargame_core.flow.visibility import SPECTATOR, redact

WORLDS = 12
"""The number of worlds in which a choice is played again; a result of one world in three is missed once in 100."""
ROWS = 40
"""The number of rows of a menu that are compared."""


def taught(before: State, chose: Chose, now: Runner) -> bool:
    """Whether a choice, played at ``before``, showed a seat what was hidden from it or what it could not foresee.

    True if something that was hidden from a seat is visible to it ``now``, or if the choice would have had another
    result in a world that the chooser could not distinguish from the true one. What the choice itself tells of the
    chooser's intentions does not count.
    """
    if came_into_sight(before.board, chose, now.board):
        return True
    for seat in (*now.rules.seats, SPECTATOR):
        if uncovered(before.board, now.board, seat):
            return True
    return not foreseen(before, chose, now)


def foreseen(before: State, chose: Chose, now: Runner, *, worlds: int = WORLDS, rng: Random | None = None) -> bool:
    """Whether the chooser could know the result of its choice: it is the same in all worlds tried."""
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


def came_into_sight(before: Board, chose: Chose, now: Board) -> bool:
    """Whether a seat sees places that it did not see before, or was told of a piece that it did not see.

    That nothing stands there is learnt as well. It is worked out only for boards whose pieces are seen from near.
    """
    return perhaps_watched(before, chose, now) or _shown_to_others(before, chose, now)


def perhaps_watched(before: Board, chose: Chose, now: Board) -> bool:
    """Whether the chooser saw new places, or somebody whom it does not see may have watched what it did.

    It goes by what the chooser knows alone: whether somebody did watch would tell that he is there. If nobody can have
    done so unseen, all who watched are known to the chooser, and so is what they saw.
    """
    if not before.places_by_sight():
        return False
    seat, seen, known = chose.seat, before.places_watched(chose.seat), redact(now, chose.seat)
    places = {place for event in _told_of_this_board(chose, seat) for place in event.about(known).all_places()}
    return not before.places_seeing(places) | now.places_watched(seat) <= seen


def _shown_to_others(before: Board, chose: Chose, now: Board) -> bool:
    """Whether another seat sees new places, or was told of a piece that it did not see."""
    if not before.places_by_sight():
        return False
    for seat in chose.feeds:
        if seat != chose.seat:
            known, feed = redact(before, seat).piece_places(), _told_of_this_board(chose, seat)
            if any(piece not in known for event in feed for piece in event.about(now).all_pieces()):
                return True
            if not now.places_watched(seat) <= before.places_watched(seat):
                return True
    return False


def _told_of_this_board(chose: Chose, seat: str) -> list[Event]:
    """The events of a choice that a seat was told, those of a game inside left out: they name its places and pieces."""
    return [event for event in chose.feeds.get(seat, ()) if not isinstance(event, ChildEvent)]


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
