"""One door for all imports: what a foreign file would make of a designer's files, before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from difflib import unified_diff
from pathlib import Path

from attrs import evolve, field, frozen

from wargame_core.data.documents import Document, parse_toml, read_toml
from wargame_core.errors import WargameError
from wargame_core.interchange.drawn import DrawnFile
from wargame_core.interchange.map_rows import MapRows
from wargame_core.interchange.merging import Merged, merge
from wargame_core.interchange.new_map import map_for
from wargame_core.interchange.sheet_import import import_tables
from wargame_core.interchange.tiled_areas import merge_areas
from wargame_core.interchange.tiled_drawing import tiled_drawing
from wargame_core.interchange.tiled_read import read_tiled
from wargame_core.json_types import JsonObject
from wargame_core.maps.files.map_file import grid_of, is_map, maps_in

Opener = Callable[[Document], DrawnFile | None]
"""Makes of a data file of a game what a drawing can be merged into, or None when it is no such file."""

KINDS = {".tmj": "tiled", ".tmx": "tiled", ".json": "tiled", ".csv": "sheet", ".tsv": "sheet", ".ods": "sheet"}
KINDS |= {".xlsx": "sheet", ".geojson": "geo", ".vmod": "vassal", ".vsav": "vassal"}


class ImportRefused(WargameError):
    """An import that cannot be begun as it was asked for."""


@frozen
class Wishes:
    """How to import: only some layers or tables, removing what is not drawn, words for foreign tiles."""

    only: tuple[str, ...] = ()
    prune: bool = False
    words: Mapping[int, str] = field(factory=dict)
    pictures: bool = False


@frozen
class FileChange:
    """What becomes of one file: its text before (None for a new one) and after, and what was done, in names."""

    path: Path
    before: str | None
    merged: Merged

    @property
    def changes(self) -> bool:
        return self.before != self.merged.text

    def difference(self) -> str:
        """The change as a comparison of lines."""
        old = [] if self.before is None else self.before.splitlines(keepends=True)
        new = self.merged.text.splitlines(keepends=True)
        names = "/dev/null" if self.before is None else f"a/{self.path.name}", f"b/{self.path.name}"
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in unified_diff(old, new, *names))

    def to_json(self) -> JsonObject:
        merged = self.merged
        return {
            "file": str(self.path),
            "new": self.before is None,
            "changes": self.changes,
            "added": list(merged.added),
            "changed": list(merged.changed),
            "gone": list(merged.gone),
            "removed": list(merged.removed),
            "untouched": merged.untouched,
        }


@frozen
class Imported:
    """What an import would do: a change for each file, what in the source has no meaning here, what could not come."""

    changes: tuple[FileChange, ...]
    ignored: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    pictures: Mapping[Path, bytes] = field(factory=dict)


def kind_of(source: Path) -> str:
    """The kind of import that a file is for, by its ending. Raises `ImportRefused`."""
    kind = KINDS.get(source.suffix.casefold())
    if kind is None:
        known = ", ".join(sorted(KINDS))
        raise ImportRefused(f"{source.name}: what is this? Say tiled, sheet, geo or vassal before it, or use {known}")
    return kind


def import_tiled(source: Path, into: Path, wishes: Wishes, openers: Collection[Opener] = ()) -> Imported:
    """Merge a Tiled map into the map of a folder, or into the file that is named; a folder without a map gets one.

    Raises `DataError`, `EditError`, `ImportRefused`.
    """
    tiled = read_tiled(source)
    path = target_in(into)
    if path is None:
        path, before = into / "map.toml", None
        start = map_for(tiled, wishes.words)
        doc = parse_toml(start, path)
    else:
        doc = read_toml(path)
        before = doc.text
    if grid_of(doc.data) == "areas" and is_map(doc.data):
        return Imported((FileChange(path, before, merge_areas(doc, tiled, wishes.only, prune=wishes.prune)),))
    file = opened(doc, openers)
    drawing = tiled_drawing(tiled, file, wishes.words)
    if before is None:  # an export of another map: its marks are not of this file
        drawing = evolve(drawing, marks=tuple(evolve(mark, was="") for mark in drawing.marks))
    merged = merge(file, drawing.only(wishes.only) if wishes.only else drawing, prune=wishes.prune)
    return Imported((FileChange(path, before, merged),), ignored=drawing.ignored)


def import_sheet(source: Path, into: Path, wishes: Wishes) -> Imported:
    """Merge the tables of a spreadsheet into the files of a folder. Raises `DataError`, `ArchiveError`, `EditError`."""
    folder = into if into.is_dir() or into.suffix != ".toml" else into.parent
    texts = {path.name: read_toml(path).text for path in sorted(folder.glob("*.toml"))}
    done = import_tables(source, texts, folder, only=wishes.only, prune=wishes.prune)
    changes = []
    for path, merge_ in done.merges.items():
        told = (tuple(merge_.added), tuple(merge_.changed), tuple(merge_.gone), tuple(merge_.removed))
        text = done.texts.get(path, texts.get(path.name, ""))
        check_alone(parse_toml(text, path), texts.get(path.name))
        changes.append(FileChange(path, texts.get(path.name), Merged(text, *told, merge_.untouched)))
    return Imported(tuple(changes), tuple(done.ignored), notes=tuple(done.notes))


def check_alone(doc: Document, before: str | None) -> None:
    """Refuse a map that an import would spoil. Raises `DataError` with the mistakes that it would have."""
    from wargame_core.errors import DataError
    from wargame_core.maps.files.map_file import read_map

    if not is_map(doc.data):
        return
    had = set() if before is None else {str(problem) for problem in read_map(parse_toml(before, doc.path)).problems}
    new = [problem for problem in read_map(doc).problems if str(problem) not in had]
    if new and not had:
        raise DataError(new)


def target_in(into: Path) -> Path | None:
    """The file of a folder that a drawing is merged into; None when it has no map yet. Raises `ImportRefused`."""
    if into.suffix == ".toml" and into.is_file():
        return into
    if into.suffix == ".toml" or (into.exists() and not into.is_dir()):
        raise ImportRefused(f"{into} is no file that is there, and no folder")
    maps = maps_in(into) if into.is_dir() else []
    if len(maps) > 1:
        raise ImportRefused(f"{into} has several maps ({', '.join(path.name for path in maps)}): name the file instead")
    return maps[0] if maps else None


def opened(doc: Document, openers: Collection[Opener]) -> DrawnFile:
    """A data file as drawings see it. Raises `DataError`, or `ImportRefused` for what is no map and no battle."""
    if is_map(doc.data):
        return MapRows(doc)
    for opener in openers:
        file = opener(doc)
        if file is not None:
            return file
    raise ImportRefused(f"{doc.path.name} is no map, and no installed game draws it")
