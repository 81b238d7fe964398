"""The benchmarks of this game give rates."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough


def test_decisions_and_lines_of_sight_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(Path(__file__).resolve().parents[2]), *sys.path])
    from benchmarks import battlecry

    monkeypatch.setattr(battlecry, "ROUNDS", 1)
    decisions, sights = (benchmark() for benchmark in battlecry.BENCHMARKS.values())
    assert decisions > 1_000
    assert sights > 10_000
