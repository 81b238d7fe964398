"""From declared types to JSON Schema (2020-12): the part shared by data files and front ends."""

from __future__ import annotations

from enum import Enum
from inspect import cleandoc
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from wargame_core.data.type_names import MAPPINGS, SETS, UNIONS, plain_type
from wargame_core.json_types import JsonObject

DIALECT = "https://json-schema.org/draft/2020-12/schema"

SCALARS: dict[Any, JsonObject] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
}


class SchemaBuilder:
    """Collects a definition for each class met. Subclasses say how mappings and classes are written."""

    def __init__(self) -> None:
        self.defs: JsonObject = {}
        self.classes: dict[str, type] = {}

    def schema(self, declared: Any) -> JsonObject:
        """The schema of values of a declared type."""
        if get_origin(declared) is Annotated:
            inner, *marks = get_args(declared)
            return self.annotated(inner, marks)
        kind = plain_type(declared)
        origin, args = get_origin(kind), get_args(kind)
        if kind in SCALARS:
            return dict(SCALARS[kind])
        if kind is Any or kind is object:
            return {}
        if origin in UNIONS:
            return self.union(args)
        if origin is Literal:
            return {"enum": list(args)}
        if origin is tuple and args[-1:] != (Ellipsis,):
            items = [self.schema(arg) for arg in args]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        if origin in (tuple, list) or origin in SETS or origin is set:
            unique = {"uniqueItems": True} if origin not in (tuple, list) else {}
            return {"type": "array", "items": self.schema(args[0]), **unique}
        if origin in MAPPINGS:
            return self.mapping(*args)
        return self.other(kind)

    def annotated(self, inner: Any, marks: list[Any]) -> JsonObject:
        """The schema of a type with marks on it."""
        return self.schema(inner)

    def union(self, args: tuple[Any, ...]) -> JsonObject:
        """The schema of a union; None is left out of it."""
        options = [self.schema(arg) for arg in args if arg is not NoneType]
        return options[0] if len(options) == 1 else {"anyOf": options}

    def mapping(self, key: Any, value: Any) -> JsonObject:
        """The schema of a mapping."""
        raise NotImplementedError

    def other(self, kind: Any) -> JsonObject:
        """The schema of a class."""
        if isinstance(kind, type) and issubclass(kind, Enum):
            return {"enum": [member.value for member in kind]}
        return {"description": getattr(kind, "__name__", str(kind))}

    def name_of(self, cls: Any) -> str:
        """The name of a class among the definitions; a second class of the same name gets an underscore."""
        name = str(cls.__name__)
        while self.classes.get(name, cls) is not cls:
            name += "_"
        return name


def first_paragraph(cls: Any) -> str:
    """The first paragraph of a class's docstring."""
    return cleandoc(cls.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
