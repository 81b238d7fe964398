"""Every game opens on newer Pythons, which node runs here, as it opens on this one: byte for byte, without a warning.

A Python that no machine of ours has installed comes as the npm package pyodide; packages come from this environment.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.openings import openings
from tests.table.static_host import pyodide_of

from wargame_core import discover
from wargame_table.static_pages import wheels_of

HERE = Path(__file__).parent
NODE = shutil.which("node")
LINES = {"314": "pyodide@314", "315": "pyodide@^315.0.0-0"}
"""Lines of versions of the package, and what npm calls the newest of each."""


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, subprocess.Popen[str]]]:
    """The newer Pythons that are here, at work beside one another with the wheels of all games and of the table."""
    folder = tmp_path_factory.mktemp("wheels")
    games = {holder.distribution for holder in discover()}
    for wheel in wheels_of({"wargame-table", "wargame-lab", *games}):
        (folder / wheel.name).write_bytes(wheel.content)
    found = {line: runtime for line in LINES if (runtime := pyodide_of(line)) is not None}
    started = {line: start(runtime, folder) for line, runtime in found.items()}
    yield started
    for process in started.values():
        process.kill()
        process.communicate()


@pytest.mark.parametrize("file", [".ci/run", ".github/workflows/check.yml"])
def test_the_check_gets_the_newer_pythons(file: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    assert [name for name in map(package, LINES) if f'"{name}"' not in text] == []


def package(line: str) -> str:
    """What npm installs a line of versions by, under a name of its own, so that several lie beside one another."""
    return f"pyodide-{line}@npm:{LINES[line]}"


def start(runtime: Path, wheels: Path) -> subprocess.Popen[str]:
    """Let a newer Python open the games."""
    command = [str(NODE), str(HERE / "newer_python.mjs"), str(runtime), str(wheels), str(HERE / "openings.py")]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")


@pytest.fixture(scope="module")
def here() -> dict[str, str]:
    """The openings on this Python."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(os, "urandom", bytes)
        return dict(openings())


@pytest.mark.skipif(NODE is None, reason="needs node, which runs Pythons that are compiled for browsers")
@pytest.mark.parametrize("line", LINES)
def test_every_game_opens_as_on_this_python(
    line: str, newer: dict[str, subprocess.Popen[str]], here: dict[str, str]
) -> None:
    if line not in newer:
        pytest.skip(f"needs another Python: npm install --no-save '{package(line)}'")
    said, complaint = newer[line].communicate()
    assert complaint == ""
    there = json.loads(said)
    assert "{}{}".format(*there["python"]) == line
    assert there["openings"].keys() == here.keys()
    assert [name for name, text in here.items() if there["openings"][name] != text] == []
