"""How a file of another program is to be imported: its kind, where it goes, and what is wished besides."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from attrs import field, frozen

from wargame_core import WargameError
from wargame_workshop.interchange.feature_kinds import FeatureNaming
from wargame_workshop.interchange.geo_map import Window

ImportKind: TypeAlias = Literal["tiled", "sheet", "geo", "vassal", "worldographer", "tabletop"]
"""What an import reads: a word before the file says it, where its ending does not."""
IMPORT_KINDS: Final[tuple[ImportKind, ...]] = get_args(ImportKind)
ENDINGS: Final[Mapping[ImportKind, tuple[str, ...]]] = {
    "tiled": (".tmj", ".tmx", ".json"),
    "sheet": (".csv", ".tsv", ".ods", ".xlsx"),
    "geo": (".geojson", ".kml", ".kmz"),
    "vassal": (".vmod", ".vmdx", ".vsav", ".vlog"),
    "worldographer": (".wxx",),
}
"""The endings of files by which an import knows its kind; one that begins as another kind of JSON does is that."""


class ImportRefused(WargameError):
    """An import that cannot be begun as it was asked for."""


@frozen
class Wishes:
    """How to import: only some layers or tables, removing what is not drawn, words for foreign tiles.

    ``layers`` are names of a data file by those of a map of Tiled, whose tilesets may be in the folder ``files``;
    ``miles`` a space for a new map round geography, of the part of the earth ``within``; ``naming`` says which of its
    properties count, and ``crossings`` what is put where a road crosses a river without one. The ``module`` of a saved
    game; ``pictures`` to copy its board; ``strict`` refuses a source of which anything would be left out.
    """

    only: tuple[str, ...] = ()
    prune: bool = False
    words: Mapping[int, str] = field(factory=dict)
    pictures: bool = False
    miles: float | None = None
    module: Path | None = None
    strict: bool = False
    layers: Mapping[str, str] = field(factory=dict)
    files: Path | None = None
    naming: FeatureNaming = field(factory=FeatureNaming)
    within: Window | None = None
    crossings: str = ""


@frozen
class ImportRequest:
    """An import that can be done again: the file, its kind, where it goes and how."""

    source: Path
    kind: ImportKind
    into: Path
    wishes: Wishes


def kind_of(source: Path) -> ImportKind:
    """The kind of import that a file is for, by its ending, JSON by its first words. Raises `ImportRefused`."""
    file_ending = source.suffix.casefold()
    if file_ending == ".json" and source.is_file() and (kind := _kind_of_json(source)) is not None:
        return kind
    for kind, endings in ENDINGS.items():
        if file_ending in endings:
            return kind
    known_endings = ", ".join(sorted(ending for endings in ENDINGS.values() for ending in endings))
    ways = ", ".join(IMPORT_KINDS[:-1])
    raise ImportRefused(
        f"{source.name}: what is this? Say {ways} or {IMPORT_KINDS[-1]} before it, or use {known_endings}"
    )


def _kind_of_json(source: Path) -> ImportKind | None:
    """The kind of a file of JSON that begins as GeoJSON or as the saves of Tabletop Simulator do."""
    with source.open("rb") as file:
        file_start = file.read(2_000)
    if b'"FeatureCollection"' in file_start:
        return "geo"
    table = re.match(rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:SaveName|ObjectStates)"', file_start)
    return "tabletop" if table is not None else None
