"""The benchmarks print their table for any game, and never fail for want of a library to compare with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.trees import Comparison, Round
from tests.core.conftest import ROOT

pytestmark = pytest.mark.thorough


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "benchmarks" / "run.py"), "--rounds", "1", "--seconds", "0.05", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_run_prints_rates_single_calls_and_ratios(toy_installed: None) -> None:
    done = bench("toy")
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split("  ")[1] for line in done.stdout.splitlines() if line.startswith("  ")]
    for row in ("toy, random players", "state.after(action), us", "a full seat view as JSON, us"):
        assert row in rows
    assert "import wargame_core, ms (networkx stays unloaded)" in done.stdout
    assert "memory of one match with its record, KiB" in done.stdout


def test_without_the_other_libraries_it_says_how_to_install_them(
    toy_installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("chess", "pyspiel", "icepool"):
        (tmp_path / f"{name}.py").write_text(f"raise ImportError('no {name}', name='{name}')\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]]))
    done = bench("toy")
    assert (done.returncode, done.stderr) == (0, "")
    install = "pip install -c constraints.txt 'wargame-core[bench]'"
    assert f"python-chess is not installed: {install}" in done.stdout
    assert f"OpenSpiel is not installed: {install}" in done.stdout
    assert f"nothing is here to compare with: {install}" in done.stdout


def test_an_unknown_game_is_a_usage_error() -> None:
    done = bench("vicksberg")
    assert done.returncode == 2
    assert done.stderr.startswith("run.py bench: unknown game 'vicksberg'")
    assert "Traceback" not in done.stderr


def test_a_tree_plays_the_same_games_as_itself(toy_installed: None) -> None:
    done = bench("toy", "--against", str(ROOT), "--games", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "rounds with the same games                1 of 1" in done.stdout
    assert "this tree, us a decision" in done.stdout


def test_a_tree_that_cannot_play_is_told(tmp_path: Path) -> None:
    done = bench("no_such_game", "--against", str(ROOT))
    assert done.returncode == 2
    assert "no_such_game" in done.stderr


def test_ratios_are_cpu_time_of_a_decision_here_divided_by_the_other_trees() -> None:
    comparison = Comparison((Round(1.0, 100), Round(2.0, 100)), (Round(1.5, 100), Round(1.0, 50)))
    assert comparison.ratios == [1.5, 1.0]
    assert comparison.same_games == 1


def test_the_page_on_performance_has_a_row_for_everything_that_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("chess", reason="python-chess is not installed (extra bench)")
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra pettingzoo)")
    from benchmarks import performance, rows

    monkeypatch.setattr(performance, "GAMES", ("thunder_on_the_mississippi",))
    monkeypatch.setattr(performance, "SHORT", ("Thunder",))
    monkeypatch.setattr(rows, "SECONDS", 0.05)
    performance.write(tmp_path / "page.md", 1)
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert all(f"| {name} | " in page for name in (*rows.ROWS, *rows.ONCE))
    assert "| random play, python-chess = 1 | 0." in page
    assert "| the game: rules | " in page
