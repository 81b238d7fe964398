"""Playing without a web socket: the same messages, a request at a time, for bots, mail and networks that let none pass.

Who only asks like this is not shown as sitting at the table.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress

from attrs import field, frozen

from wargame_core.json_form import JsonObject
from wargame_table.guard import Guard
from wargame_table.hub import Hub
from wargame_table.keys import role_of
from wargame_table.open_tables import OpenTable
from wargame_table.protocol import Hello, Refused, read_message

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

    async def tell(self, table: OpenTable, key: str, text: str) -> list[JsonObject]:
        """Do what a message says: the answer to it. What changes by it is news. Raises `Refused` and `StoreError`."""
        role = await self.role(table, key)
        self.guard.ask(table.id, role)
        message = read_message(text)
        if isinstance(message, Hello):
            raise Refused("malformed", "with a key in every request there is no hello")
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
            return await self._news(table, role, have, asked.get("at", ""), wait)
        finally:
            self.guard.leave(address, (table.id, role))

    async def _news(
        self, table: OpenTable, role: str, have: tuple[tuple[int, str], ...], at: str, wait: float
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
                if update["at"] != at:
                    return [welcome, update]
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
