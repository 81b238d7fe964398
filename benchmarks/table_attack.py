"""A stranger at the door of a server: half-sent requests, odd hosts, wishes for tables; what others notice of it.

``python3 -m benchmarks.table_attack`` starts a server with the usual 1,024 descriptors, opens 2,000 connections that
send half a request each from another address and then from this one, and prints how long ``/healthz`` takes meanwhile,
how many of them are still open after the time for a request, and how much the server has written. Nothing leaves this
machine.
"""

import argparse
import json
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import Request, urlopen

from attrs import frozen
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from wargame_table.messages.incoming import PROTOCOL

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-More: "
ODD = {
    "Host: [": b"GET /healthz HTTP/1.1\r\nHost: [\r\n\r\n",
    r"Host: evil.example\@localhost": b"GET /healthz HTTP/1.1\r\nHost: evil.example\\@localhost\r\n\r\n",
    "two hosts": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
    "Origin: http://[": b"POST /tables HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[\r\nContent-Length: 2\r\n\r\n{}",
}
SLOWNESS = 60.0
"""Seconds more that a choice may take on a machine that is busy."""
DESCRIPTORS = 1024


@frozen
class RunningServer:
    """A server that runs, and where it writes what it has to say."""

    port: int
    log: Path

    def ask(self, request: bytes) -> str:
        """The first line of an answer; empty where there is none."""
        with suppress(OSError), closing(socket.create_connection(("127.0.0.1", self.port), 10)) as line:
            line.settimeout(10)
            line.sendall(request)
            return line.recv(4096).split(b"\r\n")[0].decode()
        return ""

    def health(self) -> float:
        """Milliseconds until the server has said that it is well."""
        began = time.perf_counter()
        answer = self.ask(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert answer.endswith("200 OK"), f"/healthz answers {answer!r}"
        return (time.perf_counter() - began) * 1000


@contextmanager
def served(*options: str) -> Iterator[RunningServer]:
    """A server of one process with the usual number of descriptors."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        log = Path(folder) / "log"
        program = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({DESCRIPTORS}, {DESCRIPTORS}))\n"
        program += "from wargame_table.commands import serve\nserve()"
        asked = ["--host", "0.0.0.0", "--name", "localhost", "--port", str(port), "--keep", f"{folder}/t.sqlite"]
        with log.open("wb") as written:
            process = subprocess.Popen(
                [sys.executable, "-c", program, *asked, *options], stdout=written, stderr=written
            )
        try:
            server = RunningServer(port, log)
            for _ in range(600):
                if server.ask(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"):
                    break
                time.sleep(0.1)
            yield server
        finally:
            process.kill()
            process.wait()


class Playing:
    """A game that goes on meanwhile: two seats at one table, whose choices are timed until they are acknowledged."""

    def __init__(self, server: RunningServer) -> None:
        self.origin = f"http://localhost:{server.port}"
        wanted = Request(f"{self.origin}/tables", b'{"game": "battlecry"}', {"Origin": self.origin})
        with urlopen(wanted) as answer:
            self.links: dict[str, str] = json.load(answer)["links"]
        self._lines = ExitStack()
        self.lines = [self._seated(self.links[seat]) for seat in ("union", "confederate")]
        self.shown: list[dict[str, Any]] = [{} for _ in self.lines]
        self.took: list[float] = []

    def _seated(self, link: str) -> ClientConnection:
        path, _, key = link.partition("#")
        address = f"{self.origin.replace('http', 'ws')}{path}/socket"
        line = self._lines.enter_context(connect(address, origin=Origin(self.origin)))
        line.send(json.dumps({"kind": "hello", "protocol": PROTOCOL, "key": key}))
        return line

    def choose(self) -> None:
        """Who is asked makes a choice; milliseconds until it is acknowledged are noted."""
        for seat, line in enumerate(self.lines):
            with suppress(TimeoutError):
                while True:
                    message = json.loads(line.recv(0.02))
                    if message["kind"] == "update":
                        self.shown[seat] = message
        for line, shown in zip(self.lines, self.shown, strict=True):
            if rows := shown.get("ask", {}).get("rows"):
                began = time.perf_counter()
                act = {"kind": "act", "id": "a", "at": shown["at"], "action": rows[0]["action"]}
                line.send(json.dumps(act))
                while (answer := json.loads(line.recv(10)))["kind"] not in ("done", "refused"):
                    pass
                if answer["kind"] == "done":
                    self.took.append((time.perf_counter() - began) * 1000)
                shown.pop("ask")
                return


def half_sent(server: RunningServer, count: int, address: str, between: Callable[[], object]) -> list[socket.socket]:
    """So many connections from an address, each with half a request; something is done after every hundred."""
    lines = []
    for n in range(count):
        line = socket.socket()
        line.setblocking(False)
        line.bind((address, 0))
        with suppress(BlockingIOError):
            line.connect(("127.0.0.1", server.port))
        lines.append(line)
        if n % 100 == 99:
            for started in lines[-100:]:
                with suppress(OSError):
                    started.send(HALF)
            between()
    return lines


def still_open(lines: Sequence[socket.socket]) -> int:
    """How many of them the server has not closed."""
    alive = 0
    for line in lines:
        try:
            alive += line.recv(1) != b""
        except BlockingIOError:
            alive += 1
        except OSError:
            pass
    return alive


def flood(server: RunningServer, count: int, address: str, seconds: int, game: Playing) -> tuple[list[float], int, int]:
    """Milliseconds of ``/healthz`` under a flood, how many lines are open at its end, and how many after the time."""
    health = [server.health() for _ in range(5)]

    def meanwhile() -> None:
        health.append(server.health())
        game.choose()

    lines = half_sent(server, count, address, meanwhile)
    at_once = still_open(lines)
    until = time.monotonic() + seconds + 1
    while (now := time.monotonic()) < until or (not game.took and now < until + SLOWNESS):
        meanwhile()
        time.sleep(0.1)
    later = still_open(lines)
    for line in lines:
        line.close()
    return health, at_once, later


def main(arguments: Sequence[str]) -> int:
    """Prints what each attack comes to."""
    parser = argparse.ArgumentParser(prog="python3 -m benchmarks.table_attack", description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="half-sent requests")
    parser.add_argument("--seconds", type=int, default=10, help="the server's time for a request")
    asked = parser.parse_args(arguments)
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(few, min(most, asked.count + 200)), most))
    with served("--seconds", str(asked.seconds), "--anybody") as server:
        game = Playing(server)
        while len(game.took) < 20:
            game.choose()
        print(f"a choice before: {median(game.took):.1f} ms, at most {max(game.took):.1f} ms")
        for address in ("127.0.0.2", "127.0.0.1"):
            game.took.clear()
            health, at_once, later = flood(server, asked.count, address, asked.seconds, game)
            meanwhile = f"{len(game.took)} choices of a game meanwhile: {median(game.took):.1f} ms"
            print(
                f"{asked.count} half-sent requests from {address}: /healthz {median(health):.1f} ms, "
                f"at most {max(health):.1f} ms; {meanwhile}, "
                f"at most {max(game.took):.1f} ms; {at_once} open at once, {later} after {asked.seconds + 1} s"
            )
        for title, request in ODD.items():
            print(f"{title}: {server.ask(request)}")
        print(f"the server has written {server.log.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
