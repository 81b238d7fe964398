"""JSON Schema of data files, made from the very classes that read them: for editors that complete and check TOML."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from inspect import cleandoc
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs

from wargame_core.data.provenance import Basis, Source
from wargame_core.data.schema_walk import DIALECT, SchemaBuilder
from wargame_core.data.structuring import Ref
from wargame_core.data.type_names import Later, kind_of, plain_type, written_as
from wargame_core.json_types import JsonObject


def schema_of(cls: type, *also: type) -> JsonObject:
    """The JSON Schema (2020-12) of files that `wargame_core.data.structure` reads as ``cls``.

    The keys of ``also`` stand in the same file beside its own.

    Doc strings of the classes become descriptions. Files also hold their ``source``, and any table may hold ``basis``
    and ``source_note``.

    >>> from attrs import frozen
    >>> @frozen
    ... class Unit:
    ...     "A unit."
    ...     id: str
    ...     rating: int = 0
    >>> schema = schema_of(Unit)
    >>> schema["$defs"]["Unit"]["required"], schema["$defs"]["Unit"]["properties"]["rating"]
    (['source', 'id'], {'type': 'integer'})
    """
    builder = _Builder()
    root = builder.schema(cls)
    file = builder.defs[root["$ref"].removeprefix("#/$defs/")]
    for more in also:
        part = builder.defs.pop(builder.define(more))
        file["properties"] |= part["properties"]
        file["required"] += part["required"]
    file["properties"]["source"] = builder.schema(Source)
    file["required"] = ["source", *file["required"]]
    return {"$schema": DIALECT, **root, "$defs": builder.defs}


class _Builder(SchemaBuilder):
    """Files: any table may hold the marks of origin."""

    def schema(self, declared: Any) -> JsonObject:
        if plain_type(declared) is Fraction:
            return {"type": ["number", "string"], "description": "a fraction, such as 0.25 or 1/4"}
        return super().schema(declared)

    def annotated(self, inner: Any, marks: list[Any]) -> JsonObject:
        later = [mark.declared for mark in marks if isinstance(mark, Later)]
        if later:
            return self.schema(later[0])
        named = [f"names {mark.what}" for mark in marks if isinstance(mark, Ref)]
        return self.schema(inner) | ({"description": "; ".join(named)} if named else {})

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

    def other(self, kind: Any) -> JsonObject:
        if written_as(kind):
            return {"type": "string", "description": written_as(kind)}
        return {"$ref": f"#/$defs/{self.define(kind)}"} if attrs.has(kind) else super().other(kind)

    def define(self, cls: Any) -> str:
        name = self.name_of(cls)
        if name in self.classes:
            return name
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
        return name


def _marks(properties: JsonObject | None = None, *, closed: bool = False) -> JsonObject:
    """Properties together with the marks of origin that any table may carry."""
    marks = {"basis": {"enum": [basis.value for basis in Basis]}, "source_note": {"type": "string"}}
    return {"properties": marks | (properties or {}), **({"additionalProperties": False} if closed else {})}
