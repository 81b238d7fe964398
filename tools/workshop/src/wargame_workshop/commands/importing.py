"""``wargame import``: what other programs draw and keep, merged into a designer's files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wargame_console.errors import program
from wargame_console.options import existing_path, with_output
from wargame_console.output import Output
from wargame_core.errors import WargameError

if TYPE_CHECKING:
    from wargame_workshop.interchange.feature_kinds import FeatureNaming
    from wargame_workshop.interchange.geo_map import Window
    from wargame_workshop.interchange.import_wishes import ImportKind, Wishes
    from wargame_workshop.interchange.importing import Imported

LISTED = 40
"""How many things that are left out are told one by one; ``--json`` has them all."""


@click.command("import", epilog="Example: wargame import my_campaign/design/map.tmj --into my_campaign --dry-run")
@click.argument("what", nargs=-1, required=True, metavar="[KIND] FILE")
@click.option("--into", metavar="FOLDER", type=click.Path(path_type=Path), help="The folder, or a file.")
@click.option("--only", default="", metavar="A,B", help="Only these layers or tables.")
@click.option("--prune", is_flag=True, help="Remove rows that are not drawn or listed any more.")
@click.option("--dry-run", is_flag=True, help="Write nothing; print the difference.")
@click.option("--tile", "tiles", multiple=True, metavar="N=WORD", help="The terrain of a tile of a foreign tileset.")
@click.option(
    "--layer", "layers", multiple=True, metavar="NAME=OURS", help="A layer of a Tiled map, as in Ground=terrain."
)
@click.option(
    "--files", metavar="FOLDER", type=click.Path(path_type=Path), help="Where the tilesets of a Tiled map are."
)
@click.option("--pictures", is_flag=True, help="Copy the picture of a VASSAL board; the rights stay with its owner.")
@click.option(
    "--fit", "miles", type=click.FloatRange(0.001, 500), metavar="MILES", help="Make a new map around the geography."
)
@click.option("--within", default="", metavar="W,S,E,N", help="With --fit: the part of the earth, in degrees.")
@click.option("--name", default="", metavar="PROPERTY", help="The property of geography that is its name.")
@click.option("--kind", "kinds", multiple=True, metavar="KEY=VALUE:KIND", help="What geography with a property is.")
@click.option(
    "--crossings", type=click.Choice(["ferry", "bridge", "ford"]), help="Put one where a road crosses a river."
)
@click.option("--strict", is_flag=True, help="Refuse the file if anything in it would be left out.")
@click.option("--module", metavar="FILE", type=click.Path(path_type=Path), help="The VASSAL module of a saved game.")
@click.option("--remember", is_flag=True, help="Note the import in FOLDER/design/import.toml, to do it again.")
@with_output
def import_command(
    out: Output,
    what: tuple[str, ...],
    into: Path | None,
    only: str,
    prune: bool,
    dry_run: bool,
    tiles: tuple[str, ...],
    layers: tuple[str, ...],
    files: Path | None,
    pictures: bool,
    miles: float | None,
    within: str,
    name: str,
    kinds: tuple[str, ...],
    crossings: str | None,
    strict: bool,
    module: Path | None,
    remember: bool,
) -> None:
    """Merge what other programs made into your files.

    KIND is tiled, sheet, geo, vassal, worldographer or tabletop (a save of Tabletop Simulator); the ending tells most.

    With a FOLDER in place of FILE it repeats the imports in design/import.toml; wargame watch does so on every save.

    What the source cannot hold stays as it is: comments, order, notes, rules. Rows that the source lacks are listed and
    stay too, unless --prune is given. What cannot be read, or would spoil a file, is left out and named; each file that
    is written is whole.
    """
    from wargame_pictures.several_files import write_all
    from wargame_workshop.interchange.import_wishes import ImportRequest, Wishes, kind_of
    from wargame_workshop.interchange.importing import files_of, run_import

    kind, source = _asked(what)
    existing_path(source)
    if into is None:
        _repeat_import(out, source)
        return
    only_words = tuple(word.strip() for word in only.split(",") if word.strip())
    naming, window = _of_geography(name, kinds, within)
    wishes = Wishes(
        only=only_words,
        prune=prune,
        words=_words(tiles),
        pictures=pictures,
        miles=miles,
        module=module,
        strict=strict,
        layers=_layers(layers),
        files=files,
        naming=naming,
        within=window,
        crossings=crossings or "",
    )
    try:
        outcome = run_import(ImportRequest(source, kind or kind_of(source), into, wishes))
    except WargameError as error:
        error.add_note("nothing was written")
        raise
    if not dry_run:
        if changed_files := files_of(outcome):
            write_all(changed_files, next(iter(changed_files)).parent)
        if remember:
            _remember(out, source, kind or kind_of(source), into, wishes)
    _tell(out, outcome, into, dry_run)


def _repeat_import(output: Output, folder: Path) -> None:
    """Do again what a folder remembers."""
    from wargame_workshop.interchange.importing import import_again
    from wargame_workshop.interchange.remembered_imports import IMPORTS

    if not folder.is_dir():
        raise click.UsageError("say where it goes: --into FOLDER")
    if not (folder / IMPORTS).is_file():
        raise WargameError(f"{folder} remembers no import: there is no {IMPORTS.as_posix()} (--remember writes one)")
    try:
        outcomes = import_again(folder)
    except WargameError as error:
        error.add_note("nothing was written")
        raise
    lines = []
    for request, outcome in outcomes:
        names = [change.path.name for change in outcome.changes if change.changes]
        lines.append(f"{request.source.name}: {f'written to {_listed(tuple(names))}' if names else 'nothing changes'}")
        lines += _left_out(outcome, dry_run=False) if outcome.left_out else []
    files = [change.to_json() for _, outcome in outcomes for change in outcome.changes]
    left_out = [problem.to_json() for _, outcome in outcomes for problem in outcome.left_out]
    is_written = any(file["changes"] for file in files)
    output.result({"files": files, "left_out": left_out, "written": is_written}, lines)


def _remember(output: Output, source: Path, kind: ImportKind, path: Path, wishes: Wishes) -> None:
    from wargame_core.data.files import write_whole
    from wargame_workshop.interchange.remembered_imports import IMPORTS, remembering

    folder = path.parent if path.suffix == ".toml" else path
    text = remembering(folder, source, kind, path, wishes)
    if text is not None:
        write_whole(folder / IMPORTS, text)
        output.note(f"remembered in {(folder / IMPORTS).as_posix()}; again with {program()} import {folder}")
        return
    design = (folder / "design").resolve()
    if not all(file is None or file.resolve().is_relative_to(design) for file in (source, wishes.files)):
        output.note(f"not remembered: only what is in {(folder / 'design').as_posix()} can be")


def _asked(what: tuple[str, ...]) -> tuple[ImportKind | None, Path]:
    """The kind of import, if it was said, and the file."""
    from wargame_workshop.interchange.import_wishes import IMPORT_KINDS

    kind = next((kind for kind in IMPORT_KINDS if what[0] == kind), None) if len(what) == 2 else None
    if len(what) != 1 and kind is None:
        raise click.UsageError(f"say what to import: [{'|'.join(IMPORT_KINDS)}] FILE")
    return kind, Path(what[-1])


def _of_geography(name: str, kinds: tuple[str, ...], window_text: str) -> tuple[FeatureNaming, Window | None]:
    from wargame_workshop.interchange.feature_kinds import FeatureNaming, KindRule
    from wargame_workshop.interchange.geo_map import Window

    option = "--kind"
    try:
        rules = tuple(map(KindRule.read, kinds))
        option = "--within"
        return FeatureNaming(name.strip(), rules), Window.read(window_text) if window_text else None
    except ValueError as error:
        raise click.UsageError(f"{option} {error}") from None


def _words(tiles: tuple[str, ...]) -> dict[int, str]:
    words = {}
    for tile in tiles:
        number, mark, word = tile.partition("=")
        if not (mark and number.isdecimal() and len(number) < 9 and word.strip() and word.isprintable()):
            raise click.UsageError(f"--tile {tile!r}: write the number of the tile and its terrain, as in 9=woods")
        words[int(number)] = word.strip()
    return words


def _layers(layers: tuple[str, ...]) -> dict[str, str]:
    """Names of layers of a data file by those of a map."""
    names_by_layer = {}
    for layer in layers:
        name, _, our_name = layer.rpartition("=")
        if not (name.strip() and our_name.strip() and layer.isprintable()):
            raise click.UsageError(f"--layer {layer!r}: write its name and the name it has here, as in Ground=terrain")
        names_by_layer[name.strip()] = our_name.strip()
    return names_by_layer


def _tell(output: Output, outcome: Imported, written_path: Path, dry_run: bool) -> None:
    lines = []
    for change in outcome.changes:
        merge_result = change.merged
        name = change.path.name if change.before is not None else f"{change.path.name} (new)"
        lines.append(f"{name}: {'nothing changes' if not change.changes else 'changes' if dry_run else 'written'}")
        for word, names in (
            ("added", merge_result.added),
            ("changed", merge_result.changed),
            ("removed", merge_result.removed),
            ("not in the source, and kept (--prune removes)", merge_result.gone),
        ):
            lines += [f"  {word}: {_listed(names)}"] if names else []
        lines.append(f"  untouched: {merge_result.untouched}")
    lines += [f"means nothing here: {thing_name}" for thing_name in outcome.ignored]
    lines += [f"could not come: {thing_name}" for thing_name in outcome.missing]
    if outcome.left_out:
        lines += _left_out(outcome, dry_run)
    if dry_run:
        lines += [change.difference().rstrip("\n") for change in outcome.changes if change.changes]
    for note in outcome.notes:
        output.note(note)
    if not dry_run and any(change.changes for change in outcome.changes):
        lines.append(f"next: {program()} lint {written_path}")
    data = {
        "files": [change.to_json() for change in outcome.changes],
        "ignored": list(outcome.ignored),
        "missing": list(outcome.missing),
        "notes": list(outcome.notes),
        "left_out": [problem.to_json() for problem in outcome.left_out],
        "pictures": [str(path) for path in outcome.pictures],
        "written": not dry_run and any(change.changes for change in outcome.changes),
    }
    if dry_run:
        data["difference"] = "".join(change.difference() for change in outcome.changes if change.changes)
    output.result(data, lines)


def _left_out(outcome: Imported, dry_run: bool) -> list[str]:
    """What did not come, each thing with its place in the source, and the picture that shows where it lies."""
    count = len(outcome.left_out)
    lines = [f"left out: {count} {'thing' if count == 1 else 'things'} (--strict refuses the file instead)"]
    lines += [f"  {problem}" for problem in outcome.left_out[:LISTED]]
    lines += [f"  and {count - LISTED} more (--json lists them)"] if count > LISTED else []
    lines += [f"shown in {path}" for path in outcome.pictures if path.name.endswith("-left-out.svg") and not dry_run]
    return lines


def _listed(names: tuple[str, ...], most_names: int = 12) -> str:
    more_text = f" and {len(names) - most_names} more" if len(names) > most_names else ""
    return ", ".join(names[:most_names]) + more_text
