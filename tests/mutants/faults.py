"""Faults made on purpose: those that are kept, a copy of the sources with one of them, and whether tests notice it.

A list names a fault by its function and what is changed there (`tests.mutants.drawing`), a line each:
``src/wargame_core/odds.py::Distribution.mean, leave out operand 2: the reason``. Only a fault on secrecy or rules that
no such change makes stands as text (``[[mutant]]``).
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen
from benchmarks.house import PLACES
from tests.mutants.drawing import drawn

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
    """One change of the sources: a drawn one by its name, or ``old``, which stands once in ``file``, for ``new``.

    ``survives`` says why nothing notices it.
    """

    group: str
    file: str
    reason: str
    tests: tuple[str, ...]
    survives: str = ""
    drawn: str = ""
    old: str = ""
    new: str = ""

    @property
    def name(self) -> str:
        """What the fault is called in reports: its list, its module and what it does."""
        return f"{self.group}/{Path(self.file).stem}: {self.reason}"

    def planted(self, source: str) -> str:
        """The text of the file with the fault in it. Raises `ValueError` where the fault cannot be made any more."""
        if self.drawn:
            found = next((one for one in drawn(self.file, source) if one.name == self.drawn), None)
            if found is None:
                raise ValueError(f"there is no fault {self.drawn}; `python3 -m tests.mutants --names FILE` lists them")
            return found.applied(source)
        if source.count(self.old) != 1:
            raise ValueError(f"expected once in {self.file}, found {source.count(self.old)} times: {self.old}")
        return source.replace(self.old, self.new)


def faults(*words: str) -> Iterator[Fault]:
    """The faults of all lists, or those in whose name or file one of the words stands."""
    for path in sorted(HERE.glob("*.toml")):
        for fault in _listed(path.stem, tomllib.loads(path.read_text("utf-8"))):
            if not words or any(word in f"{fault.name} {fault.file}" for word in words):
                yield fault


def _listed(group: str, rows: Mapping[str, list[dict[str, Any]]]) -> Iterator[Fault]:
    """The faults of one list: named ones by the tests that notice them, then those that stand as text."""
    for row in rows.get("noticed", ()):
        for line in row["faults"]:
            name, _, reason = line.partition(": ")
            yield Fault(group, name.partition("::")[0], reason, tuple(row["by"]), row.get("survives", ""), name)
    for row in rows.get("mutant", ()):
        yield Fault(group, **{**row, "tests": tuple(row["tests"])})


def sources() -> list[Path]:
    """The folders of sources of all distributions."""
    return [source for place in PLACES for source in sorted(ROOT.glob(place))]


def source_of(fault: Fault) -> Path:
    """The folder of sources of the distribution that a fault is in."""
    return next(source for source in sources() if (ROOT / fault.file).is_relative_to(source))


def copy_distribution(source: Path, folder: Path) -> str:
    """Copies a distribution by its folder of sources. Returns the search path of the copy.

    What lies beside the sources is copied too, as its readings, and so is what is compiled, so that only a module that
    is broken later is compiled anew. The other distributions are found where they are, and so are the tests, which an
    index of rules names.
    """
    whole = source.parent if source.parent != ROOT else source
    shutil.copytree(whole, folder / whole.relative_to(ROOT), ignore=shutil.ignore_patterns("*.egg-info"))
    (folder / "plugins").mkdir(exist_ok=True)
    (folder / "tests").symlink_to(ROOT / "tests")
    return str(folder / source.relative_to(ROOT))


def break_a_copy(folder: Path, fault: Fault) -> str:
    """Copies the distribution of a fault, with the fault in it. Returns the search path of the copy."""
    path = copy_distribution(source_of(fault), folder)
    broken = folder / fault.file
    broken.write_text(fault.planted(broken.read_text("utf-8")), encoding="utf-8")
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
