"""Distributions for people and files: values with their probabilities as text, as rows of a table and as JSON."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

import attrs

from wargame_core.json_form import JsonObject

U = TypeVar("U")
Items = Sequence[tuple[object, Fraction]]
"""Values with their probabilities, in order."""

SHOWN = 20
"""The number of rows of a table or a picture in a notebook; one more line sums up the rest."""


def label_of(value: object) -> str:
    """A value as text: its own text, or its fields that are not empty.

    >>> label_of((3, True)), label_of(Fraction(1, 2))
    ('3, yes', '1/2')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, (tuple, list)):
        return ", ".join(map(label_of, value)) or "-"
    if isinstance(value, (frozenset, set)):
        return ", ".join(sorted(map(label_of, value))) or "-"
    if attrs.has(type(value)) and type(value).__str__ is object.__str__:
        fields = {name: label_of(part) for name, part in _fields(value).items()}
        return ", ".join(f"{name.replace('_', ' ')} {text}" for name, text in fields.items() if text not in ("", "-"))
    return "-" if value is None else str(value)


def _fields(value: Any) -> JsonObject:
    """The fields of a value of a class with named fields; empty for others."""
    return attrs.asdict(value, recurse=False)


def labels(values: Sequence[object]) -> list[str]:
    """The values as text; those with equal texts get the field in which they differ."""
    texts = [label_of(value) for value in values]
    twice = {label for label, count in Counter(texts).items() if count > 1}
    for label in twice:
        alike = [number for number, text in enumerate(texts) if text == label]
        details = [_details(values[number]) for number in alike]
        differing = [key for key in details[0] if len({detail.get(key) for detail in details}) > 1]
        for number, detail in zip(alike, details, strict=True):
            words = [f"{key} {detail[key]}" for key in differing if detail.get(key, "-") != "-"]
            texts[number] = f"{label} ({', '.join(words) or 'nothing more'})"
    return texts


def _details(value: object, name: str = "") -> dict[str, str]:
    """What a value is made of, by names."""
    if attrs.has(type(value)):
        named = {f"{name} {key}".strip().replace("_", " "): part for key, part in _fields(value).items()}
        return {key: text for inner, part in named.items() for key, text in _details(part, inner).items()}
    return {name: label_of(value)}


def natural(text: str) -> tuple[tuple[int, int | str], ...]:
    """A key that sorts numbers within texts as numbers.

    >>> sorted(["10 a", "9 a", "9 A"], key=natural)
    ['9 A', '9 a', '10 a']
    """
    return tuple((0, int(part)) if part.isdigit() else (1, part) for part in re.split(r"(\d+)", text) if part)


def in_order(values: Iterable[U]) -> list[U]:
    """Sorted by value if values can be compared, else by their text with numbers as numbers; never by hash."""
    listed = list(values)
    try:
        return sorted(listed)  # type: ignore[type-var]
    except TypeError:
        return sorted(listed, key=lambda value: (natural(str(value)), type(value).__name__))


def text_bars(items: Items, width: int) -> str:
    """A line for each value, the longest bar ``width`` characters; long fractions are left out."""
    names = labels([value for value, _ in items])
    chances = [text if len(text) <= 13 else "" for text in (str(chance) for _, chance in items)]
    left, middle = max(map(len, names)), max(map(len, chances))
    top = max(chance for _, chance in items)
    return "\n".join(
        f"{name:{left}}  {float(chance):6.2%}".replace("%", " %")
        + f"  {text:>{middle}}  {'#' * round(width * chance / top)}".rstrip()
        for name, text, (_, chance) in zip(names, chances, items, strict=True)
    )


def first_rows(items: Items) -> Iterator[tuple[str, Fraction]]:
    """The first values in words, and in one more row how many are left out and how likely they are together."""
    named = list(zip(labels([value for value, _ in items]), (chance for _, chance in items), strict=True))
    shown = len(named) if len(named) <= SHOWN + 1 else SHOWN
    yield from named[:shown]
    if rest := named[shown:]:
        yield f"{len(rest)} more", sum((chance for _, chance in rest), Fraction(0))


def short(items: Items) -> str:
    """Values with their probabilities in one line, at most `SHOWN` of them."""
    return ", ".join(f"{name}: {chance}" for name, chance in first_rows(items))


def plain(value: Hashable) -> Any:
    """A value as plain JSON data: tuples as lists, values with `to_json` by that, anything else as its text."""
    if isinstance(value, (str, int, float, type(None))):
        return value
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    to_json = getattr(value, "to_json", None)
    return to_json() if to_json is not None else str(value)


def rows_of(items: Items) -> Iterator[JsonObject]:
    """Rows for a data frame: the value as text, its fields if it has any, probability and exact fraction."""
    for name, (value, chance) in zip(labels([value for value, _ in items]), items, strict=True):
        number = value if isinstance(value, (int, float)) else name
        own = _fields(value) if attrs.has(type(value)) else {}
        yield {"value": number, **own, "probability": float(chance), "chance": str(chance)}
