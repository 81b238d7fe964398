"""What a drawing and a data file have in common: rows with name, kind and shape on a grid, and grids of letters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b

from attrs import field, frozen

from wargame_core.data.documents import Document
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.files.sections import Lie
from wargame_core.maps.grid import Grid
from wargame_workshop.splices import Splices

Part = tuple[int, ...]
"""One space, the two spaces of a side, or the spaces that a way runs through."""


@frozen
class Sort:
    """The rows of one section of a data file: their layer and shape, and their keys for name and kind, if any.

    ``kind`` is the class of rows that have no key for it; ``allowed`` are further keys that a drawing may set.
    """

    section: str
    layer: str
    shape: Lie
    name_key: str = "name"
    kind_key: str = "kind"
    kind: str = ""
    allowed: frozenset[str] = frozenset()


@frozen
class DrawnRow:
    """A row of a data file as it is drawn; ``number`` is None for a section that is one table."""

    sort: Sort
    number: int | None
    name: str
    kind: str
    parts: tuple[Part, ...]

    @property
    def path(self) -> KeyPath:
        return (self.sort.section,) if self.number is None else (self.sort.section, self.number)

    @property
    def label(self) -> str:
        """What messages call it."""
        called = f" {self.name!r}" if self.name else "" if self.number is None else f"[{self.number}]"
        return f"{self.sort.section}{called}"

    @property
    def hash(self) -> str:
        """Short letters that another row has only by the rarest chance."""
        content = repr((self.sort.section, self.name, self.kind, self.parts))
        return blake2b(content.encode(), digest_size=5).hexdigest()


@frozen
class LetterGrid:
    """A grid of letters in a data file: its table, what the letters mean, and the letter and place of each space."""

    table: str
    legend: Mapping[str, str]
    letters: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    rows: tuple[str, ...]


@frozen
class DrawnMark:
    """One object of a drawing, laid on the grid. ``where`` is its line and column, or its cell."""

    layer: str
    kind: str
    name: str
    part: Part
    where: tuple[int, int]
    called: str
    was: str = ""
    order: int = 0
    keys: Mapping[str, object] = field(factory=dict)


@frozen
class Drawing:
    """What a drawing says: its marks, and the words (and letters, if told) of the spaces of each painted layer.

    Of layers that are not in it nothing is said. ``ignored`` are things in it that mean nothing here.
    """

    path: str
    layers: frozenset[str]
    marks: tuple[DrawnMark, ...] = ()
    painted: Mapping[str, Mapping[int, tuple[str, str]]] = field(factory=dict)
    ignored: tuple[str, ...] = ()

    def only(self, layers: Collection[str]) -> Drawing:
        """The same with these layers alone."""
        return Drawing(
            self.path,
            self.layers & set(layers),
            tuple(mark for mark in self.marks if mark.layer in layers),
            {layer: words for layer, words in self.painted.items() if layer in layers},
            self.ignored,
        )


@frozen
class NewRow:
    """A row to be added: the marks that it is drawn with, where it lies, and whether it is written without short forms.

    ``lines`` are the rows that will bar sides when everything is merged: a crossing needs one of them.
    """

    sort: Sort
    marks: Sequence[DrawnMark]
    parts: Sequence[Part]
    lines: Sequence[DrawnRow]
    full: bool


class DrawnFile(ABC):
    """A data file on a grid of squares or hexes, as drawings see it: what it holds, and how a change is written."""

    doc: Document
    grid: Grid
    rows: Sequence[DrawnRow]
    grids: Mapping[str, LetterGrid]
    stamps: tuple[str, ...] = ()
    """Classes of what is drawn as a tile by itself: for these an export brings tiles."""

    @property
    @abstractmethod
    def layers(self) -> Mapping[str, tuple[Lie, ...]]:
        """The layers of objects that this kind of file has, and how things in them may be drawn."""

    @abstractmethod
    def sort_of(self, layer: str, kind: str) -> Sort:
        """The section that a new object of a layer and kind goes to."""

    @abstractmethod
    def again(self, text: str) -> DrawnFile:
        """The file with another text. Raises `DataError` with every mistake in it."""

    @abstractmethod
    def filler(self, marks: Sequence[DrawnMark]) -> Callable[[int, int], Part]:
        """Fills in a way between two spaces, over what is drawn beside it. What it makes raises `ShorthandError`."""

    @abstractmethod
    def rewrite(self, splices: Splices, row: DrawnRow, parts: Sequence[Part], *, full: bool) -> None:
        """Write where a row lies now; ``full`` without short forms."""

    @abstractmethod
    def add(self, splices: Splices, row: NewRow) -> None:
        """Write a new row. Raises `MergeError`."""

    @cached_property
    def hashes(self) -> Mapping[int, str]:
        """By the place of each row in `rows`, the mark that an export leaves in a drawing for it; no two are alike."""
        counts: dict[str, int] = {}
        marks = {}
        for place, row in enumerate(self.rows):
            plain = row.hash
            counts[plain] = counts.get(plain, 0) + 1
            marks[place] = plain if counts[plain] == 1 else f"{plain}-{counts[plain]}"
        return marks


class MergeError(Exception):
    """Something drawn that cannot be written; the message and hint are for people."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        self.code, self.hint = code, hint
        super().__init__(message)
