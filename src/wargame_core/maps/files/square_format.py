"""The sections of a square map's file, and the map they make.

Spaces are written `[row, column]`, counted from 0 at the upper left; an edge `[row, column, row, column]` names the two
spaces beside it. The classes below are the format: one for each section, one field for each key. Most may have `lat`
and `lon`. `route`, `course`, `between`, `side` and `of` are short forms, expanded before a file is checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import asdict, field, frozen

from wargame_core.maps.features import Edge, NamedPlace, Road, Stream, edge
from wargame_core.maps.files.sections import (
    LARGEST,
    BarrierRow,
    CrossingRow,
    EntryRow,
    PlaceRow,
    TerrainGrid,
    each_road,
    letter_rows,
    one_way_only,
)
from wargame_core.maps.squares import SquareMap

Cell = tuple[int, int]
Line = tuple[int, int, int, int]
Bank = str | tuple[str, ...]
"""One region, or several."""
NOT_YET: Cell = (-1, -1)
"""The cell of something that has latitude and longitude instead."""
NO_LINE: Line = (-1, -1, -1, -1)
"""The edge of a crossing that has a `side` instead."""


@frozen
class SquareHead:
    """[map]: size and scale; the projection (`lat_top` and the rest) is for positions in latitude and longitude.

    `shorthand` is the number of the rule by which routes and courses are filled in; it is required with them.
    """

    id: str
    title: str
    rows: int
    cols: int
    grid: Literal["square"] = "square"
    miles_per_space: float | None = None
    lat_top: float | None = None
    lon_west: float | None = None
    deg_lat_per_row: float | None = None
    deg_lon_per_col: float | None = None
    shorthand: Literal[1] | None = None

    def __attrs_post_init__(self) -> None:
        if min(self.rows, self.cols) < 1 or self.rows * self.cols > LARGEST:
            raise ValueError(f"{self.rows} rows and {self.cols} columns; both from 1 up, at most {LARGEST:,} spaces")


@frozen
class Regions:
    """[regions]: a letter for each space: the region between barriers of kind `parted_by` that it lies in.

    Instead of legend and grid, `of` may name one place in each region.
    """

    legend: Mapping[str, str] = field(factory=dict)
    grid: tuple[str, ...] | str = ()
    parted_by: str = "river"
    of: Mapping[str, str] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        if bool(self.of) == bool(self.grid) or bool(self.of) == bool(self.legend):
            raise ValueError("give legend and grid, or of with a place for each region")

    @property
    def rows(self) -> tuple[str, ...]:
        """The lines of the grid."""
        return letter_rows(self.grid)


@frozen(kw_only=True)
class SquareBarrier(BarrierRow):
    """[[barrier]]: a river, creek, ridge or wall along edges; its `kind` is the game's word.

    It is crossed only at a crossing, or with `crossed_by_road` only where a road runs; with `bars = false` anywhere,
    at the cost of the game's rules. Its position is given by `edges`, by `course` or `courses`, or by the regions that
    it runs `between`.
    """

    edges: tuple[Line, ...] = ()
    course: str = ""
    courses: tuple[str, ...] = ()
    between: tuple[Bank, Bank] | None = None

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        one_way_only(edges=self.edges, course=self.course, courses=self.courses, between=self.between)


@frozen
class River:
    """[[river]]: a short form of a [[barrier]] of kind "river"."""

    name: str
    edges: tuple[Line, ...] = ()
    course: str = ""
    courses: tuple[str, ...] = ()
    between: tuple[Bank, Bank] | None = None

    def __attrs_post_init__(self) -> None:
        one_way_only(edges=self.edges, course=self.course, courses=self.courses, between=self.between)

    def barrier(self) -> SquareBarrier:
        """The same in full."""
        return SquareBarrier(kind="river", **asdict(self, recurse=False))


@frozen(kw_only=True)
class SquareCrossing(CrossingRow):
    """[[crossing]]: a bridge, ferry or ford over the barrier that `river` names; `users` limits who may use it.

    It lies on an `edge`, or on a `side` in words: "8,12 E", or "A | B" for the edge between two neighbours.
    """

    river: str
    edge: Line = NO_LINE
    side: str = ""
    lat: float | None = None
    lon: float | None = None

    def __attrs_post_init__(self) -> None:
        one_way_only(edge=self.edge != NO_LINE, side=self.side)


@frozen
class Mountains:
    """[mountains]: a short form of a [[barrier]] of kind "ridge", which is crossed only along a road."""

    edges: tuple[Line, ...] = ()
    ridges: tuple[str, ...] = ()
    course: str = ""
    courses: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        one_way_only(edges=self.edges, course=self.course, courses=self.courses)

    def barrier(self) -> SquareBarrier:
        """The same in full."""
        laid = asdict(self, recurse=False, filter=lambda field, _: field.name != "ridges")
        return SquareBarrier(name="the mountains", kind="ridge", crossed_by_road=True, **laid)


@frozen
class Gap:
    """[[gap]]: a named pass through a ridge."""

    name: str
    ridge: str
    cell: Cell = NOT_YET
    lat: float | None = None
    lon: float | None = None


@frozen(kw_only=True)
class SquarePlace(PlaceRow):
    """[[place]]: a named space. `tags` are words the rules ask for.

    Its `cell` may be left out if it has `lat` and `lon`, and `[map]` has the projection.
    """

    cell: Cell = NOT_YET
    lat: float | None = None
    lon: float | None = None


@frozen(kw_only=True)
class SquareRoad:
    """[[road]]: a road or railroad as the spaces it runs through in order, or several roads of one kind in `paths`.

    The short forms are `route` and `routes`, which name places.
    """

    name: str = ""
    kind: Literal["road", "rail"]
    path: tuple[Cell, ...] = ()
    paths: tuple[tuple[Cell, ...], ...] = ()
    route: str = ""
    routes: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        one_way_only(path=self.path, paths=self.paths, route=self.route, routes=self.routes)

    @property
    def label(self) -> str:
        """Its name, or else "the road"."""
        return self.name or f"the {self.kind}"

    def all(self) -> Iterator[tuple[tuple[str | int, ...], tuple[Cell, ...]]]:
        """Each road with its key in this table."""
        return each_road(self.path, self.paths)


@frozen
class StreamRow:
    """[[stream]]: a minor river, drawn but without effect on movement."""

    name: str
    cells: tuple[Cell, ...]


@frozen(kw_only=True)
class SquareEntry(EntryRow):
    """[[entry]]: a space where something may come onto the map."""

    cell: Cell


@frozen
class Example:
    """[[example]]: something that must be true of the finished map, checked at every reading.

    A `road_move` from start to goal takes exactly `steps` spaces of road. A `cross_country` move starts away from every
    road and can go on for that many steps.
    """

    id: str
    kind: Literal["road_move", "cross_country"]
    start: Cell
    steps: int
    goal: Cell | None = None
    note: str = ""


@frozen
class SquareMapFile:
    """All sections of a square map's file."""

    map: SquareHead
    terrain: TerrainGrid
    regions: Regions | None = None
    river: tuple[River, ...] = ()
    barrier: tuple[SquareBarrier, ...] = ()
    crossing: tuple[SquareCrossing, ...] = ()
    mountains: Mountains | None = None
    gap: tuple[Gap, ...] = ()
    place: tuple[SquarePlace, ...] = ()
    road: tuple[SquareRoad, ...] = ()
    stream: tuple[StreamRow, ...] = ()
    entry: tuple[SquareEntry, ...] = ()
    example: tuple[Example, ...] = ()

    def barriers(self) -> Iterator[tuple[tuple[str | int, ...], SquareBarrier]]:
        """Every barrier, short forms too, with the path of its edges in the file; unreadable ones are left out."""
        for n, river in enumerate(self.river):
            if river is not None:
                yield ("river", n, "edges"), river.barrier()
        if self.mountains is not None:
            yield ("mountains", "edges"), self.mountains.barrier()
        for n, barrier in enumerate(self.barrier):
            if barrier is not None:
                yield ("barrier", n, "edges"), barrier


def build_square_map(file: SquareMapFile) -> SquareMap:
    """The map of a file that was checked."""
    head, terrain, regions = file.map, file.terrain, file.regions

    def space(cell: Cell) -> int:
        return cell[0] * head.cols + cell[1]

    def line(ends: Line) -> Edge:
        return edge(space(ends[:2]), space(ends[2:]))

    return SquareMap(
        head.rows,
        head.cols,
        id=head.id,
        title=head.title,
        terrain=tuple(terrain.legend[letter] for row in terrain.rows for letter in row),
        closed_terrain=frozenset(terrain.closed),
        regions=tuple(regions.legend[letter] for row in regions.rows for letter in row) if regions else (),
        places=tuple(place.place(space(place.cell), _lat_lon(place)) for place in file.place),
        gaps=tuple(NamedPlace(gap.name, space(gap.cell), "gap", note=gap.ridge) for gap in file.gap),
        barriers=tuple(row.barrier(frozenset(map(line, row.edges))) for _, row in file.barriers()),
        crossings=tuple(row.crossing(line(row.edge), row.river) for row in file.crossing),
        roads=tuple(
            Road(road.name, road.kind, tuple(map(space, path))) for road in file.road for _, path in road.all()
        ),
        streams=tuple(Stream(stream.name, tuple(map(space, stream.cells))) for stream in file.stream),
        entries=tuple(row.entry(space(row.cell)) for row in file.entry),
        scale=(head.miles_per_space, "miles") if head.miles_per_space else None,
    )


def _lat_lon(place: SquarePlace) -> tuple[float, float] | None:
    return (place.lat, place.lon) if place.lat is not None and place.lon is not None else None
