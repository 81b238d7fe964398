"""The tables that a process has open.

An open table has its session, a lock and the sockets of its people.
"""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, Protocol, TypeVar

from attrs import define, field

from wargame_core import WargameError
from wargame_core.json_form import JsonObject
from wargame_table.keeping.rows import CONTINUE, Chronicle, Opening, Row, bytes_of, check_story, continuation
from wargame_table.keeping.store import Store, StoreError
from wargame_table.messages.incoming import Refused
from wargame_table.play.people import Out
from wargame_table.play.session import TableSession
from wargame_table.play.slow_requests import game_called
from wargame_table.play.timekeeper import Pauses

T = TypeVar("T")
P = ParamSpec("P")
MOST_OPEN_TABLES: Final = 40
"""Tables that are kept in memory; of those without people the one that was used longest ago goes first."""
REQUESTS_OF_SERVER: Final = ("again", "key", "name", "note", "packet", "record")
"""What a server does besides playing."""
ANSWER = 2.0
"""Seconds that a database elsewhere has for an answer."""
WAITING: Final = 64
"""Messages that wait for a slow reader; then the line is broken, and the screen comes back for the rest."""
THREADS: Final = 6
"""Questions to a slow store at a time."""


class Socket(Protocol):
    """Something that takes messages for one person; slow readers are its own affair."""

    def put(self, message: JsonObject) -> None:
        """Send, at once or later, in order."""


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
class OpenTable:
    """A table in memory."""

    id: str
    session: TableSession
    chronicle: Chronicle
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    sockets: dict[str, Socket] = field(factory=dict)
    thinking: asyncio.Task[None] | None = None
    processes: set[str] = field(factory=set)
    """Other processes with people at this table."""
    keys: dict[str, bytes] = field(factory=dict)
    """The hash of the key that each connection came with."""
    persons: dict[str, str] = field(factory=dict)
    """The person at each connection; empty for a guest."""
    told_words: set[tuple[str, str]] = field(factory=set)
    """The connections that were told of a device which asks to be let in, with the words that it shows."""
    networks: dict[str, str] = field(factory=dict)
    """The network that each connection comes from, where limits a day apply to it."""
    looks: dict[str, int] = field(factory=dict)
    """How often somebody has looked with the key of a role, as its screens were told."""
    kept: int = 0
    """Bytes that its rows take where they are kept, with what was signed of them."""
    last_sentence: int = 0
    """The number of the last sentence that the people here were told."""
    failed_bots: set[tuple[str, str]] = field(factory=set)
    """The seats and bots of which it was said that chance chose in their place."""
    looking: int = 0
    """How many wait for news without a line of their own."""
    change: asyncio.Event = field(factory=asyncio.Event)
    """Set when something has happened; the next news has another one."""

    @property
    def has_viewers(self) -> bool:
        """Whether anybody would see what happens."""
        return bool(self.sockets) or self.looking > 0

    def wake_waiters(self) -> None:
        """Wake those who wait for news."""
        self.change.set()
        self.change = asyncio.Event()

    def send(self, messages: Iterable[Out]) -> None:
        """Hand messages to the sockets they are for."""
        for connection, message in messages:
            if (socket := self.sockets.get(connection)) is not None:
                socket.put(message)


def _restore_session(
    opening: Opening, rows: list[Row], story: str | None, limits: Mapping[str, int], pauses: Pauses
) -> tuple[TableSession, Chronicle]:
    """The session that rows lead to. Raises `WargameError` where today's rules refuse them or tell another story."""
    game, chronicle = game_called(opening.game), Chronicle()
    session = TableSession(game, opening, rows, abilities=REQUESTS_OF_SERVER, limits=limits, pauses=pauses)
    if not any(row.kind == CONTINUE for row in rows):
        check_story(opening, game, session.match, story)
    _ = session.sheets
    game.rules.source.rule_text("")  # the index of the rules is read from whole systems: here, too, nobody waits for it
    chronicle.turn(session.match)  # written here already, where nobody waits for it
    return session, chronicle


class OpenTables:
    """All of them, restored from a store when somebody comes."""

    def __init__(self, store: Store, limits: Mapping[str, int]) -> None:
        self.store, self._limits = store, limits
        self._tables: dict[str, OpenTable] = {}
        self._opening: dict[str, asyncio.Future[OpenTable]] = {}
        self._threads = ThreadPoolExecutor(THREADS, "store")
        self.pauses = Pauses()
        """When no process was there, as far as this one knows; all its tables share it."""

    @property
    def tables_with_people(self) -> list[OpenTable]:
        """Those with people at screens of this process."""
        return [table for table in self._tables.values() if table.has_viewers]

    @property
    def all(self) -> list[OpenTable]:
        """All that are in memory."""
        return [*self._tables.values()]

    def open_table_of(self, table: str) -> OpenTable | None:
        """The table with this id, None where it is not open."""
        return self._tables.get(table)

    async def ask(self, question: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """What a question to the store answers, without anybody else waiting for it. Raises `StoreError`.

        A database that is lost may not even refuse: nobody waits for it longer than `ANSWER`. What it does all the same
        is followed when it answers again.
        """
        future = asyncio.get_running_loop().run_in_executor(self._threads, lambda: question(*arguments, **keywords))
        try:
            return await asyncio.wait_for(future, None if self.store.needs_polling else ANSWER)
        except TimeoutError:
            raise StoreError(f"the database has not answered for {ANSWER:g} s; what was acknowledged is kept") from None

    async def open(self, table: str) -> OpenTable:
        """The table with this id, restored in a thread where it is not open. Raises `Refused` and `StoreError`."""
        if table in self._tables:
            self._tables[table] = self._tables.pop(table)  # now the one that was used last
            return self._tables[table]
        if table not in self._opening:
            self._opening[table] = asyncio.ensure_future(self._restore(table))
            self._opening[table].add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(self._opening[table])

    async def _restore(self, table: str) -> OpenTable:
        opening = await self.ask(self.store.opening, table)
        if opening is None:
            raise Refused("unknown_table", "there is no such table")
        rows = await self.ask(self.store.rows, table)
        story = await self.ask(self.store.story, table)
        limits_and_pauses = self._limits, self.pauses
        try:
            session, chronicle = await asyncio.to_thread(_restore_session, opening, rows, story, *limits_and_pauses)
        except WargameError as problem:
            session, chronicle = await self._continue_game(table, opening, rows, story, str(problem))
        session.company.names |= await self.ask(self.store.names, table)
        signed = await self.ask(self.store.signatures, table)
        kept_bytes = sum(bytes_of(row) for row in session.rows if row.kind != CONTINUE)
        kept_bytes += sum(signature.bytes for signature in signed)
        self._tables[table] = OpenTable(table, session, chronicle, kept=kept_bytes)
        self._make_room()
        return self._tables[table]

    async def _continue_game(
        self, table: str, opening: Opening, rows: list[Row], story: str | None, reason: str
    ) -> tuple[TableSession, Chronicle]:
        """The game gone on with from what is kept of it. Raises `Refused` where that cannot be."""
        cannot = f"the installed rules cannot continue this game: {reason}"
        if story is None:
            raise Refused("unavailable", cannot)
        row = continuation(story, len(rows), reason)
        try:
            limits_and_pauses = self._limits, self.pauses
            session_and_chronicle = await asyncio.to_thread(
                _restore_session, opening, [*rows, row], None, *limits_and_pauses
            )
        except WargameError:
            raise Refused("unavailable", cannot) from None
        if not await self.ask(self.store.append, table, row):
            raise Refused("unavailable", "another process has just continued this game: try again")
        return session_and_chronicle

    def _make_room(self) -> None:
        *older_tables, _ = self._tables.items()  # somebody comes to the last one
        empty_tables = [name for name, table in older_tables if not table.has_viewers and not table.lock.locked()]
        for name in empty_tables[: max(0, len(self._tables) - MOST_OPEN_TABLES)]:
            del self._tables[name]

    def close(self) -> None:
        """No question to the store any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
