"""JSON Schema of data files, made from the very classes that read them: for editors that complete and check TOML."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from inspect import cleandoc
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import attrs

from wargame_core.data.provenance import Basis, Source
from wargame_core.data.structuring import Ref
from wargame_core.data.type_names import MAPPINGS, SETS, UNIONS, kind_of, plain_type, written_as
from wargame_core.json_types import JsonObject

_SCALARS: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    Fraction: {"type": ["number", "string"], "description": "a fraction, such as 0.25 or 1/4"},
}


def schema_of(cls: type) -> JsonObject:
    """The JSON Schema (2020-12) of files that `wargame_core.data.structure` reads as ``cls``.

    Doc strings of the classes become descriptions. Files also hold their ``source``, and any table may hold ``basis``
    and ``source_note``.

    >>> from attrs import frozen
    >>> @frozen
    ... class Unit:
    ...     "A brigade."
    ...     id: str
    ...     rating: int = 0
    >>> schema = schema_of(Unit)
    >>> schema["$defs"]["Unit"]["required"], schema["$defs"]["Unit"]["properties"]["rating"]
    (['source', 'id'], {'type': 'integer'})
    """
    builder = _Builder()
    root = builder.schema(cls)
    name = root["$ref"].removeprefix("#/$defs/")
    builder.defs[name]["properties"]["source"] = builder.schema(Source)
    builder.defs[name]["required"] = ["source", *builder.defs[name]["required"]]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **root, "$defs": builder.defs}


class _Builder:
    """Collects a definition for each class met."""

    def __init__(self) -> None:
        self.defs: JsonObject = {}
        self.classes: dict[str, type] = {}

    def schema(self, declared: Any) -> JsonObject:
        if get_origin(declared) is Annotated:
            inner, *marks = get_args(declared)
            named = [f"names {mark.what}" for mark in marks if isinstance(mark, Ref)]
            return self.schema(inner) | ({"description": "; ".join(named)} if named else {})
        kind = plain_type(declared)
        origin, args = get_origin(kind), get_args(kind)
        if kind in _SCALARS:
            return dict(_SCALARS[kind])
        if kind is Any or kind is object:
            return {}
        if origin in UNIONS:
            options = [self.schema(arg) for arg in args if arg is not NoneType]
            return options[0] if len(options) == 1 else {"anyOf": options}
        if origin is Literal:
            return {"enum": list(args)}
        if origin is tuple and args[-1:] != (Ellipsis,):
            items = [self.schema(arg) for arg in args]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        if origin is tuple or origin in SETS:
            unique = {"uniqueItems": True} if origin in SETS else {}
            return {"type": "array", "items": self.schema(args[0]), **unique}
        if origin in MAPPINGS:
            return self.mapping(*args)
        if written_as(kind):
            return {"type": "string", "description": written_as(kind)}
        if attrs.has(kind):
            return {"$ref": f"#/$defs/{self.define(kind)}"}
        if isinstance(kind, type) and issubclass(kind, Enum):
            return {"enum": [member.value for member in kind]}
        return {"description": getattr(kind, "__name__", str(kind))}

    def mapping(self, key: Any, value: Any) -> JsonObject:
        key = plain_type(key)
        inner = self.schema(value)
        if key is int:
            return {"type": "object", "patternProperties": {"^(0|-?[1-9][0-9]*)$": inner}, **_marks(closed=True)}
        if isinstance(key, type) and issubclass(key, Enum):
            return {"type": "object", **_marks({str(member.value): inner for member in key}, closed=True)}
        if get_origin(key) is Literal:
            return {"type": "object", **_marks({str(part): inner for part in get_args(key)}, closed=True)}
        return {"type": "object", "additionalProperties": inner, **_marks()}

    def define(self, cls: Any) -> str:
        name = cls.__name__
        while self.classes.get(name, cls) is not cls:
            name += "_"
        if name in self.classes:
            return str(name)
        self.classes[name] = cls
        hints = get_type_hints(cls, include_extras=True)
        fields = [field for field in attrs.fields(cls) if field.init]
        tag = {"kind": {"const": kind_of(cls)}} if kind_of(cls) else {}
        self.defs[name] = {
            "type": "object",
            "description": cleandoc(cls.__doc__ or "").partition("\n\n")[0],
            **_marks(tag | {field.alias: self.schema(hints[field.name]) for field in fields}, closed=True),
            "required": [*tag, *(field.alias for field in fields if field.default is attrs.NOTHING)],
        }
        return str(name)


def _marks(properties: JsonObject | None = None, *, closed: bool = False) -> JsonObject:
    """Properties together with the marks of origin that any table may carry."""
    marks = {"basis": {"enum": [basis.value for basis in Basis]}, "source_note": {"type": "string"}}
    return {"properties": marks | (properties or {}), **({"additionalProperties": False} if closed else {})}
