"""JSON Schema of what is sent to screens and comes back: sheet, view, actions, events, menu rows, panels, references.

It is made from the types that are sent. `wire_schema` describes one game, or with None what all games have in common.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, NotRequired, TypedDict, get_args, is_typeddict

from wargame_core import json_form
from wargame_core.authoring import About, Action, Board, CounterSet, Event, GameEnded, Rules, Ruling, Sheet
from wargame_core.flow.child import CHILD_EVENTS, ChildBegan, ChildEvent, InChild
from wargame_core.flow.codec import is_pairs
from wargame_core.flow.events import Child
from wargame_core.flow.panels import Panel
from wargame_core.flow.screens import MenuRow, Screen, StoryRow
from wargame_core.flow.visibility import CHILD, COUNTERS, derived_fields, static_fields
from wargame_core.json_form import JsonObject
from wargame_core.shapes import ListShape, MapShape, RecordShape, Shape, UnionShape, fields_of, shape_of
from wargame_terminal.schema import DIALECT, SchemaBuilder, first_paragraph

ROOTS = ("Sheet", "Screen", "MenuRow", "StoryRow", "About", "Panel", "Action", "Event", "Verdict")
"""The definitions that front ends use directly; every schema has them."""

_LOOSE: JsonObject = {
    "type": "object",
    "properties": {"kind": {"type": "string"}},
    "required": ["kind"],
    "additionalProperties": {},
}
"""The schema of an action or event of an unknown game."""


class ReasonJson(TypedDict):
    """A reason as it is sent."""

    code: str
    text: str
    cite: str | None


class VerdictJson(TypedDict):
    """A verdict as it is sent; ``about`` is what the refused choice names, as JSON of `About`."""

    legal: bool
    reasons: list[ReasonJson]
    about: NotRequired[JsonObject]


class ModifierJson(TypedDict):
    """A line of a sum as it is sent."""

    value: int
    label: str
    because: str
    cite: str | None


class RulingJson(TypedDict):
    """A computed result as it is sent."""

    title: str
    result: Any
    base: int
    modifiers: list[ModifierJson]
    total: int
    cite: str | None
    table: str
    row: str
    column: str
    detail: dict[str, int | str]
    parts: list[RulingJson]
    considered: list[ModifierJson]


def _loose(kind: str, **properties: JsonObject) -> JsonObject:
    """The schema of an object with a part of an inner game, which another schema describes."""
    tagged = {"kind": {"const": kind}, **properties} if kind else properties
    return {"type": "object", **_closed(tagged, set())}


def wire_schema(rules: Rules | None) -> JsonObject:
    """The JSON Schema of everything that screens of a game send and get, by name under ``$defs``.

    With None for the rules: what holds for all games, in which actions, events and boards are open.
    """
    builder = _WireBuilder(rules)
    for declared in (Sheet, Screen, MenuRow, StoryRow, About, Event, VerdictJson):
        builder.schema(shape_of(declared))
    builder.defs["Sheet"]["properties"]["digest"] = {"type": "string"}
    builder.defs["Sheet"]["required"].append("digest")
    builder.defs["Verdict"]["properties"]["about"] = builder.schema(shape_of(About))
    about = f"What screens of {rules.id} send and get." if rules else "What screens of any game send and get."
    listed = {name: builder.defs[name] for name in (*ROOTS, *sorted(set(builder.defs) - set(ROOTS)))}
    return {
        "$schema": DIALECT,
        "title": rules.id if rules else "any game",
        "description": about,
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ROOTS],
        "$defs": listed,
    }


class _WireBuilder(SchemaBuilder):
    """Reads types as they are written for screens: all that is there, and nothing else."""

    NAMES: ClassVar[Mapping[type, str]] = {VerdictJson: "Verdict", RulingJson: "Ruling"}

    def __init__(self, rules: Rules | None) -> None:
        super().__init__()
        self.rules = rules
        self.forms: Mapping[Any, JsonObject] = {**rules.json_forms, **_INSIDE} if rules is not None else {}

    def schema(self, shape: Shape) -> JsonObject:
        if json_form.AS_OBJECT in shape.marks and isinstance(shape, ListShape):
            pair = shape.items[0]
            assert isinstance(pair, ListShape)
            return {"type": "object", "additionalProperties": self.schema(pair.items[1])}
        if (held := shape.mark(json_form.Holds)) is not None:
            return self.schema(shape_of(held.declared))
        for known in (shape.own, shape.base):
            if known in self.forms:
                return dict(self.forms[known])
        if shape.base == Panel:
            return self._named("Panel", get_args(Panel), "What lies beside the board.")
        if shape.base is Action:
            inside = (InChild,) if self.rules and self.rules.holds else ()
            actions = (*self.rules.actions, *inside) if self.rules else ()
            return self._of_game("Action", actions, "What a seat may choose.")
        if shape.base is Event:
            of_child = CHILD_EVENTS if self.rules and self.rules.holds else ()
            of_all = (GameEnded, *((CounterSet,) if self.rules and self.rules.counters else ()))
            events = (*self.rules.events, *of_all, *of_child) if self.rules else ()
            return self._of_game("Event", events, "What happened, as a seat may know it.")
        if shape.base is Board:
            return self._board()
        if shape.base is Fraction:
            return {"type": "string", "description": "a fraction, such as 1/4"}
        for cls, form in self.forms.items():
            if isinstance(cls, type) and isinstance(shape.base, type) and issubclass(shape.base, cls):
                return dict(form)
        return super().schema(shape)

    def options(self, shape: UnionShape) -> list[JsonObject]:
        return [*super().options(shape), *([{"type": "null"}] if shape.optional else [])]

    def mapping(self, shape: MapShape) -> JsonObject:
        key, value = self.schema(shape.key), self.schema(shape.value)
        if is_pairs(shape):
            pair = {"type": "array", "prefixItems": [key, value], "minItems": 2, "maxItems": 2}
            return {"type": "array", "items": pair}
        names = key.get("enum")
        known = {"propertyNames": {"enum": names}} if names else {}
        return {"type": "object", "additionalProperties": value, **known}

    def record(self, shape: RecordShape) -> JsonObject:
        cls = RulingJson if shape.base is Ruling else shape.base
        name = self.NAMES.get(cls) or self.name_of(cls)
        if name not in self.classes:
            self.classes[name] = cls
            self.defs[name] = {}
            self.defs[name] = {"type": "object", "description": first_paragraph(cls), **self._members(cls)}
        return {"$ref": f"#/$defs/{name}"}

    def _members(self, cls: Any) -> JsonObject:
        """The properties of a class, and those that are always present."""
        if json_form.is_written_by_fields(cls):
            first = {name: {"const": value} for name, value in json_form.written_tag(cls).items()}
            parts = {part.key: self._member(part.shape) for part in json_form.members(cls)}
            return _closed(first | parts, {part.key for part in json_form.members(cls) if part.optional})
        fields = [part for part in fields_of(cls) if part.given]
        tag = {"kind": {"const": cls.kind}} if issubclass(cls, (Action, Event)) else {}
        may_be_left_out = is_typeddict(cls) or issubclass(cls, Action)
        optional = {
            part.name
            for part in fields
            if (may_be_left_out and not part.required) or json_form.SPARSE.keys() <= part.metadata.keys()
        }
        return _closed(tag | {part.name: self.schema(part.shape) for part in fields}, optional)

    def _member(self, shape: Shape) -> JsonObject:
        """A field of a class that is written by its fields: cites are words there, and points are numbers."""
        if json_form.IN_WORDS in shape.marks:
            return {"type": "string", "description": "where it is printed"}
        if isinstance(shape, UnionShape) and shape.has(Fraction):
            return {"type": "number"}
        return self.schema(shape)

    def _named(self, name: str, classes: tuple[type, ...], description: str) -> JsonObject:
        if name not in self.defs:
            self.defs[name] = {}
            self.defs[name] = {"description": description, "anyOf": [self.schema(shape_of(cls)) for cls in classes]}
        return {"$ref": f"#/$defs/{name}"}

    def _of_game(self, name: str, classes: tuple[type, ...], description: str) -> JsonObject:
        if classes:
            return self._named(name, classes, description)
        self.defs[name] = {"description": description, **_LOOSE}
        return {"$ref": f"#/$defs/{name}"}

    def _board(self) -> JsonObject:
        """What a view shows of the board: everything but printed matter and what follows from the rest."""
        if self.rules is None:
            self.defs["Board"] = {"type": "object", "description": "A board, as its game keeps it."}
            return {"$ref": "#/$defs/Board"}
        cls = self.rules.board
        hidden = static_fields(cls) | derived_fields(cls)
        shown = {part.name: self.schema(part.shape) for part in fields_of(cls) if part.name not in hidden}
        if not self.rules.holds:
            del shown[CHILD]
        if not self.rules.counters:
            del shown[COUNTERS]
        closed = _closed(shown, {CHILD, COUNTERS})
        self.defs["Board"] = {"type": "object", "description": first_paragraph(cls), **closed}
        return {"$ref": "#/$defs/Board"}


def _closed(properties: Mapping[str, JsonObject], optional: set[str]) -> JsonObject:
    required = [name for name in properties if name not in optional]
    return {"properties": dict(properties), "required": required, "additionalProperties": False}


_GAME_INSIDE: JsonObject = {"type": "object", "description": "a game inside, as data", "additionalProperties": {}}
_CHILD: JsonObject = {
    "anyOf": [
        {"type": "null"},
        _loose("", game=_GAME_INSIDE, board={"type": "object", "additionalProperties": {}}),
    ]
}
_INSIDE: Mapping[Any, JsonObject] = {
    InChild: _loose("in_child", game={"type": "string"}, action=_LOOSE),
    ChildEvent: _loose("child_event", number={"type": "integer"}, game={"type": "string"}, event=_LOOSE),
    ChildBegan: _loose("child_began", child=_CHILD),
    Child | None: _CHILD,
}
"""The schemas of what belongs to an inner game, which has a schema of its own."""


def typescript(schema: JsonObject) -> str:
    """The definitions of a schema as the text of a ``.d.ts`` file."""
    head = f"// {schema['description']} Made from the types of the program; do not edit.\n"
    return "\n".join([head, *(line for name, part in schema["$defs"].items() for line in _declared(name, part))])


def _declared(name: str, part: JsonObject) -> Iterator[str]:
    yield from _comment(part, "")
    if "properties" in part:
        yield f"export interface {name} {{"
        yield from _properties(part, "  ")
        yield "}\n"
    else:
        yield f"export type {name} = {_type(part)};\n"


def _comment(part: JsonObject, indent: str) -> Iterator[str]:
    if description := part.get("description"):
        yield f"{indent}/** {description.replace('*/', '*')} */"


def _properties(part: JsonObject, indent: str) -> Iterator[str]:
    required = part.get("required", ())
    for name, value in part["properties"].items():
        yield from _comment(value, indent)
        yield f"{indent}{_key(name)}{'' if name in required else '?'}: {_type(value)};"
    if isinstance(part.get("additionalProperties"), dict):
        yield f"{indent}[key: string]: unknown;"


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def _type(part: Any) -> str:
    if "$ref" in part:
        return str(part["$ref"].removeprefix("#/$defs/"))
    if "const" in part:
        return json.dumps(part["const"])
    if "enum" in part:
        return " | ".join(json.dumps(value) for value in part["enum"]) or "never"
    if "anyOf" in part:
        return " | ".join(dict.fromkeys(_type(option) for option in part["anyOf"]))
    if part.get("type") == "array":
        return _list(part)
    if part.get("type") == "object":
        return _object(part)
    words = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    return words.get(part.get("type", ""), "unknown")


def _list(part: JsonObject) -> str:
    if "prefixItems" in part:
        return f"[{', '.join(_type(item) for item in part['prefixItems'])}]"
    return f"Array<{_type(part.get('items', {}))}>"


def _object(part: JsonObject) -> str:
    if "properties" in part:
        return f"{{ {' '.join(_properties(part, ''))} }}"
    inner = part.get("additionalProperties", {})
    value = _type(inner) if isinstance(inner, dict) else "unknown"
    names = part.get("propertyNames", {}).get("enum")
    if names:
        return f"Partial<Record<{' | '.join(json.dumps(name) for name in names)}, {value}>>"
    return f"Record<string, {value}>"
