"""Changes of a folder with the mouse; each replaces one part of a text and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from wargame_core.data.documents import Document, parse_toml, read_toml
from wargame_core.data.splices import EditError, Splices
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.files.map_file import grid_of, read_map
from wargame_core.maps.lattice import Lattice
from wargame_core.maps.map import Map

Words = Mapping[str, Any]


def edited(folder: Path, map_path: Path, op: str, words: Words) -> tuple[Path, str]:
    """The file that an operation changes, and its new text. Raises `EditError` for an impossible change."""
    if op == "unit":
        return _unit(folder, words)
    if op not in _MAP:
        raise EditError(f"no such operation: {op[:40]!r}")
    doc = read_toml(map_path, "a map file")
    game_map = read_map(doc).map
    if game_map is None or grid_of(doc.data) not in ("square", "hex"):
        raise EditError("there is no map of squares or hexes to change")
    spaces = {game_map.coordinates(space): space for space in range(game_map.size)}
    return map_path, _MAP[op](doc, game_map, spaces, words)


def _space(spaces: Mapping[str, int], name: object) -> int:
    if not isinstance(name, str) or name not in spaces:
        raise EditError(f"{str(name)[:40]!r} is no space of the map")
    return spaces[name]


def _word(words: Words, key: str, most: int = 80) -> str:
    value = words.get(key)
    if not isinstance(value, str) or not value.strip() or len(value) > most or not value.isprintable():
        raise EditError(f"{key}: a word of at most {most} letters is needed")
    return value.strip()


def _cell(game_map: Map, space: int) -> Any:
    """A space as the file writes it."""
    name = game_map.coordinates(space)
    return [int(part) for part in name.strip("()").split(",")] if name.startswith("(") else name


def paint(doc: Document, game_map: Map, spaces: Mapping[str, int], words: Words) -> str:
    """Change the letter of terrain of some spaces."""
    letter, legend = _word(words, "letter", 1), doc.data["terrain"]["legend"]
    if letter not in legend:
        raise EditError(f"{letter!r} is not in the legend ({', '.join(legend)})")
    cells = words.get("spaces")
    if not isinstance(cells, list) or not 0 < len(cells) <= 1000:
        raise EditError("spaces: a list of spaces is needed")
    splices, grid = Splices(doc.text), doc.data["terrain"]["grid"]
    rows = grid.splitlines() if isinstance(grid, str) else [*grid]
    for name in cells:
        number, column = _letter_at(game_map, _space(spaces, name))
        rows[number] = rows[number][:column] + letter + rows[number][column + 1 :]
    if isinstance(grid, str):
        splices.reline(("terrain", "grid"), rows)
    else:
        for number, row in enumerate(rows):
            if row != grid[number]:
                splices.replace(("terrain", "grid", number), row)
    return splices.text()


def _letter_at(game_map: Map, space: int) -> tuple[int, int]:
    cells = Lattice(game_map).cells
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    row, column = cells[space]
    return (row, column) if game_map.coordinates(0).startswith("(") else (row - top, column - left)


def _side(game_map: Map, spaces: Mapping[str, int], words: Words) -> tuple[int, int]:
    a, b = _space(spaces, words.get("a")), _space(spaces, words.get("b"))
    if b not in game_map.neighbours[a]:
        raise EditError("these two spaces share no side")
    return min(a, b), max(a, b)


def river(doc: Document, game_map: Map, spaces: Mapping[str, int], words: Words) -> str:
    """Add or remove a river along a side."""
    a, b = _side(game_map, spaces, words)
    name, hexes = _word(words, "name"), grid_of(doc.data) == "hex"
    section, key = ("hexside", "sides") if hexes else ("river", "edges")
    item: Any = f"{_cell(game_map, a)}-{_cell(game_map, b)}" if hexes else [*_cell(game_map, a), *_cell(game_map, b)]
    back: Any = f"{_cell(game_map, b)}-{_cell(game_map, a)}" if hexes else [*_cell(game_map, b), *_cell(game_map, a)]
    rows, splices = doc.data.get(section, []), Splices(doc.text)
    number = next((n for n, row in enumerate(rows) if row.get("name") == name), None)
    if number is None:
        splices.add_table(section, {**({"kind": "river"} if hexes else {}), "name": name, key: [item]})
        return splices.text()
    listed = rows[number].get(key)
    if listed is None:
        raise EditError(f"{name} is written as a course: change that line, or run `wargame fmt --expand` first")
    others = [line for line in listed if line not in (item, back)]
    if not others:
        splices.drop_table(section, number)
    else:
        splices.relist((section, number, key), others if len(others) < len(listed) else [*listed, item])
    return splices.text()


def road(doc: Document, game_map: Map, spaces: Mapping[str, int], words: Words) -> str:
    """Add a road, given by its stops."""
    stops = words.get("stops")
    if not isinstance(stops, list) or not 2 <= len(stops) <= 200:
        raise EditError("stops: two and more are needed")
    names = []
    for stop in stops:
        space = _space(spaces, stop)
        place = game_map.place_at(space)
        plain = place is not None and not any(mark in place.name for mark in ">|")
        names.append(place.name if place is not None and plain else game_map.coordinates(space).strip("()"))
    values = {"name": str(words.get("name") or "")[:80], "kind": _word(words, "kind"), "route": " > ".join(names)}
    splices = Splices(doc.text)
    splices.add_table("road", {key: value for key, value in values.items() if value})
    if "shorthand" not in doc.data["map"]:
        splices.add_key(("map",), "shorthand", 1)
    return splices.text()


def place(doc: Document, game_map: Map, spaces: Mapping[str, int], words: Words) -> str:
    """Put the place of a name into a space: a new one, or the existing one moved."""
    here, name = _cell(game_map, _space(spaces, words.get("space"))), _word(words, "name")
    key = "hex" if grid_of(doc.data) == "hex" else "cell"
    rows, splices = doc.data.get("place", []), Splices(doc.text)
    number = next((n for n, row in enumerate(rows) if row.get("name") == name), None)
    if number is None:
        splices.add_table("place", {"name": name, "kind": _word(words, "kind"), key: here})
    elif key in rows[number]:
        splices.replace(("place", number, key), here)
    else:
        raise EditError(f"{name} is placed by latitude and longitude: change these")
    return splices.text()


def crossing(doc: Document, game_map: Map, spaces: Mapping[str, int], words: Words) -> str:
    """Add or remove a crossing on a side."""
    a, b = _side(game_map, spaces, words)
    crossings = list(game_map.crossings.values())
    number = next((n for n, row in enumerate(crossings) if row.edge == (a, b)), None)
    splices = Splices(doc.text)
    if number is not None:
        splices.drop_table("crossing", number)
        return splices.text()
    bars = [barrier for barrier in game_map.barriers_at((a, b)) if barrier.bars]
    if not bars:
        raise EditError("no river lies between these two spaces")
    name, kind = _word(words, "name"), _word(words, "kind")
    taken = set(game_map.crossings)
    stem = "".join(letter if letter.isalnum() else "_" for letter in name.lower()).strip("_") or kind
    new_id = next(word for word in (stem, *(f"{stem}_{n}" for n in range(2, 1000))) if word not in taken)
    values: dict[str, object] = {"id": new_id, "name": name, "kind": kind}
    if grid_of(doc.data) == "hex":
        values["side"] = f"{_cell(game_map, a)}-{_cell(game_map, b)}"
    else:
        values |= {"river": bars[0].name, "edge": [*_cell(game_map, a), *_cell(game_map, b)]}
    splices.add_table("crossing", values)
    return splices.text()


_MAP: Mapping[str, Callable[[Document, Map, Mapping[str, int], Words], str]] = {
    "paint": paint,
    "river": river,
    "road": road,
    "place": place,
    "crossing": crossing,
}


def _unit(folder: Path, words: Words) -> tuple[Path, str]:
    """A deployment at another place: the row of a unit or formation that names exactly one place or hex."""
    unit, where = _word(words, "unit"), _word(words, "where")
    for path in sorted(folder.glob("*.toml")):
        doc = read_toml(path)
        for n, row in enumerate(doc.data.get("deployment", ())):
            listed = [
                *row.get("formations", ()),
                *row.get("units", ()),
                *row.get("pickets", ()),
                *row.get("tokens", ()),
            ]
            places = row.get("where", {}).get("places", ()) if isinstance(row.get("where"), dict) else ()
            if unit in listed and len(places) == 1:
                return path, _replaced(doc, ("deployment", n, "where", "places", 0), where)
        for n, row in enumerate(doc.data.get("unit", ())):
            if isinstance(row, dict) and unit in (row.get("id"), row.get("name")) and isinstance(row.get("hex"), str):
                return path, _replaced(doc, ("unit", n, "hex"), where)
    raise EditError(f"no deployment puts {unit!r} at one place alone; change it in the text")


def _replaced(doc: Document, path: KeyPath, value: object) -> str:
    splices = Splices(doc.text)
    splices.replace(path, value)
    return splices.text()


def checked(path: Path, text: str) -> str:
    """The text, if it can be read as TOML. Raises `DataError`."""
    return parse_toml(text, path).text
