"""The sections of a file with a map of areas, and the map they make.

Areas are named by their ids; `at = [x, y]` is the centre of one, in widths of a piece, x to the right and y down. The
classes below are the format: one for each section, one field for each key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import field, frozen

from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.areas import Area, AreaMap
from wargame_core.maps.files.sections import LARGEST, EntryRow, one_way_only

At = tuple[float, float]


@frozen
class AreaHead:
    """[map]: its name and its grid. Nobody may enter areas of the kinds in `closed`."""

    id: str
    title: str
    grid: Literal["areas"]
    closed: tuple[str, ...] = ()


@frozen(kw_only=True)
class AreaRow:
    """[[area]]: `joins` lists, by kind of join, the neighbouring areas; each of those lists this one too.

    The short form is a [[join]].
    """

    id: str
    name: str = ""
    at: At
    kind: str = "clear"
    region: str = ""
    part_of: str = ""
    outline: tuple[At, ...] = ()
    joins: Mapping[str, tuple[str, ...]] = field(factory=dict)


@frozen(kw_only=True)
class JoinRow:
    """[[join]]: joins of one kind in short: `route` names areas with `>` between, each joined to the next.

    `routes` is for several. A join that is written here need not stand in the `joins` of its areas.
    """

    kind: str
    route: str = ""
    routes: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        one_way_only(route=self.route, routes=self.routes)

    def all(self) -> Iterator[tuple[KeyPath, str]]:
        """Each route with its key in this table."""
        if self.route:
            yield ("route",), self.route
        for number, route in enumerate(self.routes):
            yield ("routes", number), route


@frozen(kw_only=True)
class AreaEntry(EntryRow):
    """[[entry]]: an area where something may come onto the map."""

    area: str


@frozen
class AreaMapFile:
    """All sections of a file with a map of areas."""

    map: AreaHead
    area: tuple[AreaRow, ...] = ()
    join: tuple[JoinRow, ...] = ()
    entry: tuple[AreaEntry, ...] = ()

    def __attrs_post_init__(self) -> None:
        if len(self.area) > LARGEST:
            raise ValueError(f"{len(self.area):,} areas; at most {LARGEST:,}")


def build_area_map(file: AreaMapFile) -> AreaMap:
    """The map of a file that was checked, without short forms."""
    areas = [
        Area(row.id, row.name or row.id, row.at, row.kind, row.region, row.part_of, row.outline) for row in file.area
    ]
    joins: dict[str, list[tuple[str, str]]] = {}
    for row in file.area:
        for kind, others in row.joins.items():
            joins.setdefault(kind, []).extend((row.id, other) for other in others)
    spaces = {area.id: space for space, area in enumerate(areas)}
    return AreaMap.joined(
        areas,
        joins,
        id=file.map.id,
        title=file.map.title,
        closed_terrain=frozenset(file.map.closed),
        entries=tuple(row.entry(spaces[row.area]) for row in file.entry),
    )
