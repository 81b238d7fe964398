"""A wheel holds everything its package needs at run time; a build backend that drops data files shows here."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECTS = [
    ROOT,
    *sorted(path.parent for kind in ("plugins", "frontends") for path in ROOT.glob(f"{kind}/*/pyproject.toml")),
]

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: "core" if project == ROOT else project.name)
def test_a_wheel_holds_every_file_of_its_package(project: Path, tmp_path: Path) -> None:
    built = build_wheel(project, tmp_path)
    source = project / "src"
    files = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.is_file() and path.suffix not in {".pyc", ".pth"} and ".egg-info" not in str(path)
    }
    with zipfile.ZipFile(built) as wheel:
        held = set(wheel.namelist())
    package = "wargame_core" if project == ROOT else f"wargame_{project.name}"
    assert f"{package}/py.typed" in held
    assert files <= held
    assert (project / "READINGS.md").is_file() == (f"{package}/READINGS.md" in held)


def test_the_wheel_of_core_holds_the_licence_the_command_and_the_pytest_plugin(tmp_path: Path) -> None:
    with zipfile.ZipFile(build_wheel(ROOT, tmp_path)) as wheel:
        info = {Path(name).name: wheel.read(name).decode() for name in wheel.namelist() if ".dist-info/" in name}
    assert info["LICENSE"] == (ROOT / "LICENSE").read_text("utf-8")
    assert "wargame = wargame_terminal:main" in info["entry_points.txt"]
    assert "wargame_core = wargame_laws.plugin" in info["entry_points.txt"]


def build_wheel(project: Path, folder: Path) -> Path:
    """Builds with the backend of this environment, so that nothing is downloaded."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(project)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built
