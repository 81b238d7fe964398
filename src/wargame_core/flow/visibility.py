"""Who may see which field of a board. A field says so in its annotation; `redact` builds a seat's board from that.

    turn: Public[int] = 0                  everybody sees it
    supplies: Own[dict[str, int]]          each seat sees its own entry
    draw_pile: Secret[frozenset[str]]      no seat sees it
    campaign: Static[Campaign]             printed matter: everybody sees it, it is not saved
    unit_mask: Derived[int]                public, but follows from other fields: no screen gets it
    masks: Kept[dict[str, int]]            worked out from other fields when first asked: no value of its own
    pile: Secret[Annotated[tuple[str, ...], Follows(rest_of_deck)]]      others give its value: see `Follows`
    tokens: Annotated[dict[str, Token], Visible(show)]         anything else: what `show` says

A field without a mark is secret, so a forgotten field shows nothing
(docs/decisions/secrets.md). A secret field shows an empty
value of its type. `Public[T]` is short for `Annotated[T, PUBLIC]`, the others likewise.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Protocol, Self, TypeAlias, TypeVar, assert_never, get_origin

from attrs import frozen

from wargame_core.shapes import LeafShape, ListShape, LiteralShape, MapShape, RecordShape, Shape, UnionShape, fields_of


class CanBeCopied(Protocol):
    """Something that can be copied, such as a board."""

    def copy(self) -> Self:
        """A copy that shares every value, but no container."""


B = TypeVar("B", bound=CanBeCopied)
T = TypeVar("T")

SPECTATOR = "spectator"
"""The seat of somebody who sees only what everybody sees."""
REFEREE = "referee"
"""The seat of somebody who sees everything."""
INNER = "inner"
"""The field of a board that holds the inner game; each seat sees what its seat there sees."""
COUNTERS = "counters"
"""The field of a board that holds the counters of variants."""


Show: TypeAlias = Callable[[Any, Any, str], Any]
"""``show(value, board, seat)``: what a seat sees instead of the value of a field."""


@frozen
class Visible:
    """A mark on a field: ``show(value, board, seat)`` is what the seat sees instead of the value."""

    show: Show


@frozen
class PublicMark:
    """A mark on a field that everybody sees."""


@frozen
class SecretMark:
    """A mark on a field that no seat sees: it shows an empty value of its type."""


@frozen
class StaticMark:
    """A mark on a field that holds printed data, the same in every state of a game."""


@frozen
class DerivedMark:
    """A mark on a field that follows from other fields and exists for speed; it is not sent to screens."""


@frozen
class KeptMark:
    """A mark on a field with what was worked out from other fields: no part of the position, and never saved."""


@frozen
class Follows:
    """A mark on a field whose value others give: ``work_out(board)`` is what it holds when they have been changed.

    Positions as text leave the field out where it is what follows, and `State.place`, `remove` and `set` work it out
    again. ``work_out`` may look at what the field held before, as for the order in a stack; it changes nothing.
    """

    work_out: Callable[[Any], Any]


def _only_own(value: Mapping[str, T], board: object, seat: str) -> dict[str, T]:
    return {seat: value[seat]} if seat in value else {}


PUBLIC = PublicMark()
SECRET = SecretMark()
OWN = Visible(_only_own)
STATIC = StaticMark()
DERIVED = DerivedMark()
KEPT = KeptMark()

Public = Annotated[T, PUBLIC]
"""A field that everybody sees."""
Own = Annotated[T, OWN]
"""A mapping by seat, of which each seat sees its own entry."""
Secret = Annotated[T, SECRET]
"""A field that no seat sees."""
Static = Annotated[T, STATIC]
"""A field that is printed matter."""
Derived = Annotated[T, PUBLIC, DERIVED]
"""A public field that follows from others: rules and bots get it, no screen does."""
Kept = Annotated[T, STATIC, KEPT]
"""A dict of what was worked out from other fields; whatever changes those empties it.

It is neither given nor compared: ``field(factory=dict, init=False, eq=False)``.
"""


@frozen
class _Marks:
    shows: tuple[tuple[str, Show], ...]
    static: frozenset[str]
    derived: frozenset[str]
    kept: frozenset[str]
    follows: Mapping[str, Callable[[Any], Any]]


_MARKS_OF_CLASSES: dict[type, _Marks] = {}


def _marks_of(cls: type) -> _Marks:
    marks = _MARKS_OF_CLASSES.get(cls)
    if marks is None:
        marks = _MARKS_OF_CLASSES[cls] = _read_marks(cls)
    return marks


def _read_marks(cls: type) -> _Marks:
    shown_fields, static_names, derived_parts, kept_ones = [], set(), set(), set()
    follow_functions: dict[str, Callable[[Any], Any]] = {}
    for part in fields_of(cls):
        marks = part.shape.marks
        if DERIVED in marks:
            derived_parts.add(part.name)
        if (mark := part.shape.mark(Follows)) is not None:
            follow_functions[part.name] = mark.work_out
        if KEPT in marks:
            kept_ones.add(part.name)
        if STATIC in marks:
            static_names.add(part.name)
        elif show_functions := [mark.show for mark in marks if isinstance(mark, Visible)]:
            shown_fields.append((part.name, show_functions[0]))
        elif PUBLIC not in marks:
            shown_fields.append((part.name, _nothing_of(part.shape, f"{cls.__name__}.{part.name}")))
    return _Marks(
        tuple(shown_fields), frozenset(static_names), frozenset(derived_parts), frozenset(kept_ones), follow_functions
    )


def _nothing_of(shape: Shape, name: str) -> Show:
    """What a secret field of this shape shows. Raises TypeError where the type has no empty value."""
    kind = get_origin(shape.base) or shape.base
    no_empty_value = TypeError(f"{name} is secret, but {shape.base} has no empty value: say what it shows")
    match shape:
        case UnionShape() if shape.optional:
            return lambda value, board, seat: None
        case LiteralShape():
            raise no_empty_value
        case LeafShape() | UnionShape() | RecordShape() | ListShape() | MapShape():
            try:
                kind()
            except TypeError:
                raise no_empty_value from None
            return lambda value, board, seat: kind()
        case _:
            assert_never(shape)


def static_fields(cls: type) -> frozenset[str]:
    """The names of the fields of ``cls`` that are not part of the position: printed data, and what is kept."""
    return _marks_of(cls).static


def kept_fields(cls: type) -> frozenset[str]:
    """The names of the fields of ``cls`` with what was worked out from others."""
    return _marks_of(cls).kept


def derived_fields(cls: type) -> frozenset[str]:
    """The names of the fields of ``cls`` that follow from others."""
    return _marks_of(cls).derived


def follows_of(cls: type) -> Mapping[str, Callable[[Any], Any]]:
    """By name, what works out those fields of ``cls`` that are marked with `Follows`, in their order."""
    return _marks_of(cls).follows


def hides_nothing(cls: type[Any]) -> bool:
    """Whether every seat sees all of a board of this class."""
    return not _marks_of(cls).shows


def redact(board: B, seat: str) -> B:
    """The board as ``seat`` may know it. The referee gets a plain copy."""
    visible_board = board.copy()
    if seat != REFEREE:
        marks = _marks_of(type(board))
        for name, show in marks.shows:
            setattr(visible_board, name, show(getattr(board, name), board, seat))
        for name in marks.kept if marks.shows else ():  # worked out from what the seat may not see
            setattr(visible_board, name, {})
        inner_board = getattr(visible_board, INNER, None)
        if inner_board is not None:
            visible_board.inner = inner_board.seen_by(seat)  # type: ignore[attr-defined]  # a board has it, see `Board`
    return visible_board
