"""Declared types in words, for messages about data files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import attrs

from wargame_core.data.documents import one_of

WORDS: Mapping[Any, str] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    Fraction: "a fraction",
}
SETS = (frozenset, AbstractSet)
MAPPINGS = (dict, Mapping)
UNIONS = (Union, UnionType)


@attrs.frozen
class Later:
    """Marks values that are structured later by who reads the file, as what: ``Annotated[Any, Later(T)]``."""

    declared: object


def plain_type(declared: object) -> Any:
    """A declared type without `NewType` and `Annotated`."""
    while True:
        if get_origin(declared) is Annotated:
            declared = get_args(declared)[0]
        elif hasattr(declared, "__supertype__"):
            declared = declared.__supertype__
        else:
            return declared


def kind_of(cls: Any) -> str:
    """The class variable ``kind`` of an attrs class, or "" for a class without one."""
    kind = getattr(cls, "kind", None)
    return kind if attrs.has(cls) and isinstance(kind, str) else ""


def written_as(cls: object) -> str:
    """The class variable ``written``: how a data file writes values of a class that is written as text.

    Such a class has a class method ``parse`` that makes a value of the text or raises ValueError.
    """
    written = getattr(cls, "written", None)
    return written if isinstance(written, str) and hasattr(cls, "parse") else ""


def describe(declared: Any) -> str:
    """What a data file must hold for this type, in words.

    >>> describe(tuple[int, ...]), describe(str | None)
    ('a list, each a whole number', 'text')
    >>> from typing import NewType
    >>> describe(tuple[NewType("Space", int), ...])
    'a list, each a space'
    """
    if hasattr(declared, "__supertype__"):  # what is written for it is the game's own business, such as [row, column]
        return article(declared.__name__)
    kind = plain_type(declared)
    origin, args = get_origin(kind), get_args(kind)
    if kind in WORDS:
        return WORDS[kind]
    if origin in UNIONS:
        return " or ".join(describe(arg) for arg in args if arg is not NoneType)
    if origin is Literal:
        return f"one of {', '.join(map(str, args))}"
    if origin is tuple and args[-1:] != (Ellipsis,):
        return f"a list of {len(args)}: {', '.join(describe(arg) for arg in args)}"
    if origin is tuple or origin in SETS:
        return f"a list, each {describe(args[0])}"
    if origin in MAPPINGS:
        return f"a table, each value {describe(args[1])}"
    if written_as(kind):
        return written_as(kind)
    if attrs.has(kind):
        required = [field.alias for field in attrs.fields(kind) if field.init and field.default is attrs.NOTHING]
        return f"a table with {', '.join(required)}" if required else "a table"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"{article(kind.__name__)}{one_of(member.value for member in kind)}"
    return article(kind.__name__) if isinstance(kind, type) else str(kind)


def looks_like(value: object, declared: object) -> bool:
    """Whether a value has the TOML type in which a declared type is written: a list, a table, text, a number."""
    kind = plain_type(declared)
    origin, args = get_origin(kind), get_args(kind)
    if isinstance(value, list):
        return origin in SETS or (origin is tuple and (args[-1:] == (...,) or len(args) == len(value)))
    if isinstance(value, dict):
        return origin in MAPPINGS or (attrs.has(kind) and not written_as(kind))
    if isinstance(value, str):
        return kind is str or bool(written_as(kind)) or (isinstance(kind, type) and issubclass(kind, Enum))
    return kind is type(value)


def article(name: str) -> str:
    """A class name as a noun with its article.

    >>> article("ArmyList")
    'an army list'
    """
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def shown(value: object) -> str:
    """A value as a data file writes it, cut short."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
