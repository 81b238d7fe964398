"""What an engine costs beside a bot in this process, and whether games end whatever an engine does.

``python -m benchmarks.engines --games 1000`` plays games in which an engine at random dies, is late, talks nonsense,
floods, forks, eats memory or chooses what is not legal, and says how they ended and what was left behind.
"""

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.engines.reference import reference_engine

from wargame_core.flow.players import PlayerLike
from wargame_lab import EngineLimits, engine, simulate
from wargame_lab.engines.player import Engine, say_nothing

ROOT = Path(__file__).parents[1]
HOSTILE = ROOT / "tests/engines/hostile.py"
CAUSES = (
    "did not choose", "ended by signal", "ended with exit code", "is not understood", "wrote more than", "processes",
    "memory", "no action", "not legal", "not asked",
)  # fmt: skip
"""What the sentences of faults are told apart by."""


def chaotic(folder: Path) -> Engine:
    """An engine that does something else each time; the numbers of its processes stand in a folder."""
    limits = EngineLimits(seconds=0.3, grace=0.1, bytes=200_000, lines=100, memory=300 << 20, processes=20, faults=1000)
    command = [sys.executable, "-I", "-S", str(HOSTILE), "anything", str(folder)]
    return engine(command, limits=limits, tell=say_nothing)


def survive(games: int, jobs: int, seed: int) -> None:
    """Play games with the chaotic engine and print how they ended."""
    with TemporaryDirectory() as name:
        folder, began = Path(name), time.perf_counter()
        own = chaotic(folder)
        done = simulate("battlecry", {"union": own, "confederate": "random"}, games=games, jobs=jobs, seed=seed)
        own.close()
        seconds = time.perf_counter() - began
        causes = Counter(next((c for c in CAUSES if c in fault), fault) for fault in done.faults)
        time.sleep(2.0)  # the last supervisors end theirs
        processes = [int(path.name) for path in folder.iterdir() if path.name.isdecimal()]
        remaining = [process for process in processes if os.path.exists(f"/proc/{process}")]
        print(f"{len(done.games)} games, {len(done.finished)} finished, {done.decisions} decisions, {seconds:.0f} s")
        print(f"{len(done.faults)} faults: " + ", ".join(f"{cause} {times}" for cause, times in causes.most_common()))
        print(f"{len(processes)} processes of engines, {len(remaining)} of them run still")


def cost(seed: int, folder: Path) -> None:
    """What a choice takes: by a bot here, by an engine of the reference, and by the same bot as an engine."""
    players: dict[str, PlayerLike] = {
        "random, in this process": "random",
        "engine.js": engine(["node", str(reference_engine(folder))]),
        "heuristic, in this process": "heuristic",
        "heuristic, as an engine": engine(
            [
                sys.executable,
                "-c",
                "from wargame_terminal import main; main()",
                "engine",
                "battlecry",
                "--bot",
                "heuristic",
            ]
        ),
    }
    for name, player in players.items():
        simulate("battlecry", player, games=1, seed=seed, limit=2)  # starts the processes
        done = simulate("battlecry", player, games=3, seed=seed)
        print(f"{name:<28} {1000 * done.seconds / done.decisions:6.2f} ms a choice")


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1863)
    options = parser.parse_args()
    print(subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip())
    with TemporaryDirectory() as folder:
        cost(options.seed, Path(folder))
    if options.games:
        survive(options.games, options.jobs, options.seed)


if __name__ == "__main__":
    main()
