"""Load on a server of tables: many matches over real sockets, for a bounded time.

python -m benchmarks.table_load --game battlecry --matches 50 --think 1.5 --seconds 15
python -m benchmarks.table_load --game battlecry --until-it-breaks

Two seats and a spectator at every match; who is asked chooses any row of the menu after a while. Printed: choices a
second, how long an acknowledgement takes, and what the server's process used of a core and of memory.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import frozen
from websockets.asyncio.client import connect

from wargame_table.keeping.databases import open_store
from wargame_table.keeping.rows import Opening
from wargame_table.messages.incoming import PROTOCOL
from wargame_table.network.guard import hash_of_key, new_id, new_key
from wargame_table.play.slow_requests import game_called

STEPS = (25, 50, 100, 200, 400, 800)
"""Matches that are tried one after the other, until it breaks."""
SLOW = 0.5
"""Seconds within which 95 of 100 are to be told."""
FULL = 0.85
"""As much of a core as counts for all of it."""
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def tables(place: str, game: str, count: int) -> list[dict[str, tuple[str, str]]]:
    """New tables: id and key of each role."""
    store, made = open_store(place), []
    for _ in range(count):
        table, keys = new_id(), {role: new_key() for role in (*game_called(game).seats, "spectator")}
        store.make(table, Opening.of(game_called(game)), {role: hash_of_key(key) for role, key in keys.items()}, 0.0)
        made.append({role: (table, key) for role, key in keys.items()})
    store.close()
    return made


class Load:
    """The people of all matches, and how long they waited."""

    def __init__(self, port: int, think: float, seconds: float, people: int) -> None:
        self.port, self.think, self.seconds = port, think, seconds
        self.until = float("inf")
        self.began = self.spent = 0.0
        self.used: Callable[[], float] = time.process_time
        self._missing, self._all_there = people, asyncio.Event()
        self.waited: list[float] = []
        self.refused = 0

    async def _wait_for_all(self) -> None:
        """Nothing is measured while people still come."""
        self._missing -= 1
        if not self._missing:
            self.began = time.monotonic()
            self.until = self.began + self.seconds
            self.spent = self.used()
            self._all_there.set()
        await self._all_there.wait()

    async def person(self, table: str, key: str, seed: int) -> None:
        """One screen until time is up."""
        rng, number = random.Random(seed), 0
        home = f"127.0.0.1:{self.port}"
        async with connect(f"ws://{home}/t/{table}/socket", origin=f"http://{home}", max_queue=None) as line:  # type: ignore[arg-type]
            await line.send(json.dumps({"kind": "hello", "protocol": PROTOCOL, "key": key}))
            while (update := json.loads(await line.recv()))["kind"] != "update":
                pass
            await self._wait_for_all()
            sent = 0.0
            while (left := self.until - time.monotonic()) > 0:
                if update is not None and "ask" in update:
                    thought = rng.expovariate(1 / self.think) if self.think else 0
                    await asyncio.sleep(min(left, thought))
                    if thought >= left:  # else all who are thinking would choose together when time is up
                        return
                    action = rng.choice(update["ask"]["rows"])["action"]
                    number, sent = number + 1, time.monotonic()
                    act = {"kind": "act", "id": str(number), "at": update["at"], "action": action}
                    await line.send(json.dumps(act))
                    update = None
                try:
                    message: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), max(0.01, left)))
                except TimeoutError:
                    return
                if message["kind"] == "update":
                    update = message
                elif message["kind"] == "done":
                    self.waited.append(time.monotonic() - sent)
                elif message["kind"] == "refused":
                    self.refused += 1


def used(process: int) -> tuple[float, float]:
    """Seconds of a core and megabytes that a process and those it started have used, where the system tells."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    parts = [_used(number) for number in (process, *map(int, children))]
    return sum(seconds for seconds, _ in parts), sum(size for _, size in parts)


def _used(process: int) -> tuple[float, float]:
    stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return (int(stat[11]) + int(stat[12])) / TICKS, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def run(made: list[dict[str, tuple[str, str]]], port: int, options: argparse.Namespace, process: int) -> Pressed:
    people = [link for links in made for link in links.values()]
    load = Load(port, options.think, options.seconds, len(people))
    load.used = lambda: used(process)[0]
    own = time.process_time()
    await asyncio.gather(*(load.person(table, key, seed) for seed, (table, key) in enumerate(people)))
    spent, size = used(process)
    seconds = time.monotonic() - load.began
    return report(load, seconds, spent - load.spent, time.process_time() - own, size, len(people))


def report(load: Load, seconds: float, spent: float, own: float, size: float, sockets: int) -> Pressed:
    waited = sorted(load.waited)
    cut = statistics.quantiles(waited, n=100) if len(waited) > 1 else [0.0] * 99
    count = max(1, len(waited))
    print(f"{sockets} sockets, {len(waited)} choices in {seconds:.0f} s: {len(waited) / seconds:.0f} a second")
    print(f"acknowledged after {cut[49] * 1000:.1f} / {cut[94] * 1000:.1f} / {cut[98] * 1000:.1f} ms (p50 / p95 / p99)")
    print(f"server: {spent / seconds:.2f} of a core, {spent / count * 1000:.1f} ms a choice, {size:.0f} MB")
    print(f"people: {own / seconds:.2f} of a core; refused: {load.refused}", flush=True)
    return Pressed(cut[94], spent / seconds, own / seconds, load.refused)


@frozen
class Pressed:
    """How a run went: how long 95 of 100 acknowledgements took at most, and what was used of a core by whom."""

    slow: float
    server: float
    people: float
    refused: int

    @property
    def broken(self) -> str:
        """What gave way; empty while nothing has."""
        if self.refused:
            return "choices are refused"
        if self.slow < SLOW:
            return ""
        if self.server > FULL:
            return "the server's process has no more of its core to give: one loop answers everybody"
        if self.server + self.people > FULL * (os.cpu_count() or 1):
            return "the machine has no more to give to server and people together; the people need most of it"
        return "the machine is busy with something else: neither the server nor the people have a core to themselves"


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="battlecry")
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--think", type=float, default=1.5, help="seconds a person thinks, on average")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--keep", default="", help="a PostgreSQL to use, postgresql://...; otherwise a new SQLite file")
    parser.add_argument("--processes", type=int, default=1, help="processes that answer people")
    parser.add_argument("--until-it-breaks", action="store_true", help="more and more matches, and what gives way")
    options = parser.parse_args(words)
    if not options.until_it_breaks:
        pressed(options)
        return
    for options.matches in STEPS:
        print(f"{options.matches} matches")
        if broken := pressed(options).broken:
            print(f"with {options.matches} matches 95 of 100 are not told within {SLOW} s: {broken}")
            return
    print(f"nothing broke with {STEPS[-1]} matches")


def pressed(options: argparse.Namespace) -> Pressed:
    """One run against a server of its own."""
    with serving(options.keep, options.processes) as (place, port, process):
        return asyncio.run(run(tables(place, options.game, options.matches), port, options, process))


def wait_until_it_answers(port: int) -> None:
    """Wait for a server that begins, half a minute at most."""
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz").close()
        except OSError:
            time.sleep(0.05)
        else:
            return


@contextmanager
def serving(keep: str, processes: int) -> Iterator[tuple[str, int, int]]:
    """A server of one's own, with a new file where none is given: where it keeps tables, its port and its process."""
    with tempfile.TemporaryDirectory() as folder:
        place, port = keep or str(Path(folder) / "tables.sqlite"), free_port()
        code = "import sys; from wargame_table.commands import serve; serve(sys.argv[1:])"
        many = ["--connections", "1000000", "--processes", str(processes)]
        server = subprocess.Popen([sys.executable, "-c", code, "--port", str(port), "--keep", place, *many])
        try:
            wait_until_it_answers(port)
            yield place, port, server.pid
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


if __name__ == "__main__":
    main()
