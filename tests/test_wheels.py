"""A wheel holds everything its package needs at run time; a build backend that drops data files shows here."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tests.conftest import ROOT, script
from tests.test_release import PROJECTS

from wargame_core.version import API, OLDEST_API

FILES = script(ROOT / "release" / "files.py")

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: "core" if project == ROOT else project.name)
def test_a_wheel_holds_every_file_of_its_package(project: Path, tmp_path: Path) -> None:
    built = build_wheel(project, tmp_path)
    source, package = project / "src", "wargame_core" if project == ROOT else f"wargame_{project.name}"
    files = {
        path.relative_to(source).as_posix()
        for path in (source / package).rglob("*")
        if path.is_file() and path.suffix not in {".pyc", ".pth"} and ".egg-info" not in str(path)
    }
    with zipfile.ZipFile(built) as wheel:
        held = set(wheel.namelist())
    assert files <= held
    assert list(FILES.of_wheel(built)) == []
    assert (project / "READINGS.md").is_file() == (f"{package}/READINGS.md" in held)


PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "my-rain"
version = "1"
[project.entry-points."wargame_core.plugins"]
rainy = "my_rain:PLUGIN"
[project.entry-points."wargame_core.variants"]
rain = "my_rain:VARIANT"
"""
MODULE = """
from wargame_core.authoring import GameEntry, Plugin, Variant
from wargame_vicksburg import PLUGIN as VICKSBURG

PLUGIN = Plugin("rainy", "Rainy", games=(GameEntry("rainy", "Rainy", VICKSBURG.games[0].build),), requires_api={api})
VARIANT = Variant(id="rain", of=("vicksburg",), title="Rain", help="It rains.", requires_api={api})
"""


@pytest.mark.parametrize(
    ("api", "refusal"),
    [
        (API, ""),
        (API + 1, f"needs plugin interface {API + 1}, this core offers {API}: python -m pip install -U wargame-core"),
        (
            OLDEST_API - 1,
            f"was written for plugin interface {OLDEST_API - 1}, this core offers {OLDEST_API} to {API}: "
            "python -m pip install -U my-rain",
        ),
    ],
)
def test_a_wheel_for_another_interface_is_refused_with_what_to_install(api: int, refusal: str, tmp_path: Path) -> None:
    project, site = tmp_path / "my_rain", tmp_path / "site"
    (project / "my_rain").mkdir(parents=True)
    (project / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (project / "my_rain" / "__init__.py").write_text(MODULE.format(api=api), encoding="utf-8")
    with zipfile.ZipFile(build_wheel(project, tmp_path)) as wheel:
        wheel.extractall(site)
    paths = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])

    def wargame(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "import wargame_terminal; wargame_terminal.main()", *words]
        environment = {**os.environ, "PYTHONPATH": paths, "COLUMNS": "200"}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    listed = json.loads(wargame("list", "--json").stdout)["plugins"]
    problems = {plugin["id"]: plugin["problem"] for plugin in listed if plugin["problem"]}
    assert problems == ({"rainy": f"my-rain: {refusal}"} if refusal else {})
    for name in ("rainy", "vicksburg+rain"):
        asked = wargame("info", name)
        assert (asked.returncode != 0) == bool(refusal)
        assert refusal in " ".join(asked.stderr.split())
    assert wargame("info", "vicksburg").returncode == 0


def build_wheel(project: Path, folder: Path) -> Path:
    """Builds with the backend of this environment, so that nothing is downloaded."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(project)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built
