"""What a declared type may hold, as one of six shapes; readers, writers and schemas are `match` functions over them.

    str, Fraction, Any, a class that is not data class       LeafShape
    Literal["north", "south"], an enum                      LiteralShape
    str | tuple[str, ...], Unit | None                      UnionShape
    an attrs class, a TypedDict                             RecordShape
    tuple[int, int], tuple[str, ...], list, frozenset       ListShape
    Mapping[str, int]                                       MapShape

A new kind of field is taught in `shape_of` alone. The fields of a class are worked out once: see `fields_of`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    TypeVar,
    Union,
    assert_never,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs
from attrs import field, frozen

M = TypeVar("M")


@frozen(eq=False)
class Declared:
    """What every shape knows of its type.

    Attributes:
        base: the type without `NewType` and `Annotated`.
        declared: the type as declared.
        own: the `NewType` that gives it a meaning of its own, such as ``Space``, or None.
        marks: what `Annotated` adds to the type.
        written: how a data file writes values of a class that is written as text, or "". Such a class has a class
            variable ``written`` and a class method ``parse``, which makes a value of the text or raises ValueError.
    """

    base: Any
    declared: Any = attrs.field(kw_only=True)
    own: Any = attrs.field(kw_only=True)
    marks: tuple[object, ...] = attrs.field(kw_only=True)
    written: str = attrs.field(kw_only=True)

    def mark(self, kind: type[M]) -> M | None:
        """The mark of a class, such as the `Ref` of ``Annotated[str, Ref("a place")]``; the outermost of several."""
        return next((mark for mark in reversed(self.marks) if isinstance(mark, kind)), None)


@frozen(eq=False)
class LeafShape(Declared):
    """A value without parts: text, a number, anything, or a value of a class whose inside nobody reads."""

    @property
    def anything(self) -> bool:
        """Whether every value fits."""
        return self.base is Any or self.base is object


@frozen(eq=False)
class LiteralShape(Declared):
    """One of some values. ``written`` in data are the values of an enum's members, or the values themselves."""

    members: tuple[Any, ...]
    values: tuple[Any, ...]
    """What is written for each member."""

    def member(self, value: object) -> Any:
        """The member that a value stands for. Raises LookupError; 1 does not stand for True."""
        for member, key in zip(self.members, self.values, strict=True):
            if key == value and type(key) is type(value):
                return member
        raise LookupError(value)


@frozen(eq=False)
class UnionShape(Declared):
    """A value of one of several shapes, or None if ``optional``."""

    members: tuple[Shape, ...]
    optional: bool
    tagged: Mapping[str, RecordShape] = field(init=False)
    """The members that are told apart by their ``kind``."""

    @tagged.default
    def _by_kind(self) -> Mapping[str, RecordShape]:
        return {member.kind: member for member in self.members if isinstance(member, RecordShape) and member.kind}

    @property
    def is_tagged(self) -> bool:
        """Whether all members are told apart by their ``kind``: a closed set of classes."""
        return not self.optional and len(self.tagged) == len(self.members) > 1

    def has(self, kind: object) -> bool:
        """Whether a type is one of the members."""
        return any(member.base is kind for member in self.members)


@frozen(eq=False)
class RecordShape(Declared):
    """A value of an attrs class, or a dictionary with the keys of a TypedDict."""

    @property
    def fields(self) -> tuple[RecordField, ...]:
        """The fields of the class, in order."""
        return fields_of(self.base)

    @property
    def given(self) -> Mapping[str, RecordField]:
        """The fields that a value is made from, by the name under which they are given."""
        given_fields = _GIVEN_FIELDS.get(self.base)
        if given_fields is None:
            given_fields = _GIVEN_FIELDS[self.base] = {part.key: part for part in self.fields if part.given}
        return given_fields

    @property
    def kind(self) -> str:
        """The class variable ``kind``, which distinguishes the classes of a union; "" for a class without one."""
        kind = getattr(self.base, "kind", None)
        return kind if isinstance(kind, str) else ""


@frozen(eq=False)
class ListShape(Declared):
    """Several values, as the ``container`` says: tuple, list, set or frozenset.

    ``items`` are the shapes of its places if it is ``fixed``, or else the one shape of all of them.
    """

    container: type[Any]
    items: tuple[Shape, ...]
    fixed: bool

    @property
    def unordered(self) -> bool:
        """Whether each value is in it once, and in no order."""
        return issubclass(self.container, AbstractSet)


@frozen(eq=False)
class MapShape(Declared):
    """Values by key."""

    key: Shape
    value: Shape


Shape: TypeAlias = LeafShape | LiteralShape | UnionShape | RecordShape | ListShape | MapShape


@frozen(eq=False)
class RecordField:
    """A field of a record: its name, the name by which it is given, and its shape.

    ``default`` is `attrs.NOTHING` where a value is required; ``given`` is False for a field that nobody may give.
    """

    name: str
    key: str
    shape: Shape
    default: Any
    given: bool
    metadata: Mapping[Any, Any]

    @property
    def required(self) -> bool:
        """Whether there is no value without one being given."""
        return self.default is attrs.NOTHING

    @property
    def inner(self) -> Shape:
        """The shape of the items of a list, or of what may be None; else that of the field itself."""
        match self.shape:
            case ListShape(items=(item,)) | UnionShape(members=(item,)):
                return item
            case LeafShape() | LiteralShape() | UnionShape() | RecordShape() | ListShape() | MapShape():
                return self.shape
            case _:
                assert_never(self.shape)


def shape_of(declared_type: Any) -> Shape:
    """The shape of a declared type. Parts that are classes are not entered: see `fields_of`.

    >>> rows = shape_of(tuple[tuple[str, int], ...])
    >>> rows.fixed, rows.items[0].fixed, [item.base for item in rows.items[0].items]
    (False, True, [<class 'str'>, <class 'int'>])
    """
    kind, alias = declared_type, None
    marks: list[object] = []
    while True:
        if get_origin(kind) is Annotated:
            kind, *arguments = get_args(kind)
            marks = [*arguments, *marks]
        elif hasattr(kind, "__supertype__"):
            alias, kind = alias or kind, kind.__supertype__
        else:
            written_form = getattr(kind, "written", "") if hasattr(kind, "parse") else ""
            return _shape(
                kind, {"declared": declared_type, "own": alias, "marks": tuple(marks), "written": written_form}
            )


_CONTAINERS: Mapping[Any, type[Any]] = {
    tuple: tuple,
    list: list,
    set: set,
    frozenset: frozenset,
    Sequence: tuple,
    AbstractSet: frozenset,
}
_MAPPINGS = (dict, Mapping)


def _shape(kind: Any, shape_fields: Mapping[str, Any]) -> Shape:
    origin, args = get_origin(kind), get_args(kind)
    if origin is None:
        if isinstance(kind, type) and issubclass(kind, Enum):
            return LiteralShape(kind, tuple(kind), tuple(member.value for member in kind), **shape_fields)
        if kind in _CONTAINERS:
            return ListShape(kind, _CONTAINERS[kind], (shape_of(Any),), False, **shape_fields)
        if kind in _MAPPINGS:
            return MapShape(kind, shape_of(Any), shape_of(Any), **shape_fields)
        record = attrs.has(kind) or hasattr(kind, "__required_keys__")
        return RecordShape(kind, **shape_fields) if record else LeafShape(kind, **shape_fields)
    if origin is Union or origin is UnionType:
        members = tuple(shape_of(arg) for arg in args if arg is not NoneType)
        return UnionShape(kind, members, len(members) < len(args), **shape_fields)
    if origin is Literal:
        return LiteralShape(kind, args, args, **shape_fields)
    if origin in _CONTAINERS:
        endless = origin is not tuple or args[-1:] == (...,)
        items = tuple(map(shape_of, args[:1] if endless else args))
        return ListShape(kind, _CONTAINERS[origin], items, not endless, **shape_fields)
    if origin in _MAPPINGS:
        return MapShape(kind, *map(shape_of, args), **shape_fields)
    return LeafShape(kind, **shape_fields)


_FIELDS_OF_CLASSES: dict[type, tuple[RecordField, ...]] = {}
_GIVEN_FIELDS: dict[type, Mapping[str, RecordField]] = {}


def fields_of(cls: type[Any]) -> tuple[RecordField, ...]:
    """The fields of an attrs class or a TypedDict."""
    fields = _FIELDS_OF_CLASSES.get(cls)
    if fields is None:
        fields = _FIELDS_OF_CLASSES[cls] = tuple(_read_fields(cls))
    return fields


def _read_fields(cls: type[Any]) -> Iterator[RecordField]:
    hints = get_type_hints(cls, include_extras=True)
    if attrs.has(cls):
        for part in attrs.fields(cls):
            shape = shape_of(hints[part.name])
            yield RecordField(part.name, part.alias, shape, part.default, part.init, part.metadata)
        return
    for name, hint in hints.items():
        optional = get_origin(hint) is NotRequired
        shape = shape_of(get_args(hint)[0] if optional else hint)
        yield RecordField(name, name, shape, None if optional else attrs.NOTHING, True, {})


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    """The names as a tuple. `tuple` is not a converter, because attrs takes 5 ms to read its signature."""
    return tuple(names)


@frozen
class OneOf:
    """Marks a text that must be one of some names from data: ``terrain: Annotated[str, OneOf(TERRAINS)]``.

    ``also`` are other accepted spellings, each with the name that it stands for.
    """

    names: tuple[str, ...] = field(converter=_in_order)
    also: Mapping[str, str] = field(factory=dict, hash=False)
