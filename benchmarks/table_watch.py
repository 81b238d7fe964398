"""All attacks on a server at once, for as long as is asked: what people at their tables notice, and what it keeps.

python -m benchmarks.table_watch --minutes 60

A server of four processes over one file; people at ten tables choose every two seconds or so. Meanwhile strangers from
some addresses of IPv4 and from many of one network of IPv6 make tables, half-sent requests, lists and digests, watch
without reading, ask large games for films, hints and forecasts as fast as they are let, and begin game after game anew.
They share one core of the machine. Every few minutes one process of the server is killed, and the server is stopped and
started again. Printed: how long acknowledgements of choices took, those lost, memory, and how much the file has grown.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from http import HTTPStatus
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any, Final

from attrs import define, field, frozen
from benchmarks.table_load import free_port, wait_until_it_answers
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from wargame_core.json_form import JsonObject
from wargame_table.keeping.databases import open_store
from wargame_table.keeping.rows import PLAY
from wargame_table.messages.incoming import PROTOCOL

TABLES: Final = 10
THINK: Final = 2.0
"""Seconds that a person thinks, on average."""
NAME: Final = "games.example"
"""The server's name: it believes a proxy on its own machine, and so its limits count strangers by their addresses."""
OLD_STRANGERS: Final = tuple(f"198.51.100.{number}" for number in range(1, 21))
"""Addresses of IPv4 that strangers have."""
NETWORK: Final = int(IPv6Address("2001:db8:1:2::"))
LARGE: Final = ("gettysburg", "gcacw_on_the_4th_day")
KILL_EVERY, RESTART_EVERY = 120.0, 600.0
"""Seconds between kills of one process, and between restarts of all."""
GONE: Final = (OSError, EOFError, TimeoutError, WebSocketException, asyncio.IncompleteReadError)


@frozen
class Visitor:
    """Somebody who comes to the server through its proxy, which says from where."""

    port: int
    address: str

    @property
    def origin(self) -> str:
        """The server's own pages."""
        return f"http://{NAME}:{self.port}"

    async def ask(self, method: str, path: str, body: object = None, key: str = "") -> tuple[int, Any]:
        """The status and the answer of a request, as JSON where it is some. Raises one of `GONE`."""
        content = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: {NAME}:{self.port}\r\nOrigin: {self.origin}\r\n"
        head += f"X-Forwarded-For: {self.address}\r\nContent-Length: {len(content)}\r\nConnection: close\r\n"
        head += f"Authorization: Bearer {key}\r\n" if key else ""
        async with asyncio.timeout(30):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                writer.write(head.encode() + b"\r\n" + content)
                answer = await reader.read()
            finally:
                writer.close()
        start, _, text = answer.partition(b"\r\n\r\n")
        words = start.split()
        if len(words) < 2 or not words[1].isdigit():
            raise EOFError  # the server was killed meanwhile
        with suppress(ValueError):
            return int(words[1]), json.loads(text)
        return int(words[1]), None

    async def make(self, game: str) -> dict[str, tuple[str, str]] | None:
        """A new table: id and key of each role; None where the server makes none."""
        status, made = await self.ask("POST", "/tables", {"game": game})
        if status != HTTPStatus.CREATED or made is None:
            return None
        links = {role: link.rpartition("/t/")[2].partition("#") for role, link in made["links"].items()}
        return {role: (table, key) for role, (table, _, key) in links.items()}

    async def sit(self, table: str, key: str, **fields: Any) -> ClientConnection:
        """A line to a table, greeted. Raises one of `GONE`."""
        headers = {"X-Forwarded-For": self.address}
        address = f"ws://{NAME}:{self.port}/t/{table}/socket"
        reached = {"host": "127.0.0.1", "port": self.port, "max_queue": None, **fields}
        line = await connect(address, origin=self.origin, additional_headers=headers, **reached)  # type: ignore[arg-type]
        await line.send(json.dumps({"kind": "hello", "protocol": PROTOCOL, "key": key}))
        return line


@define
class People:
    """People at their tables: how long each acknowledgement took, and which choices were acknowledged."""

    port: int
    until: float
    rng: random.Random = field(factory=lambda: random.Random(1863))
    took: list[float] = field(factory=list)
    done: Counter[str] = field(factory=Counter)
    refused: Counter[str] = field(factory=Counter)
    reconnected: int = 0

    async def evening(self, number: int) -> None:
        """A table, played game after game until the time is over."""
        visitor = Visitor(self.port, f"203.0.113.{number}")
        while time.monotonic() < self.until:
            with suppress(*GONE):
                if (links := await visitor.make("battlecry")) is not None:
                    seats = [self._seat(visitor, *links[seat]) for seat in ("union", "confederate")]
                    await asyncio.gather(*seats)
                    continue
            await asyncio.sleep(1)

    async def _seat(self, visitor: Visitor, table: str, key: str) -> None:
        """A person who comes back whenever the line breaks, until the game or the time is over."""
        while time.monotonic() < self.until:
            try:
                line = await visitor.sit(table, key)
            except GONE:
                await asyncio.sleep(0.5)
                continue
            try:
                async with line:
                    if await self._play(line, table):
                        return
            except GONE:
                self.reconnected += 1
                await asyncio.sleep(0.5)

    async def _play(self, line: ClientConnection, table: str) -> bool:
        """Choose whenever asked; whether the game is over. A choice counts once it is acknowledged on this line."""
        while (left := self.until - time.monotonic()) > 0:
            try:
                message = json.loads(await asyncio.wait_for(line.recv(), min(left, 60)))
            except TimeoutError:
                continue
            if message["kind"] == "update" and "outcome" in message:
                return True
            if message["kind"] == "update" and message.get("ask", {}).get("rows"):
                await self._choose(line, table, message)
        return True

    async def _choose(self, line: ClientConnection, table: str, update: JsonObject) -> None:
        await asyncio.sleep(self.rng.expovariate(1 / THINK))
        act = {"kind": "act", "id": secrets.token_hex(4), "at": update["at"]}
        act["action"] = self.rng.choice(update["ask"]["rows"])["action"]
        begin = time.monotonic()
        await line.send(json.dumps(act))
        async with asyncio.timeout(30):
            while (answer := json.loads(await line.recv())).get("id") != act["id"]:
                pass
        if answer["kind"] == "done":
            self.took.append(time.monotonic() - begin)
            self.done[table] += 1
        else:
            self.refused[answer["code"]] += 1


class Attack:
    """Everything that strangers do at once."""

    def __init__(self, port: int, until: float) -> None:
        self.port, self.until, self.rng, self.count = port, until, random.Random(9), Counter[str]()

    async def everything(self) -> None:
        """All of it, again and again, until the time is over."""
        ways = [self._tables, self._half_sent, self._lists, self._silent, self._heavy, self._rematches, self._heavy]
        with suppress(TimeoutError):
            async with asyncio.timeout(self.until - time.monotonic()):
                await asyncio.gather(*(self._again(way) for way in ways))

    async def _again(self, way: Callable[[], Awaitable[None]]) -> None:
        while time.monotonic() < self.until:
            with suppress(*GONE):
                await way()
            await asyncio.sleep(0.05)

    def _stranger(self) -> Visitor:
        """One of some addresses of IPv4, or any of one network of IPv6."""
        other = str(IPv6Address(NETWORK + self.rng.getrandbits(64)))
        return Visitor(self.port, self.rng.choice((*OLD_STRANGERS, *[other] * len(OLD_STRANGERS))))

    async def _tables(self) -> None:
        made = await self._stranger().make(self.rng.choice(LARGE))
        self.count["tables made" if made else "tables refused"] += 1

    async def _half_sent(self) -> None:
        """A hundred connections that send half a request and wait."""
        lines = [await asyncio.open_connection("127.0.0.1", self.port) for _ in range(100)]
        for _, writer in lines:
            writer.write(f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX-Forwarded-For: {OLD_STRANGERS[0]}\r\nX-".encode())
        self.count["half-sent requests"] += len(lines)
        await asyncio.sleep(8)
        for _, writer in lines:
            writer.close()

    async def _lists(self) -> None:
        """Lists, digests, persons, and looks at what somebody has."""
        visitor, secret = self._stranger(), secrets.token_urlsafe(32)
        asked = (
            visitor.ask("POST", "/list", {"version": 0, "body": "x" * 14_000}, secret),
            visitor.ask("POST", "/digests", {"tables": [{"table": secret[:10], "key": secret}] * 50}),
            visitor.ask("POST", "/mine", {"tables": [{"table": secret[:10], "key": secret}] * 50}),
        )
        for answer in await asyncio.gather(*asked):
            self.count[f"lists and digests {'let in' if answer[0] < HTTPStatus.BAD_REQUEST else 'refused'}"] += 1

    async def _silent(self) -> None:
        """Some who watch and never read, while somebody at their table talks as fast as he is let."""
        visitor = self._stranger()
        if (links := await visitor.make("battlecry")) is None:
            visitor = Visitor(self.port, OLD_STRANGERS[self.rng.randrange(len(OLD_STRANGERS))])
            links = await visitor.make("battlecry")
        if links is None:
            await asyncio.sleep(5)
            return
        silent = [await visitor.sit(*links["spectator"], max_size=None) for _ in range(6)]
        async with await visitor.sit(*links["union"]) as talker:
            for line in silent:
                line.transport.pause_reading()
            for number in range(200):
                said = {"kind": "say", "id": str(number), "text": "x" * 400}
                await talker.send(json.dumps(said))
                self.count["sentences"] += 1
                await asyncio.sleep(0.1)
        for line in silent:
            line.transport.abort()

    async def _heavy(self) -> None:
        """A large game, asked for all that takes time."""
        visitor = self._stranger()
        if (links := await visitor.make(self.rng.choice(LARGE))) is None:
            await asyncio.sleep(5)
            return
        seats = [role for role in links if role != "spectator"]
        async with await visitor.sit(*links[self.rng.choice(seats)]) as line:
            for number in range(100):
                kind = self.rng.choice(("film", "course", "hint", "rules", "analysis"))
                await line.send(json.dumps({"kind": kind, "id": str(number)}))
                self.count["requests that take time"] += 1
                with suppress(TimeoutError):
                    await asyncio.wait_for(line.recv(), 1)

    async def _rematches(self) -> None:
        """Game after game begun anew, by the two seats of one table."""
        visitor = self._stranger()
        if (links := await visitor.make("battlecry")) is None:
            await asyncio.sleep(5)
            return
        async with await visitor.sit(*links["union"]) as one, await visitor.sit(*links["confederate"]) as other:
            shown = [await _update(line) for line in (one, other)]
            await one.send(json.dumps({"kind": "offer", "id": "o", "what": "again", "at": shown[0]["at"]}))
            shown[1] = await _update(other)
            await other.send(json.dumps({"kind": "answer", "id": "a", "yes": True, "at": shown[1]["at"]}))
            while (answer := json.loads(await asyncio.wait_for(other.recv(), 10))).get("id") != "a":
                pass
            self.count["games begun anew" if answer["kind"] == "done" else "games begun anew, refused"] += 1


async def _update(line: ClientConnection) -> JsonObject:
    """The next update that a screen is sent."""
    while (message := json.loads(await asyncio.wait_for(line.recv(), 10)))["kind"] != "update":
        pass
    return dict(message)


class Served:
    """The server under attack, and what it used."""

    def __init__(self, folder: Path) -> None:
        self.place, self.port, self.log = folder / "tables.sqlite", free_port(), folder / "log"
        self.restarts = self.kills = 0
        self.most_memory = 0.0
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        code = "import sys; from wargame_table.commands import serve; serve(sys.argv[1:])"
        wishes = ["--port", str(self.port), "--keep", str(self.place), "--processes", "4", "--anybody"]
        with self.log.open("ab") as written:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code, *wishes, "--name", NAME], stdout=written, stderr=written
            )
        wait_until_it_answers(self.port)

    def processes(self) -> list[int]:
        """It, and all that it has started."""
        found, waiting = list[int](), [self.process.pid]
        while waiting:
            found.append(number := waiting.pop())
            with suppress(OSError):
                waiting += map(int, Path(f"/proc/{number}/task/{number}/children").read_text().split())
        return found

    def measure(self) -> None:
        """Note the memory of all processes together, in MiB; what they share counts once."""
        total = 0.0
        for number in self.processes():
            with suppress(OSError):
                lines = Path(f"/proc/{number}/smaps_rollup").read_text().splitlines()
                total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
        self.most_memory = max(self.most_memory, total)

    def kill_one(self) -> None:
        """Kill one of the processes that answer people."""
        if children := self.processes()[1:]:
            with suppress(ProcessLookupError):
                os.kill(random.choice(children), signal.SIGKILL)
                self.kills += 1

    def stop(self) -> None:
        """Stop it as the machine would."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    @property
    def size(self) -> float:
        """Megabytes that it keeps."""
        return sum(path.stat().st_size for path in self.place.parent.glob("tables.sqlite*")) / 1e6


async def watched(served: Served, people: People) -> None:
    """People play; the server is measured, hurt and started anew."""

    async def hurt() -> None:
        next_kill, next_restart = time.monotonic() + KILL_EVERY, time.monotonic() + RESTART_EVERY
        while (now := time.monotonic()) < people.until:
            served.measure()
            if now >= next_restart:
                await asyncio.to_thread(served.stop)
                await asyncio.to_thread(served.start)
                served.restarts, next_restart = served.restarts + 1, now + RESTART_EVERY
            elif now >= next_kill:
                served.kill_one()
                next_kill = now + KILL_EVERY
            await asyncio.sleep(5)

    await asyncio.gather(hurt(), *(people.evening(number) for number in range(1, TABLES + 1)))


def lost(place: Path, people: People) -> int:
    """How many choices were acknowledged and are not kept."""
    store, missing = open_store(str(place)), 0
    for table, count in people.done.items():
        missing += max(0, count - sum(row.kind == PLAY for row in store.rows(table)))
    store.close()
    return missing


def report(served: Served, people: People, grown: float, minutes: float) -> Iterator[str]:
    """What people noticed, and what the server kept and used."""
    cut = statistics.quantiles(people.took, n=100)
    yield f"{minutes:g} minutes: {len(people.took)} choices of people at {TABLES} tables"
    yield f"acknowledged after {cut[49] * 1e3:.0f} / {cut[94] * 1e3:.0f} / {cut[98] * 1e3:.0f} ms (p50 / p95 / p99)"
    yield f"acknowledged and lost: {lost(served.place, people)}; refused: {dict(people.refused)}"
    yield f"{served.kills} processes killed, {served.restarts} restarts, {people.reconnected} lines opened again"
    yield f"memory of all processes together: {served.most_memory:.0f} MiB at most"
    yield f"the file has grown by {grown:.1f} MB; the server has written {served.log.stat().st_size / 1e3:.0f} KB"


def main(words: Sequence[str] | None = None) -> None:
    """Print what people noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--attack", type=int, metavar="PORT", help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    until = time.monotonic() + options.minutes * 60
    if options.attack is not None:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        attack = Attack(options.attack, until)
        asyncio.run(attack.everything())
        print("strangers: " + ", ".join(f"{count:,} {what}" for what, count in sorted(attack.count.items())))
        return
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        before, people = served.size, People(served.port, until)
        wishes = ["--minutes", str(options.minutes), "--attack", str(served.port)]
        strangers = subprocess.Popen([sys.executable, "-m", "benchmarks.table_watch", *wishes])
        try:
            asyncio.run(watched(served, people))
            strangers.wait(60)
        finally:
            strangers.kill()
            served.stop()
        print("\n".join(report(served, people, served.size - before, options.minutes)))


if __name__ == "__main__":
    main()
