"""Tilesets of Tiled, inside a map or in files of their own: which word for a terrain each of their tiles says."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from wargame_core.data.toml_positions import Path as KeyPath
from wargame_workshop.interchange.tiled_source import Reader, file_beside, open_tiled

MOST_TILESETS = 200
"""Tilesets of a map; no more are read."""
_OWN_WORDS = ("type", "kind", "name")
"""Properties of a tile that may say its terrain, the first that it has."""


@frozen
class TiledTile:
    """A tile of a tileset: the word for its terrain ("" for none), and the letter it stands for, if it says so.

    ``between`` are the other terrains on a tile that is drawn where several meet.
    """

    tileset: str
    number: int
    word: str = ""
    letter: str = ""
    between: tuple[str, ...] = ()


@frozen
class Tileset:
    """A tileset: its name, the number of its first tile in the map, and the tiles of which it says something.

    ``hangs`` is where its stamped tiles hold to their point, in widths and heights from the upper left.
    """

    name: str
    first: int
    tiles: Mapping[int, TiledTile]
    hangs: tuple[float, float] = (0.0, 1.0)

    def tile(self, number: int) -> TiledTile:
        """The tile of a number of the map."""
        return self.tiles.get(number - self.first) or TiledTile(self.name, number - self.first)


_ALIGNED = {"top": 0.0, "bottom": 1.0, "left": 0.0, "right": 1.0}


def read_tilesets(reader: Reader, data: Mapping[str, Any], files: Path | None) -> tuple[Tileset, ...]:
    """The tilesets of a map by their first numbers. What cannot be had or read is left out, and its tiles say nothing.

    Raises `DataError` for more than `MOST_TILESETS`.
    """
    tilesets = list[Tileset]()
    rows = list(reader.tables(data, "tilesets", ()))
    if len(rows) > MOST_TILESETS:
        raise reader.source.refused(("tilesets",), f"{len(rows)} tilesets; at most {MOST_TILESETS} are read")
    for key_path, table in rows:
        first_tile, source, count_before = 1, "", len(reader.left_out)
        with reader.leaving_out():
            first_tile = reader.count(table, "firstgid", key_path, 1)
            source = reader.text(table, "source", key_path)
            tilesets.append(_tileset(reader, key_path, table, first_tile, source, files))
        if len(reader.left_out) > count_before:
            name = Path(source.replace("\\", "/")).stem or str(table.get("name", ""))[:100]
            tilesets.append(Tileset(name, first_tile, {}))
    return tuple(sorted(tilesets, key=lambda tileset: tileset.first))


def _tileset(
    reader: Reader, key_path: KeyPath, table: Mapping[str, Any], first_tile: int, source: str, files: Path | None
) -> Tileset:
    if source:
        path = file_beside(reader.source.path, source, files)
        if path is None:
            searched_places = "beside the map" if files is None else f"beside the map, nor in {files}"
            hint = "say in which folder it is, as in --files FOLDER, or give words as in --tile 9=woods"
            raise reader.source.refused((*key_path, "source"), f"the tileset {source!r} is not {searched_places}", hint)
        reader = Reader(open_tiled(path), reader.left_out)
        table, key_path = reader.source.data, ()
        if not isinstance(table, dict):
            raise reader.source.refused((), "this is not a tileset of Tiled", "save the tileset as .tsj or .tsx")
    name, tiles = reader.text(table, "name", key_path), dict[int, TiledTile]()
    for number, words in _painted_terrains(reader, table, key_path):
        tiles.setdefault(number, TiledTile(name, number, words[0], between=tuple(words[1:])))
    for tile_path, tile in reader.tables(table, "tiles", key_path):
        number, own_properties = reader.count(tile, "id", tile_path), reader.properties(tile, tile_path)
        letter, known_tile = str(own_properties.get("letter", ""))[:1], tiles.get(number, TiledTile(name, number))
        word = (
            reader.text(tile, "type", tile_path)
            or reader.text(tile, "class", tile_path)
            or _word(own_properties.get("terrain"))
        )
        if word:
            tiles[number] = TiledTile(name, number, word, letter)
        elif letter or not known_tile.word:
            own_word = next((word for key in _OWN_WORDS if (word := _word(own_properties.get(key)))), "")
            tiles[number] = TiledTile(name, number, known_tile.word or own_word, letter, known_tile.between)
    alignment = str(table.get("objectalignment", ""))
    x_part = next((part for side, part in _ALIGNED.items() if side in ("left", "right") and side in alignment), 0.5)
    y_part = next((part for side, part in _ALIGNED.items() if side in ("top", "bottom") and side in alignment), 0.5)
    return Tileset(name, first_tile, tiles, (x_part, y_part) if alignment not in ("", "unspecified") else (0.0, 1.0))


def _word(value: object) -> str:
    return " ".join(value.split())[:100] if isinstance(value, str) else ""


def _painted_terrains(reader: Reader, table: Mapping[str, Any], key_path: KeyPath) -> Iterator[tuple[int, list[str]]]:
    """By tile, the names of the terrains that Tiled paints with it: the one on most of its corners and sides first."""
    for set_path, wangset in reader.tables(table, "wangsets", key_path):
        colours = [reader.text(row, "name", spot) for spot, row in reader.tables(wangset, "colors", set_path)]
        only_name = reader.text(wangset, "name", set_path) if len(colours) == 1 else ""
        names = [name or only_name for name in colours]
        for spot, row in reader.tables(wangset, "wangtiles", set_path):
            parts = row.get("wangid")
            words = _most_first(names, [part - 1 for part in _numbers(parts) if part])
            if words:
                yield reader.count(row, "tileid", spot), words
    terrains = [reader.text(row, "name", spot) for spot, row in reader.tables(table, "terrains", key_path)]
    for tile_path, tile in reader.tables(table, "tiles", key_path):
        parts = tile.get("terrain")
        words = _most_first(terrains, _numbers(parts))
        if words:
            yield reader.count(tile, "id", tile_path), words


def _numbers(parts: object) -> list[int]:
    """A list of whole numbers; empty for anything else."""
    return parts if isinstance(parts, list) and all(type(part) is int for part in parts) else []


def _most_first(names: list[str], parts: list[int]) -> list[str]:
    counts = Counter(names[part].lower() for part in parts if 0 <= part < len(names) and names[part])
    return [name for name, _ in counts.most_common()]
