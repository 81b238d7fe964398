"""Expands the short forms of a hex map's file: sides, courses and routes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from wargame_core.data.documents import Document, Problems
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.errors import WargameError
from wargame_core.maps.features import Edge, edge
from wargame_core.maps.files.hex_format import HexMapFile, Side, bare_map, hexes, terrain_of
from wargame_core.maps.files.long_forms import LongForm, LongWriter
from wargame_core.maps.files.shorthand import RouteGround
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.lattice import Lattice


def long_hexes(doc: Document, file: HexMapFile, problems: Problems) -> LongForm[HexMapFile]:
    """The file without short forms, after noting in ``problems`` those that are wrong.

    If its sheets do not make a map, nothing is expanded and nothing noted.
    """
    if not any(_short(row) for row in (*file.road, *file.hexside, *file.crossing)):
        return LongForm(file, {})
    try:
        printed = list(hexes(file.map, (sheet for sheet in file.sheet if sheet is not None)))
        letters = terrain_of(file.terrain.rows, printed) if file.terrain is not None else {}
        board = bare_map(file.map, [hex for hex in printed if not letters or hex.name in letters])
    except (WargameError, LookupError, ValueError):
        return LongForm(_without_short(file), {})
    return _LongHexes(doc, file, problems, board, letters).write()


def _short(row: Any) -> bool:
    keys = ("route", "routes", "course", "courses")
    side = getattr(row, "side", None)
    return any(getattr(row, key, None) for key in keys) or (side is not None and not side.b)


def _without_short(file: HexMapFile) -> HexMapFile:
    kept = {
        section: tuple(None if row is not None and _short(row) else row for row in getattr(file, section))
        for section in ("road", "hexside", "crossing")
    }
    return evolve(file, **kept)  # type: ignore[arg-type]


class _LongHexes(LongWriter):
    def __init__(
        self, doc: Document, file: HexMapFile, problems: Problems, board: HexMap, letters: dict[str, str]
    ) -> None:
        super().__init__(doc, problems, file.map.shorthand)
        self.file, self.board = file, board
        self.spaces = {name: space for space, name in enumerate(board.names)}
        legend = file.terrain.legend if file.terrain is not None else {}
        closed = file.terrain.closed if file.terrain is not None else ()
        self.closed = frozenset(self.spaces[name] for name, letter in letters.items() if legend.get(letter) in closed)

    def write(self) -> LongForm[HexMapFile]:
        file, named = self.file, list(self.named())
        names = {name.casefold(): self.spaces[hex] for _, name, hex in reversed(named)}
        ground = RouteGround(Lattice(self.board), names, closed=self.closed, names=tuple(name for _, name, _ in named))
        self.check_names((path, name) for path, name, _ in named)
        file = evolve(file, crossing=tuple(self.crossing(ground, n, row) for n, row in enumerate(file.crossing)))
        crossings: dict[str, Edge] = {}
        for row in file.crossing:
            side = self.edge(row.side) if row is not None else None
            if side is not None:
                crossings |= dict.fromkeys((row.name.casefold(), row.id.casefold()), side)
        ground = evolve(ground, crossings=crossings, names=(*ground.names, *(r.name for r in file.crossing if r)))
        file = evolve(file, hexside=tuple(self.laid(ground, n, row) for n, row in enumerate(file.hexside)))
        barring = {
            side: row.label
            for row in file.hexside
            if row is not None and row.needs_crossing
            for side in map(self.edge, row.sides)
            if side is not None and side not in crossings.values()
        }
        ground = evolve(ground, barring=barring)
        roads = tuple(self.road(ground, n, row) for n, row in enumerate(file.road))
        return LongForm(evolve(file, road=roads), self.written)

    def named(self) -> Iterator[tuple[KeyPath, str, str]]:
        for section, key in (("entry", "id"), ("place", "name")):
            for n, row in enumerate(getattr(self.file, section)):
                if row is not None and row.hex in self.spaces:
                    yield (section, n, key), getattr(row, key), row.hex

    def edge(self, side: Side) -> Edge | None:
        on_map = side.a in self.spaces and side.b in self.spaces
        return edge(self.spaces[side.a], self.spaces[side.b]) if on_map else None

    def side(self, ends: Edge) -> Side:
        return Side(self.board.names[ends[0]], self.board.names[ends[1]])

    def crossing(self, ground: RouteGround, n: int, row: Any) -> Any:
        if row is None or row.side.b:
            return row
        side = self.attempt(ground, ("crossing", n, "side"), lambda: ground.side(row.side.a))
        return None if side is None else evolve(row, side=self.side(side))

    def laid(self, ground: RouteGround, n: int, row: Any) -> Any:
        if row is None:
            return None
        if row.sides:
            short = [k for k, side in enumerate(row.sides) if not side.b]
            sides = list(row.sides)
            for k in short:
                edge = self.attempt(ground, ("hexside", n, "sides", k), lambda k=k: ground.side(sides[k].a))  # type: ignore[misc]
                if edge is None:
                    return None
                sides[k] = self.side(edge)
            return evolve(row, sides=tuple(sides)) if short else row
        edges = self.courses(ground, ("hexside", n), row, "sides")
        return None if edges is None else evolve(row, sides=tuple(map(self.side, edges)), course="", courses=())

    def road(self, ground: RouteGround, n: int, row: Any) -> Any:
        if row is None or not (row.route or row.routes):
            return row
        ways = [way for way in self.routes(ground, ("road", n), row) if way is not None]
        paths = tuple(tuple(self.board.names[space] for space in way) for way in ways)
        if not paths:
            return None
        if row.route:
            return evolve(row, route="", path=paths[0])
        return evolve(row, routes=(), paths=paths)
