"""Who may see which field of a board. A field says so in its annotation; `redact` builds a seat's board from that.

    supplies: Annotated[dict[str, int], OWN]       each seat sees its own entry
    draw_pile: Annotated[frozenset[str], SECRET]   no seat sees it
    campaign: Annotated[Campaign, STATIC]          printed matter: everybody sees it, it is not saved
    unit_mask: Annotated[int, DERIVED]             follows from other fields: it stays out of what is sent to a screen

Fields without a mark are public.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_type_hints

from attrs import fields, frozen

from wargame_core.flow.events import Board

B = TypeVar("B", bound=Board)

SPECTATOR = "spectator"
"""The seat of somebody who sees only what everybody sees."""
REFEREE = "referee"
"""The seat of somebody who sees everything."""


@frozen
class Visible:
    """A mark on a field: ``show(value, board, seat)`` is what the seat sees instead of the value."""

    show: Callable[[Any, Any, str], Any]


@frozen
class Static:
    """A mark on a field that is printed matter, the same in every state of a game."""


@frozen
class Derived:
    """A mark on a field that follows from other fields, kept for speed: no screen gets it."""


def _only_own(value: Mapping[str, Any], board: object, seat: str) -> dict[str, Any]:
    return {seat: value[seat]} if seat in value else {}


SECRET = Visible(lambda value, board, seat: type(value)())
OWN = Visible(_only_own)
STATIC = Static()
DERIVED = Derived()

_MARKS: dict[type, tuple[tuple[str, Callable[[Any, Any, str], Any]], ...]] = {}
_STATIC: dict[type, frozenset[str]] = {}
_DERIVED: dict[type, frozenset[str]] = {}


def _read_marks(cls: type[Any]) -> None:
    hints = get_type_hints(cls, include_extras=True)
    shows, static, derived = [], set(), set()
    for one in fields(cls):
        for mark in getattr(hints[one.name], "__metadata__", ()):
            if isinstance(mark, Visible):
                shows.append((one.name, mark.show))
            elif isinstance(mark, Static):
                static.add(one.name)
            elif isinstance(mark, Derived):
                derived.add(one.name)
    _MARKS[cls], _STATIC[cls], _DERIVED[cls] = tuple(shows), frozenset(static), frozenset(derived)


def static_fields(cls: type[Any]) -> frozenset[str]:
    """The names of the fields of ``cls`` that are printed matter."""
    if cls not in _STATIC:
        _read_marks(cls)
    return _STATIC[cls]


def derived_fields(cls: type[Any]) -> frozenset[str]:
    """The names of the fields of ``cls`` that follow from others."""
    if cls not in _DERIVED:
        _read_marks(cls)
    return _DERIVED[cls]


def redact(board: B, seat: str) -> B:
    """The board as ``seat`` may know it. The referee gets a plain copy."""
    seen = board.copy()
    if seat != REFEREE:
        cls = type(board)
        if cls not in _MARKS:
            _read_marks(cls)
        for name, show in _MARKS[cls]:
            setattr(seen, name, show(getattr(board, name), board, seat))
    return seen
