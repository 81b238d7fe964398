"""What the tests of the command line share: the test game installed as a plugin, and a way to type commands."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import importlib_metadata
import pytest
from click.testing import CliRunner, Result

from wargame_terminal import main

Run = Callable[..., Result]
"""Types a command and returns what it did; ``exit_code`` is the one it must end with."""

SOURCE = (Path(__file__).parent / "cli_plugin.py").read_text("utf-8").replace("tests.core.", "")


@pytest.fixture
def wargame(
    installed: Callable[[str, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Result]:
    """Types a command in an empty folder where only the test game is installed; ``typed`` is what a person answers."""
    installed("toy", SOURCE)
    entry_points = importlib_metadata.entry_points

    def only_ours(**wanted: str) -> Any:
        listed = entry_points(**wanted)
        if wanted.get("group") != "wargame_core.plugins":
            return listed
        return [one for one in listed if str(one.dist.locate_file("")).startswith(str(tmp_path))]

    monkeypatch.setattr(importlib_metadata, "entry_points", only_ours)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*words: object, typed: str | None = None, exit_code: int = 0) -> Result:
        done = CliRunner().invoke(main, [str(word) for word in words], input=typed)
        assert done.exit_code == exit_code, (done.exit_code, done.output, done.exception)
        return done

    return run


def told(done: Result) -> Any:
    """The one JSON object on standard output."""
    (line,) = done.stdout.splitlines()
    return json.loads(line)
