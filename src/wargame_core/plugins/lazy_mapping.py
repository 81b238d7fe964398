"""A mapping that is made when it is first looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TypeVar

V = TypeVar("V")


class LazyMapping(Mapping[str, V]):
    """A mapping that is made when it is first used: finding plugins must not read their charts and questions."""

    def __init__(self, make: Callable[[], Mapping[str, V]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, V]:
        return self._make()

    def __getitem__(self, name: str) -> V:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __bool__(self) -> bool:
        """Always True, without making it: a plugin that offers nothing uses an empty dict instead."""
        return True

    def __len__(self) -> int:
        return len(self._made)


def when_wanted(given: Mapping[str, V] | Callable[[], Mapping[str, V]]) -> Mapping[str, V]:
    """A mapping as it is, or one that the function makes when somebody first looks at it."""
    return given if isinstance(given, Mapping) else LazyMapping(given)
