"""Maps of Worldographer, `.wxx`: the terrain of their hexes or squares."""

import re
import zlib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from wargame_core.errors import DataError, Problem
from wargame_core.maps.files.sections import LARGEST
from wargame_workshop.interchange.drawn import Drawing, DrawnFile
from wargame_workshop.interchange.foreign_files import LARGEST as MOST_BYTES
from wargame_workshop.interchange.foreign_files import Element, read_foreign, read_xml
from wargame_workshop.interchange.tiled_drawing import hexes_text, letters_and_rows
from wargame_workshop.interchange.tiled_maps import grid_of, tiles_of
from wargame_workshop.splices import head_text, terrain_text

_OUR_WORDS = (
    ("swamp", "swamp|marsh|bog|moor|fen|wetland|mangrove"),
    ("mountain", "mountains?|volcano|peaks?"),
    ("woods", "forests?|jungle|woods?|trees"),
    ("hill", "hills?"),
    ("sea", "ocean|sea"),
    ("water", "water|lake|river|reef|shoals?"),
    ("field", "farmland|fields?|cropland"),
    ("rough", "badlands|broken|rocky|rough"),
    ("clear", "blank|grassland|grazing|plains?|steppe|savanna|prairie|grass|meadows?"),
)
"""Our words for terrain, each with those by which it is known in the names of others; the first that fits counts."""


def our_word(name: str) -> str:
    """Our word for a terrain that another program names, as `woods` for `Flat Forest Deciduous`; "" for none of ours.

    >>> our_word("Classic/Hills Forest Evergreen"), our_word("Flat Desert Sandy")
    ('woods', '')
    """
    plain_name = name.rpartition("/")[2].casefold()
    return next((own_word for own_word, words in _OUR_WORDS if re.search(rf"\b(?:{words})\b", plain_name)), "")


@frozen
class WorldographerMap:
    """A map: "COLUMNS" or "ROWS" of hexes or "SQUARE", its terrains by column and row, and what lies on it besides.

    ``names`` are the names of its terrains and the word that each is read as.
    """

    path: Path
    grid: str
    width: int
    height: int
    terrain: Mapping[tuple[int, int], str]
    names: Mapping[str, str]
    besides: Mapping[str, int]
    left_out: tuple[Problem, ...] = ()


GRIDS = ("COLUMNS", "ROWS", "SQUARE")


def read_worldographer(path: Path) -> WorldographerMap:
    """The map of a `.wxx` file, of its level that was looked at last. What cannot be read of it is left out and told.

    Raises `DataError` for what is no such file, or is too large, OSError.
    """
    root = _root(path)
    grid = root.get("hexOrientation", "COLUMNS").upper()
    if grid not in GRIDS:
        raise _refused(path, root, "E706", f"a map of kind {grid[:40]!r}; those read are {', '.join(GRIDS)}")
    levels = list(root.all("tiles"))
    level = next(
        (level_row for level_row in levels if level_row.get("viewLevel") == root.get("lastViewLevel")), levels[0]
    )
    columns = [_numbers(row) for row in level.all("tilerow")]
    width = _count(level, "tilesWide", len(columns))
    height = _count(level, "tilesHigh", max(map(len, columns), default=0))
    if not 0 < width * height <= LARGEST:
        raise _refused(path, level, "E707", f"{width} x {height} hexes; a map has 1 to {LARGEST:,}")
    names = _names(root)
    words = {number: our_word(name) or _own_word(name) for number, name in names.items()}
    spaces_inside = {
        (column, row): number
        for column, numbers in enumerate(columns[:width])
        for row, number in enumerate(numbers[:height])
    }
    left_out = [
        _told(path, level, "E702", f"terrain {number[:20]!r} of {count} hexes has no name: they stay clear")
        for number, count in Counter(number for number in spaces_inside.values() if number not in words).items()
    ]
    if surplus := sum(map(len, columns)) - len(spaces_inside):
        left_out.append(_told(path, level, "E706", f"{surplus} hexes lie off the map of {width} x {height}"))
    if missing_count := width * height - len(spaces_inside):
        left_out.append(_told(path, level, "E402", f"{missing_count} hexes have no terrain: they stay clear"))
    terrain = {place: words[number] for place, number in spaces_inside.items() if number in words}
    read_as = {names[number]: words[number] for number in dict.fromkeys(spaces_inside.values()) if number in words}
    return WorldographerMap(path, grid, width, height, terrain, read_as, _besides(root, levels), tuple(left_out))


def _own_word(name: str) -> str:
    """A terrain's own name, in small letters and one line; `clear` for none."""
    return " ".join(name.rpartition("/")[2].lower().split())[:100] or "clear"


def _root(path: Path) -> Element:
    """The element of the map. Its text is UTF-16 with or without a mark, or UTF-8, whatever its first line says."""
    raw = read_foreign(path)
    if raw[:2] == b"\x1f\x8b":
        unpacker = zlib.decompressobj(31)
        try:
            raw = unpacker.decompress(raw, MOST_BYTES + 1)
        except zlib.error as error:
            raise _refused(path, None, "E707", f"the file cannot be unpacked ({error})") from None
    if len(raw) > MOST_BYTES:
        raise _refused(path, None, "E104", f"not let in: it unpacks to more than {MOST_BYTES:,} bytes")
    big = raw[:2] in (b"\xfe\xff", b"\0<")
    is_utf_16 = big or raw[:2] in (b"\xff\xfe", b"<\0")
    try:
        text = raw.decode("utf-16-be" if big else "utf-16-le" if is_utf_16 else "utf-8").lstrip("\ufeff")
    except UnicodeDecodeError as error:
        raise _refused(path, None, "E102", f"the text cannot be read as {error.encoding}") from None
    head = re.match(r"<\?xml[^>]*\?>", text)
    root = read_xml(text[head.end() if head is not None else 0 :].encode(), path)
    if root.tag != "map" or root.first("tiles") is None:
        hint = "save the map in Worldographer as .wxx"
        raise _refused(path, root, "E707", "this is not a map of Worldographer", hint)
    return root


def _names(root: Element) -> dict[str, str]:
    """The names of terrains by their numbers: names and numbers in turn."""
    element = root.first("terrainmap")
    parts = [part.strip() for part in (element.text if element is not None else "").split("\t")]
    return dict(zip(parts[1::2], parts[::2], strict=False))


def _numbers(row: Element) -> list[str]:
    """The numbers of the terrains of a column, from the top; in Worldographer a "row" of tiles is a column."""
    return [line.split("\t")[0].strip() for line in row.text.splitlines() if line.strip()]


def _besides(root: Element, levels: list[Element]) -> dict[str, int]:
    """How many things lie on the map besides its terrain, by what they are."""
    child_tags = {"features": "feature", "labels": "label", "shapes": "shape", "notes": "note"}
    counts = {name: sum(1 for part in root.all(name) for _ in part.all(tag)) for name, tag in child_tags.items()}
    return {name: count for name, count in {**counts, "other levels of the map": len(levels) - 1}.items() if count}


def _count(element: Element, name: str, default: int) -> int:
    text = element.get(name)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else default


def _told(path: Path, element: Element | None, code: str, message: str, hint: str = "") -> Problem:
    line, column = (element.line, element.column) if element is not None else (1, 1)
    return Problem(path.name, line, column, code, message, hint)


def _refused(path: Path, element: Element | None, code: str, message: str, hint: str = "") -> DataError:
    return DataError([_told(path, element, code, message, hint)])


def worldographer_map(foreign: WorldographerMap) -> str:
    """A new map file with the grid and the terrain of a map of Worldographer."""
    title = foreign.path.stem.replace("_", " ").replace("-", " ").title()
    lines = head_text(f"drawn in Worldographer, {foreign.path.name}", title)
    if foreign.grid == "SQUARE":
        lines += [f"rows = {foreign.height}", f"cols = {foreign.width}", "shorthand = 1"]
    else:  # the second column lies half a hex lower, or the second row half a hex to the right
        lines += hexes_text(foreign.width, foreign.height, columns=foreign.grid == "COLUMNS", first_shifted=False)
    words = {place: (word, "." if word == "clear" else "") for place, word in foreign.terrain.items()}
    return "\n".join([*lines, *terrain_text(*letters_and_rows(words, foreign.width, foreign.height)), ""])


def worldographer_drawing(foreign: WorldographerMap, file: DrawnFile) -> Drawing:
    """The terrain of a map of Worldographer on the grid of a file. Raises `DataError` (E706) for another grid."""
    wanted_grid, name = grid_of(file), file.doc.path.name
    axis = {"COLUMNS": "x", "ROWS": "y", "SQUARE": ""}[foreign.grid]
    file_grid = (axis, "odd" if axis else "", foreign.width, foreign.height)
    map_grid = (
        wanted_grid.get("staggeraxis", ""),
        wanted_grid.get("staggerindex", ""),
        wanted_grid["width"],
        wanted_grid["height"],
    )
    if file_grid != map_grid or "terrain" not in file.grids:
        message = f"a map of {foreign.width} x {foreign.height} {_KINDS[axis]}, and {name} is another"
        hint = "import it into a folder without a map, or change [map] first"
        raise _refused(foreign.path, None, "E706", message, hint)
    spaces = tiles_of(file)
    terrain_by_space = {spaces[place]: (word, "") for place, word in foreign.terrain.items() if place in spaces}
    return Drawing(foreign.path.name, frozenset(), painted={"terrain": terrain_by_space}, left_out=foreign.left_out)


_KINDS = {
    "x": "hexes of which every other column is lower",
    "y": "hexes of which every other row is further right",
    "": "squares",
}


def terrain_notes(foreign: WorldographerMap) -> list[str]:
    """What a designer is told of the words: which terrain is read as which of ours, and which names stay."""
    recognised_terrains = [f"{name} is {word}" for name, word in foreign.names.items() if our_word(name)]
    unknown_words = [word for name, word in foreign.names.items() if not our_word(name)]
    notes = [f"terrain: {', '.join(recognised_terrains)}"] if recognised_terrains else []
    return notes + (
        [f"terrain with a name of its own, which stays: {', '.join(unknown_words)}"] if unknown_words else []
    )
