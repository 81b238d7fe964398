"""Reading a square map from its TOML file (`square_format`), with its checks (`square_checks`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

from attrs import NOTHING, AttrsInstance, fields

from wargame_core.data import structure
from wargame_core.data.documents import Document, Problems, read_toml
from wargame_core.maps.files.square_checks import check
from wargame_core.maps.files.square_format import (
    CrossingEntry,
    EntryRow,
    Example,
    Gap,
    MapFile,
    Mountains,
    PlaceEntry,
    Regions,
    River,
    RoadEntry,
    SquareHead,
    StreamEntry,
    TerrainGrid,
    build,
)
from wargame_core.maps.squares import SquareMap

__all__ = ["MapFile", "build", "load_square_map", "read_map", "structure_parts"]

T = TypeVar("T", bound=AttrsInstance)


def load_square_map(path: Path) -> SquareMap:
    """The map of a TOML file.

    Raises:
        DataError: every problem of the file, each with line, column and code.
    """
    doc = read_toml(Path(path), "a map file")
    problems = Problems()
    file = read_map(doc, problems)
    problems.done()
    return build(cast(MapFile, file))  # None comes with problems, and then done() has raised


def read_map(doc: Document, problems: Problems) -> MapFile | None:
    """The checked contents of a map document, or None after noting in `problems` all that is wrong."""
    file, readable = structure_parts(doc, MapFile, problems, _SINGLE, _LISTED)
    if readable is not None:
        check(doc, readable, problems, whole=file is not None)
    return file


def structure_parts(
    doc: Document, cls: type[T], problems: Problems, single: Mapping[str, type], listed: Mapping[str, type]
) -> tuple[T | None, T | None]:
    """The whole document if it has the right shape, and what of it has, so that this is checked in the same go.

    `single` are the sections that are a table, `listed` those that are lists of tables. A section that the format needs
    and the document lacks or spoils leaves nothing. In a list None keeps the place of what is unreadable.
    """
    file = structure(doc, cls, problems)
    if file is not None:
        return file, file
    ignored, needed = Problems(), {one.name for one in fields(cls) if one.default is NOTHING}
    sections: dict[str, Any] = {}
    for name, kind in single.items():
        found = structure(doc, kind, ignored, (name,)) if name in doc.data else None
        if found is None and name in needed:
            return None, None
        sections[name] = found
    for name, kind in listed.items():
        items = doc.data.get(name, [])
        many = range(len(items) if isinstance(items, list) else 0)
        # A place keeper for what is unreadable, so that the others keep their index and with it their line.
        sections[name] = tuple(structure(doc, kind, ignored, (name, n)) for n in many)
    return None, cls(**sections)


_SINGLE: Mapping[str, type] = {"map": SquareHead, "terrain": TerrainGrid, "regions": Regions, "mountains": Mountains}
_LISTED: Mapping[str, type] = {
    "river": River,
    "crossing": CrossingEntry,
    "gap": Gap,
    "place": PlaceEntry,
    "road": RoadEntry,
    "stream": StreamEntry,
    "entry": EntryRow,
    "example": Example,
}
