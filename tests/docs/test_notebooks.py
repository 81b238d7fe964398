"""The notebooks run from top to bottom, and what they print is what is kept in them."""

import warnings
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "docs/notebooks"
QUICK = ("odds", "bot", "table")
MANY_GAMES = ("openings", "balance")
"""Notebooks that play for several seconds: what they call is tried by the others and by its own tests."""
WITHOUT_OUTPUTS = "combat_odds"
"""A notebook whose pictures are too large to be kept."""


def told(notebook: Any) -> list[str]:
    """What the cells say in plain text; pictures and tables say it in their own way."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [str(output.get("text") or output.get("data", {}).get("text/plain", "")) for output in outputs]


def read(name: str) -> Any:
    nbformat = pytest.importorskip("nbformat", reason="notebooks need the extra notebook")
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def run(*names: str) -> dict[str, Any]:
    """Notebooks with the outputs of today, by name; one process runs them all, and forgets each before the next."""
    nbclient = pytest.importorskip("nbclient", reason="notebooks need the extra notebook")
    nbformat = pytest.importorskip("nbformat", reason="notebooks need the extra notebook")
    pytest.importorskip("pandas", reason="the notebooks' tables need the extra frames")
    pytest.importorskip("matplotlib")
    notebooks = {name: read(name) for name in names}
    together = nbformat.v4.new_notebook()
    for notebook in notebooks.values():
        together.cells += [*notebook.cells, nbformat.v4.new_code_cell("%reset -f")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the notebook machinery; cells that fail raise
        client = nbclient.NotebookClient(
            together, timeout=300, kernel_name="python3", record_timing=False, store_widget_state=False
        )
        client.execute()
    return notebooks


@pytest.mark.parametrize("names", [QUICK, *(pytest.param((name,), marks=pytest.mark.thorough) for name in MANY_GAMES)])
def test_notebooks_run_and_say_what_is_kept_in_them(
    names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """What has changed on purpose is written by ``--update-golden``."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path))
    without = (WITHOUT_OUTPUTS,) if names == QUICK else ()
    for name, notebook in run(*names, *without).items():
        if name == WITHOUT_OUTPUTS:
            code = [cell for cell in notebook.cells if cell.cell_type == "code"]
            pictures = [output for cell in code for output in cell.outputs if "image/png" in output.get("data", {})]
            assert len(pictures) == 3
            assert "1Dr / 1Da" in code[1].outputs[0]["text"]
        elif request.config.getoption("update_golden"):
            pytest.importorskip("nbformat").write(notebook, FOLDER / f"{name}.ipynb")
        else:
            assert told(notebook) == told(read(name)), name


@pytest.mark.parametrize("name", [*QUICK, *MANY_GAMES])
def test_a_notebook_is_kept_with_its_outputs_and_without_our_paths(name: str) -> None:
    path, notebook = FOLDER / f"{name}.ipynb", read(name)
    shown = [output["data"] for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    assert any("<svg" in str(data.get("text/html")) or "image/svg+xml" in data for data in shown)
    assert path.stat().st_size < 100_000
    assert str(Path.home()) not in path.read_text("utf-8")


def test_the_notebook_with_large_pictures_is_kept_without_outputs() -> None:
    cells = read(WITHOUT_OUTPUTS).cells
    assert [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")] == []
