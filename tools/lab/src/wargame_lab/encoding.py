"""Codes of a game's actions, and views as lists of numbers; both follow from the rules and the sheet.

A `Domain` is the values that a field of an action can have, and how each becomes whole numbers and back. It follows
from the field's type: the marks of `wargame_core.flow.about` say that it names pieces, places or cards of the sheet;
enumerations and literals give their members. A set or a path is written one member at a time and ends with 0.

Numbers mean the same in every game with the same sheet (`Sheet.digest`), on every machine and in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final, Generic, Protocol, TypeVar, assert_never
from zlib import crc32

from attrs import define, field, frozen

from wargame_core import Action, Game, MalformedAction, View, WargameError
from wargame_core.flow.about import CARD, FROM, OFF, PATH, PIECE, PLACE, TARGET, TO, Names
from wargame_core.flow.events import Board, InnerGame
from wargame_core.flow.inner_games import InnerAction
from wargame_core.flow.rules import Rules
from wargame_core.json_form import canonical
from wargame_core.limits import quote
from wargame_core.shapes import LeafShape, ListShape, LiteralShape, MapShape, RecordShape, Shape, UnionShape, fields_of
from wargame_core.sheet import Briefing, Sheet
from wargame_lab.observations import Observation, Observer, observation_of

T = TypeVar("T")


class Domain(Protocol):
    """The values that a field can have."""

    def write(self, value: Any) -> Iterator[int]:
        """The numbers of a value, none below 0. Raises `WargameError` for a value outside the domain."""

    def read(self, numbers: Iterator[int]) -> Any:
        """The value that the next numbers stand for. Raises `MalformedAction`."""


def _next_number(numbers: Iterator[int], numbered_thing: str) -> int:
    for number in numbers:
        return number
    raise MalformedAction(f"the code ends where {numbered_thing} is expected")


@define(frozen=True, slots=False)
class OneOf(Generic[T]):
    """One of a fixed list of values, as 1, 2, 3, ...; the ``nothing`` value (an empty id) is 0."""

    name: str
    values: tuple[T, ...]
    nothing: T

    @cached_property
    def numbers(self) -> Mapping[T, int]:
        """The number of each value."""
        return {value: number for number, value in enumerate(self.values, 1)} | {self.nothing: 0}

    def write(self, value: T) -> Iterator[int]:
        if value not in self.numbers:
            raise WargameError(f"{quote(value)} is none of the {len(self.values)} {self.name} of this sheet")
        yield self.numbers[value]

    def read(self, numbers: Iterator[int]) -> T:
        number = _next_number(numbers, f"one of the {self.name}")
        if not 0 <= number <= len(self.values):
            raise MalformedAction(f"{number} is none of the {len(self.values)} {self.name}")
        return self.values[number - 1] if number else self.nothing


@frozen
class YesNo:
    """Yes or no, as 1 or 0."""

    def write(self, value: bool) -> Iterator[int]:
        yield int(value)

    def read(self, numbers: Iterator[int]) -> bool:
        number = _next_number(numbers, "yes or no")
        if number not in (0, 1):
            raise MalformedAction(f"{number} is neither 0 (no) nor 1 (yes)")
        return bool(number)


@frozen
class Count:
    """A whole number: 0, -1, 1, -2, 2, ... as 0, 1, 2, 3, 4, ..."""

    def write(self, value: int) -> Iterator[int]:
        yield 2 * value if value >= 0 else -2 * value - 1

    def read(self, numbers: Iterator[int]) -> int:
        number = _next_number(numbers, "a whole number")
        return -(number + 1) // 2 if number % 2 else number // 2


@frozen
class Text:
    """A text that is in no list, as its UTF-8 bytes plus 1, followed by 0."""

    def write(self, value: str) -> Iterator[int]:
        yield from (byte + 1 for byte in value.encode())
        yield 0

    def read(self, numbers: Iterator[int]) -> str:
        letters = []
        while number := _next_number(numbers, "the end of a text"):
            letters.append(number - 1)
        try:
            return bytes(letters).decode()
        except ValueError:
            raise MalformedAction("these numbers are not text in UTF-8") from None


@frozen
class Many:
    """Several values, each after a 1, followed by 0: a policy chooses one member at a time, and then to stop."""

    of: Domain
    container: type[Any] = tuple

    def write(self, value: Iterable[Any]) -> Iterator[int]:
        codes = [tuple(self.of.write(member)) for member in value]
        for code in codes if self.container is tuple else sorted(codes):  # a set has no order of its own
            yield 1
            yield from code
        yield 0

    def read(self, numbers: Iterator[int]) -> Any:
        members = []
        while _next_number(numbers, "another member or the end"):
            members.append(self.of.read(numbers))
        return self.container(members)


@frozen
class Composite:
    """Several values one after the other: the fields of a class, or the items of a pair (``made_of`` is None then)."""

    made_of: type[Any] | None
    parts: tuple[tuple[str, Domain], ...]

    def write(self, value: Any) -> Iterator[int]:
        for place, (name, domain) in enumerate(self.parts):
            yield from domain.write(value[place] if self.made_of is None else getattr(value, name))

    def read(self, numbers: Iterator[int]) -> Any:
        values = [domain.read(numbers) for _, domain in self.parts]
        return tuple(values) if self.made_of is None else self.made_of(*values)


@frozen
class Domains:
    """The domains of one sheet: its pieces, places and cards, by the ids that actions contain."""

    pieces: Domain
    places: Domain
    cards: Domain
    spaces: Domain
    """The places as numbers of spaces of a map, in the order of the sheet."""

    @staticmethod
    def of(pieces: Iterable[str], places: Iterable[str], cards: Iterable[str]) -> Domains:
        """The domains of these ids, in this order; `OFF` is the last of the places."""
        on_map = tuple(places)
        return Domains(
            OneOf("pieces", tuple(pieces), ""),
            OneOf("places", (*on_map, OFF), ""),
            OneOf("cards", tuple(cards), ""),
            OneOf("places", tuple(range(len(on_map))), None),
        )

    @staticmethod
    def open() -> Domains:
        """The domains without a known sheet: ids are written as texts."""
        return Domains(Text(), Text(), Text(), Count())

    def name(self, domain: Domain) -> bool:
        """Whether the values of a domain are pieces, places or cards, one or several."""
        member = domain.of if isinstance(domain, Many) else domain
        return any(member is named_domain for named_domain in (self.pieces, self.places, self.cards, self.spaces))

    def of_field(self, shape: Shape) -> Domain:
        """The domain of a field by its shape. Raises `WargameError` for a type that has none."""
        return self._domain_of(shape, shape.mark(Names))

    def _domain_of(self, shape: Shape, mark: Names | None) -> Domain:
        """The domain of a value; the ``mark`` of a list says what its members name."""
        match shape:
            case ListShape(fixed=True):
                parts = ((f"item {n}", self.of_field(item)) for n, item in enumerate(shape.items, 1))
                return Composite(None, tuple(parts))
            case ListShape(items=(item,)):
                return Many(self._domain_of(item, item.mark(Names) or mark), shape.container)
            case LiteralShape(kind) if isinstance(kind, type):
                return OneOf(f"kinds of {kind.__name__}", shape.members, None)
            case LiteralShape():
                return OneOf("words", shape.members, None)
            case _ if mark in (PIECE, TARGET):
                return self.pieces
            case _ if mark in (FROM, TO, PATH, PLACE):
                return self.places if shape.base is str else self.spaces
            case _ if mark is CARD:
                return self.cards
            case RecordShape(cls):
                return Composite(cls, tuple((part.name, self.of_field(part.shape)) for part in shape.fields))
            case LeafShape(kind) if kind in _PLAIN_DOMAINS:
                return _PLAIN_DOMAINS[kind]
            case LeafShape() | UnionShape() | ListShape() | MapShape():
                raise WargameError(f"no domain is known for a field of type {shape.declared}")
            case _:
                assert_never(shape)


_PLAIN_DOMAINS: Mapping[Any, Domain] = {bool: YesNo(), int: Count(), str: Text()}


Code = tuple[int, ...]

ROW: Final = ("kind", "piece", "pieces", "from", "to", "steps", "target", "place", "card", "word")
"""The columns of a row of a menu. 0 means nothing. ``pieces`` and ``steps`` are counts; ``word`` is the first field
that names nothing of the sheet (yes or no, a count, a member of a list, a text by its checksum). `Encoder.sizes` says
how many numbers each column has.
"""
WORDS: Final = 256
"""The numbers of the column ``word``: a greater one is written as the last of them."""
INNER_SIZE: Final = 1_000
"""No inner game has so many pieces, places or cards; its sheet is known only while it is played."""
KEPT: Final = 50_000
"""The number of rows that an encoder caches."""


@frozen
class _Kind:
    """A kind of action: its class, its number, and its fields with what each ranges over."""

    action: type[Action]
    number: int
    fields: tuple[tuple[str, Domain], ...]
    word: tuple[str, Domain] | None
    """The first field that names no piece, place or card."""
    by_fields: bool
    """Whether what an action is about follows from its fields alone."""


@define(frozen=True, slots=False, eq=False)
class Encoder:
    """The numbers of one game with one sheet. `encoder` makes it."""

    rules: Rules
    sheet: Sheet
    make_inner: Callable[[InnerGame], Encoder] | None = None
    """Makes the encoder of an inner game, with the sheet of that game."""
    ids_as_texts: bool = False
    """Whether codes write ids letter by letter, and so need no sheet."""
    _rows: dict[Action, Code] = field(factory=dict, init=False, repr=False)
    _inner_encoders: dict[str, Encoder] = field(factory=dict, init=False, repr=False)

    @cached_property
    def domains(self) -> Domains:
        """The pieces, places and cards that have numbers; the first of each has 1."""
        sheet = self.sheet
        if self.ids_as_texts:
            return Domains.open()
        return Domains.of(
            (piece.id for piece in sheet.pieces),
            (space.id for space in sheet.spaces),
            (card.id for card in sheet.cards),
        )

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of actions; the first number of a code is the index of its kind."""
        inner_kinds = (InnerAction.kind,) if self.rules.inner_games else ()
        return (*(cls.kind for cls in self.rules.actions), *inner_kinds)

    @cached_property
    def _kinds(self) -> Mapping[type[Action], _Kind]:
        kinds = {}
        for number, cls in enumerate(self.rules.actions):
            parts = tuple((part.name, self.domains.of_field(part.shape)) for part in fields_of(cls))
            words = (part for part in parts if not self.domains.name(part[1]))
            kinds[cls] = _Kind(cls, number, parts, next(words, None), cls.about is Action.about)
        return kinds

    def fields(self, kind: str) -> Mapping[str, Domain]:
        """The domain of each field of a kind of action, in the order in which codes write them."""
        return dict(self._kinds[self.rules.actions[self.kinds.index(kind)]].fields)

    def code(self, action: Action) -> Code:
        """The action as whole numbers, none below 0: its kind, then its fields.

        Raises `WargameError` for an action of another game.

        A choice in an inner game is the number of `InnerAction`, that of the inner game, and the code there, with ids
        as texts, because the pieces of the inner game are known only while it is played.
        """
        if type(action) is InnerAction and action.game in self.rules.inner_games:
            game = list(self.rules.inner_games).index(action.game)
            return (len(self.rules.actions), game, *self._sheetless_encoders[action.game].code(action.action))
        if type(action) not in self._kinds:
            raise WargameError(f"{self.rules.id} has no action {quote(action.kind)}")
        return tuple(self._numbers_of_action(action))

    def _numbers_of_action(self, action: Action) -> Iterator[int]:
        kind = self._kinds[type(action)]
        yield kind.number
        for name, domain in kind.fields:
            yield from domain.write(getattr(action, name))

    def action(self, code: Iterable[int]) -> Action:
        """The action of a code. Raises `MalformedAction` for numbers that are no code of this game."""
        numbers = iter(code)
        number = next(numbers, -1)
        if not 0 <= number < len(self.kinds):
            raise MalformedAction(f"{number} is none of the {len(self.kinds)} kinds of actions")
        if number == len(self.rules.actions):
            return self._inner_action(numbers)
        kind = self._kinds[self.rules.actions[number]]
        fields = {name: domain.read(numbers) for name, domain in kind.fields}
        if (extra_number := next(numbers, None)) is not None:
            raise MalformedAction(f"the code of {kind.action.kind!r} goes on with {extra_number} after its end")
        return self.rules.let_in(kind.action(**fields))

    def _inner_action(self, numbers: Iterator[int]) -> InnerAction:
        games, number = list(self.rules.inner_games), next(numbers, -1)
        if not 0 <= number < len(games):
            raise MalformedAction(f"{number} is none of the {len(games)} inner games of {self.rules.id}")
        return InnerAction(games[number], self._sheetless_encoders[games[number]].action(numbers))

    @cached_property
    def _sheetless_encoders(self) -> Mapping[str, Encoder]:
        """Encoders of the games that may be played inside, without their sheets."""
        empty_sheet = Sheet("", "", "", {}, Briefing(""))
        inner_rules = {game: self.rules.inner_game(game, {}).rules for game in self.rules.inner_games}
        return {game: Encoder(rules, empty_sheet, ids_as_texts=True) for game, rules in inner_rules.items()}

    def key(self, action: Action) -> int:
        """A number below 2**63 that identifies this action in every menu and with every version of the sheet."""
        text = canonical(self.rules.codec.to_json(action))
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") >> 1

    def before(self, view: View) -> Encoder:
        """The encoder of the game that the seat is playing now: this one, or that of an inner game."""
        inner_view, game = view.inner, view.inner_game
        if inner_view is None or game is None or self.make_inner is None:
            return self
        if game.digest not in self._inner_encoders:
            self._inner_encoders[game.digest] = self.make_inner(game)
        return self._inner_encoders[game.digest].before(inner_view)

    def rows(self, view: View, limit: int | None = None) -> list[Code]:
        """For each choice of the menu, at most ``limit``, a row with the columns `ROW`, for a policy to score.

        Rows are in the order of ``view.choices``. Two rows may be equal, codes never are. Rows of an inner game use its
        own sheet (see `before`); its kinds have numbers after those of this game.
        """
        if not view.asked:
            return []
        return self.rows_of(view.choices.head(limit), view)

    def rows_of(self, menu: Sequence[Action], view: View) -> list[Code]:
        """The rows of the choices in a menu; see `rows`."""
        inner_view = view.inner
        if inner_view is not None and menu and all(type(action) is InnerAction for action in menu):
            inner_encoder, first_number = self.before(view), len(self.kinds)
            rows = inner_encoder.rows_of(
                [action.action for action in menu if isinstance(action, InnerAction)], inner_view
            )
            return [(first_number + row[0], *row[1:]) for row in rows] if inner_encoder is not self else rows
        known_rows, kinds, board = self._rows, self._kinds, view.board
        return [
            (known_rows.get(action) if kinds[type(action)].by_fields else None) or self._row(action, board)
            for action in menu
        ]

    def _row(self, action: Action, board: Board) -> Code:
        references, kind, (pieces, places, cards) = action.about(board), self._kinds[type(action)], self._numbers
        pieces_named, places_named, cards_named, target = (
            references.pieces,
            references.places,
            references.cards,
            references.target,
        )
        row = (
            kind.number + 1,
            pieces.get(pieces_named[0], 0) if pieces_named else 0,
            len(pieces_named),
            places.get(references.origin, 0),
            places.get(references.to, 0),
            len(references.path),
            pieces.get(target, 0) if target else 0,
            places.get(places_named[0], 0) if places_named else 0,
            cards.get(cards_named[0], 0) if cards_named else 0,
            0 if kind.word is None else _word_number(kind.word[1], getattr(action, kind.word[0])),
        )
        if kind.by_fields:
            if len(self._rows) >= KEPT:
                self._rows.clear()
            self._rows[action] = row
        return row

    @cached_property
    def _numbers(self) -> tuple[Mapping[str, int], Mapping[str, int], Mapping[str, int]]:
        """The numbers of pieces, places and cards."""
        domains = (self.domains.pieces, self.domains.places, self.domains.cards)
        pieces, places, cards = (domain.numbers if isinstance(domain, OneOf) else {} for domain in domains)
        return pieces, places, cards

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """By column of `ROW` how many numbers it has: they run from 0 (nothing) to one below the size.

        The kinds of inner games have numbers after those of this game, as in `rows`; of their pieces, places and cards
        there are fewer than `INNER_SIZE`. A path is at most as long as the map has places.
        """
        inner_encoders = self._sheetless_encoders.values()
        pieces, places, cards = (
            max(len(numbers), INNER_SIZE if self.rules.inner_games else 1) for numbers in self._numbers
        )
        sizes = dict.fromkeys(("from", "to", "steps", "place"), places)
        kinds = len(self.kinds) + max((inner_encoder.sizes["kind"] for inner_encoder in inner_encoders), default=1)
        sizes |= {"kind": kinds, "piece": pieces, "pieces": pieces, "target": pieces, "card": cards, "word": WORDS}
        return {column: sizes[column] for column in ROW}

    @cached_property
    def observer(self) -> Observer:
        """The observer, which knows what the numbers of a view mean: names of planes, columns and globals."""
        return Observer(self.rules, self.sheet)

    def view(self, view: View) -> Observation:
        """What a seat knows, as numbers; equal views give equal numbers."""
        return observation_of(self.observer, view)


def _word_number(domain: Domain, value: Any) -> int:
    """A number below `WORDS` for a value that names nothing of the sheet."""
    if isinstance(domain, Text):
        return 1 + crc32(value.encode()) % (WORDS - 1) if value else 0
    return min(next(domain.write(value), 0), WORDS - 1)


def encoder(game: Game, scenario: str | None = None, **options: object) -> Encoder:
    """The encoder of a game; raises as `Game.sheet`, and `WargameError` for actions without a domain."""
    sheet = game.sheet(scenario, options=options)
    return Encoder(
        game.rules, sheet, lambda inner_game: encoder(game.inner(inner_game), inner_game.scenario, **inner_game.options)
    )
