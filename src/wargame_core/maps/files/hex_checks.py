"""Checks of a hex map whose file has the right structure: sheets, terrain, names, hexsides, roads, crossings.

Codes: E206 a hexside twice, E401 grid size, E402 letter without meaning, E403 no such hex, E404 no hexside, E405 road
skips, E406 road over a river, E407 crossing where nothing bars, E409 on closed terrain, E414 sheets overlap; E301 and
E302 for names as everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from wargame_core.data.documents import Document, Problems, did_you_mean
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.files.checks import GridSize, MapChecker
from wargame_core.maps.files.hex_format import Hex, HexMapFile, Side, bare_map, corner, hexes, terrain_of
from wargame_core.maps.files.long_forms import LongForm
from wargame_core.maps.files.sections import TerrainGrid
from wargame_core.maps.hexes import HexMap


def check_hex_map(doc: Document, form: LongForm[HexMapFile], problems: Problems, *, whole: bool) -> None:
    """Note everything wrong. Without `whole` some items are missing (None), and checks that need all are left out."""
    file = form.file
    if None in file.sheet:
        return
    checker = _HexChecker(doc, file, problems, form.written)
    checker.names()
    checker.sheets()
    if checker.overlap:
        return
    if file.terrain is not None:
        checker.terrain(file.terrain)
    checker.places()
    drawn = len(problems)
    checker.hexsides()
    checker.roads()
    if whole and len(problems) == drawn:  # else one slip in a river or road would be reported twice
        checker.crossings_bar()
    if whole and len(problems) == drawn:  # a crossing in the wrong place leaves its road without one
        checker.roads_cross()


class _HexChecker(MapChecker[str]):
    """The checks of a hex map's file; a method for each group of rules."""

    space_word = "hex"

    def __init__(self, doc: Document, file: HexMapFile, problems: Problems, written: Mapping[KeyPath, KeyPath]) -> None:
        super().__init__(doc, problems, written)
        self.file = file
        self.hexes = tuple(hexes(file.map, file.sheet))
        self.overlap = False

    # what a hex grid is like

    def on_map(self, path: KeyPath, space: str) -> bool:
        if space in self.spaces:
            return True
        names = self.board.names
        message = f"{space!r} is not a hex of this map ({names[0]} to {names[-1]})"
        self.add(path, "E403", message, did_you_mean(space, names))
        return False

    def show(self, space: str) -> str:
        return space

    def closed_terrain(self, space: str) -> str:
        terrain = self.file.terrain
        word = terrain.legend.get(self.letters[space], "") if terrain is not None else ""
        return word if terrain is not None and word in terrain.closed else ""

    def touch(self, a: str, b: str) -> bool:
        return b in self.around(a)

    def add_skip(self, path: KeyPath, name: str, before: str, here: str) -> None:
        hint = f"write every hex the road runs through; {before} touches {', '.join(self.around(before))}"
        message = f"{name} skips from {before} to {here}, which are no neighbours"
        self.add(path, "E405", message, hint, [(before, here)])

    def around(self, name: str) -> list[str]:
        return [self.board.names[space] for space in self.board.neighbours[self.spaces[name]]]

    def names(self) -> None:
        sections = ("place", "road", "hexside", "crossing", "entry")
        self.unique_names({section: getattr(self.file, section) for section in sections})
        if self.file.terrain is not None:
            self.closed_words(self.file.terrain)

    # the grid

    def sheets(self) -> None:
        """No two hexes in one place or of one number; noted once for each sheet."""
        if not self.hexes:
            self.overlap = True
            self.add(("sheet",), "E202", "missing: at least one sheet")
        by_place: dict[tuple[int, int], Hex] = {}
        by_name: dict[str, Hex] = {}
        noted: Counter[tuple[int, str]] = Counter()
        for hex in self.hexes:
            other = by_place.setdefault((hex.column, hex.row), hex)
            twin = by_name.setdefault(hex.name, hex)
            if other is not hex and not noted[hex.sheet, "place"]:
                where = f"in column {hex.column}, row {hex.row} of the whole map"
                hint = "change rows_above or columns_left, or leave hexes out with rows_odd and rows_even"
                self.add(("sheet", hex.sheet), "E414", f"{hex.name} lies where {other.name} is, {where}", hint)
            noted[hex.sheet, "place"] += other is not hex
            if twin is not hex and not noted[hex.sheet, "name"]:
                self.add(("sheet", hex.sheet), "E302", f"{hex.name!r} is already a hex", "give each sheet a prefix")
            noted[hex.sheet, "name"] += twin is not hex
        self.overlap = self.overlap or any(noted.values())

    def terrain(self, terrain: TerrainGrid) -> None:
        left, top = corner(self.hexes)
        wide = max(hex.column for hex in self.hexes) - left + 1
        high = max(hex.row for hex in self.hexes) - top + 1
        at = {(hex.row - top, hex.column - left): hex.name for hex in self.hexes}

        def name_row(row: int) -> str:
            names = [at[row, col] for col in range(wide) if (row, col) in at]
            return f"row {row} ({names[0]} to {names[-1]})" if names else f"row {row}"

        self.legend("terrain", terrain.legend)
        if " " in terrain.legend:
            self.add(("terrain", "legend", " "), "E402", "a blank stands for no hex and cannot be a terrain")
        size = GridSize(
            high,
            wide,
            f"the map has {high}",
            f"the map has {wide} columns",
            name_row,
            lambda row, col: at.get((row, col)),
        )
        self.grid("terrain", {**terrain.legend, " ": "no hex"}, terrain.rows, size)
        for row, letters in enumerate(terrain.rows[:high]):
            for col, letter in enumerate(letters[:wide]):
                if letter in terrain.legend and letter != " " and (row, col) not in at:
                    message = f"{letter!r} stands in row {row}, letter {col}, where no sheet has a hex"
                    self.add_at_letter(("terrain", "grid", row), col, "E403", message, "write a blank there")

    @cached_property
    def letters(self) -> dict[str, str]:
        """The terrain letter of each hex of the map; empty text for each while the grid has the wrong size."""
        if self.file.terrain is None:
            return {hex.name: "" for hex in self.hexes}
        try:
            return terrain_of(self.file.terrain.rows, self.hexes)
        except IndexError:
            return {hex.name: "" for hex in self.hexes}

    @cached_property
    def board(self) -> HexMap:
        return bare_map(self.file.map, [hex for hex in self.hexes if hex.name in self.letters])

    @cached_property
    def spaces(self) -> dict[str, int]:
        return {name: space for space, name in enumerate(self.board.names)}

    # what lies on it

    def places(self) -> None:
        for n, place in enumerate(self.file.place):
            if place is not None:
                self.place_row(("place", n, "hex"), place, place.hex, "in")
        for n, entry in enumerate(self.file.entry):
            if entry is not None:
                self.on_map(("entry", n, "hex"), entry.hex)

    def side(self, path: KeyPath, side: Side) -> None:
        on_map = [self.on_map(path, name) for name in (side.a, side.b)]
        if all(on_map) and not self.touch(side.a, side.b):
            hint = f"{side.a} touches {', '.join(self.around(side.a))}"
            self.add(path, "E404", f"{side.a} and {side.b} are no neighbours", hint, [(side.a, side.b)])

    def hexsides(self) -> None:
        first: dict[tuple[str, frozenset[str]], KeyPath] = {}
        for n, barrier in enumerate(self.file.hexside):
            for k, side in enumerate(barrier.sides if barrier is not None else ()):
                path: KeyPath = ("hexside", n, "sides", k)
                self.side(path, side)
                known = first.setdefault((barrier.kind, side.key), path)
                if known is not path:
                    line, _ = self.doc.locate(known)
                    message = f"{side} is listed twice as a {barrier.kind}, first on line {line}"
                    self.add(path, "E206", message, at=[(side.a, side.b)])
        crossings = [(("crossing", n, "side"), row.side) for n, row in enumerate(self.file.crossing) if row is not None]
        for where, side in crossings:
            self.side(where, side)
        sides = [(path, "-".join(sorted(side.key))) for path, side in crossings]
        self.problems.unique(self.doc, "the hexside of a crossing", sides)

    def roads(self) -> None:
        for n, road in enumerate(self.file.road):
            for where, names in road.all() if road is not None else ():
                self.road_path(("road", n, *where), road.name or f"the {road.kind}", names)

    # what rests on all of it

    @cached_property
    def barring(self) -> dict[frozenset[str], str]:
        """The hexsides that are crossed only at a crossing, and what lies there."""
        return {side.key: row.label for row in self.file.hexside if row.needs_crossing for side in row.sides}

    def crossings_bar(self) -> None:
        crossed = {side.key for row in self.file.hexside if row.may_have_crossings for side in row.sides}
        for n, row in enumerate(self.file.crossing):
            if row.side.key not in crossed:
                by_road = [barrier.label for barrier in self.file.hexside if row.side in barrier.sides]
                hint = f"{by_road[0]} is crossed by road there" if by_road else "no hexside is listed there"
                message = f"{row.name} is between {row.side.a} and {row.side.b}, where nothing needs a crossing"
                self.add(("crossing", n, "side"), "E407", message, hint, [(row.side.a, row.side.b)])

    def roads_cross(self) -> None:
        crossed = {row.side.key for row in self.file.crossing}
        for n, road in enumerate(self.file.road):
            for where, names in road.all():
                for k, key in enumerate(frozenset(names[k : k + 2]) for k in range(len(names) - 1)):
                    if key in self.barring and key not in crossed:
                        what = f"{road.name or f'the {road.kind}'} crosses {self.barring[key]}"
                        message = f"{what} between {names[k]} and {names[k + 1]}, where no crossing is"
                        hint = "add a crossing, or lead it elsewhere"
                        self.add(("road", n, *where, k + 1), "E406", message, hint, [(names[k], names[k + 1])])
