"""The web application: pages, sheets, new tables, records, and a web socket for each screen."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from attrs import Factory, define, field, frozen
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from wargame_core import WargameError
from wargame_core.data.structuring import structured
from wargame_core.json_form import JsonObject
from wargame_core.limits import read_json
from wargame_table.guard import Bucket, Guard, Headers, OnceAMinute, bearer, role_of
from wargame_table.hub import Hub
from wargame_table.local import CLIENT
from wargame_table.open_tables import Lobby, OpenTable, Outbox
from wargame_table.protocol import FilmRequest, Forecast, Hello, OwnKey, Refused, read_message
from wargame_table.screen import Laid, packet_for
from wargame_table.store import StoreError

HELLO = 5.0
"""Seconds within which a screen says which table it is for."""


@define(eq=False)
class SocketDoor:
    """The endpoint of all web sockets."""

    hub: Hub
    guard: Guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        try:
            self.guard.check_origin(socket.headers)
        except Refused:
            await socket.close(1008)
            return
        address = self.guard.caller(socket.client, socket.headers)
        seat: tuple[str, str] | None = None
        try:
            if not self.guard.enter(address):
                await socket.close(1013)
                return
            await socket.accept()
            with suppress(WebSocketDisconnect, TimeoutError):
                table, hello, role = await self._greet(socket)
                seat = table.id, role
                await self._serve(socket, table, hello, role, None if self.guard.free(address) else self.guard.bucket())
        finally:
            self.guard.leave(address, seat)

    async def _greet(self, socket: WebSocket) -> tuple[OpenTable, Hello, str]:
        """The table and the role that a first message is for. Says why not and raises `WebSocketDisconnect`."""
        try:
            message = read_message(await asyncio.wait_for(socket.receive_text(), HELLO))
            if not isinstance(message, Hello):
                raise Refused("malformed", "say hello first")
            table = await self.hub.open(str(socket.path_params["table"]))
            role = role_of(message.key, await self.hub.ask(self.hub.store.keys, table.id))
            if role is None:
                raise Refused("wrong_key", "this link does not open this table")
            if not self.guard.sit(table.id, role):
                self.guard.leave("", (table.id, role))
                raise Refused("too_fast", "this link is open in too many places")
        except (Refused, StoreError) as problem:
            await _say_no(socket, problem)
            raise WebSocketDisconnect(1008) from None
        except KeyError:  # a frame of bytes
            await socket.close(1003)
            raise WebSocketDisconnect(1003) from None
        return table, message, role

    async def _serve(self, socket: WebSocket, table: OpenTable, hello: Hello, role: str, bucket: Bucket | None) -> None:
        outbox = Outbox()
        try:
            connection = await self.hub.join(table, role, hello, outbox)
        except (Refused, StoreError) as problem:
            await _say_no(socket, problem)
            return
        tasks = [
            asyncio.create_task(_write(socket, outbox)),
            asyncio.create_task(self._listen(socket, table, connection, outbox, bucket)),
            asyncio.create_task(outbox.full.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            await self.hub.leave(table, connection)
            with suppress(RuntimeError):
                await socket.close(1013)
        for error in ended:
            if isinstance(error, Exception):  # of our own: the server logs it
                raise error

    async def _listen(
        self, socket: WebSocket, table: OpenTable, connection: str, outbox: Outbox, bucket: Bucket | None
    ) -> None:
        working = set[asyncio.Task[None]]()
        with suppress(WebSocketDisconnect, KeyError):  # gone, or a frame of bytes
            while True:
                try:
                    text = await socket.receive_text()
                except RuntimeError:  # it was closed from this side meanwhile
                    return
                try:
                    if bucket is not None and not bucket.take(time.monotonic()):
                        raise Refused("too_fast", "slower, please")
                    message = read_message(text)
                    if not isinstance(message, (Forecast, FilmRequest)):
                        await self.hub.hear(table, connection, message)
                        continue
                    if working:
                        raise Refused("too_fast", "one question of this kind at a time")
                    if bucket is not None:
                        self.guard.ask(table.id, connection.partition(" ")[0], films=True)
                    task = asyncio.create_task(self.hub.hear(table, connection, message))
                    working.add(task)
                    task.add_done_callback(working.discard)
                except Refused as problem:
                    outbox.put(problem.to_json())


async def _say_no(socket: WebSocket, problem: Refused | StoreError) -> None:
    """Say why, and end the line. A database that does not answer now may do so when the screen comes again."""
    refused = problem if isinstance(problem, Refused) else Refused("unavailable", str(problem))
    await socket.send_text(json.dumps(refused.to_json()))
    await socket.close(1008)


async def _write(socket: WebSocket, outbox: Outbox) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(await outbox.queue.get())


LINGER = 8.0
"""Seconds after a request for news during which who asked is taken to be there: the next one comes at once."""
LONGEST_WAIT = 25.0
"""Seconds that a request for news waits at most."""


class Messages:
    """A socket that only remembers."""

    def __init__(self) -> None:
        self.all: list[JsonObject] = []

    def put(self, message: JsonObject) -> None:
        """One more."""
        self.all.append(message)


@frozen
class HttpDoor:
    """What requests with a key come to."""

    hub: Hub
    guard: Guard
    linger: float = LINGER
    _asking: dict[tuple[str, str], int] = field(factory=dict)
    """How many requests for news wait, by table and role."""
    _fading: dict[tuple[str, str], asyncio.Task[None]] = field(factory=dict)

    async def role(self, table: OpenTable, key: str) -> str:
        """The role that a key opens. Raises `Refused`."""
        role = role_of(key, await self.hub.ask(self.hub.store.keys, table.id))
        if role is None:
            raise Refused("wrong_key", "this is no key of this table")
        return role

    async def tell(self, table: OpenTable, key: str, text: str, limited: bool = True) -> list[JsonObject]:
        """Do what a message says: the answer to it. What changes by it is news. Raises `Refused` and `StoreError`."""
        role = await self.role(table, key)
        message = read_message(text)
        if limited:
            self.guard.ask(table.id, role)
            if isinstance(message, (Forecast, FilmRequest)):
                self.guard.ask(table.id, role, films=True)
        if isinstance(message, Hello):
            raise Refused("malformed", "with a key in every request there is no hello")
        if role not in table.session.company.asking:  # who asks for news is counted as such
            await self.hub.looked(table, role)
        connection, sent = self.hub.connection(role), Messages()
        table.sockets[connection] = sent
        table.session.people[connection] = table.session.person(role)
        try:
            await self.hub.hear(table, connection, message)
        finally:
            async with table.lock:
                del table.sockets[connection]
                table.session.forget(connection)
        return [answer for answer in sent.all if answer["kind"] not in ("update", "here")]

    async def news(
        self, table: OpenTable, key: str, asked: Mapping[str, str], address: str, wait: float = LONGEST_WAIT
    ) -> list[JsonObject]:
        """Welcome and update once there is something else than was asked with, nothing after so many seconds.

        ``asked`` may have ``at`` and ``have`` (``57.9f1c22ab,55.07aa1f00``). Raises `Refused` and `StoreError`.
        """
        role = await self.role(table, key)
        self.guard.ask(table.id, role)
        have = _have(asked.get("have", ""))
        near, seated = self.guard.enter(address), self.guard.sit(table.id, role)
        try:
            if not (near and seated):
                raise Refused("too_fast", "too many are waiting with this link, or from this address")
            return await self._news(table, key, role, have, asked.get("at", ""), wait)
        finally:
            self.guard.leave(address, (table.id, role))

    async def _news(
        self, table: OpenTable, key: str, role: str, have: tuple[tuple[int, str], ...], at: str, wait: float
    ) -> list[JsonObject]:
        until = time.monotonic() + wait
        table.looking += 1
        await self._come(table, role)
        try:
            while True:
                async with table.lock:
                    await self.hub.catch_up(table)
                    welcome, update = table.session.look(role, have)
                    self.hub.let_bots_play(table)
                    moved = table.moved
                if await self.role(table, key) != role:
                    raise Refused("wrong_key", "this seat has another key now")
                if update["at"] != at:
                    looks = {"looks": table.looks[role]} if role in table.looks else {}
                    return [{**welcome, **looks}, update]
                if (left := until - time.monotonic()) <= 0:
                    return []
                with suppress(TimeoutError):
                    await asyncio.wait_for(moved.wait(), left)
        finally:
            table.looking -= 1
            self._go(table, role)

    async def _come(self, table: OpenTable, role: str) -> None:
        """Who asks for news is there."""
        asking = table.id, role
        self._asking[asking] = self._asking.get(asking, 0) + 1
        if (fading := self._fading.pop(asking, None)) is not None:
            fading.cancel()
        if role not in table.session.company.asking:
            await self.hub.looked(table, role)
            await self.hub.appear(table, role, True)

    def _go(self, table: OpenTable, role: str) -> None:
        """Who does not ask again soon is gone."""
        asking = table.id, role
        self._asking[asking] -= 1
        if not self._asking[asking]:
            del self._asking[asking]
            self._fading[asking] = asyncio.create_task(self._fade(table, role))

    async def _fade(self, table: OpenTable, role: str) -> None:
        await asyncio.sleep(self.linger)
        del self._fading[table.id, role]
        await self.hub.appear(table, role, False)


def _have(text: str) -> tuple[tuple[int, str], ...]:
    pairs = [pair.partition(".") for pair in text.split(",")[:16] if pair]
    if not all(number.isascii() and number.isdecimal() and len(number) < 10 for number, _, _ in pairs):
        raise Refused("malformed", "`have` is a list like 57.9f1c22ab,55.07aa1f00")
    return tuple((int(number), tag[:16]) for number, _, tag in pairs)


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
    door: HttpDoor = field(init=False, default=Factory(lambda site: HttpDoor(site.hub, site.guard), takes_self=True))
    """For people without a web socket. It knows from request to request who is there."""


def table_app(site: Site) -> Starlette:
    """The application. It can be mounted in another one."""
    routes = [
        Route("/", _page(site, "index.html")),
        Route("/t/{table}", _page(site, "table.html")),
        Route("/healthz", lambda _: Response("ok", media_type="text/plain")),
        Route("/games", _answers(site, _games)),
        Route("/games/{game}.svg", _answers(site, _game_drawn)),
        Route("/tables", _answers(site, _make), methods=["POST"]),
        Route("/t/{table}/sheet/{digest}.json", _answers(site, _sheet)),
        Route("/t/{table}/sheet/{digest}.svg", _answers(site, _ground)),
        Route("/t/{table}/record.jsonl", _answers(site, _record)),
        Route("/t/{table}/packet.html", _answers(site, _packet)),
        Route("/t/{table}/key", _answers(site, _own), methods=["POST"]),
        Route("/t/{table}/update", _answers(site, _update)),
        Route("/t/{table}/act", _answers(site, _act), methods=["POST"]),
        WebSocketRoute("/t/{table}/socket", SocketDoor(site.hub, site.guard)),
        Mount("/client", StaticFiles(directory=site.pages)),
    ]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(OnceAMinute())
        watching = asyncio.create_task(site.hub.watch())
        yield
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        site.hub.close()

    app = Starlette(routes=routes, lifespan=lifespan)
    app.add_middleware(Headers, guard=site.guard)
    app.state.doorway = site.guard.doorway
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
    told = {"open": site.guard.creation_key is None, "hooks": site.hub.hooks.allowed}
    return JSONResponse({"games": await asyncio.to_thread(site.lobby.games), **told})


async def _game_drawn(site: Site, request: Request) -> Response:
    drawn = await asyncio.to_thread(site.lobby.picture, request.path_params["game"])
    return Response(drawn, 200 if drawn else 404, media_type="image/svg+xml")


async def _make(site: Site, request: Request) -> Response:
    site.guard.check_origin(request.headers)
    with site.guard.creation(bearer(request.headers), _caller(site, request)):
        wanted = await _body(site, request)
        opening = await site.lobby.opening(wanted, site.hub.hooks, request.headers.get("origin", ""))
        return JSONResponse(await site.hub.make(opening), 201)


def _caller(site: Site, request: Request) -> str:
    return site.guard.caller(request.client, request.headers)


async def _body(site: Site, request: Request) -> bytes:
    body = b""
    try:
        async with asyncio.timeout(site.guard.limits.seconds):
            async for part in request.stream():
                body += part
                if len(body) > BODY:
                    raise Refused("too_big", f"more than {BODY:,} bytes")
    except TimeoutError:
        raise Refused("malformed", f"the request is not there after {site.guard.limits.seconds} s") from None
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
    await site.hub.looked(table, role)
    async with table.lock:  # what is being kept is not told yet
        name, text = table.session.record(role)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type="application/jsonl", headers=headers)


async def _update(site: Site, request: Request) -> Response:
    """News for whoever asks without a socket: at once, or when there are some."""
    asked = dict(request.query_params)
    table = await _table(site, request)
    try:
        messages = await site.door.news(table, bearer(request.headers), asked, _caller(site, request))
    except asyncio.CancelledError:  # the server is stopped: who waits asks again
        messages = []
    return JSONResponse({"messages": messages}, headers={"Cache-Control": "no-store"})


async def _act(site: Site, request: Request) -> Response:
    """A message of a client without a socket, and all that is told in answer."""
    try:
        text = (await _body(site, request)).decode()
    except UnicodeDecodeError:
        raise Refused("malformed", "this is no text in UTF-8") from None
    limited = not site.guard.free(_caller(site, request))
    messages = await site.door.tell(await _table(site, request), bearer(request.headers), text, limited)
    return JSONResponse({"messages": messages}, headers={"Cache-Control": "no-store"})


async def _own(site: Site, request: Request) -> Response:
    """A key of one's own for a seat."""
    table = await _table(site, request)
    site.guard.ask(table.id, await site.door.role(table, bearer(request.headers)))
    try:
        wanted: OwnKey = structured(read_json((await _body(site, request)).decode()), OwnKey)
    except ValueError as problem:
        raise Refused("malformed", str(problem)) from None
    owned = await site.hub.own(table, bearer(request.headers), wanted)
    return JSONResponse(owned, headers={"Cache-Control": "no-store"})


async def _packet(site: Site, request: Request) -> Response:
    """What a seat is given to print, while a battle waits to be fought on a table."""
    table = await _table(site, request)
    role = role_of(bearer(request.headers), await site.hub.ask(site.hub.store.keys, table.id))
    if role not in table.session.game.seats:
        raise Refused("wrong_key", "only who has a seat is given its papers")
    await site.hub.looked(table, role)
    async with table.lock:
        packet = packet_for(table.session.game, table.session.match, role)
    headers = {"Content-Disposition": f'attachment; filename="{packet.name}.html"', "Cache-Control": "no-store"}
    return Response(packet.page, media_type="text/html", headers=headers)


async def _table(site: Site, request: Request) -> OpenTable:
    return await site.hub.open(request.path_params["table"])
