"""Reading a map from its TOML file. The grid decides the format: `square_format`, `hex_format` or `area_format`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from attrs import AttrsInstance, fields, frozen

from wargame_core.data.documents import Document, Problems, read_toml
from wargame_core.data.provenance import check_source
from wargame_core.data.structuring import structure
from wargame_core.errors import DataError, Problem
from wargame_core.maps.areas import AreaMap
from wargame_core.maps.files.area_checks import check_area_map
from wargame_core.maps.files.area_drawable import drawable_area_map
from wargame_core.maps.files.area_format import AreaMapFile, build_area_map
from wargame_core.maps.files.hex_checks import check_hex_map
from wargame_core.maps.files.hex_format import HexMapFile, build_hex_map
from wargame_core.maps.files.long_areas import long_areas
from wargame_core.maps.files.long_forms import LongForm
from wargame_core.maps.files.long_hexes import long_hexes
from wargame_core.maps.files.long_squares import long_squares
from wargame_core.maps.files.readable import drawable_hex_map, drawable_square_map
from wargame_core.maps.files.square_checks import check_square_map
from wargame_core.maps.files.square_format import SquareMapFile, build_square_map
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.map import Map
from wargame_core.maps.squares import SquareMap
from wargame_core.shapes import ListShape, UnionShape, fields_of

F = TypeVar("F", bound=AttrsInstance)
M = TypeVar("M", bound=Map)


@frozen
class MapFormat(Generic[F, M]):
    """The format of map files of one grid: the name of such a file, its sections, its checks and its map."""

    what: str
    file: type[F]
    long: Callable[[Document, F, Problems], LongForm[F]]
    check: Callable[..., None]
    build: Callable[[F], M]
    drawable: Callable[[Document], M | None]

    def load(self, path: Path) -> M:
        """The map of a TOML file. Raises `DataError` with every problem of the file."""
        doc, problems = read_toml(Path(path), self.what), Problems()
        file = self.read(doc, problems)
        problems.done()
        return self.build(cast(F, file))  # None comes with problems, and then done() has raised

    def structured(self, doc: Document) -> F:
        """The contents of a document, short forms included. Raises `DataError`."""
        problems = Problems()
        file = structure(doc, self.file, problems)
        problems.done()
        return cast(F, file)

    def read(self, doc: Document, problems: Problems) -> F | None:
        """The checked contents of a document, or None after noting in `problems` all that is wrong."""
        file, readable = structure_parts(doc, self.file, problems)
        if readable is None:
            return None
        before = len(problems)
        form = self.long(doc, readable, problems)
        whole = file is not None and len(problems) == before
        self.check(doc, form, problems, whole=whole)
        return form.file if whole else None


SQUARE = MapFormat("a map file", SquareMapFile, long_squares, check_square_map, build_square_map, drawable_square_map)
HEX = MapFormat("a hex map file", HexMapFile, long_hexes, check_hex_map, build_hex_map, drawable_hex_map)
AREAS = MapFormat("a map file", AreaMapFile, long_areas, check_area_map, build_area_map, drawable_area_map)
_FORMATS: Mapping[str, MapFormat[Any, Any]] = {"square": SQUARE, "hex": HEX, "areas": AREAS}
_SHOWN_BY = {"sheet": "hex", "area": "areas"}
"""Tables that only maps of one grid have."""


@frozen
class MapReading:
    """The result of reading a map file: its problems, and its map or, with problems, the part that can be drawn."""

    map: Map | None
    problems: tuple[Problem, ...]


def is_map(data: Mapping[str, Any]) -> bool:
    """Whether data are those of a map file, by the names of their tables."""
    return (
        isinstance(data.get("map"), dict)
        or any(key in data for key in _SHOWN_BY)
        or isinstance(data.get("terrain"), dict)
    )


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


def read_map(doc: Document) -> MapReading:
    """The map of a document with every problem; with problems, the part of it that can be drawn."""
    grid, problems = grid_of(doc.data), Problems()
    form = _FORMATS.get(grid)
    if form is None:
        problems.unknown(doc, ("map", "grid"), "E204", "a grid", grid, _FORMATS)
        return MapReading(None, tuple(problems.found))
    if "source" in doc.data:  # a sketch need not say yet where it is from
        check_source(doc, problems)
    file = form.read(doc, problems)
    if problems:
        return MapReading(form.drawable(doc), tuple(problems.found))
    return MapReading(form.build(file), ())


def load_map(path: Path) -> Map:
    """The map of a TOML file, of whichever grid its [map] says: `grid = "hex"`, `"square"` or `"areas"`.

    A file that does not say has hexes if it has a [[sheet]], areas if it has an [[area]], else squares.

    Raises:
        DataError: every problem of the file, each with line, column and code.
    """
    doc = read_toml(Path(path), "a map file")
    form = _FORMATS.get(grid_of(doc.data), SQUARE)
    made: Map = form.load(path)
    return made


def load_area_map(path: Path) -> AreaMap:
    """The map of a TOML file with areas. Raises `DataError` like `load_map`."""
    return AREAS.load(path)


def load_square_map(path: Path) -> SquareMap:
    """The map of a TOML file with squares. Raises `DataError` like `load_map`."""
    return SQUARE.load(path)


def load_hex_map(path: Path) -> HexMap:
    """The map of a TOML file with hexes. Raises `DataError` like `load_map`."""
    return HEX.load(path)


def grid_of(data: Mapping[str, Any]) -> str:
    """The grid of a map file's data: that of its [map], or else the one that has its sections."""
    head = data.get("map")
    grid = head.get("grid") if isinstance(head, dict) else None
    if isinstance(grid, str):
        return grid
    return next((shown for key, shown in _SHOWN_BY.items() if key in data), "square")


def structure_parts(doc: Document, cls: type[F], problems: Problems) -> tuple[F | None, F | None]:
    """The whole document or None, and the readable part of it, so that this is checked too.

    The readable part is None if a required section is missing or unreadable. In a list of tables None replaces what is
    unreadable, so that the others keep their index and with it their line.
    """
    file = structure(doc, cls, problems)
    if file is not None:
        return file, file
    ignored = Problems()
    sections: dict[str, Any] = {}
    for section in fields_of(cls):
        name, shape = section.name, section.shape
        if isinstance(shape, ListShape):
            rows = doc.data.get(name, [])
            count = len(rows) if isinstance(rows, list) else 0
            row_class = shape.items[0].declared
            sections[name] = tuple(structure(doc, row_class, ignored, (name, n)) for n in range(count))
            continue
        kind = shape.members[0].base if isinstance(shape, UnionShape) else shape.base
        sections[name] = structure(_known(doc, name, kind), kind, ignored, (name,)) if name in doc.data else None
        if sections[name] is None and section.required:
            return None, None
    return None, cls(**sections)


def _known(doc: Document, name: str, cls: type[AttrsInstance]) -> Document:
    """The document without unknown keys of a section, which do not keep the rest from being checked."""
    section = doc.data[name]
    if not isinstance(section, dict):
        return doc
    allowed = {field.alias for field in fields(cls)}
    return Document(doc.path, doc.text, {**doc.data, name: {key: section[key] for key in section if key in allowed}})
