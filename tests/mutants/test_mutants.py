"""The suite has teeth: rules, redaction, undo, dice and records are broken one at a time; each time a test fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
MUTANTS: list[dict[str, Any]] = [
    mutant for path in sorted(HERE.glob("*.toml")) for mutant in tomllib.loads(path.read_text("utf-8"))["mutant"]
]
TESTS_FAILED = 1
"""The exit code of pytest when tests ran and some failed; any other says that they could not be run."""

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


def named(mutant: dict[str, Any]) -> str:
    """The file and what is wrong with it."""
    return f"{Path(mutant['file']).stem}: {mutant['reason']}"


@pytest.mark.parametrize(
    "mutant", [pytest.param(one, marks=pytest.mark.xdist_group(named(one))) for one in MUTANTS], ids=named
)
def test_a_broken_rule_is_noticed(mutant: dict[str, Any], tmp_path: Path) -> None:
    path = break_a_copy(tmp_path, mutant)
    done = run_tests(path, mutant["tests"])
    assert done.returncode == TESTS_FAILED, f"nobody noticed that {mutant['reason']}:\n{done.stdout[-2000:]}"


def test_there_are_more_than_42_of_them_and_each_says_something_else() -> None:
    assert len(MUTANTS) > 42
    assert len({named(mutant) for mutant in MUTANTS}) == len(MUTANTS)


def break_a_copy(folder: Path, mutant: dict[str, Any]) -> str:
    """Copies all sources, with one text replaced. Returns the search path of the copy."""
    sources = [ROOT / "src", *sorted(ROOT.glob("plugins/*/src"))]
    for source in sources:
        shutil.copytree(
            source, folder / source.relative_to(ROOT), ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
        )
    broken = folder / mutant["file"]
    text = broken.read_text("utf-8")
    assert text.count(mutant["old"]) == 1, (
        f"{mutant['file']} has this text {text.count(mutant['old'])} times: {mutant['old']}"
    )
    broken.write_text(text.replace(mutant["old"], mutant["new"]), encoding="utf-8")
    return os.pathsep.join(str(folder / source.relative_to(ROOT)) for source in sources)


def run_tests(path: str, tests: list[str]) -> subprocess.CompletedProcess[str]:
    """Runs the tests, up to the first that fails, on the sources of a search path."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-m",
        "not thorough",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        *tests,
    ]
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")} | {"PYTHONPATH": path}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
