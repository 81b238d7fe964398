"""The key of a device for programs: it takes seats for a person, and asks servers for what a person may do."""

import json
import secrets
import time
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from attrs import define, field

from wargame_core import WargameError
from wargame_core.data.files import write_whole
from wargame_core.json_form import JsonObject
from wargame_core.limits import quote
from wargame_table.messages.incoming import Refused
from wargame_table.messages.person_calls import SIGNED_WITH
from wargame_table.messages.signed_changes import CHANGE_SIGNED_WITH, text_of_change
from wargame_table.remote.links import TableLink
from wargame_table.remote.reading import FRAME, WireError, part_of, read_told, refusal_of

ANSWER: Final = 60.0
"""Seconds within which a server answers a call."""
TRIES: Final = 4
"""How often a call is numbered anew, because another program with the same key has counted on meanwhile."""
_DIGITS: Final = 64


@define(eq=False)
class DeviceKey:
    """A key (Ed25519) that signs calls to servers, each with a number above the last.

    >>> key = DeviceKey.new()
    >>> len(key.public), "private" in repr(key)
    (64, False)
    """

    _private: str = field(repr=False)
    _number: int = 0

    @staticmethod
    def new() -> "DeviceKey":
        """A key that is drawn now, and kept nowhere."""
        return DeviceKey(secrets.token_hex(_DIGITS // 2))

    @staticmethod
    def of_file(path: str | Path) -> "DeviceKey":
        """The key in a file, as ``wargame sign`` writes one; a file that is missing is made, for its owner alone.

        Raises `WargameError` for a file that holds no key, OSError.
        """
        path = Path(path)
        if not path.exists():
            write_whole(path, secrets.token_hex(_DIGITS // 2) + "\n", is_private=True)
        text = path.read_text("utf-8", errors="replace").strip()
        if len(text) != _DIGITS or set(text) - set("0123456789abcdef"):
            raise WargameError(f"{path} holds no private key: that is {_DIGITS} hexadecimal digits in small letters")
        return DeviceKey(text)

    @property
    def public(self) -> str:
        """The public half, which servers know."""
        return str(self._signer().public_key().public_bytes_raw().hex())

    def _signer(self) -> Any:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self._private))

    def signed(self, site: str, kind: str, **fields: object) -> JsonObject:
        """A call to the server that is reached by the name ``site``, as it is sent."""
        self._number = max(self._number + 1, int(time.time() * 1000))
        text = json.dumps({"kind": kind, "site": site, "number": self._number, **fields})
        return {
            "device": self.public,
            "text": text,
            "signature": self._signer().sign(SIGNED_WITH + text.encode()).hex(),
        }

    def signed_change(self, table: str, message: JsonObject) -> JsonObject:
        """A message that changes the game at a table, with what this key signs of it."""
        self._number = max(self._number + 1, int(time.time() * 1000))
        text = text_of_change(table, self._number, message)
        signature = self._signer().sign(CHANGE_SIGNED_WITH + text.encode()).hex()
        return {**message, "signed": {"device": self.public, "text": text, "signature": signature}}

    def take_seat(self, link: str, *, label: str = "A program") -> str:
        """Sit down with the link of a seat: the link that is good for this visit.

        Whoever plays with it signs every change with this key, as `sit` does that is given the key.

        Raises `Refused` where somebody else has the seat (``taken``), and as `call`.
        """
        table_link, visit_key = TableLink.read(link), secrets.token_urlsafe(16)
        answer = self.call(link, "sit", table=table_link.table, key=visit_key, label=label)
        if part_of(answer, "taken", bool):
            raise Refused("taken", f"somebody else has the seat of this link to {table_link.address}")
        return f"{table_link.address}#{visit_key}"

    def call(self, link: str, kind: str, **fields: object) -> JsonObject:
        """Ask the server of a link for something: ``let_in`` with the ``words`` of another device, ``devices``, ...

        Raises `WargameError` for what is no link, `Refused` where the server does not do it, and `WireError`.
        """
        table_link = TableLink.read(link)
        base_address = table_link.address.rpartition("/t/")[0]
        for attempt in range(1, TRIES + 1):
            try:
                return _asked(
                    f"{base_address}/person",
                    self.signed(urlsplit(base_address).hostname or "", kind, **fields),
                    table_link.key,
                )
            except Refused as problem:
                if problem.code != "stale" or attempt == TRIES:
                    raise
        raise AssertionError


def _asked(address: str, body: JsonObject, key: str) -> JsonObject:
    """The answer to a call. Raises `Refused` and `WireError`."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    request = Request(address, json.dumps(body).encode(), headers)  # of http or https, as its link is
    try:
        with urlopen(request, timeout=ANSWER) as answer:
            return _object(address, answer.read(FRAME))
    except HTTPError as problem:
        with problem:
            refusal = problem.read(FRAME)
        try:
            message = read_told(refusal.decode())
        except (WireError, UnicodeDecodeError):
            raise WireError(f"{address} answers no calls (HTTP {problem.code})") from None
        raise refusal_of(message) from None
    except (URLError, OSError, ValueError) as problem:
        raise WireError(f"{address} has no server that answers: {quote(str(problem))}") from None


def _object(address: str, body: bytes) -> JsonObject:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise WireError(f"{address} sent no JSON object as the answer to a call")
    return data
