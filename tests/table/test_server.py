"""The server over HTTP and web sockets: who is let in, what is refused, and what no answer may hold."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from tests.core.skirmish_toy import toy
from tests.table.test_hub import AtOnce

from wargame_table.keeping.databases import SqliteStore
from wargame_table.network.guard import hash_of_key
from wargame_table.play import slow_requests

starlette = pytest.importorskip("starlette", reason="needs wargame-table")
pytest.importorskip("httpx", reason="starlette's test client needs httpx")
with warnings.catch_warnings():  # it would like another HTTP library
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect  # noqa: E402

from wargame_table.network.guard import Guard, Limits  # noqa: E402
from wargame_table.network.hub import Hub  # noqa: E402
from wargame_table.network.lobby import Lobby  # noqa: E402
from wargame_table.network.server import Site, Tables  # noqa: E402

HOME = "http://localhost"
OPEN = ExitStack()
"""The web sockets of a test, closed at its end."""


class Toys(Lobby):
    """A lobby with the test game."""

    def ids(self) -> list[str]:
        return ["toy"]


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setitem(slow_requests._games, "toy", toy(title="<script>alert(1)</script>"))
    return Site(hub=Hub(SqliteStore(), AtOnce(), pause=0.0), guard=Guard(), lobby=Toys())


@pytest.fixture
def client(site: Site) -> Iterator[TestClient]:
    with TestClient(Tables(site), base_url=HOME) as made:
        yield made
        with suppress(CancelledError):  # so the test client ends a socket
            OPEN.close()


@pytest.fixture
def links(client: TestClient) -> dict[str, tuple[str, str]]:
    """The path and the key of each role at a new table."""
    made = client.post("/tables", json={"game": "toy", "options": {"bow": "no"}})
    assert made.status_code == 201
    return {role: tuple(link.split("#")) for role, link in made.json()["links"].items()}


def door(table: str) -> str:
    """The address of a table's socket; the test client needs the whole of it."""
    return f"ws://localhost{table}/socket"


class Screen:
    """One side of a web socket."""

    def __init__(self, client: TestClient, link: tuple[str, str], **hello: Any) -> None:
        self.socket = OPEN.enter_context(client.websocket_connect(door(link[0])))
        self.socket.send_json({"kind": "hello", "protocol": "wargame-table/4", "key": link[1], **hello})

    def until(self, kind: str) -> Any:
        while (message := self.socket.receive_json())["kind"] != kind:
            pass
        return message

    def send(self, **message: Any) -> None:
        self.socket.send_json(message)


def test_two_people_and_a_spectator_play_over_sockets(client: TestClient, links: dict[str, tuple[str, str]]) -> None:
    red, blue, watcher = (Screen(client, links[role], name=role) for role in ("red", "blue", "spectator"))
    update = red.until("update")
    blue.until("update")
    watcher.until("update")
    red.send(kind="act", id="1", at=update["at"], action={"kind": "hide", "space": 4})
    assert red.until("done") == {"kind": "done", "id": "1"}
    assert blue.until("update")["ask"]["prompt"] == "Where does the scout go?"
    assert "ask" not in watcher.until("update")
    red.send(kind="act", id="2", at=update["at"], action={"kind": "hide", "space": 3})
    assert red.until("refused")["code"] == "stale"


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Origin", "http://evil.example"),
        ("Origin", ""),
        ("Origin", "null"),
        ("Origin", "http://["),
        ("Sec-Fetch-Site", "cross-site"),
        ("Host", "evil.example"),
    ],
)
def test_pages_of_other_sites_are_not_let_in(
    client: TestClient, links: dict[str, tuple[str, str]], header: str, value: str
) -> None:
    headers = {header: value} | ({"Origin": "http://evil.example"} if header == "Host" else {})
    assert client.post("/tables", json={"game": "toy"}, headers=headers).status_code in (403, 421)
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(door(links["red"][0]), headers=headers):
        pass


def test_a_program_that_is_no_page_is_let_in_without_an_origin_but_by_no_name_of_another(
    client: TestClient, links: dict[str, tuple[str, str]]
) -> None:
    path, key = links["red"]
    assert client.post("/tables", json={"game": "toy"}).status_code == 201
    Screen(client, (path, key)).until("update")
    rebound = {"Host": "evil.example"}
    assert client.post("/tables", json={"game": "toy"}, headers=rebound).status_code == 421
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(door(path), headers=rebound):
        pass


def test_what_is_one_message_too_many_bears_its_id_and_when_it_may_come_again(
    client: TestClient, links: dict[str, tuple[str, str]], site: Site
) -> None:
    path, key = links["red"]
    by_key = {"Authorization": f"Bearer {key}"}
    red = Screen(client, links["red"])
    red.until("update")
    for number in range(40):
        red.send(kind="judge", id=f"n{number}", action={"kind": "hide", "space": 4})
    refused = red.until("refused")
    assert refused["id"] in {f"n{number}" for number in range(40)}
    assert 0 < refused["retry_after"] <= 1
    asked = [client.post(f"{path}/act", headers=by_key, json={"kind": "film", "id": f"{n}"}) for n in range(14)]
    assert asked[-1].status_code == 429
    assert asked[-1].json()["id"] == "13"
    assert 0 < asked[-1].json()["retry_after"] <= int(asked[-1].headers["Retry-After"]) <= 6
    dance = client.post(f"{path}/act", headers=by_key, json={"kind": "dance", "id": "what"}).json()
    assert (dance["code"], dance["id"]) == ("malformed", "what")
    site.guard.limits = Limits(tables=1)
    made = client.post("/tables", json={"game": "toy"})
    assert 0 < made.json()["retry_after"] <= int(made.headers["Retry-After"]) <= 86_400


def test_answers_are_packed_for_whoever_can_unpack_them(client: TestClient) -> None:
    plain, packed = (client.get("/client/table.js", headers={"Accept-Encoding": how}) for how in ("", "gzip"))
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.text == plain.text
    assert int(plain.headers["Content-Length"]) == len(plain.content)
    assert "accept-encoding" in packed.headers["Vary"].lower()


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"kind": "hello", "protocol": "wargame-table/4", "key": "guess"}, "wrong_key"),
        ({"kind": "hello", "protocol": "wargame-table/0"}, "wrong_key"),
        ({"kind": "ping"}, "malformed"),
        ({"kind": "act"}, "malformed"),
        ([], "malformed"),
    ],
)
def test_who_does_not_say_hello_with_a_key_is_sent_away(
    client: TestClient, links: dict[str, tuple[str, str]], first: Any, code: str
) -> None:
    with client.websocket_connect(door(links["red"][0])) as socket:
        socket.send_json(first)
        assert socket.receive_json()["code"] == code
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


@pytest.mark.usefixtures("no_time_passes")
def test_a_flood_is_slowed_down_and_the_game_is_as_it_was(
    client: TestClient, links: dict[str, tuple[str, str]], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    red = Screen(client, links["red"])
    red.until("update")
    for _ in range(40):
        red.send(kind="ping")
    assert red.until("refused")["code"] == "too_fast"
    assert site.hub.store.rows(links["red"][0].removeprefix("/t/")) == []
    monkeypatch.setattr(Guard, "is_own_address", lambda guard, address: True)  # for whoever sits at this machine
    blue = Screen(client, links["blue"])
    blue.until("update")
    for _ in range(40):
        blue.send(kind="ping")
    told = [message["kind"] for message in (blue.socket.receive_json() for _ in range(40))]
    assert "refused" not in told


def test_a_mistake_of_ours_ends_the_line_and_is_logged_by_the_server(
    client: TestClient, links: dict[str, tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Hub, "hear", broken)

    def cut_off() -> None:
        with client.websocket_connect(door(links["red"][0])) as socket:
            socket.send_json({"kind": "hello", "protocol": "wargame-table/4", "key": links["red"][1]})
            socket.send_json({"kind": "ping"})
            with suppress(WebSocketDisconnect):
                while True:
                    socket.receive_json()

    with pytest.raises(ZeroDivisionError):
        cut_off()


def test_every_answer_keeps_the_page_to_itself(client: TestClient, links: dict[str, tuple[str, str]]) -> None:
    for path in ("/", links["red"][0], "/client/table.js", "/games", "/nowhere", "/healthz"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{" * 20_000,
        b'{"game":"wizards"}',
        b'{"game":7}',
        b'{"game":"toy","extra":1}',
        b'{"game":"toy","scenario":"nowhere"}',
        b'{"game":"toy","options":{"bow":7}}',
        b'{"game":"toy","options":{"hat":"yes"}}',
        b'{"game":"toy","bots":{"green":"random"}}',
        b'{"game":"toy","bots":{"red":"wizard"}}',
        b'{"game":"toy","clock":9999999999}',
        b'{"game":"toy","delay":21}',
        b"\xff",
    ],
)
def test_a_wish_that_cannot_be_fulfilled_is_refused_in_words(client: TestClient, body: bytes) -> None:
    answer = client.post("/tables", content=body)
    assert answer.status_code in (400, 413)
    assert answer.json()["text"]


def test_making_tables_takes_a_key_where_one_is_set_and_has_a_limit(client: TestClient, site: Site) -> None:
    site.guard.creation_key = hash_of_key("open sesame")
    assert client.post("/tables", json={"game": "toy"}).status_code == 403
    site.guard.limits = Limits(tables=2)
    statuses = [
        client.post("/tables", json={"game": "toy"}, headers={"Authorization": "Bearer open sesame"}).status_code
        for _ in range(3)
    ]
    assert statuses == [201, 201, 429]


def test_a_record_is_ones_own_and_the_whole_one_at_the_end(
    client: TestClient, links: dict[str, tuple[str, str]], site: Site
) -> None:
    path, key = links["red"]
    assert client.get(f"{path}/record.jsonl").status_code == 403
    own = client.get(f"{path}/record.jsonl", headers={"Authorization": f"Bearer {key}"})
    assert json.loads(own.text.splitlines()[0])["record"] == "wargame seat"
    seat = client.portal.call(site.hub.open, path.removeprefix("/t/")).session  # type: ignore[union-attr]
    assert str(seat.opening.seed) not in own.text
    red, blue = Screen(client, links["red"]), Screen(client, links["blue"])
    for screen in (red, blue):
        screen.send(kind="seat", id="b", seat="red" if screen is red else "blue", bot="random")
    update = red.until("update")
    while "outcome" not in update:
        update = red.until("update")
    whole = client.get(f"{path}/record.jsonl", headers={"Authorization": f"Bearer {key}"})
    assert json.loads(whole.text.splitlines()[0])["secret"]["seed"] == str(seat.opening.seed)


def test_sheet_and_ground_come_under_their_digest(client: TestClient, links: dict[str, tuple[str, str]]) -> None:
    path, _ = links["red"]
    digest = toy(title="<script>alert(1)</script>").sheet(options={"bow": "no"}).digest
    sheet = client.get(f"{path}/sheet/{digest}.json")
    assert sheet.json()["digest"] == digest
    assert "immutable" in sheet.headers["cache-control"]
    assert client.get(f"{path}/sheet/{digest}.svg").text.startswith("<svg")
    assert client.get(f"{path}/sheet/other.svg").status_code == 404
    assert client.get(f"{path}/sheet/{digest}.svg?theme=dark").status_code == 200


def test_a_referees_link_is_made_when_it_is_asked_for_and_its_record_tells_no_seed(client: TestClient) -> None:
    links = client.post("/tables", json={"game": "toy", "referee": True}).json()["links"]
    path, _, key = links["referee"].partition("#")
    record = client.get(f"{path}/record.jsonl", headers={"Authorization": f"Bearer {key}"})
    assert record.status_code == 200
    assert '"seat":"spectator"' in record.text.replace(" ", "")
    assert '"secret"' not in record.text


def test_who_opens_a_seat_first_owns_it_and_other_keys_of_it_only_watch(
    client: TestClient, links: dict[str, tuple[str, str]]
) -> None:
    path, link = links["red"]
    mine, later = "m" * 24, "l" * 24

    def ask(by: str, **wanted: Any) -> Any:
        return client.post(f"{path}/key", headers={"Authorization": f"Bearer {by}"}, json=wanted).json()

    def role(key: str) -> str:
        asked = {"Authorization": f"Bearer {key}"}
        told = client.get(f"{path}/update", headers=asked).json()
        return str(told["messages"][0]["role"] if "messages" in told else told["code"])

    early = Screen(client, links["red"])
    early.until("update")
    assert ask(link, key=mine) == ask(link, key=mine) == {"key": mine, "taken": False}  # also where an answer was lost
    early.send(kind="nothing", id="x")  # refused otherwise by a server that still listens to this screen
    assert early.until("refused")["code"] == "wrong_key"
    assert ask(link, key=later) == {"key": link, "taken": True, "seat": "red"}
    assert ask(mine, key=later) == {"key": mine, "taken": False}
    assert [role(link), role(mine), role(later)] == ["spectator", "red", "wrong_key"]
    record = client.get(f"{path}/record.jsonl", headers={"Authorization": f"Bearer {link}"}).text
    assert '"seat":"spectator"' in record.replace(" ", "")
    assert ask(mine, key=later, renew=True) == {"key": later, "taken": False}
    assert [role(link), role(mine), role(later)] == ["spectator", "wrong_key", "red"]
    assert ask(links["spectator"][1], key=mine) == {"key": links["spectator"][1], "taken": False}
    assert [ask(later, key=key)["code"] for key in ("short", "x" * 30 + " ", 7)] == ["malformed"] * 3


def test_messages_and_news_go_over_http_too(client: TestClient) -> None:
    made = client.post("/tables", json={"game": "toy", "clock": 60, "delay": 1}).json()
    address, key = made["links"]["red"].split("#")
    by_key = {"Authorization": f"Bearer {key}"}
    welcome, update = client.get(f"{address}/update", headers=by_key).json()["messages"]
    assert welcome["delay"] == 1
    assert update["clock"]["allowed"] == 60
    act = {"kind": "act", "id": "a", "at": update["at"], "action": update["ask"]["rows"][0]["action"]}
    assert client.post(f"{address}/act", headers=by_key, json=act).json() == {"messages": [{"kind": "done", "id": "a"}]}
    later = client.get(f"{address}/update", headers=by_key, params={"at": update["at"]}).json()["messages"]
    assert later[1]["at"] != update["at"]
    assert client.get(f"{address}/update").status_code == 403
    assert client.post(f"{address}/act", headers=by_key, content=b"\xff").status_code == 400
