"""Positions read from words, as `position_text` writes them and as people type them; all mistakes are told at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from attrs import define, evolve, field, frozen

from wargame_core.dice import Face
from wargame_core.errors import DataError, IllegalAction, Problem, RecordError, UnknownName, WargameError, expected
from wargame_core.flow.about import CARD, PIECE, Names
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board
from wargame_core.flow.menu import Menu
from wargame_core.flow.notation import NotationError, Reading, Token, in_words, tokens_of
from wargame_core.flow.pending import NO_COMMITS, Answer, Ask, Roll, ask_of
from wargame_core.flow.position_text import (
    ANSWERS,
    BEGUN,
    HEADS,
    IS_OVER,
    OPTIONS,
    POSITION,
    REPORT,
    ROLL,
    SEEN_BY,
    STEP,
    THEN,
    kind_of,
)
from wargame_core.flow.position_words import PositionWords
from wargame_core.flow.rules import Rules
from wargame_core.flow.runner import OVER, InnerPosition, Position, Runner, at_present_step, begun
from wargame_core.flow.state import State
from wargame_core.flow.visibility import redact
from wargame_core.limits import LimitError, Limits, check_shape, check_text, quote
from wargame_core.shapes import LeafShape, ListShape, LiteralShape, MapShape, RecordShape, Shape, UnionShape

FILE: Final = "position"
"""What messages call the text."""
NO_BEGINNING: Final = "the step cannot begin like this"
_LIMITS: Final = Limits(characters=200_000, digits=60, text=200_000)
_CHOICE = re.compile(r"(?P<seat>[^:]+):\s*(?P<choice>.+)")


def read_position(rules: Rules, text: str) -> State:
    """The position that a text describes. Raises `DataError` with every mistake: line, value, what is allowed, hint."""
    if not isinstance(text, str):
        raise WargameError(f"a position is text, as print(state) writes it; not {quote(text)}")
    problems = _Problems()
    try:
        check_shape(text, _LIMITS)
        check_text(text, _LIMITS.text)
    except LimitError as problem:
        problems.add(1, 1, "E104", str(problem))
    problems.end()
    return _read(rules, list(_lines(text)), problems)


@frozen
class _Line:
    """A line of the text that says something: its number and what it says."""

    number: int
    text: str

    @property
    def first_word(self) -> str:
        return self.text.split(maxsplit=1)[0]

    @property
    def rest(self) -> str:
        """What stands behind the first word."""
        return self.text.strip().partition(" ")[2].strip()


def _lines(text: str) -> Iterator[_Line]:
    for number, line_text in enumerate(text.splitlines(), 1):
        if line_text.strip() and not line_text.lstrip().startswith("#"):
            yield _Line(number, line_text.rstrip())


@define
class _Problems:
    """The mistakes found so far."""

    found: list[Problem] = field(factory=list)

    def add(self, line: int, column: int, code: str, message: str) -> None:
        """Note a mistake."""
        self.found.append(Problem(FILE, line, column, code, message))

    def at(self, token: Token, code: str, message: str) -> None:
        """Note a mistake at a token."""
        self.add(token.line, token.column, code, message)

    def unknown(self, token: Token, what: str, allowed: Iterable[str]) -> None:
        """Note a name that there is not."""
        self.at(token, "E201", f"{quote(token.text)} is no {what}{expected(token.text, allowed)}")

    def try_to(self, do: Callable[[], None], token: Token, what: str) -> None:
        """Do something, and raise `DataError` with what goes wrong; ``what`` begins the sentence."""
        try:
            do()
        except NotationError as problem:
            self.add(problem.line, problem.column, "E103", str(problem))
        except WargameError as problem:
            self.at(token, "E207", f"{what}: {problem}")
        except Exception as problem:  # whatever a board that cannot be leads to
            self.at(token, "E207", f"{what}: {_no_sentence(problem)}")
        self.end()

    def end(self) -> None:
        """Raise `DataError` if there are any."""
        if self.found:
            raise DataError(sorted(self.found, key=lambda problem: (problem.line, problem.column)))


def _read(rules: Rules, lines: Sequence[_Line], problems: _Problems) -> State:
    """The position that lines describe, with the inner game that follows it."""
    if not lines or lines[0].first_word != POSITION:
        number = lines[0].number if lines else 1
        problems.add(number, 1, "E202", f"a position begins with its game and scenario, such as {_example(rules)!r}")
        problems.end()
    inner_at = next((n for n, line in enumerate(lines) if n and line.first_word == POSITION), len(lines))
    outer_lines, inner_lines = lines[:inner_at], lines[inner_at:]
    then_at = next((n for n, line in enumerate(outer_lines) if line.text.strip() == THEN), inner_at)
    head = _Head(rules, problems)
    head.read([line for line in outer_lines[:then_at] if line.first_word in HEADS])
    problems.end()
    board_lines = [line for line in outer_lines[:then_at] if line.first_word not in HEADS]
    board = _BoardReader(PositionWords.of(rules, head.scenario, head.options), head.at, problems).board(board_lines)
    position = Position(rules, head.scenario, head.options, board, head.line, seq=head.seq)
    replay = _Replay(position, head, problems).played(outer_lines[then_at + 1 :])
    inner = _inner(replay, inner_lines, head, problems)
    return _stands(replay.position(inner), head, problems)


def _inner(replay: _Replay, lines: Sequence[_Line], head: _Head, problems: _Problems) -> InnerPosition | None:
    """The inner game that is played after the answers: as lines describe it, or else at its beginning."""
    play = replay.runner.play
    if play is None:
        if lines:
            problems.add(lines[0].number, 1, "E201", f"no game within {head.rules.id} is played at this step")
        problems.end()
        return None
    rules = head.rules.inner_game(play.game.id, play.game.data).rules
    begun_line = next((line for line in lines if line.first_word == BEGUN), None)
    number = begun_line.rest if begun_line is not None else ""
    if begun_line is not None and not number.isdecimal():
        problems.add(
            begun_line.number, len(BEGUN) + 2, "E203", f"{quote(number)} is not a number of answers, such as 12"
        )
        problems.end()
    game = evolve(play.game, number=int(number or head.seq))
    if not lines:
        return InnerPosition(game, evolve(State.of(Runner.start(rules, game.scenario, game.options)), seq=head.seq))
    return InnerPosition(game, _read(rules, lines, problems))


def _stands(position: Position, head: _Head, problems: _Problems) -> State:
    """The state of a position, from which its step must be able to begin."""
    state = State.from_position(position)
    problems.try_to(partial(_look, state), head.at, NO_BEGINNING)
    return state


def _look(state: State) -> None:
    """Begin the step of a state. Raises `IllegalAction` for a secret choice that nobody may make there."""
    state.look()
    for seat, action in state.commits.items():
        verdict = ask_of(state.pending, seat, state.rules.seats).choices.judge(action)
        if not verdict:
            raise IllegalAction(verdict)


def _example(rules: Rules) -> str:
    return f"{POSITION} {in_words(rules.id)} {in_words(rules.scenarios[0].id)}"


# the head


@define
class _Head:
    """Game, scenario, options and step; ``at`` is where the step is named."""

    rules: Rules
    problems: _Problems
    scenario: str = ""
    options: Mapping[str, str] = field(factory=dict)
    line: int = OVER
    seq: int = 0
    at: Token = field(factory=lambda: Token("", 1, 1))

    def read(self, lines: Sequence[_Line]) -> None:
        """Read the lines that begin with one of `HEADS`."""
        named = dict[str, _Line]()
        for line in lines:
            if line.first_word in named:
                self.problems.add(line.number, 1, "E206", f"{line.first_word!r} is given twice")
            named[line.first_word] = line
        if SEEN_BY in named:
            self.problems.add(
                named[SEEN_BY].number,
                1,
                "E207",
                f"this is what {named[SEEN_BY].rest} knows of a position, not the position: secrets are missing "
                "(print(state) writes all of it)",
            )
        self._game(named[POSITION])
        self._options(named.get(OPTIONS))
        if STEP not in named:
            self.problems.add(lines[0].number, 1, "E202", f"no line says the step: {STEP} {self._steps()[0]}")
            return
        self._step(named[STEP])
        if ANSWERS in named:
            self._answers(named[ANSWERS])

    def _game(self, line: _Line) -> None:
        names = [token.text for token in self._tokens(line)[1:]]
        if names[:1] != [self.rules.id]:
            what = f"a position of {quote(names[0])}" if names else "a position of no game"
            self.problems.add(line.number, 10, "E204", f"this is {what}, and not of {self.rules.id}")
        if len(names) != 2:
            self.problems.add(
                line.number, 1, "E205", f"{quote(line.text)} is not game and scenario: {_example(self.rules)!r}"
            )
            return
        try:
            self.scenario = self.rules.scenario(names[1]).id
        except WargameError as problem:
            self.problems.add(line.number, 11 + len(names[0]), "E301", str(problem))

    def _options(self, line: _Line | None) -> None:
        try:
            given = Reading(self._tokens(line)[1:]).pairs() if line is not None else {}
            self.options = self.rules.read_options({str(name): _option(value) for name, value in given.items()})
        except NotationError as problem:
            self.problems.add(problem.line, problem.column, "E103", str(problem))
        except UnknownName as problem:
            assert line is not None, "without one all options have their defaults"
            self.problems.add(line.number, 1, "E301", str(problem))

    def _tokens(self, line: _Line) -> list[Token]:
        try:
            return list(tokens_of(line.text, line.number))
        except NotationError as problem:
            self.problems.add(problem.line, problem.column, "E103", str(problem))
            return []

    def _steps(self) -> list[str]:
        lines = self.rules.program.lines
        return [*dict.fromkeys(" > ".join(line.path) for line in lines if line.step is not None), IS_OVER]

    def _step(self, line: _Line) -> None:
        self.at = Token(line.rest, line.number, len(STEP) + 2)
        if line.rest not in self._steps():
            self.problems.unknown(self.at, f"step of {self.rules.id}", self._steps())
            return
        paths = {" > ".join(part.path): part.path for part in self.rules.program.lines if part.step is not None}
        self.line = OVER if line.rest == IS_OVER else self.rules.program.line_of(paths[line.rest])

    def _answers(self, line: _Line) -> None:
        if not line.rest.isdecimal():
            self.problems.add(line.number, 9, "E203", f"{quote(line.rest)} is not a number of answers, such as 12")
        else:
            self.seq = int(line.rest)


def _option(value: object) -> object:
    """A value of an option, which is text: ``yes`` is the word."""
    return in_words(value) if not isinstance(value, str) else value


# the board


@frozen
class _Said:
    """What the text says of a field or of one key in it, and where."""

    value: Any
    token: Token


@define
class _BoardReader:
    """Reads the lines of fields and pieces; ``step`` is where mistakes of the whole board are told."""

    words: PositionWords
    step: Token
    problems: _Problems
    fields: dict[str, _Said] = field(factory=dict)
    """JSON data of the fields that are given as a whole."""
    entries: dict[str, dict[Any, _Said]] = field(factory=dict)
    """JSON data of the keys of fields, said on lines of their own or on those of pieces."""
    members: dict[str, list[str]] = field(factory=dict)
    """The pieces that lines put into sets."""
    pieces: dict[str, Token] = field(factory=dict)
    kinds: dict[str, Token] = field(factory=dict)
    """The kind that the line of a piece names."""
    named: list[tuple[_Said, Shape]] = field(factory=list)
    """JSON data of all fields, with their shapes, which may name pieces and cards."""

    def board(self, lines: Sequence[_Line]) -> Board:
        """The board that lines describe. Raises `DataError`."""
        for tokens in self._logical_lines(lines):
            try:
                self._line(tokens)
            except NotationError as problem:
                self.problems.add(problem.line, problem.column, "E103", str(problem))
        values = {name: self._value(name, shape) for name, shape in self.words.shapes.items()}
        self.problems.end()
        board = self._built(values)
        self._check(board)
        self.problems.end()
        return board

    def _logical_lines(self, lines: Sequence[_Line]) -> Iterator[list[Token]]:
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

    def _line(self, tokens: list[Token]) -> None:
        colons = [n for n, token in enumerate(tokens[:3]) if token.is_sign and token.text == ":"]
        if 1 in colons:
            self._field(tokens[0], Reading(tokens[2:]))
        elif 2 in colons:
            self._entry(tokens[0], tokens[1], Reading(tokens[3:]))
        else:
            self._piece(tokens)

    # fields

    def _shape(self, token: Token) -> Shape | None:
        shape = self.words.shapes.get(token.text)
        if shape is None:
            self.problems.unknown(token, f"field of the board of {self.words.rules.id}", self.words.shapes)
        return shape

    def _field(self, token: Token, reading: Reading) -> None:
        shape = self._shape(token)
        if shape is None:
            return
        if token.text in self.fields:
            self.problems.at(token, "E206", f"{token.text} is given twice")
        is_map = isinstance(shape, MapShape) and (reading.is_over or reading.peek().text not in ("{", "["))
        said = reading.pairs() if is_map else _said_of(reading, shape, token)
        _must_end(reading)
        if isinstance(said, dict) and (self.words.worded(token.text) is not None or self._is_of_places(token.text)):
            for key, value in said.items():
                self._hear_worded(token.text, key, value, token, partial(self._add_entry, token.text, key, token=token))
            return
        self._hear(said, shape, token, lambda data: self.fields.update({token.text: _Said(data, token)}))

    def _entry(self, token: Token, key_token: Token, reading: Reading) -> None:
        shape = self._shape(token)
        if shape is None:
            return
        if not isinstance(shape, MapShape):
            self.problems.at(key_token, "E203", f"{token.text} has no keys: {token.text}: and what it holds")
            return
        said = _said_of(reading, shape.value, key_token)
        _must_end(reading)

        def keep(key: Any) -> None:
            self._hear_worded(
                token.text, key, said, key_token, lambda data: self._add_entry(token.text, key, data, key_token)
            )

        self._hear(key_token.value, shape.key, key_token, keep)

    def _hear_worded(self, name: str, key: Any, said: Any, token: Token, use: Any) -> None:
        """As `_hear`, for the value that a piece or another key has in a field."""
        shape = self.words.shapes[name]
        if not isinstance(said, str) or self.words.worded(name) is None:
            assert isinstance(shape, MapShape), "it has keys"
            self._hear(said, shape.value, token, use, place=self._is_of_places(name))
            return
        try:
            use(self.words.value_of_word(name, key, said))
        except WargameError as problem:
            self.problems.at(token, "E301", str(problem))

    def _is_of_places(self, name: str) -> bool:
        place = self.words.place_column
        return place is not None and place.field == name and place.part is None

    def _add_entry(self, name: str, key: Any, data: Any, token: Token) -> None:
        entries = self.entries.setdefault(name, {})
        if key in entries:
            self.problems.at(token, "E206", f"{name} of {quote(key)} is given twice")
        entries[key] = _Said(data, token)

    def _hear(self, said: Any, shape: Shape, token: Token, use: Any, place: bool = False) -> None:
        """Give ``use`` the JSON data of what is said, or note what is wrong with it."""
        try:
            use(self.words.hear(said, shape, place))
        except WargameError as problem:
            self.problems.at(token, "E301", str(problem))

    # pieces

    def _piece(self, tokens: list[Token]) -> None:
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
                self._cell(piece, token, reading, parts)
            elif place is not None and not has_place and self.words.is_place(token.text):
                has_place = True
                self._say(piece, place.name, token.text, token, parts)
            elif len(reading.tokens) > 1 and reading.at == 2:
                self.kinds[piece] = token
            else:
                what = f"place or field of {quote(piece)}"
                self.problems.unknown(token, what, self.words.columns)
                if not reading.is_over and reading.peek().text not in self.words.columns:
                    reading.value()
        for name, data in parts.items():
            self._add_entry(name, piece, self._whole(name, piece, data), tokens[0])

    def _cell(self, piece: str, token: Token, reading: Reading, parts: dict[str, dict[str, Any]]) -> None:
        column = self.words.columns[token.text]
        if not column.is_set:
            self._say(piece, token.text, reading.value(), token, parts)
        elif piece in self.members.setdefault(column.field, []):
            self.problems.at(token, "E206", f"{token.text} of {quote(piece)} is given twice")
        else:
            self.members[column.field].append(piece)

    def _say(self, piece: str, name: str, said: Any, token: Token, parts: dict[str, dict[str, Any]]) -> None:
        column = self.words.columns[name]
        if column.part is None:
            self._hear_worded(
                column.field,
                piece,
                said,
                token,
                lambda data: self._add_entry(column.field, piece, self._whole(column.field, piece, data), token),
            )
        elif column.part.name in parts.setdefault(column.field, {}):
            self.problems.at(token, "E206", f"{name} of {quote(piece)} is given twice")
        else:
            of_field = parts[column.field]
            self._hear(
                said,
                column.shape,
                token,
                lambda data: of_field.update({name: data}),
                place=column is self.words.place_column,
            )

    def _whole(self, name: str, piece: str, data: Any) -> Any:
        """What a piece has in a field, with its own id where that is a part of it."""
        needs_id = isinstance(data, dict) and "id" not in data and "id" in self.words.parts_of(name)
        return {"id": piece, **data} if needs_id else data

    # values

    def _value(self, name: str, shape: Shape) -> Any:
        """The value of a field; None where something is wrong with it, or where it follows and is not given."""
        entries, members = self.entries.get(name, {}), self.members.get(name, [])
        given = self.fields.get(name)
        if given is None and not entries and not members and name in self.words.follows:
            return None
        data = given.value if given is not None else self.words.not_told(name)
        if entries:
            data = self._with_entries(name, data, entries, is_given=given is not None)
        if members:
            data = [*data, *members]
        self.named.append((_Said(data, given.token if given is not None else self.step), shape))
        try:
            return self.words.rules.codec.value(data, shape.declared, name)
        except RecordError as problem:
            self._blame(name, shape, entries, given.token if given is not None else self.step, str(problem))
            return None

    def _with_entries(self, name: str, data: Any, entries: Mapping[Any, _Said], is_given: bool) -> Any:
        """A mapping with the keys that have lines of their own; ``is_given``: a line tells the mapping too."""
        keys = [key for key, _ in (data.items() if isinstance(data, dict) else data)]
        for key in keys if is_given else ():
            if key in entries:
                self.problems.at(entries[key].token, "E206", f"{name} of {quote(key)} is given twice")
        if isinstance(data, dict):
            return {**data, **{key: said.value for key, said in entries.items()}}
        others = [pair for pair in data if pair[0] not in entries]
        return [*others, *([key, said.value] for key, said in entries.items())]

    def _blame(self, name: str, shape: Shape, entries: Mapping[Any, _Said], token: Token, message: str) -> None:
        """Note what is wrong with a field at those of its lines that are wrong by themselves."""
        found_any = False
        for key, said in entries.items():
            try:
                data = {key: said.value} if isinstance(key, str) else [[key, said.value]]
                self.words.rules.codec.value(data, shape.declared, name)
            except RecordError as problem:
                found_any = True
                self.problems.at(said.token, "E203", str(problem))
        if not found_any:
            self.problems.at(token, "E203", message)

    # the whole board

    def _built(self, values: Mapping[str, Any]) -> Board:
        words, codec = self.words, self.words.rules.codec
        present = {name: value for name, value in values.items() if value is not None or name not in words.follows}
        names = [name for name in words.base if name not in present]
        board = codec.board_of({**{name: getattr(words.first, name) for name in names}, **present}).copy()
        try:
            words.follow(board, present)
        except Exception as problem:  # whatever fields that do not go together lead to
            self.problems.at(self.step, "E207", _no_sentence(problem))
            self.problems.end()
        return board

    def _check(self, board: Board) -> None:
        """Note pieces that there are not, what no table can show, and kinds that pieces are not."""
        ids: Any = board.ids_of(PIECE)
        for piece, token in self.pieces.items():
            if ids is not None and piece not in ids:
                allowed = ids if isinstance(ids, Iterable) else board.piece_places()
                self.problems.at(token, "E301", str(UnknownName("piece", piece, allowed)))
        self._check_names(board)
        self.problems.end()
        for about, sentence in board.contradictions():
            said = self.fields.get(about)
            token = self.pieces.get(about) or (said.token if said is not None else self.step)
            self.problems.at(token, "E207", sentence)
        self.problems.end()
        for piece, token in self.kinds.items():
            kind = kind_of(self.words, board, piece)
            if kind != token.text:
                allowed = [*([kind] if kind else []), *self.words.columns]
                self.problems.unknown(token, f"place, kind or field of {quote(piece)}", allowed)

    def _check_names(self, board: Board) -> None:
        """Note pieces and cards that there are not, each once, where the shape of a field says that it names some."""
        checked: set[tuple[Names, str]] = {(PIECE, piece) for piece in self.pieces}
        for said, shape in self.named:
            for what, ref in _named_in(said.value, shape):
                if (what, ref) not in checked:
                    checked.add((what, ref))
                    verdict = self.words.rules.knows(what, ref, board)
                    if not verdict:
                        self.problems.at(said.token, "E301", str(verdict))


def _said_of(reading: Reading, shape: Shape, token: Token) -> Any:
    """One value, or the items of a list, which need no brackets."""
    if reading.is_over:
        raise NotationError(f"nothing is said of {quote(token.text)}", token.line, token.column)
    first = reading.peek()
    if isinstance(shape, ListShape) and (first.is_quoted or first.text != "["):
        return reading.values()
    return reading.value()


def _must_end(reading: Reading) -> None:
    if not reading.is_over:
        token = reading.next()
        raise NotationError(f"{quote(token.text)} is one value too many", token.line, token.column)


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
            for name, of in data.items():
                yield from _named_in(name, key)
                yield from _named_in(of, value)
        case UnionShape(members=(member,)):
            yield from _named_in(data, member)
        case LeafShape() | LiteralShape() | UnionShape() | RecordShape() | ListShape() | MapShape():
            return


def _no_sentence(problem: Exception) -> str:
    """An error of rules that were given a board which cannot be."""
    return f"fields are missing or do not go together, so that the rules come to {type(problem).__name__} ({problem})"


# answers


@define
class _Replay:
    """Gives a position the answers that lines tell, and keeps them."""

    start: Position
    head: _Head
    problems: _Problems
    runner: Runner = field(init=False)
    answers: list[Answer] = field(factory=list)
    commits: dict[str, Action] = field(factory=dict)

    def played(self, lines: Sequence[_Line]) -> _Replay:
        """Begin the step and give it the answers of the lines. Raises `DataError`."""
        self.problems.try_to(self._begin, self.head.at, NO_BEGINNING)
        for line in lines:
            self.problems.try_to(partial(self._answer, line), Token(line.text, line.number, 1), quote(line.text))
        return self

    def position(self, inner: InnerPosition | None) -> Position:
        """The position after the answers, from the beginning of its present step."""
        position = evolve(self.start, answers=tuple(self.answers))
        if position.line != OVER:
            position = at_present_step(position)
        return evolve(position, commits=self.commits or NO_COMMITS, inner=inner)

    def _begin(self) -> None:
        self.runner = begun(self.start)

    def _answer(self, line: _Line) -> None:
        text, runner = line.text.strip(), self.runner
        if runner.pending is None and runner.play is None:
            raise WargameError("the game is over, and nobody is asked anything")
        if runner.play is not None:
            self._answer_within(text, line.number)
        elif runner.chance is not None:
            self._go_on(self._face(runner.chance, list(tokens_of(text, line.number))))
        else:
            self._choose(text, line.number)

    def _go_on(self, answer: Answer) -> None:
        self.runner.go_on(answer)
        self.answers.append(answer)
        self.commits = {}

    def _answer_within(self, text: str, number: int) -> None:
        """What came of an inner game, or a secret choice that waits in one."""
        reading = Reading(list(tokens_of(text, number)))
        seat, colon = reading.next().text, reading.next().text
        if colon != ":" or seat not in (REPORT, *self.head.rules.seats):
            raise WargameError(f"an inner game is played here: {REPORT}: and what came of it")
        action = self.head.rules.codec.action(reading.value())
        _must_end(reading)
        if seat == REPORT:
            self._go_on(action)
        else:
            self.commits = {**self.commits, seat: action}

    def _face(self, roll: Roll, tokens: list[Token]) -> Face:
        reading = Reading(tokens)
        if reading.next().text != ROLL:
            raise WargameError(f"a roll waits here: {ROLL} {in_words(roll.label)}: and a face of {roll.die}")
        label = reading.next() if reading.peek().text != ":" else None
        if label is not None and label.text != roll.label:
            raise WargameError(f"the roll that waits is {quote(roll.label)}, not {quote(label.text)}")
        colon = reading.next()
        if colon.text != ":":
            raise NotationError(f"{quote(colon.text)} stands where a colon is expected", colon.line, colon.column)
        face: Face = roll.die.face(reading.value())
        _must_end(reading)
        return face

    def _choose(self, text: str, number: int) -> None:
        choice, rules, runner = _CHOICE.fullmatch(text), self.head.rules, self.runner
        if choice is None:
            raise WargameError("write a seat, a colon and its choice")
        ask = ask_of(runner.pending, choice["seat"].strip(), rules.seats, self.commits)
        action = self._action(ask, choice["choice"], number)
        verdict = rules.verdict_on(action, ask.choices, runner.board)
        if not verdict:
            raise IllegalAction(verdict)
        assert runner.pending is not None, "it asks"
        commits = {**self.commits, ask.seat: action}
        answer = runner.pending.answered(commits)
        if answer is None:
            self.commits = commits
        else:
            self._go_on(answer)

    def _action(self, ask: Ask, words: str, number: int) -> Action:
        if not words.startswith("{"):
            return Menu(ask, lambda: redact(self.runner.board, ask.seat)).find(words)
        reading = Reading(list(tokens_of(words, number)))
        data = reading.value()
        _must_end(reading)
        return self.head.rules.codec.action(data)
