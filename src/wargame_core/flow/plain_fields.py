"""A quick check that every field of an action has its declared type, made for every choice.

It avoids writing the action as JSON and reading it back, which explains what is wrong. In doubt it says no.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Annotated, Literal, TypeAlias, get_args, get_origin, get_type_hints

import attrs

from wargame_core.data.type_names import plain_type
from wargame_core.flow.choices import Action

Test: TypeAlias = Callable[[object], bool]

_LONGEST = 10**6
"""Whole numbers up to this are plain; `wargame_core.data.limits` checks larger ones."""
_MOST = 60
"""The most members of a plain list, and characters of a plain text: far below the limit of a choice."""
_KEPT = 10_000
"""The number of values of a game's own types that are remembered as correct."""


class PlainFields:
    """The check for the actions of one game. ``again`` writes a value of a type of the game and reads it back."""

    def __init__(self, again: Callable[[object, object], object]) -> None:
        self._again = again
        self._tests: dict[type, Mapping[str, Test]] = {}

    def are_in(self, action: Action) -> bool:
        """Whether every field is surely of its declared type and within the limits. False may also mean "unsure"."""
        tests = self._tests.get(type(action))
        if tests is None:
            tests = self._tests[type(action)] = self._tests_of(type(action))
        for name, test in tests.items():  # noqa: SIM110 - asked of every choice: a generator takes twice as long
            if not test(getattr(action, name)):
                return False
        return True

    def _tests_of(self, cls: type[Action]) -> Mapping[str, Test]:
        hints = get_type_hints(cls, include_extras=True)
        return {part.name: self._test_of(hints[part.name]) for part in attrs.fields(cls)}

    def _test_of(self, hint: object) -> Test:
        while get_origin(hint) is Annotated:
            hint = get_args(hint)[0]
        if hasattr(hint, "__supertype__"):
            return self._of_own_type(hint)
        if hint is str:
            return _is_text
        if hint is int:
            return lambda value: type(value) is int and -_LONGEST < value < _LONGEST
        if hint is bool or (isinstance(hint, type) and issubclass(hint, Enum)):
            return lambda value: type(value) is hint
        if get_origin(hint) is Literal and all(type(word) is str for word in get_args(hint)):
            words = frozenset(get_args(hint))
            return lambda value: type(value) is str and value in words
        if get_origin(hint) is tuple and get_args(hint)[1:] == (...,):
            member = self._test_of(get_args(hint)[0])
            return lambda value: type(value) is tuple and len(value) <= _MOST and all(map(member, value))
        return _unsure

    def _of_own_type(self, hint: object) -> Test:
        """A value of a type that the game names itself: it is read back as itself, or the codec says what is wrong."""
        base, known = plain_type(hint), set[object]()
        is_plain = self._test_of(base)

        def is_right(value: object) -> bool:
            if not is_plain(value):
                return False
            if value in known:
                return True
            try:
                right = bool(self._again(value, hint) == value)
            except Exception:  # whatever is wrong, the codec finds it again and says it in words
                return False
            if right and len(known) < _KEPT:
                known.add(value)
            return right

        return is_right if base in (int, str) else _unsure


def _is_text(value: object) -> bool:
    return type(value) is str and len(value) <= _MOST and value.isprintable()


def _unsure(value: object) -> bool:
    return False
