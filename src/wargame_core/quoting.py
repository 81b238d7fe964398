"""How messages and terminals show what somebody else wrote: shortened, and without control characters."""

from __future__ import annotations

import unicodedata
from typing import Final

QUOTED: Final = 120
"""The number of characters that a message shows of a value."""
MESSAGE: Final = 500
"""The greatest length of a message that quotes what somebody sent."""


def harmless(text: str) -> str:
    """A text for a terminal or a page: harmful characters are written as their numbers (`\\x1b`)."""
    if text.isprintable():
        return text
    return "".join(_escaped(sign) if harmful(sign) else sign for sign in text)


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape", "surrogatepass").decode("ascii")


_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def harmful(sign: str) -> bool:
    """Whether a character is a control (except line ends and tabs), a surrogate, or reverses the direction of text."""
    return sign in _TURNING or (unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t")


def shorten(text: str, longest: int = QUOTED) -> str:
    """A text as a message quotes it: harmless, and shortened with its length given.

    >>> shorten("x" * 1000, 10)
    'xxxxxxxxxx... (1,000 characters)'
    """
    shown = harmless(text[: longest + 1])
    return shown if len(text) <= longest else f"{shown[:longest]}... ({len(text):,} characters)"


def quote(value: object, longest: int = QUOTED) -> str:
    """A value as a message shows it, shortened.

    >>> quote("Smith"), quote([1, 2])
    ("'Smith'", '[1, 2]')
    """
    return shorten(repr(value), longest)
