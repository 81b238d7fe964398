"""``wargame pack``: a designer's folder as one file that plays."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import click

from wargame_console.errors import program
from wargame_console.options import existing_path, open_game, with_output
from wargame_console.output import Output, path_word
from wargame_core.data.archives import LIMITS, PackError, read_pack
from wargame_core.data.files import write_whole
from wargame_core.errors import WargameError
from wargame_core.limits import shorten


@click.command(epilog="Example: wargame pack ./my_campaign, then wargame play my_campaign.wargame")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--out",
    "target",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="FOLDER.wargame if not given.",
)
@with_output
def pack(out: Output, folder: Path, target: Path | None) -> None:
    """Write a folder of your own as one file to send: every command that takes a folder takes it too.

    It holds the data files, a README if there is one, a picture of the map, and the list of sources. It is a zip
    archive; it leaves out scanned pictures and other files of the folder.
    """
    from wargame_core.plugins.discovery import PACK
    from wargame_pictures.paper.account import account

    existing_path(folder)
    if not folder.is_dir():
        raise WargameError(f"{folder} is no folder")
    game, _ = open_game(str(folder.resolve()))
    files = {path.name: path.read_text(encoding="utf-8-sig") for path in sorted(folder.glob("*.toml"))}
    for readme in folder.glob("README.md"):
        files[readme.name] = readme.read_text(encoding="utf-8")
    files["sources.txt"] = str(account(sorted(folder.glob("*.toml")))) + "\n"
    board = game.start(seed=0).board
    drawn = game.rules.map_of(board)
    if drawn is not None:
        from wargame_pictures.draw.map_svg import map_svg

        files["map.svg"] = map_svg(drawn)
    target = target or Path(f"{folder.resolve().name}{PACK}")
    if target.suffix != PACK:
        raise WargameError(f"{shorten(str(target))}: a pack is called NAME{PACK}, so that commands know it")
    written = write_pack(target, files)
    as_json = {"game": game.id, "out": str(written), "files": sorted(files), "bytes": written.stat().st_size}
    out.result(
        as_json, f"{written}: {game.title}, {len(files)} files; play it with: {program()} play {path_word(written)}"
    )


_TIME = (1980, 1, 1, 0, 0, 0)


def write_pack(target: Path, files: Mapping[str, str]) -> Path:
    """Write a pack of text files; the same files make the same bytes. Raises `PackError`, OSError."""
    for name in files:
        if not LIMITS.name.fullmatch(name):
            raise PackError(f"{name!r} cannot be in a pack: plain names of text files only")
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, text in sorted(files.items()):
            archive.writestr(ZipInfo(name, _TIME), text.encode(), ZIP_DEFLATED)
    read_pack(target, packed)
    return write_whole(target, packed.getvalue())
