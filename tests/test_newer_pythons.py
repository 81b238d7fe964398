"""Every game opens on newer Pythons, which node runs here, as it opens on this one: byte for byte, without a warning.

A Python that no machine of ours has installed comes as the npm package pyodide; packages come from this environment.
"""

import json
import os
import shutil
import subprocess
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
NEWEST = max(LINES)
"""The line on which the ordinary check opens the games: a newer Python refuses what older ones warn of."""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheels of all games and of the table."""
    folder = tmp_path_factory.mktemp("wheels")
    games = {holder.distribution for holder in discover()}
    for wheel in wheels_of({"wargame-table", "wargame-lab", *games}):
        (folder / wheel.name).write_bytes(wheel.content)
    return folder


@pytest.mark.parametrize("file", [".ci/run", ".github/workflows/check.yml"])
def test_the_check_gets_the_newer_pythons(file: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    assert [name for name in map(package, LINES) if f'"{name}"' not in text] == []


def package(line: str) -> str:
    """What npm installs a line of versions by, under a name of its own, so that several lie beside one another."""
    return f"pyodide-{line}@npm:{LINES[line]}"


@pytest.fixture(scope="module")
def here() -> dict[str, str]:
    """The openings on this Python."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(os, "urandom", bytes)
        return dict(openings())


@pytest.mark.skipif(NODE is None, reason="needs node, which runs Pythons that are compiled for browsers")
@pytest.mark.parametrize(
    "line", [pytest.param(line, marks=[] if line == NEWEST else pytest.mark.thorough) for line in LINES]
)
def test_every_game_opens_as_on_this_python(line: str, wheels: Path, here: dict[str, str]) -> None:
    runtime = pyodide_of(line)
    if runtime is None:
        pytest.skip(f"needs another Python: npm install --no-save '{package(line)}'")
    command = [str(NODE), str(HERE / "newer_python.mjs"), str(runtime), str(wheels), str(HERE / "openings.py")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.stderr == ""
    there = json.loads(done.stdout)
    assert "{}{}".format(*there["python"]) == line
    assert there["openings"].keys() == here.keys()
    assert [name for name, text in here.items() if there["openings"][name] != text] == []
