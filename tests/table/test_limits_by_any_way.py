"""Limits count what is made by any way, by whoever may have many addresses, and whatever restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.core.skirmish_toy import toy
from tests.table.test_club import mine, site, table_for  # noqa: F401
from tests.table.test_hub import AtOnce
from tests.table.test_mounted import client_of
from tests.table.test_server import Toys

from wargame_table.keeping.databases import SqliteStore
from wargame_table.network.addresses import network_of
from wargame_table.network.guard import Connections, Guard, Limits, hash_of_key
from wargame_table.network.hub import Hub
from wargame_table.network.server import Site, Tables
from wargame_table.play import slow_requests

NOON = 1_800_000_000.0
PROXY = "testclient"
"""The address of who asks in a test: a proxy, which says whom it asks for."""


class Clock:
    """The time of a server."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


@contextmanager
def server(path: Path, limits: Limits, clock: Clock) -> Iterator[Any]:
    """A process that serves the tables of a file behind a proxy."""
    hub = Hub(SqliteStore(str(path)), AtOnce(), pause=0.0, limits=limits, clock=clock)
    guard = Guard(limits=limits, proxies=frozenset({PROXY}))
    with client_of(Tables(Site(hub=hub, guard=guard, lobby=Toys())), base_url="http://localhost") as client:
        yield client


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setitem(slow_requests._games, "toy", toy())
    return Clock()


def wanted(client: Any, address: str, **wishes: Any) -> Any:
    headers = {"X-Forwarded-For": address}
    return client.post("/tables", json={"game": "toy", **wishes}, headers=headers).json()


def test_games_begun_anew_against_a_bot_count_as_tables_of_whoever_begins_them(tmp_path: Path, clock: Clock) -> None:
    with server(tmp_path / "t.sqlite", Limits(tables=3, messages=1000), clock) as client:
        made = wanted(client, "192.0.2.7", bots={"red": "random"})
        table, key = made["table"], made["links"]["blue"].partition("#")[2]
        asking = {"Authorization": f"Bearer {key}", "X-Forwarded-For": "192.0.2.7"}
        tables, answer = {table}, {"kind": "done"}
        for number in range(40):
            at = client.get(f"/t/{table}/update", headers=asking).json()["messages"][1]["at"]
            message = {"kind": "offer", "id": f"o{number}", "at": at, "what": "again"}
            [answer, *_] = client.post(f"/t/{table}/act", headers=asking, json=message).json()["messages"]
            if answer.get("code") == "stale":  # the bot has chosen meanwhile
                continue
            if answer["kind"] == "refused":
                break
            table = client.get(f"/t/{table}/update", headers=asking).json()["messages"][1]["again"]
            tables.add(table)
        assert len(tables) == 3
        assert (answer["code"], answer["text"]) == ("too_fast", "3 tables a day from one network are enough")
        assert "again" not in client.get(f"/t/{table}/update", headers=asking).json()["messages"][1]
        assert wanted(client, "192.0.2.7")["code"] == "too_fast"
        assert "table" in wanted(client, "192.0.2.8")


def test_a_stranger_has_one_network_of_ipv6_however_many_addresses(tmp_path: Path, clock: Clock) -> None:
    with server(tmp_path / "t.sqlite", Limits(tables=5, messages=1000), clock) as client:
        made = [wanted(client, f"2001:db8:1:2:{n:x}::{n:x}") for n in range(1, 46)]
        assert sum("table" in answer for answer in made) == 5
        assert "table" in wanted(client, "2001:db8:1:3::1")
        assert [network_of(odd) for odd in ("unknown", "x" * 999)] == ["unknown", "x" * 64]


def test_connections_are_counted_by_network_too() -> None:
    async def come() -> list[bool]:
        connections = Connections(Limits(connections=2))
        admitted = [connections.admit((f"2001:db8::{n}", n), lambda: None) for n in range(3)]
        connections.forget_connection(("2001:db8::0", 0))
        return [*admitted, connections.admit(("2001:db8::9", 9), lambda: None)]

    assert asyncio.run(come()) == [True, True, False, True]


def test_what_was_made_today_counts_in_every_process_and_after_a_restart_until_tomorrow(
    tmp_path: Path, clock: Clock
) -> None:
    path, limits = tmp_path / "t.sqlite", Limits(tables=2, lists=1, messages=1000)
    with server(path, limits, clock) as first, server(path, limits, clock) as second:
        assert "table" in wanted(first, "192.0.2.7")
        assert "text" in wanted(second, "192.0.2.7", scenario="nowhere")  # what is not made does not count
        assert "table" in wanted(second, "192.0.2.7")
        assert wanted(first, "192.0.2.7")["code"] == "too_fast"
    with server(path, limits, clock) as again:
        assert wanted(again, "192.0.2.7")["code"] == "too_fast"
        cup = {"title": "Cup", "names": ["Ann", "Bob"], "game": {"game": "toy"}}
        assert (
            again.post("/tournaments", json=cup, headers={"X-Forwarded-For": "192.0.2.7"}).json()["code"] == "too_fast"
        )
        clock.now += 86_400
        assert "table" in wanted(again, "192.0.2.7")
    assert b"192.0.2.7" not in path.read_bytes()


def test_a_look_in_a_list_or_digest_is_counted_once_a_day_from_each_network(site: Site) -> None:  # noqa: F811
    clock = Clock()
    hub = Hub(site.hub.store, AtOnce(), pause=0.0, clock=clock)
    behind_a_proxy = Site(hub=hub, guard=Guard(proxies=frozenset({PROXY})), lobby=Toys())
    with client_of(Tables(behind_a_proxy), base_url="http://localhost") as client:
        table = table_for(client)
        keys = {"tables": [{"table": table["table"], "key": table[role]} for role in ("red", "blue", "author")]}

        def looks() -> dict[str, int]:
            return hub.store.look_counts(table["table"])

        for _ in range(3):
            client.post("/mine", json=keys, headers={"X-Forwarded-For": "192.0.2.7"})
        assert looks() == {"red": 1, "blue": 1}
        digest = client.post("/digests", json=keys).json()["digest"]
        assert looks() == {"red": 1, "blue": 1}
        for _ in range(3):
            client.get(f"{digest}.atom", headers={"X-Forwarded-For": "192.0.2.8"})
        assert looks() == {"red": 2, "blue": 2}
        clock.now += 86_400
        client.get(digest, headers={"X-Forwarded-For": "192.0.2.8"})
        assert looks() == {"red": 3, "blue": 3}
        heard = client.get(f"/t/{table['table']}/update", headers={"Authorization": f"Bearer {table['red']}"})
        assert heard.json()["messages"][0]["looks"] == 4


def test_one_key_opens_one_seat(site: Site) -> None:  # noqa: F811
    with client_of(Tables(site), base_url="http://localhost") as client:
        table = table_for(client)
        path = f"/t/{table['table']}/key"

        def take(role: str, key: str) -> Any:
            headers = {"Authorization": f"Bearer {table[role]}"}
            return client.post(path, headers=headers, json={"key": key}).json()

        own, other = "o" * 22, "p" * 22
        for taken in (table["blue"], table["spectator"], table["author"]):
            assert take("red", taken)["code"] == "taken"
        assert take("red", own) == {"key": own, "taken": False}
        assert take("blue", own)["code"] == "taken"
        assert take("blue", table["red"])["code"] == "taken"  # the old link, which watches
        assert take("blue", other) == {"key": other, "taken": False}
        store = site.hub.store
        blue = hash_of_key(other)
        assert not store.change_key(table["table"], "blue", blue, hash_of_key(own))  # two at once
        assert store.keys(table["table"])["blue"] == blue
        hashes = [*store.keys(table["table"]).values()]
        assert len({*hashes}) == len(hashes)
