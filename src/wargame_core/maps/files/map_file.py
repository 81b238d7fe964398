"""Reading a map from its TOML file. The grid that the file names decides how: squares, hexes, areas, or your own.

The fields of a grid that a distribution brings are what its files say of it: keys of `[map]`, and a field that lists
records (`point: tuple[Point, ...]`) is a table of its own, `[[point]]`. Everything else that lies on such a map has the
keys below, and spaces go by the names that the grid gives them. A grid that wants sections or messages of its own
announces a subclass of `OwnSpelling` or `Spelling` instead, which is made without arguments.
"""

from collections.abc import Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeVar, get_type_hints

import attrs
from attrs import frozen

from wargame_core.data.documents import Document, Problems, read_toml
from wargame_core.data.structuring import check_source
from wargame_core.errors import DataError, Problem, WargameError
from wargame_core.interfaces import Interface, NotInstalled
from wargame_core.maps.files.areas import AREAS
from wargame_core.maps.files.hexes import HEXES
from wargame_core.maps.files.reader import MapReader, Spelling
from wargame_core.maps.files.sections import (
    LARGEST,
    EntryRow,
    MapHead,
    NamedRoad,
    PlaceRow,
    RowShape,
    Section,
    SideBarrier,
    SideCrossing,
    TerrainGrid,
)
from wargame_core.maps.files.squares import SQUARES
from wargame_core.maps.grid import Grid
from wargame_core.maps.map import Map
from wargame_core.shapes import ListShape, RecordShape, shape_of

G = TypeVar("G", bound=Grid)
INTERFACE = Interface("wargame_core.grids", "a grid", (Grid, Spelling))


@frozen(kw_only=True)
class OwnHead(MapHead):
    """[map]: its name and its grid; a grid adds the keys that it needs. `scale` is the width of a space and its unit.

    `shorthand` is the number of the rule by which routes and courses are filled in.
    """

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
class OwnMapFile:
    """All sections of a map file on a grid of your own.

    [terrain] has a row of letters for each row of the whole map, from the top, and in it a letter for each column. A
    blank stands for no space.
    """

    map: OwnHead
    terrain: TerrainGrid | None = None
    place: tuple[SpacePlace, ...] = ()
    road: tuple[NamedRoad, ...] = ()
    barrier: tuple[SideBarrier, ...] = ()
    crossing: tuple[SideCrossing, ...] = ()
    entry: tuple[SpaceEntry, ...] = ()


class OwnSpelling(Spelling[G]):
    """Map files on a grid that a distribution brings; they have a key or a table for each field of the grid."""

    sections: ClassVar[tuple[Section, ...]] = (
        Section("place", RowShape.SPACE, "space"),
        Section("entry", RowShape.SPACE, "space"),
        Section("crossing", RowShape.SIDE, "side"),
        Section("barrier", RowShape.LINES, "sides"),
        Section("road", RowShape.WAYS, "path"),
    )

    def __init__(self, grid_class: type[G]) -> None:
        self.grid_class, self.file_class = grid_class, _file_class(grid_class)

    def make_grid(self, reader: MapReader[G]) -> G | None:
        """The grid of what the file says; None after noting why there is none, or why it is not to be trusted."""
        own_fields: dict[str, Any] = {}
        for part in attrs.fields(self.grid_class) if attrs.has(self.grid_class) else ():
            if part.init:
                table = reader.file if hasattr(reader.file, part.alias) else reader.file.map
                own_fields[part.alias] = getattr(table, part.alias)
        if any(isinstance(rows, tuple) and None in rows for rows in own_fields.values()):
            return None  # what is missing of the grid cannot be read, which is noted
        problem_count = len(reader.problems)
        try:
            grid: Any = self.grid_class(**own_fields)
            if not 1 <= grid.size <= LARGEST:
                raise WargameError(f"a map of {grid.size:,} spaces; from 1 to {LARGEST:,}")
            for path, message in grid.mistakes():
                reader.problems.add(reader.doc, path, "E207", message)
            if len(reader.problems) == problem_count and (broken_promises := dict.fromkeys(grid.broken_promises())):
                raise WargameError(", ".join(islice(broken_promises, 3)))
        except Exception as error:  # whatever the code of another distribution does
            reader.problems.add(reader.doc, ("map", "grid"), "E207", str(error) or type(error).__name__)
            return None
        sound: G = grid
        return sound


def _file_class(grid: type[Grid]) -> type[OwnMapFile]:
    """The sections of a map file on a grid, with a key or a table for each field of the grid."""
    hints = get_type_hints(grid, include_extras=True)
    keys: dict[str, Any] = {}
    tables: dict[str, Any] = {}
    for part in attrs.fields(grid) if attrs.has(grid) else ():
        shape = shape_of(hints[part.name])
        is_table = isinstance(shape, ListShape) and not shape.fixed and isinstance(shape.items[0], RecordShape)
        if part.init:
            (tables if is_table else keys)[part.alias] = attrs.field(default=part.default, type=hints[part.name])
    head = attrs.make_class(f"{grid.__name__}Head", keys, bases=(OwnHead,), frozen=True, slots=True, kw_only=True)
    tables["map"] = attrs.field(type=head)
    file = attrs.make_class(f"{grid.__name__}File", tables, bases=(OwnMapFile,), frozen=True, slots=True, kw_only=True)
    head.__doc__, file.__doc__ = OwnHead.__doc__, grid.__doc__
    return file


@cache
def spelling_of(grid: type[Grid]) -> OwnSpelling[Any]:
    """How map files on a grid of your own are written."""
    return OwnSpelling(grid)


GRIDS: Mapping[str, Spelling[Any]] = {"hex": HEXES, "square": SQUARES, "areas": AREAS}


@frozen
class MapReading:
    """The result of reading a map file: its map, or its problems."""

    map: Map | None
    problems: tuple[Problem, ...]


def is_map(data: Mapping[str, Any]) -> bool:
    """Whether data are those of a map file, by the names of their tables."""
    has_grid_section = any(spelling.shown_by in data for spelling in GRIDS.values() if spelling.shown_by)
    return isinstance(data.get("map"), dict) or has_grid_section or isinstance(data.get("terrain"), dict)


def is_map_file(path: Path) -> bool:
    """Whether a TOML file is a map's by its tables; where it cannot be read, whether it has the usual name."""
    try:
        return is_map(read_toml(path).data)
    except DataError:
        return path.name == "map.toml"


def maps_in(folder: Path) -> list[Path]:
    """The map files directly in a folder, in the order of their names; see `is_map_file`."""
    return [path for path in sorted(folder.glob("*.toml")) if is_map_file(path)]


def spelling_for(doc: Document, problems: Problems) -> Spelling[Any] | None:
    """The spelling of a map file: that of the grid it names, or else of the grid that has its tables.

    None after noting (E204) that no installed distribution brings the grid.
    """
    head = doc.data.get("map")
    name = head.get("grid") if isinstance(head, dict) else None
    if not isinstance(name, str):
        return next((spelling for spelling in GRIDS.values() if spelling.shown_by in doc.data), SQUARES)
    try:
        return spelling_named(name)
    except NotInstalled as error:
        problems.add(doc, ("map", "grid"), "E204", error.message, error.hint)
        return None


def spelling_named(grid: str) -> Spelling[Any]:
    """How map files on a grid of core or of an installed distribution are written. Raises `NotInstalled`."""
    if grid in GRIDS:
        return GRIDS[grid]
    loaded_class = INTERFACE.load(grid, GRIDS)
    return loaded_class() if issubclass(loaded_class, Spelling) else spelling_of(loaded_class)


def read_map(doc: Document) -> MapReading:
    """The map of a document, or every problem with it in the order of lines."""
    problems = Problems()
    spelling = spelling_for(doc, problems)
    if spelling is None:
        return MapReading(None, tuple(problems.found))
    if "source" in doc.data:  # a sketch need not say yet where it is from
        check_source(doc, problems)
    reader = spelling.read(doc, problems)
    sorted_problems = sorted(problems.found, key=lambda problem: (problem.line, problem.column))
    return MapReading(None if reader is None or sorted_problems else reader.map, tuple(sorted_problems))


def load_map(path: Path) -> Map:
    """The map of a TOML file, of whichever grid its [map] says: `grid = "hex"`, `"square"`, `"areas"` or another.

    A file that does not say has hexes if it has a [[sheet]], areas if it has an [[area]], else squares. Where the grid
    is known beforehand, `SQUARES.load` and its like say so to the type checker.

    Raises:
        DataError: every problem of the file, each with line, column and code.
    """
    game_map: Map = sound_map(read_toml(Path(path), "a map file")).map
    return game_map


def sound_map(doc: Document) -> MapReader[Any]:
    """The reading of a document without mistakes, with all that lies on its map. Raises `DataError`."""
    problems = Problems()
    spelling = spelling_for(doc, problems)
    reader = spelling.read(doc, problems) if spelling is not None else None
    problems.raise_if_any()
    assert reader is not None
    return reader
