"""Notices by e-mail: to who has asked for them and confirmed it, with nothing of the game, through a mail server."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from email.policy import default
from typing import Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy
from tests.table.test_club import play, table_for
from tests.table.test_hub import AtOnce
from tests.table.test_mounted import client_of
from tests.table.test_server import Toys

from wargame_core import WargameError
from wargame_table.application import PASSWORD, Settings
from wargame_table.keeping.databases import SqliteStore, open_store
from wargame_table.keeping.mail_store import SECONDS_TO_CONFIRM, KeptSeat
from wargame_table.keeping.rows import Opening
from wargame_table.messages.incoming import Refused
from wargame_table.network.endpoints import HttpEndpoint
from wargame_table.network.guard import Guard, hash_of_key
from wargame_table.network.hub import Hub
from wargame_table.network.mail_notices import MailNotices, MailWishes
from wargame_table.network.mail_server import MailServer, checked_mail_address
from wargame_table.network.server import Site, Tables
from wargame_table.network.webhooks import Hooks
from wargame_table.play import slow_requests

HOME = "https://games.example.org"
ANN = "ann@example.org"


class Postman(MailServer):
    """A server for mail that remembers what it was handed."""

    def send(self, letter: Any) -> None:
        LETTERS.append(letter)


LETTERS: list[Any] = []


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    LETTERS.clear()
    monkeypatch.setitem(slow_requests._games, "toy", toy())
    hooks = Hooks(seconds_after=0.0)
    hub = Hub(SqliteStore(), AtOnce(), pause=0.0, hooks=hooks, clock=lambda: 1_800_000_000.0)
    server = Postman(host="mail.example.org", port=25, sender="tables@example.org")
    letters = hooks.letters = MailNotices(server, HOME, hub.store, hub.ask, hub.day_counts)
    guard = Guard()
    http = HttpEndpoint(hub, guard, linger=0.0)  # who has asked for news is gone at once
    return Site(hub=hub, guard=guard, lobby=Toys(), letters=letters, http=http)


@pytest.fixture
def client(site: Site) -> Iterator[Any]:
    with client_of(Tables(site), base_url="http://localhost") as client:
        yield client


def come(count: int, client: Any) -> list[Any]:
    """The letters, once there are so many."""
    for _ in range(500):
        if len(LETTERS) >= count:
            break
        client.get("/healthz")
    return [*LETTERS]


def asked(client: Any, table: dict[str, str], seat: str, address: str = ANN) -> Any:
    wanted = {"address": address, "tables": [{"table": table["table"], "key": table[seat]}]}
    return client.post("/mail", json=wanted)


def token_in(letter: Any) -> str:
    found = re.search(rf"{HOME}/mail/([\w-]+)", letter.get_content())
    assert found is not None
    return found[1]


def test_who_has_confirmed_an_address_is_told_of_a_turn_with_nothing_of_the_game_and_may_end_it(client: Any) -> None:
    table = table_for(client)
    assert client.get("/games").json()["mail"] is True
    assert asked(client, table, "blue").json() == {"asked": True}
    [question] = come(1, client)
    assert (question["To"], question["From"]) == (ANN, "tables@example.org")
    play(client, table, "red")
    assert len(come(2, client)) == 1  # it was not confirmed
    page = f"/mail/{token_in(question)}"
    shown = client.get(page)
    assert "form-action 'self'" in shown.headers["content-security-policy"]
    assert 'action="' + token_in(question) + '/confirm"' in shown.text
    assert ANN not in shown.text
    assert "You will be told" in client.post(f"{page}/confirm").text
    again = table_for(client)
    wanted = [{"table": one["table"], "key": one["blue"]} for one in (table, again)]
    letters = [
        client.post("/mail", json={"address": name, "tables": wanted}).json() for name in (ANN, "ANN@example.org")
    ]
    assert letters == [{"asked": True}] * 2
    assert client.post("/mail", json={"address": ANN, "tables": wanted}).json()["code"] == "too_fast"
    come(3, client)
    LETTERS.clear()
    play(client, table, "blue")
    headers = {"Authorization": f"Bearer {table['red']}"}
    update = client.get(f"/t/{table['table']}/update", headers=headers).json()["messages"][1]
    offer = {"kind": "offer", "id": "o", "at": update["at"], "what": "draw"}
    client.post(f"/t/{table['table']}/act", headers=headers, json=offer)
    told = come(1, client)[-1]
    text = told.get_content()
    assert told["Subject"].startswith("Toy: ")
    assert f"{HOME}/t/{table['table']}\n" in text
    assert f"{HOME}{page}\n" in text
    assert told["List-Unsubscribe"] == f"<{HOME}{page}/stop>"
    assert table["blue"] not in text
    assert client.post(f"{page}/stop").status_code == 200
    assert "Nothing is sent" in client.get(page).text


def test_a_letter_goes_once_to_each_address_of_who_has_the_seat_still(site: Site) -> None:
    async def told() -> list[str]:
        hub = site.hub
        made = await hub.make(Opening.of(toy()))
        name, key = made["table"], made["links"]["blue"].partition("#")[2]
        table = await hub.open(name)
        seats = {
            "a": KeptSeat(name, "blue", hash_of_key(key).hex(), ""),
            "b": KeptSeat(name, "blue", hash_of_key(key).hex(), ""),
            "c": KeptSeat(name, "blue", hash_of_key("another").hex(), ""),
            "d": KeptSeat(name, "blue", hash_of_key("another").hex(), "a person who has left"),
        }
        for token, seat in seats.items():
            address = "old@example.org" if token in "cd" else ANN
            hub.store.ask_for_mail(token, address, [seat], 0.0)
            assert hub.store.confirm_mail(token)
        assert site.letters is not None
        await site.letters.tell(table, "blue", "it is your turn")
        await site.letters.tell(table, "red", "it is your turn")
        await site.letters.wait_until_sent()
        hub.close()
        return [letter["To"] for letter in LETTERS]

    assert asyncio.run(told()) == [ANN]


class FakeServer:
    """A server for mail on this machine, which takes letters or refuses whom they are for."""

    def __init__(self, refuses: bool = False) -> None:
        self.letters: list[Message] = []
        self.refuses = refuses

    async def __aenter__(self) -> FakeServer:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        while line := await reader.readline():
            command = line[:4].upper()
            if command == b"DATA":
                writer.write(b"354 go on\r\n")
                data = await reader.readuntil(b"\r\n.\r\n")
                self.letters.append(message_from_bytes(data[:-5], policy=default))
            is_refused = command == b"RCPT" and self.refuses
            writer.write(b"550 nobody\r\n" if is_refused else b"221 bye\r\n" if command == b"QUIT" else b"250 ok\r\n")
            if command == b"QUIT":
                break
        writer.close()

    async def __aexit__(self, *_: object) -> None:
        self._server.close()


async def sent_to(server: FakeServer, site: Site) -> None:
    """One letter goes through a server for mail."""
    there = MailServer(host="127.0.0.1", port=server.port, sender="tables@example.org")
    notices = MailNotices(there, HOME, site.hub.store, site.hub.ask, site.hub.day_counts)
    seat = KeptSeat("t", "blue", "", "")
    await notices.begin(MailWishes(address=ANN, tables=()), [seat])
    await notices.wait_until_sent()
    notices.close()
    site.hub.close()


def test_a_letter_is_handed_to_the_server_for_mail_of_the_host(site: Site) -> None:
    async def handed() -> list[Message]:
        async with FakeServer() as server:
            await sent_to(server, site)
            return server.letters

    [letter] = asyncio.run(handed())
    assert letter["To"] == ANN
    assert letter["Auto-Submitted"] == "auto-generated"


def test_what_could_not_be_sent_stands_in_the_log_without_the_address(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    async def refused() -> int:
        async with FakeServer(refuses=True) as server:
            await sent_to(server, site)
            return int(server.port)

    with caplog.at_level(logging.WARNING, "uvicorn.error"):
        port = asyncio.run(refused())
    assert [record.getMessage() for record in caplog.records] == [
        f"a letter could not be sent by 127.0.0.1:{port}: SMTPRecipientsRefused"
    ]


def test_a_password_is_sent_to_no_server_without_tls() -> None:
    async def tried() -> None:
        async with FakeServer() as server:
            there = MailServer(host="127.0.0.1", port=server.port, sender=ANN, user="ann", password="secret")
            await asyncio.to_thread(there.send, object())  # type: ignore[arg-type]

    with pytest.raises(OSError, match="no STARTTLS"):
        asyncio.run(tried())


@pytest.mark.parametrize(
    "address",
    [
        *("", "ann", "ann@localhost", "a@b.org, c@d.org", "a@b.org\nBcc: c@d.org", "Ann <a@b.org>", "x" * 300),
        "=?utf-8?q?=61nn?=@b.org",  # a library reads ann@b.org in it, which was asked often enough
    ],
)
def test_what_is_no_address_of_one_person_is_refused(address: str) -> None:
    with pytest.raises(Refused, match="is not an e-mail address"):
        checked_mail_address(address)


def test_without_a_server_for_mail_there_are_no_letters_and_one_needs_an_address_for_its_links(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client_of(Tables(evolve(site, letters=None)), base_url="http://localhost") as client:
        assert client.get("/games").json()["mail"] is False
        assert "--smtp" in asked(client, table_for(client), "blue").json()["text"]
    with pytest.raises(WargameError, match="--smtp needs --address"):
        Settings(keep="t.sqlite", smtp="smtp://localhost", mail_from=ANN)
    with pytest.raises(WargameError, match="WARGAME_SMTP_PASSWORD"):
        Settings(keep="t.sqlite", smtp="smtp://ann:secret@localhost", mail_from=ANN, address=HOME)
    with pytest.raises(WargameError, match="is not an e-mail address"):
        Settings(keep="t.sqlite", smtp="smtp://localhost", mail_from="", address=HOME)
    monkeypatch.setenv(PASSWORD, "secret")
    server = Settings(keep="t.sqlite", smtp="smtps://ann@mail.example.org", mail_from=ANN, address=HOME).mail_server()
    assert server == MailServer(
        host="mail.example.org", port=465, sender=ANN, uses_tls=True, user="ann", password="secret"
    )
    assert "secret" not in repr(server)


def test_an_address_that_nobody_confirms_is_forgotten(place: str) -> None:
    store = open_store(place)
    store.ask_for_mail("a", ANN, [KeptSeat("t", "red", "00", "")], 0.0)
    store.ask_for_mail("b", ANN, [KeptSeat("t", "red", "00", "")], 1.0)
    assert store.confirm_mail("b")
    store.ask_for_mail("c", ANN, [], SECONDS_TO_CONFIRM + 2.0)
    assert store.mail_wish("a") is None
    assert not store.confirm_mail("a")
    assert [wish.token for wish, _ in store.mail_for("t", "red")] == ["b"]
    store.stop_mail("b")
    assert store.mail_for("t", "red") == []
    store.close()
