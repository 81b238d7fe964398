"""One door for all imports: what a foreign file would make of a designer's files, before anything is written."""

from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import unified_diff
from pathlib import Path

from attrs import evolve, field, frozen

from wargame_core import DataError
from wargame_core.data import Document, Problem, did_you_mean, one_of, parse_toml, read_toml
from wargame_core.json_form import JsonObject
from wargame_core.maps.files.map_file import is_map, maps_in, read_map, sound_map
from wargame_core.plugins.discovery import plugins
from wargame_pictures.several_files import written_together
from wargame_workshop.interchange.drawn import Drawing, DrawnFile, Merged, merge
from wargame_workshop.interchange.foreign_files import looks_like_xml
from wargame_workshop.interchange.geo_drawing import geo_drawing
from wargame_workshop.interchange.geo_map import fitted_map
from wargame_workshop.interchange.geography import Geography
from wargame_workshop.interchange.geojson import read_geojson
from wargame_workshop.interchange.import_wishes import ImportKind, ImportRefused, ImportRequest, Wishes
from wargame_workshop.interchange.kml import read_kml
from wargame_workshop.interchange.map_rows import MapRows
from wargame_workshop.interchange.remembered_imports import IMPORTS, points_of_table, remembered
from wargame_workshop.interchange.sheet_forms import FORMS, SETUP_TABLE, csv_text
from wargame_workshop.interchange.sheet_import import import_tables
from wargame_workshop.interchange.tabletop import read_table_save, set_up
from wargame_workshop.interchange.tiled_areas import LAYERS, has_areas, merge_areas
from wargame_workshop.interchange.tiled_drawing import map_for, tiled_drawing
from wargame_workshop.interchange.tiled_layers import TERRAIN_LAYER, named_layers
from wargame_workshop.interchange.tiled_read import read_tiled
from wargame_workshop.interchange.vassal_import import begin_folder
from wargame_workshop.interchange.vassal_module import read_module
from wargame_workshop.interchange.vassal_places import places_of
from wargame_workshop.interchange.vassal_saves import read_save
from wargame_workshop.interchange.worldographer import (
    read_worldographer,
    terrain_notes,
    worldographer_drawing,
    worldographer_map,
)


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
        old_lines = [] if self.before is None else self.before.splitlines(keepends=True)
        new_lines = self.merged.text.splitlines(keepends=True)
        names = "/dev/null" if self.before is None else f"a/{self.path.name}", f"b/{self.path.name}"
        return "".join(
            line if line.endswith("\n") else f"{line}\n" for line in unified_diff(old_lines, new_lines, *names)
        )

    def to_json(self) -> JsonObject:
        merge_result = self.merged
        return {
            "file": str(self.path),
            "new": self.before is None,
            "changes": self.changes,
            "added": list(merge_result.added),
            "changed": list(merge_result.changed),
            "gone": list(merge_result.gone),
            "removed": list(merge_result.removed),
            "untouched": merge_result.untouched,
        }


@frozen
class Imported:
    """What an import would do: a change for each file, and what of the source does not come.

    ``ignored`` has no meaning here, ``missing`` is what such a source cannot give at all, and ``left_out`` names the
    things in it that could not be read or would spoil a file.
    """

    changes: tuple[FileChange, ...]
    ignored: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    pictures: Mapping[Path, bytes] = field(factory=dict)
    left_out: tuple[Problem, ...] = ()


def import_tiled(source: Path, path: Path, wishes: Wishes) -> Imported:
    """Merge a Tiled map into the map of a folder, or into the file that is named; a folder without a map gets one.

    Raises `DataError`, `EditError`, `ImportRefused`.
    """
    tiled_map = read_tiled(source, wishes.files)

    def begin_map() -> str:
        layer_names = wishes.layers
        chosen_layers = named_layers(tiled_map, (TERRAIN_LAYER,), tuple(layer_names.values()), layer_names)
        return map_for(chosen_layers.tiled, wishes.words)

    doc, text_before = _target(path, begin_map)
    if is_map(doc.data) and has_areas(doc):
        _check_only(wishes.only, LAYERS)
        chosen_layers = named_layers(tiled_map, (), LAYERS, wishes.layers)
        merge_result = merge_areas(doc, chosen_layers.tiled, wishes.only, prune=wishes.prune)
        change = FileChange(doc.path, text_before, merge_result)
        return Imported((change,), merge_result.ignored, notes=chosen_layers.notes, left_out=merge_result.left_out)
    file = _drawn_file(doc, wishes)
    chosen_layers = named_layers(tiled_map, file.grids, file.layers, wishes.layers)
    drawing = tiled_drawing(chosen_layers.tiled, file, wishes.words)
    if text_before is None:  # an export of another map: its marks are not of this file
        drawing = evolve(drawing, marks=tuple(evolve(mark, was="") for mark in drawing.marks))
    return evolve(_drawn_into(file, text_before, drawing, wishes), notes=chosen_layers.notes)


def import_worldographer(source: Path, path: Path, wishes: Wishes) -> Imported:
    """Merge the terrain of a map of Worldographer into the map of a folder; a folder without a map gets one.

    Raises `DataError`, `EditError`, `ImportRefused`.
    """
    foreign = read_worldographer(source)
    doc, text_before = _target(path, lambda: worldographer_map(foreign))
    change = _drawn_into(opened(doc), text_before, worldographer_drawing(foreign, opened(doc)), wishes)
    missing_things = tuple(f"{count} {name}" for name, count in foreign.besides.items())
    return evolve(change, missing=missing_things, notes=tuple(terrain_notes(foreign)))


def import_tabletop(source: Path, path: Path, wishes: Wishes) -> Imported:
    """Write what stands where in a save of Tabletop Simulator as a table of a set-up on the map of a folder.

    Raises `DataError`, `ImportRefused`.
    """
    folder = path if path.suffix != ".toml" else path.parent
    doc, text_before = _target(path, lambda: "")
    if text_before is None:
        raise ImportRefused(f"{path} has no map yet, and a table has points and no spaces: make the map first")
    save, game_map = read_table_save(source), sound_map(doc).map
    setup = set_up(save, game_map, points_of_table(folder, game_map))
    text = csv_text(("unit", "where"), setup.rows)
    changes, notes = _begun({folder / SETUP_TABLE: (text, f"{len(setup.rows)} units placed")})
    missing_things = tuple(f"{count} {name}" for name, count in save.besides.items())
    return Imported(tuple(changes), missing=missing_things, notes=(*setup.notes, *notes), left_out=setup.left_out)


def _begun(files: Mapping[Path, tuple[str, str]]) -> tuple[list[FileChange], list[str]]:
    """Files that an import begins, each a text and what is in it; and a note for each other one that is there."""
    changes, notes = list[FileChange](), list[str]()
    for path, (text, summary) in files.items():
        if not path.exists():
            changes.append(FileChange(path, None, Merged(text, (summary,))))
        elif path.read_text(encoding="utf-8-sig") == text:
            changes.append(FileChange(path, text, Merged(text)))
        else:
            notes.append(f"{path} is there already and stays as it is; move it away to have it anew")
    return changes, notes


def import_geo(source: Path, path: Path, wishes: Wishes) -> Imported:
    """Merge GeoJSON or KML into the square map of a folder, or into a new one that is fitted round it.

    Raises `DataError`, `ArchiveError`, `EditError`, `ImportRefused`.
    """
    geography = _geography(source, wishes.naming.name)
    features, kind_notes = wishes.naming.applied(source.name, geography.features)

    def fitted() -> str:
        if wishes.miles is None:
            hint = "say how large a space of a new one is, as in --fit 2.25 (miles)"
            raise ImportRefused(f"{path} has no map yet: {hint}")
        return fitted_map(source, features, wishes.miles, wishes.within)

    doc, text_before = _target(path, fitted)
    file = _drawn_file(doc, wishes)
    drawing, missing_things, notes = geo_drawing(source, features, geography.left_out, file, wishes.crossings)
    change = _drawn_into(file, text_before, drawing, wishes)
    size_is_given = wishes.miles is not None or wishes.within is not None
    size_notes = [f"{doc.path.name} keeps its size: --fit and --within are for a new map"] if size_is_given else []
    size = [_chosen(doc)] if text_before is None else size_notes
    notes = (*size, *kind_notes, *notes, *change.notes)
    return evolve(change, missing=(*geography.missing, *missing_things), notes=notes)


def _geography(source: Path, name: str) -> Geography:
    with source.open("rb") as file:
        file_start = file.read(200)
    return read_kml(source) if file_start[:2] == b"PK" or looks_like_xml(file_start) else read_geojson(source, name)


def _chosen(doc: Document) -> str:
    """What --fit chose for a new map."""
    head = doc.data["map"]
    south = head["lat_top"] - head["rows"] * head["deg_lat_per_row"]
    east = head["lon_west"] + head["cols"] * head["deg_lon_per_col"]
    return (
        f"a map of {head['rows']} rows and {head['cols']} columns, {head['miles_per_space']} miles a space: latitude "
        f"{head['lat_top']:.2f} to {south:.2f}, longitude {head['lon_west']:.2f} to {east:.2f}"
    )


def _target(written_path: Path, start_text: Callable[[], str]) -> tuple[Document, str | None]:
    """The file that a drawing is merged into, and its text; a new map with the text of ``start_text`` if there is
    none."""
    if written_path.is_file() != (written_path.suffix == ".toml"):
        raise ImportRefused(f"{written_path} is not a file that is there, and no folder")
    maps = [written_path] if written_path.is_file() else maps_in(written_path) if written_path.is_dir() else []
    if len(maps) > 1:
        raise ImportRefused(
            f"{written_path} has several maps ({', '.join(path.name for path in maps)}): name the file instead"
        )
    if not maps:
        return parse_toml(start_text(), written_path / "map.toml"), None
    doc = read_toml(maps[0])
    return doc, doc.text


def _drawn_file(doc: Document, wishes: Wishes) -> DrawnFile:
    file = opened(doc)
    _check_only(wishes.only, (*file.grids, *file.layers))
    return file


def _drawn_into(file: DrawnFile, text_before: str | None, drawing: Drawing, wishes: Wishes) -> Imported:
    """What a drawing makes of a file, with a picture of where the things lie that are left out."""
    drawing = drawing.only(wishes.only) if wishes.only else drawing
    merge_result = merge(file, drawing, prune=wishes.prune)
    change = FileChange(file.doc.path, text_before, merge_result)
    return Imported((change,), drawing.ignored, pictures=_shown(change), left_out=merge_result.left_out)


def _shown(change: FileChange) -> dict[Path, bytes]:
    """The picture of a map with what was left out, beside it in `design`; none where all came."""
    if not change.merged.left_out:
        return {}
    from wargame_pictures.draw.map_svg import map_with_mistakes

    doc = parse_toml(change.merged.text, change.path)
    game_map = read_map(doc).map if is_map(doc.data) else None
    if game_map is None:
        return {}
    picture = map_with_mistakes(game_map, change.merged.left_out)
    return {change.path.parent / "design" / f"{change.path.stem}-left-out.svg": picture.encode()}


def import_vassal(source: Path, path: Path, wishes: Wishes) -> Imported:
    """Begin a folder with what a VASSAL module has, or place counters as one of its saves has them.

    Files that are there already stay as they are. Raises `DataError`, `ArchiveError`, `ImportRefused`.
    """
    file_ending = source.suffix.casefold()
    if file_ending in (".vsav", ".vlog", ".vmdx") and wishes.module is None:
        reason = "an extension adds to a module" if file_ending == ".vmdx" else "a saved game has points, not spaces"
        raise ImportRefused(f"{reason}: say which module it is of, with --module FILE.vmod")
    saved_game = read_save(source) if file_ending in (".vsav", ".vlog") else None
    extensions = [source] if file_ending == ".vmdx" else []
    module = read_module(wishes.module if wishes.module is not None else source, *extensions)
    places = places_of(module, wishes.only[0] if wishes.only else "", [saved_game] if saved_game is not None else [])
    beginning = begin_folder(module, places, saved_game)
    changes, notes = _begun({path / name: text for name, text in beginning.texts.items()})
    pictures = {}
    if wishes.pictures and beginning.picture is not None:
        pictures = {path / "design" / beginning.picture[0]: beginning.picture[1]}
        if not (path / IMPORTS).exists():
            changes.append(FileChange(path / IMPORTS, None, Merged(beginning.laid, ("the picture under the map",))))
        notes.append("the picture belongs to its owner; `wargame pack` does not take it along")
    log = ["the moves of the log: the counters stand where it begins"] if source.suffix.casefold() == ".vlog" else []
    missing_things = (*beginning.missing, *log)
    return Imported(
        tuple(changes), missing=missing_things, notes=tuple(notes), pictures=pictures, left_out=beginning.left_out
    )


def import_sheet(source: Path, written_path: Path, wishes: Wishes) -> Imported:
    """Merge the tables of a spreadsheet into the files of a folder. Raises `DataError`, `ArchiveError`, `EditError`."""
    _check_only(wishes.only, ("map", *FORMS))
    folder = written_path if written_path.is_dir() or written_path.suffix != ".toml" else written_path.parent
    texts = {path.name: read_toml(path).text for path in sorted(folder.glob("*.toml"))}
    table_import = import_tables(source, texts, folder, only_names=wishes.only, prune=wishes.prune)
    changes = tuple(
        FileChange(path, texts.get(path.name), merge_result) for path, merge_result in table_import.files.items()
    )
    return Imported(changes, table_import.ignored, notes=table_import.notes, left_out=table_import.left_out)


def _check_only(only_names: Collection[str], known_names: Iterable[str]) -> None:
    """Refuse names of layers or tables that do not exist. Raises `ImportRefused`."""
    names = list(known_names)
    for word in (word for word in only_names if word not in names):
        hint = did_you_mean(word, names)
        message = f"--only {word}: there is no such layer or table{one_of(names)}"
        raise ImportRefused(f"{message}; {hint}" if hint else message)


def opened(doc: Document) -> DrawnFile:
    """A data file as drawings see it. Raises `DataError`, or `ImportRefused` for what is not a map and no battle."""
    if is_map(doc.data):
        return MapRows(doc)
    for plugin in plugins():
        file: DrawnFile | None = plugin.drawn_file(doc) if plugin.drawn_file is not None else None
        if file is not None:
            return file
    raise ImportRefused(f"{doc.path.name} is not a map, and no installed game draws it")


def run_import(request: ImportRequest) -> Imported:
    """What an import would do. Raises what its kind raises, and `DataError` where a strict one would leave out."""
    ways: dict[ImportKind, Callable[[Path, Path, Wishes], Imported]] = {
        "tiled": import_tiled,
        "sheet": import_sheet,
        "geo": import_geo,
        "vassal": import_vassal,
        "worldographer": import_worldographer,
        "tabletop": import_tabletop,
    }
    outcome = ways[request.kind](request.source, request.into, request.wishes)
    if request.wishes.strict and outcome.left_out:
        raise DataError(outcome.left_out)
    return outcome


def files_of(imported: Imported) -> dict[Path, str | bytes]:
    """The files that an import changes, with their new content."""
    files: dict[Path, str | bytes] = {change.path: change.merged.text for change in imported.changes if change.changes}
    return {**files, **imported.pictures}


def import_again(folder: Path) -> list[tuple[ImportRequest, Imported]]:
    """Run every import that a folder remembers, each on what those before it wrote; when one fails, all is as before.

    Raises what the imports raise, and OSError.
    """
    imports = []
    with written_together(folder) as write:
        for request in remembered(folder):
            imports.append((request, run_import(request)))
            if files := files_of(imports[-1][1]):
                write(files)
    return imports
