"""What leaves for other programs: a map or battle for Tiled, an order of battle and places as tables, a VASSAL game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from wargame_core.errors import Problem, WargameError
from wargame_core.plugins.discovery import looks_like_a_path

if TYPE_CHECKING:
    from wargame_core import Game, Match
    from wargame_core.data.documents import Document
    from wargame_pictures.draw.tokens import Marker
    from wargame_workshop.interchange.vassal_export import Standing


def design_files(kind: Literal["tiled", "sheet"], name: str) -> dict[str, bytes]:
    """The files for Tiled or as tables. Raises `WargameError` where nothing can be exported."""
    from wargame_core.data.documents import read_toml

    paths = [path for path in data_files(name) if path.suffix == ".toml"]
    if not paths:
        raise WargameError(f"{name} has no data files")
    make_files = _tiled if kind == "tiled" else _sheets
    files: dict[str, bytes] = {}
    for path in paths:
        files |= make_files(read_toml(path))
    if not files:
        missing_kind = "map or battle" if kind == "tiled" else "order of battle and no map"
        raise WargameError(f"there is no {missing_kind} in {name} that can be exported")
    return files


def vassal_files(
    game: Game, match: Match, path: Path, board: str, stem: str = ""
) -> tuple[dict[str, bytes], tuple[Problem, ...]]:
    """A position as a saved game of the VASSAL module at ``path``, and the pieces that are not in it.

    ``board`` names a board of the module, ``stem`` the saved game. Raises `WargameError` where no piece can be placed.
    """
    from wargame_workshop.interchange.vassal_export import saved_game
    from wargame_workshop.interchange.vassal_maps import write_map
    from wargame_workshop.interchange.vassal_module import read_module
    from wargame_workshop.interchange.vassal_places import places_of
    from wargame_workshop.interchange.vassal_saves import read_games

    module = read_module(path)
    places = places_of(module, board, read_games(module).values())
    if places is None:
        raise WargameError(f"{path.name} has no board with a grid or with regions: no piece can be placed on it")
    write_map(places)  # which gives the places their names
    exported_save = saved_game(places, _standing(game, match), game.title)
    if not exported_save.pieces:
        problem = f"no piece of {game.id} is one of {path.name}"
        raise WargameError(f"{problem}: choose the module, and the board, from which the game was begun")
    return {f"{stem or f'{game.id}-{match.scenario}'}.vsav": exported_save.content}, exported_save.left_out


def _standing(game: Game, match: Match) -> list[Standing]:
    """The pieces on the map: as they are drawn, with the counters that the file of the scenario names."""
    from wargame_pictures import pictures_of
    from wargame_workshop.interchange.vassal_export import Standing

    board = match.board
    counters = _counters_of(game.id, match.scenario)
    names = {piece.id: piece.name for piece in game.sheet(match.scenario).pieces}
    make_markers = pictures_of(game).presentation.markers
    markers = {
        marker.id: marker
        for marker in (make_markers(board, game.seats[0]) if make_markers is not None else ())
        if marker.id
    }
    return [
        Standing(piece, names.get(piece, piece), place, _turned(markers.get(piece)), counters.get(piece, ""))
        for piece, place in board.piece_places().items()
    ]


def _turned(marker: Marker | None) -> bool:
    return marker is not None and (marker.kind == "over" or marker.face_down)


def _counters_of(game: str, scenario: str) -> dict[str, str]:
    """The counter of each piece of a scenario, where a file of the game has such rows."""
    from wargame_core.data.documents import read_toml

    for path in data_files(game):
        data = read_toml(path).data if path.suffix == ".toml" else {}
        head, rows = data.get("scenario"), data.get("piece")
        if isinstance(head, dict) and head.get("id") == scenario and isinstance(rows, list):
            return {row["id"]: row["counter"] for row in rows if "id" in row and "counter" in row}
    return {}


def data_files(name: str) -> list[Path]:
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
