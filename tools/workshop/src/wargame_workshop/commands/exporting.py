"""``wargame export``: a map or battle for Tiled, an order of battle and places as tables, a position for VASSAL."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import frozen

from wargame_console.errors import program
from wargame_console.options import WantedRecord, as_one, existing_path, open_game, with_output
from wargame_console.output import Output
from wargame_core.errors import Problem, WargameError
from wargame_core.plugins.discovery import looks_like_a_path

if TYPE_CHECKING:
    from wargame_core import Game, Match
    from wargame_core.data.documents import Document
    from wargame_pictures.draw.tokens import Marker
    from wargame_workshop.interchange.vassal_export import Standing


@frozen(kw_only=True)
class VassalWishes:
    """What `wargame export vassal` is asked for."""

    module: Path | None
    board: str
    scenario: str | None


@click.command("export", epilog="Example: wargame export tiled my_campaign --out my_campaign/design")
@click.argument("kind", type=click.Choice(["tiled", "sheet", "vassal"]))
@click.argument("name", metavar="GAME|FOLDER|FILE")
@click.option(
    "--out", "target", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), default=Path("design")
)
@click.option(
    "--force", is_flag=True, help="Overwrite files that exist, even if they hold changes that were not imported yet."
)
@as_one(
    VassalWishes,
    {
        "module": click.option(
            "--module", metavar="FILE", type=click.Path(path_type=Path), help="The VASSAL module of a game."
        ),
        "board": click.option("--board", metavar="NAME", default="", help="The board, as `new game` was told it."),
        "scenario": click.option("--scenario", metavar="NAME", help="The scenario whose beginning is exported."),
    },
)
@with_output
def export(out: Output, wishes: VassalWishes, kind: str, name: str, target: Path, force: bool) -> None:
    """Write a map or a battle as a Tiled map, or an order of battle and places as CSV; `import` reads them back.

    Files go to the folder `design` here, or to --out. Notes, sources and all else that a picture cannot hold stay in
    your files, and an import leaves them as they are. `export vassal GAME --module FILE.vmod` writes the beginning of a
    scenario as a saved game of the module from which the game was begun; with a record in place of GAME, where it ends.
    """
    if (kind == "vassal") != (wishes.module is not None):
        raise click.UsageError(f"--module FILE.vmod goes with {program()} export vassal GAME")
    left_out: tuple[Problem, ...] = ()
    if wishes.module is not None:
        game, files, left_out = _vassal(name, wishes, wishes.module)
        if game.rules.secrets:
            out.note("the saved game shows everybody where each piece stands, also what a seat does not know yet")
    else:
        files = _drawn(kind, name)
    written = _written(files, target, force)
    for problem in left_out:
        out.note(f"left out: {problem}")
    told = [problem.to_json() for problem in left_out]
    out.result({"game": name, "kind": kind, "files": written, "left_out": told}, [*written])


def _drawn(kind: str, name: str) -> dict[str, bytes]:
    """The files for Tiled or as tables. Raises `WargameError` where nothing can be exported."""
    from wargame_core.data.documents import read_toml

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
    return files


def _written(files: dict[str, bytes], target: Path, force: bool) -> list[str]:
    """The names of the files, once they are written. Raises `WargameError` for others that are there already."""
    from wargame_pictures.several_files import write_all

    taken = [str(target / file) for file in files if (target / file).exists() and not file.endswith("-tiles.png")]
    same = [path for path in taken if Path(path).read_bytes() == files[Path(path).name]]
    if set(taken) - set(same) and not force:
        listed = ", ".join(sorted(set(taken) - set(same)))
        hint = f"import it first (`{program()} import`), or write over it with --force"
        raise WargameError(f"{listed} is there already, and differs; {hint}")
    return [str(path) for path in write_all({target / file: raw for file, raw in files.items()}, target)]


def _vassal(name: str, wishes: VassalWishes, path: Path) -> tuple[Game, dict[str, bytes], tuple[Problem, ...]]:
    """The game of a position, the position as a saved game of a module, and the pieces that are not in it."""
    from wargame_workshop.interchange.vassal_export import saved_game
    from wargame_workshop.interchange.vassal_maps import write_map
    from wargame_workshop.interchange.vassal_module import read_module
    from wargame_workshop.interchange.vassal_places import places_of
    from wargame_workshop.interchange.vassal_saves import read_games

    game, match = _position(name, wishes.scenario)
    module = read_module(existing_path(path))
    places = places_of(module, wishes.board, read_games(module).values())
    if places is None:
        raise WargameError(f"{path.name} has no board with a grid or with regions: no piece can be placed on it")
    write_map(places)  # which gives the places their names
    stem = Path(name).stem if Path(name).is_file() else f"{game.id}-{match.scenario}"
    done = saved_game(places, _standing(game, match), game.title)
    if not done.pieces:
        problem = f"no piece of {game.id} is one of {path.name}"
        raise WargameError(f"{problem}: choose the module, and the board, from which the game was begun")
    return game, {f"{stem}.vsav": done.content}, done.left_out


def _position(name: str, scenario: str | None) -> tuple[Game, Match]:
    """The game and a match: that of a record, else one that begins."""
    if Path(name).is_file():
        if scenario is not None:
            raise click.UsageError("a record has its scenario: leave out --scenario")
        match, game = WantedRecord(Path(name)).match()
        return game, match
    game, _ = open_game(name)
    return game, game.start(scenario, seed=0)


def _standing(game: Game, match: Match) -> list[Standing]:
    """The pieces on the map: as they are drawn, with the counters that the file of the scenario names."""
    from wargame_pictures import of as pictures_of
    from wargame_workshop.interchange.vassal_export import Standing

    board = match.board
    counters = _counters_of(game.id, match.scenario)
    names = {piece.id: piece.name for piece in game.sheet(match.scenario).pieces}
    given = pictures_of(game).given.markers
    markers = {marker.id: marker for marker in (given(board, game.seats[0]) if given is not None else ()) if marker.id}
    return [
        Standing(piece, names.get(piece, piece), place, _turned(markers.get(piece)), counters.get(piece, ""))
        for piece, place in board.piece_places().items()
    ]


def _turned(marker: Marker | None) -> bool:
    return marker is not None and (marker.kind == "over" or marker.face_down)


def _counters_of(game: str, scenario: str) -> dict[str, str]:
    """The counter of each piece of a scenario, where a file of the game has such rows."""
    from wargame_core.data.documents import read_toml

    for path in _files(game):
        data = read_toml(path).data if path.suffix == ".toml" else {}
        head, rows = data.get("scenario"), data.get("piece")
        if isinstance(head, dict) and head.get("id") == scenario and isinstance(rows, list):
            return {row["id"]: row["counter"] for row in rows if "id" in row and "counter" in row}
    return {}


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
    from wargame_workshop.interchange.import_wishes import ImportRefused
    from wargame_workshop.interchange.importing import opened
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
