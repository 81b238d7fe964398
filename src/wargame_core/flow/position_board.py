"""The board of a position read from words: its fields, and a line for each piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import define, field, frozen

from wargame_core.errors import RecordError, UnknownName, WargameError
from wargame_core.flow.about import CARD, PIECE, Names
from wargame_core.flow.events import Board
from wargame_core.flow.notation import NotationError, Reading, Token, tokens_of
from wargame_core.flow.position_mistakes import PositionMistakes, TextLine, as_sentence, check_reading_ended
from wargame_core.flow.position_text import (
    kind_of,
)
from wargame_core.flow.position_words import PositionWords
from wargame_core.limits import quote
from wargame_core.shapes import LeafShape, ListShape, LiteralShape, MapShape, RecordShape, Shape, UnionShape


@frozen
class WrittenValue:
    """What the text says of a field or of one key in it, and where."""

    value: Any
    token: Token


@define
class BoardReader:
    """Reads the lines of fields and pieces; ``step`` is where mistakes of the whole board are told."""

    words: PositionWords
    step: Token
    problems: PositionMistakes
    fields: dict[str, WrittenValue] = field(factory=dict)
    """JSON data of the fields that are given as a whole."""
    entries: dict[str, dict[Any, WrittenValue]] = field(factory=dict)
    """JSON data of the keys of fields, said on lines of their own or on those of pieces."""
    members: dict[str, list[str]] = field(factory=dict)
    """The pieces that lines put into sets."""
    pieces: dict[str, Token] = field(factory=dict)
    kinds: dict[str, Token] = field(factory=dict)
    """The kind that the line of a piece names."""
    named: list[tuple[WrittenValue, Shape]] = field(factory=list)
    """JSON data of all fields, with their shapes, which may name pieces and cards."""

    def board(self, lines: Sequence[TextLine]) -> Board:
        """The board that lines describe. Raises `DataError`."""
        for tokens in self._logical_lines(lines):
            try:
                self._read_line(tokens)
            except NotationError as problem:
                self.problems.add(problem.line, problem.column, "E103", str(problem))
        values = {name: self._value(name, shape) for name, shape in self.words.shapes.items()}
        self.problems.end()
        board = self._build_board(values)
        self._check(board)
        self.problems.end()
        return board

    def _logical_lines(self, lines: Sequence[TextLine]) -> Iterator[list[Token]]:
        """The tokens of each line, with those of the lines that continue it: these begin with a blank."""
        open_line: list[Token] = []
        for line in lines:
            try:
                tokens = list(tokens_of(line.text, line.number))
            except NotationError as problem:
                self.problems.add(problem.line, problem.column, "E103", str(problem))
                continue
            if open_line and line.text[0].isspace():
                open_line += tokens
                continue
            if open_line:
                yield open_line
            open_line = tokens
        if open_line:
            yield open_line

    def _read_line(self, tokens: list[Token]) -> None:
        colons = [index for index, token in enumerate(tokens[:3]) if token.is_sign and token.text == ":"]
        if 1 in colons:
            self._read_field(tokens[0], Reading(tokens[2:]))
        elif 2 in colons:
            self._read_entry(tokens[0], tokens[1], Reading(tokens[3:]))
        else:
            self._read_piece(tokens)

    # fields

    def _shape(self, token: Token) -> Shape | None:
        shape = self.words.shapes.get(token.text)
        if shape is None:
            self.problems.unknown(token, f"field of the board of {self.words.rules.id}", self.words.shapes)
        return shape

    def _read_field(self, token: Token, reading: Reading) -> None:
        shape = self._shape(token)
        if shape is None:
            return
        if token.text in self.fields:
            self.problems.at(token, "E206", f"{token.text} is given twice")
        is_map = isinstance(shape, MapShape) and (reading.is_over or reading.peek().text not in ("{", "["))
        raw_value = reading.pairs() if is_map else _said_of(reading, shape, token)
        check_reading_ended(reading)
        if isinstance(raw_value, dict) and (
            self.words.worded(token.text) is not None or self._is_of_places(token.text)
        ):
            for key, value in raw_value.items():
                self._read_worded_value(
                    token.text, key, value, token, partial(self._add_entry, token.text, key, token=token)
                )
            return
        self._read_value(
            raw_value, shape, token, lambda data: self.fields.update({token.text: WrittenValue(data, token)})
        )

    def _read_entry(self, token: Token, key_token: Token, reading: Reading) -> None:
        shape = self._shape(token)
        if shape is None:
            return
        if not isinstance(shape, MapShape):
            self.problems.at(key_token, "E203", f"{token.text} has no keys: {token.text}: and what it holds")
            return
        raw_value = _said_of(reading, shape.value, key_token)
        check_reading_ended(reading)

        def keep_key(key: Any) -> None:
            self._read_worded_value(
                token.text, key, raw_value, key_token, lambda data: self._add_entry(token.text, key, data, key_token)
            )

        self._read_value(key_token.value, shape.key, key_token, keep_key)

    def _read_worded_value(self, name: str, key: Any, raw_value: Any, token: Token, use: Any) -> None:
        """As `_read_value`, for the value that a piece or another key has in a field."""
        shape = self.words.shapes[name]
        if not isinstance(raw_value, str) or self.words.worded(name) is None:
            assert isinstance(shape, MapShape), "it has keys"
            self._read_value(raw_value, shape.value, token, use, place=self._is_of_places(name))
            return
        try:
            use(self.words.value_of_word(name, key, raw_value))
        except WargameError as problem:
            self.problems.at(token, "E301", str(problem))

    def _is_of_places(self, name: str) -> bool:
        place = self.words.place_column
        return place is not None and place.field == name and place.part is None

    def _add_entry(self, name: str, key: Any, data: Any, token: Token) -> None:
        entries = self.entries.setdefault(name, {})
        if key in entries:
            self.problems.at(token, "E206", f"{name} of {quote(key)} is given twice")
        entries[key] = WrittenValue(data, token)

    def _read_value(self, raw_value: Any, shape: Shape, token: Token, use: Any, place: bool = False) -> None:
        """Give ``use`` the JSON data of what is said, or note what is wrong with it."""
        try:
            use(self.words.hear(raw_value, shape, place))
        except WargameError as problem:
            self.problems.at(token, "E301", str(problem))

    # pieces

    def _read_piece(self, tokens: list[Token]) -> None:
        piece, reading = str(tokens[0].value), Reading(tokens, 1)
        if piece in self.pieces:
            self.problems.at(tokens[0], "E206", f"{quote(piece)} has two lines")
        self.pieces[piece] = tokens[0]
        parts: dict[str, dict[str, Any]] = {}
        place, has_place = self.words.place_column, False
        while not reading.is_over:
            token = reading.next()
            _ = token.value  # a bracket is none
            if token.text in self.words.columns and not token.is_quoted:
                self._read_cell(piece, token, reading, parts)
            elif place is not None and not has_place and self.words.is_place(token.text):
                has_place = True
                self._note_piece_value(piece, place.name, token.text, token, parts)
            elif len(reading.tokens) > 1 and reading.at == 2:
                self.kinds[piece] = token
            else:
                field_in_words = f"place or field of {quote(piece)}"
                self.problems.unknown(token, field_in_words, self.words.columns)
                if not reading.is_over and reading.peek().text not in self.words.columns:
                    reading.value()
        for name, data in parts.items():
            self._add_entry(name, piece, self._with_own_id(name, piece, data), tokens[0])

    def _read_cell(self, piece: str, token: Token, reading: Reading, parts: dict[str, dict[str, Any]]) -> None:
        column = self.words.columns[token.text]
        if not column.is_set:
            self._note_piece_value(piece, token.text, reading.value(), token, parts)
        elif piece in self.members.setdefault(column.field, []):
            self.problems.at(token, "E206", f"{token.text} of {quote(piece)} is given twice")
        else:
            self.members[column.field].append(piece)

    def _note_piece_value(
        self, piece: str, name: str, raw_value: Any, token: Token, parts: dict[str, dict[str, Any]]
    ) -> None:
        column = self.words.columns[name]
        if column.part is None:
            self._read_worded_value(
                column.field,
                piece,
                raw_value,
                token,
                lambda data: self._add_entry(column.field, piece, self._with_own_id(column.field, piece, data), token),
            )
        elif column.part.name in parts.setdefault(column.field, {}):
            self.problems.at(token, "E206", f"{name} of {quote(piece)} is given twice")
        else:
            of_field = parts[column.field]
            self._read_value(
                raw_value,
                column.shape,
                token,
                lambda data: of_field.update({name: data}),
                place=column is self.words.place_column,
            )

    def _with_own_id(self, name: str, piece: str, data: Any) -> Any:
        """What a piece has in a field, with its own id where that is a part of it."""
        needs_id = isinstance(data, dict) and "id" not in data and "id" in self.words.parts_of(name)
        return {"id": piece, **data} if needs_id else data

    # values

    def _value(self, name: str, shape: Shape) -> Any:
        """The value of a field; None where something is wrong with it, or where it follows and is not given."""
        entries, members = self.entries.get(name, {}), self.members.get(name, [])
        written_value = self.fields.get(name)
        if written_value is None and not entries and not members and name in self.words.follows:
            return None
        data = written_value.value if written_value is not None else self.words.data_when_untold(name)
        if entries:
            data = self._with_entries(name, data, entries, is_given=written_value is not None)
        if members:
            data = [*data, *members]
        self.named.append((WrittenValue(data, written_value.token if written_value is not None else self.step), shape))
        try:
            return self.words.rules.codec.value(data, shape.declared, name)
        except RecordError as problem:
            self._note_field_problem(
                name, shape, entries, written_value.token if written_value is not None else self.step, str(problem)
            )
            return None

    def _with_entries(self, name: str, data: Any, entries: Mapping[Any, WrittenValue], is_given: bool) -> Any:
        """A mapping with the keys that have lines of their own; ``is_given``: a line tells the mapping too."""
        keys = [key for key, _ in (data.items() if isinstance(data, dict) else data)]
        for key in keys if is_given else ():
            if key in entries:
                self.problems.at(entries[key].token, "E206", f"{name} of {quote(key)} is given twice")
        if isinstance(data, dict):
            return {**data, **{key: written_value.value for key, written_value in entries.items()}}
        other_pairs = [pair for pair in data if pair[0] not in entries]
        return [*other_pairs, *([key, written_value.value] for key, written_value in entries.items())]

    def _note_field_problem(
        self, name: str, shape: Shape, entries: Mapping[Any, WrittenValue], token: Token, message: str
    ) -> None:
        """Note what is wrong with a field at those of its lines that are wrong by themselves."""
        found_any = False
        for key, written_value in entries.items():
            try:
                data = {key: written_value.value} if isinstance(key, str) else [[key, written_value.value]]
                self.words.rules.codec.value(data, shape.declared, name)
            except RecordError as problem:
                found_any = True
                self.problems.at(written_value.token, "E203", str(problem))
        if not found_any:
            self.problems.at(token, "E203", message)

    # the whole board

    def _build_board(self, values: Mapping[str, Any]) -> Board:
        words, codec = self.words, self.words.rules.codec
        present_values = {
            name: value for name, value in values.items() if value is not None or name not in words.follows
        }
        names = [name for name in words.base if name not in present_values]
        board = codec.board_of({**{name: getattr(words.first, name) for name in names}, **present_values}).copy()
        try:
            words.follow(board, present_values)
        except Exception as problem:  # whatever fields that do not go together lead to
            self.problems.at(self.step, "E207", as_sentence(problem))
            self.problems.end()
        return board

    def _check(self, board: Board) -> None:
        """Note pieces that there are not, what no table can show, and kinds that pieces are not."""
        ids: Any = board.ids_of(PIECE)
        for piece, token in self.pieces.items():
            if ids is not None and piece not in ids:
                allowed_names = ids if isinstance(ids, Iterable) else board.piece_places()
                self.problems.at(token, "E301", str(UnknownName("piece", piece, allowed_names)))
        self._check_names(board)
        self.problems.end()
        for subject, sentence in board.contradictions():
            written_value = self.fields.get(subject)
            token = self.pieces.get(subject) or (written_value.token if written_value is not None else self.step)
            self.problems.at(token, "E207", sentence)
        self.problems.end()
        for piece, token in self.kinds.items():
            kind = kind_of(self.words, board, piece)
            if kind != token.text:
                allowed_names = [*([kind] if kind else []), *self.words.columns]
                self.problems.unknown(token, f"place, kind or field of {quote(piece)}", allowed_names)

    def _check_names(self, board: Board) -> None:
        """Note pieces and cards that there are not, each once, where the shape of a field says that it names some."""
        checked_refs: set[tuple[Names, str]] = {(PIECE, piece) for piece in self.pieces}
        for written_value, shape in self.named:
            for kind, ref in _named_in(written_value.value, shape):
                if (kind, ref) not in checked_refs:
                    checked_refs.add((kind, ref))
                    verdict = self.words.rules.knows(kind, ref, board)
                    if not verdict:
                        self.problems.at(written_value.token, "E301", str(verdict))


def _said_of(reading: Reading, shape: Shape, token: Token) -> Any:
    """One value, or the items of a list, which need no brackets."""
    if reading.is_over:
        raise NotationError(f"nothing is said of {quote(token.text)}", token.line, token.column)
    first_token = reading.peek()
    if isinstance(shape, ListShape) and (first_token.is_quoted or first_token.text != "["):
        return reading.values()
    return reading.value()


def _named_in(data: Any, shape: Shape) -> Iterator[tuple[Names, str]]:
    """The pieces and cards that JSON data name, by the marks of their shapes."""
    marks = [mark for mark in shape.marks if mark in (PIECE, CARD)]
    if marks and isinstance(data, str) and data:
        yield marks[0], data
        return
    match shape:
        case RecordShape() if isinstance(data, Mapping):
            for part in shape.fields:
                yield from _named_in(data.get(part.name), part.shape)
        case ListShape(items=items) if isinstance(data, list) and items:
            for number, value in enumerate(data):
                yield from _named_in(value, items[min(number, len(items) - 1)])
        case MapShape(key=key, value=value) if isinstance(data, Mapping):
            for name, item in data.items():
                yield from _named_in(name, key)
                yield from _named_in(item, value)
        case UnionShape(members=(member,)):
            yield from _named_in(data, member)
        case LeafShape() | LiteralShape() | UnionShape() | RecordShape() | ListShape() | MapShape():
            return
