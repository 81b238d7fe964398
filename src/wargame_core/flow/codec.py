"""JSON of a game's actions, events, boards and answers, strict both ways: nothing is coerced or ignored.

cattrs is the one JSON codec, with hooks made from shapes for what JSON writes in a way of its own: between programs
there are no lines and no authors. Data files are read by `wargame_core.data.structuring` instead, which reports every
problem with file, line and hint (docs/decisions/data-files.md). cattrs is imported when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, assert_never, cast

import attrs

from wargame_core.errors import MalformedAction, RecordError, WargameError, expected
from wargame_core.flow.about import PLACE_MARKS
from wargame_core.flow.choices import Action
from wargame_core.flow.events import EVENTS_OF_ALL_GAMES, Board, CounterValue, Event, InnerBoard
from wargame_core.flow.pending import Answer
from wargame_core.flow.visibility import COUNTERS, INNER, derived_fields, kept_fields, static_fields
from wargame_core.json_form import SPARSE, JsonObject
from wargame_core.kinds import by_kind
from wargame_core.limits import ACTION, MESSAGE, LimitError, check_value, quote, shorten
from wargame_core.maps.features import NoSuchSpace
from wargame_core.rulings import Ruling
from wargame_core.shapes import (
    LeafShape,
    ListShape,
    LiteralShape,
    MapShape,
    RecordShape,
    Shape,
    UnionShape,
    fields_of,
    shape_of,
)

if TYPE_CHECKING:
    from cattrs import Converter

Hooks = Callable[[Any], None]
Write = Callable[[Any], Any]
WRITTEN: Final = 256
"""The number of events whose text is cached."""


class InnerGameCodecs(Protocol):
    """What a converter has to know of inner games: see `InnerCodecs`."""

    actions: tuple[type[Action], ...]
    events: tuple[type[Event], ...]

    def teach(self, converter: Any) -> None:
        """Let a converter write and read actions, events and boards of inner games."""

    def view_to_json(self, inner_board: InnerBoard) -> JsonObject:
        """An inner game as a seat sees it."""


class Spaces(Protocol):
    """What a converter has to know of a game's map: how its spaces are written."""

    def write_space(self, space: int) -> str:
        """How a space is written. Raises ValueError for one that is not there."""

    def space_written(self, text: object) -> int:
        """The space that is written so. Raises ValueError."""


class Codec:
    """JSON in and out for one game. Made once per game, on first use."""

    def __init__(
        self,
        game: str,
        board: type[Board],
        printed: Mapping[str, Any],
        actions: Iterable[type[Action]],
        events: Iterable[type[Event]],
        hooks: Hooks | None = None,
        inner_game_codecs: InnerGameCodecs | None = None,
        spaces: Spaces | None = None,
    ) -> None:
        self.game, self.printed = game, printed
        self.board_class = board
        self.converter = strict_converter()
        if spaces is not None:
            _teach_spaces(self.converter, spaces)
        if hooks is not None:
            hooks(self.converter)
        self.inner = inner_game_codecs
        self._written: dict[int, tuple[Event, str]] = {}
        self._hooks: dict[type, Write] = {}
        self._writers: dict[type[Board], tuple[tuple[str, Write, bool], ...]] = {}
        if inner_game_codecs is not None:
            inner_game_codecs.teach(self.converter)
        self._plain = PlainFields(self._again)
        self.actions = by_kind((*actions, *(inner_game_codecs.actions if inner_game_codecs is not None else ())))
        self.events = by_kind(
            (*events, *EVENTS_OF_ALL_GAMES, *(inner_game_codecs.events if inner_game_codecs is not None else ()))
        )

    def to_json(self, value: Any) -> Any:
        """Plain JSON data for an action, an event, a board, or any value inside them."""
        if isinstance(value, (Action, Event)):
            cls = type(value)
            write = self._hooks.get(cls)
            if write is None:
                write = self._hooks[cls] = self.converter.get_unstructure_hook(cls)
            return {"kind": value.kind, **write(value)}
        return self.board_to_json(value) if isinstance(value, Board) else self.converter.unstructure(value)

    def _again(self, value: Any, hint: Any) -> Any:
        return self.converter.structure(self.converter.unstructure(value, hint), hint)

    def written(self, event: Event) -> str:
        """An event's JSON as text, for tags; cached for the latest events, because several seats are told of them."""
        cached_entry = self._written.get(id(event))
        if cached_entry is None or cached_entry[0] is not event:
            if len(self._written) >= WRITTEN:
                self._written.clear()
            cached_entry = self._written[id(event)] = event, repr(self.to_json(event))
        return cached_entry[1]

    def action(self, data: object) -> Action:
        """The action that JSON data stands for. Raises `MalformedAction` naming what is wrong and what was expected."""
        try:
            check_value(data, ACTION)
        except LimitError as problem:
            raise MalformedAction(f"an action that is not let in: {problem}") from None
        return cast(Action, self._tagged(data, self.actions, "action", MalformedAction))

    def checked(self, action: Action) -> Action:
        """The action, after checking that each field has its declared type. Raises `MalformedAction`."""
        if self._plain.has_plain_fields(action):
            return action
        try:
            data = self.to_json(action)
        except NoSuchSpace as problem:
            raise MalformedAction(f"{type(action).__name__}: {problem}") from None
        except (TypeError, ValueError, AttributeError, LookupError, RecursionError):
            type_problem = f"{type(action).__name__}: its fields are not of the types it declares"
            raise MalformedAction(f"{type_problem} ({', '.join(describe_fields(type(action)))})") from None
        return self.action(data)

    def event(self, data: object) -> Event:
        """The event that JSON data stands for. Raises `RecordError`."""
        return cast(Event, self._tagged(data, self.events, "event", RecordError))

    def _tagged(self, data: Any, kinds: Mapping[str, type], noun: str, error: type[Exception]) -> Any:
        if not isinstance(data, Mapping):
            raise error(f"an {noun} is a JSON object with a 'kind', not {quote(data)}")
        kind = data.get("kind")
        if kind is None:
            raise error(f"an {noun} needs a 'kind'{expected('', kinds)}; got {quote(dict(data))}")
        if not isinstance(kind, str) or kind not in kinds:
            raise error(f"unknown {noun} kind {quote(kind)}{expected(kind, kinds)}")
        return self._structure(
            {key: value for key, value in data.items() if key != "kind"}, kinds[kind], f"{noun} {kind!r}", error
        )

    def _structure(self, data: Any, cls: Any, kind_in_words: str, error: type[Exception]) -> Any:
        from cattrs import BaseValidationError, transform_error

        try:
            return self.converter.structure(data, cls)
        except BaseValidationError as problems:
            raise error("; ".join(transform_error(problems, kind_in_words, format_exception=describe_error))) from None
        except Exception as problem:  # cattrs has no class of its own for every refusal
            raise error(f"{kind_in_words}: {shorten(str(problem), MESSAGE)}") from None

    def board_to_json(self, board: Board) -> JsonObject:
        """Every field of the board that is not printed matter."""
        data = {name: write(getattr(board, name)) for name, write, _ in self._fields(type(board))}
        counters = {COUNTERS: dict(sorted(board.counters.items()))} if board.counters else {}
        return data | counters | ({INNER: self.converter.unstructure(board.inner)} if board.inner is not None else {})

    def _fields(self, cls: type[Board]) -> tuple[tuple[str, Write, bool], ...]:
        """The fields of a board that are written, with what writes each and whether it is a mapping."""
        if cls not in self._writers:
            self._writers[cls] = tuple(
                (name, self.converter.get_unstructure_hook(shape.declared), isinstance(shape, MapShape))
                for name, shape in _saved_fields(cls).items()
            )
        return self._writers[cls]

    def view_to_json(self, board: Board) -> JsonObject:
        """The board without `Derived` fields, and with mappings in the order of their keys.

        The order in which they were filled may be a secret.
        """
        derived_names, data = derived_fields(type(board)), dict[str, Any]()
        for name, write, is_map in self._fields(type(board)):
            if name not in derived_names:
                value = write(getattr(board, name))
                if is_map and value:
                    value = dict(in_order(value.items())) if isinstance(value, dict) else in_order(value)
                data[name] = value
        if board.counters:
            data[COUNTERS] = dict(sorted(board.counters.items()))
        if board.inner is not None and self.inner is not None:
            data[INNER] = self.inner.view_to_json(board.inner)
        return data

    def board(self, data: object) -> Board:
        """The board that JSON data stands for; printed matter comes from the game. Raises `RecordError`."""
        cls = self.board_class
        saved_parts = _saved_fields(
            cls, [name for name in (INNER, COUNTERS) if isinstance(data, Mapping) and name in data]
        )
        if not isinstance(data, Mapping) or data.keys() != saved_parts.keys():
            field_names = sorted(data) if isinstance(data, Mapping) else data
            raise RecordError(
                f"a board of {self.game} has the fields {', '.join(saved_parts)}; this one has {field_names}"
            )
        return self.board_of(
            {name: self.value(data[name], shape.declared, f"board.{name}") for name, shape in saved_parts.items()}
        )

    def board_of(self, values: Mapping[str, Any]) -> Board:
        """A board with these values in its fields; printed matter comes from the game."""
        cls = self.board_class
        return cls(**values, **{name: self.printed[name] for name in static_fields(cls) - kept_fields(cls)})

    def value(self, data: object, declared_type: Any, kind_in_words: str) -> Any:
        """The value of a declared type that JSON data stands for. Raises `RecordError`, which calls it
        ``kind_in_words``."""
        return self._structure(data, declared_type, kind_in_words, RecordError)

    def answer_to_json(self, answer: Answer) -> JsonObject:
        """An answer: an action, choices of several seats made in secret, or the face of a roll."""
        if isinstance(answer, Action):
            return {"action": self.to_json(answer)}
        if isinstance(answer, Mapping):
            return {"secret": {seat: self.to_json(action) for seat, action in answer.items()}}
        if type(answer) not in (int, str):
            raise WargameError(f"a face of a die is a whole number or text, so that it can be saved; not {answer!r}")
        return {"roll": answer}

    def answer(self, data: object) -> Answer:
        """The answer that JSON data stands for. Raises `RecordError` or `MalformedAction`."""
        if isinstance(data, Mapping) and len(data) == 1:
            (kind, value), *_ = data.items()
            if kind == "action":
                return self.action(value)
            if kind == "secret" and isinstance(value, Mapping):
                return {seat: self.action(action) for seat, action in value.items()}
            if kind == "roll" and isinstance(value, (int, str)):
                return value
        raise RecordError(f"an answer is one of action, secret, roll; not {quote(data)}")


def _saved_fields(cls: type[Board], present_fields: Collection[str] = ()) -> dict[str, Shape]:
    """The fields of a board that are not printed matter, the inner game and the counters only if ``present_fields``."""
    absent_fields = {INNER, COUNTERS} - set(present_fields) | static_fields(cls)
    return {part.name: part.shape for part in fields_of(cls) if part.name not in absent_fields}


def describe_fields(cls: type[Any]) -> list[str]:
    """The fields of a class with what each holds, in words."""
    from wargame_core.data.structuring import in_words

    return [f"{part.name}: {in_words(part.shape)}" for part in fields_of(cls)]


def strict_converter() -> Converter:
    """A cattrs converter that coerces nothing, refuses unknown keys, and gives plain JSON data.

    Sets are written in order; a mapping whose keys are not text is written as a list of pairs.
    """
    from cattrs import Converter

    converter = Converter(forbid_extra_keys=True)

    def exactly(kind: type) -> Callable[[Any, Any], Any]:
        def check(value: Any, hint: Any) -> Any:
            if isinstance(hint, type) and issubclass(hint, Enum):  # a StrEnum is a str too, and comes here as one
                return member(value, hint)
            if type(value) is not kind:
                raise TypeError(f"{value!r} is not {'an' if kind is int else 'a'} {kind.__name__}")
            return value

        return check

    def member(value: Any, kind: Any) -> Any:
        for member in kind:
            if member.value == value and type(member.value) is type(value):
                return member
        raise ValueError(f"{value!r} is not a {kind.__name__}{expected(value, [member.value for member in kind])}")

    def number_or_word(value: Any, _: Any) -> CounterValue:
        if type(value) not in (int, str):
            raise TypeError(f"{value!r} is neither an int nor a str")
        return cast(CounterValue, value)

    for kind in (int, str, bool):
        converter.register_structure_hook(kind, exactly(kind))
    converter.register_structure_hook_func(lambda hint: hint == CounterValue, number_or_word)
    converter.register_structure_hook_func(lambda hint: isinstance(hint, type) and issubclass(hint, Enum), member)
    converter.register_unstructure_hook(str, _in_text)
    converter.register_structure_hook(Fraction, lambda value, _: Fraction(exactly(str)(value, str)))
    converter.register_unstructure_hook(Fraction, str)
    converter.register_unstructure_hook(Ruling, lambda ruling: ruling.to_json())
    converter.register_structure_hook(Ruling, lambda data, _: Ruling.from_json(data))
    converter.register_unstructure_hook_factory(_has_sparse, lambda cls: _write_sparsely(converter, cls))
    converter.register_structure_hook_factory(_is_listed, lambda hint: _reader(converter, shape_of(hint)))
    _teach_closed_sets(converter)
    converter.register_unstructure_hook_func(_is_plain, _plainly)
    converter.register_unstructure_hook_factory(_is_listed, lambda hint: _writer(converter, shape_of(hint)))
    return converter


def _teach_spaces(converter: Converter, spaces: Spaces) -> None:
    """Let whole numbers that are marked as places be written by the coordinates of the space, one or several."""

    def names_a_space(hint: Any) -> bool:
        shape = shape_of(hint)
        return shape.base is int and any(mark in PLACE_MARKS for mark in shape.marks)

    def names_spaces(hint: Any) -> bool:
        shape = shape_of(hint)
        if not isinstance(shape, ListShape) or shape.fixed or shape.items[0].declared is not int:
            return False
        return any(mark in PLACE_MARKS for mark in shape.marks)

    def read_all(values: Any, hint: Any) -> Any:
        shape = shape_of(hint)
        assert isinstance(shape, ListShape)
        if not isinstance(values, (list, tuple)):
            raise TypeError(f"{values!r} is not a list")
        return shape.container(map(spaces.space_written, values))

    converter.register_structure_hook_func(names_a_space, lambda text, _: spaces.space_written(text))
    converter.register_unstructure_hook_func(names_a_space, spaces.write_space)
    converter.register_structure_hook_func(names_spaces, read_all)
    converter.register_unstructure_hook_func(names_spaces, lambda values: [*map(spaces.write_space, values)])


def describe_error(problem: BaseException, _: Any) -> str:
    """What is wrong with one field, in words (cattrs adds where it is)."""
    from cattrs import ForbiddenExtraKeysError

    if isinstance(problem, ForbiddenExtraKeysError):
        allowed_keys = [field.name for field in attrs.fields(problem.cl)] if attrs.has(problem.cl) else []
        return "; ".join(f"unknown key {name!r}{expected(name, allowed_keys)}" for name in sorted(problem.extra_fields))
    if isinstance(problem, AttributeError):
        return f"{problem.obj!r} is not an object with named values"
    return f"{problem.args[0]!r} is missing" if isinstance(problem, KeyError) else str(problem)


def in_order(values: Iterable[Any]) -> list[Any]:
    """JSON values in a fixed order: sorted by value, or by their text where values cannot be compared."""
    items = list(values)
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=repr)


def _sparse_fields(cls: Any) -> list[str]:
    """The fields of a class that are left out when they hold nothing."""
    return [field.name for field in attrs.fields(cls) if SPARSE.keys() <= field.metadata.keys()]


def _has_sparse(hint: Any) -> bool:
    return isinstance(hint, type) and attrs.has(hint) and bool(_sparse_fields(hint))


def _write_sparsely(converter: Converter, cls: type[Any]) -> Callable[[Any], Any]:
    from cattrs.gen import make_dict_unstructure_fn, override

    left_out = {name: override(omit_if_default=True) for name in _sparse_fields(cls)}
    return make_dict_unstructure_fn(cls, converter, **left_out)  # type: ignore[arg-type]


def is_pairs(shape: Shape) -> bool:
    """Whether a mapping has keys that JSON cannot have, so that it is written as a list of pairs."""
    match shape:
        case MapShape(key=LiteralShape(values=values)):
            return not all(isinstance(value, str) for value in values)
        case MapShape(key=key):
            return key.base not in (str, Any)
    return False


def _is_listed(hint: Any) -> bool:
    shape = shape_of(hint)
    return isinstance(shape, ListShape) or is_pairs(shape)


def _teach_closed_sets(converter: Converter) -> None:
    converter.register_structure_hook_factory(_is_tagged, lambda hint: _read_tagged(converter, shape_of(hint)))
    converter.register_unstructure_hook_factory(_is_tagged, lambda hint: _write_tagged(converter))


def _is_tagged(hint: Any) -> bool:
    """Whether the values are of several classes that each have a ``kind``, by which they are told apart."""
    shape = shape_of(hint)
    return isinstance(shape, UnionShape) and shape.is_tagged


def _write_tagged(converter: Converter) -> Write:
    return lambda value: {"kind": value.kind, **converter.unstructure(value)}


def _read_tagged(converter: Converter, shape: Shape) -> Callable[[Any, Any], Any]:
    def read_value(data: Any, _: Any) -> Any:
        assert isinstance(shape, UnionShape)
        kind = data.get("kind") if isinstance(data, Mapping) else None
        if not isinstance(kind, str) or kind not in shape.tagged:
            raise ValueError(f"{quote(data)} has no known 'kind'{expected(kind, shape.tagged)}")
        return converter.structure(
            {key: value for key, value in data.items() if key != "kind"}, shape.tagged[kind].base
        )

    return read_value


def _is_plain(hint: Any) -> bool:
    """Whether a mapping has plain text for keys and values that JSON has as they are."""
    match shape_of(hint):
        case MapShape(key=LeafShape(base=key, own=None), value=LeafShape(base=value, own=None, marks=marks)):
            return key is str and value in (int, bool) and PLACE_MARKS.isdisjoint(marks)
    return False


def _plainly(values: Mapping[str, int]) -> JsonObject:
    return dict(zip(_plain_texts(values), values.values(), strict=True))


def _plain_texts(texts: Iterable[str]) -> list[str]:
    """The texts as plain ones, without a call for each."""
    return [text if type(text) is str else str.__str__(text) for text in texts]


def _in_text(text: str) -> str:
    return text if type(text) is str else str.__str__(text)


def _writer(converter: Converter, shape: Shape) -> Callable[[Any], list[Any]]:
    """What writes values of several, or a mapping as pairs. Raises TypeError for all else."""

    @cache
    def write(place: int) -> Callable[[Any], Any]:
        return converter.get_unstructure_hook(hints[place])  # found once and late: a class may hold values of itself

    arrange = in_order if isinstance(shape, ListShape) and shape.unordered else list
    match shape:
        case MapShape(key=key, value=value):
            hints = [key.declared, value.declared]
            return lambda mapping: [[write(0)(name), write(1)(of)] for name, of in mapping.items()]
        case ListShape(items=items, fixed=True):
            hints = [item.declared for item in items]
            return lambda values: [write(place)(part) for place, part in zip(range(len(hints)), values, strict=True)]
        case ListShape(items=(item,)) if item.base is Any:
            unstructure = converter.unstructure
            return lambda values: arrange(map(unstructure, values))
        case ListShape(items=(item,)):
            hints = [item.declared]
            if item.declared in (int, bool):
                return arrange
            if item.declared is str:
                return lambda texts: arrange(_plain_texts(texts))
            return lambda values: arrange(map(write(0), values))
        case LeafShape() | LiteralShape() | UnionShape() | RecordShape() | ListShape():
            raise TypeError(shape)
        case _:
            assert_never(shape)


def _reader(converter: Converter, shape: Shape) -> Callable[[Any, Any], Any]:
    """What reads values of several, or a mapping from pairs."""
    match shape:
        case MapShape():
            return lambda pairs, _: _read_pairs(converter, shape, pairs)
        case ListShape():
            return lambda values, _: _read_list(converter, shape, values)
        case LeafShape() | LiteralShape() | UnionShape() | RecordShape():
            raise TypeError(shape)
        case _:
            assert_never(shape)


def _read_list(converter: Converter, shape: ListShape, values: Any) -> Any:
    if not isinstance(values, (list, tuple)):
        raise TypeError(f"{values!r} is not a list")
    if shape.fixed and len(values) != len(shape.items):
        raise TypeError(f"{values!r} has {len(values)} items, not {len(shape.items)}")
    items = shape.items if shape.fixed else shape.items * len(values)
    return shape.container(
        converter.structure(part, item_shape.declared) for part, item_shape in zip(values, items, strict=True)
    )


def _read_pairs(converter: Converter, shape: MapShape, pairs: Any) -> Any:
    if not isinstance(pairs, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        raise TypeError(f"{pairs!r} is not a list of [key, value]")
    key, value = shape.key.declared, shape.value.declared
    return {converter.structure(name, key): converter.structure(item, value) for name, item in pairs}


Test: TypeAlias = Callable[[object], bool]

_LARGEST_PLAIN_NUMBER = 10**6
"""Whole numbers up to this are plain; `wargame_core.limits` checks larger ones."""
_LONGEST_PLAIN_VALUE = 60
"""The most members of a plain list, and characters of a plain text: far below the limit of a choice."""
_MOST_CONFIRMED_VALUES = 10_000
"""The number of values of a game's own types that are remembered as correct."""


class PlainFields:
    """A quick check that every field of an action has its declared type, made for every choice.

    It avoids writing the action as JSON and reading it back, which explains what is wrong. In doubt it says no.
    ``structure_again`` writes a value of a type of the game and reads it back.
    """

    def __init__(self, structure_again: Callable[[object, object], object]) -> None:
        self._again = structure_again
        self._tests: dict[type, Mapping[str, Test]] = {}

    def has_plain_fields(self, action: Action) -> bool:
        """Whether every field is surely of its declared type and within the limits. False may also mean "unsure"."""
        tests = self._tests.get(type(action))
        if tests is None:
            tests = self._tests[type(action)] = {
                part.name: self._test_of(part.shape) for part in fields_of(type(action))
            }
        for name, test in tests.items():  # noqa: SIM110 - asked of every choice: a generator takes twice as long
            if not test(getattr(action, name)):
                return False
        return True

    def _test_of(self, shape: Shape) -> Test:
        return self._of_own_type(shape) if shape.own else self._plain_test_of(shape)

    def _plain_test_of(self, shape: Shape) -> Test:
        match shape:
            case LeafShape(base) if base is str:
                return _is_text
            case LeafShape(base) if base is int:
                return lambda value: type(value) is int and -_LARGEST_PLAIN_NUMBER < value < _LARGEST_PLAIN_NUMBER
            case LeafShape(base) if base is bool:
                return lambda value: type(value) is bool
            case LiteralShape(kind) if isinstance(kind, type):
                return lambda value: type(value) is kind
            case LiteralShape(members=members) if all(type(word) is str for word in members):
                words = frozenset(members)
                return lambda value: type(value) is str and value in words
            case ListShape(container=container, items=(item,), fixed=False) if container is tuple:
                test = self._test_of(item)
                return lambda value: (
                    type(value) is tuple and len(value) <= _LONGEST_PLAIN_VALUE and all(map(test, value))
                )
            case LeafShape() | LiteralShape() | UnionShape() | RecordShape() | ListShape() | MapShape():
                return _never_plain
            case _:
                assert_never(shape)

    def _of_own_type(self, shape: Shape) -> Test:
        """A value of a type that the game names itself: it is read back as itself, or the codec says what is wrong."""
        confirmed_values = set[object]()
        is_plain = self._plain_test_of(shape)

        def is_right(value: object) -> bool:
            if not is_plain(value):
                return False
            if value in confirmed_values:
                return True
            try:
                is_right_type = bool(self._again(value, shape.own) == value)
            except Exception:  # whatever is wrong, the codec finds it again and says it in words
                return False
            if is_right_type and len(confirmed_values) < _MOST_CONFIRMED_VALUES:
                confirmed_values.add(value)
            return is_right_type

        return is_right if shape.base in (int, str) else _never_plain


def _is_text(value: object) -> bool:
    return type(value) is str and len(value) <= _LONGEST_PLAIN_VALUE and value.isprintable()


def _never_plain(value: object) -> bool:
    return False
