"""How the board of a game is told in words: what stands on the line of a piece, and how places and cards are written.

All of it follows from the fields of the board and from the first board of the scenario, so that a game says nothing
more: a field with a value for each piece, or with a set of pieces, is told on the lines of the pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, assert_never

import attrs
from attrs import define, field, frozen

from wargame_core.errors import UnknownName
from wargame_core.flow.about import CARD, OFF, PIECE, PLACE, PLACE_MARKS, Worded
from wargame_core.flow.events import Board
from wargame_core.flow.rules import Rules
from wargame_core.flow.visibility import COUNTERS, INNER, derived_fields, follows_of
from wargame_core.json_form import JsonObject
from wargame_core.maps.map import Map
from wargame_core.names import folded
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

ANYTHING = shape_of(Any)


@frozen(eq=False)
class Column:
    """What the line of a piece tells of one field: the piece's value in it, a part of that value, or that it is in it.

    ``part`` is the field of the value, None for all of it; ``is_set`` says that the field is a set of pieces.
    """

    name: str
    field: str
    shape: Shape
    part: RecordField | None = None
    is_set: bool = False


@define(eq=False, slots=False)
class PositionWords:
    """The words for the boards of one scenario, with the options that are played.

    ``data`` is always a board as JSON (`Codec.board_to_json`); what is said of it is plain data too, with places by
    their coordinates, cards by their titles and keys as they are (`wargame_core.flow.notation` writes that).
    """

    rules: Rules
    first: Board
    base: JsonObject = field(init=False)
    """The first board as JSON: what a text does not name is as it is there."""

    def __attrs_post_init__(self) -> None:
        self.base = self.rules.codec.board_to_json(self.first)

    @staticmethod
    def of(rules: Rules, scenario: str, options: Mapping[str, str]) -> PositionWords:
        """The words for a scenario. Raises `UnknownName` for a wrong scenario, option or value."""
        key = ("words of positions", scenario, *sorted(options.items()))
        return rules.cached(key, lambda: PositionWords(rules, rules.first_board(scenario, options)))

    @cached_property
    def shapes(self) -> Mapping[str, Shape]:
        """The fields of the board that a position has, those that only exist for speed left out."""
        hidden_fields = {INNER, *(derived_fields(type(self.first)) & self.follows.keys())}
        shapes = {part.name: part.shape for part in fields_of(type(self.first)) if part.name not in hidden_fields}
        return {name: shape for name, shape in shapes.items() if name in self.base or name == COUNTERS}

    @cached_property
    def follows(self) -> Mapping[str, Any]:
        """By field, the function that works it out from the others."""
        return follows_of(type(self.first))

    def without(self, name: str, board: Board) -> Any:
        """What a field that follows from others holds before they are looked at: nothing, if its class says so."""
        default: Any = getattr(attrs.fields(type(board)), name).default
        if default is attrs.NOTHING:
            return getattr(self.first, name)
        return default.factory() if _is_factory(default) else default

    def follow(self, board: Board, present_fields: Collection[str]) -> None:
        """Work out the fields of ``board`` that follow from others; those ``present_fields`` have been given a
        value."""
        for name in self.follows:
            if name not in present_fields:
                setattr(board, name, self.without(name, board))
        for name, work_out in self.follows.items():
            setattr(board, name, work_out(board))

    def worked_out(self, name: str, board: Board, value_before: Any) -> Any:
        """What a field holds that follows from the others of ``board`` and from what it held ``value_before``."""
        other_board = board.copy()
        setattr(other_board, name, value_before)
        return self.follows[name](other_board)

    def data_when_untold(self, name: str) -> Any:
        """The JSON data of a field that a text does not name: for some it is nothing, or as the scenario sets it up."""
        if name in self.follows:
            return self.rules.codec.converter.unstructure(self.without(name, self.first), self.shapes[name].declared)
        base = self.base.get(name, {})
        return type(base)() if name in self.piece_fields else base

    # pieces and their lines

    @cached_property
    def piece_fields(self) -> frozenset[str]:
        """The fields that hold a value for each of some pieces, or a set of pieces.

        They are those whose type marks its keys or items as pieces, or else those that begin empty or with pieces.
        """
        marked_fields = frozenset(name for name, shape in self.shapes.items() if _has_marked_pieces(shape))
        return marked_fields or frozenset(
            name for name, shape in self.shapes.items() if self._is_of_pieces(name, shape)
        )

    def _is_of_pieces(self, name: str, shape: Shape) -> bool:
        match shape:
            case MapShape(key=LeafShape(base=key)) if key is str:
                keys = self.base.get(name, {})
            case ListShape(items=(LeafShape(base=item),)) if item is str and shape.unordered:
                keys = self.base.get(name, [])
            case LeafShape() | LiteralShape() | UnionShape() | RecordShape() | ListShape() | MapShape():
                return False
        return name != COUNTERS and isinstance(keys, (dict, list)) and all(map(self._is_piece, keys))

    def _is_piece(self, ref: str) -> bool:
        ids = self.first.ids_of(PIECE)
        return ref in self.first.piece_places() or (ids is not None and ref in ids)

    @cached_property
    def columns(self) -> Mapping[str, Column]:
        """What may stand on the line of a piece, by name."""
        columns = {name: self._column(name) for name in self.shapes if name in self.piece_fields}
        parts = [
            Column(part.name, column.field, part.shape, part)
            for column in columns.values()
            if isinstance(column.shape, RecordShape) and self.worded(column.field) is None
            for part in column.shape.fields
            if part.name != "id"
        ]
        names = [part.name for part in parts]
        return columns | {part.name: part for part in parts if names.count(part.name) == 1 and part.name not in columns}

    def parts_of(self, name: str) -> Mapping[str, RecordField]:
        """The fields of what a piece has in a field, where each of them has a column of its own; else none."""
        column = self.columns[name]
        if not isinstance(column.shape, RecordShape) or self.worded(name) is not None:
            return {}
        parts = {part.name: part for part in column.shape.fields}
        has_columns = all(part == "id" or self._is_part(part, name) for part in parts)
        return parts if has_columns else {}

    def _is_part(self, part: str, name: str) -> bool:
        column = self.columns.get(part)
        return column is not None and column.field == name and column.part is not None

    def worded(self, name: str) -> Worded | None:
        """How the values of a field are written as words; None where they are written with their parts."""
        return self.shapes[name].mark(Worded)

    def word_of(self, name: str, board: Board, piece: str) -> str:
        """The word that says what a piece has in a field, "" where none does."""
        wording = self.worded(name)
        return wording.word(board, piece, getattr(board, name)[piece]) if wording is not None else ""

    def value_of_word(self, name: str, piece: str, word: str) -> Any:
        """The JSON data of what a word says that a piece has in a field. Raises `WargameError`."""
        wording, shape = self.worded(name), self.shapes[name]
        assert wording is not None, "a word is asked for"
        assert isinstance(shape, MapShape), "it is of pieces"
        value = wording.value(self.first, piece, word)
        return self.rules.codec.converter.unstructure(value, shape.value.declared)

    def _column(self, name: str) -> Column:
        shape = self.shapes[name]
        if isinstance(shape, MapShape):
            return Column(name, name, shape.value)
        return Column(name, name, ANYTHING, is_set=True)

    @cached_property
    def place_column(self) -> Column | None:
        """The column that says where a piece stands, which needs no name: the first one marked, or found to do so."""
        if self.map is None and self.first.ids_of(PLACE) is None:
            return None
        candidates = [column for column in self.columns.values() if isinstance(column.shape, LeafShape)]
        marked_columns = (column for column in candidates if any(mark in PLACE_MARKS for mark in column.shape.marks))
        return next(marked_columns, None) or next(filter(self._says_where, candidates), None)

    def _says_where(self, column: Column) -> bool:
        if column.shape.base not in (int, str):
            return False
        places, values = self.first.piece_places(), getattr(self.first, column.field)
        if not values or not values.keys() <= places.keys():
            return False
        part = column.part.name if column.part is not None else ""
        place_of_piece = {piece: getattr(value, part) if part else value for piece, value in values.items()}
        return all(self.first.place_id(value) == places[piece] for piece, value in place_of_piece.items())

    # how values are said

    @cached_property
    def map(self) -> Map | None:
        """The map of the scenario."""
        return self.rules.map_of(self.first)

    @cached_property
    def _titles(self) -> Mapping[str, str]:
        """The title of each card whose title no other card has."""
        ids: object = self.first.ids_of(CARD)
        titles = {
            str(ref): next(iter(self.first.names_of(CARD, ref)), str(ref))
            for ref in (ids if isinstance(ids, Iterable) else ())
        }
        title_counts = Counter(titles.values())
        return {ref: title for ref, title in titles.items() if title_counts[title] == 1 and title not in titles}

    @cached_property
    def _cards(self) -> Mapping[str, str]:
        return {title: ref for ref, title in self._titles.items()}

    def say(self, data: Any, shape: Shape, place: bool = False) -> Any:
        """JSON data of a field as it is said; ``place``: it is known to be a space."""
        if isinstance(data, str) and CARD in shape.marks:
            return self._titles.get(data, data)
        if self._is_numbered(data, shape, place) and type(data) is int and 0 <= data < self._map.size:
            return self._map.coordinates(data)
        match shape:
            case UnionShape():
                member = _member(data, shape)
                return data if member is None else self.say(data, member)
            case RecordShape() if isinstance(data, Mapping):
                return self._record_to_words(data, shape)
            case ListShape(items=items) if isinstance(data, list):
                return [
                    self.say(value, item_shape)
                    for value, item_shape in zip(data, _item_shapes(items, len(data)), strict=True)
                ]
            case MapShape(value=value) if isinstance(data, Mapping):
                return {key: self.say(item, value) for key, item in data.items()}
            case MapShape(key=key, value=value) if _are_pairs(data):
                return {self.say(name, key): self.say(item, value) for name, item in data}
            case LeafShape() | LiteralShape() | RecordShape() | ListShape() | MapShape():
                return data  # a value as it is, or one that does not fit its field
            case _:
                assert_never(shape)

    def _record_to_words(self, data: Mapping[str, Any], shape: RecordShape) -> JsonObject:
        parts = {part.name: part for part in shape.fields}
        sheet_data = {}
        for name, value in data.items():
            part = parts.get(name)
            if part is None or data.keys() != parts.keys():
                sheet_data[name] = self.say(value, part.shape if part is not None else ANYTHING)
            elif not self.is_default(part, value):
                sheet_data[name] = self.say(value, part.shape)
        return sheet_data

    def is_default(self, part: RecordField, data: Any) -> bool:
        """Whether JSON data is what a field holds unless something else is said."""
        if part.required or _is_factory(part.default):
            return False
        default = self.rules.codec.converter.unstructure(part.default, part.shape.declared)
        return type(default) is type(data) and bool(default == data)

    def hear(self, said_value: Any, shape: Shape, place: bool = False) -> Any:
        """The JSON data that `say` said so. Raises `WargameError` for a place that is not there."""
        if isinstance(said_value, str) and CARD in shape.marks:
            return self._read_card(said_value)
        if isinstance(said_value, str) and self._is_place(shape, place):
            return self._read_place(said_value, shape)
        match shape:
            case UnionShape():
                member = _member(said_value, shape)
                return said_value if member is None else self.hear(said_value, member)
            case RecordShape() if isinstance(said_value, Mapping):
                parts = {part.name: part.shape for part in shape.fields}
                return {name: self.hear(value, parts.get(name, ANYTHING)) for name, value in said_value.items()}
            case ListShape(items=items) if isinstance(said_value, list):
                return [
                    self.hear(value, item_shape)
                    for value, item_shape in zip(said_value, _item_shapes(items, len(said_value)), strict=True)
                ]
            case MapShape() if isinstance(said_value, Mapping):
                return self._read_mapping(said_value, shape)
            case LeafShape() | LiteralShape() | RecordShape() | ListShape() | MapShape():
                return said_value
            case _:
                assert_never(shape)

    def _read_card(self, card_text: str) -> str:
        ids = self.first.ids_of(CARD)
        if card_text in self._cards or card_text == "" or ids is None or card_text in ids:
            return self._cards.get(card_text, card_text)
        raise UnknownName("card", card_text, self._cards or (ids if isinstance(ids, Iterable) else ()))

    def _read_mapping(self, sheet_data: Mapping[Any, Any], shape: MapShape) -> Any:
        pairs = [[self.hear(name, shape.key), self.hear(value, shape.value)] for name, value in sheet_data.items()]
        return dict(pairs) if _has_text_keys(shape) else pairs

    def _is_place(self, shape: Shape, place: bool) -> bool:
        return self.map is not None and (place or any(mark in PLACE_MARKS for mark in shape.marks))

    def _is_numbered(self, data: Any, shape: Shape, place: bool) -> bool:
        return shape.base is int and self._is_place(shape, place)

    @property
    def _map(self) -> Map:
        assert self.map is not None
        return self.map

    def _read_place(self, place_text: str, shape: Shape) -> Any:
        if place_text == OFF or place_text == "":
            return place_text
        space = self._map.written.get(place_text)
        if space is None:
            space = self._map.parse(place_text)
        if shape.base is int and isinstance(self.rules.codec.converter.unstructure(0, shape.declared), int):
            return space
        return self._map.coordinates(space)

    def is_place(self, word: str) -> bool:
        """Whether a word names a place of the map."""
        if self.map is None:
            return word in (self.first.ids_of(PLACE) or ())
        return word in self.map.written or folded(word) in self._place_names

    @cached_property
    def _place_names(self) -> frozenset[str]:
        return frozenset(folded(place.name) for place in self._map.places)


def _has_marked_pieces(shape: Shape) -> bool:
    """Whether the keys of a mapping, or the items of a set, are marked as pieces."""
    match shape:
        case MapShape(key=LeafShape(base=base) as key):
            return base is str and PIECE in key.marks
        case ListShape(items=(LeafShape(base=base) as item,)) if shape.unordered:
            return base is str and PIECE in item.marks
        case LeafShape() | LiteralShape() | UnionShape() | RecordShape() | ListShape() | MapShape():
            return False
        case _:
            assert_never(shape)


def _is_factory(default: object) -> bool:
    return hasattr(default, "factory")


def _item_shapes(items: tuple[Shape, ...], count: int) -> tuple[Shape, ...]:
    """The shapes of so many values of a list: its own, or its one shape for all of them."""
    return items if len(items) == count else (items[0] if len(items) == 1 else ANYTHING,) * count


def _has_text_keys(shape: MapShape) -> bool:
    match shape.key:
        case LiteralShape(values=values):
            return all(isinstance(value, str) for value in values)
        case LeafShape(base=base):
            return base is str or base is Any
        case UnionShape() | RecordShape() | ListShape() | MapShape():
            return False


def _are_pairs(data: Any) -> bool:
    """Whether data are the pairs of a mapping whose keys can be said."""
    return isinstance(data, list) and all(
        isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], (str, int)) for pair in data
    )


def _member(data: Any, shape: UnionShape) -> Shape | None:
    """The shape of one of several that data has; None for None, and where it is not clear."""
    if data is None:
        return None
    if isinstance(data, Mapping) and isinstance(data.get("kind"), str) and data["kind"] in shape.tagged:
        return ANYTHING
    return shape.members[0] if len(shape.members) == 1 else None
