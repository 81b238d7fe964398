"""What can be wrong with a hex map whose file has the right shape: sheets, terrain, names, hexsides, roads, crossings.

Codes: E206 a hexside twice, E401 grid size, E402 letter without meaning, E403 no such hex, E404 no hexside, E405 road
skips, E406 road over a river, E407 crossing where nothing bars, E409 on closed terrain, E414 sheets overlap; E301 and
E302 for names as everywhere.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from wargame_core.data.documents import Document, Problems, did_you_mean
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.files.grid_checks import at_letter, check_grid, check_legend
from wargame_core.maps.files.hex_format import Hex, HexMapFile, Side, bare_map, corner, hexes, terrain_of
from wargame_core.maps.files.square_format import TerrainGrid
from wargame_core.maps.hexes import HexMap


def check(doc: Document, file: HexMapFile, problems: Problems, *, whole: bool) -> None:
    """Note everything wrong. Without `whole` some items are missing (None), and what rests on all is not checked."""
    if None in file.sheet:
        return
    checker = _HexChecker(doc, file, problems)
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


class _HexChecker:
    """The document, what was read of it, and the problems so far; a method for each group of rules."""

    def __init__(self, doc: Document, file: HexMapFile, problems: Problems) -> None:
        self.doc, self.file, self.problems = doc, file, problems
        self.hexes = tuple(hexes(file.map, file.sheet))
        self.overlap = False

    def add(self, path: KeyPath, code: str, message: str, hint: str = "") -> None:
        self.problems.add(self.doc, path, code, message, hint)

    def names(self) -> None:
        file = self.file
        for section, items in (
            ("place", file.place),
            ("road", file.road),
            ("hexside", file.hexside),
            ("crossing", file.crossing),
            ("entry", file.entry),
        ):
            for key in ("id", "name"):
                values = [((section, n, key), getattr(one, key, None)) for n, one in enumerate(items)]
                self.problems.unique(self.doc, f"the {key} of a {section}", [one for one in values if one[1]])
        if file.terrain is not None:
            words = file.terrain.legend.values()
            for n, word in enumerate(file.terrain.closed):
                self.problems.reference(self.doc, ("terrain", "closed", n), "a terrain", word, words)

    # the grid

    def sheets(self) -> None:
        """No two hexes in one place or of one number; said once for each sheet."""
        if not self.hexes:
            self.overlap = True
            self.add(("sheet",), "E202", "missing: at least one sheet")
        by_place: dict[tuple[int, int], Hex] = {}
        by_name: dict[str, Hex] = {}
        said: Counter[tuple[int, str]] = Counter()
        for one in self.hexes:
            other = by_place.setdefault((one.column, one.row), one)
            twin = by_name.setdefault(one.name, one)
            if other is not one and not said[one.sheet, "place"]:
                message = (
                    f"{one.name} lies where {other.name} is, in column {one.column}, row {one.row} of the whole map"
                )
                hint = "change rows_above or columns_left, or leave hexes out with rows_odd and rows_even"
                self.add(("sheet", one.sheet), "E414", message, hint)
            said[one.sheet, "place"] += other is not one
            if twin is not one and not said[one.sheet, "name"]:
                self.add(("sheet", one.sheet), "E302", f"{one.name!r} is already a hex", "give each sheet a prefix")
            said[one.sheet, "name"] += twin is not one
        self.overlap = self.overlap or any(said.values())

    def terrain(self, terrain: TerrainGrid) -> None:
        left, top = corner(self.hexes)
        wide = max(one.column for one in self.hexes) - left + 1
        high = max(one.row for one in self.hexes) - top + 1
        at = {(one.row - top, one.column - left): one.name for one in self.hexes}

        def name_row(row: int) -> str:
            names = [at[row, col] for col in range(wide) if (row, col) in at]
            return f"row {row} ({names[0]} to {names[-1]})" if names else f"row {row}"

        check_legend(self.doc, self.problems, "terrain", terrain.legend)
        if " " in terrain.legend:
            self.add(("terrain", "legend", " "), "E402", "a blank stands for no hex and cannot be a terrain")
        check_grid(
            self.doc,
            self.problems,
            "terrain",
            {**terrain.legend, " ": "no hex"},
            terrain.grid,
            (high, wide),
            (f"the map has {high}", f"the map has {wide} columns"),
            name_row,
            lambda row, col: at.get((row, col), f"({row},{col})"),
        )
        for row, letters in enumerate(terrain.grid[:high]):
            for col, letter in enumerate(letters[:wide]):
                if letter in terrain.legend and letter != " " and (row, col) not in at:
                    message = f"{letter!r} stands in row {row}, letter {col}, where no sheet has a hex"
                    path = ("terrain", "grid", row)
                    at_letter(self.doc, self.problems, path, col, "E403", message, "write a blank there")

    @cached_property
    def letters(self) -> dict[str, str]:
        """The terrain letter of each hex of the map; nothing of it while the grid has the wrong size."""
        if self.file.terrain is None:
            return {one.name: "" for one in self.hexes}
        try:
            return terrain_of(self.file.terrain.grid, self.hexes)
        except IndexError:
            return {one.name: "" for one in self.hexes}

    @cached_property
    def board(self) -> HexMap:
        return bare_map(self.file.map, [one for one in self.hexes if one.name in self.letters])

    @cached_property
    def spaces(self) -> dict[str, int]:
        return {name: space for space, name in enumerate(self.board.names)}

    def around(self, name: str) -> list[str]:
        return [self.board.names[space] for space in self.board.neighbours[self.spaces[name]]]

    def on_map(self, path: KeyPath, name: str) -> bool:
        if name in self.spaces:
            return True
        names = self.board.names
        message = f"{name!r} is not a hex of this map ({names[0]} to {names[-1]})"
        self.add(path, "E403", message, did_you_mean(name, names))
        return False

    def open(self, path: KeyPath, name: str, what: str) -> None:
        """Note what is in a hex that nobody may enter."""
        terrain = self.file.terrain
        word = terrain.legend.get(self.letters[name], "") if terrain is not None else ""
        if terrain is not None and word in terrain.closed:
            self.add(path, "E409", f"{what} {name}, which is {word}")

    # what lies on it

    def places(self) -> None:
        for n, place in enumerate(self.file.place):
            if place is not None and self.on_map(("place", n, "hex"), place.hex):
                self.open(("place", n, "hex"), place.hex, f"{place.name} lies in")
        for n, entry in enumerate(self.file.entry):
            if entry is not None:
                self.on_map(("entry", n, "hex"), entry.hex)

    def side(self, path: KeyPath, side: Side) -> None:
        on_map = [self.on_map(path, name) for name in (side.a, side.b)]
        if all(on_map) and side.b not in self.around(side.a):
            hint = f"{side.a} touches {', '.join(self.around(side.a))}"
            self.add(path, "E404", f"{side.a} and {side.b} are no neighbours", hint)

    def hexsides(self) -> None:
        first: dict[tuple[str, frozenset[str]], KeyPath] = {}
        for n, one in enumerate(self.file.hexside):
            for k, side in enumerate(one.sides if one is not None else ()):
                path: KeyPath = ("hexside", n, "sides", k)
                self.side(path, side)
                known = first.setdefault((one.kind, side.key), path)
                if known is not path:
                    line, _ = self.doc.locate(known)
                    self.add(path, "E206", f"{side} is listed twice as a {one.kind}, first on line {line}")
        crossings = [(("crossing", n, "side"), one.side) for n, one in enumerate(self.file.crossing) if one is not None]
        for where, side in crossings:
            self.side(where, side)
        sides = [(path, "-".join(sorted(side.key))) for path, side in crossings]
        self.problems.unique(self.doc, "the hexside of a crossing", sides)

    def roads(self) -> None:
        for n, road in enumerate(self.file.road):
            for where, names in road.all() if road is not None else ():
                self.road(("road", n, *where), road.name or f"the {road.kind}", names)

    def road(self, path: KeyPath, name: str, names: tuple[str, ...]) -> None:
        if len(names) < 2:
            self.add(path, "E405", f"{name} has {len(names)} hex; a road joins at least two")
        before = ""
        for k, here in enumerate(names):
            if not self.on_map((*path, k), here):
                before = ""
                continue
            self.open((*path, k), here, f"{name} runs through")
            if before and here not in self.around(before):
                hint = f"write every hex the road runs through; {before} touches {', '.join(self.around(before))}"
                self.add((*path, k), "E405", f"{name} skips from {before} to {here}, which are no neighbours", hint)
            before = here

    # what rests on all of it

    @cached_property
    def barring(self) -> dict[frozenset[str], str]:
        """The hexsides that are crossed only at a crossing, and what lies there."""
        return {
            side.key: one.name or f"the {one.kind}"
            for one in self.file.hexside
            if one.bars and not one.crossed_by_road
            for side in one.sides
        }

    def crossings_bar(self) -> None:
        for n, one in enumerate(self.file.crossing):
            if one.side.key not in self.barring:
                free = [each.name or f"the {each.kind}" for each in self.file.hexside if one.side in each.sides]
                hint = f"{free[0]} there may be crossed without" if free else "no hexside is listed there"
                message = f"{one.name} is between {one.side.a} and {one.side.b}, where nothing needs a crossing"
                self.add(("crossing", n, "side"), "E407", message, hint)

    def roads_cross(self) -> None:
        crossed = {one.side.key for one in self.file.crossing}
        for n, road in enumerate(self.file.road):
            for where, names in road.all():
                for k, key in enumerate(frozenset(names[k : k + 2]) for k in range(len(names) - 1)):
                    if key in self.barring and key not in crossed:
                        what = f"{road.name or f'the {road.kind}'} crosses {self.barring[key]}"
                        message = f"{what} between {names[k]} and {names[k + 1]}, where no crossing is"
                        self.add(("road", n, *where, k + 1), "E406", message, "add a crossing, or lead it elsewhere")
