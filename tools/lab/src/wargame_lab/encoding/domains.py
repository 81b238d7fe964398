"""The values that fields of an action can have, and how each becomes whole numbers and back.

A domain follows from a field's type: the marks of `wargame_core.flow.about` say that it names pieces, places or cards
of the sheet; enumerations and literals give their members. A set or a path is written one member at a time and ends
with 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cached_property
from typing import Annotated, Any, Generic, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints

from attrs import define, fields, frozen, has

from wargame_core.data.type_names import plain_type
from wargame_core.errors import MalformedAction, WargameError
from wargame_core.flow.about import CARD, FROM, OFF, PATH, PIECE, PLACE, TARGET, TO, Names
from wargame_core.quoting import quote

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

    def write(self, value: Iterable[Any]) -> Iterator[int]:
        for member in value:
            yield 1
            yield from self.of.write(member)
        yield 0

    def read(self, numbers: Iterator[int]) -> tuple[Any, ...]:
        members = []
        while _next(numbers, "another member or the end"):
            members.append(self.of.read(numbers))
        return tuple(members)


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

    def of_field(self, hint: Any) -> Domain:
        """The domain of a field by its type. Raises `WargameError` for a type that has none."""
        mark = next((mark for mark in get_args(hint)[1:] if isinstance(mark, Names)), None)
        plain = plain_type(get_args(hint)[0] if get_origin(hint) is Annotated else hint)
        if get_origin(plain) is tuple and get_args(plain)[-1] is not ...:
            return Composite(
                None, tuple((f"item {n}", self.of_field(part)) for n, part in enumerate(get_args(plain), 1))
            )
        if get_origin(plain) is tuple:
            part = get_args(plain)[0]
            return Many(self._of_value(part, mark) if mark is not None else self.of_field(part))
        return self._of_value(plain, mark)

    def _of_value(self, hint: Any, mark: Names | None) -> Domain:
        plain = plain_type(hint)
        if isinstance(plain, type) and issubclass(plain, Enum):
            return Listed(f"kinds of {plain.__name__}", tuple(plain), None)
        if get_origin(plain) is Literal:
            return Listed("words", get_args(plain), None)
        if mark in (PIECE, TARGET):
            return self.pieces
        if mark in (FROM, TO, PATH, PLACE):
            return self.places if plain is str else self.spaces
        if mark is CARD:
            return self.cards
        if isinstance(plain, type) and has(plain):
            hints = get_type_hints(plain, include_extras=True)
            return Composite(plain, tuple((part.name, self.of_field(hints[part.name])) for part in fields(plain)))
        for kind, domain in ((bool, YesNo()), (int, Count()), (str, Text())):
            if plain is kind:
                return domain
        raise WargameError(f"no domain is known for a field of type {hint}")
