"""The sections of a square map's file, and the map they make.

Spaces are written `[row, column]`, counted from 0 at the upper left; an edge `[row, column, row, column]` names the two
spaces it parts. The classes below are the format: one for each section, one field for each key. A place or crossing may
say `in_text` (the source document names it), a place `confidence` (in its position), most `lat` and `lon`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import frozen

from wargame_core.maps.features import Barrier, Crossing, Edge, EntrySpace, NamedPlace, Road, Stream, edge
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
    miles_per_space: float | None = None
    lat_top: float | None = None
    lon_west: float | None = None
    deg_lat_per_row: float | None = None
    deg_lon_per_col: float | None = None


@frozen
class TerrainGrid:
    """[terrain]: one letter a space, what the letters mean, and which terrains nobody may enter."""

    legend: Mapping[str, str]
    grid: tuple[str, ...]
    closed: tuple[str, ...] = ()


@frozen
class Regions:
    """[regions]: one letter a space: on which side of the rivers it lies."""

    legend: Mapping[str, str]
    grid: tuple[str, ...]


@frozen
class River:
    """[[river]]: edges that are crossed only at a crossing."""

    name: str
    edges: tuple[Line, ...]


@frozen
class CrossingEntry:
    """[[crossing]]: a bridge, ferry or ford; `users` limits who may use it."""

    id: str
    name: str
    kind: str
    river: str
    edge: Line
    users: tuple[str, ...] = ()
    note: str = ""
    in_text: bool = False
    lat: float | None = None
    lon: float | None = None


@frozen
class Mountains:
    """[mountains]: edges that are crossed only along a road."""

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


@frozen
class PlaceEntry:
    """[[place]]: a named space. `tags` are words the rules ask for."""

    name: str
    kind: str
    cell: Cell
    tags: tuple[str, ...] = ()
    objective: str = ""
    note: str = ""
    in_text: bool = False
    confidence: Literal["high", "medium", "low", ""] = ""
    lat: float | None = None
    lon: float | None = None


@frozen
class RoadEntry:
    """[[road]]: the spaces a road or railroad runs through, in order."""

    name: str
    kind: Literal["road", "rail"]
    path: tuple[Cell, ...]


@frozen
class StreamEntry:
    """[[stream]]: a minor river, drawn but without effect on movement."""

    name: str
    cells: tuple[Cell, ...]


@frozen
class EntryRow:
    """[[entry]]: a space where something may come onto the map."""

    id: str
    cell: Cell
    note: str = ""


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
class MapFile:
    """All sections of a map file."""

    map: SquareHead
    terrain: TerrainGrid
    regions: Regions | None = None
    river: tuple[River, ...] = ()
    crossing: tuple[CrossingEntry, ...] = ()
    mountains: Mountains | None = None
    gap: tuple[Gap, ...] = ()
    place: tuple[PlaceEntry, ...] = ()
    road: tuple[RoadEntry, ...] = ()
    stream: tuple[StreamEntry, ...] = ()
    entry: tuple[EntryRow, ...] = ()
    example: tuple[Example, ...] = ()


def build(file: MapFile) -> SquareMap:
    """The map of checked contents."""
    head = file.map

    def space(cell: Cell) -> int:
        return cell[0] * head.cols + cell[1]

    def line(ends: Line) -> Edge:
        return edge(space(ends[:2]), space(ends[2:]))

    barriers = [Barrier(r.name, "river", frozenset(map(line, r.edges))) for r in file.river]
    if file.mountains:
        barriers.append(Barrier("the mountains", "ridge", frozenset(map(line, file.mountains.edges)), True))
    return SquareMap(
        head.rows,
        head.cols,
        id=head.id,
        title=head.title,
        terrain=tuple(file.terrain.legend[letter] for row in file.terrain.grid for letter in row),
        closed_terrain=frozenset(file.terrain.closed),
        regions=tuple(file.regions.legend[letter] for row in file.regions.grid for letter in row)
        if file.regions
        else (),
        places=tuple(
            NamedPlace(
                p.name,
                space(p.cell),
                p.kind,
                frozenset(p.tags),
                note=p.note,
                objective=p.objective,
                confidence=p.confidence,
                in_text=p.in_text,
                lat_lon=(p.lat, p.lon) if p.lat is not None and p.lon is not None else None,
            )
            for p in file.place
        ),
        gaps=tuple(NamedPlace(gap.name, space(gap.cell), "gap", note=gap.ridge) for gap in file.gap),
        barriers=tuple(barriers),
        crossings=tuple(
            Crossing(c.id, c.name, c.kind, line(c.edge), c.river, c.users, c.note, c.in_text) for c in file.crossing
        ),
        roads=tuple(Road(r.name, r.kind, tuple(map(space, r.path))) for r in file.road),
        streams=tuple(Stream(s.name, tuple(map(space, s.cells))) for s in file.stream),
        entries=tuple(EntrySpace(e.id, space(e.cell), e.note) for e in file.entry),
        scale=(head.miles_per_space, "miles") if head.miles_per_space else None,
    )
