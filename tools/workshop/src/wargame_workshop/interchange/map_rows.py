"""The rows of a map file of squares or hexes as drawings see them, and how a changed or new one is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, fields

from wargame_core.data.documents import Document, parse_toml
from wargame_core.data.splices import Splices
from wargame_core.maps.features import edge
from wargame_core.maps.files import hex_format, square_format
from wargame_core.maps.files.sections import TerrainGrid
from wargame_core.maps.files.square_format import Regions
from wargame_core.maps.files.tidying import NOTE, Read, with_notes
from wargame_core.maps.map import Map
from wargame_workshop.interchange.drawn import (
    DrawnFile,
    DrawnMark,
    DrawnRow,
    LetterGrid,
    MergeError,
    NewRow,
    Part,
    Shape,
    Sort,
)
from wargame_workshop.interchange.identifiers import new_id
from wargame_workshop.interchange.ways_in_words import WaysInWords


def _keys(cls: Any) -> frozenset[str]:
    return frozenset(field.alias for field in fields(cls)) - _DRAWN


_DRAWN = {"id", "name", "kind", "cell", "hex", "edge", "edges", "side", "sides", "path", "paths", "route", "routes"}
_DRAWN |= {"course", "courses", "between", "cells", "ridges"}

SQUARES = {
    "river": Sort("river", "rivers", Shape.LINES, kind_key="", kind="river"),
    "barrier": Sort("barrier", "rivers", Shape.LINES, allowed=_keys(square_format.SquareBarrier)),
    "mountains": Sort("mountains", "rivers", Shape.LINES, name_key="", kind_key="", kind="mountains"),
    "crossing": Sort("crossing", "crossings", Shape.SIDE, allowed=_keys(square_format.SquareCrossing)),
    "gap": Sort("gap", "places", Shape.SPACE, kind_key="", kind="gap", allowed=_keys(square_format.Gap)),
    "place": Sort("place", "places", Shape.SPACE, allowed=_keys(square_format.SquarePlace)),
    "road": Sort("road", "roads", Shape.WAYS),
    "stream": Sort("stream", "streams", Shape.TRACE, kind_key="", kind="stream"),
    "entry": Sort("entry", "places", Shape.SPACE, "id", "", "entry", _keys(square_format.SquareEntry)),
}
HEXES = {
    "hexside": Sort("hexside", "rivers", Shape.LINES, allowed=_keys(hex_format.Hexsides)),
    "crossing": Sort("crossing", "crossings", Shape.SIDE, allowed=_keys(hex_format.HexCrossing)),
    "place": Sort("place", "places", Shape.SPACE, allowed=_keys(hex_format.HexPlace)),
    "road": Sort("road", "roads", Shape.WAYS),
    "entry": Sort("entry", "places", Shape.SPACE, "id", "", "entry", _keys(hex_format.HexEntry)),
}


class MapRows(DrawnFile):
    """A sound map file of squares or hexes. Raises `DataError` with every mistake of one that is not."""

    def __init__(self, doc: Document) -> None:
        self.doc, self.read = doc, Read.of(doc)
        self.board: Map = self.read.map
        self.hexes = isinstance(self.read.form.file, hex_format.HexMapFile)
        self.sorts = HEXES if self.hexes else SQUARES
        self.ground = self.read.ground
        self.lattice = self.ground.lattice
        names = [self.board.coordinates(space) for space in range(self.board.size)]
        self.spaces = {name: space for space, name in enumerate(names)}
        self.words = WaysInWords(self.ground, self.board)
        self.rows = tuple(self._rows())
        self.grids = dict(self._grids())

    @property
    def layers(self) -> Mapping[str, tuple[Shape, ...]]:
        by_layer: dict[str, tuple[Shape, ...]] = {}
        for sort in self.sorts.values():
            by_layer[sort.layer] = (*by_layer.get(sort.layer, ()), sort.shape)
        return by_layer

    def again(self, text: str) -> MapRows:
        doc = parse_toml(text, self.doc.path)
        if NOTE.search(text) is not None:
            doc = parse_toml(with_notes(doc), self.doc.path)
        return MapRows(doc)

    # what the file holds

    def space(self, written: Any) -> int:
        """The space that the file writes as "N0328" or [row, column]."""
        return self.spaces[written if isinstance(written, str) else f"({written[0]},{written[1]})"]

    def cell(self, space: int) -> Any:
        """A space as the file writes it."""
        name = self.board.coordinates(space)
        return name if self.hexes else [int(part) for part in name.strip("()").split(",")]

    def _rows(self) -> Iterator[DrawnRow]:
        file = self.read.form.file
        for section, sort in self.sorts.items():
            rows = getattr(file, section)
            if section == "mountains":
                if rows is not None:
                    yield DrawnRow(sort, None, "", sort.kind, self._parts(sort, rows))
                continue
            for number, row in enumerate(rows):
                kind = getattr(row, sort.kind_key) if sort.kind_key else sort.kind
                yield DrawnRow(sort, number, getattr(row, sort.name_key), kind, self._parts(sort, row))

    def _parts(self, sort: Sort, row: Any) -> tuple[Part, ...]:
        match sort.shape:
            case Shape.SPACE:
                return ((self.space(row.hex if self.hexes else row.cell),),)
            case Shape.SIDE:
                return (self._edge(row.side if self.hexes else row.edge),)
            case Shape.LINES:
                return tuple(sorted(map(self._edge, row.sides if self.hexes else row.edges)))
            case Shape.TRACE:
                return (tuple(map(self.space, row.cells)),)
            case _:
                return tuple(tuple(map(self.space, path)) for _, path in row.all())

    def _edge(self, line: Any) -> tuple[int, int]:
        if self.hexes:
            return edge(self.space(line.a), self.space(line.b))
        return edge(self.space(line[:2]), self.space(line[2:]))

    def _grids(self) -> Iterator[tuple[str, LetterGrid]]:
        file, cells = self.read.form.file, self.lattice.cells
        top = min(row for row, _ in cells) if self.hexes else 0
        left = min(column for _, column in cells) if self.hexes else 0
        if self.hexes:
            left, top = hex_format.corner(list(hex_format.hexes(file.map, file.sheet)))
        places = tuple((row - top, column - left) for row, column in cells)
        tables: dict[str, TerrainGrid | Regions | None] = {"terrain": file.terrain}
        if not self.hexes and "grid" in self.doc.data.get("regions", {}):
            tables["regions"] = file.regions
        for table, grid in tables.items():
            if grid is not None:
                letters = tuple(grid.rows[row][column] for row, column in places)
                yield table, LetterGrid(table, grid.legend, letters, places, grid.rows)

    # how a change is written

    def sort_of(self, layer: str, kind: str) -> Sort:
        if layer == "places":
            return self.sorts.get(kind, self.sorts["place"]) if kind in ("gap", "entry") else self.sorts["place"]
        if layer == "rivers" and not self.hexes:
            return self.sorts["river" if kind == "river" else "barrier"]
        return next(sort for sort in self.sorts.values() if sort.layer == layer)

    def filler(self, marks: Sequence[DrawnMark]) -> Callable[[int, int], Part]:
        layers = {mark.layer for mark in marks}
        bars = {row.kind: self._bars(row) for row in self.rows if row.sort.shape is Shape.LINES}
        rows = [row for row in self.rows if row.sort.layer not in layers]
        free = {row.parts[0] for row in rows if row.sort.shape is Shape.SIDE}
        free |= {mark.part for mark in marks if mark.layer == "crossings"}
        barring = {side: row.name or row.kind for row in rows if bars.get(row.kind) for side in row.parts}
        for mark in marks:
            if mark.layer == "rivers" and bars.get(mark.kind, mark.kind not in ("creek", "ridge", "mountains")):
                sides = zip(mark.part[::2], mark.part[1::2], strict=True)
                barring |= dict.fromkeys(sides, mark.name or mark.kind)
        real = {edge(*side): name for side, name in barring.items() if side not in free}
        return evolve(self.ground, barring=real).fill

    def _bars(self, row: DrawnRow) -> bool:
        written = _at_attr(self.read.form.file, row.path)
        whole = written if row.sort.section in ("barrier", "hexside") else written.barrier()
        return bool(whole.needs_crossing)

    def rewrite(self, splices: Splices, row: DrawnRow, parts: Sequence[Part], *, full: bool) -> None:
        shape, path = row.sort.shape, row.path
        if shape is Shape.SPACE:
            key = "hex" if self.hexes else "cell"
            if splices.has((*path, key)):
                splices.replace((*path, key), self.cell(parts[0][0]))
            else:
                splices.add_key(path, key, self.cell(parts[0][0]))
        elif shape is Shape.SIDE:
            self._rewrite_side(splices, row, parts[0])
        elif shape is Shape.LINES:
            self._rewrite_lines(splices, row, parts, full)
        else:
            self._rewrite_ways(splices, row, parts, full)

    def _rewrite_side(self, splices: Splices, row: DrawnRow, part: Part) -> None:
        if not self.hexes and splices.has((*row.path, "side")):
            splices.replace((*row.path, "side"), self.words.side(part))
        else:
            splices.replace((*row.path, "side" if self.hexes else "edge"), self._line(part))

    def _line(self, part: Part) -> Any:
        a, b = map(self.cell, part)
        return f"{a}-{b}" if self.hexes else [*a, *b]

    def _rewrite_lines(self, splices: Splices, row: DrawnRow, parts: Sequence[Part], full: bool) -> None:
        key, raw = "sides" if self.hexes else "edges", _at(self.doc.data, row.path)
        if key in raw:
            sides = getattr(_at_attr(self.read.form.file, row.path), key)
            kept = [item for item, side in zip(raw[key], sides, strict=True) if self._edge(side) in parts]
            had = {self._edge(side) for side in sides}
            splices.relist((*row.path, key), [*kept, *(self._line(part) for part in parts if part not in had)])
            return
        short = next(word for word in ("course", "courses", "between") if word in raw)
        new_key, value = self._laid(parts, short=not full and short != "between")
        splices.replace((*row.path, short), value, new_key)

    def _laid(self, parts: Sequence[Part], *, short: bool) -> tuple[str, Any]:
        """The key and value that say where lines run."""
        courses = self.words.courses(parts) if short else None
        if courses is not None:
            return ("course", courses[0]) if len(courses) == 1 else ("courses", courses)
        return "sides" if self.hexes else "edges", [self._line(part) for part in sorted(parts)]

    def _rewrite_ways(self, splices: Splices, row: DrawnRow, parts: Sequence[Part], full: bool) -> None:
        raw = _at(self.doc.data, row.path)
        key = next(word for word in ("path", "paths", "route", "routes", "cells") if word in raw)
        if key == "cells":
            splices.relist((*row.path, key), list(map(self.cell, parts[0])))
            return
        written = dict(zip(row.parts, raw[key] if key in ("paths", "routes") else [raw[key]], strict=True))
        short = key in ("route", "routes") and not full
        routes = [written.get(part) or self.words.route(part) for part in parts] if short else [None]
        ways: list[Any] = list(routes)
        if None in routes:
            kept = written if key in ("path", "paths") else {}
            ways = [kept.get(part) or list(map(self.cell, part)) for part in parts]
        word = "path" if None in routes else "route"
        name = f"{word}s" if key in ("paths", "routes") or len(ways) > 1 else word
        value = ways if name.endswith("s") else ways[0]
        if name == key and not isinstance(value, str):
            splices.relist((*row.path, key), value)
        else:
            splices.replace((*row.path, key), value, name)

    def _way(self, part: Part, short: bool) -> Any:
        route = self.words.route(part) if short else None
        return route if route is not None else list(map(self.cell, part))

    def add(self, splices: Splices, row: NewRow) -> None:
        sort, mark = row.sort, row.marks[0]
        short = not row.full and "shorthand" in self.doc.data["map"]
        values: dict[str, object] = {}
        if sort.name_key and (mark.name or sort.section in ("place", "crossing", "entry", "gap", "river", "stream")):
            if not mark.name:
                raise MergeError("E708", f"a {sort.kind or mark.kind or sort.section} needs a name")
            values[sort.name_key] = mark.name
        if sort.kind_key:
            values[sort.kind_key] = mark.kind or _PLAIN[sort.section]
        if sort.section == "crossing":
            values = {"id": new_id(mark.name or mark.kind, set(self.board.crossings)), **values}
            bars = [line for line in row.lines if mark.part in line.parts]
            if not bars:
                raise MergeError("E704", "no river lies there", "draw the river first, or move the crossing onto it")
            values |= {} if self.hexes else {"river": bars[0].name or bars[0].kind}
        values |= self._place(sort, row.parts, short)
        values |= {key: value for drawn in row.marks for key, value in drawn.keys.items()}
        if sort.section in ("barrier", "hexside") and mark.kind == "creek":
            values.setdefault("bars", False)
        if sort.section in ("barrier", "hexside") and mark.kind in ("mountains", "ridge"):
            values |= {"kind": "ridge", "name": mark.name or "the mountains"}
            values.setdefault("crossed_by_road", True)
        if sort.section == "gap" and "ridge" not in values:
            raise MergeError("E708", "a gap needs the property ridge", "say through which ridge it leads")
        splices.add_table(sort.section, values)

    def _place(self, sort: Sort, parts: Sequence[Part], short: bool) -> dict[str, object]:
        match sort.shape:
            case Shape.SPACE:
                return {"hex" if self.hexes else "cell": self.cell(parts[0][0])}
            case Shape.SIDE:
                return {"side" if self.hexes else "edge": self._line(parts[0])}
            case Shape.LINES:
                return dict([self._laid(parts, short=short)])
            case Shape.TRACE:
                return {"cells": list(map(self.cell, parts[0]))}
            case _:
                ways = [self._way(part, short) for part in parts]
                if not all(isinstance(way, str) for way in ways):
                    ways = [list(map(self.cell, part)) for part in parts]
                key = "route" if isinstance(ways[0], str) else "path"
                return {key: ways[0]} if len(ways) == 1 else {f"{key}s": ways}


_PLAIN = {"place": "town", "crossing": "bridge", "road": "road", "barrier": "river", "hexside": "river"}
"""The kinds of what is drawn without a class."""


def _at(data: Any, path: Sequence[str | int]) -> Any:
    for part in path:
        data = data[part]
    return data


def _at_attr(file: Any, path: Sequence[str | int]) -> Any:
    section = getattr(file, str(path[0]))
    return section if len(path) == 1 else section[path[1]]
