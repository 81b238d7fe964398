"""The tables of a process: those that are open, whom they tell elsewhere, and what may be played at new ones.

An open table has its session, a lock and the sockets of its people.
"""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from typing import Any, Final, ParamSpec, Protocol, TypeAlias, TypeVar
from urllib.parse import SplitResult, urlsplit

from attrs import asdict, define, evolve, field, frozen
from attrs.validators import ge, le

from wargame_core import SPECTATOR, Game, UnknownName, WargameError, discover
from wargame_core.flow.rules import Option, Variant
from wargame_core.json_form import JsonObject
from wargame_core.limits import quote
from wargame_core.plugins.discovery import SIGN, meaning, variants_for
from wargame_core.reprs import drawn
from wargame_table.people import Out
from wargame_table.protocol import Refused
from wargame_table.rows import CONTINUE, SEAT, Chronicle, Opening, Row, checked, continuation
from wargame_table.session import TableSession
from wargame_table.store import Store, StoreError
from wargame_table.work import game_called

T = TypeVar("T")
P = ParamSpec("P")
OPEN: Final = 200
"""Tables that are kept in memory; of those without people the one that was used longest ago goes first."""
CAN: Final = ("again", "key", "name", "note", "packet", "record")
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
    looks: dict[str, int] = field(factory=dict)
    """How often somebody has looked with the key of a role, as its screens were told."""
    last_sentence: int = 0
    """The number of the last sentence that the people here were told."""
    looking: int = 0
    """How many wait for news without a line of their own."""
    moved: asyncio.Event = field(factory=asyncio.Event)
    """Set when something has happened; the next news has another one."""

    @property
    def watched(self) -> bool:
        """Whether anybody would see what happens."""
        return bool(self.sockets) or self.looking > 0

    def stir(self) -> None:
        """Wake those who wait for news."""
        self.moved.set()
        self.moved = asyncio.Event()

    def send(self, out: Iterable[Out]) -> None:
        """Hand messages to the sockets they are for."""
        for connection, message in out:
            if (socket := self.sockets.get(connection)) is not None:
                socket.put(message)


def _restored(
    opening: Opening, rows: list[Row], story: str | None, limits: Mapping[str, int]
) -> tuple[TableSession, Chronicle]:
    """The session that rows lead to. Raises `WargameError` where today's rules refuse them or tell another story."""
    game, chronicle = game_called(opening.game), Chronicle()
    session = TableSession(game, opening, rows, can=CAN, limits=limits)
    if not any(row.kind == CONTINUE for row in rows):
        checked(opening, game, session.match, story)
    _ = session.sheets
    game.rules.told("")  # the index of the rules is read from whole systems: here, too, nobody waits for it
    chronicle.turn(session.match)  # written here already, where nobody waits for it
    return session, chronicle


class OpenTables:
    """All of them, restored from a store when somebody comes."""

    def __init__(self, store: Store, limits: Mapping[str, int]) -> None:
        self.store, self._limits = store, limits
        self._tables: dict[str, OpenTable] = {}
        self._opening: dict[str, asyncio.Future[OpenTable]] = {}
        self._threads = ThreadPoolExecutor(THREADS, "store")

    @property
    def peopled(self) -> list[OpenTable]:
        """Those with people at screens of this process."""
        return [table for table in self._tables.values() if table.watched]

    def opened(self, table: str) -> OpenTable | None:
        """The table with this id, None where it is not open."""
        return self._tables.get(table)

    async def ask(self, question: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What a question to the store answers, without anybody else waiting for it. Raises `StoreError`.

        A database that is lost may not even refuse: nobody waits for it longer than `ANSWER`. What it does all the same
        is followed when it answers again.
        """
        asked = asyncio.get_running_loop().run_in_executor(self._threads, lambda: question(*given, **named))
        try:
            return await asyncio.wait_for(asked, None if self.store.polled else ANSWER)
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
        try:
            session, chronicle = await asyncio.to_thread(_restored, opening, rows, story, self._limits)
        except WargameError as problem:
            session, chronicle = await self._continued(table, opening, rows, story, str(problem))
        session.company.called |= await self.ask(self.store.called, table)
        self._tables[table] = OpenTable(table, session, chronicle)
        self._make_room()
        return self._tables[table]

    async def _continued(
        self, table: str, opening: Opening, rows: list[Row], story: str | None, because: str
    ) -> tuple[TableSession, Chronicle]:
        """The game gone on with from what is kept of it. Raises `Refused` where that cannot be."""
        cannot = f"this game cannot be gone on with by the rules that are installed now: {because}"
        if story is None:
            raise Refused("unavailable", cannot)
        row = continuation(story, len(rows), because)
        try:
            restored = await asyncio.to_thread(_restored, opening, [*rows, row], None, self._limits)
        except WargameError:
            raise Refused("unavailable", cannot) from None
        if not await self.ask(self.store.append, table, row):
            raise Refused("unavailable", "another process has just gone on with this game: come again")
        return restored

    def _make_room(self) -> None:
        *others, _ = self._tables.items()  # somebody comes to the last one
        empty = [name for name, table in others if not table.watched and not table.lock.locked()]
        for name in empty[: max(0, len(self._tables) - OPEN)]:
            del self._tables[name]

    def close(self) -> None:
        """No question to the store any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


AFTER: Final = 60.0
"""Seconds that a seat is asked with nobody there before it is told elsewhere."""
There = Callable[[OpenTable, str], Awaitable[bool]]
"""Whether somebody is at a screen of a seat."""


class Hooks:
    """Messages to other servers. Where the host allows none, tables cannot have addresses either."""

    def __init__(self, allowed: bool = False, private: bool = False, after: float = AFTER) -> None:
        self.allowed, self.private, self.after, self.post = allowed, private, after, post
        self._waiting: dict[tuple[str, str], asyncio.Task[None]] = {}

    def asked(self, table: OpenTable, there: There) -> None:
        """After something was done at a table: who is asked by it is told elsewhere, if he does not come.

        What a seat must not notice neither tells it again nor keeps it from being told.
        """
        session = table.session
        noticed = {*session.audience.noticed, *(row.seat for row in session.rows[-1:] if row.kind == SEAT)}
        for seat in noticed.intersection(session.opening.hooks) if self.allowed else ():
            if (waiting := self._waiting.pop((table.id, seat), None)) is not None:
                waiting.cancel()
            if seat in session.match.waiting_for and seat not in session.bots and not session.over:
                self._waiting[table.id, seat] = asyncio.create_task(self._tell(table, seat, there))

    async def _tell(self, table: OpenTable, seat: str, there: There) -> None:
        try:
            at = table.session.match.view(seat).at
            await asyncio.sleep(self.after)
            if not await there(table, seat) and at == table.session.match.view(seat).at:
                await self.post(table.session.opening.hooks[seat], your_turn(table, seat), self.private)
        except (Refused, OSError, TimeoutError):
            return  # told again with the next question; the table says it to everybody who comes anyway
        finally:
            if self._waiting.get((table.id, seat)) is asyncio.current_task():
                del self._waiting[table.id, seat]

    def close(self) -> None:
        """Nobody is told any more."""
        for waiting in self._waiting.values():
            waiting.cancel()


def your_turn(table: OpenTable, seat: str) -> bytes:
    """The message: game, seat and table, and nothing of what is asked. The link opens with the key kept by the page."""
    session = table.session
    titles = {side.seat: side.name for side in session.sheets.main.sheet.sides}
    link = f"{session.opening.home}/t/{table.id}" if session.opening.home else ""
    text = f"{session.game.title}: it is your turn ({titles.get(seat, seat)}). {link}".strip()
    payload = {"content": text, "text": text, "game": session.game.id, "seat": seat, "table": table.id, "link": link}
    return json.dumps(payload).encode()


LONGEST: Final = 500
"""Characters of an address."""
PATIENCE: Final = 10.0
"""Seconds for the whole of a message to somewhere else."""
PORTS: Final = {"https": 443, "http": 80}
_EMBEDDING: Final = IPv6Network("64:ff9b::/96")
Number: TypeAlias = IPv4Address | IPv6Address


def checked_address(address: str, private: bool = False) -> str:
    """An address as it was given. Raises `Refused` unless it is one of the web; ``private``, of any port."""
    parts = _parts(address)
    if parts is None or parts.scheme not in PORTS or not parts.hostname or parts.username or parts.password:
        raise Refused("malformed", f"{quote(address)} is no address of the web")
    if not private and (parts.scheme != "https" or parts.port not in (None, PORTS["https"])):
        raise Refused("malformed", f"{quote(address)} is no address that begins with https:// and names no port")
    return address


def _parts(address: str) -> SplitResult | None:
    if len(address) > LONGEST or not address.isascii() or not address.isprintable() or " " in address:
        return None
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    return parts


def public(number: str) -> bool:
    """Whether an internet number is one that anybody may ask.

    >>> [public(number) for number in ("93.184.216.34", "127.0.0.1", "10.1.2.3", "169.254.169.254", "::ffff:10.1.2.3")]
    [True, False, False, False, False]
    """
    known: Number = ip_address(number.partition("%")[0])
    if isinstance(known, IPv6Address):
        if known in _EMBEDDING:
            return public(str(IPv4Address(int(known) & 0xFFFFFFFF)))
        if known.sixtofour is not None or known.teredo is not None:
            return False
        if known.ipv4_mapped is not None:
            known = known.ipv4_mapped
    return known.is_global and not known.is_multicast


async def post(address: str, body: bytes, private: bool = False) -> int:
    """Send JSON to an address; returns the status of the answer, of which nothing else is read.

    The name is looked up once and just that number asked, so that it cannot be another one by then; no redirection is
    followed. Raises `Refused` for an address that must not be asked, OSError or TimeoutError where nobody answers.
    """
    async with asyncio.timeout(PATIENCE):
        parts = urlsplit(checked_address(address, private))
        host, port = str(parts.hostname), parts.port or PORTS[parts.scheme]
        answers = await asyncio.get_running_loop().getaddrinfo(host, port, type=1)
        numbers = [str(sockaddr[0]) for *_, sockaddr in answers]
        if not private and not all(public(number) for number in numbers):
            raise Refused("unavailable", f"{quote(host)} is an address inside a network")
        secure = ssl.create_default_context() if parts.scheme == "https" else None
        reader, writer = await asyncio.open_connection(
            numbers[0], port, ssl=secure, server_hostname=host if secure is not None else None
        )
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            name = parts.netloc.rpartition("@")[2]
            writer.write(
                f"POST {path} HTTP/1.1\r\nHost: {name}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\nUser-Agent: wargame-table\r\nConnection: close\r\n\r\n".encode()
                + body
            )
            await writer.drain()
            status = (await reader.readline())[:64].split()
            return int(status[1]) if len(status) > 1 and status[1].isdigit() else 0
        finally:
            writer.close()


LONGEST_CLOCK: Final = 60 * 86_400
"""Seconds of thinking that a seat may be allowed."""
MOST_TURNS: Final = 20
"""By how many turns who watches may be behind."""


def _from_0_to(most: int) -> Any:
    return field(validator=[ge(0), le(most)], default=0)


@frozen(kw_only=True)
class Wishes:
    """What a request for a new table may wish for."""

    game: str
    """Its id, with those of variants behind it: ``vicksburg+rain``."""
    scenario: str = ""
    options: Mapping[str, str] = field(factory=dict)
    bots: Mapping[str, str] = field(factory=dict)
    referee: bool = False
    clock: int = _from_0_to(LONGEST_CLOCK)
    delay: int = _from_0_to(MOST_TURNS)
    hooks: Mapping[str, str] = field(factory=dict)


class Lobby:
    """The games of this server, with what finds each: all installed ones, or those of ``only``.

    What is no name in ``only`` is a designer's folder, file or pack. It is offered before the installed games, under
    the last part of its path: no page learns where it lies.
    """

    def __init__(self, only: Collection[str] = ()) -> None:
        self._own = {path.name.replace(SIGN, "-"): name for name in only if isinstance(path := meaning(name), Path)}
        self._only = [name for name in only if name not in self._own.values()]
        self._told: list[JsonObject] | None = None
        self._pictures: dict[str, str] = {}

    def ids(self) -> list[str]:
        """The ids of the games."""
        installed = [entry.id for holder in discover() for entry in holder.games]
        return [*self._own, *(name for name in installed if not self._only or name in self._only)]

    def found_by(self, name: str) -> str:
        """What finds a game of the lobby, or one with variants named behind it. Raises `Refused`."""
        game, *variants = name.split(SIGN)
        if game not in self.ids():
            raise Refused("unavailable", f"there is no game {quote(name)} here")
        return SIGN.join((self._own.get(game, game), *variants))

    def games(self) -> list[JsonObject]:
        """Every game with its scenarios, options, seats, bots and variants; none that cannot be loaded."""
        if self._told is None:
            games = {name: game for name in self.ids() if (game := _loaded(self.found_by(name))) is not None}
            titles = [game.title for game in games.values()]
            self._told = [
                {
                    **game_to_json(game),
                    "id": name,
                    "title": game.title if titles.count(game.title) == 1 else f"{game.title} ({name})",
                    "variants": [variant_to_json(variant) for variant in variants_for(game)],
                }
                for name, game in games.items()
            ]
        return self._told

    def picture(self, name: str) -> str:
        """A game as it is set up, as whoever watches sees it; "" where nothing draws it. Raises `Refused`."""
        if name not in self.ids():
            raise Refused("unavailable", f"there is no game {quote(name)} here")
        if name not in self._pictures:
            match = game_called(self.found_by(name)).start(seed=1)
            self._pictures[name] = drawn(match.view(SPECTATOR), "svg") or ""
        return self._pictures[name]

    async def opening(self, wanted: Wishes, hooks: Hooks, home: str = "") -> Opening:
        """How the game of a new table begins, as a request wants it. Raises `Refused` and `UnknownName`."""
        found_by = self.found_by(wanted.game)
        game = await asyncio.to_thread(game_called, found_by)
        choices = wanted.scenario or None, wanted.options, wanted.bots, wanted.referee, wanted.clock, wanted.delay
        opening = evolve(Opening.of(game, *choices), hooks=hooks_of(hooks, game, wanted.hooks), home=home)
        return evolve(opening, game=found_by) if isinstance(meaning(found_by), Path) else opening


def _loaded(name: str) -> Game | None:
    try:
        return game_called(name)
    except WargameError:  # its data are broken, say; the others can be played all the same
        return None


def game_to_json(game: Game) -> JsonObject:
    """What a page needs to offer a game."""
    return {
        "id": game.id,
        "title": game.title,
        "documents": list(game.documents),
        "seats": list(game.seats),
        "bots": list(game.bots),
        "strengths": {name: asdict(strength) for name, strength in game.strengths.items()},
        "scenarios": [
            {"id": scenario.id, "title": scenario.title, "help": scenario.help} for scenario in game.scenarios
        ],
        "options": options_to_json(game.options),
    }


def options_to_json(options: Iterable[Option]) -> list[JsonObject]:
    """What a page needs to offer options."""
    return [
        {"name": option.name, "help": option.help, "choices": list(option.choices), "default": option.default}
        for option in options
    ]


def variant_to_json(variant: Variant) -> JsonObject:
    """What a page needs to offer house rules: their name, what they change, and the options and bots they bring."""
    return {
        "id": variant.id,
        "title": variant.title,
        "help": variant.help,
        "options": options_to_json(variant.options),
        "bots": list(variant.bots),
    }


def hooks_of(hooks: Hooks, game: Game, wanted: Mapping[str, str]) -> dict[str, str]:
    """The addresses that are told whose turn it is, by seat. Raises `Refused` and `UnknownName`."""
    if wanted and not hooks.allowed:
        raise Refused("unavailable", "this server tells nobody elsewhere whose turn it is (wargame serve --hooks)")
    for seat in wanted:
        if seat not in game.seats:
            raise UnknownName("seat", seat, game.seats)
    return {seat: checked_address(address, hooks.private) for seat, address in wanted.items()}
