"""What was acknowledged survives the sudden end of the server's process."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.table.served import Served, hostile_toy

from wargame_table import thinking

websockets = pytest.importorskip("websockets.sync.client", reason="needs wargame-table[server]")
pytest.importorskip("uvicorn", reason="needs wargame-table[server]")
pytestmark = pytest.mark.slow


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setitem(thinking._games, "toy", hostile_toy())
    made = Served(tmp_path)
    yield made
    made.kill()


class Person:
    """One seat over a socket, who remembers what was acknowledged."""

    def __init__(self, served: Served, link: str, lines: ExitStack) -> None:
        path, _, key = link.partition("#")
        address = path.replace("http", "ws") + "/socket"
        line = websockets.connect(address, origin=served.home, open_timeout=30, proxy=None)
        self.socket = lines.enter_context(line)
        self.send({"kind": "hello", "protocol": "wargame-table/1", "key": key})
        self.update = self.until("update")

    def send(self, message: dict[str, Any]) -> None:
        self.socket.send(json.dumps(message))

    def until(self, kind: str) -> Any:
        while True:
            message = json.loads(self.socket.recv(timeout=30))
            if message["kind"] == "update":
                self.update = message
            if message["kind"] == kind:
                return message


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    """The lines of a test, closed at its end."""
    with ExitStack() as opened:
        yield opened


def test_after_kill_9_at_any_moment_everything_acknowledged_is_there(served: Served, lines: ExitStack) -> None:
    links = served.table("toy")
    rng, acknowledged = random.Random(3), 0
    for moment in range(3):
        people = [Person(served, links[seat], lines) for seat in ("blue", "red")]
        for number in range(rng.randrange(1, 4)):
            for person in people:  # the choice of the other one may have come in meanwhile
                person.send({"kind": "ping"})
                person.until("pong")
            asked = next(person for person in people if "ask" in person.update)
            action = asked.update["ask"]["rows"][0]["action"]
            asked.send({"kind": "act", "id": f"{moment}-{number}", "at": asked.update["at"], "action": action})
            asked.until("done")
            acknowledged += 1
        asked.send({"kind": "act", "id": "last", "at": "whatever", "action": {}})  # in hand, not acknowledged
        served.kill()
        kept = served.session(links["red"])
        assert kept.n >= acknowledged
        acknowledged = kept.n
        served.start()
        back = Person(served, links["red"], lines)
        shown = served.shown(links["red"], "red")
        assert [back.update[key] for key in ("at", "known", "tag")] == [shown[key] for key in ("at", "known", "tag")]
