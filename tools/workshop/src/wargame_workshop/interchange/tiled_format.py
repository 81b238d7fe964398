"""A Tiled map as far as it matters here, whichever of its file formats it came in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, Protocol

from attrs import frozen

from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.errors import DataError, Problem

Pixel = tuple[float, float]
"""To the right and down."""


class Located(Protocol):
    """Values in the shape of Tiled's JSON, with where each stands in the file."""

    @property
    def path(self) -> Path: ...

    @property
    def data(self) -> Any: ...

    def locate(self, path: KeyPath) -> tuple[int, int]: ...


@frozen
class TiledTile:
    """A tile of a tileset: its class (the word for a terrain) and the letter it stands for, if it says so."""

    tileset: str
    number: int
    word: str
    letter: str


@frozen
class TiledObject:
    """An object: its points on the map, in pixels. ``closed`` for a polygon, ``tile`` the number of a stamped tile."""

    id: int
    name: str
    word: str
    points: tuple[Pixel, ...]
    closed: bool
    tile: int
    properties: Mapping[str, object]
    where: tuple[int, int]

    @property
    def called(self) -> str:
        name = f' "{self.name}"' if self.name else ""
        return f"object {self.id}{name}"


@frozen
class TiledLayer:
    """A layer: tiles by column and row (numbers of all tilesets together, 0 left out), or objects, or a picture."""

    name: str
    kind: Literal["tiles", "objects", "other"]
    cells: Mapping[tuple[int, int], int]
    objects: tuple[TiledObject, ...]
    where: tuple[int, int]


@frozen
class TiledMap:
    """A map: its grid in tiles and pixels, its layers from the bottom, its tiles by their numbers."""

    path: Path
    orientation: str
    stagger: Literal["", "x", "y"]
    shifted_first: bool
    width: int
    height: int
    tile_width: float
    tile_height: float
    side: float
    properties: Mapping[str, object]
    layers: tuple[TiledLayer, ...]
    tiles: Mapping[int, TiledTile]


class Reader:
    """Takes values out of what was read, each of the kind it must be. Raises `DataError` (E707) with its place."""

    def __init__(self, source: Located) -> None:
        self.source = source

    def refuse(self, path: KeyPath, message: str, hint: str = "", code: str = "E707") -> DataError:
        line, column = self.source.locate(path)
        return DataError([Problem(self.source.path.name, line, column, code, message, hint)])

    def number(self, table: Mapping[str, Any], key: str, path: KeyPath, default: float | None = None) -> float:
        value = table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) > 1e9:
            raise self.refuse((*path, key), f"{key} is {str(value)[:40]!r}, not a number")
        return value

    def count(self, table: Mapping[str, Any], key: str, path: KeyPath, default: int | None = None) -> int:
        value = self.number(table, key, path, default)
        if value != int(value):
            raise self.refuse((*path, key), f"{key} is {value}, not a whole number")
        return int(value)

    def text(self, table: Mapping[str, Any], key: str, path: KeyPath) -> str:
        value = table.get(key, "")
        if not isinstance(value, str) or len(value) > 1000 or any(ord(letter) < 32 for letter in value):
            raise self.refuse((*path, key), f"{key} is not a short text in one line")
        return value.strip()

    def tables(self, table: Mapping[str, Any], key: str, path: KeyPath) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
        rows = table.get(key, [])
        if not isinstance(rows, list):
            raise self.refuse((*path, key), f"{key} is not a list")
        for number, row in enumerate(rows):
            if not isinstance(row, dict):
                raise self.refuse((*path, key, number), f"{key} holds something that is no object")
            yield (*path, key, number), row

    def properties(self, table: Mapping[str, Any], path: KeyPath) -> dict[str, object]:
        values: dict[str, object] = {}
        for at, row in self.tables(table, "properties", path):
            name, value = self.text(row, "name", at), row.get("value")
            if isinstance(value, (str, int, float, bool)):
                values[name] = value
        return values
