"""The sections of a hex map's file, and the map they make.

A hex is written as its printed number ("N0328"), a hexside as the two hexes beside it ("N0328-N0428"). The classes
below are the format: one for each section, one field for each key. Only `[map]` and one `[[sheet]]` are needed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from attrs import frozen

from wargame_core.maps.features import Edge, Road, edge
from wargame_core.maps.files.sections import (
    LARGEST,
    BarrierRow,
    CrossingRow,
    EntryRow,
    PlaceRow,
    TerrainGrid,
    each_road,
    one_way_only,
)
from wargame_core.maps.hexes import HexMap

Span = tuple[int, int]


@frozen
class HexHead:
    """[map]: its name, and the orientation and numbers of its hexes.

    With `stagger` "columns" the hexes have a flat top and every other column lies half a hex lower, with "rows" they
    have a corner on top and every other row lies half a hex to the right; `shifted` says which ones: "even" or "odd".
    `numbers` is the printed form: C for each digit of the column, R for each digit of the row. `scale` is the width
    of a hex and its unit. `shorthand` is the number of the rule by which routes and courses are filled in.
    """

    id: str
    title: str
    grid: Literal["hex"] = "hex"
    stagger: Literal["columns", "rows"] = "columns"
    shifted: Literal["even", "odd"] = "even"
    numbers: str = "CCRR"
    scale: tuple[float, str] | None = None
    shorthand: Literal[1] | None = None

    def __attrs_post_init__(self) -> None:
        if len(re.findall("C+", self.numbers)) != 1 or len(re.findall("R+", self.numbers)) != 1 or "-" in self.numbers:
            raise ValueError(f"numbers: {self.numbers!r} is not one run of C and one of R, as in 'CCRR' or 'CC.RR'")


@frozen
class MapSheet:
    """[[sheet]]: a sheet of hexes, by the first and last of its printed columns and rows.

    If odd and even columns begin or end differently, `rows_odd` and `rows_even` replace `rows` (`columns_odd` and
    `columns_even` replace `columns` if rows do). `prefix` is put before each number. `rows_above` and `columns_left`
    join sheets: `rows_above = 33` makes row 1 of this sheet row 34 of the whole map.
    """

    prefix: str = ""
    columns: Span | None = None
    rows: Span | None = None
    rows_odd: Span | None = None
    rows_even: Span | None = None
    columns_odd: Span | None = None
    columns_even: Span | None = None
    rows_above: int = 0
    columns_left: int = 0

    def __attrs_post_init__(self) -> None:
        spans = {name: getattr(self, name) for name in _SPANS if getattr(self, name) is not None}
        if set(spans) not in _WAYS:
            raise ValueError(
                "give columns and rows, or columns, rows_odd and rows_even, or rows, columns_odd and columns_even"
            )
        for name, (first, last) in spans.items():
            if not 0 <= first <= last:
                raise ValueError(f"{name} = [{first}, {last}], but it must be the first and the last, counted upwards")
        if self.most_hexes > LARGEST:
            raise ValueError(f"a sheet of {self.most_hexes:,} hexes; at most {LARGEST:,}")
        if "-" in self.prefix:
            raise ValueError(f"prefix {self.prefix!r} has a hyphen, which stands between the two hexes of a hexside")

    @property
    def most_hexes(self) -> int:
        """An upper limit of its hexes: its longest column times its longest row."""
        spans: dict[str, Span] = {name: getattr(self, name) for name in _SPANS if getattr(self, name) is not None}
        wide, high = (
            max(last - first + 1 for name, (first, last) in spans.items() if name.startswith(way))
            for way in ("columns", "rows")
        )
        return wide * high

    def numbers(self) -> Iterator[tuple[int, int]]:
        """The printed column and row of each hex."""
        if self.columns:
            for column in _counted(self.columns):
                for row in _counted(self.rows or (self.rows_odd if column % 2 else self.rows_even)):
                    yield column, row
        else:
            for row in _counted(self.rows):
                for column in _counted(self.columns_odd if row % 2 else self.columns_even):
                    yield column, row


_SPANS = ("columns", "rows", "rows_odd", "rows_even", "columns_odd", "columns_even")
_WAYS = ({"columns", "rows"}, {"columns", "rows_odd", "rows_even"}, {"rows", "columns_odd", "columns_even"})


def _counted(span: Span | None) -> range:
    return range(span[0], span[1] + 1) if span else range(0)


@frozen(kw_only=True)
class HexPlace(PlaceRow):
    """[[place]]: a named hex. `tags` are words the rules ask for; `confidence` is about its position."""

    hex: str


@frozen
class HexRoad:
    """[[road]]: roads of one kind ("pike", "rail"), each as the hexes it runs through in order.

    `path` is for one road, `paths` for several; the short forms are `route` and `routes`, which name places.
    """

    kind: str
    name: str = ""
    path: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    route: str = ""
    routes: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        one_way_only(path=self.path, paths=self.paths, route=self.route, routes=self.routes)

    def all(self) -> Iterator[tuple[tuple[str | int, ...], tuple[str, ...]]]:
        """Each road with its key in this table."""
        return each_road(self.path, self.paths)


@frozen
class Side:
    """A hexside: the two hexes beside it, or a short form ("0402 NE", "A | B") in `a` and an empty `b`."""

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

    def __str__(self) -> str:
        return f"{self.a}-{self.b}" if self.b else self.a

    @property
    def key(self) -> frozenset[str]:
        """A key that is equal for both orders of the hexes."""
        return frozenset((self.a, self.b))


@frozen(kw_only=True)
class Hexsides(BarrierRow):
    """[[hexside]]: a river, creek or ridge along hexsides.

    It is crossed only at a crossing, or with `crossed_by_road` only where a road runs; with `bars = false` anywhere,
    at the cost of the game's rules. Its position is given by `sides`, or by `course` or `courses`.
    """

    sides: tuple[Side, ...] = ()
    course: str = ""
    courses: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        one_way_only(sides=self.sides, course=self.course, courses=self.courses)


@frozen(kw_only=True)
class HexCrossing(CrossingRow):
    """[[crossing]]: a bridge, ferry or ford over a hexside; `users` limits who may use it."""

    side: Side


@frozen(kw_only=True)
class HexEntry(EntryRow):
    """[[entry]]: a hex where something may come onto the map."""

    hex: str


@frozen
class HexMapFile:
    """All sections of a hex map's file.

    [terrain] has a row of letters for each row of the whole map, from the top, and in it a letter for each column. A
    space stands for no hex, also where a hex of a sheet is left out of the map.
    """

    map: HexHead
    sheet: tuple[MapSheet, ...]
    terrain: TerrainGrid | None = None
    place: tuple[HexPlace, ...] = ()
    road: tuple[HexRoad, ...] = ()
    hexside: tuple[Hexsides, ...] = ()
    crossing: tuple[HexCrossing, ...] = ()
    entry: tuple[HexEntry, ...] = ()


@frozen
class Hex:
    """A hex of a sheet: its printed number, and its column and row on the whole map."""

    name: str
    column: int
    row: int
    sheet: int


def hexes(head: HexHead, sheets: Iterable[MapSheet]) -> Iterator[Hex]:
    """Every hex of the sheets, sheet by sheet, whether or not the terrain leaves it out."""
    for index, sheet in enumerate(sheets):
        for column, row in sheet.numbers():
            name = sheet.prefix + _number(head.numbers, {"C": column, "R": row})
            yield Hex(name, column + sheet.columns_left, row + sheet.rows_above, index)


def _number(pattern: str, values: Mapping[str, int]) -> str:
    return re.sub("C+|R+", lambda run: f"{values[run[0][0]]:0{len(run[0])}}", pattern)


def corner(hexes: Collection[Hex]) -> tuple[int, int]:
    """The first column and the first row of the whole map."""
    return min(hex.column for hex in hexes), min(hex.row for hex in hexes)


def terrain_of(grid: Sequence[str], hexes: Collection[Hex]) -> dict[str, str]:
    """The letter of each hex; hexes are left out where the grid has a space."""
    left, top = corner(hexes)
    letters = {hex.name: grid[hex.row - top][hex.column - left] for hex in hexes}
    return {name: letter for name, letter in letters.items() if letter != " "}


def bare_map(head: HexHead, hexes: Iterable[Hex], **contents: Any) -> HexMap:
    """The map of these hexes."""
    by_columns = head.stagger == "columns"
    cells = sorted(((hex.column, hex.row) if by_columns else (hex.row, hex.column), hex.name) for hex in hexes)
    return HexMap(head.stagger, head.shifted, tuple(c for c, _ in cells), tuple(n for _, n in cells), **contents)


def build_hex_map(file: HexMapFile) -> HexMap:
    """The map of checked contents."""
    head, terrain, printed = file.map, file.terrain, list(hexes(file.map, file.sheet))
    letters = terrain_of(terrain.rows, printed) if terrain else {hex.name: "" for hex in printed}
    on_map = [hex for hex in printed if hex.name in letters]
    names = bare_map(head, on_map).names
    spaces = {name: space for space, name in enumerate(names)}

    def along(side: Side) -> Edge:
        return edge(spaces[side.a], spaces[side.b])

    barriers = [row.barrier(frozenset(map(along, row.sides))) for row in file.hexside]
    rows = sorted((row for row in file.hexside if row.may_have_crossings), key=lambda row: row.needs_crossing)
    crossed = {side: row.label for row in rows for side in map(along, row.sides)}  # what bars comes last, and counts
    return bare_map(
        head,
        on_map,
        id=head.id,
        title=head.title,
        scale=head.scale,
        terrain=tuple(terrain.legend[letters[name]] for name in names) if terrain else (),
        closed_terrain=frozenset(terrain.closed if terrain else ()),
        places=tuple(row.place(spaces[row.hex]) for row in file.place),
        barriers=tuple(barriers),
        crossings=tuple(row.crossing(along(row.side), crossed[along(row.side)]) for row in file.crossing),
        roads=tuple(
            Road(road.name, road.kind, tuple(spaces[name] for name in path))
            for road in file.road
            for _, path in road.all()
        ),
        entries=tuple(row.entry(spaces[row.hex]) for row in file.entry),
    )
