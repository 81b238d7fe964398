"""The front end of docs/howto plays: over HTTP, against a bot and between two people, and gives nothing away."""

import json
import threading
from collections.abc import Iterator
from types import ModuleType
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from tests.conftest import ROOT, script

import wargame_core


class Browser:
    """One person's browser: what it asks of the server, as status and JSON (or text)."""

    def __init__(self, address: str) -> None:
        self.address = address

    def get(self, what: str) -> Any:
        with urlopen(self.address + what, timeout=20) as answer:
            text = answer.read().decode()
            return json.loads(text) if answer.headers.get_content_type() == "application/json" else text

    def act(self, body: object) -> tuple[int, Any]:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            with urlopen(Request(self.address + "act", data), timeout=20) as answer:
                return answer.status, json.loads(answer.read())
        except HTTPError as refusal:
            with refusal:
                text = refusal.read().decode()
            return refusal.code, json.loads(text) if text.startswith("{") else text


@pytest.fixture(scope="module")
def front_end() -> ModuleType:
    """The module as a reader would run it."""
    return script(ROOT / "docs" / "howto" / "front_end.py")


def serve(front_end: ModuleType, *people: str) -> Iterator[dict[str, Browser]]:
    game = wargame_core.load("vicksburg")
    table = front_end.FrontEnd(game, game.start(seed=1863), people)
    server = front_end.server(table, port=0)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield {seat: Browser(f"{address}/{key}/") for key, seat in table.seat_of.items()}
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def federal(front_end: ModuleType) -> Iterator[Browser]:
    """A person against a bot."""
    for browsers in serve(front_end, "federal"):
        yield browsers["federal"]


@pytest.fixture
def people(front_end: ModuleType) -> Iterator[dict[str, Browser]]:
    """Two people."""
    yield from serve(front_end, "federal", "confederate")


def test_a_person_plays_against_a_bot_into_the_second_turn(federal: Browser) -> None:
    view = federal.get("view/")
    played, told = 0, list[str]()
    while view["board"]["turn"] < 2 and view["outcome"] is None:
        status, view = federal.act({"action": view["menu"][-1]["action"], "at": view["at"]})
        assert status == 200
        told = [row["text"] for row in view["news"]["rows"]]
        played += 1
    assert played >= 3
    assert any(line.startswith("Turn 2.") for line in told) or view["outcome"]


def test_an_illegal_action_is_refused_with_cited_reasons_and_changes_nothing(federal: Browser) -> None:
    before = federal.act({"action": {"kind": "nominate", "command": "us_xiii"}})[1]
    status, refusal = federal.act({"action": {"kind": "allot_dice", "tokens": ["F05"]}, "at": before["at"]})
    assert status == 409
    assert refusal["legal"] is False
    assert "GotW" in refusal["reasons"][0]["cite"]
    assert federal.get("view/") == before


def test_a_choice_is_taken_back(federal: Browser) -> None:
    before = federal.get("view/")
    assert federal.act({"action": before["menu"][0]["action"]})[1]["can_undo"]
    status, after = federal.act({"undo": True})
    assert (status, after["prompt"], after["at"]) == (200, before["prompt"], before["at"])


def test_the_other_seat_sees_face_down_tokens_and_no_menu(people: dict[str, Browser]) -> None:
    mine, theirs = people["federal"].get("view/"), people["confederate"].get("view/")
    assert mine["menu"]
    assert theirs["menu"] == []
    assert theirs["prompt"] is None
    federals = [token for token in theirs["board"]["tokens"].values() if token["side"] == "federal"]
    assert federals
    assert {token["unit"] for token in federals} == {""}
    assert "Osterhaus" not in people["confederate"].get("map.svg")
    assert "Osterhaus" in people["federal"].get("map.svg")


def test_nobody_plays_for_another_seat_or_without_a_key(people: dict[str, Browser]) -> None:
    action = people["federal"].get("view/")["menu"][0]["action"]
    assert people["confederate"].act({"action": action})[0] == 409
    stranger = Browser(people["federal"].address.rsplit("/", 2)[0] + "/federal/")
    assert stranger.act({"action": action})[0] == 404
    for what in ("", "view/", "map.svg"):
        with pytest.raises(HTTPError, match="404") as refusal:
            stranger.get(what)
        refusal.value.close()
