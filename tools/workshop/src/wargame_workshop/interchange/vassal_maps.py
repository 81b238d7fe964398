"""A map file of the places of a module: a grid with its printed numbers, what lies off it as boxes, or areas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, assert_never

from attrs import define, field, frozen

from wargame_core.data import value_text
from wargame_core.data.documents import parse_toml
from wargame_core.errors import DataError, Problem
from wargame_core.maps.files.map_file import sound_map
from wargame_core.maps.files.sections import LARGEST
from wargame_workshop.interchange.vassal_grids import BoardGrid
from wargame_workshop.interchange.vassal_places import MapKind, Place, Places
from wargame_workshop.splices import head_text, new_id, terrain_text

BOX: Final = "box"
"""The terrain of a place off the grid."""
OFF: Final = "off"
"""The terrain of a square that is none: VASSAL has no grid there. Nobody may enter it."""
BOXES_IN_A_ROW: Final = 8
PIXELS: Final = 100
"""Pixels of a board to the width of a piece on a map of areas."""


@frozen
class MapText:
    """A map file, and what is true of it: whether its spaces have the printed numbers, places that became one."""

    text: str
    as_printed: bool = True
    merged: int = 0
    left_out: int = 0


def write_map(places: Places, *, hexes_alone: bool = False) -> MapText:
    """The map file of the places, which get their names in it; with ``hexes_alone`` without boxes, and with terrain.

    Raises `DataError` for boards without a space.
    """
    module = places.module
    if not places.all:
        names = ", ".join(repr(placed_board.board.name) for placed_board in places.placed)
        message, hint = f"no space of the grid lies on the board {names}", "choose another board, or mend its grid"
        raise DataError([Problem(module.path.name, 1, 1, "E710", message, hint)])
    title = module.name or module.path.stem
    head = head_text(f"the VASSAL module {title} {module.version}".strip(), title)
    match places.kind:
        case MapKind.HEX:
            map_text = _hexes(head, places, hexes_alone=hexes_alone)
        case MapKind.SQUARE:
            map_text = _squares(head, places)
        case MapKind.AREAS:
            map_text = _areas(head, places)
        case _:
            assert_never(places.kind)
    spaces = sound_map(parse_toml(map_text.text, Path("map.toml"))).map
    if places.kind is not MapKind.AREAS:  # an area is named by its id, which may be the name of another
        for key, name in places.names.items():
            places.names[key] = spaces.coordinates(spaces.parse(name))  # as the map itself has it
    return map_text


def _name_boxes(boxes: Iterable[Place], used_names: set[str]) -> tuple[list[tuple[str, list[Place]]], int]:
    """The boxes by the names that they get, and how many became one with another: on a board one of each name."""
    by_text: dict[tuple[int, str], list[Place]] = {}
    for place in boxes:
        by_text.setdefault((place.board, place.printed or f"box {place.spot.part + 1}"), []).append(place)
    named_boxes, merged_count = [], 0
    for (_, text), box_places in by_text.items():
        stem = " ".join(text.split()).replace(">", "-") or BOX
        number, name = 1, stem
        while name.casefold() in used_names:
            number += 1
            name = f"{stem} {number}"
        used_names.add(name.casefold())
        named_boxes.append((name, box_places))
        merged_count += len(box_places) - 1
    return named_boxes, merged_count


# hexes


@define
class _Sheet:
    """A [[sheet]] of hexes in the making: its prefix, where it lies, and column and row of each of its hexes."""

    prefix: str = ""
    left: int = 0
    above: int = 0
    hexes: dict[tuple[int, int], str] = field(factory=dict)
    """The letter of each hex, by printed column and row."""
    spans: list[str] = field(factory=list)

    @property
    def bottom(self) -> int:
        """The last row on the whole map."""
        return max(row for _, row in self.hexes) + self.above

    @property
    def lines(self) -> list[str]:
        """How it is written."""
        prefix_lines = [f"prefix = {value_text(self.prefix)}"] if self.prefix else []
        prefix_lines += [f"columns_left = {self.left}"] if self.left else []
        prefix_lines += [f"rows_above = {self.above}"] if self.above else []
        return ["", "[[sheet]]", *prefix_lines, *self.spans]


@frozen
class _Lattice:
    """How the hexes of a map are numbered: which way the lines go, and which of them lie lower."""

    sideways: bool
    shifted: int
    mark: str
    digits: tuple[int, int]
    line_first: bool

    def number(self, column: int, row: int) -> str:
        """What is printed in a hex of a column and a row."""
        line, place = (row, column) if self.sideways else (column, row)
        words = [f"{line:0{self.digits[0]}}", f"{place:0{self.digits[1]}}"]
        return self.mark.join(words if self.line_first else words[::-1])

    @property
    def head(self) -> list[str]:
        """The keys of [map]."""
        lines, places = ("rows", "columns") if self.sideways else ("columns", "rows")
        pattern = [lines[0].upper() * self.digits[0], places[0].upper() * self.digits[1]]
        return [
            'grid = "hex"',
            f'stagger = "{lines}"',
            f'shifted = "{"odd" if self.shifted else "even"}"',
            f"numbers = {value_text(self.mark.join(pattern if self.line_first else pattern[::-1]))}",
            "shorthand = 1",
        ]


def _hexes(head: list[str], places: Places, *, hexes_alone: bool) -> MapText:
    """A map of hexes. VASSAL's columns are called lines here: with a corner on top they are the rows of our map."""
    (first_grid, main_places), *other_blocks = _blocks(places)
    as_printed, numbers = _hex_numbers(first_grid, [place.column_and_row for place in main_places])
    lattice = _lattice(first_grid, as_printed, numbers)
    sheets = [_main_sheet(places, main_places, lattice, numbers)]
    left_out = 0
    for block_number, (grid, hexes) in enumerate(other_blocks):
        if grid.sideways != first_grid.sideways or sum(len(sheet.hexes) for sheet in sheets) + len(hexes) > LARGEST:
            left_out += len(hexes)
            continue
        sheets.append(_further_sheet(places, hexes, lattice, f"{_letter(block_number)}", sheets))
    off_grid = (place for place in places.all if place.box and not hexes_alone)
    named_boxes, merged_count = _name_boxes(off_grid, set(places.names.values()))
    boxes = _box_sheet(places, named_boxes, lattice, sheets) if named_boxes else []
    every = [*sheets, *boxes]
    lines = [*head, *lattice.head, *(line for sheet in every for line in sheet.lines)]
    is_whole_sheet = (
        len(every) == 1 and len(main_places) == sum(1 for _ in first_grid.spaces()) and not _ragged(every[0], lattice)
    )
    lines += [] if is_whole_sheet and not hexes_alone else _hex_terrain(every)
    lines += _place_rows("hex", [(name, places.names[box_places[0].key]) for name, box_places in named_boxes])
    return MapText("\n".join([*lines, ""]), as_printed, merged_count, left_out)


def _blocks(places: Places) -> list[tuple[BoardGrid, list[Place]]]:
    """The grids of the kind of the map with the places of each, the largest first."""
    places_by_grid: dict[tuple[int, int], list[Place]] = {}
    for place in places.all:
        if not place.box:
            places_by_grid.setdefault((place.board, place.spot.part), []).append(place)
    blocks = []
    for (board, part), grid_places in sorted(places_by_grid.items(), key=lambda row: -len(row[1])):
        grid = places.boards[board].board.grid_of(part)
        assert grid is not None  # a place that is not a box lies in a grid of the kind
        blocks.append((grid, grid_places))
    return blocks


def _letter(number: int) -> str:
    """The prefix of a further sheet; none that stands for a column or row in the form of numbers."""
    letters = "ABDEFGHIJKLMNOPQSTUVWXYZ"
    return letters[number % len(letters)] * (1 + number // len(letters))


def _hex_numbers(
    grid: BoardGrid, spaces: Sequence[tuple[int, int]]
) -> tuple[bool, dict[tuple[int, int], tuple[int, int]]]:
    """Whether our map can have the printed numbers; and line and place of each hex, so numbered, else from 1."""
    if grid.numbering.plain:
        counted_cells = {space: grid.counted(*space) for space in spaces}
        first_line, first_place = grid.numbering.column_start, grid.numbering.row_start
        numbers = {space: (line + first_line, place + first_place) for space, (line, place) in counted_cells.items()}
        if min(map(min, numbers.values())) >= 0:
            return True, numbers
    left, top = min(line for line, _ in spaces), min(place for _, place in spaces)
    left -= left % 2  # lines that lie lower stay those
    return False, {(line, place): (line - left + 1, place - top + 1) for line, place in spaces}


def _lattice(grid: BoardGrid, as_printed: bool, numbers: Mapping[tuple[int, int], tuple[int, int]]) -> _Lattice:
    numbering = grid.numbering
    if as_printed:
        digits = numbering.column_digits, numbering.row_digits
    else:
        lines, places = zip(*numbers.values(), strict=True)
        digits = max(2, len(str(max(lines)))), max(2, len(str(max(places))))
    # On a board every second line, counted from 0, lies half a hex lower, whatever number is printed in it. Staggered
    # numbers count one more in those lines: number for number they lie higher, and so it is the others that are lower.
    (line, _), (line_number, _) = next(iter(numbers.items()))
    lower_shift = (1 + line_number - line) % 2
    if as_printed and numbering.staggered:
        lower_shift = 1 - lower_shift
    mark = numbering.mark if as_printed else ""
    return _Lattice(grid.sideways, lower_shift, mark, digits, numbering.columns_first or not as_printed)


def _main_sheet(
    places: Places, main_places: Sequence[Place], lattice: _Lattice, numbers: Mapping[tuple[int, int], tuple[int, int]]
) -> _Sheet:
    """The sheet of the largest grid, with its printed numbers where they can be had."""
    sheet = _Sheet()
    for place in main_places:
        line, number = numbers[place.column_and_row]
        column, row = (number, line) if lattice.sideways else (line, number)
        sheet.hexes[column, row] = "."
        places.names[place.key] = lattice.number(column, row)
    lines, across_key = ("rows", "columns") if lattice.sideways else ("columns", "rows")
    of_line, of_place = (1, 0) if lattice.sideways else (0, 1)
    line_numbers = [hexagon[of_line] for hexagon in sheet.hexes]
    sheet.spans = [f"{lines} = {[min(line_numbers), max(line_numbers)]}"]
    for parity, word in ((1, "odd"), (0, "even")):
        place_numbers = [hexagon[of_place] for hexagon in sheet.hexes if hexagon[of_line] % 2 == parity] or [0]
        sheet.spans.append(f"{across_key}_{word} = [{min(place_numbers)}, {max(place_numbers)}]")
    return sheet


def _further_sheet(
    places: Places, hexes: Sequence[Place], lattice: _Lattice, prefix: str, sheets: Sequence[_Sheet]
) -> _Sheet:
    """A further grid of hexes, below those before it and apart from them, with numbers of ours."""
    cells = [place.column_and_row for place in hexes]
    left, top = min(line for line, _ in cells), min(place for _, place in cells)
    sheet = _Sheet(prefix)
    starts_odd = (left % 2 == 1) != (lattice.shifted == 1)  # whether its first line, numbered 1, lies on a wrong one
    for place in hexes:
        line, number = place.column_and_row
        column, row = line - left + 1, number - top + 1
        column, row = (row, column) if lattice.sideways else (column, row)
        sheet.hexes[column, row] = "."
        places.names[place.key] = prefix + lattice.number(column, row)
    sheet.above = max(other_sheet.bottom for other_sheet in sheets) + 2
    if lattice.sideways:
        sheet.above += ((sheet.above % 2 == 1) != starts_odd) * 1
    else:
        sheet.left = int(starts_odd)
    _span(sheet)
    return sheet


def _span(sheet: _Sheet) -> None:
    """Write the rectangle round its hexes."""
    for axis, word in ((0, "columns"), (1, "rows")):
        coordinates = [hexagon[axis] for hexagon in sheet.hexes]
        sheet.spans.append(f"{word} = {[min(coordinates), max(coordinates)]}")


def _box_sheet(
    places: Places, named_boxes: Sequence[tuple[str, list[Place]]], lattice: _Lattice, sheets: Sequence[_Sheet]
) -> list[_Sheet]:
    """A sheet for the boxes below all hexes, none beside another."""
    sheet = _Sheet(BOX, above=max(other_sheet.bottom for other_sheet in sheets) + 2)
    width = max(BOXES_IN_A_ROW, (max(column for column, _ in sheets[0].hexes) + 1) // 2)
    for box_number, (_, box_places) in enumerate(named_boxes):
        column, row = 2 * (box_number % width) + 1, 2 * (box_number // width) + 1
        sheet.hexes[column, row] = "b"
        for place in box_places:
            places.names[place.key] = BOX + lattice.number(column, row)
    _span(sheet)
    return [sheet]


def _ragged(sheet: _Sheet, lattice: _Lattice) -> bool:
    """Whether the spans of a sheet have hexes that it has not."""
    axis = 1 if lattice.sideways else 0
    places_by_parity: dict[int, list[int]] = {0: [], 1: []}
    for hexagon in sheet.hexes:
        places_by_parity[hexagon[axis] % 2].append(hexagon[1 - axis])
    lines = [hexagon[axis] for hexagon in sheet.hexes]
    spanned_count = sum(
        max(places_by_parity[line % 2]) - min(places_by_parity[line % 2]) + 1 if places_by_parity[line % 2] else 1
        for line in range(min(lines), max(lines) + 1)
    )
    return spanned_count != len(sheet.hexes)


def _hex_terrain(sheets: Sequence[_Sheet]) -> list[str]:
    """[terrain] with a letter for each hex, and a blank where there is none."""
    letters = {
        (row + sheet.above, column + sheet.left): letter
        for sheet in sheets
        for (column, row), letter in sheet.hexes.items()
    }
    corners = [(row, column) for row, column in letters]
    for sheet in sheets:  # the spans of the main sheet may reach further than its hexes do
        corners += [(row + sheet.above, column + sheet.left) for column, row in _spanned(sheet)]
    first_row, last_row = min(row for row, _ in corners), max(row for row, _ in corners)
    first_column, last_column = min(column for _, column in corners), max(column for _, column in corners)
    columns = range(first_column, last_column + 1)
    rows = ["".join(letters.get((row, column), " ") for column in columns) for row in range(first_row, last_row + 1)]
    legend = {".": "clear"} | ({"b": BOX} if "b" in letters.values() else {})
    return terrain_text(legend, rows)


def _spanned(sheet: _Sheet) -> list[tuple[int, int]]:
    """The corners of the rectangle round a sheet."""
    columns, rows = [column for column, _ in sheet.hexes], [row for _, row in sheet.hexes]
    return [(min(columns), min(rows)), (max(columns), max(rows))]


def _place_rows(key: str, named_spaces: Iterable[tuple[str, str]]) -> list[str]:
    """A [[place]] for each box, with its name and its space."""
    lines: list[str] = []
    for name, space in named_spaces:
        space_text = f"[{space.strip('()').replace(',', ', ')}]" if key == "cell" else value_text(space)
        lines += ["", "[[place]]", f"name = {value_text(name)}", f"{key} = {space_text}", f'kind = "{BOX}"']
    return lines


# squares


def _squares(head: list[str], places: Places) -> MapText:
    """A map of squares: the largest grid, others below it, then the boxes, each apart from the next."""
    rows: dict[tuple[int, int], str] = {}
    row_offset, left_out = 0, 0
    for _, squares in _blocks(places):
        cells = [place.column_and_row for place in squares]
        left, top = min(column for column, _ in cells), min(row for _, row in cells)
        height = max(row for _, row in cells) - top + 1
        width = max(column for column, _ in cells) - left + 1
        if rows and (row_offset + height + 1) * max(width, *(column + 1 for _, column in rows)) > LARGEST:
            left_out += len(squares)
            continue
        row_offset += 1 if rows else 0
        for place in squares:
            column, row = place.column_and_row
            place_in_sheet = row_offset + row - top, column - left
            rows[place_in_sheet] = "."
            places.names[place.key] = f"({place_in_sheet[0]},{place_in_sheet[1]})"
        row_offset += height
    named_boxes, merged_count = _name_boxes((place for place in places.all if place.box), set())
    width = max(column for _, column in rows) + 1
    in_a_row = max(1, (width + 1) // 2)
    for box_number, (_, box_places) in enumerate(named_boxes):
        place_in_sheet = row_offset + 1 + 2 * (box_number // in_a_row), 2 * (box_number % in_a_row)
        rows[place_in_sheet] = "b"
        for place in box_places:
            places.names[place.key] = f"({place_in_sheet[0]},{place_in_sheet[1]})"
    height = max(row for row, _ in rows) + 1
    letters = ["".join(rows.get((row, column), "#") for column in range(width)) for row in range(height)]
    legend = {".": "clear", "b": BOX, "#": OFF}
    legend = {letter: word for letter, word in legend.items() if any(letter in line for line in letters)}
    lines = [*head, f"rows = {height}", f"cols = {width}", "shorthand = 1", *terrain_text(legend, letters)]
    lines += [f"closed = [{value_text(OFF)}]"] if "#" in legend else []
    lines += _place_rows("cell", [(name, places.names[box_places[0].key]) for name, box_places in named_boxes])
    return MapText("\n".join([*lines, ""]), merged=merged_count, left_out=left_out)


# areas


def _areas(head: list[str], places: Places) -> MapText:
    """Every place as an area that nothing joins yet, a hundred pixels to the width of a piece."""
    lines, ids, centres = [*head, 'grid = "areas"'], set[str](), set[tuple[int, int]]()
    named_areas, merged_count = _name_boxes(places.all, set())
    left_out = max(0, len(named_areas) - LARGEST)
    boxes = {name for name, area_places in named_areas if all(place.box for place in area_places)}
    for name, area_places in named_areas[:LARGEST]:
        area = new_id(name, ids)
        ids.add(area)
        for place in area_places:
            places.names[place.key] = area
        x, y = (round(part) for part in area_places[0].at)
        while (x, y) in centres:
            x += 1
        centres.add((x, y))
        lines += ["", "[[area]]", f"id = {value_text(area)}"]
        lines += [f"name = {value_text(name)}"] if name != area else []
        lines += [f"at = [{x / PIXELS}, {y / PIXELS}]"]
        lines += [f'kind = "{BOX}"'] if name in boxes else []
    return MapText("\n".join([*lines, ""]), merged=merged_count, left_out=left_out)
