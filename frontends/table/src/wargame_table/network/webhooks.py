"""Messages to other servers and letters, for seats whose people are away."""

import asyncio
import json
import ssl
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final, Protocol, TypeAlias
from urllib.parse import SplitResult, urlsplit

from wargame_core import Game, UnknownName
from wargame_core.limits import quote
from wargame_table.keeping.rows import CLOSE, OFFER, SEAT
from wargame_table.keeping.store import StoreError
from wargame_table.messages.incoming import Refused
from wargame_table.network.open_tables import OpenTable
from wargame_table.play.agreements import OFFER_WORDS, TIMEOUT_LEVEL
from wargame_table.play.session import TableSession

SECONDS_BEFORE_NOTICE: Final = 60.0
"""Seconds that a seat is asked with nobody there before it is told elsewhere."""
There = Callable[[OpenTable, str], Awaitable[bool]]
"""Whether somebody is at a screen of a seat."""
Waits: TypeAlias = Callable[[TableSession, str], tuple[str, str] | None]
"""What waits for a seat, in words, with what tells it from the next thing of its kind; None where nothing does."""


class Letters(Protocol):
    """What sends a letter to whoever wants to hear of a seat."""

    async def tell(self, table: OpenTable, seat: str, words: str) -> None:
        """Tell them what waits for the seat; nobody waits until it is sent. Raises `StoreError`."""

    def close(self) -> None:
        """Nothing more is sent."""


class Hooks:
    """Messages to other servers. Where the host allows none, tables cannot have addresses either.

    Whoever has asked for ``letters`` is told by them of the same; there are none where the host names no server.

    ``base_address`` is what the links in them begin with, as the server was told; they have none where it is empty.
    """

    def __init__(
        self,
        is_allowed: bool = False,
        allows_private: bool = False,
        base_address: str = "",
        seconds_after: float = SECONDS_BEFORE_NOTICE,
    ) -> None:
        self.is_allowed, self.allows_private, self.home, self.after = (
            is_allowed,
            allows_private,
            base_address,
            seconds_after,
        )
        self.post = post_json
        self.letters: Letters | None = None
        self._waiting: dict[tuple[str, str, Waits], asyncio.Task[None]] = {}

    def announce(self, table: OpenTable, is_present: There) -> None:
        """After something was done at a table: whom it asks or offers something is told elsewhere, if nobody comes.

        What a seat must not notice neither tells it again nor keeps it from being told.
        """
        session, last_rows = table.session, table.session.rows[-1:]
        for seat in session.game.seats if self.letters is not None else self._addresses(session):
            if seat in session.audience.seats_told or any(row.kind == SEAT and row.seat == seat for row in last_rows):
                self._begin(table, seat, _turn, is_present)
            if any(row.kind == OFFER for row in last_rows):
                self._begin(table, seat, _offer, is_present)
            if any(row.kind == CLOSE for row in last_rows):
                self._begin(table, seat, _end_by_time, is_present)

    def _addresses(self, session: TableSession) -> Mapping[str, str]:
        """The addresses that are told of a table, by seat."""
        return session.opening.hooks if self.is_allowed else {}

    def _begin(self, table: OpenTable, seat: str, waits: Waits, is_present: There) -> None:
        key = table.id, seat, waits
        if (waiting_task := self._waiting.pop(key, None)) is not None:
            waiting_task.cancel()
        if words := waits(table.session, seat):
            self._waiting[key] = asyncio.create_task(self._tell(table, seat, waits, words, is_present))

    async def _tell(self, table: OpenTable, seat: str, waits: Waits, words: tuple[str, str], is_present: There) -> None:
        try:
            await asyncio.sleep(self.after)
            if not await is_present(table, seat) and words == waits(table.session, seat):
                if self.letters is not None:
                    with suppress(StoreError):
                        await self.letters.tell(table, seat, words[0])
                if (address := self._addresses(table.session).get(seat)) is not None:
                    await self.post(address, notice_body(table, seat, words[0], self.home), self.allows_private)
        except (Refused, OSError, TimeoutError):
            return  # told again with the next question; the table says it to everybody who comes anyway
        finally:
            if self._waiting.get((table.id, seat, waits)) is asyncio.current_task():
                del self._waiting[table.id, seat, waits]

    def close(self) -> None:
        """Nobody is told any more."""
        for waiting_task in self._waiting.values():
            waiting_task.cancel()
        if self.letters is not None:
            self.letters.close()


def _turn(session: TableSession, seat: str) -> tuple[str, str] | None:
    """That it is a seat's turn, and the tag of what it is asked."""
    is_asked = seat in session.match.waiting_for and seat not in session.bots and not session.is_over
    return ("it is your turn", session.match.view(seat).at) if is_asked else None


def _offer(session: TableSession, seat: str) -> tuple[str, str] | None:
    """What is offered to a seat, and by whom."""
    offer = session.offered_to(seat)
    if offer is None:
        return None
    return (
        f"{session.sheets.seat_names.get(offer.seat, offer.seat)} {OFFER_WORDS[offer.what]}, and waits for your answer",
        offer.seat,
    )


def _end_by_time(session: TableSession, seat: str) -> tuple[str, str] | None:
    """That the game is over because somebody's time was up: what people agreed on they know."""
    outcome = session.agreements.outcome
    if outcome is None or outcome.level != TIMEOUT_LEVEL:
        return None
    return f"the game is over. {outcome.text.rstrip('.')}", TIMEOUT_LEVEL


def notice_body(table: OpenTable, seat: str, words: str, base_address: str) -> bytes:
    """The message: game, seat and table, and nothing of what is asked. The link opens with the key kept by the page."""
    session = table.session
    link = f"{base_address}/t/{table.id}" if base_address else ""
    text = f"{session.game.title}: {words} ({session.sheets.seat_names.get(seat, seat)}). {link}".strip()
    payload = {"content": text, "text": text, "game": session.game.id, "seat": seat, "table": table.id, "link": link}
    return json.dumps(payload).encode()


LONGEST: Final = 500
"""Characters of an address."""
PATIENCE: Final = 10.0
"""Seconds for the whole of a message to somewhere else."""
PORTS: Final = {"https": 443, "http": 80}
_EMBEDDING: Final = IPv6Network("64:ff9b::/96")
Number: TypeAlias = IPv4Address | IPv6Address


def checked_address(address: str, is_private: bool = False) -> str:
    """An address as it was given. Raises `Refused` unless it is one of the web; ``is_private``, of any port."""
    parts = _parts(address)
    if parts is None or parts.scheme not in PORTS or not parts.hostname or parts.username or parts.password:
        raise Refused("malformed", f"{quote(address)} is not an address of the web")
    if not is_private and (parts.scheme != "https" or parts.port not in (None, PORTS["https"])):
        raise Refused("malformed", f"{quote(address)} is not an address that begins with https:// and names no port")
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


def is_public_number(number: str) -> bool:
    """Whether an internet number is one that anybody may ask.

    >>> [is_public_number(number) for number in ("93.184.216.34", "127.0.0.1", "10.1.2.3", "::ffff:10.1.2.3")]
    [True, False, False, False]
    """
    address: Number = ip_address(number.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address in _EMBEDDING:
            return is_public_number(str(IPv4Address(int(address) & 0xFFFFFFFF)))
        if address.sixtofour is not None or address.teredo is not None:
            return False
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
    return address.is_global and not address.is_multicast


async def post_json(address: str, body: bytes, private: bool = False) -> int:
    """Send JSON to an address; returns the status of the answer, of which nothing else is read.

    The name is looked up once and just that number asked, so that it cannot be another one by then; no redirection is
    followed. Raises `Refused` for an address that must not be asked, OSError or TimeoutError where nobody answers.
    """
    async with asyncio.timeout(PATIENCE):
        parts = urlsplit(checked_address(address, private))
        host, port = str(parts.hostname), parts.port or PORTS[parts.scheme]
        answers = await asyncio.get_running_loop().getaddrinfo(host, port, type=1)
        numbers = [str(sockaddr[0]) for *_, sockaddr in answers]
        if not private and not all(is_public_number(number) for number in numbers):
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


def hooks_of(hooks: Hooks, game: Game, addresses: Mapping[str, str]) -> dict[str, str]:
    """The addresses that are told whose turn it is, by seat. Raises `Refused` and `UnknownName`."""
    if addresses and not hooks.is_allowed:
        raise Refused("unavailable", "this server calls no web addresses (wargame serve --hooks lets it)")
    for seat in addresses:
        if seat not in game.seats:
            raise UnknownName("seat", seat, game.seats)
    return {seat: checked_address(address, hooks.allows_private) for seat, address in addresses.items()}
