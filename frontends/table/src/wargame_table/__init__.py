"""A table in the browser for every game of wargame_core.

`app` is a server of tables as an application, alone or inside another one. `play` has the game of people who sit
at screens and knows no transport; the modules of `client` are what they see; `network` joins the two and keeps every
table in a database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargame_table.network.guard import Limits
    from wargame_table.network.server import Tables

__all__ = ["app"]


def app(
    keep: str = "wargame-tables.sqlite",
    *,
    games: Iterable[str] = (),
    names: Iterable[str] = (),
    origins: Iterable[str] = (),
    address: str = "",
    key: str = "",
    limits: Limits | None = None,
    proxies: Iterable[str] = (),
    bots: int = 1,
    engines: Mapping[str, str] | None = None,
) -> Tables:
    """A server of tables as an ASGI application: for uvicorn, or to be mounted in FastAPI or Starlette.

    Args:
        keep: the file that all tables are kept in, or an address of PostgreSQL.
        games: what may be played: names, folders, files and packs; all installed games where there is none.
        names: the hosts that people reach it by, such as ``games.example.org``. Requests for others are refused, so
            that no page elsewhere gets at it by a name of its own; ``"*"`` leaves that to the application around it.
        origins: the sites whose pages may show a table, such as ``https://club.example.org``.
        address: where people reach it, such as ``https://games.example.org/games``: with it digests, feeds and notices
            have whole links, and a proxy may take its path away. Without it they have paths only.
        key: what is asked of whoever makes a table; anybody may where it is empty.
        limits: how much people may do.
        proxies: addresses of proxies in front, which say whom they ask for.
        bots: processes in which bots think.
        engines: commands that are offered as bots, by name. Who chooses a bot learns the name, and never the command.

    Raises:
        UnknownName: there is no such game.
        WargameError: an origin, the address or a game's files are wrong; `StoreError`: the database does not answer.
    """
    from wargame_table.application import Settings, games_to_offer, make_site
    from wargame_table.network.guard import Limits, hash_of_key
    from wargame_table.network.server import Tables

    settings = Settings(
        keep=keep,
        games=games_to_offer(games),
        names=tuple(names),
        bots=bots,
        engines=dict(engines or {}),
        key=hash_of_key(key).hex() if key else "",
        limits=limits or Limits(),
        proxies=tuple(proxies),
        origins=tuple(origins),
        address=address,
    )
    return Tables(make_site(settings))
