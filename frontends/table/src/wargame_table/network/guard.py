"""Who is let in at all: hosts and origins, keys to make tables, how much at a time, and the headers of every answer."""

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping, Sequence
from errno import EMFILE, ENFILE
from hashlib import sha256
from logging import getLogger
from typing import Any, Final

from attrs import Factory, define, field, frozen

from wargame_core import SPECTATOR
from wargame_table.keeping.person_store import WATCHING_PREFIX
from wargame_table.keeping.rows import MOST_BYTES_BESIDE_TEXT
from wargame_table.messages.incoming import CHAT, FRAME, NOTE, Refused
from wargame_table.network.addresses import host_of_site, name_in, network_of


def new_id() -> str:
    """The id of a table: no secret, but not to be guessed either."""
    return secrets.token_urlsafe(9)


def new_key() -> str:
    """A key of 128 random bits."""
    return secrets.token_urlsafe(16)


def hash_of_key(key: str) -> bytes:
    """What is kept of a key. Nothing slower is needed: nobody can try 128 random bits."""
    return sha256(key.encode(errors="backslashreplace")).digest()


def is_key(key: str, key_hash: bytes) -> bool:
    """Whether a key is the one that was kept, compared in the same time whatever it is."""
    return secrets.compare_digest(hash_of_key(key), key_hash)


def role_of(key: str, hashes: Mapping[str, bytes]) -> str | None:
    """The role that a key opens, None for no key of this table. Every hash is compared."""
    roles = [
        SPECTATOR if role.startswith(WATCHING_PREFIX) else role
        for role, key_hash in hashes.items()
        if is_key(key, key_hash)
    ]
    return roles[0] if roles else None


def bearer(headers: Mapping[str, str]) -> str:
    """The key of an ``Authorization`` header; empty without one."""
    kind, _, key = headers.get("authorization", "").partition(" ")
    return key.strip() if kind.casefold() == "bearer" else ""


LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
POLICY: Final = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What the browser lets a page do: run and ask our own files, nothing inline."""
NOBODY: Final = "'none'"
"""Whose frame a page may be in."""
BURST: Final = 4
"""Messages at once, in seconds of them."""
BUCKETS = 2000
"""Of how many people without a line of their own it is remembered how much they asked."""
Client = tuple[str, int]
"""The address and the port that a connection comes from."""


def setting(default_value: object, help_text: str, metavar: str = "NUMBER", option: str = "") -> Any:
    """A field of settings, and the option of `wargame serve` that says it: what is typed for it, and its name.

    The name is that of the field, unless ``option`` has another.
    """
    return field(default=default_value, metadata={"help": help_text, "metavar": metavar, "option": option})


MOST_STORY_BYTES: Final = 8_000_000
"""Bytes of the longest story of a game that is kept beside its rows; of a longer one the rows alone are."""
BYTES_OF_CHARACTER: Final = 4
"""Bytes that a character takes at most (UTF-8)."""
MOST_SEATS: Final = 8
"""Seats of a table with notes of their own."""
BYTES_FOR_PEOPLE: Final = 100_000
"""Bytes for keys, names, rows of lists and links of a table, all together."""


@frozen(kw_only=True)
class Limits:
    """How much people may do. On loopback only the number of all connections and the time for a request count."""

    all_connections: int = setting(2000, "Connections that are open at a time.")
    connections: int = setting(50, "Connections that one network may have.")
    links: int = setting(8, "Connections with one link.")
    seconds: int = setting(10, "Seconds within which a whole request must arrive.")
    messages: int = setting(5, "Messages a second from one connection; a burst may hold four times as many.")
    films: int = setting(12, "Films, forecasts, hints and analyses a minute with one link.")
    tables: int = setting(40, "Tables a day that one network may make, games begun anew included.")
    lists: int = setting(40, "Lists and digests of games a day that one network may begin.")
    persons: int = setting(40, "Persons with keys, and requests to be let in, a day from one network.")
    said: int = setting(5000, "Sentences of chat that the server keeps for a table.")
    handed: int = setting(200, "Times that a seat of a table may change hands.")
    kept: int = setting(
        4_000_000, "Bytes of choices and offers, signatures included, that the server keeps for a table."
    )

    @property
    def bytes_of_a_table(self) -> int:
        """The bytes that a table takes at most where it is kept, all limits used up.

        The message that passes a limit is kept too, with what was signed of it.
        """
        choice_bytes = self.kept + 2 * FRAME * BYTES_OF_CHARACTER
        chat_bytes = self.said * (CHAT * BYTES_OF_CHARACTER + MOST_BYTES_BESIDE_TEXT)
        note_bytes = MOST_SEATS * NOTE * BYTES_OF_CHARACTER
        return choice_bytes + MOST_STORY_BYTES + chat_bytes + note_bytes + BYTES_FOR_PEOPLE


@define
class Bucket:
    """Lets a few through at once and then so many a second."""

    a_second: float
    capacity: float
    tokens: float = field(default=Factory(lambda self: self.capacity, takes_self=True))
    at: float = field(factory=time.monotonic)

    def take(self, current_time: float) -> bool:
        """Whether one more may pass."""
        self.tokens = min(self.capacity, self.tokens + (current_time - self.at) * self.a_second)
        self.at = current_time
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds from the last look until one more may pass."""
        return max(0.0, (1 - self.tokens) / self.a_second)


SLOWER: Final = "slower, please"


def too_fast(bucket: Bucket, text: str = SLOWER, request: str = "") -> Refused:
    """The refusal of what a bucket did not let through, and when it may come again."""
    return Refused("too_fast", text, retry_after=bucket.wait, request=request)


@define(eq=False)
class Connections:
    """The connections of a process, counted when they are accepted.

    Each waits for a request, is being answered, or is kept for the next request. One that waits too long is closed, and
    so is the one that has waited longest when somebody comes and all places are taken.
    """

    limits: Limits
    is_uncounted: Callable[[str], bool] = field(default=lambda _: False)
    _lines: dict[Client, Callable[[], None]] = field(factory=dict)
    """How each is closed."""
    _waiting: dict[Client, asyncio.TimerHandle] = field(factory=dict)
    _answered: Counter[Client] = field(factory=Counter)
    _of_network: Counter[str] = field(factory=Counter)

    def admit(self, client: Client, close_connection: Callable[[], None]) -> bool:
        """Count a new connection; False where there are too many."""
        network = network_of(client[0])
        if not self.is_uncounted(client[0]) and self._of_network[network] >= self.limits.connections:
            return False
        if len(self._lines) >= self.limits.all_connections:
            if not self._waiting:
                return False
            self._close(next(iter(self._waiting)))
        self._lines[client] = close_connection
        self._of_network[network] += 1
        self.expect(client)
        return True

    def expect(self, client: Client) -> None:
        """Something comes, or will: unless a request is being answered, one has to be there in time."""
        if client in self._lines and client not in self._waiting and not self._answered[client]:
            loop = asyncio.get_running_loop()
            self._waiting[client] = loop.call_later(self.limits.seconds, self._close, client)

    def begin(self, client: Client) -> None:
        """The request is there, and is being answered."""
        if (timer := self._waiting.pop(client, None)) is not None:
            timer.cancel()
        self._answered[client] += 1

    def end(self, client: Client) -> None:
        """It is answered."""
        self._answered[client] -= 1
        if not self._answered[client]:
            del self._answered[client]

    def forget_connection(self, client: Client) -> None:
        """The connection has ended."""
        if self._lines.pop(client, None) is None:
            return
        if (timer := self._waiting.pop(client, None)) is not None:
            timer.cancel()
        network = network_of(client[0])
        self._of_network[network] -= 1
        if not self._of_network[network]:
            del self._of_network[network]

    def _close(self, client: Client) -> None:
        close_connection = self._lines[client]
        self.forget_connection(client)
        close_connection()


class LoopErrorHandler:
    """Takes what goes wrong outside of requests: that no descriptor is left is logged once a minute only."""

    def __init__(self) -> None:
        self._last_log = -60.0

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        problem, current_time = context.get("exception"), time.monotonic()
        if not isinstance(problem, OSError) or problem.errno not in (EMFILE, ENFILE):
            loop.default_exception_handler(context)
        elif current_time - self._last_log >= 60:
            self._last_log = current_time
            getLogger("uvicorn.error").error("no more connections can be accepted: %s", problem)


NUMBERS: Final = LOOPBACK - {"localhost"}
ANY: Final = "*"
"""The name of a server that is reached by any, because what stands before it knows the right ones."""
SECONDS_TO_RETRY: Final = 5.0
"""Seconds after which somebody else may have gone, where too many are connected."""


@define
class Guard:
    """What an application lets in.

    ``hosts`` are the names it is reached by; ``creation_key`` is a hash or None; ``proxies`` are the addresses of
    servers in front of it, which say whom they ask for. Pages of ``origins`` (``https://club.example.org``) may ask as
    its own pages do, and hold them in frames.
    """

    hosts: frozenset[str] = LOOPBACK
    creation_key: bytes | None = None
    limits: Limits = Limits()
    proxies: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    connections: Connections = field(init=False)
    _addresses: Counter[str] = field(factory=Counter)
    _keys: Counter[tuple[str, str]] = field(factory=Counter)
    _buckets: dict[tuple[str, str, str], Bucket] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.connections = Connections(self.limits, lambda address: address in NUMBERS or address in self.proxies)

    def network_of_caller(self, client: Sequence[Any] | None, headers: Mapping[str, str]) -> str:
        """The network that a request is counted for: behind a proxy, of the address from which the proxy was asked."""
        peer = str(client[0]) if client else ""
        if peer in self.proxies and (addresses := headers.get("x-forwarded-for", "")):
            return network_of(addresses.rpartition(",")[2].strip())
        return network_of(peer)

    def is_own_address(self, address: str) -> bool:
        """Whether an address is this machine's own, for which there are no limits; a proxy's is not."""
        return address in NUMBERS and address not in self.proxies

    def host_known(self, headers: Mapping[str, str]) -> bool:
        """Whether a request names us by one of our names: a page elsewhere cannot have our address under its own."""
        name = name_in(headers.get("host", ""))
        return name is not None and (ANY in self.hosts or name in self.hosts)

    def is_our_name(self, site: str, headers: Mapping[str, str]) -> bool:
        """Whether something that was signed for a ``site`` is for us: one of our names, or that of the request."""
        name = name_in(site)
        return name is not None and (name in self.hosts or name == name_in(headers.get("host", "")))

    def check_origin(self, headers: Mapping[str, str]) -> None:
        """Raises `Refused` where a page of another site asks: a browser says whose page it is, others need not."""
        origin = headers.get("origin")
        site = host_of_site(origin or "")
        is_own_origin = site is not None and (origin in self.origins or site == headers.get("host", "").casefold())
        no_page = origin is None and headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if not (self.host_known(headers) and (is_own_origin or no_page)):
            raise Refused("wrong_key", "this comes from a page of another site; `wargame serve --origin` allows sites")

    def check_creation_key(self, key: str) -> None:
        """Raises `Refused` where making tables takes another key."""
        if self.creation_key is not None and not is_key(key, self.creation_key):
            raise Refused("wrong_key", "making tables here needs the key that the server printed")

    def limited_network(self, network: str) -> str:
        """The network where limits a day apply to it; empty for this machine."""
        return "" if self.is_own_address(network) else network

    def enter(self, address: str) -> bool:
        """Count a connection of an address; False when it has too many."""
        self._addresses[address] += 1
        return self._addresses[address] <= self.limits.connections or self.is_own_address(address)

    def bucket(self) -> Bucket:
        """One for the messages of a connection."""
        return Bucket(self.limits.messages, BURST * self.limits.messages)

    def ask(self, table: str, role: str, films: bool = False, request: str = "") -> None:
        """Raises `Refused` for a message too many of somebody without a line of their own, or for one film too many."""
        key = table, role, "films" if films else ""
        a_minute = self.limits.films
        bucket = self._buckets.pop(key, None) or (Bucket(a_minute / 60, a_minute) if films else self.bucket())
        self._buckets[key] = bucket
        while len(self._buckets) > BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        if not bucket.take(time.monotonic()):
            raise too_fast(
                bucket, f"{a_minute} films, forecasts, hints and analyses a minute" if films else SLOWER, request
            )

    def sit(self, table: str, role: str) -> bool:
        """Count a connection with a key; False when there are too many with it."""
        self._keys[table, role] += 1
        return self._keys[table, role] <= self.limits.links

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
        self._app, self._guard, self._headers = app, guard, headers_for(guard.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client, connections = tuple(scope.get("client") or ("", 0)), self._guard.connections
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        connections.begin(client)
        try:
            await self._answer(scope, receive, send)
        finally:
            connections.end(client)
            if scope["type"] == "websocket":  # its line has left the server's list of requests
                connections.forget_connection(client)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            is_refused = _names_two_hosts(scope)
            await (send({"type": "websocket.close", "code": 1008}) if is_refused else self._app(scope, receive, send))
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if not self._guard.host_known(headers) or _names_two_hosts(scope):
            response_start = {"type": "http.response.start", "status": 421, "headers": self._headers}
            await send(response_start)
            await send({"type": "http.response.body", "body": b"this server has other names"})
            return

        async def sending(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                own_headers = {name for name, _ in message["headers"]} - {b"vary"}
                message["headers"] = [
                    *message["headers"],
                    *(pair for pair in self._headers if pair[0] not in own_headers),
                ]
            await send(message)

        await self._app(scope, receive, sending)


def _names_two_hosts(scope: Scope) -> bool:
    """Whether a header that says who asks whom stands twice: what reads the first and the last would disagree."""
    names = [name for name, _ in scope["headers"]]
    return any(names.count(name) > 1 for name in (b"host", b"origin"))


def headers_for(origins: Collection[str]) -> list[tuple[bytes, bytes]]:
    """What stands on every answer. Pages of other ``origins`` may hold ours in frames, and show our pictures."""
    other_origins = " ".join(sorted(origins))
    return [
        (b"content-security-policy", f"{POLICY}; frame-ancestors {other_origins or NOBODY}".encode()),
        (b"referrer-policy", b"no-referrer"),
        (b"x-content-type-options", b"nosniff"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"cross-origin" if origins else b"same-origin"),
        (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
        (b"cache-control", b"no-cache"),
        *([(b"vary", b"Origin")] if origins else []),
    ]
