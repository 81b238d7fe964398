"""The values that fields of an action can have, and how each becomes whole numbers and back.

A domain follows from a field's type: the marks of `wargame_core.flow.about` say that it names pieces, places or cards
of the sheet; enumerations and literals give their members. A set or a path is written one member at a time and ends
with 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from attrs import define, frozen

from wargame_core.errors import MalformedAction, WargameError
from wargame_core.flow.about import CARD, FROM, OFF, PATH, PIECE, PLACE, TARGET, TO, Names
from wargame_core.limits import quote
from wargame_core.shapes import LeafShape, ListShape, LiteralShape, RecordShape, Shape

T = TypeVar("T")


class Domain(Protocol):
    """The values that a field can have."""

    def write(self, value: Any) -> Iterator[int]:
        """The numbers of a value, none below 0. Raises `WargameError` for a value outside the domain."""

    def read(self, numbers: Iterator[int]) -> Any:
        """The value that the next numbers stand for. Raises `MalformedAction`."""


def _next(numbers: Iterator[int], what: str) -> int:
    for number in numbers:
        return number
    raise MalformedAction(f"the code ends where {what} is expected")


@define(frozen=True, slots=False)
class Listed(Generic[T]):
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
        number = _next(numbers, f"one of the {self.name}")
        if not 0 <= number <= len(self.values):
            raise MalformedAction(f"{number} is none of the {len(self.values)} {self.name}")
        return self.values[number - 1] if number else self.nothing


@frozen
class YesNo:
    """Yes or no, as 1 or 0."""

    def write(self, value: bool) -> Iterator[int]:
        yield int(value)

    def read(self, numbers: Iterator[int]) -> bool:
        number = _next(numbers, "yes or no")
        if number not in (0, 1):
            raise MalformedAction(f"{number} is neither 0 (no) nor 1 (yes)")
        return bool(number)


@frozen
class Count:
    """A whole number: 0, -1, 1, -2, 2, ... as 0, 1, 2, 3, 4, ..."""

    def write(self, value: int) -> Iterator[int]:
        yield 2 * value if value >= 0 else -2 * value - 1

    def read(self, numbers: Iterator[int]) -> int:
        number = _next(numbers, "a whole number")
        return -(number + 1) // 2 if number % 2 else number // 2


@frozen
class Text:
    """A text that is in no list, as its UTF-8 bytes plus 1, followed by 0."""

    def write(self, value: str) -> Iterator[int]:
        yield from (byte + 1 for byte in value.encode())
        yield 0

    def read(self, numbers: Iterator[int]) -> str:
        written = []
        while number := _next(numbers, "the end of a text"):
            written.append(number - 1)
        try:
            return bytes(written).decode()
        except ValueError:
            raise MalformedAction("these numbers are no text in UTF-8") from None


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
        while _next(numbers, "another member or the end"):
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
            Listed("pieces", tuple(pieces), ""),
            Listed("places", (*on_map, OFF), ""),
            Listed("cards", tuple(cards), ""),
            Listed("places", tuple(range(len(on_map))), None),
        )

    @staticmethod
    def open() -> Domains:
        """The domains without a known sheet: ids are written as texts."""
        return Domains(Text(), Text(), Text(), Count())

    def of_field(self, shape: Shape) -> Domain:
        """The domain of a field by its shape. Raises `WargameError` for a type that has none."""
        return self._of(shape, shape.mark(Names))

    def _of(self, shape: Shape, mark: Names | None) -> Domain:
        """The domain of a value; the ``mark`` of a list says what its members name."""
        match shape:
            case ListShape(fixed=True):
                parts = ((f"item {n}", self.of_field(item)) for n, item in enumerate(shape.items, 1))
                return Composite(None, tuple(parts))
            case ListShape(items=(item,)):
                return Many(self._of(item, item.mark(Names) or mark), shape.container)
            case LiteralShape(kind) if isinstance(kind, type):
                return Listed(f"kinds of {kind.__name__}", shape.members, None)
            case LiteralShape():
                return Listed("words", shape.members, None)
            case _ if mark in (PIECE, TARGET):
                return self.pieces
            case _ if mark in (FROM, TO, PATH, PLACE):
                return self.places if shape.base is str else self.spaces
            case _ if mark is CARD:
                return self.cards
            case RecordShape(cls):
                return Composite(cls, tuple((part.name, self.of_field(part.shape)) for part in shape.fields))
            case LeafShape(kind) if kind in _PLAIN:
                return _PLAIN[kind]
            case _:
                raise WargameError(f"no domain is known for a field of type {shape.declared}")


_PLAIN: Mapping[Any, Domain] = {bool: YesNo(), int: Count(), str: Text()}
