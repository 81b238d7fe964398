"""The sections of a square map's file, and the map they make.

Spaces are written `[row, column]`, counted from 0 at the upper left; an edge `[row, column, row, column]` names the two
spaces it parts. The classes below are the format: one for each section, one field for each key. Most may say `lat` and
`lon`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import frozen

from wargame_core.maps.features import Edge, NamedPlace, Road, Stream, edge
from wargame_core.maps.files.sections import LARGEST, BarrierRow, CrossingRow, EntryRow, PlaceRow, TerrainGrid
from wargame_core.maps.squares import SquareMap

Cell = tuple[int, int]
Line = tuple[int, int, int, int]


@frozen
class SquareHead:
    """[map]: size and scale; the projection serves whoever draws something else over the map."""

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

    def __attrs_post_init__(self) -> None:
        if min(self.rows, self.cols) < 1 or self.rows * self.cols > LARGEST:
            raise ValueError(f"{self.rows} rows and {self.cols} columns; both from 1 up, at most {LARGEST:,} spaces")


@frozen
class Regions:
    """[regions]: one letter a space: on which side of the barriers of kind `parted_by` it lies."""

    legend: Mapping[str, str]
    grid: tuple[str, ...]
    parted_by: str = "river"


@frozen(kw_only=True)
class SquareBarrier(BarrierRow):
    """[[barrier]]: a river, creek, ridge or wall along edges; its `kind` is the game's word.

    It is crossed only at a crossing, or with `crossed_by_road` only where a road runs; with `bars = false` anywhere,
    and the game's rules say at what cost.
    """

    edges: tuple[Line, ...]


@frozen
class River:
    """[[river]]: short for a [[barrier]] of kind "river"."""

    name: str
    edges: tuple[Line, ...]


@frozen(kw_only=True)
class SquareCrossing(CrossingRow):
    """[[crossing]]: a bridge, ferry or ford over the barrier that `river` names; `users` limits who may use it."""

    river: str
    edge: Line
    lat: float | None = None
    lon: float | None = None


@frozen
class Mountains:
    """[mountains]: short for a [[barrier]] of kind "ridge", which is crossed only along a road."""

    edges: tuple[Line, ...]
    ridges: tuple[str, ...] = ()


@frozen
class Gap:
    """[[gap]]: a named pass through a ridge."""

    name: str
    ridge: str
    cell: Cell
    lat: float | None = None
    lon: float | None = None


@frozen(kw_only=True)
class SquarePlace(PlaceRow):
    """[[place]]: a named space. `tags` are words the rules ask for."""

    cell: Cell
    lat: float | None = None
    lon: float | None = None


@frozen
class SquareRoad:
    """[[road]]: the spaces a road or railroad runs through, in order."""

    name: str
    kind: Literal["road", "rail"]
    path: tuple[Cell, ...]


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

    A `road_move` takes exactly `steps` spaces of road from start to goal. A `cross_country` move starts off every road
    and has somewhere to go for that many steps.
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
        """Every barrier with where its edges stand in the file, the short forms too; what is unreadable left out."""
        for n, river in enumerate(self.river):
            if river is not None:
                yield ("river", n, "edges"), SquareBarrier(name=river.name, kind="river", edges=river.edges)
        if self.mountains is not None:
            ridge = SquareBarrier(name="the mountains", kind="ridge", edges=self.mountains.edges, crossed_by_road=True)
            yield ("mountains", "edges"), ridge
        for n, barrier in enumerate(self.barrier):
            if barrier is not None:
                yield ("barrier", n, "edges"), barrier


def build_square_map(file: SquareMapFile) -> SquareMap:
    """The map of checked contents."""
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
        terrain=tuple(terrain.legend[letter] for row in terrain.grid for letter in row),
        closed_terrain=frozenset(terrain.closed),
        regions=tuple(regions.legend[letter] for row in regions.grid for letter in row) if regions else (),
        places=tuple(place.place(space(place.cell), _lat_lon(place)) for place in file.place),
        gaps=tuple(NamedPlace(gap.name, space(gap.cell), "gap", note=gap.ridge) for gap in file.gap),
        barriers=tuple(row.barrier(frozenset(map(line, row.edges))) for _, row in file.barriers()),
        crossings=tuple(row.crossing(line(row.edge), row.river) for row in file.crossing),
        roads=tuple(Road(road.name, road.kind, tuple(map(space, road.path))) for road in file.road),
        streams=tuple(Stream(stream.name, tuple(map(space, stream.cells))) for stream in file.stream),
        entries=tuple(row.entry(space(row.cell)) for row in file.entry),
        scale=(head.miles_per_space, "miles") if head.miles_per_space else None,
    )


def _lat_lon(place: SquarePlace) -> tuple[float, float] | None:
    return (place.lat, place.lon) if place.lat is not None and place.lon is not None else None
