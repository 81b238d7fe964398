"""What a server process is told by the one that starts it, and the application it makes of that."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Sequence
from multiprocessing import parent_process
from typing import TYPE_CHECKING, Final

from attrs import asdict, frozen

from wargame_core.errors import MissingExtra

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from wargame_table.server import Site

VARIABLE: Final = "WARGAME_TABLE"
"""The variable of the environment in which a process finds its settings."""


@frozen(kw_only=True)
class Settings:
    """How a server is set up. ``keep`` is a file or an address of PostgreSQL, ``key`` the hash of the creation key."""

    keep: str
    games: Sequence[str] = ()
    names: Sequence[str] = ()
    bots: int = 1
    full_sync: bool = False
    key: str = ""
    connections: int = 50
    hooks: bool = False
    private_hooks: bool = False

    def to_environment(self) -> None:
        """Leave these for the processes that this one starts."""
        os.environ[VARIABLE] = json.dumps(asdict(self))

    @staticmethod
    def from_environment() -> Settings:
        """Those that the process that started this one has left."""
        return Settings(**json.loads(os.environ[VARIABLE]))


def make_site(settings: Settings) -> Site:
    """What an application needs. Raises `MissingExtra`, and `StoreError` for a database that does not answer."""
    try:
        from wargame_table.server import Site
    except ImportError as problem:
        raise missing(problem) from None
    from wargame_table.guard import LOOPBACK, Guard
    from wargame_table.hooks import Hooks
    from wargame_table.hub import Hub
    from wargame_table.lobby import Lobby
    from wargame_table.store import open_store
    from wargame_table.thinking import Workers

    guard = Guard(
        hosts=LOOPBACK | frozenset(settings.names),
        creation_key=bytes.fromhex(settings.key) if settings.key else None,
        connections=settings.connections,
    )
    hooks = Hooks(settings.hooks, settings.private_hooks)
    hub = Hub(open_store(settings.keep, full_sync=settings.full_sync), Workers(settings.bots), hooks=hooks)
    return Site(hub=hub, guard=guard, lobby=Lobby(settings.games))


def app() -> Starlette:
    """The application of one process of several."""
    from wargame_table.server import table_app

    threading.Thread(target=_end_with_parent, daemon=True).start()
    return table_app(make_site(Settings.from_environment()))


def _end_with_parent() -> None:
    """No process goes on alone when the one that started it was killed: nobody would know how to stop it."""
    if (parent := parent_process()) is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def missing(problem: ImportError) -> MissingExtra:
    """What to install for the server."""
    return MissingExtra(str(problem.name), "server", "wargame-table")
