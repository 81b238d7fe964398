"""A server of tables as an application: what it is set up with, in this process or in several."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from wargame_core import WargameError, load
from wargame_core.errors import MissingExtra
from wargame_core.limits import quote
from wargame_core.plugins.discovery import meaning
from wargame_table.network.addresses import ServerAddress
from wargame_table.network.guard import LOOPBACK, Guard, Limits, setting
from wargame_table.network.processes import CANNOT_BEGIN, can_share

if TYPE_CHECKING:
    from wargame_table.network.mail_server import MailServer
    from wargame_table.network.server import Site
    from wargame_table.network.workers import Workers

FILE: Final = "wargame-tables.sqlite"
"""The file that tables are kept in where nothing else is said."""
PASSWORD: Final = "WARGAME_SMTP_PASSWORD"
"""The variable of the environment with the password of the server for mail."""


@frozen(kw_only=True)
class Settings:
    """How a server is set up. ``keep`` is a file or an address of PostgreSQL, ``key`` the hash of the creation key.

    ``address`` is where people reach it (`ServerAddress`); empty where that is not known, so that no link is complete.
    Raises `WargameError` for an address or an origin that is none.
    """

    keep: str = setting(
        FILE, "The file that all tables are kept in, or a database: postgresql://user@host/name.", "FILE"
    )
    games: Sequence[str] = ()
    names: Sequence[str] = ()
    bots: int = 1
    engines: Mapping[str, str] = field(factory=dict)
    """Commands that are offered as bots, by the name that people see behind the word engine."""
    full_sync: bool = setting(False, "Lose nothing even in a power cut; slower.")
    key: str = ""
    limits: Limits = field(factory=Limits)
    proxies: Sequence[str] = setting(
        (),
        "The address of a proxy in front, which says who asks; a proxy on this machine is known by --name.",
        "ADDRESS",
        "proxy",
    )
    origins: Sequence[str] = setting(
        (),
        "A site whose pages may show tables of this server, such as https://club.example.org; it may be repeated.",
        "ADDRESS",
        "origin",
    )
    address: str = setting(
        "",
        "Where people reach this server, such as https://games.example.org/games: what links of digests begin with.",
        "ADDRESS",
    )
    hooks: bool = setting(False, "Let tables call a web address (a webhook) when it is a seat's turn.")
    private_hooks: bool = setting(False, "The same, with addresses inside your own network too.")
    smtp: str = setting(
        "",
        "Send notices to people who ask for them by e-mail, through a server such as smtps://user@mail.example.org; "
        f"its password stands in the variable {PASSWORD}.",
        "SERVER",
    )
    mail_from: str = setting("", "The address from which these letters come.", "ADDRESS")
    open_seats: bool = setting(
        False,
        "Show everybody who comes a list of those who wait for an opponent, and let anybody sit down there.",
    )

    def __attrs_post_init__(self) -> None:
        for origin in self.origins:
            if not re.fullmatch(r"https?://[^/\s,;'*]+", origin):
                raise WargameError(
                    f"{quote(origin)} is not a site: write it as https://club.example.org, without a path"
                )
        self.server_address()
        self.mail_server()

    def server_address(self) -> ServerAddress | None:
        """Where people reach the server; None where nobody has said it."""
        return ServerAddress.read(self.address) if self.address else None

    def mail_server(self) -> MailServer | None:
        """The server that letters are handed to; None where there are none. Raises `WargameError`."""
        if not self.smtp:
            return None
        if not self.address:
            raise WargameError("letters have links: --smtp needs --address, which says what they begin with")
        from wargame_table.network.mail_server import MailServer

        return MailServer.read(self.smtp, self.mail_from, os.environ.get(PASSWORD, ""))


def make_site(settings: Settings, workers: Workers | None = None) -> Site:
    """What an application needs, with processes that think.

    Raises `MissingExtra`, and `StoreError` for a database that does not answer.
    """
    try:
        from wargame_table.network.server import Site
    except ImportError as problem:
        raise missing(problem) from None
    from wargame_table.keeping.databases import open_store
    from wargame_table.network.hub import Hub
    from wargame_table.network.lobby import Lobby
    from wargame_table.network.mail_notices import MailNotices
    from wargame_table.network.webhooks import Hooks
    from wargame_table.network.workers import Workers, offer_engines

    address = settings.server_address()
    guard = Guard(
        hosts=LOOPBACK | frozenset(settings.names) | frozenset([address.name] if address is not None else ()),
        creation_key=bytes.fromhex(settings.key) if settings.key else None,
        limits=settings.limits,
        proxies=frozenset(settings.proxies),
        origins=frozenset(settings.origins),
    )
    offer_engines(settings.engines)
    hooks = Hooks(settings.hooks, settings.private_hooks, str(address or ""))
    hub = Hub(
        open_store(settings.keep, full_sync=settings.full_sync),
        workers or Workers(settings.bots, settings.engines),
        hooks=hooks,
        limits=settings.limits,
    )
    letters = None
    if (server := settings.mail_server()) is not None:
        letters = hooks.letters = MailNotices(server, str(address), hub.store, hub.ask, hub.day_counts)
    return Site(
        hub=hub,
        guard=guard,
        lobby=Lobby(settings.games),
        address=address,
        lists_open_seats=settings.open_seats,
        letters=letters,
    )


def games_to_offer(games: Iterable[str]) -> tuple[str, ...]:
    """What a lobby is to offer, so that every process finds it: names as they are, paths from the root.

    Raises `UnknownName` for what is neither, and what is wrong with the files of a folder.
    """
    found_names = []
    for name in games:
        load(name)
        found_names.append(str(path.resolve()) if isinstance(path := meaning(name), Path) else name)
    names = [name for name in found_names if isinstance(meaning(name), Path)]
    for name in names:
        if [Path(other_name).name for other_name in names].count(Path(name).name) > 1:
            raise WargameError(f"two of these are called {Path(name).name}: give one another name")
    return tuple(found_names)


def answer(settings: Settings, server_options: Mapping[str, Any], port: socket) -> None:
    """Answer at a port that others answer at too, until the process that started this one ends it, or is gone."""
    import uvicorn

    from wargame_table.network.server import Tables
    from wargame_table.network.workers import Workers, end_with_parent

    collect_garbage_seldom()
    workers = Workers(settings.bots, settings.engines)
    if can_share():
        workers.start_processes()  # before this process has threads
    end_with_parent()
    server = uvicorn.Server(uvicorn.Config(Tables(make_site(settings, workers)), **server_options))
    server.run([port])
    if not server.started:
        sys.exit(CANNOT_BEGIN)


def collect_garbage_seldom() -> None:
    """From now on all that is there is looked through for garbage as good as never.

    Three hundred tables are millions of values that stay: each look at them stops every game for half a second. What a
    choice leaves behind goes at once, or with the younger generations.
    """
    gc.freeze()
    gc.set_threshold(2_000, 5, 10_000)


def missing(problem: ImportError) -> MissingExtra:
    """What to install for the server."""
    return MissingExtra(str(problem.name))
