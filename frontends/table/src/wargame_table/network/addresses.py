"""Addresses: of this server, as it is told when it starts, of those who ask, and what requests name in their headers.

Whoever sends a request writes its headers, so no link is ever made of them.
"""

import re
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Final

from attrs import frozen

from wargame_core import WargameError
from wargame_core.limits import quote

_NAME: Final = r"(?:[a-z0-9_](?:[a-z0-9_.-]{0,252}[a-z0-9_.])?|\[[0-9a-f:.]{2,45}\])"
_HOST: Final = re.compile(rf"({_NAME})(?::([0-9]{{1,5}}))?", re.IGNORECASE | re.ASCII)
_SITE: Final = re.compile(rf"(https?)://({_HOST.pattern})", re.IGNORECASE | re.ASCII)
_ADDRESS: Final = re.compile(rf"{_SITE.pattern}((?:/[\w~-][\w.~-]*)*)/?", re.IGNORECASE | re.ASCII)
_USUAL_PORTS: Final = {"http": "80", "https": "443"}
_LAST_PORT: Final = 65_535
_LONGEST_NAME: Final = 64


def name_in(host: str) -> str | None:
    """The name in a ``Host`` header, in small letters and without brackets; None unless it is a name and a port.

    >>> name_in("Games.example.org:8443"), name_in("[::1]:8000")
    ('games.example.org', '::1')
    >>> [name_in(host) for host in (r"evil.example\\@games.example.org", "games.example.org:evil.example", "a:99999")]
    [None, None, None]
    """
    parts = _HOST.fullmatch(host)
    if parts is None or int(parts[2] or 0) > _LAST_PORT:
        return None
    return parts[1].casefold().strip("[]")


def host_of_site(origin: str) -> str | None:
    """The host and port that an ``Origin`` names, in small letters; None unless it is a site of http or https."""
    parts = _SITE.fullmatch(origin)
    return parts[2].casefold() if parts is not None and name_in(parts[2]) is not None else None


def network_of(address: str) -> str:
    """The network that a stranger at an address may have to himself: of IPv6 the first 64 bits, of IPv4 the address.

    >>> network_of("2001:db8:1:2:aaaa::1"), network_of("::ffff:192.0.2.7"), network_of("192.0.2.7"), network_of("::1")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7', '::1')
    """
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:  # what a proxy says of somebody, in its own way
        return address[:_LONGEST_NAME]
    if isinstance(number, IPv4Address) or number.is_loopback:
        return str(number)
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(IPv6Network((int(number) >> 64 << 64, 64)))


@frozen
class ServerAddress:
    """Where people reach a server: scheme, host (with its port where it is not the usual one), prefix of all paths."""

    scheme: str
    host: str
    prefix: str = ""

    @staticmethod
    def read(text: str) -> "ServerAddress":
        """The address in a text such as ``https://games.example.org:8443/games``. Raises `WargameError`.

        >>> ServerAddress.read("https://games.example.org:443/games/")
        ServerAddress(scheme='https', host='games.example.org', prefix='/games')
        """
        parts = _ADDRESS.fullmatch(text)
        if parts is None or name_in(parts[2]) is None:
            raise WargameError(
                f"{quote(text)} is not the address of a server: write it as https://games.example.org, "
                "with a port and a path where it has them (https://games.example.org:8443/games)"
            )
        scheme, host = parts[1].casefold(), parts[2].casefold()
        return ServerAddress(scheme, host.removesuffix(f":{_USUAL_PORTS[scheme]}"), parts[5])

    @property
    def name(self) -> str:
        """The name that browsers ask for."""
        return name_in(self.host) or ""

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}{self.prefix}"
