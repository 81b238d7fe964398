"""Words of rulebooks as settings: a closed set of words, or a word and a number."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args

from wargame_core.errors import RulesError
from wargame_core.limits import quote


def one_of(words: object, *, number: str = "") -> Callable[[Any, Any, object], None]:
    """A validator for a field whose value is one of the words of a `Literal`, or with ``number`` a count.

    Raises:
        RulesError: another value; the message has the words.
    """
    values = get_args(words)

    def check(instance: Any, attribute: Any, value: object) -> None:
        if value in values or (number and type(value) is int and value >= 0):
            return
        choices = ", ".join([*map(repr, values), *([number] if number else [])])
        raise RulesError(f"{type(instance).__name__}({attribute.name}={quote(value)}): it is one of {choices}")

    return check


def each_of(words: object) -> Callable[[Any, Any, Iterable[object]], None]:
    """A validator for a field with several values, each one of the words of a `Literal`. Raises as `one_of` does."""
    check = one_of(words)

    def check_each(instance: Any, attribute: Any, values: Iterable[object]) -> None:
        for value in values:
            check(instance, attribute, value)

    return check_each
