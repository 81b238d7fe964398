"""Map files of squares: their sections, and the checks that only they have.

Spaces are written `[row, column]`, counted from 0 at the upper left; a side `[row, column, row, column]` names the two
spaces beside it. The classes below are the format: one for each section, one field for each key. Most may have `lat`
and `lon`. `route`, `course`, `between`, `side` and `of` are short forms.

Codes: E408 two towns in one space, E412 crossing without road, E413 example fails; and those of `regions`.
"""

from itertools import pairwise
from math import floor
from typing import Any, ClassVar, Literal

from attrs import asdict, frozen

from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.features import Edge, NamedPlace, edge
from wargame_core.maps.files.reader import MapReader, MessageAndHint, Spelling
from wargame_core.maps.files.regions import Bank, RegionReader, Regions
from wargame_core.maps.files.sections import (
    LARGEST,
    BarrierRow,
    CrossingRow,
    EntryRow,
    MapHead,
    PlacedRow,
    PlaceRow,
    RoadRow,
    RowShape,
    Section,
    TerrainGrid,
    check_one_key_given,
)
from wargame_core.maps.files.shorthand import LetterGrid
from wargame_core.maps.map import Map
from wargame_core.maps.masks import flood
from wargame_core.maps.squares import SquareGrid

Cell = tuple[int, int]
Line = tuple[int, int, int, int]
NOT_YET: Cell = (-1, -1)
"""The cell of something that has latitude and longitude instead."""
NO_LINE: Line = (-1, -1, -1, -1)
"""The edge of a crossing that has a `side` instead."""
TOWNS = ("town", "city")


@frozen(kw_only=True)
class SquareHead(MapHead):
    """[map]: size and scale; the projection (`lat_top` and the rest) is for positions in latitude and longitude.

    `shorthand` is the number of the rule by which routes and courses are filled in; it is required with them.
    """

    rows: int
    cols: int
    grid: Literal["square"] = "square"
    miles_per_space: float | None = None
    lat_top: float | None = None
    lon_west: float | None = None
    deg_lat_per_row: float | None = None
    deg_lon_per_col: float | None = None
    shorthand: Literal[1] | None = None

    @property
    def scale(self) -> tuple[float, str] | None:
        """The width of a space and its unit."""
        return (self.miles_per_space, "miles") if self.miles_per_space else None

    def __attrs_post_init__(self) -> None:
        if min(self.rows, self.cols) < 1 or self.rows * self.cols > LARGEST:
            raise ValueError(f"{self.rows} rows and {self.cols} columns; both from 1 up, at most {LARGEST:,} spaces")

    def cell_of(self, lat: float, lon: float) -> Cell | None:
        """The cell at a latitude and longitude by the projection of the map; None for a map without one.

        On a map that reaches over 180 degrees a longitude may be written either way, 181 or -179.
        """
        if self.lat_top is None or self.lon_west is None or not (self.deg_lat_per_row and self.deg_lon_per_col):
            return None
        middle_longitude = self.lon_west + self.cols * self.deg_lon_per_col / 2
        east = lon + 360 * round((middle_longitude - lon) / 360) - self.lon_west
        return floor((self.lat_top - lat) / self.deg_lat_per_row), floor(east / self.deg_lon_per_col)


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
        check_one_key_given(edges=self.edges, course=self.course, courses=self.courses, between=self.between)


@frozen
class River:
    """[[river]]: a short form of a [[barrier]] of kind "river"."""

    name: str
    edges: tuple[Line, ...] = ()
    course: str = ""
    courses: tuple[str, ...] = ()
    between: tuple[Bank, Bank] | None = None

    def __attrs_post_init__(self) -> None:
        check_one_key_given(edges=self.edges, course=self.course, courses=self.courses, between=self.between)

    @property
    def full(self) -> SquareBarrier:
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
        check_one_key_given(edge=self.edge != NO_LINE, side=self.side)

    @property
    def over(self) -> str:
        return self.river

    @property
    def words(self) -> str:
        return self.side


@frozen
class Mountains:
    """[mountains]: a short form of a [[barrier]] of kind "ridge", which is crossed only along a road."""

    edges: tuple[Line, ...] = ()
    ridges: tuple[str, ...] = ()
    course: str = ""
    courses: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_one_key_given(edges=self.edges, course=self.course, courses=self.courses)

    @property
    def full(self) -> SquareBarrier:
        """The same in full."""
        own_fields = asdict(self, recurse=False, filter=lambda field, _: field.name != "ridges")
        return SquareBarrier(name="the mountains", kind="ridge", crossed_by_road=True, **own_fields)


@frozen
class Gap:
    """[[gap]]: a named pass through a ridge."""

    name: str
    ridge: str
    cell: Cell = NOT_YET
    lat: float | None = None
    lon: float | None = None

    def place(self, space: int) -> NamedPlace:
        """The gap at this space of the map."""
        return NamedPlace(self.name, space, "gap", note=self.ridge)


@frozen(kw_only=True)
class SquarePlace(PlaceRow):
    """[[place]]: a named space. `tags` are words the rules ask for.

    Its `cell` may be left out if it has `lat` and `lon`, and `[map]` has the projection.
    """

    cell: Cell = NOT_YET
    lat: float | None = None
    lon: float | None = None

    @property
    def lat_lon(self) -> tuple[float, float] | None:
        return (self.lat, self.lon) if self.lat is not None and self.lon is not None else None


@frozen(kw_only=True)
class SquareRoad(RoadRow):
    """[[road]]: a road or railroad as the spaces it runs through in order, or several roads of one kind in `paths`."""

    kind: Literal["road", "rail"]
    path: tuple[Cell, ...] = ()
    paths: tuple[tuple[Cell, ...], ...] = ()


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


class SquareSpelling(Spelling[SquareGrid]):
    """Map files of squares: a space is `[row, column]`, a side the two spaces beside it in one list."""

    file_class = SquareMapFile
    sections: ClassVar[tuple[Section, ...]] = (
        Section("place", RowShape.SPACE, "cell"),
        Section("gap", RowShape.SPACE, "cell"),
        Section("entry", RowShape.SPACE, "cell"),
        Section("crossing", RowShape.SIDE, "edge"),
        Section("river", RowShape.LINES, "edges"),
        Section("mountains", RowShape.LINES, "edges"),
        Section("barrier", RowShape.LINES, "edges"),
        Section("road", RowShape.WAYS, "path"),
        Section("stream", RowShape.TRACE, "cells"),
    )
    side_word: ClassVar[str] = "edge"
    preposition: ClassVar[str] = "on"
    sides_once: ClassVar[bool] = False
    crossings_name_barriers: ClassVar[bool] = True

    def make_grid(self, reader: MapReader[SquareGrid]) -> SquareGrid:
        return SquareGrid(reader.file.map.rows, reader.file.map.cols)

    def guessed(self, data: dict[str, Any]) -> dict[str, Any]:
        """With the size of the map by its letters, where [map] does not say it."""
        head, terrain = data.get("map"), data.get("terrain")
        grid = terrain.get("grid") if isinstance(terrain, dict) else None
        rows = grid.splitlines() if isinstance(grid, str) else grid if isinstance(grid, list) else []
        size = {"rows": len(rows), "cols": max((len(row) for row in rows if isinstance(row, str)), default=0)}
        head = head if isinstance(head, dict) else {}
        right_sizes = {key: head[key] for key in size if type(head.get(key)) is int}
        return {"terrain": {}, **data, "map": {**head, **size, **right_sizes}}

    def read_space(self, grid: SquareGrid, written: Cell) -> int | None:
        return grid.space(*written) if grid.holds(*written) else None

    def write_space(self, grid: SquareGrid, space: int) -> list[int]:
        return list(grid.rowcol(space))

    def ends(self, written_side: Line) -> tuple[Cell, Cell]:
        return written_side[:2], written_side[2:]

    def write_side(self, grid: SquareGrid, side: Edge) -> list[int]:
        return [*grid.rowcol(side[0]), *grid.rowcol(side[1])]

    def written_space(self, reader: MapReader[SquareGrid], placed_row: PlacedRow) -> Cell | None:
        """The cell of a row, from latitude and longitude where it gives none."""
        row = placed_row.row
        if row.cell != NOT_YET:
            return row.cell  # type: ignore[no-any-return]
        cell: Cell | None = reader.file.map.cell_of(row.lat, row.lon) if None not in (row.lat, row.lon) else None
        if cell is None:
            hint = "or lat and lon here, and lat_top, lon_west, deg_lat_per_row and deg_lon_per_col in [map]"
            reader.refuse((*placed_row.path, "cell"), "E202", "missing: [row, column]", hint)
        reader.written[*placed_row.path, "cell"] = (*placed_row.path, "lat")
        return cell

    def letters(self, file: SquareMapFile, grid: SquareGrid) -> LetterGrid:
        names = {grid.rowcol(space): grid.coordinates(space) for space in range(grid.size)}
        size_texts = f"map.rows is {grid.rows}", f"map.cols is {grid.cols}"
        return LetterGrid(grid.rows, grid.cols, *size_texts, names, blanks=False)

    # words of messages

    def no_such_space(self, reader: MapReader[SquareGrid], path: KeyPath, written: Cell) -> None:
        (row, col), rows, cols = written, reader.grid.rows, reader.grid.cols
        hint = "row first, then column" if 0 <= col < rows and 0 <= row < cols else ""
        reader.add(path, "E403", f"({row},{col}) is off the map (rows 0-{rows - 1}, columns 0-{cols - 1})", hint)

    def no_side(self, grid: SquareGrid, a: int, b: int) -> MessageAndHint:
        hint = "an edge is [row, column, row, column] of two spaces that share a side"
        return f"{grid.coordinates(a)} and {grid.coordinates(b)} share no side", hint

    def skip(self, grid: SquareGrid, a: int, b: int) -> MessageAndHint:
        hint = "write every space the road runs through, side by side"
        return f"skips from {grid.coordinates(a)} to {grid.coordinates(b)}", hint

    # regions and checks

    def sides_between(self, reader: MapReader[SquareGrid], row_path: KeyPath, row: Any) -> list[Edge] | None:
        """The edges between the regions that a barrier runs `between`."""
        if not getattr(row, "between", None):
            return None
        reader.written[*row_path, "edges"] = (*row_path, "between")
        return RegionReader(reader, reader.file.regions).sides((*row_path, "between"), row.between)

    def regions(self, reader: MapReader[SquareGrid]) -> tuple[str, ...]:
        return RegionReader(reader, reader.file.regions).make()

    def check(self, reader: MapReader[SquareGrid]) -> None:
        """Names that rows refer to, towns, and crossings without roads."""
        file: SquareMapFile = reader.file
        tables = [*reader.doc.data.get("river", []), *reader.doc.data.get("barrier", [])]
        barriers = [str(table.get("name")) for table in tables if isinstance(table, dict)]
        for placed_row in reader.rows.of(RowShape.SIDE):
            reader.problems.reference(
                reader.doc, (*placed_row.path, "river"), "a river", placed_row.row.river, barriers
            )
        for index, gap in enumerate(file.gap):
            if gap is not None and file.mountains is not None:
                path: KeyPath = ("gap", index, "ridge")
                reader.problems.reference(reader.doc, path, "a ridge", gap.ridge, file.mountains.ridges)
        for index, example in enumerate(file.example):
            for key, cell in (("start", example.start), ("goal", example.goal)) if example is not None else ():
                if cell is not None:
                    reader.space(("example", index, key), cell)
        _check_towns(reader)
        if reader.lines_are_sound:
            _check_crossings_have_roads(reader)

    def check_map(self, reader: MapReader[SquareGrid], game_map: Map[SquareGrid]) -> None:
        """The barriers must part the map into exactly its regions, and the examples must hold."""
        RegionReader(reader, reader.file.regions).check(game_map)
        for index, example in enumerate(reader.file.example):
            _check_example(reader, game_map, ("example", index), example)


SQUARES = SquareSpelling()
"""How map files of squares are written."""


def _check_towns(reader: MapReader[SquareGrid]) -> None:
    towns: dict[int, str] = {}
    for placed_row, space in reader.rows.placed("place"):
        if placed_row.row.kind in TOWNS and space in towns:
            message = f"{placed_row.row.name} and {towns[space]} are both in {reader.name(space)}"
            hint = "a space holds one town or city; call one of them a village"
            reader.add((*placed_row.path, "cell"), "E408", message, hint, [(space,)])
        elif placed_row.row.kind in TOWNS:
            towns[space] = placed_row.row.name


def _check_crossings_have_roads(reader: MapReader[SquareGrid]) -> None:
    links = {
        edge(a, b) for placed_row in reader.rows.of(RowShape.WAYS) for way in placed_row.parts for a, b in pairwise(way)
    }
    for placed_row in reader.rows.of(RowShape.SIDE):
        if placed_row.parts[0] not in links:
            a, b = map(reader.name, placed_row.parts[0])
            message = f"no road leads over {placed_row.row.name} between {a} and {b}"
            hint = "add both spaces to the path of a road"
            reader.add((*placed_row.path, "edge"), "E412", message, hint, [placed_row.parts[0]])


def _check_example(reader: MapReader[SquareGrid], board: Map[SquareGrid], path: KeyPath, example: Example) -> None:
    start, by_road = board.grid.space(*example.start), example.kind == "road_move"
    layers = flood(board.passage(links_only=by_road), 1 << start, board.size, board.enterable)
    example_text = f"the example says {example.steps}"
    if by_road and example.goal is not None:
        goal = board.grid.space(*example.goal)
        steps = next((step_count for step_count, layer in enumerate(layers) if layer >> goal & 1), None)
        if steps != example.steps:
            answer = "is not possible" if steps is None else f"takes {steps} steps"
            message = f"{example.id}: {board.label(start)} to {board.label(goal)} by road {answer}, {example_text}"
            reader.add((*path, "steps"), "E413", message)
    elif len(layers) <= example.steps:
        message = f"{example.id}: from {board.label(start)} one gets only {len(layers) - 1} steps far, {example_text}"
        reader.add((*path, "steps"), "E413", message)
    if not by_road and any(start in link for link in board.links):
        reader.add((*path, "start"), "E413", f"{example.id}: a road runs through {board.label(start)}")
