"""Runs blocks of thorough tests and keeps what came of them, or says which blocks are due.

``python3 run.py test --thorough`` runs all that are due, the longest overdue first, ``... --thorough BLOCK ...`` those
whose names begin so, and ``python3 run.py test --due`` lists the blocks that are due and why.
"""

import argparse
import platform
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO

import pytest
from tests.thorough.blocks import GAMES, ROOT, RUNS, Run, counted, due, files_of, git, keep, part_of, runs

SPREAD = ("-n", "auto", "--dist", "loadgroup", "--no-loadscope-reorder", "--dearest", "5")


class Counts:
    """A plugin of pytest that counts what is collected, by block, and what comes of it."""

    def __init__(self) -> None:
        self.collected = Counter[str]()
        self.outcomes = Counter[str]()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.collected = counted(items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or not report.passed:
            self.outcomes[report.outcome] += 1


def main(words: Sequence[str]) -> int:
    """Returns the exit code: 1 where a test fails, 2 where there is nothing that could be run."""
    parser = argparse.ArgumentParser(prog="run.py test --thorough", description=__doc__)
    parser.add_argument("blocks", nargs="*", metavar="BLOCK", help="only blocks whose names begin so")
    parser.add_argument("--due", action="store_true", help="only say which blocks are due")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"games a battery of laws ({GAMES})")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if given.alone:
        return run_one(given.blocks[0], given.games)
    collected = counts_of_all()
    waiting = due(runs(), collected)
    if given.due:
        print("\n".join([*(f"{block}: {why}" for block, why in waiting.items()), summary(waiting, collected)]))
        return 0
    chosen = [block for block in collected if any(block.startswith(name) for name in given.blocks)]
    if given.blocks and not chosen:
        print(f"no block begins with {', '.join(given.blocks)}; there are: {', '.join(sorted(collected))}")
        return 2
    if changed := (git("status", "--porcelain", "--untracked-files=no", "--", ".", f":!{RUNS.relative_to(ROOT)}")):
        print(f"what is run must be committed, so that its commit can be kept; changed are:\n{changed}")
        return 2
    red = []
    for block in sorted(chosen) or waiting:
        print(f"\n== block {block}: {collected[block]} tests", flush=True)
        alone = [sys.executable, "-m", "tests.thorough", "--alone", block, "--games", str(given.games)]
        if subprocess.run(alone, cwd=ROOT, check=False).returncode:
            red.append(block)
    print("\n".join([*(f"{block}: RED" for block in red), summary(due(runs(), collected), collected)]))
    return int(bool(red))


def summary(waiting: Sequence[str] | dict[str, str], collected: Counter[str]) -> str:
    """One line on how many blocks are due."""
    return f"{len(waiting)} of {len(collected)} blocks are due"


def counts_of_all() -> Counter[str]:
    """How many tests each block has now."""
    counts = Counts()
    with redirect_stdout(StringIO()):
        code = pytest.main(["--collect-only", "-qq"], plugins=[counts])
    if code:
        raise SystemExit(
            f"the tests could not be collected (pytest's exit code {int(code)}): python3 run.py test says why"
        )
    return counts.collected


def run_one(block: str, games: int) -> int:
    """Run a block, and keep a green run of it."""
    counts, began, commit = Counts(), time.monotonic(), git("rev-parse", "HEAD") or ""
    kind, _, part = part_of(block)
    seeds = ["--wargame-seeds", str(games), *(["--wargame-block", part] if kind == "laws" and part else [])]
    code = pytest.main([*SPREAD, *seeds, "--block", block, *files_of(block)], plugins=[counts])
    if not code:
        done, minutes = counts.outcomes, round((time.monotonic() - began) / 60, 1)
        played = games if kind == "laws" else GAMES
        came_out = (done.total(), done["passed"], done["skipped"])
        row = Run(block, commit, platform.python_version(), *came_out, minutes, played)
        keep(row)
    return int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
