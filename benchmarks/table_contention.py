"""Several processes serve the same tables, and people of one seat choose at once: is any choice lost, any game forked?

python -m benchmarks.table_contention --choices 10000 --seconds 150
python -m benchmarks.table_contention --choices 10000 --seconds 150 --keep postgres

Every seat sits at two screens. Both choose as soon as they are asked, so that each choice is asked for twice, mostly in
different processes, and one of them is stale. Afterwards every choice that was acknowledged must be kept, once, and
every screen must show the game as it is kept. ``--keep postgres`` starts a PostgreSQL of its own; an address uses that.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import field, frozen
from benchmarks.table_load import serving, tables
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from wargame_table.keeping.databases import open_store
from wargame_table.keeping.rows import PLAY
from wargame_table.messages.incoming import PROTOCOL
from wargame_table.play.session import TableSession
from wargame_table.play.slow_requests import game_called

QUIET = 3.0
"""Seconds without a message after which a screen shows what it is going to show."""


@frozen
class Kept:
    """What people were told is kept, and what their screens show in the end, by table, role and screen."""

    acknowledged: set[tuple[str, str, str]] = field(factory=set)
    """By table, role and the moment of the choice: who chooses the same at the same moment is told that it is done."""
    refused: Counter[str] = field(factory=Counter)
    shown: dict[tuple[str, str, int], str] = field(factory=dict)


class Run:
    """The people at all screens."""

    def __init__(self, port: int, choices: int, seconds: float) -> None:
        self.home, self.choices, self.kept = f"127.0.0.1:{port}", choices, Kept()
        self.until = time.monotonic() + seconds

    @property
    def over(self) -> bool:
        return len(self.kept.acknowledged) >= self.choices or time.monotonic() >= self.until

    async def screen(self, table: str, role: str, key: str, number: int) -> None:
        """One screen: it chooses whenever it is asked until enough was chosen, and then looks on.

        It comes again when it is cut off, as a screen is that reads too slowly.
        """
        rng = random.Random(f"{table} {role} {number}")
        moments: dict[str, str] = {}
        while True:
            try:
                await self._look_on(table, role, key, number, rng, moments)
            except ConnectionClosed:
                self.kept.refused["cut off"] += 1
                await asyncio.sleep(0.5)
            else:
                return

    async def _look_on(
        self, table: str, role: str, key: str, number: int, rng: random.Random, moments: dict[str, str]
    ) -> None:
        """The screen until it is quiet. ``moments`` of its choices by their names."""
        address, said = f"ws://{self.home}/t/{table}/socket", ""
        async with connect(address, origin=f"http://{self.home}", max_queue=None) as line:  # type: ignore[arg-type]
            await line.send(json.dumps({"kind": "hello", "protocol": PROTOCOL, "key": key}))
            while (message := await _heard(line, None if not self.over else QUIET)) is not None:
                if message["kind"] == "update":
                    self.kept.shown[table, role, number] = message["tag"] + message["at"]
                    if "ask" in message and message["ask"]["rows"] and not self.over:
                        action, name = rng.choice(message["ask"]["rows"])["action"], f"{number}.{len(moments)}"
                        moments[name] = message["at"]
                        act = {"kind": "act", "id": name, "at": message["at"], "action": action}
                        await line.send(said := json.dumps(act))
                elif message["kind"] == "done":
                    self.kept.acknowledged.add((table, role, moments[message["id"]]))
                elif message["kind"] == "refused":
                    self.kept.refused[message["code"]] += 1
                    if message["code"] == "too_fast":
                        await asyncio.sleep(0.5)
                        await line.send(said)

    async def everybody(self, made: Sequence[dict[str, tuple[str, str]]]) -> None:
        screens = [
            self.screen(table, role, key, number)
            for links in made
            for role, (table, key) in links.items()
            for number in range(2)
        ]
        await asyncio.gather(*screens)


async def _heard(line: ClientConnection, patience: float | None) -> dict[str, Any] | None:
    """The next message; None when there is none for so long."""
    try:
        return json.loads(await asyncio.wait_for(line.recv(), patience or 10 * QUIET))  # type: ignore[no-any-return]
    except TimeoutError:
        return None


def checked(place: str, made: Sequence[dict[str, tuple[str, str]]], kept: Kept) -> tuple[int, int, int]:
    """How many choices are kept, how many that were acknowledged are not, and how many screens show another game."""
    store, rows, lost, different = open_store(place), 0, 0, 0
    acknowledged = Counter(table for table, _, _ in kept.acknowledged)
    for links in made:
        table = next(iter(links.values()))[0]
        opening, played = store.opening(table), store.rows(table)
        assert opening is not None
        assert [row.n for row in played] == list(range(len(played)))
        count = sum(row.kind == PLAY for row in played)
        rows, lost = rows + count, lost + abs(count - acknowledged[table])
        session = TableSession(game_called(opening.game), opening, played)
        for role in links:
            look = session.audience.look(role, session.match)
            screens = [shown for (at, who, _), shown in kept.shown.items() if (at, who) == (table, role)]
            different += sum(shown != look["tag"] + look["at"] for shown in screens)
    store.close()
    return rows, lost, different


@contextmanager
def keeper(keep: str) -> Iterator[str]:
    """Where tables are kept: an address, "" for a new file, or a PostgreSQL that is started for it."""
    if keep != "postgres":
        yield keep
        return
    from tests.table.cluster import Cluster

    cluster = Cluster()
    try:
        yield cluster.place()
    finally:
        cluster.close()


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=["battlecry", "vicksburg"])
    parser.add_argument("--matches", type=int, default=10, help="matches of each game")
    parser.add_argument("--choices", type=int, default=10_000, help="choices that are enough")
    parser.add_argument("--seconds", type=float, default=120.0, help="seconds that are enough")
    parser.add_argument("--keep", default="", help="postgres, or an address postgresql://...; else a new SQLite file")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(words)
    with keeper(options.keep) as keep, serving(keep, options.processes) as (place, port, _):
        made = [links for game in options.games for links in tables(place, game, options.matches)]
        run = Run(port, options.choices, options.seconds)
        began = time.monotonic()
        asyncio.run(run.everybody(made))
        print(f"{options.processes} processes, {len(made)} tables, {2 * len(made[0]) * len(made)} screens", end=": ")
        print(f"{len(run.kept.acknowledged)} choices acknowledged in {time.monotonic() - began:.0f} s", end="; ")
        print("refused: " + (", ".join(f"{count} {code}" for code, count in run.kept.refused.items()) or "none"))
        rows, lost, different = checked(place, made, run.kept)
    print(
        f"{rows} kept; acknowledged and not kept, or the reverse: {lost}; screens that show another game: {different}"
    )
    return 1 if lost or different else 0


if __name__ == "__main__":
    sys.exit(main())
