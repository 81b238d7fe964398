"""Packs: a designer's folder as one file that plays."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from wargame_core import Game
from wargame_core.data.archives import LIMITS, PackError, read_pack
from wargame_core.data.files import write_whole


def pack_files(folder: Path, game: Game) -> dict[str, str]:
    """By name the texts of a pack: data files, a README if there is one, the list of sources, a picture of the map."""
    from wargame_pictures.draw.map_svg import map_svg
    from wargame_pictures.paper.account import account

    data_files = (*sorted(folder.glob("*.toml")), *(folder / name for name in game.files.tables))
    files = {path.name: path.read_text(encoding="utf-8-sig") for path in data_files}
    for readme in folder.glob("README.md"):
        files[readme.name] = readme.read_text(encoding="utf-8")
    files["sources.txt"] = str(account(sorted(folder.glob("*.toml")))) + "\n"
    game_map = game.rules.map_of(game.start(seed=0).board)
    return files if game_map is None else {**files, "map.svg": map_svg(game_map)}


_TIME = (1980, 1, 1, 0, 0, 0)


def write_pack(target: Path, files: Mapping[str, str]) -> Path:
    """Write a pack of text files; the same files make the same bytes. Raises `PackError`, OSError."""
    for name in files:
        if not LIMITS.name.fullmatch(name):
            raise PackError(f"{name!r} cannot be in a pack: plain names of text files only")
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, text in sorted(files.items()):
            archive.writestr(ZipInfo(name, _TIME), text.encode(), ZIP_DEFLATED)
    read_pack(target, buffer)
    return write_whole(target, buffer.getvalue())
