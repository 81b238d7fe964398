"""What can be wrong with a square map whose file has the right shape: geometry, names, rivers, roads and regions.

Codes: E401 grid size, E402 letter without meaning, E403 off the map, E404 no edge, E405 road skips, E406 road over a
river, E407 crossing off its river, E408 two towns in one space, E409 on closed terrain, E410 regions leak, E411 region
in parts, E412 crossing without road, E413 example fails; E301 and E302 for names as everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from wargame_core.data.documents import Document, Problems
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.features import edge
from wargame_core.maps.files.grid_checks import at_letter, check_grid, check_legend
from wargame_core.maps.files.square_format import Cell, Line, MapFile, Regions, TerrainGrid, build
from wargame_core.maps.masks import Passage, bits, flood

CellEdge = tuple[Cell, Cell]
TOWNS = ("town", "city")


def check(doc: Document, file: MapFile, problems: Problems, *, whole: bool) -> None:
    """Note everything wrong. Without `whole` some items are missing (None), and what rests on all is not checked."""
    checker = _SquareChecker(doc, file, problems)
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


def _touch(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def _show(cell: Cell) -> str:
    return f"({cell[0]},{cell[1]})"


class _SquareChecker:
    """The document, what was read of it, and the problems so far; a method for each group of rules."""

    def __init__(self, doc: Document, file: MapFile, problems: Problems) -> None:
        self.doc, self.file, self.problems = doc, file, problems
        self.rows, self.cols = file.map.rows, file.map.cols
        self.rivers_by_edge = {
            _edge(line): river.name for river in file.river if river is not None for line in river.edges
        }
        self.crossings_by_edge = {_edge(one.edge): one for one in file.crossing if one is not None}

    def add(self, path: KeyPath, code: str, message: str, hint: str = "") -> None:
        self.problems.add(self.doc, path, code, message, hint)

    def at_letter(self, path: KeyPath, col: int, code: str, message: str, hint: str = "") -> None:
        at_letter(self.doc, self.problems, path, col, code, message, hint)

    def grids(self) -> None:
        for name, section in (("terrain", self.file.terrain), ("regions", self.file.regions)):
            if section is not None:
                self.grid(name, section)

    def grid(self, name: str, section: TerrainGrid | Regions) -> None:
        check_legend(self.doc, self.problems, name, section.legend)
        check_grid(
            self.doc,
            self.problems,
            name,
            section.legend,
            section.grid,
            (self.rows, self.cols),
            (f"map.rows is {self.rows}", f"map.cols is {self.cols}"),
            lambda row: f"row {row}",
            lambda row, col: f"({row},{col})",
        )

    def names(self) -> None:
        for section, items in (
            ("river", self.file.river),
            ("crossing", self.file.crossing),
            ("gap", self.file.gap),
            ("place", self.file.place),
            ("road", self.file.road),
            ("stream", self.file.stream),
            ("entry", self.file.entry),
            ("example", self.file.example),
        ):
            for key in ("id", "name"):
                values = [((section, n, key), getattr(one, key, None)) for n, one in enumerate(items)]
                given = [(path, value) for path, value in values if value is not None]
                self.problems.unique(self.doc, f"the {key} of a {section}", given)
        rivers = [str(one.get("name")) for one in self.doc.data.get("river", []) if isinstance(one, dict)]
        for n, crossing in enumerate(self.file.crossing):
            if crossing is not None:
                self.problems.reference(self.doc, ("crossing", n, "river"), "a river", crossing.river, rivers)
        if self.file.mountains is not None:
            for n, gap in enumerate(self.file.gap):
                if gap is not None:
                    ridges = self.file.mountains.ridges
                    self.problems.reference(self.doc, ("gap", n, "ridge"), "a ridge", gap.ridge, ridges)
        words = self.file.terrain.legend.values()
        for n, word in enumerate(self.file.terrain.closed):
            self.problems.reference(self.doc, ("terrain", "closed", n), "a terrain", word, words)

    # places on the grid

    def on_map(self, path: KeyPath, cell: Cell) -> bool:
        if 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols:
            return True
        size = f"rows 0-{self.rows - 1}, columns 0-{self.cols - 1}"
        hint = "row first, then column" if 0 <= cell[1] < self.rows and 0 <= cell[0] < self.cols else ""
        self.add(path, "E403", f"{_show(cell)} is off the map ({size})", hint)
        return False

    def closed(self, cell: Cell) -> str:
        """The terrain of a space if nobody may enter it, else nothing."""
        grid, terrain = self.file.terrain.grid, self.file.terrain
        whole = len(grid) == self.rows and len(grid[cell[0]]) == self.cols
        letter = grid[cell[0]][cell[1]] if whole else ""
        word = terrain.legend.get(letter, "")
        return word if word in terrain.closed else ""

    def line(self, path: KeyPath, line: Line) -> None:
        a, b = line[:2], line[2:]
        if self.on_map(path, a) and self.on_map(path, b) and not _touch(a, b):
            hint = "an edge is [row, column, row, column] of two spaces that share a side"
            self.add(path, "E404", f"{_show(a)} and {_show(b)} share no side", hint)

    def geometry(self) -> None:
        file = self.file
        for n, river in enumerate(file.river):
            for k, line in enumerate(river.edges if river else ()):
                self.line(("river", n, "edges", k), line)
        for k, line in enumerate(file.mountains.edges if file.mountains else ()):
            self.line(("mountains", "edges", k), line)
        for n, crossing in enumerate(file.crossing):
            if crossing:
                self.line(("crossing", n, "edge"), crossing.edge)
        cells: list[tuple[KeyPath, Cell]] = [(("gap", n, "cell"), gap.cell) for n, gap in enumerate(file.gap) if gap]
        cells += [(("entry", n, "cell"), one.cell) for n, one in enumerate(file.entry) if one]
        cells += [(("example", n, "start"), one.start) for n, one in enumerate(file.example) if one]
        cells += [(("example", n, "goal"), one.goal) for n, one in enumerate(file.example) if one and one.goal]
        for n, stream in enumerate(file.stream):
            cells += [(("stream", n, "cells", k), cell) for k, cell in enumerate(stream.cells if stream else ())]
        for path, cell in cells:
            self.on_map(path, cell)
        for n, road in enumerate(file.road):
            if road:
                self.road(("road", n, "path"), road.name, road.path)

    def road(self, path: KeyPath, name: str, cells: Sequence[Cell]) -> None:
        if len(cells) < 2:
            self.add(path, "E405", f"{name} has {len(cells)} space; a road joins at least two")
        for k, cell in enumerate(cells):
            here = (*path, k)
            if not self.on_map(here, cell):
                continue
            terrain = self.closed(cell)
            if terrain:
                self.add(here, "E409", f"{name} runs through {_show(cell)}, which is {terrain}")
            if k == 0:
                continue
            before = cells[k - 1]
            if not _touch(before, cell):
                hint = "write every space the road runs through, side by side"
                self.add(here, "E405", f"{name} skips from {_show(before)} to {_show(cell)}", hint)
                continue
            one = (min(before, cell), max(before, cell))
            if one in self.rivers_by_edge and one not in self.crossings_by_edge and None not in self.file.crossing:
                river = self.rivers_by_edge[one]
                message = f"{name} crosses {river} between {_show(before)} and {_show(cell)}, where no crossing is"
                self.add(here, "E406", message, self.nearest_crossing(river, cell))

    def nearest_crossing(self, river: str, cell: Cell) -> str:
        options = [one for one in self.crossings_by_edge.items() if one[1].river == river]
        if not options:
            return f"{river} has no crossing at all"
        (a, b), best = min(options, key=lambda one: abs(one[0][0][0] - cell[0]) + abs(one[0][0][1] - cell[1]))
        return f"the nearest crossing is {best.name} between {_show(a)} and {_show(b)}"

    def rivers(self) -> None:
        known = {river.name for river in self.file.river if river}
        for n, crossing in enumerate(self.file.crossing):
            if crossing and crossing.river in known:
                found = self.rivers_by_edge.get(_edge(crossing.edge))
                if found != crossing.river:
                    a, b = _edge(crossing.edge)
                    hint = f"that edge belongs to {found}" if found else "no river runs there"
                    message = f"{crossing.name} between {_show(a)} and {_show(b)} is not on {crossing.river}"
                    self.add(("crossing", n, "edge"), "E407", message, hint)
        spans = [(("crossing", n, "edge"), _edge(one.edge)) for n, one in enumerate(self.file.crossing) if one]
        self.problems.unique(self.doc, "the edge of a crossing", spans)

    def places(self) -> None:
        towns: dict[Cell, str] = {}
        for n, place in enumerate(self.file.place):
            path: KeyPath = ("place", n, "cell")
            if place is None or not self.on_map(path, place.cell):
                continue
            terrain = self.closed(place.cell)
            if terrain:
                self.add(path, "E409", f"{place.name} lies on {_show(place.cell)}, which is {terrain}")
            if place.kind in TOWNS:
                if place.cell in towns:
                    message = f"{place.name} and {towns[place.cell]} are both in {_show(place.cell)}"
                    self.add(path, "E408", message, "a space holds one town or city; call one of them a village")
                towns.setdefault(place.cell, place.name)

    # what rests on the whole map

    def crossings_have_roads(self) -> None:
        links = {(min(a, b), max(a, b)) for road in self.file.road for a, b in pairwise(road.path)}
        for n, crossing in enumerate(self.file.crossing):
            if _edge(crossing.edge) not in links:
                a, b = _edge(crossing.edge)
                message = f"no road leads over {crossing.name} between {_show(a)} and {_show(b)}"
                self.add(("crossing", n, "edge"), "E412", message, "add both spaces to the path of a road")

    def regions_match(self) -> None:
        """With every crossing shut the rivers must part the map into exactly its regions."""
        if self.file.regions is None:
            return
        board = build(self.file)
        rivers = board.edges_on("river")
        dry: dict[int, int] = {}
        for a in range(board.size):
            for b in board.neighbours[a]:
                if edge(a, b) not in rivers:
                    dry[b - a] = dry.get(b - a, 0) | 1 << a
        passage = Passage(tuple(dry.items()))
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
                    self.at_letter(("regions", "grid", row), board.rowcol(a)[1], "E410", message, hint)
        for letter, name in self.file.regions.legend.items():
            rest = sum(1 << s for s, word in enumerate(board.regions) if word == name)
            first = rest & -rest
            part = sum(flood(passage, first, board.size, board.all))
            if not leaking and rest & ~part:
                other = board.coordinates(next(bits(rest & ~part)))
                here = board.coordinates(next(bits(first)))
                message = f"{name} is in parts: rivers lie between {here} and {other}"
                self.add(("regions", "legend", letter), "E411", message, "give each side of a river its own region")

    def examples(self) -> None:
        board = build(self.file)
        for n, example in enumerate(self.file.example):
            start = board.space(*example.start)
            by_road = example.kind == "road_move"
            layers = flood(board.passage(links_only=by_road), 1 << start, board.size, board.enterable)
            path: KeyPath = ("example", n, "steps")
            if by_road and example.goal is not None:
                goal = board.space(*example.goal)
                steps = next((k for k, layer in enumerate(layers) if layer >> goal & 1), None)
                if steps != example.steps:
                    found = "is not possible" if steps is None else f"takes {steps} steps"
                    message = f"{example.id}: {board.label(start)} to {board.label(goal)} by road {found}"
                    self.add(path, "E413", f"{message}, the example says {example.steps}")
            elif len(layers) <= example.steps:
                message = f"{example.id}: from {board.label(start)} one gets only {len(layers) - 1} steps far"
                self.add(path, "E413", f"{message}, the example says {example.steps}")
            if not by_road and any(start in one for one in board.links):
                self.add(("example", n, "start"), "E413", f"{example.id}: a road runs through {board.label(start)}")
