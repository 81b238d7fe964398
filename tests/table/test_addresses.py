"""The address is the server's: what requests say of it is refused where it is odd, and stands in no link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as xml

import pytest
from attrs import evolve
from tests.table.test_club import site, table_for  # noqa: F401

from wargame_core.errors import WargameError
from wargame_table.network.addresses import ServerAddress, host_of_site, name_in
from wargame_table.network.guard import ANY, Guard

pytest.importorskip("httpx", reason="starlette's test client needs httpx")
import httpx
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from wargame_table.network.server import Site, Tables

NAME = "games.example.org"
HOSTILE_HOSTS = (
    rf"evil.example\@{NAME}",
    f"evil.example@{NAME}",
    f'x"><b>@{NAME}',
    f"{NAME}:evil.example",
    f"{NAME}.evil.example",
    f"{NAME}:80:80",
    f"{NAME}:99999",
    f"{NAME}:8 0",
    f"{NAME}/evil.example",
    f"{NAME}?evil.example",
    f"{NAME}#evil.example",
    f"{NAME}%2eevil.example",
    f" {NAME} evil.example",
    f"{NAME},evil.example",
    f"[{NAME}]",
    "[::1]evil.example",
    "[",
    "",
)
HOSTILE_ORIGINS = (
    f"javascript://{NAME}",
    f"ftp://{NAME}",
    f"file://{NAME}",
    f"//{NAME}",
    NAME,
    rf"http://evil.example\@{NAME}",
    f"http://user:word@{NAME}",
    f"http://{NAME}:evil.example",
    f"http://{NAME}/",
    f"http://{NAME}.evil.example",
    f"http://{NAME}, http://evil.example",
    f" http://{NAME}\t",
    "null",
    "http://[",
    "",
)


@pytest.fixture
def client(site: Site) -> Iterator[Any]:  # noqa: F811
    with TestClient(Tables(evolve(site, guard=Guard(hosts=frozenset({NAME})))), base_url=f"http://{NAME}") as client:
        yield client


@pytest.mark.parametrize("host", HOSTILE_HOSTS)
def test_a_host_that_is_not_one_of_our_names_and_a_port_is_refused(client: Any, host: str) -> None:
    headers = {"Host": host, "Origin": f"http://{host}"}
    for sent in (headers, {"Host": host}):
        assert client.post("/tables", json={"game": "toy"}, headers=sent).status_code == 421
        assert client.get("/healthz", headers=sent).status_code == 421
    assert not Guard(hosts=frozenset({ANY})).host_known({"host": host}) or host == f"{NAME}.evil.example"


@pytest.mark.parametrize("origin", HOSTILE_ORIGINS)
def test_an_origin_that_is_no_page_of_ours_is_refused(client: Any, origin: str) -> None:
    assert client.post("/tables", json={"game": "toy"}, headers={"Origin": origin}).status_code == 403


def test_a_second_host_or_origin_is_refused_for_pages_and_for_sockets(client: Any) -> None:
    twice = (
        [("Host", NAME), ("Host", "evil.example")],
        [("Origin", f"http://{NAME}"), ("Origin", "http://evil.example")],
    )
    for headers in twice:
        assert client.post("/tables", json={"game": "toy"}, headers=headers).status_code == 421
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect("/t/x/socket", headers=httpx.Headers(headers)),
        ):
            pass


def test_pages_of_ours_are_let_in_by_name_and_port_whatever_the_letters(client: Any) -> None:
    for host in (NAME, NAME.upper(), f"{NAME}:8443"):
        headers = {"Host": host, "Origin": f"https://{host}"}
        assert client.post("/tables", json={"game": "toy"}, headers=headers).status_code == 201
    other_port = {"Host": f"{NAME}:8443", "Origin": f"https://{NAME}:8444"}
    assert client.post("/tables", json={"game": "toy"}, headers=other_port).status_code == 403
    assert (name_in("[::1]:80"), host_of_site("HTTPS://[::1]:80")) == ("::1", "[::1]:80")


@pytest.mark.parametrize("home", ["", "https://games.example.org/games"])
def test_links_of_digests_and_feeds_are_paths_or_begin_with_the_address_that_the_server_was_told(
    site: Site,  # noqa: F811
    home: str,
) -> None:
    address = ServerAddress.read(home) if home else None
    asked = {"Host": "evil.example", "Origin": "http://evil.example", "X-Forwarded-Proto": "javascript"}
    tables = Tables(evolve(site, guard=Guard(hosts=frozenset({ANY})), address=address))
    with TestClient(tables, base_url="http://localhost", headers=asked) as client:
        table = table_for(client)
        keys = {"tables": [{"table": table["table"], "key": table["red"]}]}
        digest = client.post("/digests", json=keys).json()["digest"]
        assert digest.startswith(f"{home}/digest/")
        path = digest.removeprefix(home)
        assert client.get(path).text.endswith(f"\n{home}/t/{table['table']}\n")
        feed = client.get(f"{path}.atom").text
        [entry] = xml.fromstring(feed).findall("{*}entry")
        link = entry.find("{*}link")
        assert link is not None
        assert link.get("href") == f"{home}/t/{table['table']}"
        assert "evil" not in feed + digest


@pytest.mark.parametrize(
    "text",
    [
        NAME,
        f"ftp://{NAME}",
        f"https://user@{NAME}",
        rf"https://evil\@{NAME}",
        f"https://{NAME}:port",
        f"https://{NAME}/a?b",
        f"https://{NAME}/../a",
        f"https://{NAME}//a",
        "https://",
        "https:///a",
    ],
)
def test_an_address_that_is_none_is_refused_with_how_it_is_written(text: str) -> None:
    with pytest.raises(WargameError, match="is not the address of a server: write it as https://"):
        ServerAddress.read(text)


def test_an_address_is_read_as_browsers_write_it() -> None:
    whole = ServerAddress.read("HTTP://Games.Example.org:80/club/games/")
    assert (str(whole), whole.name) == ("http://games.example.org/club/games", "games.example.org")
    assert str(ServerAddress.read("http://[::1]:8000")) == "http://[::1]:8000"
