"""What lies on a map: crossings, places, barriers, roads, streams, entries."""

from collections.abc import Mapping
from itertools import pairwise
from typing import TypeAlias

from attrs import field, frozen

Edge: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]


def edge(a: int, b: int) -> Edge:
    """The edge between two spaces, whichever is named first."""
    return (a, b) if a < b else (b, a)


class NoSuchSpace(ValueError):
    """A space is to be read or written that is not on the map."""


@frozen
class Crossing:
    """A bridge, ferry or ford over a barrier. `users` may use it; empty means everybody."""

    id: str
    name: str
    kind: str
    edge: Edge
    barrier: str
    users: tuple[str, ...] = ()
    note: str = ""
    in_text: bool = False


@frozen
class NamedPlace:
    """A named space. `tags` are the game's own words ("raidable"); `confidence` says how sure its position is."""

    name: str
    space: int
    kind: str = "town"
    tags: frozenset[str] = frozenset()
    note: str = ""
    objective: str = ""
    confidence: str = ""
    in_text: bool = False
    lat_lon: tuple[float, float] | None = None
    values: Mapping[str, int | float | str] = field(factory=dict, hash=False)
    """What a game keeps of it beside: the points it is worth, the people who live there."""


@frozen
class Barrier:
    """A river, ridge or wall along edges; its name may be empty.

    It is crossed only at a crossing, or, with `crossed_by_road`, only where a road runs over it. With `bars` False (a
    creek) it stops nobody: it only marks its edges for the game's rules.
    """

    name: str
    kind: str
    edges: frozenset[Edge]
    crossed_by_road: bool = False
    bars: bool = True

    @property
    def label(self) -> str:
        """Its name, or else its kind, such as "the river"."""
        return self.name or f"the {self.kind}"


@frozen
class Road:
    """A road or railroad: the spaces it runs through, in order."""

    name: str
    kind: str
    path: tuple[int, ...]

    @property
    def edges(self) -> tuple[Edge, ...]:
        return tuple(edge(a, b) for a, b in pairwise(self.path))


@frozen
class Stream:
    """A minor watercourse, drawn and named but without effect on movement."""

    name: str
    path: tuple[int, ...]


@frozen
class EntrySpace:
    """A space where something may enter the map, by id."""

    id: str
    space: int
    note: str = ""
