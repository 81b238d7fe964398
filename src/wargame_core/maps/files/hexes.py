"""Map files of hexes: their sections, and the sheets that make their grid.

A hex is written as its printed number ("N0328"), a hexside as the two hexes beside it ("N0328-N0428"). The classes
below are the format: one for each section, one field for each key. Only `[map]` and one `[[sheet]]` are needed.
Code E414: sheets that overlap.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Literal

from attrs import frozen

from wargame_core.maps.files.reader import MapReader, Spelling
from wargame_core.maps.files.sections import (
    LARGEST,
    EntryRow,
    MapHead,
    NamedRoad,
    PlaceRow,
    RowShape,
    Section,
    SideBarrier,
    SideCrossing,
    TerrainGrid,
)
from wargame_core.maps.files.shorthand import LetterGrid
from wargame_core.maps.hexes import HexGrid

Span = tuple[int, int]


@frozen(kw_only=True)
class HexHead(MapHead):
    """[map]: its name, and the orientation and numbers of its hexes.

    With `stagger` "columns" the hexes have a flat top and every other column lies half a hex lower, with "rows" they
    have a corner on top and every other row lies half a hex to the right; `shifted` says which ones: "even" or "odd".
    `numbers` is the printed form: C for each digit of the column, R for each digit of the row. `scale` is the width
    of a hex and its unit. `shorthand` is the number of the rule by which routes and courses are filled in.
    """

    grid: Literal["hex"] = "hex"
    stagger: Literal["columns", "rows"] = "columns"
    shifted: Literal["even", "odd"] = "even"
    numbers: str = "CCRR"
    scale: tuple[float, str] | None = None
    shorthand: Literal[1] | None = None

    def __attrs_post_init__(self) -> None:
        if len(re.findall("C+", self.numbers)) != 1 or len(re.findall("R+", self.numbers)) != 1 or "-" in self.numbers:
            raise ValueError(f"numbers: {self.numbers!r} is not one run of C and one of R, as in 'CCRR' or 'CC.RR'")

    def number(self, column: int, row: int) -> str:
        """A column and a row as they are printed."""
        values = {"C": column, "R": row}
        return re.sub("C+|R+", lambda run: f"{values[run[0][0]]:0{len(run[0])}}", self.numbers)


_SPANS = ("columns", "rows", "rows_odd", "rows_even", "columns_odd", "columns_even")
_SPAN_COMBINATIONS = (
    {"columns", "rows"},
    {"columns", "rows_odd", "rows_even"},
    {"rows", "columns_odd", "columns_even"},
)


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
        if set(self.spans) not in _SPAN_COMBINATIONS:
            raise ValueError(
                "give columns and rows, or columns, rows_odd and rows_even, or rows, columns_odd and columns_even"
            )
        for name, (first_number, last_number) in self.spans.items():
            if not 0 <= first_number <= last_number:
                raise ValueError(
                    f"{name} = [{first_number}, {last_number}], but it must be the first and the last, counted upwards"
                )
        if self.most_hexes > LARGEST:
            raise ValueError(f"a sheet of {self.most_hexes:,} hexes; at most {LARGEST:,}")
        if "-" in self.prefix:
            raise ValueError(f"prefix {self.prefix!r} has a hyphen, which stands between the two hexes of a hexside")

    @property
    def spans(self) -> dict[str, Span]:
        """The spans that are given, by their keys."""
        return {name: getattr(self, name) for name in _SPANS if getattr(self, name) is not None}

    @property
    def most_hexes(self) -> int:
        """An upper limit of its hexes: its longest column times its longest row."""
        width, height = (
            max(
                last_number - first_number + 1
                for name, (first_number, last_number) in self.spans.items()
                if name.startswith(way)
            )
            for way in ("columns", "rows")
        )
        return width * height

    def numbers(self) -> Iterator[tuple[int, int]]:
        """The printed column and row of each hex."""
        first_number, last_number = self.columns or self.rows or (1, 0)
        for line in range(first_number, last_number + 1):
            odd_numbers, even_numbers = (
                (self.rows_odd, self.rows_even) if self.columns else (self.columns_odd, self.columns_even)
            )
            start_number, end = (
                (self.rows if self.columns else None) or (odd_numbers if line % 2 else even_numbers) or (1, 0)
            )
            for place in range(start_number, end + 1):
                yield (line, place) if self.columns else (place, line)


@frozen(kw_only=True)
class HexPlace(PlaceRow):
    """[[place]]: a named hex. `tags` are words the rules ask for; `confidence` is about its position."""

    hex: str


@frozen(kw_only=True)
class HexEntry(EntryRow):
    """[[entry]]: a hex where something may come onto the map."""

    hex: str


@frozen
class PrintedHex:
    """A hex of a sheet: its printed number, and its column and row on the whole map."""

    name: str
    column: int
    row: int
    sheet: int


@frozen(slots=False)
class HexMapFile:
    """All sections of a hex map's file.

    [terrain] has a row of letters for each row of the whole map, from the top, and in it a letter for each column. A
    space stands for no hex, also where a hex of a sheet is left out of the map.
    """

    map: HexHead
    sheet: tuple[MapSheet, ...]
    terrain: TerrainGrid | None = None
    place: tuple[HexPlace, ...] = ()
    road: tuple[NamedRoad, ...] = ()
    hexside: tuple[SideBarrier, ...] = ()
    crossing: tuple[SideCrossing, ...] = ()
    entry: tuple[HexEntry, ...] = ()

    def __attrs_post_init__(self) -> None:
        if (most_hexes := sum(sheet.most_hexes for sheet in self.sheet if sheet is not None)) > LARGEST:
            raise ValueError(f"sheets of {most_hexes:,} hexes; at most {LARGEST:,}")

    @cached_property
    def printed(self) -> tuple[PrintedHex, ...]:
        """Every hex of the sheets, sheet by sheet, whether or not the terrain leaves it out."""
        return tuple(
            PrintedHex(
                sheet.prefix + self.map.number(col, row), col + sheet.columns_left, row + sheet.rows_above, sheet_number
            )
            for sheet_number, sheet in enumerate(self.sheet)
            for col, row in sheet.numbers()
        )

    @cached_property
    def corner(self) -> tuple[int, int]:
        """The first row and the first column of the whole map."""
        return min(hex.row for hex in self.printed), min(hex.column for hex in self.printed)


class HexSpelling(Spelling[HexGrid]):
    """Map files of hexes: a hex is its printed number."""

    file_class = HexMapFile
    sections: ClassVar[tuple[Section, ...]] = (
        Section("place", RowShape.SPACE, "hex"),
        Section("entry", RowShape.SPACE, "hex"),
        Section("crossing", RowShape.SIDE, "side"),
        Section("hexside", RowShape.LINES, "sides"),
        Section("road", RowShape.WAYS, "path"),
    )
    shown_by: ClassVar[str] = "sheet"
    word: ClassVar[str] = "hex"
    side_word: ClassVar[str] = "hexside"

    def make_grid(self, reader: MapReader[HexGrid]) -> HexGrid | None:
        """The hexes of all sheets but those that the terrain leaves out; None when two lie in one place."""
        file: HexMapFile = reader.file
        if None in file.sheet or not _sheets_fit(reader, file):
            return None
        (top, left), rows = file.corner, file.terrain.rows if file.terrain is not None else ()
        try:
            letters = [rows[hex.row - top][hex.column - left] if rows else "" for hex in file.printed]
        except IndexError:  # a grid of the wrong size leaves nothing out
            letters = [""] * len(file.printed)
        visible_hexes = [hex for hex, letter in zip(file.printed, letters, strict=True) if letter != " "]
        by_columns = file.map.stagger == "columns"
        cells = sorted(
            ((hex.column, hex.row) if by_columns else (hex.row, hex.column), hex.name) for hex in visible_hexes
        )
        return HexGrid(
            file.map.stagger,
            file.map.shifted,
            tuple(cell for cell, _ in cells),
            tuple(cell_name for _, cell_name in cells),
        )

    def letters(self, file: HexMapFile, grid: HexGrid) -> LetterGrid:
        top, left = file.corner
        return LetterGrid.of_map({(hex.row - top, hex.column - left): hex.name for hex in file.printed}, self.word)


HEXES = HexSpelling()
"""How map files of hexes are written."""


def _sheets_fit(reader: MapReader[HexGrid], file: HexMapFile) -> bool:
    """Whether no two hexes have one place (E414) or one number (E302); noted once for each sheet."""
    if not file.printed:
        reader.add(("sheet",), "E202", "missing: at least one sheet")
    by_place: dict[tuple[int, int], PrintedHex] = {}
    by_name: dict[str, PrintedHex] = {}
    clash_counts: Counter[tuple[int, str]] = Counter()
    for hex in file.printed:
        other_hex = by_place.setdefault((hex.column, hex.row), hex)
        twin = by_name.setdefault(hex.name, hex)
        if other_hex is not hex and not clash_counts[hex.sheet, "place"]:
            place_in_words = f"in column {hex.column}, row {hex.row} of the whole map"
            hint = "change rows_above or columns_left, or leave hexes out with rows_odd and rows_even"
            reader.add(
                ("sheet", hex.sheet), "E414", f"{hex.name} lies where {other_hex.name} is, {place_in_words}", hint
            )
        clash_counts[hex.sheet, "place"] += other_hex is not hex
        if twin is not hex and not clash_counts[hex.sheet, "name"]:
            reader.add(("sheet", hex.sheet), "E302", f"{hex.name!r} is already a hex", "give each sheet a prefix")
        clash_counts[hex.sheet, "name"] += twin is not hex
    return bool(file.printed) and not any(clash_counts.values())
