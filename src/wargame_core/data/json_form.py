"""How values that are sent to screens are written as JSON: their classes declare it once.

A class made from `JsonForm` is written by its fields. What a field is written as follows from its type::

    points: Annotated[tuple[tuple[str, int], ...], AS_OBJECT]      {"blue": 3, "red": 4}
    cite: Cite | None                                              its words, "" for None
    origin: str = field(default="", metadata=key("from"))          under another key

The same declarations give the JSON Schema and the TypeScript of what is written (`wargame_table.wire`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import NoneType
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from wargame_core.data.type_names import MAPPINGS, UNIONS, plain_type
from wargame_core.json_types import JsonObject
from wargame_core.rulings import Cite

T = TypeVar("T")


@frozen
class AsObject:
    """A mark on a field of pairs: it is written as a JSON object."""


@frozen
class Holds:
    """A mark on a field that is JSON already: ``declared`` is the type that the JSON was made from."""

    declared: Any


AS_OBJECT = AsObject()
Pairs = Annotated[tuple[tuple[str, T], ...], AS_OBJECT]
"""Pairs in an order of their own, written as a JSON object."""

_EMPTY: tuple[object, ...] = ("", (), 0, {})


class JsonForm:
    """Base of attrs classes whose values are sent to screens; the fields say how they are written."""

    __slots__ = ()
    tag: ClassVar[tuple[str, str] | None] = None
    """A key and a value written first, which distinguish the classes of a union."""
    sparse: ClassVar[bool] = False
    """Whether fields with an empty default are left out when they are empty."""

    def to_json(self) -> JsonObject:
        """The value as plain JSON data."""
        cls: type[Any] = type(self)
        written: JsonObject = dict([cls.tag]) if cls.tag is not None else {}
        for name, key_, write, always in _plan(cls):
            value = getattr(self, name)
            if always or value not in _EMPTY:
                written[key_] = value if write is None else write(value)
        return written


def key(name: str) -> dict[str, str]:
    """The metadata of a field that is written under another key."""
    return {"key": name}


SPARSE = {"sparse": True}
"""The metadata of a field that is left out when it holds nothing, of whatever class and however it is written."""


@frozen
class Member:
    """A field as it is written: its name, its key, its declared type with marks, and whether it may be left out."""

    name: str
    key: str
    declared: Any
    optional: bool


def members(cls: type[Any]) -> tuple[Member, ...]:
    """The fields of a class made from `JsonForm`, as they are written."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(
        Member(
            part.name,
            part.metadata.get("key", part.name),
            hints[part.name],
            (cls.sparse or "sparse" in part.metadata) and _default_of(part) in _EMPTY,
        )
        for part in attrs.fields(cls)
    )


def _default_of(part: attrs.Attribute[Any]) -> object:
    default: Any = part.default
    return default.factory() if hasattr(default, "factory") else default


Write = Callable[[Any], Any]


Plan = tuple[tuple[str, str, Write | None, bool], ...]
_PLANS: dict[type, Plan] = {}


def _plan(cls: type[Any]) -> Plan:
    """What is read of each value of a class: field, key, how it is written, and whether it is written when empty."""
    if cls not in _PLANS:
        _PLANS[cls] = tuple((part.name, part.key, _writer(part.declared), not part.optional) for part in members(cls))
    return _PLANS[cls]


def _writer(declared: Any) -> Write | None:
    """What writes values of a type; None for those that are JSON as they are."""
    if get_origin(declared) is Annotated and AS_OBJECT in get_args(declared):
        return lambda pairs: {str(name): value for name, value in pairs}
    kind = plain_type(declared)
    origin, args = get_origin(kind), get_args(kind)
    if origin in UNIONS:
        if Cite in args:
            return lambda value: str(value or "")
        if Fraction in args:
            return _number
        return next((write for arg in args if arg is not NoneType and (write := _writer(arg)) is not None), None)
    if origin is tuple:
        inner = _writer(args[0])
        return list if inner is None else lambda value: [inner(item) for item in value]
    if origin in MAPPINGS:
        return dict
    if isinstance(kind, type) and issubclass(kind, JsonForm):
        return lambda value: value.to_json()
    return None


def _number(value: int | Fraction) -> int | float:
    return int(value) if value == int(value) else float(value)


def is_written_by_fields(cls: object) -> bool:
    """Whether values of a class are written by `JsonForm`."""
    return isinstance(cls, type) and issubclass(cls, JsonForm) and attrs.has(cls)


def written_tag(cls: type[JsonForm]) -> Mapping[str, str]:
    """The key and value that are written first; empty without a `tag`."""
    return dict([cls.tag]) if cls.tag is not None else {}
