"""Reading a square map from its TOML file (`wargame_core.mapformat`), with its checks (`wargame_core.mapcheck`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from wargame_core.documents import Document, Problems, read_toml
from wargame_core.loading import structure
from wargame_core.mapcheck import check
from wargame_core.mapformat import (
    CrossingEntry,
    EntrySpace,
    Example,
    Gap,
    Head,
    MapFile,
    Mountains,
    PlaceEntry,
    Regions,
    River,
    RoadEntry,
    StreamEntry,
    Terrain,
    build,
)
from wargame_core.squares import SquareMap

__all__ = ["MapFile", "build", "load_square_map", "read_map"]


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
    file = structure(doc, MapFile, problems)
    readable = file or _readable_part(doc)
    if readable is not None:
        check(doc, readable, problems, whole=file is not None)
    return file


def _readable_part(doc: Document) -> MapFile | None:
    """What has the right shape in a document that has not, so that the rest is checked in the same go."""
    ignored = Problems()
    sections: dict[str, Any] = {}
    for name, cls in _SINGLE.items():
        found = structure(doc, cls, ignored, (name,)) if name in doc.data else None
        if found is None and name in ("map", "terrain"):
            return None
        sections[name] = found
    for name, cls in _LISTED.items():
        items = doc.data.get(name, [])
        read = [structure(doc, cls, ignored, (name, n)) for n in range(len(items) if isinstance(items, list) else 0)]
        # A place keeper for what is unreadable, so that the others keep their index and with it their line.
        sections[name] = tuple(one if one is not None else UNREADABLE for one in read)
    return MapFile(**sections)


UNREADABLE: Any = None
_SINGLE: Mapping[str, type] = {"map": Head, "terrain": Terrain, "regions": Regions, "mountains": Mountains}
_LISTED: Mapping[str, type] = {
    "river": River,
    "crossing": CrossingEntry,
    "gap": Gap,
    "place": PlaceEntry,
    "road": RoadEntry,
    "stream": StreamEntry,
    "entry": EntrySpace,
    "example": Example,
}
