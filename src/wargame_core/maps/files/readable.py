"""The part of a map file that can be drawn although it has mistakes: everything that is readable by itself."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeVar

import attrs
from attrs import evolve

from wargame_core.data.documents import Document, Problems
from wargame_core.data.structuring import looks_like, structure
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.errors import WargameError
from wargame_core.maps.files.hex_format import HexMapFile, bare_map, build_hex_map, corner, hexes
from wargame_core.maps.files.long_forms import LongForm
from wargame_core.maps.files.long_hexes import long_hexes
from wargame_core.maps.files.long_squares import long_squares
from wargame_core.maps.files.sections import LARGEST, TerrainGrid
from wargame_core.maps.files.square_format import Cell, SquareMapFile, build_square_map
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.squares import SquareMap
from wargame_core.shapes import ListShape, LiteralShape, MapShape, RecordShape, Shape, UnionShape, shape_of

F = TypeVar("F")
S = TypeVar("S")
UNREADABLE = "unreadable"
"""The terrain of a space whose letter means nothing."""


def readable(doc: Document, declared: Any, at: KeyPath = ()) -> Any:
    """The value at a path of a document without its unreadable parts; None when nothing is left.

    Unknown keys are ignored. Required texts, lists and mappings that are missing are empty.
    """
    return _readable(doc, shape_of(declared), at)


def _readable(doc: Document, shape: Shape, at: KeyPath) -> Any:
    there = _at(doc, at)
    if isinstance(shape, UnionShape):
        alike = [member for member in shape.members if looks_like(there, member)]
        if len(alike) == 1:
            return _readable(doc, alike[0], at)
    if isinstance(shape, RecordShape) and not shape.written:
        return _table(doc, shape, at) if isinstance(there, dict) else None
    if isinstance(shape, ListShape) and not shape.fixed and isinstance(there, list):
        parts = (_readable(doc, shape.items[0], (*at, n)) for n in range(len(there)))
        return shape.container(part for part in parts if part is not None)
    return structure(doc, shape.declared, Problems(), at)


def _at(doc: Document, path: KeyPath) -> Any:
    value: Any = doc.data
    for part in path:
        value = value[part]
    return value


def _table(doc: Document, shape: RecordShape, at: KeyPath) -> Any:
    there, built = _at(doc, at), {}
    for key, field in shape.given.items():
        value = _readable(doc, field.shape, (*at, key)) if key in there else None
        if value is None and field.required:
            value = _empty(field.shape)
            if value is None:
                return None
        if value is not None:
            built[key] = value
    try:
        return shape.base(**built)
    except (ValueError, TypeError):  # values that do not go together
        return None


def _empty(shape: Shape) -> Any:
    match shape:
        case ListShape(fixed=False):
            return shape.container()
        case LiteralShape():
            return shape.members[0]
        case MapShape():
            return {}
        case _:
            return "" if shape.base is str else None


def drawable_square_map(doc: Document) -> SquareMap | None:
    """The map of a document, without what is wrong in it; None when it is too large or too far from a map."""
    head, terrain = doc.data.get("map"), doc.data.get("terrain")
    grid = terrain.get("grid") if isinstance(terrain, dict) else None
    rows = grid.splitlines() if isinstance(grid, str) else grid if isinstance(grid, list) else []
    given = head if isinstance(head, dict) else {}
    guess = {"rows": len(rows), "cols": max((len(row) for row in rows if isinstance(row, str)), default=0)}
    size = {key: given[key] if type(given.get(key)) is int else guess[key] for key in guess}
    if not 1 <= size["rows"] * size["cols"] <= LARGEST or min(size.values()) < 1:
        return None
    patched = Document(doc.path, doc.text, {"terrain": {}, **doc.data, "map": {**given, **size}})
    file: SquareMapFile | None = readable(patched, SquareMapFile)
    try:
        return build_square_map(_only_what_fits(_long(doc, file, long_squares))) if file is not None else None
    except (WargameError, ValueError, LookupError):
        return None


def _long(doc: Document, file: F, write: Callable[[Document, F, Problems], LongForm[F]]) -> F:
    """The file in full, without the rows whose short forms mean nothing."""
    full: Any = write(doc, file, Problems()).file
    lists = {field.name: getattr(full, field.name) for field in attrs.fields(type(full))}
    kept = {name: tuple(row for row in rows if row is not None) for name, rows in lists.items() if type(rows) is tuple}
    return evolve(full, **kept)  # type: ignore[no-any-return]


def _only_what_fits(file: SquareMapFile) -> SquareMapFile:
    """The file without what lies off the map or between spaces that are no neighbours."""
    rows, cols = file.map.rows, file.map.cols

    def inside(cell: Cell) -> bool:
        return 0 <= cell[0] < rows and 0 <= cell[1] < cols

    def touch(a: Cell, b: Cell) -> bool:
        return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1

    def line(ends: Any) -> bool:
        return inside(ends[:2]) and inside(ends[2:]) and touch(ends[:2], ends[2:])

    def lines(row: Any) -> Any:
        return evolve(row, edges=tuple(filter(line, row.edges)))

    return evolve(
        file,
        terrain=_filled(file.terrain, rows, cols),
        regions=None,
        river=tuple(map(lines, file.river)),
        barrier=tuple(map(lines, file.barrier)),
        mountains=lines(file.mountains) if file.mountains is not None else None,
        crossing=tuple(row for row in file.crossing if line(row.edge)),
        gap=tuple(row for row in file.gap if inside(row.cell)),
        place=tuple(row for row in file.place if inside(row.cell)),
        entry=tuple(row for row in file.entry if inside(row.cell)),
        stream=tuple(evolve(row, cells=tuple(filter(inside, row.cells))) for row in file.stream),
        road=tuple(
            evolve(row, path=part, paths=())
            for row in file.road
            for _, path in row.all()
            for part in _unbroken(path, inside, touch)
        ),
    )


def _filled(terrain: TerrainGrid, rows: int, cols: int) -> TerrainGrid:
    """Terrain of the right size: what is missing or means nothing is marked as unreadable."""
    legend = {letter: word for letter, word in terrain.legend.items() if len(letter) == 1}
    spare = next(letter for letter in map(chr, range(0x3F, 0x7FF)) if letter not in legend)
    lines = [*terrain.rows[:rows], *[""] * (rows - len(terrain.rows))]
    grid = ("".join(c if c in legend or c == " " else spare for c in row[:cols].ljust(cols, spare)) for row in lines)
    return TerrainGrid({**legend, spare: UNREADABLE, " ": UNREADABLE}, tuple(grid), terrain.closed)


def _unbroken(path: tuple[S, ...], inside: Callable[[S], bool], touch: Callable[[S, S], bool]) -> list[tuple[S, ...]]:
    """A road in the parts that hang together, without the spaces off the map."""
    parts: list[list[S]] = []
    for before, here in pairwise(path):
        if inside(before) and inside(here) and touch(before, here):
            if parts and parts[-1][-1] == before:
                parts[-1].append(here)
            else:
                parts.append([before, here])
    return [tuple(part) for part in parts]


def drawable_hex_map(doc: Document) -> HexMap | None:
    """The map of a document, without what is wrong in it; None when it is too large or too far from a map."""
    file: HexMapFile | None = readable(Document(doc.path, doc.text, {"map": {}, **doc.data}), HexMapFile)
    try:
        return _hex_map(_long(doc, file, long_hexes)) if file is not None else None
    except (WargameError, ValueError, LookupError):
        return None


def _hex_map(file: HexMapFile) -> HexMap | None:
    if not 0 < sum(sheet.most_hexes for sheet in file.sheet) <= LARGEST:
        return None
    printed = list(hexes(file.map, file.sheet))
    terrain = file.terrain
    if terrain is not None:
        left, top = corner(printed)
        wide = max(hex.column for hex in printed) - left + 1
        high = max(hex.row for hex in printed) - top + 1
        terrain = _filled(terrain, high, wide)
        grid = [list(row) for row in terrain.rows]
        shown = [hex for hex in printed if grid[hex.row - top][hex.column - left] != " "]
    else:
        shown = printed
    board = bare_map(file.map, shown)
    spaces = {name: space for space, name in enumerate(board.names)}

    def touch(a: str, b: str) -> bool:
        return a in spaces and b in spaces and spaces[b] in board.neighbours[spaces[a]]

    barriers = tuple(
        evolve(row, sides=tuple(side for side in row.sides if touch(side.a, side.b))) for row in file.hexside
    )
    barring = {side.key for row in barriers if row.needs_crossing for side in row.sides}
    roads = tuple(
        evolve(row, path=part, paths=())
        for row in file.road
        for _, path in row.all()
        for part in _unbroken(path, spaces.__contains__, touch)
    )
    return build_hex_map(
        evolve(
            file,
            terrain=terrain,
            hexside=barriers,
            road=roads,
            crossing=tuple(row for row in file.crossing if row.side.key in barring and touch(row.side.a, row.side.b)),
            place=tuple(row for row in file.place if row.hex in spaces),
            entry=tuple(row for row in file.entry if row.hex in spaces),
        )
    )
