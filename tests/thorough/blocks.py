"""The thorough tests in blocks: what belongs to which, which were run at what commit, and which are due again.

A test belongs to a block if it is marked ``thorough`` or is a law, which then plays `GAMES` games. What was run stands
in ``runs.toml``; ``python3 run.py test --thorough`` writes it.
"""

import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from zlib import crc32

import pytest
from attrs import asdict, frozen
from tests.mutants.faults import Fault, faults

ROOT = Path(__file__).parents[2]
RUNS = Path(__file__).parent / "runs.toml"
FAULTS = "tests/mutants/test_mutants.py::test_a_fault_is_noticed["
GAMES = 100
"""How many games each battery of laws plays; `--games` asks for more."""
SPLIT: Mapping[str, int] = {"tests of bounds": 4, "tests of mutants": 3}
"""Blocks that take over forty minutes on two cores, and into how many parts they are cut."""
EVERYWHERE = ("src", "tools", "frontends", "tests/conftest.py", "conftest.py", "constraints.txt")
"""What every test rests on, a planted fault excepted."""
HEAD = """\
# The last whole and green run of each block of thorough tests. `python3 run.py test --thorough` writes this file.
"""


@frozen
class Run:
    """A green run of a block: ``collected`` tests, of which some were ``skipped`` for what the machine lacks.

    A battery of laws played so many ``games``; with fewer than `GAMES` its block stays due.
    """

    block: str
    commit: str
    python: str
    collected: int
    passed: int
    skipped: int
    minutes: float
    games: int = GAMES


def blocks_of(item: pytest.Item) -> tuple[str, ...]:
    """The blocks that a test belongs to: none for a test of the ordinary run alone, and one for most others.

    A law belongs to every part of a block that is cut, each of which has its share of the games.
    """
    from wargame_laws.plugin import is_law  # pytest wants to be the first to import a plugin of its own

    law = is_law(item)
    if not law and item.get_closest_marker("thorough") is None:
        return ()
    if item.nodeid.startswith(FAULTS):
        block = f"faults of {fault_of(item).group}"
    else:
        folder, _, rest = item.nodeid.partition("/")[2].partition("/")
        block = f"{'laws' if law else 'tests'} of {folder if rest else 'the tree'}"
    parts = SPLIT.get(block, 1)
    if parts == 1:
        return (block,)
    numbers = range(1, parts + 1) if law else [1 + crc32(item.nodeid.encode()) % parts]
    return tuple(f"{block} {number}/{parts}" for number in numbers)


def fault_of(item: pytest.Item) -> Fault:
    """The fault that a test plants."""
    fault = item.callspec.params["fault"]  # type: ignore[attr-defined]
    assert isinstance(fault, Fault)
    return fault


def runs() -> list[Run]:
    """The runs that are kept. Raises TypeError for a row that is none."""
    return [Run(**row) for row in tomllib.loads(RUNS.read_text("utf-8")).get("run", ())]


def keep(run: Run) -> None:
    """Write a run in place of the one of the same block."""
    kept = {known.block: known for known in runs()} | {run.block: run}
    text = HEAD
    for _, row in sorted(kept.items()):
        text += "\n[[run]]\n" + "".join(f"{name} = {_toml(value)}\n" for name, value in asdict(row).items())
    RUNS.write_text(text, "utf-8")


def _toml(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def git(*words: str) -> str | None:
    """What git prints; None where it fails, or there is none."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


@cache
def changed_since(commit: str) -> frozenset[str] | None:
    """The files that differ from a commit, committed or not; None where the commit is not in the history."""
    if git("merge-base", "--is-ancestor", commit, "HEAD") is None:
        return None
    return frozenset((git("diff", "--name-only", commit) or "").splitlines())


def part_of(block: str) -> tuple[str, str, str]:
    """The kind of a block, what it is of, and which part of it: ("laws", "gettysburg", "1/2"), or "" for the part."""
    found = re.fullmatch(r"(\w+) of (.+?)(?: (\d+/\d+))?", block)
    assert found is not None, block
    return found[1], found[2], found[3] or ""


def files_of(block: str) -> list[str]:
    """The files and folders in which the tests of a block are."""
    kind, what, _ = part_of(block)
    if kind == "faults":
        return ["tests/mutants/test_mutants.py"]
    return [f"tests/{what}"] if what != "the tree" else [f"tests/{path.name}" for path in (ROOT / "tests").glob("*.py")]


def places_of(block: str) -> tuple[str, ...]:
    """The files and folders whose change makes a block due again."""
    kind, what, _ = part_of(block)
    if kind == "faults":
        listed = [fault for fault in faults() if fault.group == what]
        named = (test.partition("::")[0] for fault in listed for test in fault.tests)
        return (f"tests/mutants/{what}.toml", *(fault.file for fault in listed), *named)
    return (*EVERYWHERE, *files_of(block), *_plugins_under(what))


def _plugins_under(name: str) -> Iterable[str]:
    """The folder of a plugin and of those it needs; of all plugins where the name is of none."""
    needs = {
        path.parent.name: re.findall(r'"wargame-([a-z0-9-]+)', path.read_text("utf-8"))
        for path in (ROOT / "plugins").glob("*/pyproject.toml")
    }
    wanted = [name] if name in needs else [*needs]
    for plugin in wanted:  # those that are added on the way too
        named = (need.replace("-", "_") for need in needs[plugin])
        wanted += [other for other in named if other in needs and other not in wanted]
    return [f"plugins/{plugin}" for plugin in wanted]


def changes(run: Run) -> frozenset[str] | None:
    """What a block rests on and has changed since it was run; None where its commit is not in the history."""
    files = changed_since(run.commit)
    if files is None:
        return None
    places = places_of(run.block)
    return frozenset(file for file in files if any(file == place or file.startswith(f"{place}/") for place in places))


def complaints(kept: Iterable[Run], collected: Mapping[str, int]) -> list[str]:
    """What is wrong with runs, where this many tests of each block are collected now."""
    said = []
    for run in kept:
        wrong = None
        if run.block not in collected:
            wrong = "no test belongs to it"
        elif (changed := changes(run)) is None:
            wrong = f"commit {run.commit} is not in the history"
        elif run.passed + run.skipped != run.collected or not run.passed:
            wrong = f"{run.passed} passed and {run.skipped} skipped are not the {run.collected} collected"
        elif run.collected != collected[run.block] and not changed:
            wrong = f"{run.collected} tests were collected, now {collected[run.block]}, and nothing has changed"
        if wrong is not None:
            said.append(f"tests/thorough/runs.toml, {run.block}: {wrong}")
    return said


def due(kept: Iterable[Run], collected: Mapping[str, int]) -> dict[str, str]:
    """The blocks that are due, and why."""
    known = {run.block: run for run in kept}
    said = {}
    for block, count in sorted(collected.items()):
        run = known.get(block)
        changed = changes(run) if run is not None else None
        if run is None:
            said[block] = "never run"
        elif changed is None:
            said[block] = f"run at {run.commit[:8]}, which is not in the history"
        elif changed:
            said[block] = f"{len(changed)} files have changed since {run.commit[:8]}: {', '.join(sorted(changed)[:3])}"
        elif run.collected != count:
            said[block] = f"{run.collected} tests at {run.commit[:8]}, {count} now"
        elif run.games < GAMES:
            said[block] = f"{run.games} games a battery at {run.commit[:8]}, {GAMES} are asked for"
    return said


def counted(items: Iterable[pytest.Item]) -> Counter[str]:
    """How many tests belong to each block."""
    return Counter(block for item in items for block in blocks_of(item))
