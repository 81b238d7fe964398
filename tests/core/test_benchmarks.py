"""The benchmarks print their table for any game, and never fail for want of a library to compare with."""

import subprocess
import sys

import pytest
from tests.conftest import ROOT

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
