"""A server in a process of its own, as people start it, on a port and a file of a test's."""

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import evolve
from tests.core.skirmish_toy import ToyBoard, set_up, toy

from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_table.keeping.databases import open_store
from wargame_table.keeping.rows import Opening, Row
from wargame_table.network.guard import hash_of_key, new_id, new_key
from wargame_table.play.session import TableSession
from wargame_table.play.slow_requests import game_called

START = """
import sys
from tests.table.served import hostile_toy
from wargame_table.play import slow_requests
from wargame_table.commands import serve
slow_requests._games["toy"] = hostile_toy()
{further_games}
if __name__ == "__main__":
    serve(sys.argv[1:])
"""
FURTHER_GAMES = """
from tests.core.seven_powers_toy import seven_powers
from tests.core.test_a_question_of_ones_own import window
from tests.table.test_house_rules import RAIN
from wargame_core.plugins.variants import register_variant
slow_requests._games |= {"seven_powers": seven_powers(), "window": window()}
register_variant(RAIN)
"""
"""What only the tests in browsers play; their modules take as long to import as the server."""
HOSTILE = ("camp", "<script>alert(1)</script>", "<img src=x onerror=alert(2)>", "\u2600" * 24, "\u202elliw \u0007")


def hostile_toy() -> Game:
    """The test game with names as a data folder from somewhere might have them."""
    return toy(title="<img src=x onerror=alert(3)>", printed={"names": HOSTILE}, set_up=_set_up)


def _set_up(scenario: str, options: Mapping[str, str]) -> ToyBoard:
    return evolve(set_up(scenario, options), names=HOSTILE)


PATIENCE = 300
"""Seconds that a test waits on a busy machine; what is there sooner is taken at once."""


class Served:
    """The server; `kill` ends it as a power cut would, `start` begins again where tables are kept."""

    def __init__(
        self, folder: Path, place: str = "", processes: int = 1, more: Sequence[str] = (), further_games: str = ""
    ) -> None:
        self.place, self._processes, self._more = place or str(folder / "tables.sqlite"), processes, more
        self._program = START.format(further_games=further_games)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.home = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--keep", self.place, "--processes", str(self._processes), *self._more]
        self._process = subprocess.Popen([sys.executable, "-c", self._program, *options], cwd=Path(__file__).parents[2])
        for _ in range(PATIENCE * 20):
            try:
                urllib.request.urlopen(f"{self.home}/healthz").close()
                return
            except OSError:
                assert self._process.poll() is None, "the server has ended"
                time.sleep(0.05)  # a process that starts can only be asked again
        self.kill()
        raise AssertionError("the server does not answer")

    @property
    def answering(self) -> list[int]:
        """The processes that answer people, where there are several."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return [int(child) for child in children]

    def awaited(self, count: int) -> list[int]:
        """The processes that answer people, once there are so many."""
        for _ in range(PATIENCE * 20):
            if len(answering := self.answering) == count:
                return answering
            time.sleep(0.05)  # a process that is to start can only be looked for again
        raise AssertionError(f"not {count} processes")

    def gone(self, processes: list[int]) -> None:
        """Waits until processes have ended."""
        for _ in range(PATIENCE * 20):
            if not any(_runs(process) for process in processes):
                return
            time.sleep(0.05)  # they end when they notice
        raise AssertionError("a process goes on alone")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def table(self, game: str, bots: dict[str, str] | None = None) -> dict[str, str]:
        """A new table: the address of each role's page."""
        return self.kept(Opening.of(game_called(game), bots=bots))

    def kept(self, opening: Opening, rows: Iterable[Row] = ()) -> dict[str, str]:
        """A table at which something has been done already: the address of each role's page."""
        table, keys = new_id(), {role: new_key() for role in (*game_called(opening.game).seats, "spectator")}
        store = open_store(self.place)
        store.make(table, opening, {role: hash_of_key(key) for role, key in keys.items()}, 0.0)
        for row in rows:
            assert store.append(table, row)
        store.close()
        return {role: f"{self.home}/t/{table}#{key}" for role, key in keys.items()}

    def session(self, link: str) -> TableSession:
        """The table of a link as it is kept, in this process."""
        table = link.partition("#")[0].partition("?")[0].rpartition("/")[2]
        store = open_store(self.place)
        opening, rows = store.opening(table), store.rows(table)
        store.close()
        assert opening is not None
        return TableSession(game_called(opening.game), opening, rows)

    def shown(self, link: str, role: str) -> JsonObject:
        """The whole update that a screen of a role is sent now."""
        session = self.session(link)
        return session.audience.look(role, session.match)


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
