"""Results worked out once: for one position, or for a map as long as there is room."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Protocol, TypeVar, TypeVarTuple

from wargame_core.maps.map import Map

Memo = dict[Callable[..., Any], dict[tuple[Any, ...], Any]]
"""The results of each remembered function, by its arguments."""


class HasMemo(Protocol):
    """A position that does not change while it is looked at, with what has been worked out about it."""

    @property
    def memo(self) -> Memo:
        """See `remembered`."""


P = TypeVar("P", bound=HasMemo)
T = TypeVar("T")
Ts = TypeVarTuple("Ts")
_MISSING = object()


def remembered(function: Callable[[P, *Ts], T]) -> Callable[[P, *Ts], T]:
    """A function of a position that is called once for the same arguments; they are given by position."""

    @wraps(function)
    def look_up(position: P, *arguments: *Ts) -> T:
        results = position.memo.get(function)
        if results is None:
            results = position.memo[function] = {}
        result = results.get(arguments, _MISSING)
        if result is _MISSING:
            result = results[arguments] = function(position, *arguments)
        return result  # type: ignore[no-any-return]

    return look_up


def kept_for_map(game_map: Map, subject: Hashable, room: int, key: Hashable, make: Callable[[], T]) -> T:
    """The value of ``make()`` for a key, kept with the map from one position to the next.

    There is room for so many values about a subject; then all of them are forgotten. No value may be None.
    """
    memory: dict[Hashable, T] = game_map.cached(("memory of", subject), dict)
    value = memory.get(key)
    if value is None:
        if len(memory) >= room:
            memory.clear()
        value = memory[key] = make()
    return value
