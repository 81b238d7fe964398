"""Functions that an author gives to a part: how each is called, checked when the part is made, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import signature
from typing import Any, TypeVar

from wargame_core.errors import RulesError
from wargame_core.limits import quote

G = TypeVar("G")
Check = Callable[[Any, Any, Any], None]


def name_of(function: object) -> str:
    """What a message calls a function."""
    return getattr(function, "__qualname__", None) or quote(function)


def check_arguments(where: str, function: object, arguments: tuple[str, ...], gives: str) -> None:
    """Raise `RulesError` where a function cannot be called with these arguments; the message says what it gives."""
    try:
        takes = signature(function)  # type: ignore[arg-type]  # what is not a function has no signature
        takes.bind(*arguments)
    except ValueError:  # something built in, which does not tell
        return
    except TypeError:
        words = ", ".join(arguments)
        found_text = f"{name_of(function)}{takes}" if callable(function) else quote(function)
        raise RulesError(
            f"{where}: it is a function called with ({words}) that gives {gives}, not {found_text}"
        ) from None


def called_with(*arguments: str, gives: str) -> Check:
    """A validator for a field that may hold a function, or functions in a tuple: whether each takes these arguments.

    Raises:
        RulesError: a function that takes others; the message names the keyword, the arguments, and what it gives.
    """

    def check(instance: Any, attribute: Any, value: Any) -> None:
        for function in value if isinstance(value, tuple) else (value,):
            if callable(function):
                check_arguments(f"{type(instance).__name__}({attribute.name}=)", function, arguments, gives)

    return check


setting = called_with("board", gives="the value")
"""A validator for a value that may be a function of the board."""


def functions_with(*arguments: str, gives: str) -> Check:
    """As `called_with`, for a field whose value is a tuple of functions and nothing else."""
    check = called_with(*arguments, gives=gives)

    def check_all(instance: Any, attribute: Any, value: Any) -> None:
        place_in_words = f"{type(instance).__name__}({attribute.name}=)"
        if not isinstance(value, tuple) or not all(map(callable, value)):
            words = ", ".join(arguments)
            raise RulesError(f"{place_in_words}: it is a tuple of functions called with ({words}), not {quote(value)}")
        check(instance, attribute, value)

    return check_all


def series_from(keyword: str, function: Callable[..., Iterable[G]], kind: type[G], *arguments: Any) -> list[G]:
    """What an author's function gives, as a list. Raises `RulesError` for what is not a series of this kind."""
    result: Any = function(*arguments)
    try:
        series = list(result)
    except TypeError:
        series = [result]
    else:
        if all(isinstance(entry, kind) for entry in series):
            return series
    wrong_entry = next(entry for entry in series if series == [result] or not isinstance(entry, kind))
    raise RulesError(f"{keyword}={name_of(function)} gives a series of {kind.__name__}, not {quote(wrong_entry)}")
