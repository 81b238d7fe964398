"""The open tables of a process: each with its session, a lock and the sockets of its people.

Whatever changes a game is played here, then kept, then told; when it cannot be kept it is as if it had not been
played. Rows that other processes have kept are followed before anything is done, and when the database says so.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Protocol

from attrs import define, field

from wargame_core.errors import WargameError
from wargame_core.flow.visibility import SPECTATOR
from wargame_core.game import Game
from wargame_core.json_types import JsonObject
from wargame_core.quoting import harmless
from wargame_table import protocol as wire
from wargame_table.people import AUTHOR
from wargame_table.protocol import Refused
from wargame_table.session import Heard, Out, TableSession
from wargame_table.store import Store, StoreError
from wargame_table.thinking import Workers, choose, game_called, work

OPEN = 200
"""Tables that are kept in memory; of those without people the one that was used longest ago goes first."""
PAUSE = 0.4
"""Seconds that a bot's choice takes at least, so that people can follow."""
POLL = 0.1
"""Seconds between looks whether another process has written."""
RANDOM = "random"


class Socket(Protocol):
    """Something that takes messages for one person; slow readers are its own affair."""

    def put(self, message: JsonObject) -> None:
        """Send, at once or later, in order."""


@define(eq=False)
class OpenTable:
    """A table in memory."""

    id: str
    session: TableSession
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    sockets: dict[str, Socket] = field(factory=dict)
    thinking: asyncio.Task[None] | None = None

    def send(self, out: Iterable[Out]) -> None:
        """Hand messages to the sockets they are for."""
        for connection, message in out:
            if (socket := self.sockets.get(connection)) is not None:
                socket.put(message)


class Hub:
    """All tables that this process has open."""

    def __init__(self, store: Store, workers: Workers, *, pause: float = PAUSE) -> None:
        self.store, self.workers, self.pause = store, workers, pause
        self._tables: OrderedDict[str, OpenTable] = OrderedDict()
        self._opening: dict[str, asyncio.Future[OpenTable]] = {}
        self._seen = store.changed()
        self._connections = 0

    async def open(self, table: str) -> OpenTable:
        """The table with this id, restored in a thread where it is not open. Raises `Refused`."""
        if table in self._tables:
            self._tables.move_to_end(table)
            return self._tables[table]
        if table not in self._opening:
            self._opening[table] = asyncio.ensure_future(self._restore(table))
            self._opening[table].add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(self._opening[table])

    async def _restore(self, table: str) -> OpenTable:
        opening = self.store.opening(table)
        if opening is None:
            raise Refused("unknown_table", "there is no such table")
        rows = self.store.rows(table)

        def restored() -> TableSession:
            session = TableSession(game_called(opening.game), opening, rows)
            _ = session.sheets
            return session

        try:
            session = await asyncio.to_thread(restored)
        except WargameError as problem:
            text = f"this game cannot be gone on with by the rules that are installed now: {problem}"
            raise Refused("unavailable", text) from None
        self._tables[table] = OpenTable(table, session)
        self._make_room()
        return self._tables[table]

    def _make_room(self) -> None:
        empty = [name for name, table in self._tables.items() if not table.sockets and not table.lock.locked()]
        for name in empty[: max(0, len(self._tables) - OPEN)]:
            del self._tables[name]

    # People

    async def join(self, table: OpenTable, role: str, hello: wire.Hello, socket: Socket) -> str:
        """Somebody sits down; returns the name of the connection. Raises `Refused`."""
        async with table.lock:
            self._catch_up(table)
            self._connections += 1
            connection = f"{role} {self._connections}"
            table.sockets[connection] = socket
            try:
                table.send(table.session.join(connection, role, hello))
            except BaseException:
                del table.sockets[connection]
                raise
            for name, seat, text in self.store.said(table.id):
                socket.put({"kind": "say", "from": name, "seat": seat, "text": text})
            self._let_bots_play(table)
        return connection

    async def leave(self, table: OpenTable, connection: str) -> None:
        """Somebody is gone."""
        async with table.lock:
            table.sockets.pop(connection, None)
            table.send(table.session.leave(connection))

    async def hear(self, table: OpenTable, connection: str, message: wire.Message) -> None:
        """Do what a person says; every answer goes to the sockets."""
        try:
            heard = await self._heard(table, connection, message)
        except (Refused, StoreError) as problem:
            refused = problem if isinstance(problem, Refused) else Refused("unavailable", str(problem))
            table.send([(connection, refused.to_json(getattr(message, "id", "")))])
            return
        if heard.work is not None and connection in table.session.people:
            seat = table.session.people[connection].seat
            table.send([(connection, await self._work(table, seat, heard.work))])

    async def _heard(self, table: OpenTable, connection: str, message: wire.Message) -> Heard:
        async with table.lock:
            self._catch_up(table)
            heard = table.session.hear(connection, message)
            self._keep(table, heard)
            if isinstance(message, wire.Say) and connection in table.session.people:
                person = table.session.people[connection]
                self.store.say(table.id, person.name, person.seat, harmless(message.text), time.time())
            self._let_bots_play(table)
        return heard

    async def _work(self, table: OpenTable, seat: str, asked: wire.Forecast | wire.Film) -> JsonObject:
        session = table.session
        try:
            return await self.workers.ask(work, session.opening, tuple(session.rows), seat, asked)
        except Exception:
            return Refused("unavailable", "this could not be worked out in time").to_json(asked.id)

    # What is kept

    def _keep(self, table: OpenTable, heard: Heard) -> None:
        """Keep the row, then tell everybody, the mover first. Raises `Refused` or `StoreError`: nothing has changed."""
        session = table.session
        if heard.row is None:
            table.send(heard.out)
            return
        try:
            kept = self.store.append(table.id, heard.row, time.time())
        except StoreError:
            session.restart(session.rows)
            raise
        if not kept:
            session.restart(self.store.rows(table.id))
            table.send(session.updates())
            raise Refused("stale", "somebody else was first: the game has moved on")
        out = session.settle(heard.row)
        movers = {connection for connection, _ in heard.out}
        table.send(heard.out)
        table.send(message for message in out if message[0] in movers)
        table.send(message for message in out if message[0] not in movers)

    def _catch_up(self, table: OpenTable) -> None:
        """Follow what other processes have kept, and tell the people here."""
        if rows := self.store.rows(table.id, table.session.n):
            table.send(table.session.catch_up(rows))

    async def watch(self) -> None:
        """Look again and again whether another process has written, and tell the people at the tables it concerns."""
        while True:
            await asyncio.sleep(POLL)
            try:
                seen = self.store.changed()
                if seen == self._seen:
                    continue
                self._seen = seen
                for table in [table for table in self._tables.values() if table.sockets]:
                    async with table.lock:
                        self._catch_up(table)
                        self._let_bots_play(table)
            except StoreError:
                continue  # said to whoever plays next

    # Bots

    def _let_bots_play(self, table: OpenTable) -> None:
        """Have bots think while somebody is there to see it."""
        if table.session.bot_to_think is None or not table.sockets:
            return
        if table.thinking is None or table.thinking.done():
            table.thinking = asyncio.create_task(self._think(table))

    async def _think(self, table: OpenTable) -> None:
        session = table.session
        while (seat := session.bot_to_think) is not None and table.sockets:
            n, began = session.n, time.monotonic()
            action = await self._choice(table, seat, session.bots[seat])
            await asyncio.sleep(max(0.0, self.pause - (time.monotonic() - began)))
            async with table.lock:
                try:
                    self._catch_up(table)
                    self._keep(table, session.bot_chose(seat, n, action))
                except (Refused, StoreError):
                    return  # tried again when somebody does something

    async def _choice(self, table: OpenTable, seat: str, bot: str) -> JsonObject:
        """What a bot chooses; by chance where it fails or thinks too long."""
        session = table.session
        given = (table.id, session.opening, tuple(session.rows), seat)
        try:
            return await self.workers.ask(choose, *given, bot)
        except Exception:
            return await self.workers.ask(choose, *given, RANDOM)


def roles_of(game: Game) -> tuple[str, ...]:
    """The roles that a table of this game has keys for."""
    return (*game.seats, SPECTATOR, AUTHOR)
