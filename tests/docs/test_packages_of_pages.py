"""Each page with examples runs with exactly the packages that the page about packages names for it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.docs.test_recipes import python_with

DOCS = ROOT / "docs"
RUNNER = Path(__file__).with_name("page_runner.py")
ROW = re.compile(r"^\| (\[.*\)) \| ((?:`[^`]+` ?)+)\|$", re.MULTILINE)
ROWS = [
    (tuple(re.findall(r"\]\(([^)]+)\)", pages)), tuple(re.findall(r"`([^`]+)`", packages)))
    for pages, packages in ROW.findall((DOCS / "which.md").read_text("utf-8"))
]
"""The pages of a row of the table, and their packages."""


def test_the_packages_of_each_page_with_examples_are_named_once() -> None:
    with_examples = {page for page in DOCS.rglob("*.md") if ">>> " in page.read_text("utf-8")}
    named = [DOCS / page for pages, _ in ROWS for page in pages]
    assert len(named) == len(set(named))
    assert {str(page.relative_to(DOCS)) for page in with_examples - set(named)} == set()
    assert all(page.exists() for page in named)


def test_the_runner_notices_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("import no_such_module\n")
    for text in ("[one](program.py)", ">>> 1 + 1\n3", ">>> import no_such_module"):
        page = tmp_path / "page.md"
        page.write_text(f"# A page\n\n{text}\n")
        done = subprocess.run([sys.executable, str(RUNNER), str(page)], capture_output=True, text=True, check=False)
        assert done.returncode == 1, text
        assert "0 of 1 pages run; these fail: " in done.stdout


@pytest.fixture(scope="module")
def wheel_of(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel of each distribution by its name, built by the backend of this environment."""
    folder = tmp_path_factory.mktemp("wheels")
    for file in [ROOT / "pyproject.toml", *ROOT.glob("[tpf]*/*/pyproject.toml")]:
        command = [
            sys.executable,
            "-m",
            "build",
            "--wheel",
            "--no-isolation",
            "--outdir",
            str(folder),
            str(file.parent),
        ]
        subprocess.run(command, check=True, capture_output=True)
    return {wheel.name.partition("-")[0].replace("_", "-"): wheel for wheel in folder.glob("*.whl")}


@pytest.mark.thorough
@pytest.mark.parametrize(("pages", "packages"), ROWS, ids=[pages[0] for pages, _ in ROWS])
def test_pages_run_with_exactly_the_packages_that_are_named(
    pages: tuple[str, ...], packages: tuple[str, ...], wheel_of: dict[str, Path], tmp_path: Path
) -> None:
    folder = next(iter(wheel_of.values())).parent
    python = python_with(tmp_path / "environment", "-f", str(folder), *packages)
    command = [python, str(RUNNER), *(str(DOCS / page) for page in pages)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
