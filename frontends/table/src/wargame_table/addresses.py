"""Addresses that somebody else has chosen: only public ones are asked, so that nobody reaches into a network by us."""

from __future__ import annotations

import asyncio
import ssl
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final, TypeAlias
from urllib.parse import SplitResult, urlsplit

from wargame_core.limits import quote
from wargame_table.protocol import Refused

LONGEST: Final = 500
"""Characters of an address."""
PATIENCE: Final = 10.0
"""Seconds for the whole of a message to somewhere else."""
PORTS: Final = {"https": 443, "http": 80}
_EMBEDDING: Final = IPv6Network("64:ff9b::/96")
Number: TypeAlias = IPv4Address | IPv6Address


def checked(address: str, private: bool = False) -> str:
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
        parts = urlsplit(checked(address, private))
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
