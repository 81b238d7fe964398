"""``wargame pack``: a designer's folder as one file that plays."""

from pathlib import Path

import click

from wargame_console.errors import program
from wargame_console.options import existing_path, open_game, with_output
from wargame_console.output import Output, path_word
from wargame_core.errors import WargameError
from wargame_core.limits import shorten
from wargame_core.plugins.discovery import PACK
from wargame_workshop.packs import pack_files, write_pack


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
    existing_path(folder)
    if not folder.is_dir():
        raise WargameError(f"{folder} is not a folder")
    game, _ = open_game(str(folder.resolve()))
    files = pack_files(folder, game)
    target = target or Path(f"{folder.resolve().name}{PACK}")
    if target.suffix != PACK:
        raise WargameError(f"{shorten(str(target))}: a pack is called NAME{PACK}, so that commands know it")
    pack_file = write_pack(target, files)
    as_json = {"game": game.id, "out": str(pack_file), "files": sorted(files), "bytes": pack_file.stat().st_size}
    play = f"{program()} play {path_word(pack_file)}"
    out.result(as_json, f"{pack_file}: {game.title}, {len(files)} files; play it with: {play}")
