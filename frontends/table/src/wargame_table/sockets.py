"""A web socket for each screen: hello within a few seconds, then messages, each read strictly and not too many."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress

from attrs import define, field
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from wargame_core.json_form import JsonObject
from wargame_table.guard import Bucket, Guard
from wargame_table.hub import Hub
from wargame_table.keys import role_of
from wargame_table.open_tables import OpenTable
from wargame_table.protocol import FilmRequest, Forecast, Hello, Refused, read_message
from wargame_table.store import StoreError

HELLO = 5.0
"""Seconds within which a screen says which table it is for."""
WAITING = 64
"""Messages that wait for a slow reader; then the line is broken, and the screen comes back for the rest."""


class Writer:
    """Messages as text, the latest written once for all that are sent it one after the other."""

    def __init__(self) -> None:
        self._message, self._text = JsonObject(), "{}"

    def text(self, message: JsonObject) -> str:
        """A message as it goes over the line."""
        if message is not self._message:
            self._message, self._text = message, json.dumps(message, separators=(",", ":"))
        return self._text


_LATEST = Writer()


@define(eq=False)
class Outbox:
    """What waits to be sent to one screen."""

    queue: asyncio.Queue[str] = field(factory=lambda: asyncio.Queue(WAITING))
    full: asyncio.Event = field(factory=asyncio.Event)

    def put(self, message: JsonObject) -> None:
        """Send it, in order; a reader that is too slow is cut off."""
        try:
            self.queue.put_nowait(_LATEST.text(message))
        except asyncio.QueueFull:
            self.full.set()


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
        address = socket.client.host if socket.client else ""
        seat: tuple[str, str] | None = None
        try:
            if not self.guard.enter(address):
                await socket.close(1013)
                return
            await socket.accept()
            with suppress(WebSocketDisconnect, TimeoutError):
                table, hello, role = await self._greet(socket)
                seat = table.id, role
                await self._serve(socket, table, hello, role)
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

    async def _serve(self, socket: WebSocket, table: OpenTable, hello: Hello, role: str) -> None:
        outbox = Outbox()
        try:
            connection = await self.hub.join(table, role, hello, outbox)
        except (Refused, StoreError) as problem:
            await _say_no(socket, problem)
            return
        tasks = [
            asyncio.create_task(_write(socket, outbox)),
            asyncio.create_task(self._listen(socket, table, connection, outbox)),
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

    async def _listen(self, socket: WebSocket, table: OpenTable, connection: str, outbox: Outbox) -> None:
        bucket, working = Bucket(), set[asyncio.Task[None]]()
        with suppress(WebSocketDisconnect, KeyError):  # gone, or a frame of bytes
            while True:
                text = await socket.receive_text()
                try:
                    if not bucket.take(time.monotonic()):
                        raise Refused("too_fast", "slower, please")
                    message = read_message(text)
                    if not isinstance(message, (Forecast, FilmRequest)):
                        await self.hub.hear(table, connection, message)
                        continue
                    if working:
                        raise Refused("too_fast", "one question of this kind at a time")
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
