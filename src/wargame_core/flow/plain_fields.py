"""A quick check that every field of an action has its declared type, made for every choice.

It avoids writing the action as JSON and reading it back, which explains what is wrong. In doubt it says no.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from wargame_core.flow.choices import Action
from wargame_core.shapes import LeafShape, ListShape, LiteralShape, Shape, fields_of

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
            tests = self._tests[type(action)] = {
                part.name: self._test_of(part.shape) for part in fields_of(type(action))
            }
        for name, test in tests.items():  # noqa: SIM110 - asked of every choice: a generator takes twice as long
            if not test(getattr(action, name)):
                return False
        return True

    def _test_of(self, shape: Shape) -> Test:
        return self._of_own_type(shape) if shape.own else self._plain_test_of(shape)

    def _plain_test_of(self, shape: Shape) -> Test:
        match shape:
            case LeafShape(base) if base is str:
                return _is_text
            case LeafShape(base) if base is int:
                return lambda value: type(value) is int and -_LONGEST < value < _LONGEST
            case LeafShape(base) if base is bool:
                return lambda value: type(value) is bool
            case LiteralShape(kind) if isinstance(kind, type):
                return lambda value: type(value) is kind
            case LiteralShape(members=members) if all(type(word) is str for word in members):
                words = frozenset(members)
                return lambda value: type(value) is str and value in words
            case ListShape(container=container, items=(item,), fixed=False) if container is tuple:
                test = self._test_of(item)
                return lambda value: type(value) is tuple and len(value) <= _MOST and all(map(test, value))
            case _:
                return _unsure

    def _of_own_type(self, shape: Shape) -> Test:
        """A value of a type that the game names itself: it is read back as itself, or the codec says what is wrong."""
        known = set[object]()
        is_plain = self._plain_test_of(shape)

        def is_right(value: object) -> bool:
            if not is_plain(value):
                return False
            if value in known:
                return True
            try:
                right = bool(self._again(value, shape.own) == value)
            except Exception:  # whatever is wrong, the codec finds it again and says it in words
                return False
            if right and len(known) < _KEPT:
                known.add(value)
            return right

        return is_right if shape.base in (int, str) else _unsure


def _is_text(value: object) -> bool:
    return type(value) is str and len(value) <= _MOST and value.isprintable()


def _unsure(value: object) -> bool:
    return False
