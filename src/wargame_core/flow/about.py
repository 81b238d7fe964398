"""What an action or an event is about: the pieces, places and cards it names, in the same words in all games.

The annotation of a field says what it names, and `about` collects that::

    token: Annotated[str, PIECE]
    path: Annotated[tuple[Space, ...], PATH]

A screen can then highlight what a menu row means, move a piece along a path and link a sentence to the map without
knowing the game. References are in printed ids (`Board.place_id` says how a game writes its spaces), the same as on
the game's sheet; they come from what the seat itself was given, so they name nothing that is secret from it.

In an event ``to`` is where its pieces stand afterwards, `OFF` for pieces that left the map; from that alone a screen
that knows no game can follow the board. A place that is only mentioned is a `PLACE`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any, ClassVar

from attrs import field, frozen, has

from wargame_core.flow.overriding import check_overrides
from wargame_core.json_form import JsonForm, key
from wargame_core.shapes import fields_of


class Names(Enum):
    """The kinds of things that a field can name. The values are the keys of `About`."""

    PIECE = "pieces"
    FROM = "from"
    TO = "to"
    PATH = "path"
    PLACE = "places"
    TARGET = "target"
    CARD = "cards"

    __hash__ = object.__hash__  # that of Enum is slow, and every row of a menu asks for some


PIECE, FROM, TO, PATH = Names.PIECE, Names.FROM, Names.TO, Names.PATH
PLACE, TARGET, CARD = Names.PLACE, Names.TARGET, Names.CARD
PLACE_MARKS = frozenset({FROM, TO, PATH, PLACE})


@frozen
class About(JsonForm):
    """The things that something is about, in printed ids; empty where there are none.

    ``pieces`` move or act, from ``origin`` to ``to``, along ``path`` (both ends included); ``target`` is the piece that
    is acted on, the first of ``targets`` if there are several; ``places`` and ``cards`` are all others named.

    >>> About(pieces=("u1",), origin="D4", to="D5").to_json()
    {'pieces': ['u1'], 'from': 'D4', 'to': 'D5'}
    """

    sparse: ClassVar = True
    pieces: tuple[str, ...] = ()
    origin: str = field(default="", metadata=key("from"))
    to: str = ""
    path: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    target: str = ""
    cards: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()

    def all_places(self) -> tuple[str, ...]:
        """Every place of the map named, each once."""
        references = (self.origin, *self.path, self.to, *self.places)
        return tuple(dict.fromkeys(place for place in references if place not in ("", OFF)))

    def all_pieces(self) -> tuple[str, ...]:
        """Every piece named, each once."""
        return tuple(dict.fromkeys(piece for piece in (*self.pieces, self.target, *self.targets) if piece))

    def merge(self, other: About) -> About:
        """The things of both; where both name one, that of this."""
        return About(
            tuple(dict.fromkeys((*self.pieces, *other.pieces))),
            self.origin or other.origin,
            self.to or other.to,
            self.path or other.path,
            tuple(dict.fromkeys((*self.places, *other.places))),
            self.target or other.target,
            tuple(dict.fromkeys((*self.cards, *other.cards))),
            self.targets or (() if self.target else other.targets),
        )


@frozen
class Worded:
    """A mark on a mapping by piece, each value of which positions as text write as a word that says all of it.

    ``word(board, piece, value)`` is the word, "" where none says all of the value; ``value(board, piece, word)`` is the
    value again, or raises `WargameError`.
    """

    word: Callable[[Any, str, Any], str]
    value: Callable[[Any, str, str], Any]


NOTHING = About()
OFF = "off"
"""The place of a piece that has left the map."""

_MARKS_OF_CLASSES: dict[type, tuple[tuple[str, Names], ...]] = {}


def marks_of(cls: type) -> tuple[tuple[str, Names], ...]:
    """The fields of an action or event class that name something, with what each names."""
    if cls not in _MARKS_OF_CLASSES:
        _MARKS_OF_CLASSES[cls] = tuple(
            (part.name, mark) for part in fields_of(cls) for mark in part.shape.marks if isinstance(mark, Names)
        )
    return _MARKS_OF_CLASSES[cls]


def about(value: object, board: Any) -> About:
    """What an action or event is about, as the marks of its fields say.

    ``board`` turns spaces into printed ids. A path gives ``from`` and ``to`` where no field does.
    """
    names_by_kind: dict[Names, tuple[str, ...]] = {}
    for name, mark in marks_of(type(value)):
        if items := _values_of_field(getattr(value, name)):
            as_id = board.place_id if mark in PLACE_MARKS else str
            names_by_kind[mark] = names_by_kind.get(mark, ()) + tuple(map(as_id, items))
    if not names_by_kind:
        return NOTHING
    path, targets = names_by_kind.get(PATH, ()), names_by_kind.get(TARGET, ())
    start_names, end_names = names_by_kind.get(FROM, ()) + path, path + names_by_kind.get(TO, ())[:1]
    return About(
        names_by_kind.get(PIECE, ()),
        start_names[0] if start_names else "",
        end_names[-1] if end_names else "",
        path,
        names_by_kind.get(PLACE, ()),
        targets[0] if targets else "",
        names_by_kind.get(CARD, ()),
        targets if len(targets) > 1 else (),
    )


def ids_in(value: object) -> Iterator[tuple[Names, object]]:
    """What an action names, as it stands in its fields and in the values that lie in them: what it is, and its id."""
    marks = dict(marks_of(type(value)))
    for part in fields_of(type(value)):
        for item in _values_of_field(getattr(value, part.name)):
            if part.name in marks:
                yield marks[part.name], item
            elif has(type(item)):
                yield from ids_in(item)


def named(value: Any, board: Any) -> dict[str, object]:
    """The fields of an action or event for a sentence: pieces, places and cards by the names that the board has."""
    texts = {"board": board, **{part.name: getattr(value, part.name) for part in fields_of(type(value))}}
    for name, mark in marks_of(type(value)):
        kind = mark if mark in (PIECE, CARD) else PIECE if mark is TARGET else PLACE
        refs = [str(item) if kind is not PLACE else board.place_id(item) for item in _values_of_field(texts[name])]
        texts[name] = ", ".join(next(iter(board.names_of(kind, ref)), ref) for ref in refs)
    return texts


class Sayable:
    """Base of actions and events, which people read about.

    The first line of a class says its ``kind`` (else it is the name of the class, ``brigade_lost`` for `BrigadeLost`;
    "" for a base class) and its sentence: ``says="{unit} is lost."``, with its fields and ``board`` in braces.
    """

    __slots__ = ()
    kind: ClassVar[str] = ""

    def __init_subclass__(cls, *, kind: str | None = None, says: str | None = None, **class_arguments: Any) -> None:
        super().__init_subclass__(**class_arguments)
        check_overrides(cls)
        if kind is not None or "kind" not in vars(cls):
            cls.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower() if kind is None else kind
        if says is not None:
            cls.text = lambda self, board: says.format_map(named(self, board))  # type: ignore[method-assign]

    def text(self, board: Any) -> str:
        """What people read: a label of a menu or a sentence of the story, with ``board`` as the reader sees it."""
        return ""

    def about(self, board: Any) -> About:
        """The pieces, places and cards it names; by default what the marks of its fields say."""
        return about(self, board)


def _values_of_field(value: object) -> Iterable[object]:
    """What a marked field holds, one by one; nothing for an empty id or None."""
    if value is None or value == "":
        return ()
    if isinstance(value, (tuple, list, frozenset, set)):
        return sorted(value, key=str) if isinstance(value, (frozenset, set)) else value
    return (value,)
