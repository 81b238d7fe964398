"""Reading a hex map from its TOML file (`hex_format`), with its checks (`hex_checks`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from wargame_core.data.documents import Document, Problems, read_toml
from wargame_core.maps.files.hex_checks import check
from wargame_core.maps.files.hex_format import (
    HexCrossing,
    HexEntry,
    HexHead,
    HexMapFile,
    HexPlace,
    HexRoad,
    Hexsides,
    Sheet,
    build_hex_map,
)
from wargame_core.maps.files.square_file import structure_parts
from wargame_core.maps.files.square_format import TerrainGrid
from wargame_core.maps.hexes import HexMap

__all__ = ["HexMapFile", "build_hex_map", "load_hex_map", "read_hex_map"]


def load_hex_map(path: Path) -> HexMap:
    """The map of a TOML file.

    Raises:
        DataError: every problem of the file, each with line, column and code.
    """
    doc = read_toml(Path(path), "a hex map file")
    problems = Problems()
    file = read_hex_map(doc, problems)
    problems.done()
    return build_hex_map(cast(HexMapFile, file))  # None comes with problems, and then done() has raised


def read_hex_map(doc: Document, problems: Problems) -> HexMapFile | None:
    """The checked contents of a hex map document, or None after noting in `problems` all that is wrong."""
    file, readable = structure_parts(doc, HexMapFile, problems, _SINGLE, _LISTED)
    if readable is not None:
        check(doc, readable, problems, whole=file is not None)
    return file


_SINGLE: Mapping[str, type] = {"map": HexHead, "terrain": TerrainGrid}
_LISTED: Mapping[str, type] = {
    "sheet": Sheet,
    "place": HexPlace,
    "road": HexRoad,
    "hexside": Hexsides,
    "crossing": HexCrossing,
    "entry": HexEntry,
}
