"""Results worked out once: for one position, or for a map as long as there is room."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Protocol, TypeVar, TypeVarTuple

from wargame_core.maps.map import Map

KeptResults = defaultdict[str, dict[Hashable, Any]]
"""What a player keeps from one decision to the next, by subject: for `kept`."""

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


def memory_of(game_map: Map, subject: Hashable) -> dict[Hashable, Any]:
    """The results about a subject that are kept with a map from one position to the next: for `kept`."""
    memory: dict[Hashable, Any] = game_map.cached(("memory of", subject), dict)
    return memory


def kept(memory: dict[Hashable, Any], room: int, key: Hashable, make: Callable[[], T]) -> T:
    """The value of ``make()`` for a key, worked out once while there is room; then all values are forgotten.

    No value may be None.
    """
    value: T | None = memory.get(key)
    if value is None:
        if len(memory) >= room:
            memory.clear()
        value = memory[key] = make()
    return value
