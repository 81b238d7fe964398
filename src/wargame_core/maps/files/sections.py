"""The sections that map files of every grid have: one class for each, one field for each key.

`square_format` and `hex_format` add how a space is written. A place or crossing may have `in_text` (the source
document names it), a place `confidence` (in its position).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeVar

from attrs import frozen

from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.features import Barrier, Crossing, Edge, EntrySpace, NamedPlace

S = TypeVar("S")
LARGEST = 40_000
"""The greatest number of spaces of a map."""


def letter_rows(grid: tuple[str, ...] | str, blank: str = "") -> tuple[str, ...]:
    """The lines of letters, written as a list or as one text."""
    rows = tuple(grid.splitlines()) if isinstance(grid, str) else grid
    return tuple(row.replace(blank, " ") for row in rows) if len(blank) == 1 else rows


def each_road(path: tuple[S, ...], paths: Iterable[tuple[S, ...]]) -> Iterator[tuple[KeyPath, tuple[S, ...]]]:
    """The road in `path`, or those in `paths`, each with its key in the table."""
    if path:
        yield ("path",), path
    for number, road in enumerate(paths):
        yield ("paths", number), road


def one_way_only(**given: object) -> None:
    """Raises ValueError unless exactly one of these keys is given."""
    if sum(map(bool, given.values())) != 1:
        *names, last = given
        raise ValueError(f"give one of {', '.join(names)} and {last}")


@frozen
class TerrainGrid:
    """[terrain]: a letter for each space, the meaning of the letters, and the terrains that nobody may enter.

    `grid` is a list of lines, or one text of several lines. On hexes `blank` is a letter that means no hex, as a space
    does.
    """

    legend: Mapping[str, str]
    grid: tuple[str, ...] | str
    closed: tuple[str, ...] = ()
    blank: str = ""

    @property
    def rows(self) -> tuple[str, ...]:
        """The lines of the grid."""
        return letter_rows(self.grid, self.blank)


@frozen(kw_only=True)
class PlaceRow:
    """[[place]]: a named space. `tags` are words the rules ask for."""

    name: str
    kind: str = "town"
    tags: tuple[str, ...] = ()
    objective: str = ""
    note: str = ""
    in_text: bool = False
    confidence: Literal["high", "medium", "low", ""] = ""

    def place(self, space: int, lat_lon: tuple[float, float] | None = None) -> NamedPlace:
        """The place at this space of the map."""
        return NamedPlace(
            self.name,
            space,
            self.kind,
            frozenset(self.tags),
            self.note,
            self.objective,
            self.confidence,
            self.in_text,
            lat_lon,
        )


@frozen(kw_only=True)
class CrossingRow:
    """[[crossing]]: a bridge, ferry or ford; `users` limits who may use it."""

    id: str
    name: str
    kind: str
    users: tuple[str, ...] = ()
    note: str = ""
    in_text: bool = False

    def crossing(self, edge: Edge, barrier: str) -> Crossing:
        """The crossing, on this edge of the map and over the barrier of that name."""
        return Crossing(self.id, self.name, self.kind, edge, barrier, self.users, self.note, self.in_text)


@frozen(kw_only=True)
class EntryRow:
    """[[entry]]: a space where something may come onto the map."""

    id: str
    note: str = ""

    def entry(self, space: int) -> EntrySpace:
        """The entry at this space of the map."""
        return EntrySpace(self.id, space, self.note)


@frozen(kw_only=True)
class BarrierRow:
    """A river, creek, ridge or wall along edges; its `kind` is the game's word.

    It is crossed only at a crossing, or with `crossed_by_road` only where a road runs; with `bars = false` anywhere,
    at the cost of the game's rules.
    """

    kind: str
    name: str = ""
    bars: bool = True
    crossed_by_road: bool = False

    def __attrs_post_init__(self) -> None:
        if self.crossed_by_road and not self.bars:
            raise ValueError("bars = false lets everybody cross anywhere, crossed_by_road = true only by road")

    @property
    def label(self) -> str:
        """Its name, or else its kind, such as "the river"."""
        return self.name or f"the {self.kind}"

    @property
    def needs_crossing(self) -> bool:
        """Whether it is crossed only at a crossing."""
        return self.bars and not self.crossed_by_road

    @property
    def may_have_crossings(self) -> bool:
        """Whether a crossing may be on it: one that bars nobody may have a bridge, which the game's rules know of."""
        return not self.crossed_by_road

    def barrier(self, edges: frozenset[Edge]) -> Barrier:
        """The barrier along these edges of the map."""
        return Barrier(self.name, self.kind, edges, self.crossed_by_road, self.bars)
