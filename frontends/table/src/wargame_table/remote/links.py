"""The link of a seat: the address of a table, and behind `#` the key that opens it."""

from typing import Final
from urllib.parse import urlsplit

from attrs import field, frozen

from wargame_core import WargameError
from wargame_core.limits import quote

EXAMPLE: Final = "https://games.example.org/t/ID#KEY"
SOCKETS: Final = {"https": "wss", "http": "ws"}
"""The scheme of a web socket, by that of the page."""


@frozen
class TableLink:
    """A link to a table.

    >>> link = TableLink.read("https://games.example.org/t/b7Qk2d#Zx0r")
    >>> link.table, link.key, link.socket
    ('b7Qk2d', 'Zx0r', 'wss://games.example.org/t/b7Qk2d/socket')

    Attributes:
        address: that of the table, without the key.
        table: the id of the table.
        key: what opens the seat.
    """

    address: str
    table: str
    key: str = field(repr=False)

    @staticmethod
    def read(text: str) -> "TableLink":
        """The link that is written so. Raises `WargameError` for anything else."""
        if not isinstance(text, str):
            raise WargameError(_refused(text))
        try:
            parts = urlsplit(text)
            _ = parts.port
        except ValueError:
            raise WargameError(_refused(text)) from None
        path, _, table = parts.path.rpartition("/")
        if parts.scheme not in SOCKETS or not parts.hostname or not table or not path.endswith("/t"):
            raise WargameError(_refused(text))
        if not parts.fragment:
            raise WargameError(f"the link to table {quote(table)} has no key: one looks like {EXAMPLE}")
        return TableLink(f"{parts.scheme}://{parts.netloc}{parts.path}", table, parts.fragment)

    @property
    def socket(self) -> str:
        """The address of the table's web socket."""
        scheme, _, rest_of_address = self.address.partition("://")
        return f"{SOCKETS[scheme]}://{rest_of_address}/socket"


def _refused(text: object) -> str:
    refused_text = text.partition("#")[0] if isinstance(text, str) else text  # a key is shown to nobody
    return f"{quote(refused_text)} is not a link to a table: expected one like {EXAMPLE}, as a server's lobby gives it"
