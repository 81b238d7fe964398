"""Expands the short forms of a square map's file: cells, sides, courses, regions and routes, in this order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import floor
from typing import Any

from attrs import evolve

from wargame_core.data.documents import Document, Problems
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.features import Edge, edge
from wargame_core.maps.files.long_forms import LongForm, LongWriter
from wargame_core.maps.files.shorthand import RouteGround
from wargame_core.maps.files.square_format import NOT_YET, Bank, Cell, Line, Regions, SquareHead, SquareMapFile
from wargame_core.maps.lattice import Lattice
from wargame_core.maps.squares import SquareMap


def cell_of(head: SquareHead, lat: float, lon: float) -> Cell | None:
    """The cell at a latitude and longitude by the projection of the map; None for a map without one."""
    if None in (head.lat_top, head.lon_west) or not (head.deg_lat_per_row and head.deg_lon_per_col):
        return None
    assert head.lat_top is not None
    assert head.lon_west is not None
    return floor((head.lat_top - lat) / head.deg_lat_per_row), floor((lon - head.lon_west) / head.deg_lon_per_col)


def long_squares(doc: Document, file: SquareMapFile, problems: Problems) -> LongForm[SquareMapFile]:
    """The file without short forms, after noting in ``problems`` those that are wrong."""
    return _LongSquares(doc, file, problems).write()


class _LongSquares(LongWriter):
    def __init__(self, doc: Document, file: SquareMapFile, problems: Problems) -> None:
        super().__init__(doc, problems, file.map.shorthand)
        self.file = file
        self.board = SquareMap(file.map.rows, file.map.cols)
        self.lattice = Lattice(self.board)

    def write(self) -> LongForm[SquareMapFile]:
        file = evolve(self.file, place=self.cells("place"), gap=self.cells("gap"))
        ground = RouteGround(self.lattice, self.names(file), names=tuple(name for _, name, _ in self.named(file)))
        self.check_names((path, name) for path, name, _ in self.named(file))
        file = evolve(file, crossing=tuple(self.crossing(ground, n, row) for n, row in enumerate(file.crossing)))
        crossings: dict[str, Edge] = {}
        for row in file.crossing:
            if row is not None and self.inside(row.edge[:2]) and self.inside(row.edge[2:]):
                crossings |= dict.fromkeys((row.name.casefold(), row.id.casefold()), self.edge(row.edge))
        ground = evolve(ground, crossings=crossings, names=(*ground.names, *(r.name for r in file.crossing if r)))
        file = self.barriers(ground, file)
        file = evolve(file, regions=self.regions(ground, file))
        ground = evolve(ground, barring=self.barring(file, set(crossings.values())), closed=self.closed())
        roads = tuple(self.road(ground, n, row) for n, row in enumerate(file.road))
        return LongForm(evolve(file, road=roads), self.written)

    # words for spaces

    def inside(self, cell: tuple[int, ...]) -> bool:
        return self.board.holds(cell[0], cell[1])

    def edge(self, line: Line) -> Edge:
        return edge(self.board.space(*line[:2]), self.board.space(*line[2:]))

    def line(self, side: Edge) -> Line:
        a, b = side
        return (*self.board.rowcol(a), *self.board.rowcol(b))

    def named(self, file: SquareMapFile) -> Iterator[tuple[KeyPath, str, Cell]]:
        """Everything with a name and a cell."""
        for section, key in (("entry", "id"), ("gap", "name"), ("place", "name")):
            for n, row in enumerate(getattr(file, section)):
                if row is not None and self.inside(row.cell):
                    yield (section, n, key), getattr(row, key), row.cell

    def names(self, file: SquareMapFile) -> Mapping[str, int]:
        return {name.casefold(): self.board.space(*cell) for _, name, cell in reversed(list(self.named(file)))}

    def cells(self, section: str) -> Any:
        """Places and gaps with their cells, from latitude and longitude where they give none."""
        rows = []
        for n, row in enumerate(getattr(self.file, section)):
            if row is not None and row.cell == NOT_YET:
                cell = cell_of(self.file.map, row.lat, row.lon) if None not in (row.lat, row.lon) else None
                if cell is None:
                    hint = "or lat and lon here, and lat_top, lon_west, deg_lat_per_row and deg_lon_per_col in [map]"
                    self.problems.add(self.doc, (section, n, "cell"), "E202", "missing: [row, column]", hint)
                self.written[section, n, "cell"] = (section, n, "lat")
                rows.append(None if cell is None else evolve(row, cell=cell))
            else:
                rows.append(row)
        return tuple(rows)

    def crossing(self, ground: RouteGround, n: int, row: Any) -> Any:
        if row is None or not row.side:
            return row
        self.written["crossing", n, "edge"] = ("crossing", n, "side")
        side = self.attempt(ground, ("crossing", n, "side"), lambda: ground.side(row.side))
        return None if side is None else evolve(row, edge=self.line(side), side="")

    # lines

    def barriers(self, ground: RouteGround, file: SquareMapFile) -> SquareMapFile:
        mountains: Any = file.mountains
        return evolve(
            file,
            river=tuple(self.laid(ground, ("river", n), row) for n, row in enumerate(file.river)),
            barrier=tuple(self.laid(ground, ("barrier", n), row) for n, row in enumerate(file.barrier)),
            mountains=self.laid(ground, ("mountains",), mountains) if mountains is not None else None,
        )

    def laid(self, ground: RouteGround, at: KeyPath, row: Any) -> Any:
        """A barrier with its edges; None when its short form means nothing."""
        if row is None or row.edges:
            return row
        between = getattr(row, "between", None)
        if between:
            self.written[*at, "edges"] = (*at, "between")
            edges = self.lines_between((*at, "between"), *between)
            return None if edges is None else evolve(row, edges=tuple(map(self.line, edges)), between=None)
        sides = self.courses(ground, at, row, "edges")
        return None if sides is None else evolve(row, edges=tuple(map(self.line, sides)), course="", courses=())

    def letters(self) -> dict[int, str] | None:
        """The region of each space by the letters, None while these do not fit the map."""
        regions = self.file.regions
        if (
            regions is None
            or not regions.grid
            or [len(row) for row in regions.rows] != [self.board.cols] * self.board.rows
        ):
            return None
        return {n: regions.legend.get(letter, "") for n, letter in enumerate("".join(regions.rows))}

    def lines_between(self, path: KeyPath, first: Bank, second: Bank) -> list[Edge] | None:
        regions, letters = self.file.regions, self.letters()
        if letters is None:
            why = "needs the letters of [regions], one for each space"
            hint = (
                "with `of` the regions are made from the rivers; then give this one a course"
                if regions and regions.of
                else ""
            )
            self.problems.add(self.doc, path, "E207", f"between {why}", hint)
            return None
        assert regions is not None
        banks = [(bank,) if isinstance(bank, str) else bank for bank in (first, second)]
        known = [
            self.problems.reference(self.doc, path, "a region", name, regions.legend.values())
            for bank in banks
            for name in bank
        ]
        if not all(known):
            return None
        edges = [(a, b) for a in range(self.board.size) for b in self.board.neighbours[a] if a < b]
        here, there = map(set, banks)
        parted = [
            (a, b)
            for a, b in edges
            if (letters[a] in here and letters[b] in there) or (letters[a] in there and letters[b] in here)
        ]
        if not parted:
            self.problems.add(self.doc, path, "E416", "no line runs between these regions; they do not touch")
        return parted or None

    def regions(self, ground: RouteGround, file: SquareMapFile) -> Regions | None:
        """The regions by letters; those named by a place each are flooded from there as far as the barriers let."""
        regions = file.regions
        if regions is None or not regions.of:
            return regions
        wet = {self.edge(line) for row in self.kept(file, regions.parted_by) for line in row.edges if self.fits(line)}
        owner: dict[int, str] = {}
        for name, place in regions.of.items():
            path: KeyPath = ("regions", "of", name)
            start = self.attempt(ground, path, lambda place=place: ground.space(place))  # type: ignore[misc]
            if start is None:
                return None
            if start in owner:
                region, other = f"{name} ({place})", f"{owner[start]} ({regions.of[owner[start]]})"
                message = f"{other} and {region} are one region: no {regions.parted_by} parts them"
                self.problems.add(self.doc, path, "E417", message, "", [(self.board.coordinates(start),)])
                return None
            self.flood(start, name, wet, owner)
        missing = next((space for space in range(self.board.size) if space not in owner), None)
        if missing is not None:
            where = self.board.coordinates(missing)
            message = f"the region of {where} has no name: {regions.parted_by}s part it from the others"
            self.problems.add(self.doc, ("regions", "of"), "E417", message, "name a place in it", [(where,)])
            return None
        letters = {name: chr(65 + n) if n < 26 else chr(0x100 + n) for n, name in enumerate(regions.of)}
        for name, letter in letters.items():
            self.written["regions", "legend", letter] = ("regions", "of", name)
        self.written["regions", "grid"] = ("regions", "of")
        cols = self.board.cols
        grid = ["".join(letters[owner[row * cols + col]] for col in range(cols)) for row in range(self.board.rows)]
        return Regions({letter: name for name, letter in letters.items()}, tuple(grid), regions.parted_by)

    def flood(self, start: int, name: str, wet: set[Edge], owner: dict[int, str]) -> None:
        todo = [start]
        owner[start] = name
        while todo:
            here = todo.pop()
            for there in self.board.neighbours[here]:
                if there not in owner and edge(here, there) not in wet:
                    owner[there] = name
                    todo.append(there)

    def kept(self, file: SquareMapFile, kind: str = "") -> Iterator[Any]:
        return (row for _, row in file.barriers() if not kind or row.kind == kind)

    def fits(self, line: Line) -> bool:
        return self.inside(line[:2]) and self.inside(line[2:])

    def barring(self, file: SquareMapFile, crossed: set[Edge]) -> dict[Edge, str]:
        rows = [row for row in self.kept(file) if row.needs_crossing]
        sides = {self.edge(line): row.label for row in rows for line in row.edges if self.fits(line)}
        return {side: label for side, label in sides.items() if side not in crossed}

    # roads

    def closed(self) -> frozenset[int]:
        terrain = self.file.terrain
        cols = self.board.cols
        letters = {letter for letter, word in terrain.legend.items() if word in terrain.closed}
        return frozenset(
            row * cols + col
            for row, line in enumerate(terrain.rows[: self.board.rows])
            for col, letter in enumerate(line[:cols])
            if letter in letters
        )

    def road(self, ground: RouteGround, n: int, row: Any) -> Any:
        if row is None or not (row.route or row.routes):
            return row
        ways = [way for way in self.routes(ground, ("road", n), row) if way is not None]
        paths = tuple(tuple(map(self.board.rowcol, way)) for way in ways)
        if not paths:
            return None
        if row.route:
            return evolve(row, route="", path=paths[0])
        return evolve(row, routes=(), paths=paths)
