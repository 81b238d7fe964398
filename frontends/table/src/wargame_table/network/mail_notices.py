"""Notices by e-mail, through the server for mail of the host, to addresses whose owners have said that they want them.

A notice says what a webhook is told and nothing of what is asked. Each has a link that stops it. Nobody is shown an
address; who looks at the database sees it.
"""

import asyncio
import smtplib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from html import escape
from logging import getLogger
from typing import Any, Final

from attrs import field, frozen
from attrs.validators import max_len

from wargame_core.limits import harmless, shorten
from wargame_table.keeping.mail_store import KeptSeat, MailWish
from wargame_table.keeping.store import Store
from wargame_table.messages.incoming import Refused
from wargame_table.messages.person_calls import SignedCall
from wargame_table.network.club import MOST_TABLES, MyTable
from wargame_table.network.day_counts import DayCounts
from wargame_table.network.guard import new_key
from wargame_table.network.mail_server import LONGEST, MailServer, checked_mail_address
from wargame_table.network.open_tables import OpenTable

SUBJECT: Final = 120
"""Characters of a subject."""
MOST_CONFIRMING_LETTERS: Final = 3
"""Letters a day that ask an address whether it is to be told."""
MOST_WAITING_LETTERS: Final = 200
"""Letters that wait to be sent; more are dropped, and the log says so."""


@frozen(kw_only=True)
class MailWishes:
    """A request to be told by e-mail of the seats of tables. ``person`` is as in a request for one's own games."""

    address: str = field(validator=max_len(LONGEST), repr=False)
    tables: tuple[MyTable, ...] = field(validator=max_len(MOST_TABLES))
    person: SignedCall | None = None


class MailNotices:
    """The letters of a server to those who have asked for them. ``base_address`` is what the links in them begin
    with."""

    def __init__(
        self,
        server: MailServer,
        base_address: str,
        store: Store,
        ask: Callable[..., Awaitable[Any]],
        day_counts: DayCounts,
    ) -> None:
        self._server, self._home, self._store = server, base_address, store
        self._ask, self._day_counts = ask, day_counts
        self._postman = ThreadPoolExecutor(1, "mail")
        self._sending: set[asyncio.Future[None]] = set()

    async def begin(self, wishes: MailWishes, seats: Iterable[KeptSeat]) -> None:
        """Send a letter that asks whether its owner wants to hear of these seats. Raises `Refused` and `StoreError`.

        An address is asked `MOST_CONFIRMING_LETTERS` times a day at most, whoever names it.
        """
        address, token, current_time = checked_mail_address(wishes.address), new_key(), self._day_counts.clock()
        if not (kept_seats := [*seats]):
            raise Refused("unavailable", "none of these links opens a seat")
        if not await self._day_counts.is_allowed_today(f"mail to {address.casefold()}", MOST_CONFIRMING_LETTERS):
            raise Refused(
                "too_fast",
                f"this address was asked {MOST_CONFIRMING_LETTERS} times today: look for the letters, or try tomorrow",
            )
        await self._ask(self._store.ask_for_mail, token, address, kept_seats, current_time)
        text = (
            f"Somebody who plays at {self._home} asks that this address be told when it is a seat's turn.\n\n"
            f"If that was you, confirm it here; otherwise do nothing, and nothing more comes:\n{self._page(token)}\n"
        )
        self._put(MailWish(token, address, False), "Do you want to be told of your games?", text)

    async def wishes_for_seat(self, table: OpenTable, seat: str) -> list[MailWish]:
        """The addresses that are to hear of a seat: of who has it still, each once. Raises `StoreError`."""
        wishes = await self._ask(self._store.mail_for, table.id, seat)
        if not wishes:
            return []
        keys = await self._ask(self._store.keys, table.id)
        owners = await self._ask(self._store.owners, table.id)
        by_address = {wish.address.casefold(): wish for wish, kept_seat in wishes if kept_seat.is_held(keys, owners)}
        return [*by_address.values()]

    async def tell(self, table: OpenTable, seat: str, words: str) -> None:
        """Tell whoever wants to hear of a seat what waits for it; it is sent later. Raises `StoreError`."""
        session = table.session
        side = session.sheets.seat_names.get(seat, seat)
        for wish in await self.wishes_for_seat(table, seat):
            text = (
                f"{session.game.title}: {words} ({side}).\n\n{self._home}/t/{table.id}\n\n"
                f"The link opens with the key that your browser has kept.\nNo more of these letters: "
                f"{self._page(wish.token)}\n"
            )
            self._put(wish, f"{session.game.title}: {words}", text)

    def _page(self, token: str) -> str:
        return f"{self._home}/mail/{token}"

    def _put(self, wish: MailWish, subject: str, text: str) -> None:
        """Have a letter sent, after those before it."""
        if len(self._sending) >= MOST_WAITING_LETTERS:
            getLogger("uvicorn.error").warning(
                "%d letters wait for the server for mail: one was dropped", MOST_WAITING_LETTERS
            )
            return
        letter = EmailMessage()
        letter["From"], letter["To"] = self._server.sender, wish.address
        letter["Subject"] = shorten(" ".join(harmless(subject).split()), SUBJECT)
        letter["Auto-Submitted"] = "auto-generated"
        letter["List-Unsubscribe"] = f"<{self._page(wish.token)}/stop>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content(text)
        future = asyncio.get_running_loop().run_in_executor(self._postman, self._send, letter)
        self._sending.add(future)
        future.add_done_callback(self._sending.discard)

    def _send(self, letter: EmailMessage) -> None:
        """Send a letter; what goes wrong stands in the log, without the address."""
        try:
            self._server.send(letter)
        except (OSError, smtplib.SMTPException) as problem:
            code = getattr(problem, "smtp_code", "")
            kind = " ".join(filter(None, (type(problem).__name__, str(code))))
            server = f"{self._server.host}:{self._server.port}"
            getLogger("uvicorn.error").warning("a letter could not be sent by %s: %s", server, kind)

    async def wait_until_sent(self) -> None:
        """Wait until what is to be sent is sent, or could not be."""
        await asyncio.gather(*self._sending)

    def close(self) -> None:
        """Nothing more is sent."""
        self._postman.shutdown(wait=False, cancel_futures=True)


PAGE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'"
"""What a browser lets the page of a link in a letter do: send one of its two answers."""


_STYLE: Final = (
    "body{font:1.1rem/1.5 sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem}"
    "form{display:inline-block;margin-right:1rem}"
)


def page_of_mail(wish: MailWish | None, words: str = "") -> str:
    """The page of a link in a letter, without scripts: what is asked for, and a button for each answer.

    Without a wish it has the ``words`` alone, which say what was done.
    """
    answers: Sequence[tuple[str, str]] = ()
    if wish is None:
        words = words or "Nothing is sent by this link."
    elif wish.is_confirmed:
        words, answers = "Letters about your games are sent to you.", [("stop", "No more letters")]
    else:
        words, answers = "Shall letters about your games be sent to you?", [("confirm", "Yes"), ("stop", "No")]
    token = escape(wish.token) if wish is not None else ""
    forms = "".join(
        f'<form method="post" action="{token}/{answer}"><button>{text}</button></form>' for answer, text in answers
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Letters about games</title><style>{_STYLE}</style><h1>Letters about games</h1>"
        f"<p>{escape(words)}</p>{forms}</html>"
    )
