"""``wargame export``: a map or battle for Tiled, an order of battle and places as tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wargame_core.errors import WargameError
from wargame_core.plugins.discovery import looks_like_a_path
from wargame_terminal.errors import program
from wargame_terminal.output import Output, with_output

if TYPE_CHECKING:
    from wargame_core.data.documents import Document


@click.command("export", epilog="Example: wargame export tiled my_campaign --out my_campaign/design")
@click.argument("kind", type=click.Choice(["tiled", "sheet"]))
@click.argument("name", metavar="GAME|FOLDER|FILE")
@click.option(
    "--out", "target", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), default=Path("design")
)
@click.option(
    "--force", is_flag=True, help="Overwrite files that exist, even if they hold changes that were not imported yet."
)
@with_output
def export(out: Output, kind: str, name: str, target: Path, force: bool) -> None:
    """Write a map or a battle as a Tiled map, or an order of battle and places as CSV; `import` reads them back.

    Files go to the folder `design` here, or to --out. Notes, sources and all else that a picture cannot hold stay in
    your files, and an import leaves them as they are.
    """
    from wargame_core.data.documents import read_toml
    from wargame_pictures.several_files import write_all

    paths = [path for path in _files(name) if path.suffix == ".toml"]
    if not paths:
        raise WargameError(f"{name} has no data files")
    make = _tiled if kind == "tiled" else _sheets
    files: dict[str, bytes] = {}
    for path in paths:
        files |= make(read_toml(path))
    if not files:
        what = "map or battle" if kind == "tiled" else "order of battle and no map"
        raise WargameError(f"there is no {what} in {name} that can be exported")
    taken = [str(target / file) for file in files if (target / file).exists() and not file.endswith("-tiles.png")]
    same = [path for path in taken if Path(path).read_bytes() == files[Path(path).name]]
    if set(taken) - set(same) and not force:
        listed = ", ".join(sorted(set(taken) - set(same)))
        hint = f"import it first (`{program()} import`), or write over it with --force"
        raise WargameError(f"{listed} is there already, and differs; {hint}")
    written = [str(path) for path in write_all({target / file: raw for file, raw in files.items()}, target)]
    out.result({"game": name, "kind": kind, "files": written}, [*written])


def _files(name: str) -> list[Path]:
    """The data files that a name means: a file, those of a folder, or those of an installed game."""
    path = Path(name)
    if looks_like_a_path(name) or path.exists():
        if path.is_dir():
            return sorted(path.glob("*.toml"))
        if not path.is_file():
            raise WargameError(f"{name}: no such file or folder")
        return [path]
    from wargame_core.plugins.discovery import plugin_of

    data = plugin_of(name).data
    return sorted(data.glob("*.toml")) if data is not None else []


def _tiled(doc: Document) -> dict[str, bytes]:
    from wargame_core.maps.files.map_file import is_map
    from wargame_workshop.interchange.importing import ImportRefused, opened
    from wargame_workshop.interchange.tiled_areas import area_tiled_map, has_areas
    from wargame_workshop.interchange.tiled_maps import tiled_map

    if is_map(doc.data) and has_areas(doc):
        return {f"{doc.path.stem}.tmj": area_tiled_map(doc).encode()}
    try:
        picture = f"{doc.path.stem}-tiles.png"
        text, tiles = tiled_map(opened(doc), picture)
    except ImportRefused:
        return {}
    return {f"{doc.path.stem}.tmj": text.encode(), picture: tiles}


def _sheets(doc: Document) -> dict[str, bytes]:
    from wargame_core.maps.files.map_file import is_map
    from wargame_workshop.interchange.map_rows import MapRows
    from wargame_workshop.interchange.sheet_forms import map_tables, oob_tables
    from wargame_workshop.interchange.tiled_areas import has_areas

    tables: dict[str, str] = {}
    if "formation" in doc.data and "side" in doc.data:
        tables = oob_tables(doc.data)
    elif is_map(doc.data) and not has_areas(doc):
        tables = map_tables(MapRows(doc), doc.data)
    return {f"{name}.csv": b"\xef\xbb\xbf" + text.encode() for name, text in tables.items()}
