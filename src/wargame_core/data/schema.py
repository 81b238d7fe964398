"""JSON Schema (2020-12), made from the very classes that read data files: for editors that complete and check TOML.

`SchemaBuilder` is shared with the schema of what is sent to screens (`wargame_table.messages.wire_schema`).
"""

from fractions import Fraction
from inspect import cleandoc
from typing import assert_never

from wargame_core.data import Basis
from wargame_core.data.structuring import KEYS_OF_OTHER_BASIS, Between, Later, Ref, Source, Wording
from wargame_core.json_form import JsonObject
from wargame_core.shapes import (
    LeafShape,
    ListShape,
    LiteralShape,
    MapShape,
    RecordShape,
    Shape,
    UnionShape,
    shape_of,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_JSON_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}


class SchemaBuilder:
    """Collects a definition for each class met. Subclasses say how mappings and classes are written."""

    def __init__(self) -> None:
        self.defs: JsonObject = {}
        self.classes: dict[str, type] = {}

    def schema(self, shape: Shape) -> JsonObject:
        """The schema of the values of a shape."""
        match shape:
            case LeafShape(kind):
                if kind in _JSON_TYPES:
                    return {"type": _JSON_TYPES[kind]}
                return {} if shape.anything else {"description": getattr(kind, "__name__", str(kind))}
            case LiteralShape():
                return {"enum": list(shape.values)}
            case UnionShape():
                options = self.options(shape)
                return options[0] if len(options) == 1 else {"anyOf": options}
            case ListShape(fixed=True):
                items = [self.schema(item) for item in shape.items]
                return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
            case ListShape():
                unique = {"uniqueItems": True} if shape.unordered else {}
                return {"type": "array", "items": self.schema(shape.items[0]), **unique}
            case MapShape():
                return self.mapping(shape)
            case RecordShape():
                return self.record(shape)
            case _:
                assert_never(shape)

    def options(self, shape: UnionShape) -> list[JsonObject]:
        """The schemas of the members of a union; None is left out of it."""
        return [self.schema(member) for member in shape.members]

    def mapping(self, shape: MapShape) -> JsonObject:
        """The schema of a mapping."""
        raise NotImplementedError

    def record(self, shape: RecordShape) -> JsonObject:
        """The schema of a class with fields."""
        raise NotImplementedError

    def name_of(self, cls: type) -> str:
        """The name of a class among the definitions; a second class of the same name gets an underscore."""
        name = cls.__name__
        while self.classes.get(name, cls) is not cls:
            name += "_"
        return name


def first_paragraph(cls: type) -> str:
    """The first paragraph of a class's docstring."""
    return cleandoc(cls.__doc__ or "").partition("\n\n")[0].replace("\n", " ")


def line_about(cls: type) -> str:
    """The first line about the class that a file is read as; where it is a table of tables, about what these are."""
    shape = shape_of(cls)
    while isinstance(shape, MapShape):
        shape = shape.value
    return (shape.base.__doc__ or "").partition("\n")[0]


def schema_of(cls: type, *more_types: type) -> JsonObject:
    """The JSON Schema of files that `wargame_core.data.structure` reads as ``cls``, a class or a mapping of them.

    The keys of ``more_types`` stand in the same file beside its own.

    Doc strings of the classes become descriptions. Files also hold their ``source``, and any table may hold ``basis``,
    ``source_note``, ``from_text`` and ``reconstructed``.

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
    builder = _FileSchema()
    root = builder.schema(shape_of(cls))
    file = builder.defs[root["$ref"].removeprefix("#/$defs/")] if "$ref" in root else root
    for more in more_types:
        part = builder.defs.pop(builder.schema(shape_of(more))["$ref"].removeprefix("#/$defs/"))
        file["properties"] |= part["properties"]
        file["required"] += part["required"]
    file["properties"]["source"] = builder.schema(shape_of(Source))
    file["required"] = ["source", *file.get("required", ())]
    return {"$schema": DIALECT, **root, "$defs": builder.defs}


class _FileSchema(SchemaBuilder):
    """Files: any table may hold the marks of origin, and some classes are written as text."""

    def schema(self, shape: Shape) -> JsonObject:
        if (later := shape.mark(Later)) is not None:
            return self.schema(shape_of(later.declared))
        if shape.written:
            schema: JsonObject = {"type": "string", "description": shape.written}
        elif shape.base is Fraction:
            schema = {"type": ["number", "string"], "description": "a fraction, such as 0.25 or 1/4"}
        else:
            schema = super().schema(shape)
        if (between := shape.mark(Between)) is not None:
            schema |= {"minimum": between.least, "maximum": between.most, "description": between.what}
        if (words := shape.mark(Wording)) is not None:
            schema = self._choice_of_words(schema, words)
        refs = [f"names {mark.what}" for mark in shape.marks if isinstance(mark, Ref)]
        return schema | ({"description": "; ".join(refs)} if refs else {})

    @staticmethod
    def _choice_of_words(schema: JsonObject, words: Wording) -> JsonObject:
        """The schema of a choice among words: editors complete them, and check what is like an example."""
        if words.alike:
            schema = {"anyOf": [{"enum": list(words.allowed)}, {"type": "string", "pattern": words.pattern}]}
        elif words.allowed:
            schema = {"enum": list(words.allowed)}
        return {**schema, "description": words.what}

    def mapping(self, shape: MapShape) -> JsonObject:
        inner_schema = self.schema(shape.value)
        if shape.key.base is int:
            return {
                "type": "object",
                "patternProperties": {"^(0|-?[1-9][0-9]*)$": inner_schema},
                **_with_origin_marks(is_closed=True),
            }
        if isinstance(shape.key, LiteralShape):
            return {
                "type": "object",
                **_with_origin_marks({str(name): inner_schema for name in shape.key.values}, is_closed=True),
            }
        return {"type": "object", "additionalProperties": inner_schema, **_with_origin_marks()}

    def record(self, shape: RecordShape) -> JsonObject:
        name = self.name_of(shape.base)
        if name not in self.classes:
            self.classes[name] = shape.base
            self.defs[name] = self._definition(shape)
        return {"$ref": f"#/$defs/{name}"}

    def _definition(self, shape: RecordShape) -> JsonObject:
        tag = {"kind": {"const": shape.kind}} if shape.kind else {}
        return {
            "type": "object",
            "description": first_paragraph(shape.base),
            **_with_origin_marks(
                tag | {key: self.schema(field.shape) for key, field in shape.given.items()}, is_closed=True
            ),
            "required": [*tag, *(key for key, field in shape.given.items() if field.required)],
        }


def _with_origin_marks(properties: JsonObject | None = None, *, is_closed: bool = False) -> JsonObject:
    """Properties together with the marks of origin that any table may carry."""
    marks = {
        "basis": {"enum": [basis.value for basis in Basis]},
        "source_note": {"type": "string"},
        **{mark: {"type": "array", "items": {"type": "string"}} for mark in KEYS_OF_OTHER_BASIS},
    }
    return {"properties": marks | (properties or {}), **({"additionalProperties": False} if is_closed else {})}
