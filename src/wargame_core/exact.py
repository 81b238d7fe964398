"""Numbers as people write them, read as exact fractions."""

from __future__ import annotations

import re
from fractions import Fraction

from wargame_core.errors import WargameError

_SIGNS = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3", "−": "-", "–": "-"}
_MIXED = re.compile(r"(?P<sign>[+-]?)(?P<whole>\d+)\s+(?P<part>\d+/\d+)")


class NotANumber(WargameError, ValueError):
    """Something that cannot be read as an exact number."""


def exact(value: object) -> Fraction:
    """A number as people write it, as an exact fraction: 3, 3.5, "7/2", "3 1/2", "3½".

    Raises `NotANumber` for anything else.

    >>> exact("3 1/2") == exact(3.5) == exact("7/2") == exact("3½")
    True
    """
    if type(value) is Fraction:
        return value
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    text = str(value).strip() if isinstance(value, (str, float)) else ""
    try:
        return _read(text)
    except (ValueError, ZeroDivisionError):
        raise NotANumber(f"{value!r} is not a number (write 3, 3.5, 7/2 or 3 1/2)") from None


def _read(text: str) -> Fraction:
    for sign, plain in _SIGNS.items():
        text = text.replace(sign, f" {plain}" if "/" in plain else plain).strip()
    if mixed := _MIXED.fullmatch(text):
        size = Fraction(mixed["whole"]) + Fraction(mixed["part"])
        return -size if mixed["sign"] == "-" else size
    return Fraction(text)


def show(value: Fraction | int) -> str:
    """A number as on a printed chart.

    >>> show(Fraction(7, 2)), show(Fraction(4)), show(Fraction(1, 2))
    ('3 1/2', '4', '1/2')
    """
    if value.denominator == 1:
        return str(value)
    whole, part = divmod(abs(Fraction(value)), 1)
    sign = "-" if value < 0 else ""
    shown = " ".join(str(number) for number in (whole, part) if number) or "0"
    return sign + shown
