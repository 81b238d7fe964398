"""Checks of a square map whose file has the right structure: geometry, names, rivers, roads and regions.

Codes: E401 grid size, E402 letter without meaning, E403 off the map, E404 no edge, E405 road skips, E406 road over a
river, E407 crossing off its river, E408 two towns in one space, E409 on closed terrain, E410 regions leak, E411 region
in parts, E412 crossing without road, E413 example fails; E301 and E302 for names as everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from wargame_core.data.documents import Document, Problems
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.features import edge
from wargame_core.maps.files.checks import GridSize, MapChecker
from wargame_core.maps.files.long_forms import LongForm
from wargame_core.maps.files.sections import TerrainGrid
from wargame_core.maps.files.square_format import Cell, Line, Regions, SquareCrossing, SquareMapFile, build_square_map
from wargame_core.maps.masks import Passage, bits, flood
from wargame_core.maps.squares import SquareMap

CellEdge = tuple[Cell, Cell]
TOWNS = ("town", "city")


def check_square_map(doc: Document, form: LongForm[SquareMapFile], problems: Problems, *, whole: bool) -> None:
    """Note everything wrong. Without `whole` some items are missing (None), and checks that need all are left out."""
    checker = _SquareChecker(doc, form.file, problems, form.written)
    before = len(problems)
    checker.grids()
    checker.names()
    checker.places()
    drawn = len(problems)
    checker.geometry()
    checker.rivers()
    if whole and len(problems) == drawn:  # else one slip in a road or river would be reported twice
        checker.crossings_have_roads()
    if whole and len(problems) == before:
        checker.regions_match()
        checker.examples()


def _edge(line: Line) -> CellEdge:
    a, b = sorted((line[:2], line[2:]))
    return a, b


def _show(cell: Cell) -> str:
    return f"({cell[0]},{cell[1]})"


def _dry_steps(board: SquareMap, river: str) -> Passage:
    """Every step that crosses no barrier of this kind, whatever else lies between."""
    rivers = board.edges_on(river)
    dry: dict[int, int] = {}
    for a in range(board.size):
        for b in board.neighbours[a]:
            if edge(a, b) not in rivers:
                dry[b - a] = dry.get(b - a, 0) | 1 << a
    return Passage(tuple(dry.items()))


class _SquareChecker(MapChecker[Cell]):
    """The checks of a square map's file; a method for each group of rules."""

    space_word = "space"

    def __init__(
        self, doc: Document, file: SquareMapFile, problems: Problems, written: Mapping[KeyPath, KeyPath]
    ) -> None:
        super().__init__(doc, problems, written)
        self.file = file
        self.rows, self.cols = file.map.rows, file.map.cols
        self.rivers_by_edge = {
            _edge(line): barrier.label
            for _, barrier in file.barriers()
            if barrier.needs_crossing
            for line in barrier.edges
        }
        self.crossings_by_edge = {_edge(row.edge): row for row in file.crossing if row is not None}

    # what a square grid is like

    def on_map(self, path: KeyPath, space: Cell) -> bool:
        row, col = space
        if 0 <= row < self.rows and 0 <= col < self.cols:
            return True
        size = f"rows 0-{self.rows - 1}, columns 0-{self.cols - 1}"
        hint = "row first, then column" if 0 <= col < self.rows and 0 <= row < self.cols else ""
        self.add(path, "E403", f"{_show(space)} is off the map ({size})", hint)
        return False

    def show(self, space: Cell) -> str:
        return _show(space)

    def closed_terrain(self, space: Cell) -> str:
        grid, terrain = self.file.terrain.rows, self.file.terrain
        whole = len(grid) == self.rows and len(grid[space[0]]) == self.cols
        letter = grid[space[0]][space[1]] if whole else ""
        word = terrain.legend.get(letter, "")
        return word if word in terrain.closed else ""

    def touch(self, a: Cell, b: Cell) -> bool:
        return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1

    def add_skip(self, path: KeyPath, name: str, before: Cell, here: Cell) -> None:
        hint = "write every space the road runs through, side by side"
        self.add(path, "E405", f"{name} skips from {_show(before)} to {_show(here)}", hint, [(before, here)])

    def line(self, path: KeyPath, line: Line) -> None:
        a, b = line[:2], line[2:]
        if self.on_map(path, a) and self.on_map(path, b) and not self.touch(a, b):
            hint = "an edge is [row, column, row, column] of two spaces that share a side"
            self.add(path, "E404", f"{_show(a)} and {_show(b)} share no side", hint, [(a,), (b,)])

    # letters and names

    def grids(self) -> None:
        for name, section in (("terrain", self.file.terrain), ("regions", self.file.regions)):
            if section is not None:
                self.section(name, section)

    def section(self, name: str, section: TerrainGrid | Regions) -> None:
        self.legend(name, section.legend)
        size = GridSize(
            self.rows,
            self.cols,
            f"map.rows is {self.rows}",
            f"map.cols is {self.cols}",
            lambda row: f"row {row}",
            lambda row, col: (row, col),
        )
        self.grid(name, section.legend, section.rows, size)

    def names(self) -> None:
        file = self.file
        sections = ("river", "barrier", "crossing", "gap", "place", "road", "stream", "entry", "example")
        self.unique_names({section: getattr(file, section) for section in sections})
        tables = [*self.doc.data.get("river", []), *self.doc.data.get("barrier", [])]
        barriers = [str(table.get("name")) for table in tables if isinstance(table, dict)]
        for n, crossing in enumerate(file.crossing):
            if crossing is not None:
                self.problems.reference(self.doc, ("crossing", n, "river"), "a river", crossing.river, barriers)
        if file.mountains is not None:
            for n, gap in enumerate(file.gap):
                if gap is not None:
                    self.problems.reference(self.doc, ("gap", n, "ridge"), "a ridge", gap.ridge, file.mountains.ridges)
        self.closed_words(file.terrain)

    # places on the grid

    def geometry(self) -> None:
        file = self.file
        for path, barrier in file.barriers():
            for k, line in enumerate(barrier.edges):
                self.line((*path, k), line)
        for n, crossing in enumerate(file.crossing):
            if crossing:
                self.line(("crossing", n, "edge"), crossing.edge)
        cells: list[tuple[KeyPath, Cell]] = [(("gap", n, "cell"), gap.cell) for n, gap in enumerate(file.gap) if gap]
        cells += [(("entry", n, "cell"), entry.cell) for n, entry in enumerate(file.entry) if entry]
        cells += [(("example", n, "start"), example.start) for n, example in enumerate(file.example) if example]
        cells += [(("example", n, "goal"), case.goal) for n, case in enumerate(file.example) if case and case.goal]
        for n, stream in enumerate(file.stream):
            cells += [(("stream", n, "cells", k), cell) for k, cell in enumerate(stream.cells if stream else ())]
        for path, cell in cells:
            self.on_map(path, cell)
        for n, road in enumerate(file.road):
            if road:
                for where, spaces in road.all():
                    self.road_path(("road", n, *where), road.label, spaces)

    def road_step(self, path: KeyPath, name: str, before: Cell, here: Cell) -> None:
        between = (min(before, here), max(before, here))
        river = self.rivers_by_edge.get(between)
        if river is not None and between not in self.crossings_by_edge and None not in self.file.crossing:
            message = f"{name} crosses {river} between {_show(before)} and {_show(here)}, where no crossing is"
            self.add(path, "E406", message, self.nearest_crossing(river, here), [between])

    def nearest_crossing(self, river: str, cell: Cell) -> str:
        def steps(crossing: tuple[CellEdge, SquareCrossing]) -> int:
            near, _ = crossing[0]
            return abs(near[0] - cell[0]) + abs(near[1] - cell[1])

        crossings = [(ends, row) for ends, row in self.crossings_by_edge.items() if row.river == river]
        if not crossings:
            return f"{river} has no crossing at all"
        (a, b), nearest = min(crossings, key=steps)
        return f"the nearest crossing is {nearest.name} between {_show(a)} and {_show(b)}"

    def rivers(self) -> None:
        known = {barrier.name for _, barrier in self.file.barriers()}
        rows = [(barrier, line) for _, barrier in self.file.barriers() for line in barrier.edges]
        free = {_edge(line): barrier.label for barrier, line in rows if barrier.may_have_crossings}
        crossed = {**free, **self.rivers_by_edge}
        for n, crossing in enumerate(self.file.crossing):
            if crossing and crossing.river in known:
                river = crossed.get(_edge(crossing.edge))
                if river != crossing.river:
                    a, b = _edge(crossing.edge)
                    hint = f"that edge belongs to {river}" if river else "no river runs there"
                    message = f"{crossing.name} between {_show(a)} and {_show(b)} is not on {crossing.river}"
                    self.add(("crossing", n, "edge"), "E407", message, hint, [(a, b)])
        spans = [(("crossing", n, "edge"), _edge(row.edge)) for n, row in enumerate(self.file.crossing) if row]
        self.problems.unique(self.doc, "the edge of a crossing", spans)

    def places(self) -> None:
        towns: dict[Cell, str] = {}
        for n, place in enumerate(self.file.place):
            path: KeyPath = ("place", n, "cell")
            if place is None or not self.place_row(path, place, place.cell, "on"):
                continue
            if place.kind in TOWNS:
                if place.cell in towns:
                    message = f"{place.name} and {towns[place.cell]} are both in {_show(place.cell)}"
                    hint = "a space holds one town or city; call one of them a village"
                    self.add(path, "E408", message, hint, [(place.cell,)])
                towns.setdefault(place.cell, place.name)

    # what rests on the whole map

    def crossings_have_roads(self) -> None:
        links = {(min(a, b), max(a, b)) for road in self.file.road for _, path in road.all() for a, b in pairwise(path)}
        for n, crossing in enumerate(self.file.crossing):
            if _edge(crossing.edge) not in links:
                a, b = _edge(crossing.edge)
                message = f"no road leads over {crossing.name} between {_show(a)} and {_show(b)}"
                hint = "add both spaces to the path of a road"
                self.add(("crossing", n, "edge"), "E412", message, hint, [(a, b)])

    def regions_match(self) -> None:
        """With every crossing closed the rivers must part the map into exactly its regions."""
        if self.file.regions is None:
            return
        board = build_square_map(self.file)
        passage = _dry_steps(board, self.file.regions.parted_by)
        if not self.regions_leak(board, passage):
            self.regions_in_one_part(board, passage, self.file.regions)

    def regions_leak(self, board: SquareMap, passage: Passage) -> bool:
        """Whether one gets from a region into another without crossing a river: noted once a row (E410)."""
        leaking: set[int] = set()
        for a in range(board.size):
            for b in bits(passage.next(1 << a)):
                row = board.rowcol(a)[0]
                if board.regions[a] != board.regions[b] and a < b and row not in leaking:
                    leaking.add(row)
                    message = (
                        f"no river parts {board.coordinates(a)} in {board.regions[a]} "
                        f"from {board.coordinates(b)} in {board.regions[b]}"
                    )
                    hint = "change the letter, or add the missing edge to a river"
                    at = [(board.rowcol(a), board.rowcol(b))]
                    self.add_at_letter(("regions", "grid", row), board.rowcol(a)[1], "E410", message, hint, at)
        return bool(leaking)

    def regions_in_one_part(self, board: SquareMap, passage: Passage, regions: Regions) -> None:
        """No river runs through a region (E411)."""
        for letter, name in regions.legend.items():
            rest = sum(1 << space for space, word in enumerate(board.regions) if word == name)
            first = rest & -rest
            part = sum(flood(passage, first, board.size, board.all))
            if rest & ~part:
                other = board.coordinates(next(bits(rest & ~part)))
                here = board.coordinates(next(bits(first)))
                message = f"{name} is in parts: rivers lie between {here} and {other}"
                ends = [(board.rowcol(next(bits(mask))),) for mask in (first, rest & ~part)]
                hint = "give each side of a river its own region"
                self.add(("regions", "legend", letter), "E411", message, hint, ends)

    def examples(self) -> None:
        board = build_square_map(self.file)
        for n, example in enumerate(self.file.example):
            start = board.space(*example.start)
            by_road = example.kind == "road_move"
            layers = flood(board.passage(links_only=by_road), 1 << start, board.size, board.enterable)
            path: KeyPath = ("example", n, "steps")
            if by_road and example.goal is not None:
                goal = board.space(*example.goal)
                steps = next((k for k, layer in enumerate(layers) if layer >> goal & 1), None)
                if steps != example.steps:
                    answer = "is not possible" if steps is None else f"takes {steps} steps"
                    message = f"{example.id}: {board.label(start)} to {board.label(goal)} by road {answer}"
                    self.add(path, "E413", f"{message}, the example says {example.steps}")
            elif len(layers) <= example.steps:
                message = f"{example.id}: from {board.label(start)} one gets only {len(layers) - 1} steps far"
                self.add(path, "E413", f"{message}, the example says {example.steps}")
            if not by_road and any(start in link for link in board.links):
                self.add(("example", n, "start"), "E413", f"{example.id}: a road runs through {board.label(start)}")
