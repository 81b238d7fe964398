"""A seat is told elsewhere that it is its turn: only where that was wanted, only public addresses, and no secrets."""

from __future__ import annotations

import asyncio
import json

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy
from tests.table.test_hub import AtOnce, Line

from wargame_table.keeping.databases import SqliteStore
from wargame_table.keeping.rows import PLAY, SEAT, Opening, Row
from wargame_table.messages.incoming import PROTOCOL, Act, Answer, Hello, Offer, Refused
from wargame_table.network.hub import Hub
from wargame_table.network.webhooks import Hooks, checked_address, hooks_of, is_public_number, post_json
from wargame_table.play import slow_requests

INSIDE = ["127.0.0.1", "10.0.0.8", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "::1"]
INSIDE += ["fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::"]


@pytest.mark.parametrize("number", INSIDE)
def test_a_number_inside_a_network_is_not_public(number: str) -> None:
    assert not is_public_number(number)


@pytest.mark.parametrize("number", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34"])
def test_a_number_of_the_internet_is_public(number: str) -> None:
    assert is_public_number(number)


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/",
        "https://example.org:8443/",
        "https://ann:secret@example.org/",
        "file:///etc/passwd",
        "https://exa mple.org/",
        "https://example.org/\r\nX: y",
        "https://[::1/",
        "https:///path",
        "https://example.org/" + "x" * 600,
    ],
)
def test_what_is_no_plain_address_of_the_web_is_refused(address: str) -> None:
    with pytest.raises(Refused, match="address"):
        checked_address(address)


def test_an_address_that_lies_inside_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody(*given: object, **more: object) -> None:
        raise AssertionError("a line was opened")

    monkeypatch.setattr(asyncio, "open_connection", nobody)
    for host in ("https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://2130706433/"):
        with pytest.raises((Refused, OSError)):
            asyncio.run(post_json(host, b"{}"))


def test_one_number_inside_a_network_is_one_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    async def asked() -> None:
        loop = asyncio.get_running_loop()

        async def both(*_: object, **more: object) -> list[tuple[object, ...]]:
            return [(0, 1, 6, "", (number, 443)) for number in ("93.184.216.34", "10.0.0.8")]

        monkeypatch.setattr(loop, "getaddrinfo", both)
        await post_json("https://example.org/", b"{}")

    with pytest.raises(Refused, match="inside a network"):
        asyncio.run(asked())


def test_who_has_answered_meanwhile_and_whom_a_bot_plays_are_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(slow_requests._games, "toy", toy())
    told = list[str]()

    async def keep(address: str, body: bytes, private: bool = False) -> int:
        told.append(address)
        return 200

    async def asked(bots: dict[str, str]) -> int:
        opening = evolve(Opening.of(toy(), bots=bots), hooks={"red": "https://example.org/red"})
        store, hooks = SqliteStore(), Hooks(is_allowed=True, seconds_after=0.0)
        hooks.post = keep
        store.make("t", opening, {}, 0.0)
        table = await Hub(store, AtOnce(), hooks=hooks).open("t")

        async def answers(*_: object) -> bool:
            table.session.match.play({"kind": "hide", "space": 4})
            return False

        hooks.announce(table, answers)
        waiting = len(hooks._waiting)
        await asyncio.gather(*hooks._waiting.values())
        return waiting

    assert [asyncio.run(asked(bots)) for bots in ({}, {"red": "random"})] == [1, 0]
    assert told == []


def test_what_a_seat_does_not_notice_tells_it_nothing_again_and_at_the_end_nobody_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(slow_requests._games, "toy", toy())

    async def asked() -> list[bool]:
        store, hooks = SqliteStore(), Hooks(is_allowed=True, seconds_after=9.0)
        store.make("t", evolve(Opening.of(toy()), hooks={"red": "https://example.org/red"}), {}, 0.0)
        table = await Hub(store, AtOnce(), hooks=hooks).open("t")
        waiting = list[bool]()
        for number, kind in enumerate((SEAT, PLAY)):  # red is given his seat; then somebody does what he does not see
            table.session.rows.append(Row(n=number, kind=kind, seat="red"))
            table.session.audience.seats_told = frozenset()
            hooks._waiting.clear()
            hooks.announce(table, there)
            waiting += [bool(hooks._waiting)]
            tasks = [*hooks._waiting.values()]
            hooks.close()
            await asyncio.gather(*tasks, return_exceptions=True)
        return waiting

    async def there(*_: object) -> bool:
        return False

    assert asyncio.run(asyncio.wait_for(asked(), 5.0)) == [True, False]


def test_before_somebody_is_told_the_table_is_as_another_process_has_left_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(slow_requests._games, "toy", toy())

    async def answered() -> tuple[bool, list[str]]:
        store = SqliteStore()
        store.make("t", Opening.of(toy()), {}, 0.0)
        hub = Hub(store, AtOnce())
        table = await hub.open("t")
        store.append("t", Row(n=0, kind=PLAY, seat="red", body={"kind": "hide", "space": 4}))
        return await hub._is_present(table, "red"), list(table.session.match.waiting_for)

    assert asyncio.run(answered()) == (False, ["blue"])


class Elsewhere:
    """A server that remembers what it is sent."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    async def __aenter__(self) -> Elsewhere:
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        self.heard.append(head + await reader.readexactly(length))
        writer.write(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n")
        writer.close()

    async def __aexit__(self, *_: object) -> None:
        self._server.close()


def test_a_message_is_sent_as_it_is_and_a_redirection_is_not_followed() -> None:
    async def told() -> tuple[int, list[bytes]]:
        async with Elsewhere() as other:
            return await post_json(f"http://127.0.0.1:{other.port}/a?b=c", b'{"x":1}', private=True), other.heard

    status, heard = asyncio.run(told())
    assert status == 302
    assert len(heard) == 1
    assert heard[0].startswith(b"POST /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:")
    assert heard[0].endswith(b'\r\n\r\n{"x":1}')


def test_a_server_takes_addresses_only_when_its_host_has_said_so() -> None:
    with pytest.raises(Refused, match="--hooks"):
        hooks_of(Hooks(), toy(), {"red": "https://example.org/"})
    allowed = Hooks(is_allowed=True)
    assert hooks_of(allowed, toy(), {"red": "https://example.org/x"}) == {"red": "https://example.org/x"}
    with pytest.raises(Refused, match="address"):
        hooks_of(allowed, toy(), {"red": "http://127.0.0.1:8000/"})


def sent(monkeypatch: pytest.MonkeyPatch, there: tuple[str, ...], allowed: bool = True) -> list[tuple[str, bytes]]:
    """What is told elsewhere after red has hidden the mine, while these sit at their screens."""
    monkeypatch.setitem(slow_requests._games, "toy", toy())
    told: list[tuple[str, bytes]] = []

    async def keep(address: str, body: bytes, private: bool) -> int:
        told.append((address, body))
        return 200

    monkeypatch.setattr("wargame_table.network.webhooks.post_json", keep)

    async def played() -> None:
        store = SqliteStore()
        hooks = {seat: f"https://example.org/{seat}" for seat in ("blue", "red")}
        opening = evolve(Opening.of(toy()), hooks=hooks)
        store.make("t", opening, {}, 0.0)
        hub = Hub(
            store,
            AtOnce(),
            pause=0.0,
            hooks=Hooks(allowed, base_address="https://games.example.org", seconds_after=0.0),
        )
        table = await hub.open("t")
        for seat in there:
            await hub.join(table, seat, Hello(protocol=PROTOCOL), Line())
        session = table.session
        for _ in range(3):
            seat = session.match.waiting_for[0]
            connection = next((name for name, person in session.people.items() if person.seat == seat), None)
            if connection is None:
                break
            action = session.match.view(seat).menu()[0]["action"]
            await hub.hear(table, connection, Act(id="a", at=session.match.view(seat).at, action=action))
        await asyncio.gather(*hub.hooks._waiting.values())
        hub.close()

    asyncio.run(played())
    return told


def test_who_is_away_is_told_once_with_a_link_and_nothing_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    [(address, body)] = sent(monkeypatch, ("red",))
    told = json.loads(body)
    assert address == "https://example.org/blue"
    assert told["link"] == "https://games.example.org/t/t"
    assert told["text"] == told["content"] == f"{toy().title}: it is your turn (blue). https://games.example.org/t/t"
    assert set(told) == {"content", "text", "game", "seat", "table", "link"}


def test_who_is_there_is_told_nothing_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sent(monkeypatch, ("red", "blue")) == []


def test_where_the_host_allows_it_no_more_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sent(monkeypatch, ("red",), allowed=False) == []


def test_an_offer_is_told_to_who_is_away_and_must_answer_and_not_once_it_is_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(slow_requests._games, "toy", toy())
    told = list[str]()

    async def keep(address: str, body: bytes, private: bool = False) -> int:
        told.append(json.loads(body)["text"])
        return 200

    async def offered(withdraws: bool) -> None:
        store, hooks = SqliteStore(), Hooks(is_allowed=True, seconds_after=0.05)
        hooks.post = keep
        addresses = {seat: f"https://example.org/{seat}" for seat in ("blue", "red")}
        store.make("t", evolve(Opening.of(toy()), hooks=addresses), {}, 0.0)
        hub = Hub(store, AtOnce(), hooks=hooks)
        table = await hub.open("t")
        await hub.join(table, "red", Hello(protocol=PROTOCOL), Line())
        at = table.session.match.view("red").at
        [red] = table.session.people
        await hub.hear(table, red, Offer(id="a", at=at, what="draw"))
        waiting = [*hooks._waiting.values()]
        if withdraws:
            await hub.hear(table, red, Answer(id="b", at=table.session.agreements.tag("red", at), yes=False))
        await asyncio.gather(*waiting)

    asyncio.run(offered(withdraws=True))
    assert told == []
    asyncio.run(offered(withdraws=False))
    assert told == ["Toy: red offers a draw, and waits for your answer (blue)."]
