"""The server for mail of a host, to which letters are handed over, and what is an e-mail address."""

import re
import smtplib
import ssl
from collections.abc import Mapping
from email.message import EmailMessage
from typing import Final
from urllib.parse import unquote, urlsplit

from attrs import field, frozen

from wargame_core import WargameError
from wargame_core.limits import harmless, quote, shorten
from wargame_table.messages.incoming import Refused

PATIENCE: Final = 20.0
"""Seconds that the server for mail has for each step."""
LONGEST: Final = 254
"""Characters of an address."""
_ADDRESS: Final = re.compile(
    r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}", re.IGNORECASE | re.ASCII
)
_PORTS: Final[Mapping[str, int]] = {"smtp": 587, "smtps": 465}


@frozen(kw_only=True)
class MailServer:
    """The server that letters are handed to, and from whom they are. A password goes over TLS only."""

    host: str
    port: int
    sender: str
    uses_tls: bool = False
    """Whether the line begins with TLS; else the server is asked for it (STARTTLS), and has to offer it for a user."""
    user: str = ""
    password: str = field(default="", repr=False)

    @staticmethod
    def read(address: str, sender: str, password: str = "") -> "MailServer":
        """The server at an address such as ``smtps://ann@mail.example.org``. Raises `WargameError` for anything else.

        >>> MailServer.read("smtp://localhost:25", "tables@example.org").port
        25
        """
        try:
            parts = urlsplit(address)
            port = parts.port or _PORTS.get(parts.scheme, 0)
        except ValueError:
            raise WargameError(f"{quote(address)} has no port that there is") from None
        if parts.scheme not in _PORTS or not parts.hostname or parts.password or parts.path.strip("/"):
            quoted_address = quote(address) if "@" not in address else "this"
            raise WargameError(
                f"{quoted_address} is not a server for mail: write it as smtps://user@mail.example.org, without the "
                "password, which stands in WARGAME_SMTP_PASSWORD"
            )
        user, uses_tls = unquote(parts.username or ""), parts.scheme == "smtps"
        return MailServer(
            host=parts.hostname,
            port=port,
            sender=checked_mail_address(sender),
            uses_tls=uses_tls,
            user=user,
            password=password,
        )

    def send(self, letter: EmailMessage) -> None:
        """Hand over a letter, and wait until it is taken. Raises OSError and `smtplib.SMTPException`."""
        secure = ssl.create_default_context()
        line = (
            smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=secure)
            if self.uses_tls
            else smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        )
        with line:
            line.ehlo()
            if not self.uses_tls and line.has_extn("starttls"):
                line.starttls(context=secure)
                line.ehlo()
            elif not self.uses_tls and self.user:
                raise smtplib.SMTPNotSupportedError("the server offers no STARTTLS: no password is sent to it")
            if self.user:
                line.login(self.user, self.password)
            line.send_message(letter)


def checked_mail_address(address: str) -> str:
    """An address of one person as it was given. Raises `Refused` for anything else.

    >>> checked_mail_address("ann@example.org")
    'ann@example.org'
    """
    if len(address) > LONGEST or "=?" in address or not _ADDRESS.fullmatch(address):  # "=?" begins an encoded word
        raise Refused(
            "malformed", f"{quote(shorten(harmless(address)))} is not an e-mail address: ann@example.org is one"
        )
    return address
