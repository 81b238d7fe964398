"""Values that are found by number or by id, and are a table where they are printed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, SupportsIndex, TypeVar, overload

from wargame_core.errors import UnknownName

T = TypeVar("T")
WIDTH = 118
"""The columns of text that a table takes; what is longer in its last column is cut off."""


class IdList(tuple[T, ...]):
    """Values of one sort, in order: found by number or by id, and a table where they are printed.

    >>> from wargame_core import load
    >>> game = load("vicksburg")
    >>> game.scenarios["free"] is game.scenarios[1]
    True
    >>> print(game.scenarios)  # doctest: +ELLIPSIS
    id    title ...
    """

    __slots__ = ()
    what: ClassVar[str]
    """The word for one of them in an error."""
    key: ClassVar[str] = "id"
    """The field that is their id."""
    columns: ClassVar[Mapping[str, Callable[[Any], object]]]
    """The columns of the table by their heads; the longest texts belong into the last."""

    @overload
    def __getitem__(self, key: SupportsIndex | str) -> T: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[T, ...]: ...
    def __getitem__(self, key: SupportsIndex | str | slice) -> T | tuple[T, ...]:
        """A value by its number or its id. Raises IndexError, or `UnknownName` for an id."""
        if not isinstance(key, str):
            return super().__getitem__(key)
        value_of_key = next((value for value in self if getattr(value, self.key) == key), None)
        if value_of_key is None:
            raise UnknownName(self.what, key, (getattr(value, self.key) for value in self))
        return value_of_key

    def __repr__(self) -> str:
        if not self:
            return f"no {self.what}"
        rows = [[str(text(value)) for text in self.columns.values()] for value in self]
        return as_table(list(self.columns), rows)


def as_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows of text below their heads, each column as wide as its longest text, and no line longer than `WIDTH`."""
    lines = [head, *([" ".join(text.split()) for text in row] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head) - 1)]
    texts = ["  ".join([*map(str.ljust, line, widths), line[-1]]).rstrip() for line in lines]
    return "\n".join(text if len(text) <= WIDTH else f"{text[: WIDTH - 3].rstrip()}..." for text in texts)
