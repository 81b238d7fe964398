"""What the library writes as JSON: the types of such data, their bytes, and values whose classes declare their form.

A class made from `JsonForm` is written by its fields. What a field is written as follows from its type::

    points: Annotated[tuple[tuple[str, int], ...], AS_OBJECT]      {"blue": 3, "red": 4}
    cite: Annotated[Cite | None, IN_WORDS]                         its words, "" for None
    origin: str = field(default="", metadata=key("from"))          under another key
    cite: Annotated[Cite | None, WrittenAs(str | None, words)]     what a function makes of it

The same declarations give the JSON Schema and the TypeScript of what is written (`wargame_table.messages.wire_schema`).
"""

import json
from collections.abc import Callable, Mapping
from datetime import date
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, ClassVar, TypeVar, assert_never, get_type_hints

import attrs
from attrs import frozen

from wargame_core.shapes import (
    LeafShape,
    ListShape,
    LiteralShape,
    MapShape,
    RecordField,
    RecordShape,
    Shape,
    UnionShape,
    fields_of,
    shape_of,
)

JsonObject = dict[str, Any]
"""A JSON object: text, numbers, true and false, None, lists and further objects by name."""
JsonMapping = Mapping[str, Any]
"""A JSON object that is only read."""

T = TypeVar("T")


@frozen
class AsObject:
    """A mark on a field of pairs: it is written as a JSON object."""


@frozen
class InWords:
    """A mark on a field that is written as a person reads it, None as an empty text."""


@frozen
class WrittenAs:
    """A mark on a field that is written as another type, ``declared``, by a function; without one it is JSON already.

    The name of a definition may stand for a type of a later room.
    """

    declared: Any
    write: Callable[[Any], Any] | None = None


AS_OBJECT = AsObject()
IN_WORDS = InWords()
Pairs = Annotated[tuple[tuple[str, T], ...], AS_OBJECT]
"""Pairs in an order of their own, written as a JSON object."""

_EMPTY_VALUES: tuple[object, ...] = ("", (), 0, {})


class JsonForm:
    """Base of attrs classes whose values are sent to screens; the fields say how they are written."""

    __slots__ = ()
    tag: ClassVar[tuple[str, str] | None] = None
    """A key and a value written first, which distinguish the classes of a union."""
    sparse: ClassVar[bool] = False
    """Whether fields with an empty default are left out when they are empty."""
    written_order: ClassVar[tuple[str, ...]] = ()
    """The fields and properties that are written, in their order; empty for all fields as they stand."""

    def to_json(self) -> JsonObject:
        """The value as plain JSON data."""
        cls: type[Any] = type(self)
        result: JsonObject = dict([cls.tag]) if cls.tag is not None else {}
        for name, key_, write, is_always_written in _PLANS.get(cls) or _write_plan(cls):
            value = getattr(self, name)
            if is_always_written or value or value not in _EMPTY_VALUES:
                result[key_] = value if write is None else write(value)
        return result


def key(name: str) -> dict[str, str]:
    """The metadata of a field that is written under another key."""
    return {"key": name}


SPARSE = {"sparse": True}
"""The metadata of a field that is left out when it holds nothing, of whatever class and however it is written."""


@frozen
class Member:
    """A field as it is written: its name, its key, its shape, and whether it may be left out."""

    name: str
    key: str
    shape: Shape
    optional: bool


def members(cls: type[Any]) -> tuple[Member, ...]:
    """The fields and properties of a class made from `JsonForm`, as they are written."""
    fields = {part.name: part for part in fields_of(cls)}
    return tuple(
        _member_of_field(cls, fields[name]) if name in fields else _member_of_property(cls, name)
        for name in cls.written_order or fields
    )


def _member_of_field(cls: type[Any], part: RecordField) -> Member:
    optional = (cls.sparse or "sparse" in part.metadata) and _default_of(part) in _EMPTY_VALUES
    return Member(part.name, part.metadata.get("key", part.name), part.shape, optional)


def _member_of_property(cls: type[Any], name: str) -> Member:
    return Member(name, name, shape_of(get_type_hints(getattr(cls, name).fget)["return"]), False)


def _default_of(part: RecordField) -> object:
    return part.default.factory() if hasattr(part.default, "factory") else part.default


Write = Callable[[Any], Any]


Plan = tuple[tuple[str, str, Write | None, bool], ...]
_PLANS: dict[type, Plan] = {}


def _write_plan(cls: type[Any]) -> Plan:
    """What is read of each value of a class: field, key, how it is written, and whether it is written when empty."""
    plan = _PLANS[cls] = tuple(
        (part.name, part.key, _writer_of_shape(part.shape), not part.optional) for part in members(cls)
    )
    return plan


def _writer_of_shape(shape: Shape) -> Write | None:
    """What writes values of a shape; None for those that are JSON as they are."""
    if (mark := shape.mark(WrittenAs)) is not None:
        return mark.write
    if AS_OBJECT in shape.marks:
        return lambda pairs: {str(name): value for name, value in pairs}
    if IN_WORDS in shape.marks:
        return lambda value: str(value or "")
    match shape:
        case UnionShape() if shape.has(Fraction):
            return _json_number
        case UnionShape():
            return next((write for member in shape.members if (write := _writer_of_shape(member)) is not None), None)
        case ListShape(items=(RecordShape(cls), *_)) if issubclass(cls, JsonForm):
            return lambda value: [item.to_json() for item in value]
        case ListShape():
            inner_writer = _writer_of_shape(shape.items[0])
            return list if inner_writer is None else lambda value: [inner_writer(item) for item in value]
        case MapShape():
            item_writer = _writer_of_shape(shape.value)
            return (
                dict if item_writer is None else lambda value: {name: item_writer(item) for name, item in value.items()}
            )
        case RecordShape(cls):
            return (lambda value: value.to_json()) if issubclass(cls, JsonForm) else None
        case LeafShape() | LiteralShape():
            return None
        case _:
            assert_never(shape)


def _json_number(value: int | Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


def canonical(data: object) -> bytes:
    """JSON data as bytes, the same on every machine."""
    return json.dumps(data, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode()


def plain(value: object) -> Any:
    """``value`` as JSON: fractions as text (whole ones as numbers), enums by value, dates as year-month-day.

    A frozen value without `to_json` and without a text of its own is an object of its fields.
    """
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (str, int, float, type(None))):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(inner_value) for key, inner_value in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(map(plain, value))
    if isinstance(value, (list, tuple)):
        return [plain(inner_value) for inner_value in value]
    to_json = getattr(value, "to_json", None)
    if to_json is not None:
        return to_json()
    kind: type[Any] = type(value)
    if not attrs.has(kind) or "__str__" in vars(kind):
        return str(value)
    return {part.name: plain(getattr(value, part.name)) for part in attrs.fields(kind)}
