"""``wargame import``: what other programs draw and keep, merged into a designer's files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wargame_core.cli.output import Output, there, with_output
from wargame_core.cli.typed_name import program
from wargame_core.errors import WargameError

if TYPE_CHECKING:
    from wargame_core.interchange.importing import Imported, Opener, Wishes

KINDS = ("tiled", "sheet", "geo", "vassal")


@click.command("import", epilog="Example: wargame import my_campaign/design/map.tmj --into my_campaign --dry-run")
@click.argument("what", nargs=-1, required=True, metavar="[tiled|sheet|geo|vassal] FILE")
@click.option("--into", required=True, metavar="FOLDER", type=click.Path(path_type=Path), help="The folder, or a file.")
@click.option("--only", default="", metavar="A,B", help="Only these layers or tables.")
@click.option("--prune", is_flag=True, help="Remove rows that are not drawn or listed any more.")
@click.option("--dry-run", is_flag=True, help="Write nothing; print the difference.")
@click.option("--tile", "tiles", multiple=True, metavar="N=WORD", help="The terrain of a tile of a foreign tileset.")
@click.option("--pictures", is_flag=True, help="Copy the picture of a VASSAL board; the rights stay with its owner.")
@click.option("--fit", "miles", type=click.FloatRange(0.001, 500), metavar="MILES", help="A new map round GeoJSON.")
@click.option("--module", metavar="FILE", type=click.Path(path_type=Path), help="The VASSAL module of a saved game.")
@with_output
def import_command(
    out: Output,
    what: tuple[str, ...],
    into: Path,
    only: str,
    prune: bool,
    dry_run: bool,
    tiles: tuple[str, ...],
    pictures: bool,
    miles: float | None,
    module: Path | None,
) -> None:
    """Merge a Tiled map, a spreadsheet, GeoJSON or a VASSAL module into your files.

    What the source cannot hold stays as it is: comments, order, notes, rules. Rows that are not in the source are told
    and stay too, unless --prune is given. Everything is checked first, and then all is written, or nothing.
    """
    from wargame_core.interchange.importing import Wishes, kind_of

    kind, source = _asked(what)
    there(source)
    wishes = Wishes(
        tuple(word.strip() for word in only.split(",") if word.strip()), prune, _words(tiles), pictures, miles, module
    )
    try:
        done = _run(kind or kind_of(source), source, into, wishes)
    except WargameError as error:
        error.add_note("nothing was written")
        raise
    if not dry_run:
        _write(done)
    _tell(out, done, into, dry_run)


def _asked(what: tuple[str, ...]) -> tuple[str, Path]:
    """The kind of import, if it was said, and the file."""
    if len(what) == 1:
        return "", Path(what[0])
    if len(what) == 2 and what[0] in KINDS:
        return what[0], Path(what[1])
    raise click.UsageError(f"say what to import: [{'|'.join(KINDS)}] FILE")


def _words(tiles: tuple[str, ...]) -> dict[int, str]:
    words = {}
    for tile in tiles:
        number, mark, word = tile.partition("=")
        if not (mark and number.isdecimal() and len(number) < 9 and word.strip() and word.isprintable()):
            raise click.UsageError(f"--tile {tile!r}: write the number of the tile and its terrain, as in 9=woods")
        words[int(number)] = word.strip()
    return words


def _run(kind: str, source: Path, into: Path, wishes: Wishes) -> Imported:
    from wargame_core.interchange import importing

    if kind == "tiled":
        return importing.import_tiled(source, into, wishes, list(openers()))
    ways: dict[str, Callable[[Path, Path, Wishes], Imported]] = {
        "sheet": importing.import_sheet,
        "geo": importing.import_geo,
        "vassal": importing.import_vassal,
    }
    return ways[kind](source, into, wishes)


def openers() -> Iterator[Opener]:
    """What installed games draw beside maps."""
    from wargame_core.plugins.discovery import plugins

    return (plugin.drawn_file for plugin in plugins() if plugin.drawn_file is not None)


def _write(done: Imported) -> None:
    """Write all files; when one fails, those written before it are as they were."""
    from wargame_core.data.files import write_whole

    written: list[tuple[Path, str | None]] = []
    try:
        for change in done.changes:
            if change.changes:
                write_whole(change.path, change.merged.text)
                written.append((change.path, change.before))
        for path, raw in done.pictures.items():
            write_whole(path, raw)
    except OSError:
        for path, before in written:
            if before is None:
                path.unlink(missing_ok=True)
            else:
                write_whole(path, before)
        raise


def _tell(out: Output, done: Imported, into: Path, dry_run: bool) -> None:
    lines = []
    for change in done.changes:
        merged = change.merged
        name = change.path.name if change.before is not None else f"{change.path.name} (new)"
        lines.append(f"{name}: {'nothing changes' if not change.changes else 'changes' if dry_run else 'written'}")
        for word, names in (
            ("added", merged.added),
            ("changed", merged.changed),
            ("removed", merged.removed),
            ("not in the source, and kept (--prune removes)", merged.gone),
        ):
            lines += [f"  {word}: {_listed(names)}"] if names else []
        lines.append(f"  untouched: {merged.untouched}")
    lines += [f"means nothing here: {thing}" for thing in done.ignored]
    lines += [f"could not come: {thing}" for thing in done.missing]
    if dry_run:
        lines += [change.difference().rstrip("\n") for change in done.changes if change.changes]
    for note in done.notes:
        out.note(note)
    if not dry_run and any(change.changes for change in done.changes):
        lines.append(f"next: {program()} lint {into}")
    data = {
        "files": [change.to_json() for change in done.changes],
        "ignored": list(done.ignored),
        "missing": list(done.missing),
        "notes": list(done.notes),
        "pictures": [str(path) for path in done.pictures],
        "written": not dry_run and any(change.changes for change in done.changes),
    }
    if dry_run:
        data["difference"] = "".join(change.difference() for change in done.changes if change.changes)
    out.result(data, lines)


def _listed(names: tuple[str, ...], most: int = 12) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
