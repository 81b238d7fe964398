"""``wargame serve`` and ``wargame table``: tables for people who sit at browsers."""

import json
import os
import re
import sys
import webbrowser
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from threading import Timer
from typing import Any, Final
from urllib.parse import urlencode

import click
from attrs import Attribute, AttrsInstance, asdict, evolve, fields

from wargame_console.options import Command, bundled_options, open_game, seat_and_bot, with_output
from wargame_console.output import Output
from wargame_core import Record, WargameError
from wargame_core.lessons import find_lesson
from wargame_core.limits import quote
from wargame_core.plugins.discovery import meaning
from wargame_lab.engines.player import PREFIX, engine
from wargame_pictures.several_files import write_all
from wargame_table.application import Settings, answer, collect_garbage_seldom, games_to_offer, make_site, missing
from wargame_table.network.guard import LOOPBACK, NUMBERS, Limits, hash_of_key, new_key
from wargame_table.network.processes import Processes

HOST = "127.0.0.1"
READABLE = click.Path(exists=True, dir_okay=False, path_type=Path)


def options_of(kind: type[AttrsInstance]) -> dict[str, Command]:
    """By field of a class of settings the option that says it, for each field that is a `setting`."""
    return {part.name: _option_of(part) for part in fields(kind) if "help" in part.metadata}


def _option_of(part: "Attribute[Any]") -> Command:
    option = f"--{part.metadata['option'] or part.name.replace('_', '-')}"
    if isinstance(part.default, bool):
        return click.option(option, part.name, is_flag=True, help=part.metadata["help"])
    words = {"metavar": part.metadata["metavar"], "help": part.metadata["help"]}
    if part.default == ():
        return click.option(option, part.name, multiple=True, **words)
    number = click.IntRange(min=1) if isinstance(part.default, int) else None
    return click.option(option, part.name, type=number, default=part.default, show_default=part.default != "", **words)


PORT = click.option("--port", metavar="NUMBER", default=8000, show_default=True, help="The port to listen on.")
KEEP = options_of(Settings)["keep"]

with_engines = click.option(
    "--bot",
    "bots",
    metavar="[NAME=]engine:COMMAND",
    multiple=True,
    help="Offer a program of yours as a bot; it may be repeated, with a NAME for each. Players learn its name alone.",
)
"""Gives a command its option ``--bot``."""


def engines_of(words: Iterable[str]) -> dict[str, str]:
    """The commands that words such as ``bold=engine:node bold.js`` offer, by name.

    Raises `WargameError` for anything else, for two of one name, and where the program is not on this machine.
    """
    engines: dict[str, str] = {}
    for word in words:
        name, command = seat_and_bot(word)
        if not command.startswith(PREFIX) or not re.fullmatch(r"[\w-]{0,40}", name or ""):
            raise WargameError(f"{quote(word)} is no engine: write it as engine:COMMAND or NAME=engine:COMMAND")
        if (name or "") in engines:
            raise WargameError(
                f"two engines are called {quote(name or '')}: give each a name, as in NAME=engine:COMMAND"
            )
        engines[name or ""] = command.removeprefix(PREFIX)
        engine(engines[name or ""])
    return engines


@click.command(epilog="Example: wargame serve --keep games.sqlite --address https://games.example.org")
@click.argument("games", nargs=-1)
@click.option("--host", metavar="ADDRESS", default=HOST, show_default=True, help="The address to listen on.")
@PORT
@click.option(
    "--name",
    "names",
    metavar="NAME",
    multiple=True,
    help="A name by which browsers reach this server; it may be repeated.",
)
@click.option(
    "--processes",
    metavar="NUMBER",
    default=1,
    show_default=True,
    help="Processes that answer people; each serves every table.",
)
@click.option(
    "--workers",
    metavar="NUMBER",
    default=1,
    show_default=True,
    help="Processes in which bots think, for each of those.",
)
@with_engines
@click.option(
    "--anybody", is_flag=True, help="Let everybody make tables; without it that takes a key, except on this machine."
)
@click.option(
    "--security", is_flag=True, help="Start nothing; print where the server would listen, with which limits and files."
)
@with_output
@bundled_options(Settings, options_of(Settings))
@bundled_options(Limits, options_of(Limits))
def serve(
    out: Output,
    settings: Settings,
    limits: Limits,
    *,
    games: tuple[str, ...],
    host: str,
    port: int,
    names: tuple[str, ...],
    processes: int,
    workers: int,
    bots: tuple[str, ...],
    anybody: bool,
    security: bool,
) -> None:
    """Serve tables to people with browsers: all installed games, or the games, folders, files and packs you name."""
    public_address = settings.server_address()
    names = (*names, *((public_address.name,) if public_address is not None else ()))
    proxied_names = [name for name in names if name not in LOOPBACK] if host in LOOPBACK else []
    key = "" if anybody or (host in LOOPBACK and not proxied_names) else new_key()
    settings = evolve(
        settings,
        games=games_to_offer(games),
        names=(*names, *((host,) if host != "0.0.0.0" else ())),
        bots=workers,
        engines=engines_of(bots),
        key=hash_of_key(key).hex() if key else "",
        limits=limits,
        proxies=(*settings.proxies, *(sorted(NUMBERS) if proxied_names else ())),
        hooks=settings.hooks or settings.private_hooks,
    )
    if security:
        exposure_rows = exposure(settings, host, port)
        out.result(exposure_rows, "\n".join(f"{row_name}: {words}" for row_name, words in exposure_rows.items()))
        return
    listening_address = f"http://{host if proxied_names or not names else names[0]}:{port}/"
    proxy_note = f", for a proxy in front of it: {', '.join(proxied_names)}" if proxied_names else ""
    out.say(f"Tables at {listening_address} (kept in {hide_password(settings.keep)}){proxy_note}")
    if key:
        out.say(f"Making a table takes this key: {key}")
    run(settings, host, port, processes)
    out.result({"address": listening_address, "kept": hide_password(settings.keep)})


def exposure(settings: Settings, host: str, port: int) -> dict[str, str]:
    """What a server with these settings would offer to whom, in words by what it is about."""
    from wargame_table.local import CLIENT
    from wargame_table.network.workers import bot_name

    is_local = host in LOOPBACK
    mail_server = settings.mail_server()
    called_hosts = ["https addresses of hooks"] if settings.hooks else []
    called_hosts += [f"{mail_server.host}, port {mail_server.port}, with letters"] if mail_server is not None else []
    outgoing_calls = f"elsewhere: {'; '.join(called_hosts) or 'nobody'}"
    limits = ", ".join(f"{name.replace('_', '-')} {value:,}" for name, value in asdict(settings.limits).items())
    return {
        "listens": f"{host}, port {port}: {'this machine only' if is_local else 'whoever reaches this address'}",
        "names": ", ".join(sorted(LOOPBACK | {*settings.names})),
        "proxies": ", ".join(settings.proxies) or "none is believed",
        "links": f"begin with {settings.server_address() or 'nothing, and are paths only: --address says where'}",
        "origins": ", ".join(settings.origins) or "no page of another site may show a table",
        "tables": "made with the key that is printed" if settings.key else "made by everybody who comes",
        "seats": "those on offer are shown to everybody, who may take them" if settings.open_seats else "by links only",
        "limits": limits,
        "keeps": f"{hide_password(settings.keep)}{_read_by_others(settings.keep)}",
        "reads": f"{CLIENT}, and the data of {', '.join(settings.games) or 'all installed games'}",
        "asks": outgoing_calls,
        "runs": "; ".join(f"{bot_name(name)}: {command}" for name, command in settings.engines.items()) or "no engine",
    }


def _read_by_others(keep: str) -> str:
    """Whether other people of this machine may read the file of the tables, in which seeds and secrets stand."""
    try:
        mode = os.stat(keep).st_mode
    except OSError:  # a database, or a file that is still to be made
        return ""
    return f", which others on this machine may read: chmod 600 {keep}" if mode & 0o044 else ", for its owner alone"


@click.command(epilog="Example: wargame table ./my_campaign")
@click.argument("games", nargs=-1)
@PORT
@KEEP
@with_engines
@with_output
def table(out: Output, games: tuple[str, ...], port: int, keep: str, bots: tuple[str, ...]) -> None:
    """Play in the browser on this machine: serve tables here and open the page.

    GAMES are names, or folders, files and packs of your own; without any, all installed games.
    """
    address = f"http://{HOST}:{port}/"
    settings = Settings(keep=keep, games=games_to_offer(games), engines=engines_of(bots), address=address)
    _serve_until_interrupted(out, settings, port)


@click.command(epilog="Example: wargame learn battlecry")
@click.argument("game")
@PORT
@KEEP
@with_output
def learn(out: Output, game: str, port: int, keep: str) -> None:
    """Learn a game in the browser, in about ten minutes: a first turn in which each step says what to do, and why.

    GAME is a name, or a folder of your own with a file in its folder lessons. At the prompt: wargame play GAME --lesson
    """
    lesson = find_lesson(game)
    settings = Settings(keep=keep, games=games_to_offer((game,)), address=f"http://{HOST}:{port}/")
    out.say(f"{lesson.file.title}: about {lesson.file.minutes} minutes")
    name = Path(game).name if isinstance(meaning(game), Path) else game
    _serve_until_interrupted(out, settings, port, f"?{urlencode({'learn': name})}")


def _serve_until_interrupted(output: Output, settings: Settings, port: int, page: str = "") -> None:
    """Serve tables on this machine and open a page of theirs, until interrupted."""
    if page:
        output.say(f"The page: {settings.address}{page}")
    output.say(f"Tables at {settings.address} (kept in {hide_password(settings.keep)}); Ctrl-C ends it")
    opening = Timer(1.0, webbrowser.open, (f"{settings.address}{page}",))
    opening.daemon = True
    opening.start()
    run(settings, HOST, port)
    output.result({"address": settings.address, "kept": hide_password(settings.keep)})


def hide_password(keep: str) -> str:
    """Where tables are kept, fit to be printed.

    >>> hide_password("postgresql://ann:secret@db.example.org/games"), hide_password("games.sqlite")
    ('postgresql://ann@db.example.org/games', 'games.sqlite')
    """
    scheme, mark, rest_of_address = keep.partition("://")
    person, at_sign, place = rest_of_address.rpartition("@")
    return f"{scheme}{mark}{person.partition(':')[0]}{at_sign}{place}" if at_sign else keep


RESERVE: Final = 200
"""Descriptors for all that is not a connection: files, workers, and those who are about to be sent away."""


def limits_within_descriptors(limits: Limits) -> Limits:
    """The limits, with no more connections than this process may have descriptors; it is allowed more if need be."""
    try:
        import resource
    except ImportError:  # Windows, which counts otherwise
        return limits
    soft_limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    descriptors = limits.all_connections + RESERVE
    if soft_limit < descriptors:
        soft_limit = descriptors if hard_limit == resource.RLIM_INFINITY else min(descriptors, hard_limit)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft_limit, hard_limit))
    return evolve(limits, all_connections=max(1, min(limits.all_connections, soft_limit - RESERVE)))


def run(settings: Settings, host: str, port: int, processes: int = 1) -> None:
    """Answer until interrupted. Keys are in no address and no log."""
    try:
        import uvicorn
    except ImportError as problem:
        raise missing(problem) from None
    server_options: dict[str, Any] = {
        "host": host,
        "port": port,
        "access_log": False,
        "log_level": "warning",
        "server_header": False,
        "ws_max_size": 65_536,
        "ws_ping_interval": 20,
        "ws_ping_timeout": 40,
        "proxy_headers": False,
        "timeout_graceful_shutdown": 2,  # who waits for news over HTTP asks again
        "http": "wargame_table.network.connection_limit:CountedLine",
        "backlog": 100,  # so many are accepted before the first of them is counted
    }
    settings = evolve(settings, limits=limits_within_descriptors(settings.limits))
    site = make_site(settings)  # also where several processes make their own: what is wrong is said here, and once
    from wargame_table.network.server import Tables

    if processes == 1:
        collect_garbage_seldom()
        uvicorn.run(Tables(site), **server_options)
        return
    site.lobby.prepare_games()  # once for all processes, which share the memory
    config = uvicorn.Config(Tables(site), **server_options)
    config.load()  # what speaks HTTP is imported once, too
    site.hub.close()
    collect_garbage_seldom()
    port_of_all = config.bind_socket()
    if code := Processes(partial(answer, settings, server_options, port_of_all), processes).run():
        sys.exit(code)


@click.command(epilog="Example: wargame signatures game.jsonl signatures.jsonl")
@click.argument("record", type=READABLE)
@click.argument("signatures", type=READABLE)
@with_output
def signatures(out: Output, record: Path, signatures: Path) -> None:
    """Say which choices of a RECORD from a table their players have signed: SIGNATURES is what the table gives of them.

    It fails where a signature does not hold. Compare a key with the one that its owner tells you.
    """
    from wargame_table.network.signed_records import signed_seats

    text = signatures.read_text("utf-8", "replace")
    seats = signed_seats(Record.load(record), text.splitlines(), signatures.name)
    out.result({"seats": [asdict(seat) for seat in seats]}, "\n".join(seat.text for seat in seats))


@click.command(epilog="Example: wargame wire vicksburg --typescript > vicksburg.d.ts")
@click.argument("game", required=False)
@click.option("--typescript", is_flag=True, help="TypeScript declarations in place of a JSON Schema.")
@click.option(
    "--into",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write schema and declarations of all games into this folder.",
)
@click.option(
    "--npm",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the client of the table, with these and a recorded conversation, as an npm package into this folder.",
)
@with_output
def wire(out: Output, game: str | None, typescript: bool, into: Path | None, npm: Path | None) -> None:
    """Print what screens and tables send each other, as a JSON Schema: messages, sheet, view, actions, events, panels.

    Without GAME it prints what all games have in common.
    """
    from wargame_table import wire_files
    from wargame_table.messages import wire_schema

    if (folder := npm or into) is not None:
        files: Mapping[str, str | bytes] = wire_files.package_files() if npm is not None else wire_files.wire_files()
        write_all({folder / name: content for name, content in files.items()}, folder)
        out.result({"folder": str(folder), "files": sorted(files)}, f"{len(files)} files written into {folder}")
        return
    schema = wire_schema.wire_schema(open_game(game)[0].rules if game is not None else None)
    if typescript:
        text = wire_files.typescript(schema)
        out.result({"game": game, "typescript": text}, text.rstrip())
        return
    out.result(schema, json.dumps(schema, indent=2, ensure_ascii=False))
