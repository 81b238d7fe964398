"""Who is let in at all: hosts and origins, keys to make tables, how much at a time, and the headers of every answer."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final
from urllib.parse import urlsplit

from attrs import define, field

from wargame_table.protocol import Refused


def new_id() -> str:
    """The id of a table: no secret, but not to be guessed either."""
    return secrets.token_urlsafe(9)


def new_key() -> str:
    """A key of 128 random bits."""
    return secrets.token_urlsafe(16)


def hashed(key: str) -> bytes:
    """What is kept of a key. Nothing slower is needed: nobody can try 128 random bits."""
    return sha256(key.encode(errors="backslashreplace")).digest()


def same(key: str, kept: bytes) -> bool:
    """Whether a key is the one that was kept, compared in the same time whatever it is."""
    return compare_digest(hashed(key), kept)


def role_of(key: str, kept: Mapping[str, bytes]) -> str | None:
    """The role that a key opens, None for no key of this table. Every hash is compared."""
    opened = [role for role, known in kept.items() if same(key, known)]
    return opened[0] if opened else None


LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
POLICY: Final = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the browser lets a page do: run and ask our own files, nothing inline, be in nobody's frame."""
BURST, A_SECOND = 20.0, 5.0
"""Messages of a connection at once, and then each second."""
CONNECTIONS, OF_A_KEY = 50, 8
"""Connections of an address, and with one key."""
BUCKETS = 2000
"""Of how many people without a line of their own it is remembered how much they asked."""
TABLES_A_DAY = 40
"""Tables that an address may make."""


@define
class Bucket:
    """Lets a few messages through at once and then so many a second."""

    left: float = BURST
    at: float = field(factory=time.monotonic)

    def take(self, now: float) -> bool:
        """Whether one more may pass."""
        self.left = min(BURST, self.left + (now - self.at) * A_SECOND)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@define
class Guard:
    """What an application lets in. ``hosts`` are the names it is reached by; ``creation_key`` is a hash or None."""

    hosts: frozenset[str] = LOOPBACK
    creation_key: bytes | None = None
    tables_a_day: int = TABLES_A_DAY
    connections: int = CONNECTIONS
    _made: Counter[tuple[str, int]] = field(factory=Counter)
    _addresses: Counter[str] = field(factory=Counter)
    _keys: Counter[tuple[str, str]] = field(factory=Counter)
    _buckets: dict[tuple[str, str], Bucket] = field(factory=dict)

    def host_known(self, headers: Mapping[str, str]) -> bool:
        """Whether a request names us by one of our names: a page elsewhere cannot have our address under its own."""
        return (urlsplit(f"//{headers.get('host', '')}").hostname or "") in self.hosts

    def check_origin(self, headers: Mapping[str, str]) -> None:
        """Raises `Refused` unless a request comes from a page of ours."""
        origin = urlsplit(headers.get("origin", ""))
        if not self.host_known(headers) or origin.netloc != headers.get("host"):
            raise Refused("wrong_key", "this is asked from a page of another site")

    def check_creation(self, key: str, address: str) -> None:
        """Raises `Refused` unless this address may make one more table."""
        if self.creation_key is not None and not same(key, self.creation_key):
            raise Refused("wrong_key", "making tables here needs the key that the server printed")
        today = address, int(time.time() // 86_400)
        if self._made[today] >= self.tables_a_day:
            raise Refused("too_fast", f"{self.tables_a_day} tables a day from one address are enough")
        for old in [kept for kept in self._made if kept[1] != today[1]]:
            del self._made[old]
        self._made[today] += 1

    def enter(self, address: str) -> bool:
        """Count a connection of an address; False when it has too many."""
        self._addresses[address] += 1
        return self._addresses[address] <= self.connections

    def ask(self, table: str, role: str) -> None:
        """Raises `Refused` for one message too many of somebody without a line of their own."""
        bucket = self._buckets.pop((table, role), None) or Bucket()
        self._buckets[table, role] = bucket
        while len(self._buckets) > BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        if not bucket.take(time.monotonic()):
            raise Refused("too_fast", "slower, please")

    def sit(self, table: str, role: str) -> bool:
        """Count a connection with a key; False when there are too many with it."""
        self._keys[table, role] += 1
        return self._keys[table, role] <= OF_A_KEY

    def leave(self, address: str, seat: tuple[str, str] | None) -> None:
        """A connection has ended."""
        self._addresses[address] -= 1
        if seat is not None:
            self._keys[seat] -= 1
        self._addresses, self._keys = +self._addresses, +self._keys


Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Headers:
    """Answers only to our own names, and puts the headers that keep a page to itself on every answer."""

    def __init__(self, app: App, guard: Guard) -> None:
        self._app, self._guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if not self._guard.host_known(headers):
            start = {"type": "http.response.start", "status": 421, "headers": _HEADERS}
            await send(start)
            await send({"type": "http.response.body", "body": b"this server has other names"})
            return

        async def sending(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in _HEADERS if pair[0] not in own)]
            await send(message)

        await self._app(scope, receive, sending)


_HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"cache-control", b"no-cache"),
]
