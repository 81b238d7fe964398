"""Boards and the events that change them.

A `Board` is an attrs class of plain containers with frozen values in them. Only an `Event` changes a board: log,
animation, per-seat feeds, replay and undo all come from the one stream of events. A board may hold an inner game: what
kind of game, and who plays it, is a `InnerGame`.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections import deque
from collections.abc import Callable, Container, Iterable, Mapping
from hashlib import blake2b
from types import ModuleType
from typing import Any, ClassVar, TypeAlias, TypeVar, assert_never, get_args, get_origin

import attrs
from attrs import define, field, fields, frozen

from wargame_core.flow.about import Names, Sayable
from wargame_core.flow.overriding import check_overrides
from wargame_core.flow.visibility import INNER, REFEREE, SPECTATOR, STATIC, Public, redact
from wargame_core.json_form import SPARSE, JsonForm, JsonMapping, JsonObject
from wargame_core.limits import quote
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


@frozen
class InnerGame:
    """An inner game: one that is played inside another.

    `Rules.inner_games` makes its rules from ``data``; the same data give the same game. ``seats`` gives, by seat of the
    outer game, its seat here; the others are spectators if the game is ``watched``, and see nothing otherwise.
    ``number`` is the number of answers of the outer game when it began: core sets it, and it distinguishes inner games.
    """

    id: str
    seats: Mapping[str, str]
    data: JsonMapping = field(factory=dict)
    scenario: str | None = None
    options: Mapping[str, str] = field(factory=dict)
    watched: bool = True
    number: int = 0

    @staticmethod
    def from_json(data: object) -> InnerGame:
        """The inner game that JSON data describe. Raises ValueError for anything else."""
        kinds = {"id": str, "seats": Mapping, "data": Mapping, "scenario": (str, type(None)), "options": Mapping}
        game = InnerGame(*typed_values(data, **kinds, watched=bool, number=int))
        texts = (*game.seats, *game.seats.values(), *game.options, *game.options.values())
        if not all(type(text) is str for text in texts):
            raise ValueError("the seats and options of an inner game are texts")
        return game

    def seat(self, outer_seat: str) -> str | None:
        """The seat here of a seat of the outer game; None if that may not watch."""
        if outer_seat in self.seats:
            return self.seats[outer_seat]
        if outer_seat == REFEREE:
            return REFEREE
        return SPECTATOR if self.watched else None

    def outer(self, inner_seat: str) -> str:
        """The seat of the outer game that plays a seat here. Raises KeyError when none does."""
        for outer_seat, seat in self.seats.items():
            if seat == inner_seat:
                return outer_seat
        raise KeyError(inner_seat)

    @property
    def digest(self) -> str:
        """A short hash of its data; games with equal digests have the same sheet."""
        data = self.to_json()
        text = json.dumps([data[key] for key in ("id", "data", "scenario", "options")], sort_keys=True)
        return blake2b(text.encode(), digest_size=8).hexdigest()

    def to_json(self) -> JsonObject:
        """All of it as plain JSON data."""
        return {
            "id": self.id,
            "seats": dict(self.seats),
            "data": dict(self.data),
            "scenario": self.scenario,
            "options": dict(self.options),
            "watched": self.watched,
            "number": self.number,
        }


def typed_values(data: object, /, **kinds: Any) -> tuple[Any, ...]:
    """The values of an object that has these keys and no others, each of its type. Raises ValueError."""
    if not isinstance(data, Mapping) or set(data) != set(kinds):
        raise ValueError(f"an object with the keys {', '.join(kinds)} is wanted, not {quote(data)}")
    for key, kind in kinds.items():
        if not isinstance(data[key], kind) or (kind is int and isinstance(data[key], bool)):
            raise ValueError(f"{key} is {quote(data[key])}, which is not of its type")
    return tuple(data[key] for key in kinds)


B = TypeVar("B", bound="Board")
CounterValue: TypeAlias = int | str
"""What a counter of a variant can hold: a number or a word."""


@frozen
class Outcome(JsonForm):
    """How a game ended: who won (None: nobody alone), how clearly, with which final scores.

    Several seats that win together, or share a draw, are named in ``together``; ``winner`` is None then. ``lost`` says
    that the game has beaten all seats, as it may beat who plays alone: that is not a draw.

    >>> Outcome(None, "shared", together=("red", "green")).winners
    ('red', 'green')
    >>> Outcome(None, "Moscow holds", lost=True).utilities(("german",))
    {'german': -1.0}

    Raises:
        ValueError: ``together`` names a single seat, one twice, or somebody beside a winner; or somebody has won a game
            that is ``lost``.
    """

    winner: str | None
    level: str
    scores: Mapping[str, int] = field(factory=dict)
    text: str = ""
    together: tuple[str, ...] = field(default=(), metadata=SPARSE)
    lost: bool = field(default=False, metadata=SPARSE)

    def __attrs_post_init__(self) -> None:
        if self.lost and self.winners:
            raise ValueError(f"nobody wins a game that is lost, and here {' and '.join(self.winners)} would")
        if self.together and (self.winner is not None or not 2 <= len(set(self.together)) == len(self.together)):
            raise ValueError(f"together are several seats, each once, and no winner beside them; not {self.together}")

    def __str__(self) -> str:
        return self.text or self.verdict

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Outcome:
        """The outcome that `to_json` wrote. Raises TypeError or ValueError for what is none."""
        return Outcome(**{**data, "together": tuple(data.get("together", ()))})

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won: one seat, several together, or nobody."""
        return self.together or ((self.winner,) if self.winner is not None else ())

    @property
    def verdict(self) -> str:
        """Who won, in words: "red wins", "red and green share the victory", "nobody wins", "the game is lost"."""
        if self.lost:
            return "the game is lost"
        if self.together:
            return f"{', '.join(self.together[:-1])} and {self.together[-1]} share the victory"
        return f"{self.winner or 'nobody'} wins"

    def share(self, seat: str) -> float:
        """A seat's part of the victory: 1 for a single winner, equal parts for those who won together."""
        return 1.0 / len(self.winners) if seat in self.winners else 0.0

    def worth(self, seat: str) -> float:
        """A seat's part of the victory, and half if nobody won and the game was not lost."""
        return self.share(seat) if self.winners or self.lost else 0.5

    def utilities(self, seats: Iterable[str]) -> dict[str, float]:
        """The value of the end for each seat: 1 for the winner, -1 divided among the others; 0 for all if nobody won.

        Seats that win together share the 1; if all of them do, each gets 0. Of a game that is lost each gets -1.

        >>> Outcome("red", "clearly").utilities(("red", "blue"))
        {'red': 1.0, 'blue': -1.0}
        """
        losers = [seat for seat in seats if seat not in self.winners]
        if self.lost:
            return dict.fromkeys(losers, -1.0)
        if not self.winners or (self.together and not losers):
            return dict.fromkeys((*self.winners, *losers), 0.0)
        return {
            **{seat: self.share(seat) for seat in self.winners},
            **dict.fromkeys(losers, -1.0 / max(1, len(losers))),
        }

    def points(self, seats: Iterable[str]) -> dict[str, int]:
        """The final points of every seat. If the rules count those of one seat only, the others get them negated.

        >>> Outcome("red", "clearly", {"red": 4}).points(("red", "blue"))
        {'red': 4, 'blue': -4}
        """
        score_of_the_game = -sum(self.scores.values()) if len(self.scores) == 1 else 0
        return {seat: self.scores.get(seat, score_of_the_game) for seat in seats}


@define(eq=True)
class Board:
    """Base of every game's board: it can be copied cheaply and knows whether the game is over."""

    def __init_subclass__(cls, **class_arguments: Any) -> None:
        super().__init_subclass__(**class_arguments)
        check_overrides(cls)

    outcome: Public[Outcome | None] = field(default=None, kw_only=True)
    inner: Public[InnerBoard | None] = field(default=None, kw_only=True)
    """The inner game while one is played; each seat sees of it what its seat there may know."""
    counters: Public[dict[str, CounterValue]] = field(factory=dict, kw_only=True)
    """The counters that variants put beside the board, by name: see `wargame_core.flow.panels.Counter`."""

    def place_id(self, space: Any) -> str:
        """A space as the game prints it, the same as on its sheet."""
        return str(space)

    def names_of(self, kind: Names, ref: str) -> Iterable[str]:
        """The names that sentences use for a piece, a place or a card, as far as this board shows them.

        ``kind`` is `PIECE`, `PLACE` or `CARD`, ``ref`` the id on the sheet.
        """
        return (ref,)

    def ids_of(self, kind: Names) -> Container[str] | None:
        """The ids on the sheet of all pieces, places or cards, as far as this board shows them; None: not told.

        ``kind`` is `PIECE`, `PLACE` or `CARD`. An action from outside that names another id is refused before the rules
        see it. Places that are not told are those of the map.
        """
        return None

    def piece_places(self) -> Mapping[str, str]:
        """Where the pieces on the map stand: printed ids of pieces and places, as on the sheet.

        Called on a board as a seat sees it: a face-down token is in it under an id of its own.
        """
        return {}

    def contradictions(self) -> Iterable[tuple[str, str]]:
        """What no table can show of a board that somebody has written: a piece or field, and a sentence about it.

        `Game.position` refuses a board with one: two units where one may stand, a card in two hands. By default there
        are none.
        """
        return ()

    def _repr_mimebundle_(self, **display_arguments: object) -> dict[str, str]:
        """What a notebook and IPython show of a board: all of it would fill pages; a view shows it as a picture."""
        return {"text/plain": f"<{type(self).__name__}: {', '.join(part.name for part in fields(type(self)))}>"}

    def copy(self: B) -> B:
        """A copy that shares every value with this board, but no container, however deep."""
        return copier_of(type(self))(self)


@define
class InnerBoard:
    """An inner game that is being played: which game it is, and its board."""

    game: InnerGame
    board: Board

    def copy(self) -> InnerBoard:
        """A copy whose board shares every value with this board, but no container."""
        return InnerBoard(self.game, self.board.copy())

    def seen_by(self, seat: str) -> InnerBoard | None:
        """The inner game as a seat of the outer game may know it; None for a seat that may not watch."""
        inner = self.game.seat(seat)
        return InnerBoard(self.game, redact(self.board, inner)) if inner is not None else None


_COPIERS: dict[type, Callable[[Any], Any]] = {}


def copier_of(cls: type[B]) -> Callable[[B], B]:
    """The compiled copy function of a board class, written out field by field because copying is hot.

    Containers within containers are copied too. Raises TypeError for a field whose values can change and would be
    shared by the copies of a board, or whose type leaves open whether they can.
    """
    copier = _COPIERS.get(cls)
    if copier is None:
        copier = _COPIERS[cls] = _compile_copier(cls)
    return copier


def _compile_copier(cls: type[Any]) -> Callable[[Any], Any]:
    lines = ["def copy(board):", "    new = object.__new__(cls)"]
    for part in fields_of(cls):
        value = f"board.{part.name}"
        if part.name == INNER:
            copy_expression = f"{value}.copy() if {value} is not None else None"
        elif STATIC in part.shape.marks:  # what lies in printed matter never changes, whatever it is
            copy_expression = f"{value}.copy()" if _can_be_copied(part.shape) else ""
        else:
            copy_expression = _copied(part.shape, value, f"{cls.__name__}.{part.name}")
        lines.append(f"    new.{part.name} = {copy_expression or value}")
    lines.append("    return new")
    space: dict[str, Any] = {"cls": cls}
    exec("\n".join(lines), space)
    return space["copy"]  # type: ignore[no-any-return]


def _can_be_copied(shape: Shape) -> bool:
    """Whether a value of this shape is a container that changes and has a method to copy it."""
    kind = get_origin(shape.base) or shape.base
    return isinstance(kind, type) and issubclass(kind, (dict, list, set, deque, bytearray))


def _copied(shape: Shape, value: str, name: str, enclosing_types: tuple[object, ...] = ()) -> str:
    """An expression that copies a value with all containers in it; "" for a value that never changes.

    ``enclosing_types`` are the types that it lies in. Raises TypeError, which names the field, for what can change and
    cannot be copied.
    """
    if isinstance(shape, RecordShape) and shape.base in enclosing_types:
        return ""
    item = f"item{len(enclosing_types)}"
    part_copy = next(
        filter(None, (_copied(part, item, name, (*enclosing_types, shape.base)) for part in _parts(shape))), ""
    )
    if isinstance(shape, UnionShape) and part_copy:
        raise TypeError(f"{name} may be a container or not ({shape.base}): give it one type, empty instead of None")
    if isinstance(shape, RecordShape) and attrs.has(shape.base) and (part_copy or shape.base.__hash__ is None):
        flaw = "holds containers" if part_copy else "can change"
        cure = "let them be tuples" if part_copy else "write @frozen above it"
        raise TypeError(f"{name}: copies of a board would share its {shape.base.__name__}, which {flaw}: {cure}")
    changes = _can_be_copied(shape)
    if not part_copy:
        return f"{value}.copy()" if changes else ""
    match shape:
        case MapShape() if changes:
            return f"{{key: {part_copy} for key, {item} in {value}.items()}}"
        case ListShape(fixed=False, container=container) if changes or get_origin(shape.base) is tuple:
            return f"{container.__name__}([{part_copy} for {item} in {value}])"
        case LeafShape() | LiteralShape() | UnionShape() | RecordShape() | ListShape() | MapShape():
            raise TypeError(
                f"{name}: copies of a board would share the containers within {shape.base}: let them be tuples"
            )
        case _:
            assert_never(shape)


def _parts(shape: Shape) -> Iterable[Shape]:
    """The shapes of what lies in a value of this shape."""
    match shape:
        case MapShape(value=item_shape):
            return (item_shape,)
        case ListShape(items=item_shapes) | UnionShape(members=item_shapes):
            return item_shapes
        case RecordShape():
            return [part.shape for part in shape.fields] if attrs.has(shape.base) else ()
        case LeafShape():
            return map(shape_of, get_args(shape.base))
        case LiteralShape():
            return ()
        case _:
            assert_never(shape)


@frozen
class Event(Sayable, kind=""):
    """One thing that happened. Subclasses are frozen, named in the past tense, and carry a `kind` tag.

    `apply` makes the change. `for_seat` is what a seat learns of it, asked right after the change: the event itself,
    a version with the secret part left out, or None for nothing (the default: an author has to say who may know of an
    event; `PublicEvent` is for those that everybody may). `reveals` (or `revealing`, where it depends on the board)
    says that somebody may learn something hidden by it; such a choice cannot be taken back. What somebody did learn
    bars undo in any case, see `wargame_core.flow.history`.

    An event whose change is a statement or two says so in its first line, with its sentence, in which pieces, places
    and cards stand by `Board.names_of`::

        @frozen
        class Moved(PublicEvent, sets="at[piece] = to", says="{piece} moves to {to}."):
            piece: Annotated[str, PIECE]
            to: Annotated[int, TO]

    ``sets`` is Python, with ``;`` between statements. What is changed is the board's, all other names are fields of the
    event, or ``board``: ``"turn"`` (short for ``"turn = turn"``), ``"contact = None"``, ``"dice[side] -= 1"``,
    ``"broken.add(unit)"``, ``"del at[piece]"``, ``"put(piece, to)"`` for a method of it. Raises TypeError for a name
    that is not a field of the event, and for what is no such statement, or has a value that a call works out. Further
    words of the first line are ``kind``, `silent`, `reveals`, `by_sight` and `tells_rolls`.
    """

    reveals: ClassVar[bool] = False
    silent: ClassVar[bool] = False
    """Whether the story always leaves it out: it only changes the board, and another event tells why."""
    by_sight: ClassVar[bool] = False
    """Whether all that it reveals is what seats see of pieces and places: the undo barrier then works it out itself."""
    tells_rolls: ClassVar[bool] = False
    """Whether its sentence names the dice that led to it; the story then does not repeat them."""
    changes: ClassVar[tuple[str, ...]] = ()
    """The fields of the board that ``sets`` names."""

    def __init_subclass__(cls, *, sets: str = "", **class_arguments: Any) -> None:
        for flag in ("reveals", "silent", "by_sight", "tells_rolls"):
            if flag in class_arguments:
                setattr(cls, flag, class_arguments.pop(flag))
        super().__init_subclass__(**class_arguments)
        if sets:
            apply, cls.changes = _setting(cls, sets)
            cls.apply = apply  # type: ignore[method-assign,assignment]

    def apply(self, board: Any) -> None:
        """Change the board."""

    def for_seat(self, seat: str, board: Any) -> Event | None:
        """What ``seat`` may know of this event; nothing, unless a subclass says otherwise. The referee knows all."""
        return self if seat == REFEREE else None

    def revealing(self, board: Any) -> bool:
        """Whether somebody learnt something hidden by it. The answer must not itself tell a seat what is hidden."""
        return self.reveals


def _setting(cls: type, sets: str) -> tuple[Callable[[Any, Any], None], tuple[str, ...]]:
    """The `Event.apply` that ``sets`` says, and the fields of the board that it changes."""
    fields = {name for base in cls.__mro__ for name in _annotated(base)}
    try:
        tree = ast.parse(re.sub(r"(^|; )(\w+)(?=;|$)", r"\1\2 = \2", sets))
        calls = {call for call in ast.walk(tree) if isinstance(call, ast.Call)}
        if worked_out := calls - {line.value for line in tree.body if isinstance(line, ast.Expr)}:
            raise TypeError(f"{ast.unparse(worked_out.pop())} is worked out: write `apply` for that")
        changed_places = [_changed(place) for statement in tree.body for place in _places(statement)]
        for name in ast.walk(tree):
            if isinstance(name, ast.Name) and name not in changed_places and name.id != "board":
                if name.id not in fields:
                    raise TypeError(f"it has no field {name.id!r}")
                name.id = f"event.{name.id}"
        roots = tuple(name.id for name in changed_places)
        for name in changed_places:
            name.id = f"board.{name.id}"
        space: dict[str, Any] = {}
        exec(f"def apply(event, board): {'; '.join(map(ast.unparse, tree.body))}", space)
    except (SyntaxError, TypeError) as problem:
        raise TypeError(f"{cls.__name__} cannot set {sets!r}: {problem}") from None
    return space["apply"], roots


def _annotated(cls: type) -> Iterable[str]:
    """The names that a class itself annotates; what is annotated may be imported for type checkers only."""
    if sys.version_info >= (3, 14):
        import annotationlib

        return annotationlib.get_annotations(cls, format=annotationlib.Format.FORWARDREF)
    return inspect.get_annotations(cls)


def _places(statement: ast.stmt) -> list[ast.expr]:
    """What a statement changes. Raises TypeError for one that changes nothing."""
    match statement:
        case ast.Assign(targets=places) | ast.Delete(targets=places):
            return places
        case ast.AugAssign(target=place) | ast.Expr(value=ast.Call(func=place)):
            return [place]
    raise TypeError(f"{ast.unparse(statement)!r} changes nothing")


def _changed(place: ast.expr) -> ast.Name:
    """The name at the left of a place: the field of the board. Raises TypeError for a place without one."""
    while isinstance(place, (ast.Attribute, ast.Subscript)):
        place = place.value
    if not isinstance(place, ast.Name):
        raise TypeError(f"{ast.unparse(place)!r} is not a field of the board")
    return place


@frozen
class PublicEvent(Event, kind=""):
    """An event that everybody may know of, with everything it says."""

    def for_seat(self, seat: str, board: Any) -> Event | None:
        """The event itself."""
        return self


@frozen
class GameEnded(PublicEvent, sets="outcome", reveals=True):
    """The game is over, and the outcome is known to all, with the points it was counted from."""

    outcome: Outcome

    def text(self, board: Any) -> str:
        return self.outcome.text or f"The game is over: {self.outcome.verdict} ({self.outcome.level})."


@frozen
class CounterSet(PublicEvent, sets="counters[counter] = value", says="{sentence}"):
    """A counter of a variant has another value. ``sentence`` is for the story; "" for none."""

    counter: str
    value: CounterValue
    sentence: str = ""


EVENTS_OF_ALL_GAMES: tuple[type[Event], ...] = (GameEnded, CounterSet)
"""The events that every game may have besides its own."""


def events_in(*modules: ModuleType) -> tuple[type[Event], ...]:
    """The event classes that are defined in ``modules``, in the order of their definition.

    Classes that a module only imports are left out, and so are base classes, whose first line says ``kind=""``.
    """
    definitions = ((value, module) for module in modules for value in vars(module).values())
    classes = (cls for cls, module in definitions if isinstance(cls, type) and cls.__module__ == module.__name__)
    return tuple(dict.fromkeys(cls for cls in classes if issubclass(cls, Event) and cls.kind))


def fold(board: B, events: Iterable[Event]) -> B:
    """The board after ``events``, starting from a copy of ``board``; no rule is run."""
    after = board.copy()
    for event in events:
        event.apply(after)
    return after
