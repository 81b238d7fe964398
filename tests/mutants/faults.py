"""Faults made on purpose: the list, a copy of the sources with one of them, and whether the tests notice it.

``python3 -m tests.mutants`` makes all of them, ``python3 -m tests.mutants WORD...`` those in whose name or file a word
stands, and prints what was noticed.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen
from benchmarks.house import PLACES

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TESTS_FAILED = 1
"""The exit code of pytest when tests ran and some failed; any other says that they could not be run."""
LIMIT = 900
"""Seconds after which tests are stopped: they have not noticed then, they may only be slow."""
NOT_COLLECTED, NEVER_ENDED = 2, -1
"""The exit code of pytest when a module cannot be imported any more, and ours for tests that were stopped."""


@frozen
class Fault:
    """One exact change of the sources. ``old`` stands once in ``file``; ``survives`` says why nothing notices it."""

    group: str
    file: str
    old: str
    new: str
    reason: str
    tests: tuple[str, ...]
    survives: str = ""

    @property
    def name(self) -> str:
        """What the fault is called in reports: its list, its module and what it does."""
        return f"{self.group}/{Path(self.file).stem}: {self.reason}"


def faults(*words: str) -> Iterator[Fault]:
    """The faults of all lists, or those in whose name or file one of the words stands."""
    for path in sorted(HERE.glob("*.toml")):
        for row in tomllib.loads(path.read_text("utf-8"))["mutant"]:
            fault = Fault(path.stem, **{**row, "tests": tuple(row["tests"])})
            if not words or any(word in f"{fault.name} {fault.file}" for word in words):
                yield fault


def sources() -> list[Path]:
    """The folders of sources of all distributions."""
    return [source for place in PLACES for source in sorted(ROOT.glob(place))]


def source_of(fault: Fault) -> Path:
    """The folder of sources of the distribution that a fault is in."""
    return next(source for source in sources() if (ROOT / fault.file).is_relative_to(source))


def copy_distribution(source: Path, folder: Path) -> str:
    """Copies a distribution by its folder of sources. Returns the search path of the copy.

    What lies beside the sources is copied too, as its readings, and so is what is compiled, so that only a module that
    is broken later is compiled anew. The other distributions are found where they are.
    """
    whole = source.parent if source.parent != ROOT else source
    shutil.copytree(whole, folder / whole.relative_to(ROOT), ignore=shutil.ignore_patterns("*.egg-info"))
    return str(folder / source.relative_to(ROOT))


def break_a_copy(folder: Path, fault: Fault) -> str:
    """Copies the distribution of a fault, with the fault in it. Returns the search path of the copy."""
    path = copy_distribution(source_of(fault), folder)
    broken = folder / fault.file
    text = broken.read_text("utf-8")
    assert text.count(fault.old) == 1, f"{fault.file} has this text {text.count(fault.old)} times: {fault.old}"
    broken.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
    for compiled in broken.parent.glob(f"__pycache__/{broken.stem}.*"):
        compiled.unlink()
    return path


def run_tests(path: str, tests: Iterable[str]) -> tuple[int, str]:
    """Runs the tests, up to the first that fails, on the sources of a search path: exit code and what they said."""
    quiet = ("-x", "-q", "-m", "not thorough", "-p", "no:cacheprovider", "-p", "no:xdist")
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")} | {"PYTHONPATH": path}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *quiet, *tests],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=LIMIT,
        )
    except subprocess.TimeoutExpired:
        return NEVER_ENDED, f"the tests have not ended after {LIMIT} seconds"
    return done.returncode, done.stdout + done.stderr


def noticed(fault: Fault, folder: Path) -> tuple[bool, str]:
    """Whether the tests named with a fault fail with it; and what they said."""
    code, said = run_tests(break_a_copy(folder, fault), fault.tests)
    return code in (TESTS_FAILED, NOT_COLLECTED), said
