"""The one gate for text from outside: how long, how deep and of which characters it may be, and how it is quoted.

Records, letters, data files, typed JSON and actions of front ends all pass here, so that nothing hostile reaches the
rules, a terminal or another player's screen: no nesting that exhausts the stack, no number of a million digits, no
half of a character, no control sequence, no refusal that repeats a megabyte.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final

from attrs import frozen

QUOTED: Final = 120
"""Characters that a message shows of a value."""
MESSAGE: Final = 500
"""Characters of the longest message that quotes what somebody sent."""


@frozen
class Limits:
    """What is let in: characters in all, depth of nesting, digits of a number, characters of one text within."""

    characters: int = 1_000_000
    depth: int = 32
    digits: int = 15
    text: int = 16_000


ACTION: Final = Limits(characters=16_384)
"""A choice that a front end or a person sends; real ones have some 40 characters."""
LETTER: Final = Limits(characters=200_000)
"""A letter of a game by mail."""
RECORD_LINE: Final = Limits(characters=4_000_000, depth=64, digits=60, text=200_000)
"""A line of a record; the longest real ones hold a whole board."""
DATA_FILE: Final = Limits(characters=8_000_000, depth=64, text=200_000)
"""A data file of a game."""


class LimitError(ValueError):
    """Text that is not let in; the message says why, and quotes nothing that could do harm."""


def read_json(text: str, limits: Limits = ACTION) -> Any:
    """The value of a JSON text, with nothing in it that JSON or `limits` does not allow. Raises `LimitError`.

    Objects with the same key twice are refused too: two programs would read them differently.
    """
    check_shape(text, limits)
    try:
        value = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_key_twice)
    except LimitError:
        raise
    except (ValueError, RecursionError) as problem:
        raise LimitError(f"not JSON: {shorten(str(problem))}") from None
    check_value(value, limits)
    return value


def check_shape(text: str, limits: Limits) -> None:
    """Refuse a text by its size, its nesting and the digits of its numbers, before anything reads it."""
    if len(text) > limits.characters:
        raise LimitError(f"{len(text):,} characters; at most {limits.characters:,} are read")
    if (deep := nesting(text)) > limits.depth:
        raise LimitError(f"nested {deep} deep; at most {limits.depth} levels are read")
    if match := re.search(rf"[0-9_]{{{limits.digits + 1},}}", _OUTSIDE_QUOTES.sub('""', text)):
        raise LimitError(f"a number of {len(match[0]):,} digits; at most {limits.digits} are read")


_OUTSIDE_QUOTES = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


def nesting(text: str) -> int:
    """How deep brackets are nested outside of quotes."""
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]", _OUTSIDE_QUOTES.sub("", text)):
        if bracket in "[{":
            depth += 1
            deepest = max(deepest, depth)
        else:
            depth -= 1
    return deepest


def check_value(value: Any, limits: Limits = ACTION) -> None:
    """Refuse JSON data that came some other way: nesting, size of numbers, length and characters of texts."""
    _check(value, limits, 0)


def _check(value: Any, limits: Limits, depth: int) -> None:
    if depth > limits.depth:
        raise LimitError(f"nested more than {limits.depth} deep")
    if isinstance(value, str):
        check_text(value, limits.text)
    elif isinstance(value, int):
        if abs(value) >= 10**limits.digits:
            raise LimitError(f"a number of more than {limits.digits} digits")
    elif isinstance(value, float):
        if not isfinite(value):
            raise LimitError("a number that is none, or too large for a computer's fractions")
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            _check(key, limits, depth + 1)
            _check(inner, limits, depth + 1)
    elif isinstance(value, Sequence):
        for inner in value:
            _check(inner, limits, depth + 1)


def check_text(text: str, longest: int = ACTION.text) -> None:
    """Refuse a text that is too long, or has control characters, half characters or marks that turn lines round."""
    if len(text) > longest:
        raise LimitError(f"a text of {len(text):,} characters; at most {longest:,} are read")
    if not text.isprintable() and (wrong := next((sign for sign in text if _harmful(sign)), None)) is not None:
        raise LimitError(f"a text with the character {wrong!a}, which is not let in")


def harmless(text: str) -> str:
    """A text for a terminal or a page: what could steer either stands there as its number (`\\x1b`)."""
    if text.isprintable():
        return text
    return "".join(_escaped(sign) if _harmful(sign) else sign for sign in text)


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape", "surrogatepass").decode("ascii")


_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _harmful(sign: str) -> bool:
    """Whether a character is a control (line ends and tabs are let in), half of a pair, or turns the writing round."""
    return sign in _TURNING or (unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t")


def shorten(text: str, longest: int = QUOTED) -> str:
    """A text as a message quotes it: harmless, and cut with its length told.

    >>> shorten("x" * 1000, 10)
    'xxxxxxxxxx... (1,000 characters)'
    """
    shown = harmless(text[: longest + 1])
    return shown if len(text) <= longest else f"{shown[:longest]}... ({len(text):,} characters)"


def quote(value: object, longest: int = QUOTED) -> str:
    """A value as a message shows it, cut.

    >>> quote("Smith"), quote([1, 2])
    ("'Smith'", '[1, 2]')
    """
    return shorten(repr(value), longest)


def _no_constant(name: str) -> Any:
    raise LimitError(f"{name} is no number of JSON")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise LimitError(f"the key {quote(twice)} stands twice in one object")
    return data
