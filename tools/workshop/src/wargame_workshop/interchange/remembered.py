"""What a folder's `design/import.toml` remembers: which files are imported into it, and the picture under its map."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Final

from attrs import field, frozen

from wargame_core.data.documents import Document, Problems, read_toml
from wargame_core.data.files import write_all, written_together
from wargame_core.data.splices import value_text
from wargame_core.data.structuring import structure
from wargame_core.errors import WargameError
from wargame_core.maps.map import Map
from wargame_workshop.interchange.importing import (
    Imported,
    Opener,
    Wishes,
    import_geo,
    import_sheet,
    import_tiled,
    import_vassal,
    kind_of,
)
from wargame_workshop.interchange.vassal_module import picture_size

IMPORTS: Final = Path("design", "import.toml")
PICTURES: Final = tuple(f"design/underlay{ending}" for ending in (".png", ".jpg", ".jpeg", ".gif"))
LARGEST_PICTURE: Final = 64_000_000
"""The greatest size of a picture under a map in bytes."""


@frozen
class RememberedSource:
    """[[imported]]: a file in `design/`, and how it is imported; ``into`` is a file of the folder, else the folder."""

    file: str
    into: str = ""
    kind: str = ""
    only: tuple[str, ...] = ()
    prune: bool = False
    pictures: bool = False
    fit: float | None = None
    module: str = ""
    terrain: Mapping[str, str] = field(factory=dict)


@frozen
class UnderlayRow:
    """[underlay]: a picture in `design/`; ``at`` is where two spaces have their middle on it, in pixels."""

    file: str
    at: Mapping[str, tuple[float, float]] = field(factory=dict)


@frozen
class ImportFile:
    """`design/import.toml`."""

    imported: tuple[RememberedSource, ...] = ()
    underlay: UnderlayRow | None = None


@frozen
class Underlay:
    """A picture to draw over, its size, and where two spaces lie on it; none where it lies under the whole map."""

    path: Path
    size: tuple[int, int]
    at: Mapping[str, tuple[float, float]]


@frozen
class AgainFrom:
    """An import that is remembered: the file, its kind, where it goes and how."""

    source: Path
    kind: str
    into: Path
    wishes: Wishes


def remembered(folder: Path) -> list[AgainFrom]:
    """The imports that a folder remembers, in order; none without the file. Raises `DataError`, `ImportRefused`."""
    doc, file, problems = _read(folder)
    if doc is None:
        return []
    known = []
    for n, row in enumerate(file.imported):
        design = doc.path.parent
        source, module, into = design / row.file, design / row.module if row.module else None, folder / row.into
        for path, key in ((source, "file"), (module, "module"), (into, "into")):
            if path is not None and not path.resolve().is_relative_to(folder.resolve()):
                problems.add(doc, ("imported", n, key), "E207", "it lies outside of the folder", "copy it into design/")
        words = {int(tile): word for tile, word in row.terrain.items() if tile.isdecimal()}
        for tile in row.terrain.keys() - {str(number) for number in words}:
            problems.add(doc, ("imported", n, "terrain", tile), "E203", "the number of a tile is expected, as in 5")
        wishes = Wishes(row.only, row.prune, words, row.pictures, row.fit, module)
        known.append(AgainFrom(source, row.kind or kind_of(source), into, wishes))
    problems.done()
    return known


def underlay_of(folder: Path, game_map: Map) -> Underlay | None:
    """The picture under the map: that of [underlay], else `design/underlay.png` (or .jpg, .gif). Raises `DataError`."""
    doc, file, problems = _read(folder)
    row = file.underlay
    named = folder / "design" / row.file if row is not None else None
    path = named or next((folder / name for name in PICTURES if (folder / name).is_file()), None)
    if path is None:
        return None
    at: dict[str, tuple[float, float]] = {}
    size = picture_size(path.read_bytes()) if _may_be_read(path, folder) else None
    if doc is not None and row is not None:
        if size is None:
            problems.add(
                doc, ("underlay", "file"), "E207", f"{row.file!r} is no picture (PNG, GIF or JPEG) in the folder"
            )
        names = [game_map.coordinates(space) for space in range(game_map.size)]
        for name, point in row.at.items():
            try:
                at[game_map.coordinates(game_map.parse(name))] = point
            except WargameError:
                problems.unknown(doc, ("underlay", "at", name), "E301", "a space", name, names)
        if row.at and len(row.at) != 2:
            problems.add(doc, ("underlay", "at"), "E205", f"{len(row.at)} spaces; two are needed, far from each other")
        problems.done()
    return Underlay(path, size, at) if size is not None else None


def _may_be_read(path: Path, folder: Path) -> bool:
    inside = path.resolve().is_relative_to(folder.resolve())
    return inside and path.is_file() and path.stat().st_size <= LARGEST_PICTURE


def _read(folder: Path) -> tuple[Document | None, ImportFile, Problems]:
    path, problems = folder / IMPORTS, Problems()
    if not path.is_file():
        return None, ImportFile(), problems
    doc = read_toml(path, "what is imported into the folder")
    file = structure(doc, ImportFile, problems)
    problems.done()
    return doc, file if file is not None else ImportFile(), problems


def remembering(folder: Path, source: Path, kind: str, into: Path, wishes: Wishes) -> str | None:
    """The text of `design/import.toml` with one more source; None when it has this file already, or lies elsewhere."""
    path = folder / IMPORTS
    old = read_toml(path).text if path.is_file() else ""
    try:
        name = source.resolve().relative_to(path.parent.resolve()).as_posix()
    except ValueError:
        return None
    if any(again.source.resolve() == source.resolve() for again in remembered(folder)):
        return None
    rows: dict[str, object] = {"file": name, "kind": kind if kind != kind_of(source) else ""}
    rows |= {"into": into.name if into.is_file() else "", "only": list(wishes.only), "prune": wishes.prune}
    rows |= {"pictures": wishes.pictures, "fit": wishes.miles}
    lines = ["[[imported]]", *(f"{key} = {value_text(value)}" for key, value in rows.items() if value)]
    if wishes.words:
        lines += ["[imported.terrain]", *(f"{tile} = {value_text(word)}" for tile, word in wishes.words.items())]
    return (f"{old.rstrip()}\n\n" if old.strip() else "") + "\n".join([*lines, ""])


def run_import(again: AgainFrom, openers: Collection[Opener] = ()) -> Imported:
    """What an import would do. Raises what its kind raises."""
    if again.kind == "tiled":
        return import_tiled(again.source, again.into, again.wishes, openers)
    ways: dict[str, Callable[[Path, Path, Wishes], Imported]] = {
        "sheet": import_sheet,
        "geo": import_geo,
        "vassal": import_vassal,
    }
    return ways[again.kind](again.source, again.into, again.wishes)


def write_import(done: Imported) -> None:
    """Write all files of an import; when one fails, those written before it are as they were."""
    if files := files_of(done):
        write_all(files, next(iter(files)).parent)


def files_of(done: Imported) -> dict[Path, str | bytes]:
    """The files that an import changes, with their new content."""
    files: dict[Path, str | bytes] = {change.path: change.merged.text for change in done.changes if change.changes}
    files |= done.pictures
    return files


def import_again(folder: Path, openers: Collection[Opener] = ()) -> list[tuple[AgainFrom, Imported]]:
    """Run every import that a folder remembers, each on what those before it wrote; when one fails, all is as before.

    Raises what the imports raise, and OSError.
    """
    done = []
    with written_together(folder) as write:
        for again in remembered(folder):
            imported = run_import(again, openers)
            if files := files_of(imported):
                write(files)
            done.append((again, imported))
    return done
