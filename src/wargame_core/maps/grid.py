"""What every grid of a map says: which spaces it has, what they are called, which are neighbours, where each lies.

`SquareGrid`, `HexGrid` and `AreaGrid` are the three of core. Nothing asks which of them a map has, so another one is a
subclass of `Grid` with four members (size, neighbours, coordinates, outline). As an attrs class it can be named in a
map file: its fields are what the file says of it (`wargame_core.maps.files.map_file`).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Literal

from wargame_core.maps.features import Point
from wargame_core.maps.lattice import Lattice
from wargame_core.maps.masks import mask_of
from wargame_core.names import folded

Labels = Sequence[tuple[float, str]]
"""The labels of columns or rows beside a picture, each with its position in widths of a space."""


class Grid(ABC):
    """The spaces of a map, numbered from 0. A grid never changes; what lies on it is in the `Map`.

    It promises that neighbours are mutual, that coordinates are texts of their own (capital and small letters are
    equal, and none has `-`, `>` or `|` in it), and that each outline has three corners or more. Spaces that have two
    corners in common part a side, along which rivers and courses run.

    It may not change, nor keep anything that happens in play.

    Example::

        from attrs import frozen
        from wargame_core.maps.grid import Grid

        @frozen(eq=False, slots=False)
        class Strip(Grid):
            length: int  # a key of [map]
            size = property(lambda grid: grid.length)
            neighbours = property(lambda grid: tuple(
                tuple(n for n in (space - 1, space + 1) if 0 <= n < grid.size) for space in range(grid.size)))
            def coordinates(self, space): return f"R{space + 1}"
            def outline(self, space): return (space, 0), (space + 1, 0), (space + 1, 1), (space, 1)

        assert Strip(5).distance(0, 4) == 4
    """

    word: ClassVar[str] = "space"
    """What one of the spaces is called."""
    stagger: Literal["", "rows", "columns"] = ""
    """Whether every other row lies half a space to the right, or every other column half a space lower."""
    shifted: Literal["odd", "even"] = "even"
    """Which rows or columns those are, by their printed numbers."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of spaces."""

    @cached_property
    @abstractmethod
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each space, in rising order, whether or not one can move between them."""

    @abstractmethod
    def coordinates(self, space: int) -> str:
        """The coordinates of a space as text: "(8,9)", or the printed number of a hex."""

    @abstractmethod
    def outline(self, space: int) -> tuple[Point, ...]:
        """The corners of a space, clockwise, in units of one space's width, x to the right and y down."""

    def mistakes(self) -> Iterable[tuple[tuple[str | int, ...], str]]:
        """What is wrong with what a file says of the grid: the keys that lead to it, and a sentence."""
        return ()

    def contents(self) -> Mapping[str, Any]:
        """What lies on every map of the grid (terrain, regions, places, roads), as `Map` takes it."""
        return {}

    def broken_promises(self) -> Iterator[str]:
        """Sentences about what a grid of another distribution does not do as it should."""
        names = [self.coordinates(space) for space in range(self.size)]
        if len(self._spaces_by_coordinates) != len(names):
            yield "two spaces have the same coordinates"
        for space, name in enumerate(names):
            if not name.strip() or any(mark in name for mark in "->|"):
                yield f"{name!r} cannot be the coordinates of a space: it is empty or has -, > or | in it"
            for neighbour in self.neighbours[space]:
                if not 0 <= neighbour < self.size or neighbour == space or space not in self.neighbours[neighbour]:
                    yield f"space {neighbour} is a neighbour of {name}, but not the other way round"
            if len(self.outline(space)) < 3:
                yield f"the outline of {name} has {len(self.outline(space))} corners"

    def read_coordinates(self, text: str) -> int | None:
        """The space with these coordinates, or None; capital and small letters are equal."""
        return self._spaces_by_coordinates.get(folded(text))

    def in_words(self, space: int) -> str:
        """A space as the short forms of map files write it: "11,18", or its printed number."""
        return self.coordinates(space)

    @cached_property
    def _spaces_by_coordinates(self) -> Mapping[str, int]:
        return {folded(self.coordinates(space)): space for space in range(self.size)}

    def distance(self, a: int, b: int) -> int:
        """The distance from a to b in spaces, ignoring terrain: 0 for the same space, `size` if there is no path."""
        return self._distances_from(a).get(b, self.size)

    def within(self, space: int, radius: int) -> int:
        """Mask of the spaces at distance at most ``radius``, the space itself included."""
        return mask_of(candidate for candidate in range(self.size) if self.distance(space, candidate) <= radius)

    def _distances_from(self, start: int) -> Mapping[int, int]:
        distances = self._distances.get(start)
        if distances is None:
            distances, ring = {start: 0}, [start]
            for steps in range(1, self.size):
                ring = list(
                    {
                        neighbour: None
                        for space in ring
                        for neighbour in self.neighbours[space]
                        if neighbour not in distances
                    }
                )
                distances.update(dict.fromkeys(ring, steps))
            self._distances[start] = distances
        return distances

    @cached_property
    def _distances(self) -> dict[int, dict[int, int]]:
        return {}

    # pictures

    @property
    def drawn_as_network(self) -> bool:
        """Whether a picture draws lines between spaces, because they are not adjacent."""
        return False

    def behind(self, a: int, b: int) -> Point:
        """How far b is moved on the sheet to lie beside its neighbour a: not at all, unless the map closes behind it.

        On a globe whose last column touches its first, that is the width of the map to the left or right.
        """
        return 0.0, 0.0

    @property
    def shape(self) -> Literal["square", "pointed", "flat"]:
        """How its spaces stand in a map of letters: as squares, or as hexes in rows or in columns."""
        points = self.outline(0)
        if len(points) == 4:
            return "square"
        width, height = (max(point[axis] for point in points) - min(point[axis] for point in points) for axis in (0, 1))
        return "pointed" if height > width else "flat"

    @cached_property
    def extent(self) -> Point:
        """Width and height of the sheet, in widths of a space."""
        points = [point for space in range(self.size) for point in self.outline(space)]
        return max(x for x, _ in points), max(y for _, y in points)

    def margins(self) -> tuple[Labels, Labels]:
        """The labels of columns and of rows beside a picture."""
        return (), ()

    @cached_property
    def lattice(self) -> Lattice:
        """The spaces and their corners as whole-number points, in which courses are written and drawings are read."""
        return Lattice.of_outlines(self.neighbours, [self.outline(space) for space in range(self.size)])
