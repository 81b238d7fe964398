"""JSON Schema of what is sent to screens and comes back: sheet, view, actions, events, menu rows, panels, references.

It is made from the types that are sent. `wire_schema` describes one game, or with None what all games have in common.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, get_args, is_typeddict

import attrs
from attrs.validators import max_len

from wargame_core import json_form
from wargame_core.authoring import About, Action, Board, CounterSet, Event, GameEnded, Rules, Sheet, Verdict
from wargame_core.contents import DeckCard, OobEntry, VictoryRule
from wargame_core.data.schema import DIALECT, SchemaBuilder, first_paragraph
from wargame_core.flow.about import PLACE_MARKS
from wargame_core.flow.codec import is_pairs
from wargame_core.flow.events import InnerBoard
from wargame_core.flow.inner_games import INNER_EVENTS, InnerAction, InnerEvent, InnerGameBegan
from wargame_core.flow.panels import Panel
from wargame_core.flow.screens import MenuRow, Screen, StoryNews, StoryRow
from wargame_core.flow.visibility import COUNTERS, INNER, derived_fields, static_fields
from wargame_core.json_form import JsonObject
from wargame_core.maps.map import Map
from wargame_core.shapes import ListShape, MapShape, RecordShape, Shape, UnionShape, fields_of, shape_of
from wargame_table.messages.incoming import Message, OwnKey
from wargame_table.messages.on_screen import ClockJson, OfferJson
from wargame_table.messages.outgoing import (
    DevicesOfPerson,
    KeyGiven,
    News,
    SeatFreed,
    SeatTaken,
    TableMade,
    Told,
    TurnAddress,
    WordsShown,
)
from wargame_table.messages.person_calls import Call, FreeBySeat, SignedCall

LISTED = (OobEntry.__name__, DeckCard.__name__, VictoryRule.__name__)
"""What a document supplies, a line each."""
ROOTS = ("Sheet", "Screen", "MenuRow", "StoryRow", "StoryNews", "About", "Panel", "Action", "Event", "Verdict", *LISTED)
"""The definitions that front ends use directly; every schema has them."""
_MESSAGES_OF_PERSONS = (SignedCall, FreeBySeat, SeatTaken, WordsShown, DevicesOfPerson, SeatFreed)
"""What persons ask for over HTTP, and the answers."""
_ANSWERS = (News, TableMade, TurnAddress, OwnKey, KeyGiven)
"""What is asked of a table over HTTP, and the answers."""
MESSAGES = ("Said", "Told", "Call", *(cls.__name__ for cls in (*_ANSWERS, *_MESSAGES_OF_PERSONS)))
"""The definitions of what goes over the line between a screen and a table, and of what is asked over HTTP."""

_OF_TABLES = frozenset(
    {*ROOTS, *MESSAGES, *(message.__name__ for message in (*get_args(Told), *get_args(Message), *get_args(Call)))}
)
SAID: tuple[type, ...] = (*get_args(Message), OwnKey, *get_args(Call), SignedCall, FreeBySeat)
"""The classes of what a table reads: each value that has a default may be left out."""
_ANY_KIND: JsonObject = {
    "type": "object",
    "properties": {"kind": {"type": "string"}},
    "required": ["kind"],
    "additionalProperties": {},
}
"""The schema of an action or event of an unknown game."""


def _inner_game_schema(kind: str, **properties: JsonObject) -> JsonObject:
    """The schema of an object with a part of an inner game, which another schema describes."""
    all_properties = {"kind": {"const": kind}, **properties} if kind else properties
    return {"type": "object", **_closed_object(all_properties, set())}


def wire_schema(rules: Rules | None) -> JsonObject:
    """The JSON Schema of everything that screens of a game send and get, by name under ``$defs``.

    With None for the rules: what holds for all games, in which actions, events and boards are open.
    """
    builder = _WireBuilder(rules)
    shared_classes = (
        Sheet,
        Screen,
        MenuRow,
        StoryRow,
        StoryNews,
        About,
        Event,
        Verdict,
        *_ANSWERS,
        *_MESSAGES_OF_PERSONS,
    )
    for cls in (*shared_classes, OobEntry, DeckCard, VictoryRule):
        builder.schema(shape_of(cls))
    builder.define_union("Said", Message, "What a screen says to a table.")
    builder.define_union("Call", Call, "What a person asks of a server, as the text that a device signs.")
    builder.defs["Sheet"]["properties"]["digest"] = {"type": "string"}
    builder.defs["Sheet"]["required"].append("digest")
    description = f"What screens of {rules.id} send and get." if rules else "What screens of any game send and get."
    leading = (*ROOTS, *MESSAGES)
    definitions = {name: builder.defs[name] for name in (*leading, *sorted(set(builder.defs) - set(leading)))}
    return {
        "$schema": DIALECT,
        "title": rules.id if rules else "any game",
        "description": description,
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in leading],
        "$defs": definitions,
    }


class _WireBuilder(SchemaBuilder):
    """Reads types as they are written for screens: all that is there, and nothing else."""

    NAMES: ClassVar[Mapping[type, str]] = {
        ClockJson: "Clock",
        OfferJson: "Offered",
    }

    def __init__(self, rules: Rules | None) -> None:
        super().__init__()
        self.rules = rules
        self.written_spaces = rules is not None and isinstance(rules.game_map, Map)
        """Whether spaces are written by their coordinates."""
        self.tagged_classes: set[type] = set()
        """The members of closed sets, which are written with their kind."""
        self.forms: Mapping[Any, JsonObject] = (
            {**rules.json_types.schemas, **_INNER_GAME_SCHEMAS} if rules is not None else {}
        )

    def schema(self, shape: Shape) -> JsonObject:
        if json_form.AS_OBJECT in shape.marks and isinstance(shape, ListShape):
            pair = shape.items[0]
            assert isinstance(pair, ListShape)
            return {"type": "object", "additionalProperties": self.schema(pair.items[1])}
        if (mark := shape.mark(json_form.WrittenAs)) is not None:
            declared_form = mark.declared
            return (
                {"$ref": f"#/$defs/{declared_form}"}
                if isinstance(declared_form, str)
                else self.schema(shape_of(declared_form))
            )
        if self.written_spaces and any(mark in PLACE_MARKS for mark in shape.marks):
            if shape.base is int:
                return {"type": "string"}
            if isinstance(shape, ListShape) and shape.items[0].declared is int:
                return {"type": "array", "items": {"type": "string"}}
        for form_class in (shape.own, shape.base):
            if form_class in self.forms:
                return dict(self.forms[form_class])
        if shape.base == Panel:
            return self.define_union("Panel", Panel, "What lies beside the board.")
        if shape.base == Told:
            return self.define_union("Told", Told, "What a table says to a screen.")
        if shape.base is Action:
            inner_actions = (InnerAction,) if self.rules and self.rules.inner_games else ()
            actions = (*self.rules.actions, *inner_actions) if self.rules else ()
            return self._of_game("Action", actions, "What a seat may choose.")
        if shape.base is Event:
            inner_events = INNER_EVENTS if self.rules and self.rules.inner_games else ()
            of_all = (GameEnded, *((CounterSet,) if self.rules and self.rules.additions.counters else ()))
            events = (*self.rules.events, *of_all, *inner_events) if self.rules else ()
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
        if shape.is_tagged:
            self.tagged_classes.update(member.base for member in shape.tagged.values())
        return [*super().options(shape), *([{"type": "null"}] if shape.optional else [])]

    def mapping(self, shape: MapShape) -> JsonObject:
        key, value = self.schema(shape.key), self.schema(shape.value)
        if is_pairs(shape):
            pair = {"type": "array", "prefixItems": [key, value], "minItems": 2, "maxItems": 2}
            return {"type": "array", "items": pair}
        names = key.get("enum")
        names_schema = {"propertyNames": {"enum": names}} if names else {}
        return {"type": "object", "additionalProperties": value, **names_schema}

    def record(self, shape: RecordShape) -> JsonObject:
        cls = shape.base
        name = self.NAMES.get(cls) or self.name_of(cls)
        if name in _OF_TABLES and issubclass(cls, (Event, Action)):  # a game's own class with the name of a message
            name = f"{name}{'Event' if issubclass(cls, Event) else 'Action'}"
        if name not in self.classes:
            self.classes[name] = cls
            self.defs[name] = {}
            self.defs[name] = {"type": "object", "description": first_paragraph(cls), **self._members(cls)}
        return {"$ref": f"#/$defs/{name}"}

    def _members(self, cls: Any) -> JsonObject:
        """The properties of a class, and those that are always present."""
        if attrs.has(cls) and issubclass(cls, json_form.JsonForm):
            tag_field = {cls.tag[0]: {"const": cls.tag[1]}} if cls.tag is not None else {}
            parts = {part.key: self._member(part.shape) for part in json_form.members(cls)}
            return _closed_object(tag_field | parts, {part.key for part in json_form.members(cls) if part.optional})
        fields = [part for part in fields_of(cls) if part.given]
        is_message = issubclass(cls, SAID)
        has_kind = (
            issubclass(cls, (Action, Event)) or (is_message and hasattr(cls, "kind")) or cls in self.tagged_classes
        )
        tag = {"kind": {"const": cls.kind}} if has_kind else {}
        may_be_left_out = is_typeddict(cls) or is_message or issubclass(cls, Action)
        optional = {
            part.name
            for part in fields
            if (may_be_left_out and not part.required) or json_form.SPARSE.keys() <= part.metadata.keys()
        }
        limits = _limits(cls) if is_message else {}
        parts = {part.name: self.schema(part.shape) | limits.get(part.name, {}) for part in fields}
        return _closed_object(tag | parts, optional)

    def _member(self, shape: Shape) -> JsonObject:
        """A field of a class that is written by its fields: cites are words there, and points are numbers."""
        if json_form.IN_WORDS in shape.marks:
            return {"type": "string", "description": "where it is printed"}
        if isinstance(shape, UnionShape) and shape.has(Fraction):
            return {"type": "number"}
        return self.schema(shape)

    def define_union(self, name: str, union: Any, description: str) -> JsonObject:
        """Define a union of classes under a name of its own."""
        return self._union_of(name, get_args(union), description)

    def _union_of(self, name: str, classes: tuple[type, ...], description: str) -> JsonObject:
        if name not in self.defs:
            self.defs[name] = {}
            self.defs[name] = {"description": description, "anyOf": [self.schema(shape_of(cls)) for cls in classes]}
        return {"$ref": f"#/$defs/{name}"}

    def _of_game(self, name: str, classes: tuple[type, ...], description: str) -> JsonObject:
        if classes:
            return self._union_of(name, classes, description)
        self.defs[name] = {"description": description, **_ANY_KIND}
        return {"$ref": f"#/$defs/{name}"}

    def _board(self) -> JsonObject:
        """What a view shows of the board: everything but printed matter and what follows from the rest."""
        if self.rules is None:
            self.defs["Board"] = {"type": "object", "description": "A board, as its game keeps it."}
            return {"$ref": "#/$defs/Board"}
        cls = self.rules.board
        hidden_fields = static_fields(cls) | derived_fields(cls)
        visible_fields = {
            part.name: self.schema(part.shape) for part in fields_of(cls) if part.name not in hidden_fields
        }
        if not self.rules.inner_games:
            del visible_fields[INNER]
        if not self.rules.additions.counters:
            del visible_fields[COUNTERS]
        properties = _closed_object(visible_fields, {INNER, COUNTERS})
        self.defs["Board"] = {"type": "object", "description": first_paragraph(cls), **properties}
        return {"$ref": "#/$defs/Board"}


_MAX_LEN: Any = type(max_len(0))
"""The class of what checks a length, which attrs does not name."""


def _limits(cls: type) -> dict[str, JsonObject]:
    """How long the texts and lists may be that a table reads, by field."""
    validators: dict[str, Any] = {part.name: part.validator for part in attrs.fields(cls)}
    lists = {part.name for part in fields_of(cls) if isinstance(part.shape, ListShape)}
    return {
        name: {"maxItems" if name in lists else "maxLength": limit.max_length}
        for name, limit in validators.items()
        if isinstance(limit, _MAX_LEN)
    }


def _closed_object(properties: Mapping[str, JsonObject], optional: set[str]) -> JsonObject:
    required_names = [name for name in properties if name not in optional]
    return {"properties": dict(properties), "required": required_names, "additionalProperties": False}


_INNER_GAME: JsonObject = {"type": "object", "description": "an inner game, as data", "additionalProperties": {}}
_INNER_BOARD: JsonObject = {
    "anyOf": [
        {"type": "null"},
        _inner_game_schema("", game=_INNER_GAME, board={"type": "object", "additionalProperties": {}}),
    ]
}
_INNER_GAME_SCHEMAS: Mapping[Any, JsonObject] = {
    InnerAction: _inner_game_schema("inner_action", game={"type": "string"}, action=_ANY_KIND),
    InnerEvent: _inner_game_schema("inner_event", number={"type": "integer"}, game={"type": "string"}, event=_ANY_KIND),
    InnerGameBegan: _inner_game_schema("inner_game_began", inner=_INNER_BOARD),
    InnerBoard | None: _INNER_BOARD,
}
"""The schemas of what belongs to an inner game, which has a schema of its own."""
