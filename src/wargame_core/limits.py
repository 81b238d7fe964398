"""Limits for text from outside: its length, nesting and characters, and how it is quoted.

Records, letters, data files, typed JSON and actions of front ends all pass here, so that nothing hostile reaches the
rules, a terminal or another player's screen: no nesting that exhausts the stack, no number of a million digits, no
half of a surrogate pair, no control sequence, no message that repeats a megabyte.
"""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final

from attrs import frozen

LONGEST_QUOTE: Final = 120
"""The number of characters that a message shows of a value."""
MESSAGE: Final = 500
"""The greatest length of a message that quotes what somebody sent."""


def harmless(text: str) -> str:
    """A text for a terminal or a page: harmful characters are written as their numbers (`\\x1b`)."""
    if text.isprintable():
        return text
    return "".join(_escape_sign(sign) if harmful(sign) else sign for sign in text)


def _escape_sign(sign: str) -> str:
    return sign.encode("unicode_escape", "surrogatepass").decode("ascii")


_DIRECTION_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def harmful(sign: str) -> bool:
    """Whether a character is a control (except line ends and tabs), a surrogate, or reverses the direction of text."""
    return sign in _DIRECTION_MARKS or (unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t")


def shorten(text: str, longest_length: int = LONGEST_QUOTE) -> str:
    """A text as a message quotes it: harmless, and shortened with its length given.

    >>> shorten("x" * 1000, 10)
    'xxxxxxxxxx... (1,000 characters)'
    """
    clean_text = harmless(text[: longest_length + 1])
    return clean_text if len(text) <= longest_length else f"{clean_text[:longest_length]}... ({len(text):,} characters)"


def quote(value: object, longest_length: int = LONGEST_QUOTE) -> str:
    """A value as a message shows it, shortened.

    >>> quote("Smith"), quote([1, 2])
    ("'Smith'", '[1, 2]')
    """
    return shorten(repr(value), longest_length)


@frozen
class Limits:
    """The limits for one kind of text: all characters, depth of nesting, digits of a number, characters of a string."""

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
    """Text that is refused; the message says why, and quotes nothing that could do harm."""

    path: tuple[str | int, ...] = ()
    """The keys that lead to what is refused, where it stands within a value."""


def read_json(text: str, limits: Limits = ACTION) -> Any:
    """The value of a JSON text, with nothing in it that JSON or `limits` does not allow. Raises `LimitError`.

    Objects with the same key twice are refused too: two programs would read them differently. JSON has one kind of
    number, and some languages write 3.0 for 3: it is read as 3.
    """
    check_shape(text, limits)
    try:
        value = json.loads(
            text, parse_float=_read_number, parse_constant=_no_constant, object_pairs_hook=_object_of_pairs
        )
    except LimitError:
        raise
    except (ValueError, RecursionError) as problem:
        raise LimitError(f"not JSON: {shorten(str(problem))}") from None
    check_value(value, limits)
    return value


def check_shape(text: str, limits: Limits) -> None:
    """Refuse a text by its size, nesting and digits of numbers, before it is parsed. Raises `LimitError`."""
    if len(text) > limits.characters:
        raise LimitError(f"{len(text):,} characters; at most {limits.characters:,} are read")
    if text.count("[") + text.count("{") > limits.depth and (depth := nesting(text)) > limits.depth:
        raise LimitError(f"nested {depth} deep; at most {limits.depth} levels are read")
    too_many = re.compile(rf"[0-9_]{{{limits.digits + 1},}}")
    if too_many.search(text) and (match := too_many.search(_QUOTED_TEXT.sub('""', text))):
        raise LimitError(f"a number of {len(match[0]):,} digits; at most {limits.digits} are read")


_QUOTED_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


def nesting(text: str) -> int:
    """How deep brackets are nested outside of strings."""
    depth = deepest_level = 0
    for bracket in re.findall(r"[\[\]{}]", _QUOTED_TEXT.sub("", text)):
        if bracket in "[{":
            depth += 1
            deepest_level = max(deepest_level, depth)
        else:
            depth -= 1
    return deepest_level


def check_value(value: object, limits: Limits = ACTION) -> None:
    """Refuse JSON data not read by `read_json`: by nesting, size of numbers, length and characters of strings.

    Raises `LimitError`, whose ``path`` leads to what is refused.
    """
    if not _plainly_within(value, limits):
        _find_what_is_refused(value, limits)


def _plainly_within(value: object, limits: Limits) -> bool:
    """Whether plain JSON data keeps to the limits, level by level; what is not plain is looked at one by one."""
    characters_left, too_large = limits.characters, 10**limits.digits
    level: list[Any] = [value]
    for _ in range(limits.depth + 1):
        inner_parts: list[Any] = []
        characters_left -= len(level)
        for part in level:
            kind = type(part)
            if kind is str:
                if len(part) > limits.text or (not part.isprintable() and any(map(harmful, part))):
                    return False
                characters_left -= len(part)
            elif kind is dict:
                inner_parts += part
                inner_parts += part.values()
            elif kind is list:
                inner_parts += part
            elif kind is int:
                if not -too_large < part < too_large:
                    return False
            elif kind is float:
                if not isfinite(part):
                    return False
            elif part is not None and kind is not bool and kind.__module__ != "datetime":  # TOML has dates
                return False
        if characters_left < 0:
            return False
        if not inner_parts:
            return True
        level = inner_parts
    return False


def _find_what_is_refused(value: object, limits: Limits) -> None:
    """Raise `LimitError` for the first part that breaks a limit, with its path."""
    characters_left = limits.characters
    todo: list[tuple[Any, tuple[str | int, ...]]] = [(value, ())]
    while todo:
        value, path = todo.pop()
        try:
            if len(path) > limits.depth:
                raise LimitError(f"nested more than {limits.depth} deep")
            characters_left -= _size_of(value, limits)
            if characters_left < 0:
                raise LimitError(f"more than {limits.characters:,} characters; at most so many are read")
        except LimitError as problem:
            problem.path = path
            raise
        if isinstance(value, Mapping):
            todo += (
                (part, (*path, str(key)[:LONGEST_QUOTE]))
                for key, inner_value in value.items()
                for part in (key, inner_value)
            )
        elif isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
            todo += ((inner_value, (*path, number)) for number, inner_value in enumerate(value))


def _size_of(value: object, limits: Limits) -> int:
    """Characters that a value takes, its parts not counted but one for each. Raises `LimitError` for a bad one."""
    if isinstance(value, str):
        check_text(value, limits.text)
        return len(value) + 1
    if isinstance(value, int) and abs(value) >= 10**limits.digits:
        raise LimitError(f"a number of more than {limits.digits} digits")
    if isinstance(value, float) and not isfinite(value):
        raise LimitError("a number that is none, or too large for a computer's fractions")
    return 1


def check_text(text: str, longest_length: int = ACTION.text) -> None:
    """Refuse a string that is too long, or has control characters, surrogates or marks that reverse its direction.

    Raises `LimitError`."""
    if len(text) > longest_length:
        raise LimitError(f"a text of {len(text):,} characters; at most {longest_length:,} are read")
    if not text.isprintable() and (harmful_sign := next((sign for sign in text if harmful(sign)), None)) is not None:
        raise LimitError(f"a text with the character {harmful_sign!a}, which is not let in")


_LARGEST_EXACT_NUMBER: Final = 10**15
"""Below it a floating-point number holds every whole number, and `ACTION` lets it in."""


def _read_number(text: str) -> int | float:
    """A number written with a point or a power of ten."""
    value = float(text)
    return int(value) if abs(value) < _LARGEST_EXACT_NUMBER and value.is_integer() else value


def _no_constant(name: str) -> Any:
    raise LimitError(f"{name} is not a number of JSON")


def _object_of_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        earlier_keys: set[str] = set()
        repeated_key = next(key for key, _ in pairs if key in earlier_keys or earlier_keys.add(key))  # type: ignore[func-returns-value]
        raise LimitError(f"the key {quote(repeated_key)} stands twice in one object")
    return data
