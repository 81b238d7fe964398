"""The notebooks run from top to bottom, and what they print is what is kept in them."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "docs/notebooks"
KEPT = ("openings", "odds", "balance", "bot", "table")
MANY_GAMES = ("openings", "balance")
"""Notebooks that play for several seconds: what they call is tried by the others and by its own tests."""


def told(notebook: Any) -> list[str]:
    """What the cells say in plain text; pictures and tables say it in their own way."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [str(output.get("text") or output.get("data", {}).get("text/plain", "")) for output in outputs]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.thorough] * (name in MANY_GAMES)) for name in KEPT]
)
def test_a_notebook_runs_and_says_what_is_kept_in_it(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """What has changed on purpose is written by ``--update-golden``."""
    nbformat = pytest.importorskip("nbformat", reason="notebooks need the extra notebook")
    nbclient = pytest.importorskip("nbclient", reason="notebooks need the extra notebook")
    pytest.importorskip("pandas", reason="the notebooks' tables need the extra frames")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    kept = told(notebook)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the notebook machinery; cells that fail raise
        client = nbclient.NotebookClient(
            notebook, timeout=300, kernel_name="python3", record_timing=False, store_widget_state=False
        )
        client.execute()
    if request.config.getoption("update_golden"):
        nbformat.write(notebook, FOLDER / f"{name}.ipynb")
        return
    assert told(notebook) == kept


@pytest.mark.parametrize("name", KEPT)
def test_a_notebook_is_kept_with_its_outputs_and_without_our_paths(name: str) -> None:
    nbformat = pytest.importorskip("nbformat", reason="notebooks need the extra notebook")
    path = FOLDER / f"{name}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    shown = [output["data"] for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    assert any("<svg" in str(data.get("text/html")) or "image/svg+xml" in data for data in shown)
    assert path.stat().st_size < 100_000
    assert str(Path.home()) not in path.read_text("utf-8")
