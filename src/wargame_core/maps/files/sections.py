"""The sections that map files of every grid have: one class for each, one field for each key.

The files of each grid (`squares`, `hexes`, `areas`, or your own) add how a space is written. A place or crossing may
have `in_text` (the source document names it), a place `confidence` (in its position).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Literal, TypeVar, assert_never

from attrs import AttrsInstance, field, fields, frozen

from wargame_core.data.documents import Document, Problems
from wargame_core.data.structuring import article, structure
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.features import Barrier, Crossing, Edge, EntrySpace, NamedPlace, Road, Stream
from wargame_core.maps.files.shorthand import RouteGround
from wargame_core.maps.grid import Grid
from wargame_core.names import folded
from wargame_core.shapes import ListShape, fields_of

F = TypeVar("F", bound=AttrsInstance)
UNREADABLE = "unreadable"
"""The terrain of a space whose letter means nothing."""
LARGEST = 40_000
"""The greatest number of spaces of a map."""


class RowShape(Enum):
    """How the rows of a section lie on the map, and so how they are drawn."""

    SPACE = "a point in a space"
    SPACES = "points in spaces"
    SIDE = "a point on a line"
    LINES = "lines along the sides of spaces"
    WAYS = "lines through spaces"
    TRACE = "a line over spaces that need not touch"

    @property
    def on_sides(self) -> bool:
        """Whether it lies between spaces."""
        match self:
            case RowShape.SIDE | RowShape.LINES:
                return True
            case RowShape.SPACE | RowShape.SPACES | RowShape.WAYS | RowShape.TRACE:
                return False
            case _:
                assert_never(self)

    @property
    def has_ends(self) -> bool:
        """Whether it runs from one space to another, and is the same from either end."""
        match self:
            case RowShape.WAYS | RowShape.TRACE:
                return True
            case RowShape.SPACE | RowShape.SPACES | RowShape.SIDE | RowShape.LINES:
                return False
            case _:
                assert_never(self)

    @property
    def gathers(self) -> bool:
        """Whether all that is drawn of one name and kind is one row."""
        match self:
            case RowShape.SPACES | RowShape.LINES:
                return True
            case RowShape.SPACE | RowShape.SIDE | RowShape.WAYS | RowShape.TRACE:
                return False
            case _:
                assert_never(self)


@frozen
class Section:
    """A section whose rows lie on the map, and the key that says where, in full."""

    name: str
    shape: RowShape
    key: str

    def rows(self, file: Any) -> Iterator[PlacedRow]:
        """The rows of the section in a file, not placed yet; those that cannot be read are left out."""
        section_value = getattr(file, self.name)
        if isinstance(section_value, tuple):
            return (
                PlacedRow(self, index, row, (), False) for index, row in enumerate(section_value) if row is not None
            )
        return iter([] if section_value is None else [PlacedRow(self, None, section_value, (), False)])


@frozen
class PlacedRow:
    """A row of a section as it lies on the map.

    ``parts`` are one space, one side, the sides of a line, or the spaces of each way; what is wrong is left out, and
    then the row is not ``sound``. ``number`` is None for a section that is one table.
    """

    section: Section
    number: int | None
    row: Any
    parts: tuple[tuple[int, ...], ...]
    sound: bool = True

    @property
    def sides(self) -> tuple[Edge, ...]:
        """The sides that a crossing or barrier lies along."""
        return self.parts  # type: ignore[return-value]  # each part of such a row is one

    @property
    def path(self) -> KeyPath:
        return (self.section.name,) if self.number is None else (self.section.name, self.number)


def letter_rows(grid: tuple[str, ...] | str, blank_letter: str = "") -> tuple[str, ...]:
    """The lines of letters, written as a list or as one text."""
    rows = tuple(grid.splitlines()) if isinstance(grid, str) else grid
    return tuple(row.replace(blank_letter, " ") for row in rows) if len(blank_letter) == 1 else rows


def check_one_key_given(**ways: object) -> None:
    """Raises ValueError unless exactly one of these keys is given."""
    if sum(map(bool, ways.values())) != 1:
        *names, last_name = ways
        raise ValueError(f"give one of {', '.join(names)} and {last_name}")


@frozen(kw_only=True)
class MapHead:
    """[map]: the id and the title of a map; each grid adds the keys that it needs."""

    id: str
    title: str


@frozen
class TerrainGrid:
    """[terrain]: a letter for each space, the meaning of the letters, and the terrains that nobody may enter.

    `grid` is a list of lines, or one text of several lines. On hexes `blank` is a letter that means no hex, as a space
    does.
    """

    legend: Mapping[str, str]
    grid: tuple[str, ...] | str
    closed: tuple[str, ...] = ()
    blank: str = ""

    @property
    def rows(self) -> tuple[str, ...]:
        """The lines of the grid."""
        return letter_rows(self.grid, self.blank)

    def ground(self, places: Sequence[tuple[int, int]]) -> tuple[str, ...]:
        """The terrain of each space by the row and column of its letter, `UNREADABLE` where that means nothing."""
        rows = self.rows
        letters = (rows[row][column] if row < len(rows) and column < len(rows[row]) else "" for row, column in places)
        return tuple(self.legend.get(letter, UNREADABLE) for letter in letters)


@frozen(kw_only=True)
class PlaceRow:
    """[[place]]: a named space. `tags` are words the rules ask for, `values` whatever a game keeps of it beside."""

    name: str
    kind: str = "town"
    tags: tuple[str, ...] = ()
    objective: str = ""
    note: str = ""
    in_text: bool = False
    confidence: Literal["high", "medium", "low", ""] = ""
    values: Mapping[str, int | float | str] = field(factory=dict)

    @property
    def lat_lon(self) -> tuple[float, float] | None:
        """Its latitude and longitude, if the file gives them."""
        return None

    def place(self, space: int) -> NamedPlace:
        """The place at this space of the map."""
        tags = frozenset(self.tags)
        optional_fields = (self.note, self.objective, self.confidence, self.in_text, self.lat_lon, self.values)
        return NamedPlace(self.name, space, self.kind, tags, *optional_fields)


@frozen(kw_only=True)
class CrossingRow:
    """[[crossing]]: a bridge, ferry or ford; `users` limits who may use it."""

    id: str
    name: str
    kind: str
    users: tuple[str, ...] = ()
    note: str = ""
    in_text: bool = False

    @property
    def over(self) -> str:
        """The name of the barrier that it says it leads over, if it does."""
        return ""

    @property
    def words(self) -> str:
        """Its side in words, if it is written so."""
        return ""

    def crossing(self, edge: Edge, barrier: str) -> Crossing:
        """The crossing, on this edge of the map and over the barrier of that name."""
        return Crossing(self.id, self.name, self.kind, edge, barrier, self.users, self.note, self.in_text)


@frozen(kw_only=True)
class EntryRow:
    """[[entry]]: a space where something may come onto the map."""

    id: str
    note: str = ""

    def entry(self, space: int) -> EntrySpace:
        """The entry at this space of the map."""
        return EntrySpace(self.id, space, self.note)


@frozen(kw_only=True)
class RoadRow:
    """[[road]]: a road as the spaces it runs through in order, or several of one kind in `paths`.

    The short forms are `route` and `routes`, which name places.
    """

    kind: str
    name: str = ""
    path: tuple[Any, ...] = ()
    paths: tuple[Any, ...] = ()
    route: str = ""
    routes: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_one_key_given(path=self.path, paths=self.paths, route=self.route, routes=self.routes)

    @property
    def label(self) -> str:
        """Its name, or else its kind, such as "the pike"."""
        return self.name or f"the {self.kind}"

    def all(self) -> Iterator[tuple[KeyPath, tuple[Any, ...]]]:
        """Each road that is written in full, with its key in this table."""
        if self.path:
            yield ("path",), self.path
        for number, road in enumerate(self.paths):
            yield ("paths", number), road


@frozen(kw_only=True)
class BarrierRow:
    """A river, creek, ridge or wall along edges; its `kind` is the game's word.

    It is crossed only at a crossing, or with `crossed_by_road` only where a road runs; with `bars = false` anywhere,
    at the cost of the game's rules.
    """

    kind: str
    name: str = ""
    bars: bool = True
    crossed_by_road: bool = False

    def __attrs_post_init__(self) -> None:
        if self.crossed_by_road and not self.bars:
            raise ValueError("bars = false lets everybody cross anywhere, crossed_by_road = true only by road")

    @property
    def full(self) -> BarrierRow:
        """The same row; a section that is short for one of a certain kind gives that one."""
        return self

    @property
    def label(self) -> str:
        """Its name, or else its kind, such as "the river"."""
        return self.name or f"the {self.kind}"

    @property
    def needs_crossing(self) -> bool:
        """Whether it is crossed only at a crossing."""
        return self.bars and not self.crossed_by_road

    @property
    def may_have_crossings(self) -> bool:
        """Whether a crossing may be on it: one that bars nobody may have a bridge, which the game's rules know of."""
        return not self.crossed_by_road

    def barrier(self, edges: frozenset[Edge]) -> Barrier:
        """The barrier along these edges of the map."""
        return Barrier(self.name, self.kind, edges, self.crossed_by_road, self.bars)


# how most grids write sides and roads: by the names of spaces


@frozen
class Side:
    """A side: the two spaces beside it, or a short form ("0402 NE", "A | B") in `a` and an empty `b`."""

    written: ClassVar[str] = "a hexside such as 'N0328-N0428'"

    a: str
    b: str

    @classmethod
    def parse(cls, text: str) -> Side:
        if "|" in text or " " in text.strip().replace(" - ", "-"):
            return cls(text.strip(), "")
        a, mark, b = text.partition("-")
        if not (a.strip() and mark and b.strip()) or "-" in b:
            raise ValueError("write the two hexes with a hyphen between")
        return cls(a.strip(), b.strip())

    @property
    def words(self) -> str:
        """The short form, if it is written so."""
        return "" if self.b else self.a


@frozen(kw_only=True)
class NamedRoad(RoadRow):
    """[[road]]: roads of one kind ("pike", "rail"), each as the names of the spaces it runs through in order."""

    path: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()


@frozen(kw_only=True)
class SideBarrier(BarrierRow):
    """[[barrier]], on hexes [[hexside]]: a river, creek or ridge along sides.

    It is crossed only at a crossing, or with `crossed_by_road` only where a road runs; with `bars = false` anywhere,
    at the cost of the game's rules. Its position is given by `sides`, or by `course` or `courses`.
    """

    sides: tuple[Side, ...] = ()
    course: str = ""
    courses: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        check_one_key_given(sides=self.sides, course=self.course, courses=self.courses)


@frozen(kw_only=True)
class SideCrossing(CrossingRow):
    """[[crossing]]: a bridge, ferry or ford over a side; `users` limits who may use it."""

    side: Side

    @property
    def words(self) -> str:
        return self.side.words


class PlacedRows(list[PlacedRow]):
    """The rows that are placed so far, and what they say together."""

    def of(self, shape: RowShape) -> list[PlacedRow]:
        """The rows that lie so."""
        return [placed_row for placed_row in self if placed_row.section.shape is shape]

    def placed(self, section: str) -> Iterator[tuple[PlacedRow, int]]:
        """The rows of a section of places that have a space, with it."""
        return (
            (placed_row, placed_row.parts[0][0])
            for placed_row in self
            if placed_row.section.name == section and placed_row.parts
        )

    def named_spaces(self) -> Iterator[tuple[KeyPath, str, int]]:
        """Every entry, gap and place that has a space, with its name and where that is written."""
        for section, key in (("entry", "id"), ("gap", "name"), ("place", "name")):
            for placed_row, space in self.placed(section):
                yield (*placed_row.path, key), getattr(placed_row.row, key), space

    def route_ground(self, grid: Grid, edge_by_stop: Mapping[str, Edge], closed: frozenset[int]) -> RouteGround:
        """The map as short forms see it; ``edge_by_stop`` are the sides of crossings by name, ``closed`` nobody may
        enter."""
        named_spaces, lines, free_sides = list(self.named_spaces()), self.of(RowShape.LINES), set(edge_by_stop.values())
        crossings = [
            placed_row.row.name for placed_row in self.of(RowShape.SIDE) if folded(placed_row.row.name) in edge_by_stop
        ]
        bars_by_side = {
            side: placed_row.row.label
            for placed_row in lines
            if placed_row.row.needs_crossing
            for side in placed_row.sides
        }
        places = {folded(name): space for _, name, space in reversed(named_spaces)}
        bars_by_side = {side: label for side, label in bars_by_side.items() if side not in free_sides}
        return RouteGround(
            grid, places, dict(edge_by_stop), bars_by_side, closed, (*(name for _, name, _ in named_spaces), *crossings)
        )

    def contents(self) -> dict[str, Any]:
        """What lies on the map, as `Map` takes it."""
        lines = sorted(
            self.of(RowShape.LINES), key=lambda placed_row: placed_row.row.needs_crossing
        )  # of two, the one that bars counts
        label_by_side = {
            side: placed_row.row.label
            for placed_row in lines
            if placed_row.row.may_have_crossings
            for side in placed_row.sides
        }
        ways = [(placed_row.row, way) for placed_row in self.of(RowShape.WAYS) for way in placed_row.parts]
        crossings = [(placed_row.row, side) for placed_row in self.of(RowShape.SIDE) for side in placed_row.sides]
        placed_lines = [
            (placed_row.row, frozenset(placed_row.sides))
            for placed_row in self.of(RowShape.LINES)
            if placed_row.parts or placed_row.sound
        ]
        return {
            "places": tuple(placed_row.row.place(space) for placed_row, space in self.placed("place")),
            "gaps": tuple(placed_row.row.place(space) for placed_row, space in self.placed("gap")),
            "entries": tuple(placed_row.row.entry(space) for placed_row, space in self.placed("entry")),
            "barriers": tuple(row.barrier(sides) for row, sides in placed_lines),
            "crossings": tuple(row.crossing(side, row.over or label_by_side.get(side, "")) for row, side in crossings),
            "roads": tuple(Road(row.name, row.kind, way) for row, way in ways),
            "streams": tuple(
                Stream(placed_row.row.name, placed_row.parts[0])
                for placed_row in self.of(RowShape.TRACE)
                if placed_row.parts
            ),
        }


# reading what can be read


def readable_parts(doc: Document, cls: type[F], problems: Problems) -> tuple[F | None, F | None]:
    """The whole document or None, and the readable part of it, so that this is checked too.

    The readable part is None if a required section is missing or unreadable. In a list of tables None replaces what is
    unreadable, so that the others keep their index and with it their line.
    """
    file = structure(doc, cls, problems)
    if file is not None:
        return file, file
    ignored_problems = Problems()
    sections: dict[str, Any] = {}
    for section in fields_of(cls):
        name, kind = section.name, section.inner.base
        if isinstance(section.shape, ListShape):
            rows = doc.data.get(name, [])
            count = len(rows) if isinstance(rows, list) else 0
            sections[name] = tuple(structure(doc, kind, ignored_problems, (name, index)) for index in range(count))
            continue
        sections[name] = (
            structure(_with_known_keys(doc, name, kind), kind, ignored_problems, (name,)) if name in doc.data else None
        )
        if sections[name] is None and section.required:
            return None, None
    return None, cls(**sections)


def _with_known_keys(doc: Document, name: str, cls: type[AttrsInstance]) -> Document:
    """The document without unknown keys of a section, which do not keep the rest from being checked."""
    section = doc.data[name]
    if not isinstance(section, dict):
        return doc
    allowed_keys = {field.alias for field in fields(cls)}
    return Document(
        doc.path, doc.text, {**doc.data, name: {key: section[key] for key in section if key in allowed_keys}}
    )


def check_unique_names(doc: Document, file: Any, problems: Problems) -> None:
    """Note ids and names that occur twice in a section (E302), and closed terrains that nobody knows (E301)."""
    for section in fields(type(file)):
        rows = getattr(file, section.name)
        for key in ("id", "name") if isinstance(rows, tuple) else ():
            values = [((section.name, index, key), getattr(row, key, None)) for index, row in enumerate(rows)]
            nonempty_values = [(path, value) for path, value in values if value]
            problems.unique(doc, f"the {key} of {article(section.name)}", nonempty_values)
    terrain: TerrainGrid | None = getattr(file, "terrain", None)
    if terrain is not None:
        words = terrain.legend.values()
        for n, word in enumerate(terrain.closed):
            problems.reference(doc, ("terrain", "closed", n), "a terrain", word, words)
