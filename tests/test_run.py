"""`run.py test` runs what its flags say, and a person's own arguments win."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from tests.conftest import ROOT, script


@pytest.fixture(scope="module")
def run() -> ModuleType:
    return script(ROOT / "run.py")


def test_the_ordinary_run_leaves_out_only_what_is_marked_thorough(run: ModuleType) -> None:
    assert run.scope_of([])[-2:] == ["-m", "not thorough"]


def test_the_quick_run_leaves_out_every_slow_test(run: ModuleType) -> None:
    assert run.scope_of(["--quick"])[-2:] == ["-m", "not slow and not thorough"]


def test_the_thorough_run_leaves_out_nothing_and_plays_a_thousand_games(run: ModuleType) -> None:
    scope = run.scope_of(["--thorough"])
    assert "-m" not in scope
    assert scope[-2:] == ["--wargame-seeds", "1000"]


def test_help_of_a_command_of_the_library_is_that_commands(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[list[str]] = []

    def start(words: list[str]) -> int:
        started.append(words)
        return 0

    monkeypatch.setattr(run, "wargame", start)
    assert run.main(["chart", "--help"]) == 0
    assert started == [["chart", "--help"]]
    assert run.typed().endswith(f" {sys.argv[0]}")
    assert run.main(["test", "--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: python3 run.py COMMAND")
