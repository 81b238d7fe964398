"""The sections of map files on a grid of your own: spaces go by the names that the grid gives them.

A subclass adds what its grid needs to know, and makes it:

    @frozen(kw_only=True)
    class BrickHead(MapHead):
        rows: int

    @frozen(kw_only=True)
    class BrickMapFile(NamedMapFile[BrickGrid]):
        map: BrickHead

        def make_grid(self, reader: MapReader[BrickGrid]) -> BrickGrid:
            return BrickGrid(self.map.rows)

With the entry point `"acme.bricks" = "acme:BrickMapFile"` in the group `wargame_core.grids`, map files may say
`grid = "acme.bricks"`.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeVar

from attrs import frozen

from wargame_core.maps.files.reader import MapFile
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
class NamedMapFile(MapFile[G]):
    """All sections of a map file on a grid of your own.

    [terrain] has a row of letters for each row of the whole map, from the top, and in it a letter for each column. A
    blank stands for no space.
    """

    sections: ClassVar[tuple[Section, ...]] = (
        Section("place", Lie.SPACE, "space"),
        Section("entry", Lie.SPACE, "space"),
        Section("crossing", Lie.SIDE, "side"),
        Section("barrier", Lie.LINES, "sides"),
        Section("road", Lie.WAYS, "path"),
    )

    map: MapHead
    terrain: TerrainGrid | None = None
    place: tuple[SpacePlace, ...] = ()
    road: tuple[NamedRoad, ...] = ()
    barrier: tuple[SideBarrier, ...] = ()
    crossing: tuple[SideCrossing, ...] = ()
    entry: tuple[SpaceEntry, ...] = ()

    @property
    def scale(self) -> tuple[float, str] | None:
        return self.map.scale
