"""What a stroke on the map changes in a file: one part of its text and nothing else.

A stroke says what is meant, not how the file was: it fits files that have changed since it was drawn, and a stroke that
is written already changes nothing.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from string import ascii_letters, digits
from typing import Any

from wargame_core.data import Document, parse_toml
from wargame_core.maps.features import Edge, edge
from wargame_core.maps.files.map_file import maps_in
from wargame_core.maps.files.reader import MapReader
from wargame_core.maps.files.sections import PlacedRow, RowShape, Section
from wargame_pictures.draw.map_svg import read_leniently
from wargame_workshop.interchange.counter_sheets import beginning_of
from wargame_workshop.interchange.remembered_imports import IMPORTS
from wargame_workshop.splices import EditError, Splices, head_text, new_id, terrain_text, value_text

Words = Mapping[str, Any]
"""What a stroke says beside its name; it comes from the page, so nothing of it is trusted."""
SPACES = 5000
"""The most spaces or sides of one stroke."""


def drawn_into(folder: Path, read: Callable[[Path], Document], op: str, words: Words) -> tuple[Path, str]:
    """The file that a stroke changes, and its new text.

    ``read`` gives the document of a file. Raises `EditError` for an impossible stroke, `DataError` for a broken file.
    """
    if op == "unit":
        return _unit(folder, read, words)
    if op == "new_map":
        return _new_map(folder, read, words)
    if op not in STROKES and op != "fit":
        others = ("fit", "new_map", "unit", "undo", "redo")
        raise EditError(f"there is no stroke {op[:40]!r} ({', '.join([*STROKES, *others])})")
    maps = maps_in(folder)
    if not maps:
        for path in folder.glob("*.toml"):
            read(path)  # a broken file may be the map
        raise EditError("there is no map in the folder")
    doc = read(maps[0])
    reader = read_leniently(doc)
    if reader is None or not reader.grid.lattice.ways:
        raise EditError("there is no map of squares or hexes to draw on")
    if op == "fit":
        return _fit(folder, read, reader, words)
    splices = Splices(doc.text)
    STROKES[op](reader, words, splices)
    return maps[0], splices.text() if splices else doc.text


# what a stroke says


def _space(reader: MapReader[Any], name: object) -> int:
    space: int | None = reader.grid.read_coordinates(name) if isinstance(name, str) else None
    if space is None or reader.name(space) != name:
        raise EditError(f"{str(name)[:40]!r} is not a space of the map")
    return space


def _word(words: Words, key: str, most: int = 80) -> str:
    value = words.get(key)
    if not isinstance(value, str) or not value.strip() or len(value) > most or not value.isprintable():
        raise EditError(f"{key}: a word of at most {most} letters is needed")
    return value.strip()


def _list(words: Words, key: str, least: int = 1) -> list[Any]:
    value = words.get(key)
    if not isinstance(value, list) or not least <= len(value) <= SPACES:
        raise EditError(f"{key}: a list of {least} to {SPACES} is needed")
    return value


def _side_of(reader: MapReader[Any], a: object, b: object) -> Edge:
    first, second = _space(reader, a), _space(reader, b)
    if second not in reader.grid.neighbours[first]:
        raise EditError(f"{a} and {b} share no side")
    return edge(first, second)


def _side(reader: MapReader[Any], words: Words) -> Edge:
    return _side_of(reader, words.get("a"), words.get("b"))


def _sides(reader: MapReader[Any], words: Words) -> list[Edge]:
    sides = _list(words, "sides")
    if not all(isinstance(side, list) and len(side) == 2 for side in sides):
        raise EditError("sides: each is the two spaces beside it")
    return list(dict.fromkeys(_side_of(reader, *side) for side in sides))


def _section(reader: MapReader[Any], *names: str) -> Section:
    """The first of these sections that files on the map's grid have."""
    return next(section for name in names for section in reader.spelling.sections if section.name == name)


# terrain


def paint(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Give some spaces the terrain of a letter."""
    terrain = reader.doc.data.get("terrain", {})
    letter, legend = _word(words, "letter", 1), terrain.get("legend", {})
    if letter not in legend:
        raise EditError(f"{letter!r} is not in the legend ({', '.join(legend)})")
    places, grid = reader.letter_places, terrain["grid"]
    rows = grid.splitlines() if isinstance(grid, str) else [*grid]
    for name in _list(words, "spaces"):
        number, column = places[_space(reader, name)]
        if number >= len(rows) or column >= len(rows[number]):
            raise EditError(f"the grid of letters has no letter for {name}: complete its rows in the text")
        rows[number] = rows[number][:column] + letter + rows[number][column + 1 :]
    splices.reline(("terrain", "grid"), rows)


def terrain(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Add a terrain to the legend, with the first letter of it that no other has; nothing where it is there."""
    word, legend = _word(words, "kind", 40), reader.doc.data.get("terrain", {}).get("legend")
    if not isinstance(legend, dict):
        raise EditError("the map has no legend of letters: write [terrain] in the text first")
    if word in legend.values():
        return
    letters = (*word.casefold(), *word.upper(), *ascii_letters, *digits)
    letter = next((one for one in letters if one.isascii() and one.isalnum() and one not in legend), None)
    if letter is None:
        raise EditError("every letter is in the legend already")
    splices.add_key(("terrain", "legend"), letter, word)


# rivers, ridges and other lines along sides

NEW_LINES: Mapping[str, Mapping[str, bool]] = {"creek": {"bars": False}, "ridge": {"crossed_by_road": True}}
"""Who may cross a new line of a kind: a creek stops nobody, over a ridge only roads lead."""


def line(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Lay a river, ridge or the like of a name along some sides more."""
    name, kind, sides = _word(words, "name"), _word(words, "kind"), _sides(reader, words)
    laid = next((one for one in _lines(reader) if (one.row.name, one.row.full.kind) == (name, kind)), None)
    if laid is not None:
        _relay(reader, splices, laid, [*laid.sides, *(side for side in sides if side not in laid.sides)])
        return
    is_river = kind == "river" and any(section.name == "river" for section in reader.spelling.sections)
    section = _section(reader, *(("river",) if is_river else ("hexside", "barrier")))
    written = [reader.write_side(side) for side in sides]
    values = {} if is_river else {"kind": kind}
    splices.add_table(section.name, {**values, "name": name, **NEW_LINES.get(kind, {}), section.key: written})


def erase_line(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Take every river, ridge and the like away from some sides."""
    sides = frozenset(_sides(reader, words))
    for laid in _lines(reader):
        if sides & frozenset(laid.sides):
            _relay(reader, splices, laid, [side for side in laid.sides if side not in sides])


def _lines(reader: MapReader[Any]) -> list[PlacedRow]:
    return [laid for laid in reader.rows.of(RowShape.LINES) if laid.number is not None]


def _relay(reader: MapReader[Any], splices: Splices, laid: PlacedRow, sides: list[Edge]) -> None:
    """Other sides of a line; a course becomes a list of sides, since only that can say every change."""
    section, number, key = laid.section.name, laid.number, laid.section.key
    if number is None or tuple(sides) == laid.sides:
        return
    if not laid.sound:
        raise EditError(f"{laid.row.label} has a mistake in the file: mend it there first")
    row = reader.doc.data[section][number]
    if not sides:
        splices.drop_table(section, number)
    elif key in row and len(row[key]) == len(laid.sides):
        written = dict(zip(laid.sides, row[key], strict=True))
        splices.relist((section, number, key), [written.get(side, reader.write_side(side)) for side in sides])
    else:
        old_key = next((name for name in (key, "course", "courses") if name in row), None)
        if old_key is None:
            raise EditError(f"{laid.row.label} is neither a list of sides nor a course: change it in the text")
        splices.replace((section, number, old_key), [reader.write_side(side) for side in sides], key)


# roads


def road(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Lay a road through spaces, each beside the one before; nothing where there is one like it."""
    spaces, kind = [_space(reader, name) for name in _list(words, "spaces", 2)], _word(words, "kind")
    for a, b in pairwise(spaces):
        _side_of(reader, reader.name(a), reader.name(b))
    for laid in reader.rows.of(RowShape.WAYS):
        if laid.row.kind == kind and any(way in (tuple(spaces), tuple(spaces[::-1])) for way in laid.parts):
            return
    name = {"name": _word(words, "name")} if words.get("name") else {}
    splices.add_table("road", {**name, "kind": kind, "path": [reader.write_space(space) for space in spaces]})


def erase_road(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Take away the road that was written last of those that run from one space into the next."""
    step = _side(reader, words)
    for laid in reversed(reader.rows.of(RowShape.WAYS)):
        ways = [way for way in laid.parts if step in {edge(a, b) for a, b in pairwise(way)}]
        if not ways or laid.number is None:
            continue
        if not laid.sound:
            raise EditError(f"{laid.row.label} has a mistake in the file: mend it there first")
        row, paths = reader.doc.data["road"][laid.number], ("paths", "routes")
        key = next((name for name in paths if name in row and len(row[name]) == len(laid.parts) > 1), "")
        if key:
            items = [item for item, way in zip(row[key], laid.parts, strict=True) if way not in ways]
            if items:
                splices.relist(("road", laid.number, key), items)
                return
        splices.drop_table("road", laid.number)
        return


# places and crossings


def place(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Put the place of a name into a space, with its kind: a new one, or the existing one changed."""
    section, name, kind = _section(reader, "place"), _word(words, "name"), _word(words, "kind")
    written, rows = reader.write_space(_space(reader, words.get("space"))), reader.doc.data.get("place", [])
    number = next((n for n, row in enumerate(rows) if row.get("name") == name), None)
    if number is None:
        splices.add_table("place", {"name": name, "kind": kind, section.key: written})
        return
    row = rows[number]
    if section.key not in row:
        raise EditError(f"{name} is placed by latitude and longitude: change these in the text")
    if row[section.key] != written:
        splices.replace(("place", number, section.key), written)
    if row.get("kind", "town") != kind:
        splices.set_key(("place", number), "kind", kind)


def rename_place(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Give a place another name. Routes and deployments that have the old name do not change: lint marks them."""
    old, name = _word(words, "old"), _word(words, "name")
    rows = reader.doc.data.get("place", [])
    if old != name and any(row.get("name") == name for row in rows):
        raise EditError(f"there is a place {name!r} already")
    number = next((n for n, row in enumerate(rows) if row.get("name") == old), None)
    if number is None:
        raise EditError(f"there is no place {old!r} on the map")
    if old != name:
        splices.replace(("place", number, "name"), name)


def erase_place(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Take a place away; nothing where there is none of the name."""
    name = _word(words, "name")
    for number, row in enumerate(reader.doc.data.get("place", [])):
        if row.get("name") == name:
            splices.drop_table("place", number)


def crossing(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Put a bridge, ferry or ford on a side with a river, instead of one that is there."""
    side, section, name, kind = (
        _side(reader, words),
        _section(reader, "crossing"),
        _word(words, "name"),
        _word(words, "kind"),
    )
    crossings = reader.rows.of(RowShape.SIDE)
    laid = next((one for one in crossings if side in one.parts), None)
    if laid is not None and laid.number is not None:
        if laid.row.kind != kind:
            splices.set_key(("crossing", laid.number), "kind", kind)
        return
    rivers = [
        one.row for one in reader.rows.of(RowShape.LINES) if side in one.parts and one.row.full.may_have_crossings
    ]
    if not rivers:
        raise EditError(f"no river lies between {words['a']} and {words['b']}")
    over = {"river": rivers[0].name} if section.key == "edge" else {}
    crossing_id = new_id(name, {one.row.id for one in crossings})
    values = {"id": crossing_id, "name": name, "kind": kind, **over, section.key: reader.write_side(side)}
    splices.add_table("crossing", values)


def erase_crossing(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Take the crossing on a side away; nothing where there is none."""
    side = _side(reader, words)
    for laid in reader.rows.of(RowShape.SIDE):
        if laid.section.name == "crossing" and side in laid.parts and laid.number is not None:
            splices.drop_table("crossing", laid.number)


STROKES: Mapping[str, Callable[[MapReader[Any], Words, Splices], None]] = {
    "paint": paint,
    "terrain": terrain,
    "line": line,
    "erase_line": erase_line,
    "road": road,
    "erase_road": erase_road,
    "place": place,
    "rename_place": rename_place,
    "erase_place": erase_place,
    "crossing": crossing,
    "erase_crossing": erase_crossing,
}
"""By name what a stroke on the map does."""


LEGEND = {".": "clear", "w": "woods", "h": "hill", "s": "swamp", "~": "water"}
"""The letters of a new map."""
LONGEST = 60
"""The most columns and rows of a new map."""


def _new_map(folder: Path, read: Callable[[Path], Document], words: Words) -> tuple[Path, str]:
    """A map of clear ground in a folder that has none."""
    title, grid, path = _word(words, "title"), words.get("grid"), folder / "map.toml"
    columns, rows = _count(words, "columns"), _count(words, "rows")
    if grid not in ("hex", "square"):
        raise EditError(f"grid: 'hex' or 'square' is needed, not {str(grid)[:40]!r}")
    if (path.is_file() and read(path).data) or maps_in(folder):
        raise EditError("there is a map in the folder already")
    size = [f"rows = {rows}", f"cols = {columns}"]
    if grid == "hex":
        size = ['grid = "hex"', "", "[[sheet]]", f"columns = [1, {columns}]", f"rows = [1, {rows}]"]
    lines = [*head_text("my own drawing", title), *size, *terrain_text(LEGEND, ["." * columns] * rows)]
    return path, "\n".join([*lines, ""])


def _count(words: Words, key: str) -> int:
    value = words.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 2 <= value <= LONGEST:
        raise EditError(f"{key}: a whole number from 2 to {LONGEST} is needed, not {str(value)[:40]!r}")
    return value


def _unit(folder: Path, read: Callable[[Path], Document], words: Words) -> tuple[Path, str]:
    """A deployment at another place: the row of a unit or formation that names exactly one place or hex.

    ``file`` names the file of the row, as each scenario has its own.
    """
    unit, where, file = _word(words, "unit"), _word(words, "where"), _word(words, "file", 200)
    for path in sorted(path for path in folder.glob("*.toml") if path.name == file):
        doc = read(path)
        if (at := beginning_of(doc.data, unit)) is not None:
            splices = Splices(doc.text)
            splices.replace(at, where)
            return path, splices.text()
    raise EditError(f"{file}: nothing puts {unit!r} at one place alone; change it in the text")


def _fit(folder: Path, read: Callable[[Path], Document], reader: MapReader[Any], words: Words) -> tuple[Path, str]:
    """The picture below the map so that the middles of two spaces lie at two of its points."""
    file, rows, path = _word(words, "file", 200), _list(words, "at"), folder / IMPORTS
    if len(rows) != 2 or not all(isinstance(row, list) and len(row) == 3 for row in rows):
        raise EditError("at: two spaces are needed, each with the x and y of its middle on the picture")
    at = {reader.name(_space(reader, name)): [_pixel(x), _pixel(y)] for name, x, y in rows}
    if len(at) != 2:
        raise EditError("at: two spaces are needed, not one twice")
    doc = read(path) if path.is_file() else parse_toml("", path)
    if "underlay" in doc.data:
        splices = Splices(doc.text)
        splices.set_key(("underlay",), "file", file)
        splices.set_key(("underlay",), "at", at)
        return path, splices.text()
    gap = "\n" if doc.text.strip() else ""
    return path, f"{doc.text}{gap}[underlay]\nfile = {value_text(file)}\nat = {value_text(at)}\n"


def _pixel(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -100_000 < value < 100_000:
        raise EditError(f"{str(value)[:40]!r} is not a point of a picture")
    return round(value)
