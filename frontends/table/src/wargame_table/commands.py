"""``wargame serve`` and ``wargame table``: tables for people who sit at browsers."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

import click

from wargame_core.cli.output import Output, with_output
from wargame_core.errors import MissingExtra

if TYPE_CHECKING:
    from wargame_table.server import Site

HOST = "127.0.0.1"


@click.command(epilog="Example: wargame serve --keep games.sqlite --host 0.0.0.0 --name games.example.org")
@click.argument("games", nargs=-1)
@click.option("--host", metavar="ADDRESS", default=HOST, show_default=True, help="The address to listen on.")
@click.option("--port", metavar="NUMBER", default=8000, show_default=True, help="The port to listen on.")
@click.option(
    "--name", "names", metavar="NAME", multiple=True, help="A name that people reach this server by; again for more."
)
@click.option(
    "--keep",
    metavar="FILE",
    default=Path("wargame-tables.sqlite"),
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file that all tables are kept in.",
)
@click.option("--workers", metavar="NUMBER", default=1, show_default=True, help="Processes in which bots think.")
@click.option("--full-sync", is_flag=True, help="Lose nothing in a power cut either; slower.")
@click.option("--anybody", is_flag=True, help="Let everybody make tables; else it needs a key, except on loopback.")
@with_output
def serve(
    out: Output,
    games: tuple[str, ...],
    host: str,
    port: int,
    names: tuple[str, ...],
    keep: Path,
    workers: int,
    full_sync: bool,
    anybody: bool,
) -> None:
    """Serve tables for people at browsers: all installed games, or those named."""
    site, key = make_site(games, host, names, keep, workers, full_sync, anybody)
    address = f"http://{names[0] if names else host}:{port}/"
    out.say(f"Tables at {address} (kept in {keep})")
    if key:
        out.say(f"Who makes a table is asked for this key: {key}")
    run(site, host, port)
    out.result({"address": address, "kept": str(keep)})


@click.command()
@click.option("--port", metavar="NUMBER", default=8000, show_default=True, help="The port to listen on.")
@click.option(
    "--keep",
    metavar="FILE",
    default=Path("wargame-tables.sqlite"),
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file that all tables are kept in.",
)
@with_output
def table(out: Output, port: int, keep: Path) -> None:
    """Play in the browser on this machine: serve tables here and open the page."""
    site, _ = make_site((), HOST, (), keep, 1, False, True)
    address = f"http://{HOST}:{port}/"
    out.say(f"Tables at {address} (kept in {keep}); Ctrl-C ends it")
    opening = Timer(1.0, webbrowser.open, (address,))
    opening.daemon = True
    opening.start()
    run(site, HOST, port)
    out.result({"address": address, "kept": str(keep)})


def make_site(
    games: tuple[str, ...], host: str, names: tuple[str, ...], keep: Path, workers: int, full_sync: bool, anybody: bool
) -> tuple[Site, str]:
    """What the application needs, and the key for who makes tables (empty where none is needed)."""
    try:
        from wargame_table.server import Site
    except ImportError as problem:
        raise _missing(problem) from None
    from wargame_table.guard import LOOPBACK, Guard
    from wargame_table.hub import Hub
    from wargame_table.keys import hashed, new_key
    from wargame_table.lobby import Lobby
    from wargame_table.store import Store
    from wargame_table.thinking import Workers

    key = "" if anybody or host in LOOPBACK else new_key()
    own = frozenset({*names, *LOOPBACK, *({host} if host != "0.0.0.0" else ())})
    guard = Guard(hosts=own, creation_key=hashed(key) if key else None)
    hub = Hub(Store(keep, full_sync=full_sync), Workers(workers))
    return Site(hub=hub, guard=guard, lobby=Lobby(games)), key


def run(site: Site, host: str, port: int) -> None:
    """Answer until interrupted. Keys are in no address and no log."""
    try:
        import uvicorn
    except ImportError as problem:
        raise _missing(problem) from None
    from wargame_table.server import table_app

    uvicorn.run(
        table_app(site),
        host=host,
        port=port,
        access_log=False,
        log_level="warning",
        server_header=False,
        ws_max_size=65_536,
        ws_ping_interval=20,
        ws_ping_timeout=40,
        proxy_headers=False,
    )


def _missing(problem: ImportError) -> MissingExtra:
    return MissingExtra(str(problem.name), "server", "wargame-table")
