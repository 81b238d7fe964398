"""``wargame watch``: a page that redraws a folder on every save."""

from pathlib import Path

import click

from wargame_console.options import existing_path, with_output
from wargame_console.output import Output
from wargame_core.errors import WargameError


@click.command(epilog="Example: wargame watch ./my_campaign --edit")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--edit", is_flag=True, help="Let the page draw into the files: maps, set-ups, battles.")
@click.option("--port", metavar="NUMBER", type=click.IntRange(0, 65535), default=0, help="A free one if not given.")
@click.option("--open", "browser", is_flag=True, help="Open the page in the browser.")
@with_output
def watch(out: Output, folder: Path, edit: bool, port: int, browser: bool) -> None:
    """Show a folder of your own in the browser, drawn again on every save, with its mistakes beside and on the picture.

    The page is on this machine only. With --edit it has tools that draw into the TOML files, and what
    design/import.toml lists is imported again on every save; the first change of a file keeps the old one as FILE.bak.
    A picture design/underlay.png (.jpg, .gif) lies under the map. Ctrl-C ends it.
    """
    from wargame_workshop.watching.server import WatchServer
    from wargame_workshop.watching.workshop import Workshop

    existing_path(folder)
    if not folder.is_dir():
        raise WargameError(f"{folder} is not a folder; watch the folder that holds it")
    workshop = Workshop(folder, importing=edit)
    workshop.look()
    try:
        server = WatchServer(workshop, port, edit=edit)
    except OSError as problem:
        raise WargameError(f"port {port} cannot be used: {problem.strerror or problem}") from None

    def files_begun() -> None:
        out.say(f"{folder}: open {server.address}")
        out.say("Ctrl-C ends it.")
        if browser:
            click.launch(server.address)

    try:
        server.run(files_begun)
    except KeyboardInterrupt:
        out.say("ended")
    out.result({"folder": str(folder), "address": server.address})
