"""Reading a map from its TOML file. The grid that the file names decides how: squares, hexes, areas, or your own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from wargame_core.data.documents import Document, Problems, read_toml
from wargame_core.data.provenance import check_source
from wargame_core.errors import DataError, Problem
from wargame_core.interfaces import NotBrought
from wargame_core.maps.files.areas import AreaReader
from wargame_core.maps.files.hexes import HexReader
from wargame_core.maps.files.own_grids import INTERFACE, reader_of
from wargame_core.maps.files.reader import MapReader
from wargame_core.maps.files.squares import SquareReader
from wargame_core.maps.map import Map

GRIDS: Mapping[str, type[MapReader[Any]]] = {"square": SquareReader, "hex": HexReader, "areas": AreaReader}


@frozen
class MapReading:
    """The result of reading a map file: its map, or its problems."""

    map: Map | None
    problems: tuple[Problem, ...]


def is_map(data: Mapping[str, Any]) -> bool:
    """Whether data are those of a map file, by the names of their tables."""
    shown = any(form.shown_by in data for form in GRIDS.values() if form.shown_by)
    return isinstance(data.get("map"), dict) or shown or isinstance(data.get("terrain"), dict)


def maps_in(folder: Path) -> list[Path]:
    """The map files directly in a folder, and a file with the usual name even if it cannot be read."""
    listed = []
    for path in sorted(folder.glob("*.toml")):
        try:
            if is_map(read_toml(path).data):
                listed.append(path)
        except DataError:
            if path.name == "map.toml":
                listed.append(path)
    return listed


def reader_for(doc: Document, problems: Problems) -> type[MapReader[Any]] | None:
    """The class that reads a map file: that of the grid it names, or else of the grid that has its tables.

    None after noting (E204) that no installed distribution brings the grid.
    """
    head = doc.data.get("map")
    name = head.get("grid") if isinstance(head, dict) else None
    if not isinstance(name, str):
        return next((form for form in GRIDS.values() if form.shown_by in doc.data), SquareReader)
    try:
        return reader_named(name)
    except NotBrought as error:
        problems.add(doc, ("map", "grid"), "E204", error.message, error.hint)
        return None


def reader_named(grid: str) -> type[MapReader[Any]]:
    """The class that reads map files on a grid of core or of an installed distribution. Raises `NotBrought`."""
    if grid in GRIDS:
        return GRIDS[grid]
    brought = INTERFACE.load(grid, GRIDS)
    return brought if issubclass(brought, MapReader) else reader_of(brought)


def read_map(doc: Document) -> MapReading:
    """The map of a document, or every problem with it in the order of lines."""
    problems = Problems()
    form = reader_for(doc, problems)
    if form is None:
        return MapReading(None, tuple(problems.found))
    if "source" in doc.data:  # a sketch need not say yet where it is from
        check_source(doc, problems)
    reader = form.read(doc, problems)
    found = sorted(problems.found, key=lambda problem: (problem.line, problem.column))
    return MapReading(None if reader is None or found else reader.map, tuple(found))


def load_map(path: Path) -> Map:
    """The map of a TOML file, of whichever grid its [map] says: `grid = "hex"`, `"square"`, `"areas"` or another.

    A file that does not say has hexes if it has a [[sheet]], areas if it has an [[area]], else squares. Where the grid
    is known beforehand, `SquareReader.load` and its like say so to the type checker.

    Raises:
        DataError: every problem of the file, each with line, column and code.
    """
    game_map: Map = sound_map(read_toml(Path(path), "a map file")).map
    return game_map


def sound_map(doc: Document) -> MapReader[Any]:
    """The reading of a document without mistakes, with all that lies on its map. Raises `DataError`."""
    problems = Problems()
    form = reader_for(doc, problems)
    reader = form.read(doc, problems) if form is not None else None
    problems.done()
    assert reader is not None
    return reader
