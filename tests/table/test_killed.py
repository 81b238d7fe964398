"""What was acknowledged survives the sudden end of any process, and several processes play one game."""

import json
import os
import random
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.table.served import PATIENCE, Served, hostile_toy

from wargame_table.play import slow_requests

websockets = pytest.importorskip("websockets.sync.client", reason="needs wargame-table")
pytest.importorskip("uvicorn", reason="needs wargame-table")


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setitem(slow_requests._games, "toy", hostile_toy())
    made = Served(tmp_path)
    yield made
    made.kill()


class Person:
    """One seat over a socket, who remembers what was acknowledged."""

    def __init__(self, served: Served, link: str, lines: ExitStack) -> None:
        path, _, key = link.partition("#")
        address = path.replace("http", "ws") + "/socket"
        line = websockets.connect(address, origin=served.home, open_timeout=PATIENCE, proxy=None)
        self.socket = lines.enter_context(line)
        self.send({"kind": "hello", "protocol": "wargame-table/4", "key": key})
        self.update = self.until("update")

    def send(self, message: dict[str, Any]) -> None:
        self.socket.send(json.dumps(message))

    def answer(self, name: str) -> Any:
        """The answer to the request with this id."""
        while True:
            message = json.loads(self.socket.recv(timeout=PATIENCE))
            if message["kind"] == "update":
                self.update = message
            if message.get("id") == name:
                return message

    def until(self, kind: str) -> Any:
        while True:
            message = json.loads(self.socket.recv(timeout=PATIENCE))
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


class Both:
    """A table served by two processes: a line to each of them for every seat."""

    def __init__(self, served: Served, lines: ExitStack) -> None:
        self.served, self.lines, self.links = served, lines, served.table("battlecry")
        self.people: dict[tuple[int, str], Person] = {}
        for process in served.answering:
            self.sit(process)

    def sit(self, process: int) -> None:
        """Everybody sits down at screens of this process: the others are held meanwhile."""
        held = [other for other in self.served.answering if other != process]
        for other in held:
            os.kill(other, signal.SIGSTOP)
        for role, link in self.links.items():
            self.people[process, role] = Person(self.served, link, self.lines)
        for other in held:
            os.kill(other, signal.SIGCONT)

    def all_see(self) -> None:
        """Every screen comes to show the game as it is kept."""
        for (_, role), person in self.people.items():
            shown = self.served.shown(self.links[role], role)
            while person.update["at"] != shown["at"]:
                person.until("update")
            assert [person.update[key] for key in ("known", "tag")] == [shown[key] for key in ("known", "tag")]

    def answer_at_once(self, name: str, rng: random.Random) -> int:
        """Who is asked answers differently at screens of two processes, at once; returns how many were done."""
        asked = [person for person in self.people.values() if "ask" in person.update]
        for person in asked:
            action = rng.choice(person.update["ask"]["rows"])["action"]
            person.send({"kind": "act", "id": name, "at": person.update["at"], "action": action})
        answers = [person.answer(name) for person in asked]
        assert {answer.get("code", "done") for answer in answers} <= {"done", "stale"}
        return sum(answer["kind"] == "done" for answer in answers)


@pytest.mark.parametrize("place", ["sqlite", pytest.param("postgres", marks=pytest.mark.thorough)], indirect=True)
def test_answers_taken_at_once_do_not_fork_a_game_and_any_process_may_die(
    tmp_path: Path, place: str, lines: ExitStack
) -> None:
    served, rng = Served(tmp_path, place, processes=2, more=("battlecry",)), random.Random(4)
    try:
        both, kept = Both(served, lines), 0
        for number in range(5):
            assert both.answer_at_once(f"a{number}", rng) >= 1
            both.all_see()
            assert served.session(both.links["union"]).n == (kept := kept + 1)
        gone = served.answering[0]
        os.kill(gone, signal.SIGKILL)
        both.people = {key: person for key, person in both.people.items() if key[0] != gone}
        assert both.answer_at_once("b", rng) == 1
        both.all_see()
        back = next(process for process in served.awaited(2) if (process, "union") not in both.people)
        both.sit(back)
        assert both.answer_at_once("c", rng) >= 1
        both.all_see()
        assert served.session(both.links["union"]).n == kept + 2
        answering = served.answering
    finally:
        served.kill()
    served.gone(answering)  # none of them goes on alone, with the port in its hands
    served.start()
    Both(served, lines).all_see()
    served.kill()
