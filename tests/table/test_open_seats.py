"""The list of open seats: who waits in which game, one click to sit down, and nothing for who may not know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy
from tests.table.test_club import table_for
from tests.table.test_hub import AtOnce
from tests.table.test_mounted import client_of, screen
from tests.table.test_server import Toys

from wargame_table.keeping.databases import SqliteStore, open_store
from wargame_table.keeping.rows import SEAT, Opening, Row
from wargame_table.keeping.store import SECONDS_COUNTED_PRESENT
from wargame_table.network.guard import Guard, Limits, hash_of_key
from wargame_table.network.hub import Hub
from wargame_table.network.open_seats import LASTS
from wargame_table.network.server import Site, Tables
from wargame_table.play import slow_requests

NOW = 1_800_000_000.0


class Time:
    """A clock that a test sets."""

    now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, time: Time) -> Site:
    monkeypatch.setitem(slow_requests._games, "toy", toy(title="<b>Toy</b>"))
    hub = Hub(SqliteStore(), AtOnce(), pause=0.0, clock=time)
    return Site(hub=hub, guard=Guard(), lobby=Toys(), lists_open_seats=True)


@pytest.fixture
def client(site: Site) -> Iterator[Any]:
    with client_of(Tables(site), base_url="http://localhost") as client:
        yield client


def offer(client: Any, table: dict[str, str], seat: str, key: str = "") -> Any:
    headers = {"Authorization": f"Bearer {key or table[seat]}"}
    return client.post("/open-seats", json={"table": table["table"], "seat": seat}, headers=headers).json()


def take(client: Any, table: dict[str, str], seat: str) -> Any:
    return client.post("/open-seats/taken", json={"table": table["table"], "seat": seat}).json()


def listed(client: Any) -> list[Any]:
    seats: list[Any] = client.get("/open-seats").json()["seats"]
    return seats


def test_a_seat_stands_in_the_list_while_somebody_waits_at_another_and_one_click_takes_it(
    client: Any, site: Site
) -> None:
    table = table_for(client)
    path = f"/t/{table['table']}"
    assert offer(client, table, "blue") == {"seconds": int(LASTS)}
    assert listed(client) == []  # nobody waits
    with screen(client, path, table["spectator"]):
        assert listed(client) == []  # who watches waits for nobody
    with screen(client, path, table["red"]) as waiting:
        waiting.send_json({"kind": "name", "id": "n", "name": "<i>Ann</i>"})
        while waiting.receive_json()["kind"] != "done":
            pass
        [row] = listed(client)
        assert row == {
            "table": table["table"], "seat": "blue", "title": "<b>Toy</b>", "scenario": row["scenario"], "side": "blue",
            "clock": 0, "time_limit": "none", "referee": False, "since": int(NOW),
            "waiting": [{"name": "<i>Ann</i>", "side": "red"}],
        }  # fmt: skip
        taken = take(client, table, "blue")
        assert taken["link"].startswith(f"{path}#")
        key = taken["link"].partition("#")[2]
        assert key not in table.values()
        assert listed(client) == []
        assert take(client, table, "blue")["code"] == "taken"
        while (message := waiting.receive_json()) and message["kind"] != "say":
            pass
        assert message["text"] == "Somebody has taken the open seat of blue."
        with screen(client, path, key):
            pass
    keys = site.hub.store.keys(table["table"])
    assert keys["blue"] == hash_of_key(key)
    assert hash_of_key(table["blue"]) not in keys.values()  # the maker's link opens it no more


def gone(client: Any) -> bool:
    """Whether the list is empty once the server has noticed that a line has ended."""
    for _ in range(15):  # fewer than the limit of requests
        for _ in range(20):
            client.get("/healthz")
        if listed(client) == []:
            return True
    return False


def test_a_seat_lapses_when_who_waits_has_left_and_when_its_link_was_opened(client: Any) -> None:
    table = table_for(client)
    offer(client, table, "blue")
    with screen(client, f"/t/{table['table']}", table["red"]):
        assert len(listed(client)) == 1
    assert gone(client)
    assert take(client, table, "blue")["code"] == "taken"
    with screen(client, f"/t/{table['table']}", table["red"]):
        assert len(listed(client)) == 1
        headers = {"Authorization": f"Bearer {table['blue']}"}
        client.post(f"/t/{table['table']}/key", json={"key": "x" * 43}, headers=headers)
        assert listed(client) == []
        assert take(client, table, "blue")["code"] == "taken"


def test_a_seat_lapses_after_hours_though_somebody_waits(client: Any, time: Time) -> None:
    table = table_for(client)
    offer(client, table, "blue")
    time.now += LASTS - 1
    with screen(client, f"/t/{table['table']}", table["red"]):
        assert len(listed(client)) == 1
        time.now += 2
        assert listed(client) == []
        assert take(client, table, "blue")["code"] == "taken"


def test_only_the_key_of_its_link_offers_a_seat_and_only_one_that_a_person_may_have(client: Any, site: Site) -> None:
    table = table_for(client)
    for key in (table["red"], table["author"], table["spectator"], "nothing"):
        assert offer(client, table, "blue", key)["code"] == "wrong_key"
    assert offer(client, table, "spectator", table["spectator"])["code"] == "wrong_key"
    site.hub.store.append(table["table"], Row(n=0, kind=SEAT, seat="blue", body={"bot": "random"}))
    headers = {"Authorization": f"Bearer {table['red']}"}
    client.get(f"/t/{table['table']}/update", headers=headers)
    assert offer(client, table, "blue")["code"] == "unavailable"


def test_without_the_hosts_word_there_is_no_list(site: Site) -> None:
    with client_of(Tables(evolve(site, lists_open_seats=False)), base_url="http://localhost") as client:
        table = table_for(client)
        refused = [client.get("/open-seats").json(), offer(client, table, "blue"), take(client, table, "blue")]
        assert all("--open-seats" in answer["text"] for answer in refused)
        assert client.get("/games").json()["open_seats"] is False


def test_a_stranger_offers_and_takes_no_more_than_the_lists_of_a_day_and_from_no_other_site(site: Site) -> None:
    guard = Guard(limits=Limits(lists=2), proxies=frozenset({"testclient"}))
    with client_of(Tables(evolve(site, guard=guard)), base_url="http://localhost") as client:
        client.headers["x-forwarded-for"] = "198.51.100.7"
        assert client.get("/games").json()["open_seats"] is True
        table = table_for(client)
        assert [offer(client, table, seat).get("code") for seat in ("blue", "red", "red")] == [None, None, "too_fast"]
        assert take(client, table, "blue")["code"] == "too_fast"
        elsewhere = {"Origin": "https://elsewhere.example"}
        for path in ("/open-seats", "/open-seats/taken"):
            seat = {"table": table["table"], "seat": "blue"}
            assert client.post(path, json=seat, headers=elsewhere).json()["code"] == "wrong_key"


def test_of_two_who_take_a_seat_at_once_one_has_it(place: str) -> None:
    first, second = open_store(place), open_store(place)
    first.make("t", Opening.of(toy()), {"blue": b"old"}, 0.0)
    first.offer_seat("t", "blue", b"old", "{}", 0.0, 100.0)
    first.enter("t", "p", [("red", "Ann")], 50.0)
    [seat] = second.open_seats(60.0)
    assert (seat.table, seat.seat, seat.people) == ("t", "blue", (("red", "Ann"),))
    assert second.open_seats(50.0 + SECONDS_COUNTED_PRESENT + 1) == []
    assert first.open_seats(101.0) == []
    assert [store.take_open_seat("t", "blue", key, 60.0) for store, key in ((second, b"b"), (first, b"a"))] == [
        True, False,
    ]  # fmt: skip
    assert first.keys("t")["blue"] == b"b"
    for store in (first, second):
        store.close()
