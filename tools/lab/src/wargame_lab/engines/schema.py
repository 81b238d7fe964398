"""JSON Schema of what a game and an engine say to one another, made from the classes of the messages."""

from collections.abc import Mapping
from typing import get_args

from wargame_core.data.schema import DIALECT, SchemaBuilder, first_paragraph
from wargame_core.flow.choices import Action
from wargame_core.flow.screens import Screen
from wargame_core.json_form import AS_OBJECT, JsonForm, JsonObject, WrittenAs
from wargame_core.shapes import ListShape, MapShape, RecordField, RecordShape, Shape, UnionShape, fields_of, shape_of
from wargame_lab.engines.messages import EngineMessage, HostMessage

_ANY_OBJECT: JsonObject = {"type": "object", "additionalProperties": {}}
_WIRE_SCHEMAS: Mapping[object, JsonObject] = {
    Screen: _ANY_OBJECT | {"description": "What the seat may know: a Screen of `wargame wire GAME`."},
    Action: _ANY_OBJECT | {"description": "An Action of `wargame wire GAME`."},
}
_WORLD: JsonObject = {
    "anyOf": [_ANY_OBJECT, {"type": "null"}],
    "description": "A full position as `State.to_json` writes it, for an engine that wants it; null for others.",
}


def engine_schema() -> JsonObject:
    """The schema of every line, by name under ``$defs``; HostSays and EngineSays are the two sides.

    Views and actions are open in it: ``wargame wire GAME`` describes those of a game.
    """
    builder = _EngineSchema()
    sides = {"HostSays": HostMessage, "EngineSays": EngineMessage}
    for name, union in sides.items():
        builder.defs[name] = {"anyOf": [builder.schema(shape_of(cls)) for cls in get_args(union)]}
    return {
        "$schema": DIALECT,
        "title": "What a game and an engine say",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in sides],
        "$defs": builder.defs,
    }


class _EngineSchema(SchemaBuilder):
    """Reads the classes of messages as they are written."""

    def schema(self, shape: Shape) -> JsonObject:
        if AS_OBJECT in shape.marks and isinstance(shape, ListShape):
            return {"type": "object", "additionalProperties": {"type": "string"}}
        if (mark := shape.mark(WrittenAs)) is not None:
            return _WIRE_SCHEMAS.get(mark.declared, _WORLD)
        return super().schema(shape)

    def options(self, shape: UnionShape) -> list[JsonObject]:
        return [*super().options(shape), *([{"type": "null"}] if shape.optional else [])]

    def mapping(self, shape: MapShape) -> JsonObject:
        return dict(_ANY_OBJECT)

    def record(self, shape: RecordShape) -> JsonObject:
        cls = shape.base
        if cls.__name__ not in self.defs:
            kind = cls.tag[1] if issubclass(cls, JsonForm) and cls.tag else getattr(cls, "kind", "")
            parts = [part for part in fields_of(cls) if part.given]
            tag = {"kind": {"const": kind}} if kind else {}
            self.defs[cls.__name__] = {
                "type": "object",
                "description": first_paragraph(cls),
                "properties": tag | {part.name: self.schema(part.shape) for part in parts},
                "required": [*tag, *(part.name for part in parts if not _may_be_left_out(part, cls))],
                "additionalProperties": issubclass(cls, JsonForm),
            }
        return {"$ref": f"#/$defs/{cls.__name__}"}


def _may_be_left_out(part: RecordField, cls: type) -> bool:
    """Whether a message may come without a field: those of an engine may, where there is a default."""
    return not issubclass(cls, JsonForm) and not part.required
