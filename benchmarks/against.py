"""Whether play has become slower: two commits play the same games by the same seeds, in processes that take turns.

    python3 -m benchmarks.against [COMMIT [COMMIT]] [--rounds N] [--games NAME,NAME]

The first commit (`THEN` unless another is named) is compared with the second, or with the tree as it is. Each commit is
laid out in a folder of its own and runs with this environment's libraries. A round plays one game with each commit for
every row; ratios are of decisions a second of processor time, new to old: 1.3 is a third faster. What was called
otherwise then is found by `worker`.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
THEN: Final = "5e743565"
GAMES: Final = (
    ("battlecry", ""),
    ("vicksburg", ""),
    ("gettysburg", ""),
    ("gcacw_on_the_4th_day", "lees_retreat"),
    ("gcacw_on_the_4th_day", "the_battle_continues"),
    ("thunder_on_the_mississippi", ""),
)
KINDS: Final = ("recorded", "playout")
MOST: Final = 400
"""The number of choices of a recorded game that are played."""


def worker() -> None:
    """Play what each line of standard input asks for, and tell how many decisions that were and how long they took."""
    from random import Random
    from time import process_time

    from wargame_core import load

    try:
        from wargame_lab.playouts import playout
    except ImportError:  # as it was called until 22 November
        from wargame_core.players.playouts import playout  # type: ignore[import-not-found,no-redef]
    from wargame_core.dice import Seeded

    def waiting_for(match: Any) -> Sequence[str]:
        seats: Sequence[str] = match.waiting_for if hasattr(match, "waiting_for") else match.to_choose
        return seats

    known: dict[str, Any] = {}
    for line in sys.stdin:
        name, scenario, kind, seed = json.loads(line)
        game = known.get(name) or known.setdefault(name, load(name))
        played = {"scenario": scenario} if scenario else {}
        decisions = 0
        if kind == "recorded":
            match, rng = game.start(seed=seed, **played), Random(seed)
            began = process_time()
            while decisions < MOST and (waiting := waiting_for(match)):
                match.play(match.choices(waiting[0]).sample(rng), waiting[0])
                decisions += 1
        else:
            players = {seat: game.bot("random", seed=seed) for seat in game.seats}
            began = process_time()
            decisions = playout(game, players, dice=Seeded(seed), **played).decisions
        print(json.dumps([decisions, process_time() - began]), flush=True)


@contextmanager
def laid_out(commit: str | None) -> Iterator[Path]:
    """A folder with the files of a commit; the tree as it is for None."""
    if commit is None:
        yield ROOT
        return
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        yield Path(folder)


def started(folder: Path, script: Path = Path(__file__)) -> subprocess.Popen[str]:
    """A worker of a script that plays with the files of a folder."""
    sources = [
        folder / "src",
        *(source for room in ("tools", "frontends", "plugins") for source in folder.glob(f"{room}/*/src")),
    ]
    paths = os.pathsep.join(map(str, sources))
    return subprocess.Popen(
        [sys.executable, str(script), "--worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "0"},
    )


def asked(process: subprocess.Popen[str], *what: object) -> tuple[int, float]:
    """The decisions and the seconds of one game that a worker plays."""
    assert process.stdin is not None
    assert process.stdout is not None
    print(json.dumps(what), file=process.stdin, flush=True)
    line = process.stdout.readline()
    if not line:
        raise SystemExit(f"the worker has ended at {what}")
    decisions, seconds = json.loads(line)
    return decisions, seconds


def compared(
    then: subprocess.Popen[str], now: subprocess.Popen[str], row: tuple[str, str, str], rounds: int
) -> list[float]:
    """The ratio of each round, new to old; the first game of a row is not counted."""
    ratios = []
    for number in range(rounds + 1):
        pair = (then, now) if number % 2 else (now, then)
        rates = {process: (lambda found: found[0] / found[1])(asked(process, *row, 1000 + number)) for process in pair}
        ratios.append(rates[now] / rates[then])
    return ratios[1:]


def main(words: Sequence[str] | None = None) -> None:
    """Print a line for each game and kind of play: the median ratio, and the least and the greatest."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "commits", nargs="*", default=[THEN], help="the old commit, and the new one (the tree as it is)"
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", default=",".join(dict.fromkeys(name for name, _ in GAMES)))
    given = parser.parse_args(words)
    old, new = (*given.commits, None)[:2]
    with laid_out(old) as old_folder, laid_out(new) as new_folder:
        then, now = started(old_folder), started(new_folder)
        print(f"{new or 'the tree as it is'} against {old}: median of {given.rounds} rounds, least and greatest")
        for name, scenario in GAMES:
            for kind in KINDS if name in given.games.split(",") else ():
                ratios = compared(then, now, (name, scenario, kind), given.rounds)
                told = f"{median(ratios):.2f}  ({min(ratios):.2f} to {max(ratios):.2f})"
                print(f"{' '.join(filter(None, (name, scenario))):45} {kind:9} {told}", flush=True)
        for process in (then, now):
            process.kill()


if __name__ == "__main__":
    worker() if "--worker" in sys.argv else main()
