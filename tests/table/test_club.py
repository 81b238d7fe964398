"""What a person or a club sees of many tables: one's own games, a carried list, a digest, a tournament, and names."""

import json
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as xml

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy
from tests.table.test_hub import AtOnce
from tests.table.test_mounted import client_of, screen
from tests.table.test_server import Toys

from wargame_table.keeping.databases import SqliteStore
from wargame_table.keeping.rows import Opening, Row
from wargame_table.network.club import balanced_pairings, in_words, line_of, table_of
from wargame_table.network.guard import Guard, Limits, hash_of_key
from wargame_table.network.hub import Hub
from wargame_table.network.server import Site, Tables
from wargame_table.play import slow_requests
from wargame_table.play.people import Person

LIST = {"Authorization": f"Bearer {'n' * 43}"}


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setitem(slow_requests._games, "toy", toy())
    hub = Hub(SqliteStore(), AtOnce(), pause=0.0, clock=lambda: 1_800_000_000.0)
    return Site(hub=hub, guard=Guard(), lobby=Toys())


@pytest.fixture
def client(site: Site) -> Iterator[Any]:
    with client_of(Tables(site), base_url="http://localhost") as client:
        yield client


def table_for(client: Any) -> dict[str, str]:
    """A new table: its id under "table", and the key of each role."""
    made = client.post("/tables", json={"game": "toy"}).json()
    return {"table": made["table"]} | {role: link.partition("#")[2] for role, link in made["links"].items()}


def mine(client: Any, table: dict[str, str], *roles: str) -> list[Any]:
    """The rows of the games list, as somebody with the keys of these roles is told."""
    wanted = [{"table": table["table"], "key": table.get(role, role)} for role in roles]
    rows: list[Any] = client.post("/mine", json={"tables": wanted}).json()["tables"]
    return rows


def play(client: Any, table: dict[str, str], role: str) -> None:
    """The seat makes the first choice that it is offered."""
    headers = {"Authorization": f"Bearer {table[role]}"}
    update = client.get(f"/t/{table['table']}/update", headers=headers).json()["messages"][1]
    act = {"kind": "act", "id": "a", "at": update["at"], "action": update["ask"]["rows"][0]["action"]}
    assert client.post(f"/t/{table['table']}/act", headers=headers, json=act).json()["messages"][0]["kind"] == "done"


def test_the_list_of_games_tells_each_key_what_its_seat_may_know(client: Any, site: Site) -> None:
    table = table_for(client)
    red, blue, wrong = mine(client, table, "red", "blue", "x")
    assert (red["yours"], blue["yours"], red["waiting"], red["since"]) == (True, False, ["red"], 0)
    assert wrong == {"table": table["table"], "gone": "this link opens no table any more"}
    play(client, table, "red")  # hides a mine: blue learns that it was done, and not where
    red, blue, watcher = mine(client, table, "red", "blue", "spectator")
    assert (red["yours"], blue["yours"], blue["since"]) == (False, True, 1_800_000_000)
    for seat, row in (("blue", blue), ("spectator", watcher)):
        assert str(row["last"]) in [told.get("text", "") for told in told_to(site, table["table"], seat)]


def told_to(site: Site, table: str, seat: str) -> list[Any]:
    """What a seat was told at a table that is open."""
    return [*session_of(site, table).audience.feed(seat).rows, {}]


def test_games_in_which_nothing_happened_are_not_woken(
    client: Any, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_for(client)
    before = mine(client, table, "red")

    async def woken(_: str) -> None:
        raise AssertionError("this game was woken")

    monkeypatch.setattr(site.hub, "open", woken)
    monkeypatch.setattr(site.hub, "open_table_of", lambda _: None)
    assert mine(client, table, "red") == before
    site.hub.store.append(table["table"], Row(n=0, kind="seat", seat="red"))
    with pytest.raises(AssertionError, match="woken"):
        mine(client, table, "red")


def test_a_list_is_carried_locked_and_no_device_overwrites_what_it_has_not_seen(client: Any) -> None:
    assert client.get("/list", headers=LIST).json() == {"version": 0, "body": ""}
    assert client.post("/list", headers=LIST, json={"version": 0, "body": "one"}).json() == {"version": 1}
    late = client.post("/list", headers=LIST, json={"version": 0, "body": "other"})
    assert (late.status_code, late.json()["code"]) == (400, "stale")
    assert client.post("/list", headers=LIST, json={"version": 1, "body": "two"}).json() == {"version": 2}
    assert client.post("/list", headers=LIST, json={"version": 1, "body": "late"}).json()["code"] == "stale"
    assert client.get("/list", headers=LIST).json() == {"version": 2, "body": "two"}
    assert client.get("/list", headers={"Authorization": "Bearer short"}).json()["code"] == "wrong_key"
    assert client.post("/list", headers=LIST, json={"version": 2, "body": "x" * 15_001}).json()["code"] == "malformed"
    longer = {"Authorization": f"{LIST['Authorization']}/x"}
    assert client.get("/list", headers=longer).json()["code"] == "wrong_key"


@pytest.mark.usefixtures("no_time_passes")
def test_lists_digests_and_tournaments_have_limits(client: Any, site: Site) -> None:
    site.guard.limits = Limits(lists=1, tables=2)
    site.guard.proxies = frozenset({"testclient"})
    assert client.post("/list", headers=LIST, json={"version": 0, "body": ""}).status_code == 200
    other = {"Authorization": f"Bearer {'m' * 43}"}
    assert client.post("/list", headers=other, json={"version": 0, "body": ""}).json()["code"] == "too_fast"
    assert client.post("/list", headers=LIST, json={"version": 1, "body": ""}).status_code == 200
    assert client.post("/digests", json={"tables": []}).json()["code"] == "too_fast"
    wanted = {"title": "Cup", "names": ["Ann", "Bob", "Cy"], "game": {"game": "toy"}}
    assert client.post("/tournaments", json=wanted).json()["text"] == "2 tables a day from one network are enough"
    assert "too_fast" in [client.post("/mine", json={"tables": []}).json().get("code") for _ in range(30)]
    elsewhere = {"Origin": "https://elsewhere.example"}
    for path in ("/list", "/digests", "/tournaments"):
        assert client.post(path, headers=elsewhere, json={}).json()["code"] == "wrong_key"


def test_a_digest_tells_where_it_is_ones_turn_and_opens_nothing(client: Any, site: Site) -> None:
    table = table_for(client)
    keys = [{"table": table["table"], "key": table[role]} for role in ("red", "blue")]
    opening = evolve(Opening.of(toy()), game="nowhere")  # a game that is not installed any more hides no other
    site.hub.store.make("lost", opening, {"red": hash_of_key("lost")}, 0.0)
    keys.insert(0, {"table": "lost", "key": "lost"})
    address = client.post("/digests", json={"tables": keys}).json()["digest"]
    assert client.get(address).text == f"Toy: your turn as red against blue\n/t/{table['table']}\n"
    assert table["red"] not in client.get(address).text
    [earlier] = xml.fromstring(client.get(f"{address}.atom").text).findall("{*}entry")
    play(client, table, "red")
    [entry] = xml.fromstring(client.get(f"{address}.atom").text).findall("{*}entry")
    assert str(entry.findtext("{*}title")).startswith("Toy: your turn as blue against red since 15 January 2027, 08:00")
    assert entry.findtext("{*}id") != earlier.findtext("{*}id")  # so that a reader tells of each turn
    headers = {"Authorization": f"Bearer {table['blue']}"}
    client.post(f"/t/{table['table']}/key", headers=headers, json={"key": "k" * 22, "renew": True})
    assert client.get(address).text == in_words([], "") == "Nothing waits for you anywhere.\n"
    assert client.get("/digest/nothing").status_code == 404


def test_a_digest_tells_what_happened_as_whoever_watches_may_know_it(client: Any) -> None:
    table = table_for(client)
    play(client, table, "red")
    play(client, table, "blue")  # who stays: what happened last is that red has drawn a token
    [row] = mine(client, table, "red")
    assert re.fullmatch(r"red draws \d\.", row["last"])
    keys = [{"table": table["table"], "key": table["red"]}]
    address = client.post("/digests", json={"tables": keys}).json()["digest"]
    for text in (client.get(address).text, client.get(f"{address}.atom").text):
        assert "red draws a token." in text
        assert row["last"] not in text


def test_a_digest_begins_with_what_has_waited_longest(client: Any, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    early, late = table_for(client), table_for(client)
    for hours, table in enumerate((early, late)):
        monkeypatch.setattr(site.hub, "now", lambda hours=hours: 1_800_000_000.0 + 3600 * hours)
        play(client, table, "red")
    keys = [{"table": table["table"], "key": table["blue"]} for table in (late, early)]
    text = client.get(client.post("/digests", json={"tables": keys}).json()["digest"]).text
    assert text.index(early["table"]) < text.index(late["table"])


def test_an_offer_waits_in_the_list_and_in_the_digest_for_its_answer_alone(client: Any) -> None:
    table = table_for(client)
    path, headers = f"/t/{table['table']}", {s: {"Authorization": f"Bearer {table[s]}"} for s in ("red", "blue")}

    def say(seat: str, kind: str, **more: Any) -> Any:
        at = client.get(f"{path}/update", headers=headers[seat]).json()["messages"][1]["at"]
        message = {"kind": kind, "id": "o", "at": at, **more}
        return client.post(f"{path}/act", headers=headers[seat], json=message).json()["messages"][0]["kind"]

    wanted = {"tables": [{"table": table["table"], "key": table["blue"]}]}
    address = client.post("/digests", json=wanted).json()["digest"]
    assert say("red", "offer", what="draw") == "done"
    red, blue, watcher = mine(client, table, "red", "blue", "spectator")
    assert [row.get("offer") for row in (red, blue, watcher)] == [None, {"seat": "red", "what": "draw"}, None]
    assert client.get(address).text.startswith(
        "Toy: red offers a draw; you are blue since 15 January 2027, 08:00 UTC\n"
    )
    assert say("blue", "answer", yes=False) == "done"
    assert client.get(address).text == in_words([], "")
    assert say("red", "resign") == say("red", "offer", what="again") == "done"  # a game that is over can begin anew
    assert client.get(address).text.startswith("Toy: red offers to begin anew, with sides changed; you are blue since")


def test_a_tournament_gives_everybody_their_links_and_tells_results(client: Any, site: Site) -> None:
    wanted = {"title": "Cup", "names": ["Ann", "Bob", "Cy"], "both_sides": True, "game": {"game": "toy"}}
    made = client.post("/tournaments", json=wanted).json()
    assert {name: len(links) for name, links in made["links"].items()} == {"Ann": 4, "Bob": 4, "Cy": 4}
    assert sorted(link["seat"] for link in made["links"]["Ann"]) == ["blue", "blue", "red", "red"]
    assert "club.js" in client.get(made["page"]).text
    told = client.get(f"{made['page']}/standings").json()
    assert [game["players"] for game in told["games"]][:2] == [
        {"blue": "Ann", "red": "Bob"},
        {"blue": "Cy", "red": "Ann"},
    ]
    assert all(one["played"] == 0 for one in told["players"])
    secret = {link["link"].partition("#")[2] for links in made["links"].values() for link in links}
    assert not [key for key in secret if key in json.dumps(told)]
    table = {"table": told["games"][0]["table"]} | {
        link["seat"]: link["link"].partition("#")[2]
        for name in ("Ann", "Bob")
        for link in made["links"][name]
        if told["games"][0]["table"] in link["link"]
    }
    with screen(client, f"/t/{table['table']}", table["red"]) as red:
        here = red.receive_json()
        while here["kind"] != "here":
            here = red.receive_json()
    assert {row["seat"]: row.get("name") for row in here["seats"]} == {"blue": "Ann", "red": "Bob"}
    session = session_of(site, table["table"])
    while session.match.outcome is None:
        play(client, table, session.match.waiting_for[0])
    site.hub.store.put_on_shelf("tournament lost", 0, lost_first(site, made["page"]), 0.0, 0.0)
    told = client.get("/c/lost/standings").json()
    assert (told["games"][0]["gone"], told["game"]) == ("there is no such table", "Toy")
    assert sum(one["played"] for one in told["players"]) == 0
    over = client.get(f"{made['page']}/standings").json()
    assert sum(one["played"] for one in over["players"]) == 2
    assert over["games"][0]["over"]["text"]


def lost_first(site: Site, page: str) -> str:
    """What is kept of a tournament, with a table that is not there in place of its first."""
    kept = site.hub.store.shelf_entry(f"tournament {page.rpartition('/')[2]}")
    assert kept is not None
    told = json.loads(kept[1])
    told["games"][0]["table"] = "gone"
    return json.dumps(told)


def session_of(site: Site, table: str) -> Any:
    """The session of a table that is open."""
    opened = site.hub.open_table_of(table)
    assert opened is not None
    return opened.session


@pytest.mark.parametrize(
    ("names", "pairs", "problem"),
    [
        (["Ann"], [], "two names or more"),
        (["Ann", "ann"], [], "each given once"),
        (["Ann", " "], [], "two names or more"),
        (["Ann", "Bob"], [["Ann", "Cy"]], "Cy is in a pair, and not among the names: Ann, Bob"),
        (["Ann", "Bob"], [["Ann", "Ann"]], "nobody plays against himself"),
        ([f"n{n}" for n in range(14)], [], "these are 91 games; a tournament has at most 60"),
    ],
)
def test_a_tournament_that_is_not_clear_is_refused_in_words(
    client: Any, names: list[str], pairs: list[list[str]], problem: str
) -> None:
    wanted = {"title": "Cup", "names": names, "pairs": pairs, "game": {"game": "toy"}}
    assert problem in client.post("/tournaments", json=wanted).json()["text"]


@pytest.mark.parametrize("name", ["Red", "blu\u0435", "Spectator", "Th\u0435 table"])
def test_no_player_of_a_tournament_is_called_as_a_seat_or_a_role_is(client: Any, name: str) -> None:
    wanted = {"title": "Cup", "names": ["Ann", name], "game": {"game": "toy"}}
    answer = client.post("/tournaments", json=wanted).json()
    assert (answer["code"], answer["text"].startswith(f"no player may be called {name}: ")) == ("taken", True)


def test_every_table_of_a_tournament_has_dice_and_a_secret_of_its_own(client: Any, site: Site) -> None:
    wanted = {"title": "Cup", "names": ["Ann", "Bob", "Cy"], "both_sides": True, "game": {"game": "toy"}}
    made = client.post("/tournaments", json=wanted).json()
    tables = {link["link"].partition("#")[0].rpartition("/")[2] for links in made["links"].values() for link in links}
    openings = [site.hub.store.opening(table) for table in tables]
    assert len(tables) == 6
    assert len({opening.seed for opening in openings if opening}) == 6
    assert len({opening.secret for opening in openings if opening}) == 6


def test_sides_are_shared_out_and_results_add_up() -> None:
    games = balanced_pairings(("a", "b", "c", "d", "e"))
    assert {frozenset(pair) for pair in games} == {frozenset((x, y)) for x in "abcde" for y in "abcde" if x != y}
    assert {name: sum(pair[0] == name for pair in games) for name in "abcde"} == dict.fromkeys("abcde", 2)
    over = {"winners": ["u"], "scores": {"u": 6, "c": 2}, "text": ""}
    draw = {"winners": [], "scores": {"u": 3, "c": 3}, "text": ""}
    played: list[Any] = [
        {"players": {"u": "a", "c": "b"}, "over": over},
        {"players": {"u": "b", "c": "c"}, "over": draw},
        {"players": {"u": "c", "c": "a"}},
    ]
    rows = [
        (row["name"], row["points"], row["played"], row["scored"], row["against"]) for row in table_of("abc", played)
    ]
    assert rows == [("a", 2, 1, 6, 2), ("c", 1, 1, 3, 3), ("b", 1, 2, 5, 9)]


def test_a_name_is_taken_kept_and_refused_in_words_where_another_has_it(client: Any, site: Site) -> None:
    table = table_for(client)
    path = f"/t/{table['table']}"
    headers = {role: {"Authorization": f"Bearer {table[role]}"} for role in ("red", "blue")}

    def take(role: str, name: str) -> Any:
        message = {"kind": "name", "id": "n", "name": name}
        return client.post(f"{path}/act", headers=headers[role], json=message).json()["messages"][0]

    assert take("red", "Ann")["kind"] == "done"
    refused = take("blue", "\N{CYRILLIC CAPITAL LETTER A}nn")
    assert (refused["code"], refused["text"].endswith("take another name")) == ("taken", True)
    assert take("blue", "Bob")["kind"] == "done"
    company = session_of(site, table["table"]).company
    company.set_elsewhere(Person("red", name) for name in ("Ann", "Eve"))  # at screens of another process
    company.set_elsewhere(())
    assert "Eve" in {row.get("name") for row in company.rows({})}
    company.names["red"] = "Ann"
    assert line_of(mine(client, table, "blue")[0], "")[0] == "Toy: your turn as blue against Ann"
    again = evolve(site, hub=Hub(site.hub.store, AtOnce(), pause=0.0))  # the server begins anew, with nobody there
    with client_of(Tables(again), base_url="http://localhost") as later:
        welcome = later.get(f"{path}/update", headers=headers["blue"]).json()["messages"][0]
    assert welcome["name"] == "Bob"
    assert {row["seat"]: row.get("name") for row in welcome["seats"]} == {"red": "Ann", "blue": "Bob"}
