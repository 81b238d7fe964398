"""What a choice at a table costs the server: one whole game each, two seats and a spectator watching.

python benchmarks/table_cost.py [GAME ...] [--most N] [--profile]

Milliseconds of processor time a choice, median and 95 of 100: reading the message, playing it, keeping the row in
SQLite, making and writing the updates of the three screens. The socket's own work (frames, deflate) is not in it; see
`table_load` for that. The choices are those of the game's bots, drawn once beforehand.
"""

import argparse
import cProfile
import json
import pstats
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from wargame_core.json_form import JsonObject
from wargame_table.keeping.databases import SqliteStore
from wargame_table.keeping.rows import Opening
from wargame_table.messages.incoming import PROTOCOL, Hello, read_message
from wargame_table.play.session import TableSession
from wargame_table.play.slow_requests import game_called

GAMES = ("battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")


def choices_of(opening: Opening, most: int) -> list[tuple[str, JsonObject]]:
    """Seat and action of every choice of a game between bots."""
    game = game_called(opening.game)
    match = opening.begin(game)
    bots = {seat: game.bot("heuristic", seed=number) for number, seat in enumerate(game.seats)}
    made: list[tuple[str, JsonObject]] = []
    while match.waiting_for and len(made) < most:
        seat = match.waiting_for[0]
        action = match.rules.codec.to_json(bots[seat](match.view(seat)))
        made.append((seat, action))
        match.play(action, seat)
    return made


class Watched:
    """A table with a screen for everybody, whose messages are written as they would be for the line."""

    def __init__(self, opening: Opening, folder: Path) -> None:
        game = game_called(opening.game)
        self.session, self.store = TableSession(game, opening), SqliteStore(folder / "tables.sqlite")
        self.at: dict[str, str] = {}
        self.bytes = 0
        for role in (*game.seats, "spectator"):
            self._send(self.session.join(role, role, Hello(protocol=PROTOCOL)))

    def _send(self, out: Sequence[tuple[str, JsonObject]]) -> None:
        for connection, message in out:
            self.bytes += len(json.dumps(message, separators=(",", ":")))
            if message["kind"] == "update":
                self.at[connection] = message["at"]

    def choose(self, number: int, seat: str, action: JsonObject) -> None:
        """A choice from the text of its message to the texts of all updates."""
        act = {"kind": "act", "id": str(number), "at": self.at[seat], "action": action}
        heard = self.session.hear(seat, read_message(json.dumps(act)))
        assert heard.row is not None, heard.out
        row = evolve(heard.row, at=1.0)
        assert self.store.append("t", row)
        self._send([*heard.out, *self.session.settle(row)])


def measured(name: str, most: int, profile: cProfile.Profile | None) -> str:
    """A line of the table."""
    opening = evolve(Opening.of(game_called(name)), seed=1863, secret="00" * 16)
    made, spent = choices_of(opening, most), []
    with tempfile.TemporaryDirectory() as folder:
        table = Watched(opening, Path(folder))
        before = table.bytes
        for number, (seat, action) in enumerate(made):
            if profile is not None:
                profile.enable()
            began = time.process_time()
            table.choose(number, seat, action)
            spent.append((time.process_time() - began) * 1000)
            if profile is not None:
                profile.disable()
        table.store.close()
    high = statistics.quantiles(spent, n=20)[18]
    mean, size = statistics.fmean(spent), (table.bytes - before) / len(made)
    return f"{name:28} {len(made):5} {statistics.median(spent):7.2f} {mean:6.2f} {high:7.2f} {size:8.0f}"


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--most", type=int, default=400, help="choices a game")
    parser.add_argument("--profile", action="store_true", help="say where the time goes")
    options = parser.parse_args(words)
    profile = cProfile.Profile() if options.profile else None
    print(f"{'game':28} {'count':>5} {'median':>7} {'mean':>6} {'p95 ms':>7} {'bytes':>8}")
    for name in options.games:
        print(measured(name, options.most, profile), flush=True)
    if profile is not None:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(60)


if __name__ == "__main__":
    main()
