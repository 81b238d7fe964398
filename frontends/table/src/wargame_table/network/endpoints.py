"""What comes to a server: how a web socket, and how a request with a key, comes to a table."""

import asyncio
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from math import ceil

from attrs import define, field, frozen
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from wargame_core.json_form import JsonObject
from wargame_table.keeping.store import StoreError
from wargame_table.messages.incoming import AnalysisRequest, Hello, Refused, Work, id_in, read_message
from wargame_table.network.guard import SECONDS_TO_RETRY, Bucket, Guard, too_fast
from wargame_table.network.hub import Hub
from wargame_table.network.open_tables import OpenTable, Outbox

HELLO = 5.0
"""Seconds within which a screen says which table it is for."""


@define(eq=False)
class SocketEndpoint:
    """The endpoint of all web sockets."""

    hub: Hub
    guard: Guard
    _leaving: set[asyncio.Task[None]] = field(factory=set, init=False)
    """What is still being done for screens that are gone."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        try:
            self.guard.check_origin(socket.headers)
        except Refused as problem:
            await _refuse_handshake(socket, problem)
            return
        address = self.guard.network_of_caller(socket.client, socket.headers)
        seat: tuple[str, str] | None = None
        try:
            if not self.guard.enter(address):
                await _refuse_handshake(
                    socket, Refused("too_fast", "too many from this address", retry_after=SECONDS_TO_RETRY)
                )
                return
            await socket.accept()
            with suppress(WebSocketDisconnect, TimeoutError):
                table, hello, role = await self._greet(socket)
                seat = table.id, role
                await self._serve(socket, table, hello, role, self.guard.limited_network(address))
        finally:
            self.guard.leave(address, seat)

    async def _greet(self, socket: WebSocket) -> tuple[OpenTable, Hello, str]:
        """The table and the role that a first message is for. Says why not and raises `WebSocketDisconnect`."""
        try:
            message = read_message(await asyncio.wait_for(socket.receive_text(), HELLO))
            if not isinstance(message, Hello):
                raise Refused("malformed", "say hello first")
            table = await self.hub.open(str(socket.path_params["table"]))
            role = await self.hub.role_of_key(table.id, message.key)
            if role is None:
                raise Refused("wrong_key", "this link does not open this table")
            if not self.guard.sit(table.id, role):
                self.guard.leave("", (table.id, role))
                raise Refused("too_fast", "this link is open in too many places", retry_after=SECONDS_TO_RETRY)
        except (Refused, StoreError) as problem:
            await _refuse_and_close(socket, problem)
            raise WebSocketDisconnect(1008) from None
        except KeyError:  # a frame of bytes
            await socket.close(1003)
            raise WebSocketDisconnect(1003) from None
        return table, message, role

    async def _serve(self, socket: WebSocket, table: OpenTable, hello: Hello, role: str, network: str) -> None:
        """Serve a screen until it goes. Limits apply to a ``network``, and to nobody where it is empty."""
        outbox, bucket = Outbox(), self.guard.bucket() if network else None
        try:
            connection = await self.hub.join(table, role, hello, outbox, network)
        except (Refused, StoreError) as problem:
            await _refuse_and_close(socket, problem)
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
            leaving = asyncio.create_task(self.hub.leave(table, connection))  # to its end, also where this is cancelled
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)
            results = await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.shield(leaving)
            with suppress(RuntimeError):
                await socket.close(1013)
        for error in results:
            if isinstance(error, Exception):  # of our own: the server logs it
                raise error

    async def _listen(
        self, socket: WebSocket, table: OpenTable, connection: str, outbox: Outbox, bucket: Bucket | None
    ) -> None:
        working, analysing = set[asyncio.Task[None]](), set[asyncio.Task[None]]()
        with suppress(WebSocketDisconnect, KeyError):  # gone, or a frame of bytes
            while True:
                try:
                    text = await socket.receive_text()
                except RuntimeError:  # it was closed from this side meanwhile
                    return
                try:
                    if bucket is not None and not bucket.take(time.monotonic()):
                        raise too_fast(bucket)
                    message = read_message(text)
                    if not isinstance(message, Work):
                        await self.hub.hear(table, connection, message)
                        continue
                    running_tasks = analysing if isinstance(message, AnalysisRequest) else working
                    if running_tasks:
                        raise Refused("too_fast", "one question of this kind at a time", retry_after=1.0)
                    if bucket is not None:
                        self.guard.ask(table.id, connection.partition(" ")[0], films=True)
                    task = asyncio.create_task(self.hub.hear(table, connection, message))
                    running_tasks.add(task)
                    task.add_done_callback(running_tasks.discard)
                except Refused as problem:
                    outbox.put(problem.to_json(id_in(text)))


STATUS = {"wrong_key": 403, "revoked": 403, "not_yours": 403, "unknown_table": 404, "too_fast": 429, "too_big": 413}
"""The status of an answer that is a refusal, by its code; 400 for all others."""


def refusal(problem: Refused) -> JSONResponse:
    """A refusal as an answer over HTTP."""
    retry_headers = {"Retry-After": str(ceil(problem.retry_after))} if problem.retry_after else {}
    return JSONResponse(problem.to_json(), STATUS.get(problem.code, 400), retry_headers)


async def _refuse_handshake(socket: WebSocket, problem: Refused) -> None:
    """Refuse a socket before it is one, in words where the server can carry them."""
    if "websocket.http.response" in socket.scope.get("extensions", {}):
        await socket.send_denial_response(refusal(problem))
        await asyncio.sleep(0)  # uvicorn complains in its log of who returns before the line is closed
    else:
        await socket.close(1008)


async def _refuse_and_close(socket: WebSocket, problem: Refused | StoreError) -> None:
    """Say why, and end the line. A database that does not answer now may do so when the screen comes again."""
    refusal = problem if isinstance(problem, Refused) else Refused("unavailable", str(problem))
    await socket.send_text(json.dumps(refusal.to_json()))
    await socket.close(1008)


async def _write(socket: WebSocket, outbox: Outbox) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(await outbox.queue.get())


SECONDS_UNTIL_GONE = 8.0
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
class HttpEndpoint:
    """What requests with a key come to."""

    hub: Hub
    guard: Guard
    linger: float = SECONDS_UNTIL_GONE
    _asking: dict[tuple[str, str], int] = field(factory=dict)
    """How many requests for news wait, by table and role."""
    _fading: dict[tuple[str, str], asyncio.Task[None]] = field(factory=dict)

    async def role(self, table: OpenTable, key: str) -> str:
        """The role that a key opens. Raises `Refused`."""
        role = await self.hub.role_of_key(table.id, key)
        if role is None:
            raise Refused("wrong_key", "this is not a key of this table")
        return role

    async def tell(self, table: OpenTable, key: str, text: str, network: str = "") -> list[JsonObject]:
        """Do what a message says: the answer to it. What changes by it is news. Raises `Refused` and `StoreError`.

        Limits apply to a ``network``, and to nobody where it is empty.
        """
        role = await self.role(table, key)
        message = read_message(text)
        if network:
            self.guard.ask(table.id, role, request=id_in(text))
            if isinstance(message, Work):
                self.guard.ask(table.id, role, films=True, request=message.id)
        if isinstance(message, Hello):
            raise Refused("malformed", "with a key in every request there is no hello")
        if role not in table.session.company.asking:  # who asks for news is counted as such
            await self.hub.note_look(table.id, role)
        connection, messages = self.hub.new_connection(role), Messages()
        table.persons[connection] = await self.hub.person_of_key(table.id, key)
        table.sockets[connection], table.networks[connection] = messages, network
        table.session.people[connection] = table.session.person(role)
        try:
            await self.hub.hear(table, connection, message)
        finally:
            async with table.lock:
                del table.sockets[connection], table.networks[connection], table.persons[connection]
                table.session.forget(connection)
        return [answer for answer in messages.all if answer["kind"] not in ("update", "here", "say")]

    async def news(
        self, table: OpenTable, key: str, query: Mapping[str, str], address: str, wait: float = LONGEST_WAIT
    ) -> list[JsonObject]:
        """Welcome and update once there is something else than was asked with, nothing after so many seconds.

        ``query`` may have ``at``, ``have`` (``57.9f1c22ab,55.07aa1f00``) and ``said``, the number of the last sentence
        that was heard: what is said after it comes too; and ``here``, the tag of who was there. Raises `Refused` and
        `StoreError`.
        """
        role = await self.role(table, key)
        self.guard.ask(table.id, role)
        held_tags, last_sentence = (
            _held_tags(query.get("have", "")),
            _number(query["said"]) if "said" in query else None,
        )
        company = last_sentence, query.get("here")
        has_room, has_place = self.guard.enter(address), self.guard.sit(table.id, role)
        try:
            if not (has_room and has_place):
                too_many = "too many are waiting with this link, or from this address"
                raise Refused("too_fast", too_many, retry_after=SECONDS_TO_RETRY)
            return await self._news(table, key, role, held_tags, query.get("at", ""), company, wait)
        finally:
            self.guard.leave(address, (table.id, role))

    async def _news(
        self,
        table: OpenTable,
        key: str,
        role: str,
        held_tags: tuple[tuple[int, str], ...],
        at: str,
        company: tuple[int | None, str | None],
        wait: float,
    ) -> list[JsonObject]:
        until_time = time.monotonic() + wait
        table.looking += 1
        await self._note_arrival(table, role)
        try:
            while True:
                async with table.lock:
                    await self.hub.catch_up(table)
                    welcome, update = table.session.look(role, held_tags)
                    self.hub.let_bots_play(table)
                    last_sentence, presence_tag = company
                    words = await self.hub.sentences_to(table, role, last_sentence) if last_sentence is not None else []
                    words += self.hub.presence_message(table, presence_tag) if presence_tag is not None else []
                    change_event = table.change
                if await self.role(table, key) != role:
                    raise Refused("wrong_key", "this seat has another key now")
                if update["at"] != at:
                    looks = {"looks": table.looks[role]} if role in table.looks else {}
                    return [{**welcome, **looks}, update, *words]
                if words:
                    return words
                if (seconds_left := until_time - time.monotonic()) <= 0:
                    return []
                with suppress(TimeoutError):
                    await asyncio.wait_for(change_event.wait(), seconds_left)
        finally:
            table.looking -= 1
            self._note_departure(table, role)

    async def _note_arrival(self, table: OpenTable, role: str) -> None:
        """Who asks for news is there."""
        table_and_role = table.id, role
        self._asking[table_and_role] = self._asking.get(table_and_role, 0) + 1
        if (fading := self._fading.pop(table_and_role, None)) is not None:
            fading.cancel()
        if role not in table.session.company.asking:
            await self.hub.note_look(table.id, role)
            await self.hub.note_appearance(table, role, True)

    def _note_departure(self, table: OpenTable, role: str) -> None:
        """Who does not ask again soon is gone."""
        table_and_role = table.id, role
        self._asking[table_and_role] -= 1
        if not self._asking[table_and_role]:
            del self._asking[table_and_role]
            self._fading[table_and_role] = asyncio.create_task(self._leave_later(table, role))

    async def _leave_later(self, table: OpenTable, role: str) -> None:
        await asyncio.sleep(self.linger)
        del self._fading[table.id, role]
        await self.hub.note_appearance(table, role, False)


def _held_tags(text: str) -> tuple[tuple[int, str], ...]:
    pairs = [pair.partition(".") for pair in text.split(",")[:16] if pair]
    return tuple((_number(number), tag[:16]) for number, _, tag in pairs)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refused("malformed", "`have` is a list like 57.9f1c22ab,55.07aa1f00, and `said` a number")
    return int(text)
