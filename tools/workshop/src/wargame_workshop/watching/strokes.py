"""What a stroke on the map changes in a file: one part of its text and nothing else.

A stroke says what is meant, not how the file was: it fits files that have changed since it was drawn, and a stroke that
is written already changes nothing.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from wargame_core.data import Document, parse_toml, value_text
from wargame_core.maps.files.map_file import maps_in
from wargame_core.maps.files.reader import MapReader
from wargame_pictures.draw.map_svg import read_leniently
from wargame_workshop.interchange.counter_sheets import beginning_of
from wargame_workshop.interchange.remembered_imports import IMPORTS
from wargame_workshop.splices import EditError, Splices, head_text, terrain_text
from wargame_workshop.watching.letter_strokes import LEGEND, LETTERS_OF_NEW_MAP
from wargame_workshop.watching.map_strokes import AREA_STROKES, STROKES, strokes_on
from wargame_workshop.watching.stamped_files import STAMP_STROKES, stamped_into
from wargame_workshop.watching.stroke_fields import StrokeFields, count_of, list_of, pixel_of, space_of, word_of


def drawn_into(folder: Path, read_file: Callable[[Path], Document], op: str, fields: StrokeFields) -> tuple[Path, str]:
    """The file that a stroke changes, and its new text.

    ``read_file`` gives the document of a file. Raises `EditError` for an impossible stroke, `DataError` for a broken
    file.
    """
    if op == "unit":
        return _unit(folder, read_file, fields)
    if op == "new_map":
        return _new_map(folder, read_file, fields)
    if op in STAMP_STROKES:
        return stamped_into(folder, read_file, op, fields)
    if op not in STROKES and op not in AREA_STROKES and op != "fit":
        other_strokes = (*STAMP_STROKES, "fit", "new_map", "unit", "undo", "redo")
        raise EditError(
            f"there is no stroke {op[:40]!r} ({', '.join(dict.fromkeys([*STROKES, *AREA_STROKES, *other_strokes]))})"
        )
    maps = maps_in(folder)
    if not maps:
        for path in folder.glob("*.toml"):
            read_file(path)  # a broken file may be the map
        raise EditError("there is no map in the folder")
    doc = read_file(maps[0])
    reader = read_leniently(doc)
    if reader is None:
        raise EditError(f"{maps[0].name} is too far from a map to draw on: mend its mistakes in the text first")
    if op == "fit":
        return _fit(folder, read_file, reader, fields)
    strokes = strokes_on(reader.spelling, reader.grid, doc)
    if op not in strokes:
        raise EditError(f"this map has no stroke {op!r} ({', '.join(strokes)})")
    splices = Splices(doc.text)
    strokes[op](reader, fields, splices)
    return maps[0], splices.text() if splices else doc.text


def _new_map(folder: Path, read_file: Callable[[Path], Document], fields: StrokeFields) -> tuple[Path, str]:
    """A map in a folder that has none: of clear ground, of ground that is not set yet, or of one area."""
    title, grid, path = word_of(fields, "title"), fields.get("grid"), folder / "map.toml"
    if grid not in ("hex", "square", "areas"):
        raise EditError(f"grid: 'hex', 'square' or 'areas' is needed, not {str(grid)[:40]!r}")
    lines = head_text("my own drawing", title)
    if grid == "areas":
        lines += ['grid = "areas"', "", "[[area]]", 'id = "first"', 'name = "First area"', "at = [8, 5]"]
    else:
        columns, rows = count_of(fields, "columns"), count_of(fields, "rows")
        size = [f"rows = {rows}", f"cols = {columns}"]
        if grid == "hex":
            size = ['grid = "hex"', "", "[[sheet]]", f"columns = [1, {columns}]", f"rows = [1, {rows}]"]
        legend = LETTERS_OF_NEW_MAP if fields.get("unset") is True else LEGEND
        lines += [*size, *terrain_text(legend, [next(iter(legend)) * columns] * rows)]
    if (path.is_file() and read_file(path).data) or maps_in(folder):
        raise EditError("there is a map in the folder already")
    return path, "\n".join([*lines, ""])


def _unit(folder: Path, read_file: Callable[[Path], Document], fields: StrokeFields) -> tuple[Path, str]:
    """A counter that begins elsewhere: the row of a unit or formation that names exactly one place or hex.

    ``file`` names the file of the row, as each scenario has its own.
    """
    unit, where_set_up, file = word_of(fields, "unit"), word_of(fields, "where"), word_of(fields, "file", 200)
    for path in sorted(path for path in folder.glob("*.toml") if path.name == file):
        doc = read_file(path)
        if (set_up_path := beginning_of(doc.data, unit)) is not None:
            splices = Splices(doc.text)
            splices.replace(set_up_path, where_set_up)
            return path, splices.text()
    raise EditError(f"{file}: nothing puts {unit!r} at one place alone; change it in the text")


def _fit(
    folder: Path, read_file: Callable[[Path], Document], reader: MapReader[Any], fields: StrokeFields
) -> tuple[Path, str]:
    """The picture below the map so that the middles of two or three spaces lie at points of it."""
    file, rows, path = word_of(fields, "file", 200), list_of(fields, "at"), folder / IMPORTS
    if len(rows) not in (2, 3) or not all(isinstance(row, list) and len(row) == 3 for row in rows):
        raise EditError("at: two or three spaces are needed, each with the x and y of its middle on the picture")
    pixels_by_name = {reader.name(space_of(reader, name)): [pixel_of(x), pixel_of(y)] for name, x, y in rows}
    if len(pixels_by_name) != len(rows):
        raise EditError("at: different spaces are needed, not one twice")
    doc = read_file(path) if path.is_file() else parse_toml("", path)
    if "underlay" in doc.data:
        splices = Splices(doc.text)
        splices.set_key(("underlay",), "file", file)
        splices.set_key(("underlay",), "at", pixels_by_name)
        return path, splices.text()
    gap = "\n" if doc.text.strip() else ""
    return path, f"{doc.text}{gap}[underlay]\nfile = {value_text(file)}\nat = {value_text(pixels_by_name)}\n"
