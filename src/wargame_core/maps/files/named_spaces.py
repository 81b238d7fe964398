"""The sections of map files on a grid of your own: spaces go by the names that the grid gives them.

A grid adds what its files must say, and its reader makes it of that:

    @frozen(kw_only=True)
    class BrickHead(MapHead):
        rows: int

    @frozen(kw_only=True)
    class BrickMapFile(NamedMapFile):
        map: BrickHead

    class BrickReader(NamedReader[BrickGrid]):
        file_class = BrickMapFile

        def make_grid(self) -> BrickGrid:
            return BrickGrid(self.file.map.rows)

With the entry point `"acme.bricks" = "acme:BrickReader"` in the group `wargame_core.grids`, map files may say
`grid = "acme.bricks"`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeVar

from attrs import frozen

from wargame_core.maps.files.reader import MapReader
from wargame_core.maps.files.sections import (
    EntryRow,
    Lie,
    NamedRoad,
    PlaceRow,
    Section,
    SideBarrier,
    SideCrossing,
    TerrainGrid,
)
from wargame_core.maps.grid import Grid

G = TypeVar("G", bound=Grid)


@frozen(kw_only=True)
class MapHead:
    """[map]: its name and its grid; a grid adds the keys that it needs.

    `scale` is the width of a space and its unit. `shorthand` is the number of the rule by which routes and courses are
    filled in.
    """

    id: str
    title: str
    grid: str
    scale: tuple[float, str] | None = None
    shorthand: Literal[1] | None = None


@frozen(kw_only=True)
class SpacePlace(PlaceRow):
    """[[place]]: a named space. `tags` are words the rules ask for; `confidence` is about its position."""

    space: str


@frozen(kw_only=True)
class SpaceEntry(EntryRow):
    """[[entry]]: a space where something may come onto the map."""

    space: str


@frozen(kw_only=True)
class NamedMapFile:
    """All sections of a map file on a grid of your own.

    [terrain] has a row of letters for each row of the whole map, from the top, and in it a letter for each column. A
    blank stands for no space.
    """

    map: MapHead
    terrain: TerrainGrid | None = None
    place: tuple[SpacePlace, ...] = ()
    road: tuple[NamedRoad, ...] = ()
    barrier: tuple[SideBarrier, ...] = ()
    crossing: tuple[SideCrossing, ...] = ()
    entry: tuple[SpaceEntry, ...] = ()


class NamedReader(MapReader[G]):
    """Reads map files on a grid of your own; a subclass makes the grid."""

    file_class: ClassVar[type[Any]] = NamedMapFile
    sections: ClassVar[tuple[Section, ...]] = (
        Section("place", Lie.SPACE, "space"),
        Section("entry", Lie.SPACE, "space"),
        Section("crossing", Lie.SIDE, "side"),
        Section("barrier", Lie.LINES, "sides"),
        Section("road", Lie.WAYS, "path"),
    )
