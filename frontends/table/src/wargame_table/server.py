"""The web application: pages, sheets, new tables, records, and a web socket for each screen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from attrs import field, frozen
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from wargame_core.errors import WargameError
from wargame_core.flow.visibility import SPECTATOR
from wargame_core.records.record import Record, seat_record
from wargame_table.guard import Guard, Headers
from wargame_table.hub import Hub
from wargame_table.joined import CLIENT
from wargame_table.keys import role_of
from wargame_table.lobby import Lobby
from wargame_table.open_tables import OpenTable
from wargame_table.over_http import HttpDoor
from wargame_table.protocol import Refused
from wargame_table.report_forms import packet_for
from wargame_table.sheets import Laid
from wargame_table.sockets import SocketDoor
from wargame_table.store import StoreError

BODY = 16_384
"""Bytes of the longest request body that is read."""
_STATUS = {"wrong_key": 403, "not_yours": 403, "unknown_table": 404, "too_fast": 429, "too_big": 413}
_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}


@frozen(kw_only=True)
class Site:
    """What the routes of an application share."""

    hub: Hub
    guard: Guard
    lobby: Lobby
    pages: Path = field(default=CLIENT)

    @property
    def door(self) -> HttpDoor:
        """For people without a web socket."""
        return HttpDoor(self.hub, self.guard)


def table_app(site: Site) -> Starlette:
    """The application. It can be mounted in another one."""
    routes = [
        Route("/", _page(site, "index.html")),
        Route("/t/{table}", _page(site, "table.html")),
        Route("/healthz", lambda _: Response("ok", media_type="text/plain")),
        Route("/games", _answers(site, _games)),
        Route("/tables", _answers(site, _make), methods=["POST"]),
        Route("/t/{table}/sheet/{digest}.json", _answers(site, _sheet)),
        Route("/t/{table}/sheet/{digest}.svg", _answers(site, _ground)),
        Route("/t/{table}/record.jsonl", _answers(site, _record)),
        Route("/t/{table}/packet.html", _answers(site, _packet)),
        Route("/t/{table}/update", _answers(site, _update)),
        Route("/t/{table}/act", _answers(site, _act), methods=["POST"]),
        WebSocketRoute("/t/{table}/socket", SocketDoor(site.hub, site.guard)),
        Mount("/client", StaticFiles(directory=site.pages)),
    ]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(site.hub.watch())
        yield
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        site.hub.close()

    app = Starlette(routes=routes, lifespan=lifespan)
    app.add_middleware(Headers, guard=site.guard)
    return app


def _page(site: Site, name: str) -> Any:
    async def show(_: Request) -> Response:
        return FileResponse(site.pages / name)

    return show


def _answers(site: Site, answer: Any) -> Any:
    """A route whose refusals are JSON with a sentence."""

    async def endpoint(request: Request) -> Response:
        try:
            response: Response = await answer(site, request)
        except Refused as problem:
            return JSONResponse(problem.to_json(), _STATUS.get(problem.code, 400))
        except (WargameError, StoreError) as problem:
            return JSONResponse(Refused("unavailable", str(problem)).to_json(), 400)
        return response

    return endpoint


async def _games(site: Site, _: Request) -> Response:
    games = await asyncio.to_thread(site.lobby.games)
    return JSONResponse({"games": games, "open": site.guard.creation_key is None, "hooks": site.hub.hooks.allowed})


async def _make(site: Site, request: Request) -> Response:
    site.guard.check_origin(request.headers)
    site.guard.check_creation(bearer(request.headers), request.client.host if request.client else "")
    body = await _body(request)
    return JSONResponse(await site.lobby.make(site.hub, body, request.headers.get("origin", "")), 201)


async def _body(request: Request) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY:
            raise Refused("too_big", f"more than {BODY:,} bytes")
    return body


async def _sheet(site: Site, request: Request) -> Response:
    sheet = (await _laid(site, request)).sheet
    text = await asyncio.to_thread(lambda: json.dumps(sheet.to_json(), separators=(",", ":")))
    return Response(text, media_type="application/json", headers=_FOR_EVER)


async def _ground(site: Site, request: Request) -> Response:
    laid = await _laid(site, request)
    drawn = await asyncio.to_thread(laid.draw, request.query_params.get("theme", "auto"))
    return Response(drawn, media_type="image/svg+xml", headers=_FOR_EVER)


async def _laid(site: Site, request: Request) -> Laid:
    laid = (await _table(site, request)).session.sheets.laid(request.path_params["digest"])
    if laid is None:
        raise Refused("unknown_table", "there is no such sheet")
    return laid


async def _record(site: Site, request: Request) -> Response:
    """The record of one's own seat; the whole one when the game is over."""
    table = await _table(site, request)
    role = role_of(bearer(request.headers), await site.hub.ask(site.hub.store.keys, table.id))
    if role is None:
        raise Refused("wrong_key", "this is no key of this table")
    async with table.lock:  # what is being kept is not told yet
        seat = role if role in table.session.game.seats else SPECTATOR  # the referee's would hold the seed
        match = table.session.match_for(seat)
        record = Record.of(match) if match.outcome is not None else seat_record(match, seat)
    name = f"{table.session.game.id}-{'whole' if match.outcome is not None else seat}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(record.text(), media_type="application/jsonl", headers=headers)


async def _update(site: Site, request: Request) -> Response:
    """News for whoever asks without a socket: at once, or when there are some."""
    asked = dict(request.query_params)
    address = request.client.host if request.client else ""
    table = await _table(site, request)
    try:
        messages = await site.door.news(table, bearer(request.headers), asked, address)
    except asyncio.CancelledError:  # the server is stopped: who waits asks again
        messages = []
    return JSONResponse({"messages": messages}, headers={"Cache-Control": "no-store"})


async def _act(site: Site, request: Request) -> Response:
    """A message of a client without a socket, and all that is told in answer."""
    try:
        text = (await _body(request)).decode()
    except UnicodeDecodeError:
        raise Refused("malformed", "this is no text in UTF-8") from None
    messages = await site.door.tell(await _table(site, request), bearer(request.headers), text)
    return JSONResponse({"messages": messages}, headers={"Cache-Control": "no-store"})


async def _packet(site: Site, request: Request) -> Response:
    """What a seat is given to print, while a battle waits to be fought on a table."""
    table = await _table(site, request)
    role = role_of(bearer(request.headers), await site.hub.ask(site.hub.store.keys, table.id))
    if role not in table.session.game.seats:
        raise Refused("wrong_key", "only who has a seat is given its papers")
    async with table.lock:
        packet = packet_for(table.session.game, table.session.match, role)
    headers = {"Content-Disposition": f'attachment; filename="{packet.name}.html"', "Cache-Control": "no-store"}
    return Response(packet.page, media_type="text/html", headers=headers)


async def _table(site: Site, request: Request) -> OpenTable:
    return await site.hub.open(request.path_params["table"])


def bearer(headers: Mapping[str, str]) -> str:
    """The key of an ``Authorization`` header; empty without one."""
    kind, _, key = headers.get("authorization", "").partition(" ")
    return key.strip() if kind.casefold() == "bearer" else ""
