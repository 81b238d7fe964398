"""House rules at a table: offered in the lobby, played under, and named wherever the game is."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from tests.table.small_table import SmallTable
from tests.table.test_hub import AtOnce

from wargame_core import load
from wargame_core.authoring import Counter, CounterSet, Option, RulesError, Step, Table, Variant, after, instead_of
from wargame_core.plugins import variants
from wargame_core.rulings import READINGS
from wargame_core.version import API
from wargame_table.keeping.databases import SqliteStore
from wargame_table.keeping.rows import Opening
from wargame_table.network.guard import Guard
from wargame_table.network.hub import Hub
from wargame_table.network.lobby import Lobby
from wargame_table.play import slow_requests

pytest.importorskip("starlette", reason="needs wargame-table")
pytest.importorskip("httpx", reason="starlette's test client needs httpx")
with warnings.catch_warnings():  # it would like another HTTP library
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

from wargame_table.network.server import Site, Tables

LABEL = "Draw event card"


def it_rains(t: Table[Any]) -> None:
    t.record(CounterSet("sky", "rain", "It rains."))
    t.record(CounterSet("wet", int(t.board.counters["wet"]) + 1))


def house_rule(name: str, **more: Any) -> Variant:
    return Variant(
        id=name,
        of=("vicksburg",),
        title=name.capitalize(),
        help=f"What {name} changes.",
        requires_api=API,
        **more,
    )


RAIN = house_rule(
    "rain",
    sequence=(after(LABEL, Step("Rain", it_rains)),),
    counters=(Counter("sky", "The sky", "fair", ("fair", "rain")), Counter("wet", "Wet days", 0)),
    options=(Option("drizzle", "How wet it is.", ("little", "much"), "little"),),
    bots={"wet_bot": lambda **_: load("vicksburg").bot("random", seed=1)},
)
NO_CARDS, OTHER_CARDS = (
    house_rule(name, sequence=(instead_of(LABEL, Step(name, it_rains)),)) for name in ("no_cards", "other_cards")
)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "_VARIANTS_OF_PROCESS", {one.id: one for one in (RAIN, NO_CARDS, OTHER_CARDS)})
    monkeypatch.setattr(slow_requests, "_games", {})


@pytest.fixture
def client() -> Iterator[TestClient]:
    site = Site(hub=Hub(SqliteStore(), AtOnce(), pause=0.0), guard=Guard(), lobby=Lobby(("vicksburg",)))
    with TestClient(Tables(site), base_url="http://localhost", headers={"Origin": "http://localhost"}) as made:
        yield made


def test_the_lobby_offers_them_with_their_options_and_bots(client: TestClient) -> None:
    [game] = client.get("/games").json()["games"]
    offered = {one["id"]: one for one in game["variants"]}
    assert {"rain", "no_cards", "other_cards"} <= offered.keys()
    rain = offered["rain"]
    assert (rain["title"], rain["help"], rain["bots"]) == ("Rain", "What rain changes.", ["wet_bot"])
    assert rain["options"] == [
        {"name": "drizzle", "help": "How wet it is.", "choices": ["little", "much"], "default": "little"}
    ]
    assert "drizzle" not in [option["name"] for option in game["options"]]


def test_a_table_is_made_with_them_and_says_so_everywhere(client: TestClient) -> None:
    wanted = {"game": "vicksburg+rain", "options": {"drizzle": "much"}, "bots": {"confederate": "wet_bot"}}
    made = client.post("/tables", json=wanted).json()
    assert made["game"] == "vicksburg+rain"
    assert made["title"].endswith(" with Rain")
    path, _, key = made["links"]["federal"].partition("#")
    bearer = {"Authorization": f"Bearer {key}"}
    welcome, update = client.get(f"{path}/update", headers=bearer).json()["messages"]
    assert (welcome["game"], welcome["title"]) == (made["game"], made["title"])
    assert welcome["variants"] == [{"title": "Rain", "help": "What rain changes."}]
    assert welcome["options"]["drizzle"] == "much"
    panels = update["panels"]["all"]
    track = {"panel": "track", "id": "rain_sky", "title": "The sky", "boxes": ["fair", "rain"], "at": 0, "notes": {}}
    assert panels["rain_sky"] == track
    assert panels["rain"]["lines"] == [{"name": "Wet days", "value": "0"}]
    sheet = client.get(f"{path}/sheet/{welcome['sheet']}.json").json()
    assert sheet["title"] == made["title"]
    assert sheet["briefing"]["special_rules"][0]["text"] == "House rules: Rain. What rain changes."
    record = client.get(f"{path}/record.jsonl", headers=bearer)
    assert '"game":"vicksburg+rain"' in record.text


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("vicksburg+hail", "unknown variant of vicksburg 'hail' (allowed: "),
        ("vicksburg+rain+rain", "the variant 'rain' is named twice"),
        ("vicksburg+no_cards+other_cards", "change the same step of vicksburg"),
        ("battlecry+rain", "there is no game 'battlecry+rain' here"),
    ],
)
def test_what_cannot_be_played_together_is_refused_in_words(client: TestClient, game: str, words: str) -> None:
    answer = client.post("/tables", json={"game": game})
    assert answer.status_code == 400
    assert words in answer.json()["text"]


def test_counters_move_on_the_screens_and_in_the_film_and_a_printed_game_has_none() -> None:
    game = load("vicksburg+rain")
    table = SmallTable(game).sit("federal", "confederate")
    while not (shown := table.session.audience.look("federal", table.session.match))["panels"]["all"]["rain_sky"]["at"]:
        seat = table.session.match.waiting_for[0]
        table.act(seat, table.ask(seat)[0]["action"])
    assert shown["panels"]["all"]["rain"]["lines"] == [{"name": "Wet days", "value": "1"}]
    assert "It rains." in [row.get("text") for row in shown["events"]]
    assert table.say("federal", "film")["frames"][-1]["known"] == shown["known"]
    plain = SmallTable(load("vicksburg")).sit("federal")
    assert "variants" not in plain.last("federal", "welcome")
    assert "rain_sky" not in plain.last("federal", "update")["panels"]["all"]


def test_the_rules_at_hand_begin_with_house_rules_and_have_page_rulings_and_options() -> None:
    table = SmallTable(load("vicksburg+rain")).sit("federal", "spectator")
    rules = table.say("spectator", "rules")["rules"]
    assert rules == table.say("federal", "rules")["rules"]
    assert rules[0] == {"heading": "Rain", "where": "house rules", "text": ["What rain changes."]}
    crossing = next(row for row in rules if row["heading"] == "Crossing Rivers")
    assert crossing["where"].startswith("p.7, ")
    assert "bridge" in " ".join(crossing["text"])
    assert any("(option " in text for row in rules for text in row["text"])
    assert rules[-1]["where"].startswith(f"{READINGS}: ")


class NamedGame(str):
    """A game of which only the name matters."""

    def with_further_bots(self, bots: object) -> NamedGame:
        return self


def test_a_process_keeps_few_games_with_house_rules_and_all_printed_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_requests, "VARIED", 2)
    monkeypatch.setattr(slow_requests, "load", NamedGame)
    for name in ("vicksburg", "a+rain", "battlecry", "b+rain", "c+rain"):
        assert str(slow_requests.game_called(name)) == name
    assert list(slow_requests._games) == ["vicksburg", "battlecry", "b+rain", "c+rain"]


def test_an_opening_with_house_rules_keeps_their_version() -> None:
    opening = Opening.of(load("vicksburg+rain"))
    assert (opening.game, opening.rules.partition("+")[2]) == ("vicksburg+rain", "rain 1")
    with pytest.raises(RulesError, match="named twice"):
        load("vicksburg+rain+rain")
