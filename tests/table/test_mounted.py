"""The application inside another one, behind a prefix, and on pages of other sites."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.core.skirmish_toy import toy
from tests.table.test_hub import AtOnce

from wargame_core.errors import WargameError
from wargame_table import app
from wargame_table.keeping.databases import SqliteStore
from wargame_table.keeping.rows import Row
from wargame_table.local import CLIENT
from wargame_table.network.addresses import ServerAddress
from wargame_table.network.guard import Guard
from wargame_table.network.hub import Hub
from wargame_table.play import slow_requests

pytest.importorskip("httpx", reason="starlette's test client needs httpx")
with warnings.catch_warnings():  # it would like another HTTP library
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient
from starlette.applications import Starlette
from starlette.routing import Mount
from tests.table.test_server import Toys

from wargame_table.network.server import Site, Tables

CLUB = "https://club.example.org"
client_of = TestClient


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(str(tmp_path / "tables.sqlite"))


@pytest.fixture
def tables(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> Tables:
    monkeypatch.setitem(slow_requests._games, "toy", toy())
    hub = Hub(store, AtOnce(), pause=0.0)
    return Tables(Site(hub=hub, guard=Guard(origins=frozenset({CLUB})), lobby=Toys()))


@pytest.fixture
def mounted(tables: Tables) -> Iterator[TestClient]:
    """The tables at /games of another application, which runs no lifespan of theirs."""
    with TestClient(Starlette(routes=[Mount("/games", tables)]), base_url="http://localhost") as client:
        yield client


def made(client: TestClient, at: str) -> tuple[str, str]:
    """The path and the key of a seat of a new table."""
    links = client.post(f"{at}/tables", json={"game": "toy"}).json()["links"]
    path, _, key = links["red"].partition("#")
    return path, key


@contextmanager
def screen(client: TestClient, path: str, key: str) -> Iterator[Any]:
    """A web socket to a table, of which the welcome was heard."""
    with suppress(CancelledError), client.websocket_connect(f"ws://localhost{path}/socket") as socket:
        socket.send_json({"kind": "hello", "protocol": "wargame-table/4", "key": key})
        assert socket.receive_json()["kind"] == "welcome"
        yield socket


def test_mounted_in_another_application_tables_are_made_and_played_where_they_stand(mounted: TestClient) -> None:
    path, key = made(mounted, "/games")
    assert path.startswith("/games/t/")
    assert "client/page.js" in mounted.get(path).text
    assert mounted.get("/games").url.path == "/games/"
    with screen(mounted, path, key):
        digest = toy().sheet().digest
        assert mounted.get(f"{path}/sheet/{digest}.json").json()["digest"] == digest


def test_mounted_in_another_application_it_hears_of_what_another_process_keeps(
    mounted: TestClient, store: SqliteStore, tmp_path: Path
) -> None:
    path, key = made(mounted, "/games")
    other = SqliteStore(str(tmp_path / "tables.sqlite"))
    with screen(mounted, path, key) as socket:
        assert "ask" in socket.receive_json()
        row = Row(n=0, kind="play", seat="red", body={"kind": "hide", "space": 4})
        assert other.append(path.rpartition("/")[2], row)
        while (told := socket.receive_json())["kind"] != "update":
            pass
        assert "ask" not in told
    other.close()


def test_links_begin_with_the_prefix_that_a_proxy_takes_away(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(slow_requests._games, "toy", toy())
    site = Site(hub=Hub(store, AtOnce()), guard=Guard(), lobby=Toys(), address=ServerAddress.read(f"{CLUB}/club/games"))
    with TestClient(Tables(site), base_url="http://localhost") as client:
        path, key = made(client, "")
        assert path.startswith("/club/games/t/")
        asked = path.removeprefix("/club/games")
        told = client.get(f"{asked}/update", headers={"Authorization": f"Bearer {key}"}).json()
        assert told["messages"][0]["you"] == "red"


@pytest.mark.parametrize("page", sorted(path.name for path in CLIENT.glob("*.*") if path.suffix in (".js", ".html")))
def test_no_page_and_no_module_asks_for_anything_from_the_root(page: str) -> None:
    text = (CLIENT / page).read_text("utf-8")
    assert re.findall(r"""(?:href=|src=|fetch\(|from |URL\()["'`]/[^"'`]*""", text) == []


def test_pages_of_sites_that_are_named_may_ask_and_hold_a_table_and_those_of_others_not(mounted: TestClient) -> None:
    path, _ = made(mounted, "/games")
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    for origin, welcome in ((CLUB, True), ("https://evil.example", False)):
        by = {"Origin": origin}
        module = mounted.get("/games/client/table.js", headers=by).headers
        assert (module.get("access-control-allow-origin") == origin) is welcome
        assert module["cross-origin-resource-policy"] == "cross-origin"
        assert f"frame-ancestors {CLUB}" in module["content-security-policy"]
        assert "Origin" in module.get_list("vary", split_commas=True)
        assert (mounted.options(f"{path}/act", headers=by | asked).status_code == 200) is welcome
        assert (mounted.post("/games/tables", json={"game": "toy"}, headers=by).status_code == 201) is welcome


def test_no_other_site_may_hold_or_read_a_table_where_none_is_named(store: SqliteStore) -> None:
    alone = Tables(Site(hub=Hub(store, AtOnce()), guard=Guard(), lobby=Toys()))
    with TestClient(alone, base_url="http://localhost") as client:
        headers = client.get("/client/table.js", headers={"Origin": CLUB}).headers
    assert "access-control-allow-origin" not in headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_the_public_application_is_told_where_it_keeps_and_who_may_come(tmp_path: Path) -> None:
    keep = str(tmp_path / "tables.sqlite")
    tables = app(keep, games=["battlecry"], origins=[CLUB], address="https://games.example.org/games", key="sesame")
    with TestClient(tables, base_url="http://games.example.org") as client:
        assert [game["id"] for game in client.get("/games").json()["games"]] == ["battlecry"]
        wish = json.dumps({"game": "battlecry"})
        assert client.post("/tables", content=wish).status_code == 403
        links = client.post("/tables", content=wish, headers={"Authorization": "Bearer sesame"}).json()["links"]
        assert links["union"].startswith("/games/t/")
        assert client.get("/games", headers={"Host": "evil.example"}).status_code == 421
    for wrong in ({"origins": ["club.example.org"]}, {"origins": [f"{CLUB}/"]}, {"address": "games.example.org"}):
        with pytest.raises(WargameError, match="write it as"):
            app(keep, **wrong)


def test_any_name_will_do_where_the_application_around_it_checks_names(tmp_path: Path) -> None:
    with TestClient(app(str(tmp_path / "t.sqlite"), names=["*"]), base_url="http://whatever.example") as client:
        assert client.get("/healthz").status_code == 200
        assert client.post("/tables", json={}, headers={"Origin": "http://evil.example"}).status_code == 403
