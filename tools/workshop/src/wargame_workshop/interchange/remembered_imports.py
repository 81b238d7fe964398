"""`design/import.toml` of a folder: the imports to do again, and what lies under its map."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from attrs import evolve, field, frozen

from wargame_core import DataError, WargameError
from wargame_core.data import Document, Problem, Problems, key_text, read_toml, structure, value_text
from wargame_core.maps.map import Map
from wargame_workshop.interchange.feature_kinds import FeatureNaming, KindRule
from wargame_workshop.interchange.geo_map import Window
from wargame_workshop.interchange.import_wishes import ImportKind, ImportRequest, Wishes, kind_of
from wargame_workshop.interchange.vassal_pictures import picture_size

IMPORTS: Final = Path("design", "import.toml")
PICTURES: Final = tuple(f"design/underlay{picture_ending}" for picture_ending in (".png", ".jpg", ".jpeg", ".gif"))
LARGEST_PICTURE: Final = 64_000_000
"""The greatest size of a picture under a map in bytes."""


@frozen
class RememberedSource:
    """[[imported]]: a file in `design/`, and how it is imported; ``into`` is a file of the folder, else the folder.

    ``name`` and ``kinds`` say of geography what `--name` and `--kind` do, ``within`` its part of the earth,
    ``crossings`` what `--crossings` does.
    """

    file: str
    into: str = ""
    kind: ImportKind | None = None
    only: tuple[str, ...] = ()
    prune: bool = False
    pictures: bool = False
    fit: float | None = None
    within: str = ""
    name: str = ""
    kinds: tuple[str, ...] = ()
    crossings: Literal["", "ferry", "bridge", "ford"] = ""
    module: str = ""
    files: str = ""
    layers: Mapping[str, str] = field(factory=dict)
    terrain: Mapping[str, str] = field(factory=dict)


@frozen
class UnderlayRow:
    """[underlay]: a picture in `design/`; ``at`` is where two spaces have their middle on it, in pixels.

    Three spaces fit a picture that is turned a little, as a scan is.
    """

    file: str
    at: Mapping[str, tuple[float, float]] = field(factory=dict)


@frozen
class TableRow:
    """[table]: where two spaces have their middle on a table of Tabletop Simulator, by its x and z."""

    at: Mapping[str, tuple[float, float]] = field(factory=dict)


@frozen
class ImportFile:
    """`design/import.toml`."""

    imported: tuple[RememberedSource, ...] = ()
    underlay: UnderlayRow | None = None
    table: TableRow | None = None


@frozen
class Underlay:
    """A picture to draw over, its size, and where two or three spaces lie on it, or none: under the whole map."""

    path: Path
    size: tuple[int, int]
    at: Mapping[str, tuple[float, float]]


def remembered(folder: Path) -> list[ImportRequest]:
    """The imports that a folder remembers, in order; none without the file. Raises `DataError`, `ImportRefused`."""
    doc, file, problems = _read(folder)
    if doc is None:
        return []
    requests = []
    for row_number, row in enumerate(file.imported):
        design = doc.path.parent
        source, module, written_path = design / row.file, design / row.module if row.module else None, folder / row.into
        files = design / row.files if row.files else None
        for path, key in ((source, "file"), (module, "module"), (files, "files"), (written_path, "into")):
            if path is not None and not path.resolve().is_relative_to(folder.resolve()):
                problems.add(
                    doc, ("imported", row_number, key), "E207", "it lies outside of the folder", "copy it into design/"
                )
        words = {int(tile): word for tile, word in row.terrain.items() if tile.isdecimal()}
        for tile in row.terrain.keys() - {str(number) for number in words}:
            problems.add(
                doc, ("imported", row_number, "terrain", tile), "E203", "the number of a tile is expected, as in 5"
            )
        naming, window = _of_geography(doc, row_number, row, problems)
        wishes = Wishes(row.only, row.prune, words, row.pictures, row.fit, module, layers=row.layers, files=files)
        wishes = evolve(wishes, naming=naming, within=window, crossings=row.crossings)
        requests.append(ImportRequest(source, row.kind or kind_of(source), written_path, wishes))
    problems.raise_if_any()
    return requests


def _of_geography(
    doc: Document, number: int, row: RememberedSource, problems: Problems
) -> tuple[FeatureNaming, Window | None]:
    """What a remembered import says of geography; mistakes are noted (E203)."""
    rules, window = list[KindRule](), None
    for place, text in enumerate(row.kinds):
        try:
            rules.append(KindRule.read(text))
        except ValueError as error:
            problems.add(doc, ("imported", number, "kinds", place), "E203", str(error))
    try:
        window = Window.read(row.within) if row.within else None
    except ValueError as error:
        problems.add(doc, ("imported", number, "within"), "E203", str(error))
    return FeatureNaming(row.name, tuple(rules)), window


def underlay_of(folder: Path, game_map: Map) -> Underlay | None:
    """The picture under the map: that of [underlay], else `design/underlay.png` (or .jpg, .gif). Raises `DataError`."""
    doc, file, problems = _read(folder)
    row = file.underlay
    source_path = folder / "design" / row.file if row is not None else None
    point_of_space: Mapping[str, tuple[float, float]] = {}
    path = source_path or next((folder / name for name in PICTURES if (folder / name).is_file()), None)
    if path is None:
        return None
    is_in_folder = path.resolve().is_relative_to(folder.resolve()) and path.is_file()
    size = picture_size(path.read_bytes()) if is_in_folder and path.stat().st_size <= LARGEST_PICTURE else None
    reason = f"not a picture (PNG, GIF or JPEG, at most {LARGEST_PICTURE // 1_000_000} MB) in the folder"
    if row is None and size is None:
        raise DataError([Problem(path.name, 1, 1, "E207", f"it is {reason}")])
    if doc is not None and row is not None:
        if size is None:
            problems.add(doc, ("underlay", "file"), "E207", f"{row.file!r} is {reason}")
        point_of_space = _points(doc, "underlay", row.at, game_map, problems, (2, 3))
        problems.raise_if_any()
    return Underlay(path, size, point_of_space) if size is not None else None


def points_of_table(folder: Path, game_map: Map) -> Mapping[str, tuple[float, float]]:
    """Where two spaces are on a table, as [table] says; empty if it says nothing. Raises `DataError`."""
    doc, file, problems = _read(folder)
    if doc is None or file.table is None:
        return {}
    point_of_space = _points(doc, "table", file.table.at, game_map, problems, (2,))
    problems.raise_if_any()
    return point_of_space


def _points(
    doc: Document,
    table: str,
    point_of_space: Mapping[str, tuple[float, float]],
    game_map: Map,
    problems: Problems,
    counts: tuple[int, ...],
) -> dict[str, tuple[float, float]]:
    """The points of spaces by their printed names; other names, and other numbers of spaces than these, are noted."""
    points, names = {}, [game_map.coordinates(space) for space in range(game_map.size)]
    for name, point in point_of_space.items():
        try:
            points[game_map.coordinates(game_map.parse(name))] = point
        except WargameError:
            problems.unknown(doc, (table, "at", name), "E301", "a space", name, names)
    if point_of_space and len(point_of_space) not in counts:
        count_words = " or ".join({2: "two", 3: "three"}[count] for count in counts)
        problems.add(
            doc, (table, "at"), "E205", f"{len(point_of_space)} spaces; {count_words} are needed, far from each other"
        )
    return points


def _read(folder: Path) -> tuple[Document | None, ImportFile, Problems]:
    path, problems = folder / IMPORTS, Problems()
    if not path.is_file():
        return None, ImportFile(), problems
    doc = read_toml(path, "what is imported into the folder")
    file = structure(doc, ImportFile, problems)
    problems.raise_if_any()
    return doc, file if file is not None else ImportFile(), problems


def remembering(folder: Path, source: Path, kind: ImportKind, written_path: Path, wishes: Wishes) -> str | None:
    """The text of `design/import.toml` with one more source; None when it has this file already, or lies elsewhere.

    What the source needs besides, its folder of ``files``, lies in `design` too.
    """
    path = folder / IMPORTS
    old_text = read_toml(path).text if path.is_file() else ""
    try:
        name, files = (
            file.resolve().relative_to(path.parent.resolve()).as_posix() if file is not None else ""
            for file in (source, wishes.files)
        )
    except ValueError:
        return None
    if any(request.source.resolve() == source.resolve() for request in remembered(folder)):
        return None
    rows: dict[str, object] = {"file": name, "kind": kind if kind != kind_of(source) else ""}
    rows |= {
        "into": written_path.name if written_path.is_file() else "",
        "only": list(wishes.only),
        "prune": wishes.prune,
    }
    rows |= {"pictures": wishes.pictures, "fit": wishes.miles, "within": str(wishes.within or ""), "files": files}
    rows |= {"name": wishes.naming.name, "kinds": [str(rule) for rule in wishes.naming.rules]}
    rows |= {"crossings": wishes.crossings}
    lines = ["[[imported]]", *(f"{key} = {value_text(value)}" for key, value in rows.items() if value)]
    for table, words in (("layers", wishes.layers), ("terrain", wishes.words)):
        if words:
            word_by_name = {str(name): word for name, word in words.items()}
            lines += [
                f"[imported.{table}]",
                *(f"{key_text(name)} = {value_text(word)}" for name, word in word_by_name.items()),
            ]
    return (f"{old_text.rstrip()}\n\n" if old_text.strip() else "") + "\n".join([*lines, ""])
