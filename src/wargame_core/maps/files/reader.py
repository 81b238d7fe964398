"""How a map file becomes a map: a `MapReader` lays every row on the grid and notes each mistake where it is written.

What differs from grid to grid is the `Spelling` of its files. Full forms and short forms are read alike. What is wrong
is left out, so what is right can still be checked, and drawn.
Codes: E206 a line twice, E403 no such space, E404 no side, E405 a road skips, E406 a road over a river, E407 a crossing
where nothing needs one, E409 on closed terrain; E301 and E302 for names as everywhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from attrs import evolve

from wargame_core.data.documents import Document, Problems, did_you_mean, read_toml, show_path
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.features import Edge, edge
from wargame_core.maps.files.sections import (
    CrossingRow,
    PlacedRow,
    PlacedRows,
    RowShape,
    Section,
    TerrainGrid,
    check_unique_names,
    readable_parts,
)
from wargame_core.maps.files.shorthand import LetterGrid, RouteGround, ShorthandError, course, route
from wargame_core.maps.grid import Grid
from wargame_core.maps.map import Map
from wargame_core.names import folded

G = TypeVar("G", bound=Grid)
T = TypeVar("T")
MessageAndHint = tuple[str, str]
"""Message and hint for a mistake."""


class Spelling(ABC, Generic[G]):
    """How map files on a grid are written: their sections, a space, a side, and the words of messages about them.

    One `MapReader` reads the files of every spelling, and what changes a file writes by the same spelling. Files name
    their grid (`grid = "hex"`); for grids of your own the entry point group `wargame_core.grids` gives the grid, or its
    spelling where it wants sections or messages of its own.
    """

    file_class: type[Any]
    """The sections of a file: an attrs class with a field for each."""
    sections: ClassVar[tuple[Section, ...]]
    """The sections that lie on the map."""
    shown_by: ClassVar[str] = ""
    """A table that only files on this grid have, so that they need not name it."""
    word: ClassVar[str] = "space"
    """The word for a space."""
    side_word: ClassVar[str] = "side"
    """The word for the line between two spaces."""
    preposition: ClassVar[str] = "in"
    sides_once: ClassVar[bool] = True
    """Whether a side may be listed only once for each kind of barrier."""
    crossings_name_barriers: ClassVar[bool] = False
    """Whether each crossing says which barrier it leads over."""

    def load(self, file: Path | Document) -> Map[G]:
        """The map of a TOML file. Raises `DataError` with every problem of the file."""
        doc = file if isinstance(file, Document) else read_toml(Path(file), "a map file")
        problems = Problems()
        reader = self.read(doc, problems)
        problems.raise_if_any()
        assert reader is not None
        return reader.map

    def read(self, doc: Document, problems: Problems) -> MapReader[G] | None:
        """The reading of a document, None where too little of it can be read; all that is wrong is noted."""
        file, parts = readable_parts(doc, self.file_class, problems)
        if parts is None:
            return None
        reader = MapReader(self, doc, parts, problems, is_whole=file is not None)
        reader.lay()
        return reader

    @abstractmethod
    def make_grid(self, reader: MapReader[G]) -> G | None:
        """The grid; what is wrong with it is noted. None where there is none."""

    def guessed(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data of a file with a guess for what a picture needs and the data lack."""
        return {"map": {}, **data}

    # how a space and a side are written: here by the names of spaces

    def read_space(self, grid: G, written: Any) -> int | None:
        """The space that a file writes so; None for none."""
        space = grid.read_coordinates(written)
        return space if space is not None and grid.coordinates(space) == written else None

    def write_space(self, grid: G, space: int) -> Any:
        """A space as a file writes it."""
        return grid.coordinates(space)

    def ends(self, written: Any) -> tuple[Any, Any]:
        """The two spaces of a side, as a file writes it."""
        return written.a, written.b

    def write_side(self, grid: G, side: Edge) -> Any:
        """A side as a file writes it."""
        return "-".join(map(grid.coordinates, side))

    def written_space(self, reader: MapReader[G], placed_row: PlacedRow) -> Any:
        """How the row of a place says where it is; None after noting that it does not."""
        return getattr(placed_row.row, placed_row.section.key)

    def letters(self, file: Any, grid: G) -> LetterGrid:
        """What the letters of a section must look like."""
        cells = grid.lattice.cells
        top, left = min(row for row, _ in cells), min(column for _, column in cells)
        names = {
            (row - top, column - left): grid.coordinates(space_number)
            for space_number, (row, column) in enumerate(cells)
        }
        return LetterGrid.of_map(names, self.word)

    # words of messages

    def no_such_space(self, reader: MapReader[G], path: KeyPath, written: Any) -> None:
        """Note that the map does not have a space (E403)."""
        names = [reader.name(space) for space in range(reader.grid.size)]
        message = f"{written!r} is not a {self.word} of this map ({names[0]} to {names[-1]})"
        reader.add(path, "E403", message, did_you_mean(written, names))

    def no_side(self, grid: G, a: int, b: int) -> MessageAndHint:
        """For a side between two spaces that do not touch (E404)."""
        names = tuple(map(grid.coordinates, (a, b)))
        return f"{names[0]} and {names[1]} are not neighbours", f"{names[0]} touches {neighbours_in_words(grid, a)}"

    def skip(self, grid: G, a: int, b: int) -> MessageAndHint:
        """For a road from one space to another that it does not touch (E405)."""
        names = tuple(map(grid.coordinates, (a, b)))
        touches = f"{names[0]} touches {neighbours_in_words(grid, a)}"
        hint = f"write every {self.word} the road runs through; {touches}"
        return f"skips from {names[0]} to {names[1]}, which are not neighbours", hint

    # what files on this grid alone say

    def sides_between(self, reader: MapReader[G], row_path: KeyPath, row: Any) -> list[Edge] | None:
        """The sides of a line that says where it runs in a way of this grid alone; None where it does not."""
        return None

    def regions(self, reader: MapReader[G]) -> tuple[str, ...]:
        """The region of each space, or nothing."""
        return ()

    def check(self, reader: MapReader[G]) -> None:
        """Further checks of what lies on the map."""

    def check_map(self, reader: MapReader[G], game_map: Map[G]) -> None:
        """Further checks of a map without mistakes."""


def neighbours_in_words(grid: Grid, space: int) -> str:
    """The neighbours of a space in messages."""
    return ", ".join(map(grid.coordinates, grid.neighbours[space]))


class MapReader(Generic[G]):
    """Reads a map file in its spelling.

    ``whole`` is False once a row is missing, because it cannot be read or its short form means nothing; checks that
    rest on all rows are then left out.
    """

    def __init__(
        self, spelling: Spelling[G], doc: Document, file: Any, problems: Problems, *, is_whole: bool = True
    ) -> None:
        self.spelling, self.doc, self.file, self.problems, self.whole = spelling, doc, file, problems, is_whole
        self.rows = PlacedRows()
        self.ground: tuple[str, ...] = ()
        """The terrain of each space, `UNREADABLE` where its letter means nothing; or nothing."""
        self.regions: tuple[str, ...] = ()
        self.written: dict[KeyPath, KeyPath] = {}
        """By the path of a value in full, the path at which a short form of it is written."""
        self.crossings_are_sound = False
        """Whether every crossing lies on what needs one, and every barrier where its row says."""
        self.lines_are_sound = False
        """Whether nothing is wrong with crossings, barriers and roads."""
        self._grid: G | None = None
        self._map: Map[G] | None = None
        self._sides_of_stops: dict[str, Edge] = {}
        self._first_sides: dict[tuple[str, Edge], KeyPath] = {}
        self._rule_missed = False
        self._earlier_problem_count = len(problems)

    def lay(self) -> None:
        """Make the grid, lay every row on it, check everything."""
        check_unique_names(self.doc, self.file, self.problems)
        self._grid = self.spelling.make_grid(self)
        if self._grid is None:
            return
        for section, grid in self.lettered.items():
            self.letters.check(self.doc, self.problems, section, grid)
        if self.terrain is not None:
            self.ground = self.terrain.ground(self.letter_places)
        self._lay_rows()
        self.spelling.check(self)
        if (
            self.whole
            and len(self.problems) == self._earlier_problem_count
            and (game_map := self.drawable()) is not None
        ):
            self.spelling.check_map(self, game_map)
            self._map = game_map if len(self.problems) == self._earlier_problem_count else None

    # what the file says, in its spelling

    def write_space(self, space: int) -> Any:
        """A space as the file writes it."""
        return self.spelling.write_space(self.grid, space)

    def write_side(self, side: Edge) -> Any:
        """A side as the file writes it."""
        return self.spelling.write_side(self.grid, side)

    @cached_property
    def letters(self) -> LetterGrid:
        """What the letters of a section must look like."""
        return self.spelling.letters(self.file, self.grid)

    @cached_property
    def letter_places(self) -> Sequence[tuple[int, int]]:
        """Row and column of the letter of each space."""
        places = {name: place for place, name in self.letters.names.items()}
        return [places[self.name(space)] for space in range(self.grid.size)]

    @property
    def terrain(self) -> TerrainGrid | None:
        """The section [terrain], if files on this grid have one."""
        return getattr(self.file, "terrain", None)

    @property
    def lettered(self) -> dict[str, Any]:
        """The sections with a letter for each space, by their names."""
        sections = {name: getattr(self.file, name, None) for name in ("terrain", "regions")}
        return {name: rows for name, rows in sections.items() if rows is not None and not getattr(rows, "of", ())}

    @property
    def closed(self) -> Sequence[str]:
        """The terrains that nobody may enter."""
        return self.terrain.closed if self.terrain is not None else getattr(self.file.map, "closed", ())

    # what is read so far

    @property
    def grid(self) -> G:
        """The grid, once it is made."""
        assert self._grid is not None
        return self._grid

    @property
    def map(self) -> Map[G]:
        """The map of a file without mistakes."""
        assert self._map is not None
        return self._map

    def drawable(self) -> Map[G] | None:
        """The map with everything that is right; None without a grid."""
        if self._grid is None:
            return None
        contents = dict(self.grid.contents())
        for name, placed_row in self.rows.contents().items():
            contents[name] = (*contents.get(name, ()), *placed_row)
        letters = {"terrain": self.ground, "regions": self.regions}
        contents |= {section: words for section, words in letters.items() if words}
        head, closed_terrains = self.file.map, frozenset(self.closed)
        scale = getattr(head, "scale", None)
        return Map(self._grid, id=head.id, title=head.title, closed_terrain=closed_terrains, scale=scale, **contents)

    def name(self, space: int) -> str:
        """A space in messages, and in pictures of mistakes."""
        return self.grid.coordinates(space)

    @property
    def ground_of_routes(self) -> RouteGround:
        """The map as short forms see it, with all that is placed so far."""
        closed_spaces = frozenset(space for space, word in enumerate(self.ground) if word in self.closed)
        return self.rows.route_ground(self.grid, self._sides_of_stops, closed_spaces)

    # what is wrong

    def add(
        self, path: KeyPath, code: str, message: str, hint: str = "", related_places: Iterable[Sequence[int]] = ()
    ) -> None:
        """Note a problem; ``related_places`` are the spaces, or pairs of spaces, that it is about."""
        names = [tuple(map(self.name, spaces)) for spaces in related_places]
        self.problems.add(self.doc, self.stands(path), code, message, hint, names)

    def refuse(
        self, path: KeyPath, code: str, message: str, hint: str = "", related_places: Iterable[Sequence[int]] = ()
    ) -> None:
        """Note a short form that means nothing; its row is missing."""
        self.whole = False
        self.add(path, code, message, hint, related_places)

    def stands(self, path: KeyPath) -> KeyPath:
        """The path in the file of what would have this path in full."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.written:
                return self.written[path[:length]]
        return path

    def closed_terrain(self, space: int) -> str:
        """The terrain of a space if nobody may enter it; "" also while the letters have the wrong size."""
        word = self.ground[space] if self.ground else ""
        return word if word in self._closed_words and self._letters_fit else ""

    @cached_property
    def _closed_words(self) -> frozenset[str]:
        return frozenset(self.closed)

    @cached_property
    def _letters_fit(self) -> bool:
        return self.terrain is not None and self.letters.fit(self.terrain.rows)

    # rows

    def _rows_to_place(self, shape: RowShape) -> list[PlacedRow]:
        """The rows of the file that lie on the map in a way, not placed yet."""
        return [
            placed_row
            for section in self.spelling.sections
            if section.shape is shape
            for placed_row in section.rows(self.file)
        ]

    def _lay_rows(self) -> None:
        """Lay places, then crossings, lines and ways, each on what lies there before; what is wrong is noted."""
        self.rows += [self._place(placed_row) for placed_row in self._rows_to_place(RowShape.SPACE)]
        for path, name, _ in self.rows.named_spaces() if getattr(self.file.map, "shorthand", None) is not None else ():
            if any(mark in name for mark in ">|"):
                message = f"{name!r} has a mark in it that parts stops in routes and courses"
                self.refuse(path, "E418", message, "leave out > and |")
        problem_count = len(self.problems)
        for shape, lay in ((RowShape.SIDE, self._place_crossing), (RowShape.LINES, self._place_line)):
            ground = self.ground_of_routes
            self.rows += [lay(ground, placed_row) for placed_row in self._rows_to_place(shape)]
        self._check_crossings()
        self.regions = self.spelling.regions(self)
        ground = self.ground_of_routes
        for section in self.spelling.sections:
            if section.shape.has_ends:
                self.rows += [self._place_way(ground, placed_row) for placed_row in section.rows(self.file)]
        self.lines_are_sound = self.whole and len(self.problems) == problem_count

    def _place(self, placed_row: PlacedRow) -> PlacedRow:
        written_space = self.spelling.written_space(self, placed_row)
        space = None if written_space is None else self.space((*placed_row.path, placed_row.section.key), written_space)
        if space is None:
            return placed_row
        if placed_row.section.name == "place" and (terrain := self.closed_terrain(space)):
            space_in_words = f"{self.spelling.preposition} {self.name(space)}, which is {terrain}"
            self.add(
                (*placed_row.path, placed_row.section.key),
                "E409",
                f"{placed_row.row.name} lies {space_in_words}",
                related_places=[(space,)],
            )
        return evolve(placed_row, parts=((space,),), sound=True)

    def space(self, path: KeyPath, written_space: Any) -> int | None:
        """The space that the file writes so; None after noting that there is none."""
        space = self.spelling.read_space(self.grid, written_space)
        if space is None:
            self.spelling.no_such_space(self, path, written_space)
        return space

    def side(self, path: KeyPath, written_side: Any) -> tuple[Edge | None, bool]:
        """The side that the file writes so, None if its spaces are not there, and whether they touch; else noted."""
        a, b = (self.space(path, end) for end in self.spelling.ends(written_side))
        if a is None or b is None:
            return None, False
        if b not in self.grid.neighbours[a]:
            message, hint = self.spelling.no_side(self.grid, a, b)
            self.add(path, "E404", message, hint, [(a, b)])
            return edge(a, b), False
        return edge(a, b), True

    def _place_crossing(self, ground: RouteGround, placed_row: PlacedRow) -> PlacedRow:
        """A crossing on its side; it is a stop of routes by its name and id."""
        row, path = placed_row.row, (*placed_row.path, placed_row.section.key)
        if row.words:
            self.written[path] = (*placed_row.path, "side")
            side = self.attempt(self.written[path], partial(ground.side, row.words))
            sound = side is not None
        else:
            side, sound = self.side(path, getattr(row, placed_row.section.key))
        if side is not None:
            self._sides_of_stops |= dict.fromkeys((folded(row.name), folded(row.id)), side)
        return evolve(placed_row, parts=(side,), sound=True) if side is not None and sound else placed_row

    def _place_line(self, ground: RouteGround, placed_row: PlacedRow) -> PlacedRow:
        row, key = placed_row.row, placed_row.section.key
        sides: list[Edge | None]
        if listed_sides := getattr(row, key):
            sides = [
                self._listed_side(ground, (*placed_row.path, key, number), written_side)
                for number, written_side in enumerate(listed_sides)
            ]
        else:
            sides_between = self.spelling.sides_between(self, placed_row.path, row)
            sides = self._sides_of_courses(ground, placed_row) if sides_between is None else list(sides_between)
        for index, side in enumerate(sides):
            if side is not None and self.spelling.sides_once:
                path, kind = (*placed_row.path, key, index), row.full.kind
                first_path = self._first_sides.setdefault((kind, side), path)
                if first_path != path:
                    written_side = "-".join(
                        self.spelling.ends(listed_sides[index]) if listed_sides else map(self.name, side)
                    )
                    line, _ = self.doc.locate(self.stands(first_path))
                    self.add(
                        path,
                        "E206",
                        f"{written_side} is listed twice as a {kind}, first on line {line}",
                        related_places=[side],
                    )
        return evolve(placed_row, row=row.full, parts=tuple(filter(None, sides)), sound=None not in sides)

    def _listed_side(self, ground: RouteGround, path: KeyPath, written_side: Any) -> Edge | None:
        if words := getattr(written_side, "words", ""):
            return self.attempt(path, partial(ground.side, words))
        side, touch = self.side(path, written_side)
        return side if touch else None

    def _place_way(self, ground: RouteGround, placed_row: PlacedRow) -> PlacedRow:
        """A road or stream through the spaces of each of its ways; a road in the parts that hang together."""
        row = placed_row.row
        if placed_row.section.shape is RowShape.TRACE:
            path = (*placed_row.path, placed_row.section.key)
            spaces = [
                self.space((*path, index), written_space)
                for index, written_space in enumerate(getattr(row, placed_row.section.key))
            ]
            part = tuple(space for space in spaces if space is not None)
            return evolve(placed_row, parts=(part,), sound=len(part) == len(spaces))
        ways: list[tuple[KeyPath, Sequence[int | None] | None]] = [
            (
                (*placed_row.path, *key),
                [
                    self.space((*placed_row.path, *key, index), written_space)
                    for index, written_space in enumerate(spaces)
                ],
            )
            for key, spaces in row.all()
        ]
        ways += self._spaces_of_routes(ground, placed_row)
        runs = [
            run for path, way in ways if way is not None for run in self._unbroken_parts(ground, path, row.label, way)
        ]
        whole_ways = [tuple(way) for _, way in ways if way is not None]
        return evolve(placed_row, parts=tuple(runs), sound=runs == whole_ways and len(whole_ways) == len(ways))

    def _unbroken_parts(
        self, ground: RouteGround, path: KeyPath, name: str, way: Sequence[int | None]
    ) -> list[tuple[int, ...]]:
        """The unbroken parts of a road, which may be on closed terrain (E409), skip spaces or be too short (E405)."""
        if len(way) < 2:
            self.add(path, "E405", f"{name} has {len(way)} {self.spelling.word}; a road joins at least two")
        runs: list[list[int]] = []
        space_before: int | None = None
        for index, space in enumerate(way):
            space_path = (*path, index)
            if space is not None and (terrain := self.closed_terrain(space)):
                self.add(
                    space_path,
                    "E409",
                    f"{name} runs through {self.name(space)}, which is {terrain}",
                    related_places=[(space,)],
                )
            if space is not None and space_before is not None and space not in self.grid.neighbours[space_before]:
                message, hint = self.spelling.skip(self.grid, space_before, space)
                self.add(space_path, "E405", f"{name} {message}", hint, [(space_before, space)])
                space_before = None
            elif space is not None and space_before is not None:
                self._check_step(ground, space_path, name, (space_before, space))
            if space is not None:
                if space_before is None:
                    runs.append([])
                runs[-1].append(space)
            space_before = space
        return [tuple(run) for run in runs if len(run) > 1]

    def _check_step(self, ground: RouteGround, path: KeyPath, name: str, step: Edge) -> None:
        """Note a road's step over what bars it without a crossing (E406)."""
        bar = ground.barring.get(edge(*step)) if self.crossings_are_sound else None
        if bar is not None:
            a, b = map(self.name, step)
            message = f"{name} crosses {bar} between {a} and {b}, where no crossing is"
            self.add(path, "E406", message, self._crossing_hint(bar, step[1]), [step])

    # short forms

    def attempt(self, path: KeyPath, read_part: Callable[[], T]) -> T | None:
        """What a short form means, or None after noting its mistake at the path."""
        try:
            return read_part()
        except ShorthandError as error:
            self.refuse(path, error.code, error.message, error.hint, [(space,) for space in error.spaces])
            return None

    def _short_texts(self, placed_row: PlacedRow, short_key: str, full_key: str) -> list[tuple[KeyPath, KeyPath, str]]:
        """Each text of a short form, `route` or `routes`, with its path and that of the value in full."""
        plural_key = f"{short_key}s"
        if text := getattr(placed_row.row, short_key):
            texts_with_paths = [((*placed_row.path, short_key), (*placed_row.path, full_key), text)]
        else:
            texts = enumerate(getattr(placed_row.row, plural_key))
            texts_with_paths = [
                ((*placed_row.path, plural_key, n), (*placed_row.path, f"{full_key}s", n), text) for n, text in texts
            ]
        if texts_with_paths and self.file.map.shorthand is None and not self._rule_missed:
            self._rule_missed = True
            hint = "write shorthand = 1, the number of the rule by which ways are filled in"
            row_in_words = show_path(texts_with_paths[0][0][: len(placed_row.path) + 1])
            self.refuse(("map", "shorthand"), "E202", f"missing, and {row_in_words} needs it", hint)
        return texts_with_paths

    def _sides_of_courses(self, ground: RouteGround, placed_row: PlacedRow) -> list[Edge | None]:
        """The sides of the courses of a row, each once; None in their place where one means nothing."""
        sides: dict[Edge | None, None] = {}
        for path, _, text in self._short_texts(placed_row, "course", ""):
            self.written[*placed_row.path, placed_row.section.key] = path[: len(placed_row.path) + 1]
            laid_out = self.attempt(path, partial(course, ground, text))
            sides |= dict.fromkeys((None,) if laid_out is None else laid_out)
        return list(sides)

    def _spaces_of_routes(
        self, ground: RouteGround, placed_row: PlacedRow
    ) -> list[tuple[KeyPath, tuple[int, ...] | None]]:
        """The spaces of each route of a row, with the path that they have in full; None for one that means nothing."""
        ways: list[tuple[KeyPath, tuple[int, ...] | None]] = []
        for path, full_path, text in self._short_texts(placed_row, "route", "path"):
            self.written[full_path] = path
            ways.append((full_path, self.attempt(path, partial(route, ground, text))))
        return ways

    # what rests on all rows

    def _check_crossings(self) -> None:
        """Note two crossings on one side (E302), and those where nothing needs one (E407)."""
        sides = [(placed_row, side) for placed_row in self.rows.of(RowShape.SIDE) for side in placed_row.sides]
        side_texts = [
            ((*placed_row.path, placed_row.section.key), "-".join(map(self.name, side))) for placed_row, side in sides
        ]
        self.problems.unique(self.doc, f"the {self.spelling.side_word} of a crossing", side_texts)
        # A slip in a barrier, or a row of it that cannot be read, must not be told again by its crossings.
        lines = [section.name for section in self.spelling.sections if section.shape.on_sides]
        is_incomplete = any(isinstance(rows := getattr(self.file, name), tuple) and None in rows for name in lines)
        self.crossings_are_sound = not is_incomplete and all(
            placed_row.sound for placed_row in self.rows.of(RowShape.LINES)
        )
        for placed_row, side in sides if self.crossings_are_sound else ():
            if (wrong_crossing := self._wrong_crossing(placed_row.row, side)) is not None:
                self.add((*placed_row.path, placed_row.section.key), "E407", *wrong_crossing, [side])
                self.crossings_are_sound = False
        self.crossings_are_sound &= all(placed_row.sound for placed_row in self.rows.of(RowShape.SIDE))

    def _wrong_crossing(self, row: CrossingRow, side: Edge) -> MessageAndHint | None:
        """For a crossing on a side that needs none, or not the one that it names; None for one that is right."""
        a, b = map(self.name, side)
        lines = sorted(self.rows.of(RowShape.LINES), key=lambda placed_row: placed_row.row.needs_crossing)
        barriers = [placed_row.row for placed_row in lines if side in placed_row.parts]
        barrier_labels = [barrier.label for barrier in barriers if barrier.may_have_crossings]
        if self.spelling.crossings_name_barriers:
            if row.over not in [placed_row.row.name for placed_row in lines] or barrier_labels[-1:] == [row.over]:
                return None  # a name that no barrier has is noted as such
            hint = f"that edge belongs to {barrier_labels[-1]}" if barrier_labels else "no river runs there"
            return f"{row.name} between {a} and {b} is not on {row.over}", hint
        if barrier_labels:
            return None
        word = self.spelling.side_word
        hint = f"{barriers[0].label} is crossed by road there" if barriers else f"no {word} is listed there"
        return f"{row.name} is between {a} and {b}, where nothing needs a crossing", hint

    def _crossing_hint(self, barrier: str, space: int) -> str:
        """The hint for a road that crosses a barrier to a space without a crossing (E406)."""
        if not self.spelling.crossings_name_barriers:
            return "add a crossing, or lead it elsewhere"
        sides = [
            (placed_row.row, side)
            for placed_row in self.rows.of(RowShape.SIDE)
            for side in placed_row.sides
            if placed_row.row.over == barrier
        ]
        if not sides:
            return f"{barrier} has no crossing at all"
        row, (a, b) = min(sides, key=lambda crossing: self.grid.distance(crossing[1][0], space))
        return f"the nearest crossing is {row.name} between {self.name(a)} and {self.name(b)}"
