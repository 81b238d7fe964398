"""The examples of a page run in an empty folder, in which the files that the page shows have been written.

A page shows a file as a fenced block that names it: three backticks, its language, its path.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SHOWN = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def readers_folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand where a reader stands who has done what the page says so far."""
    monkeypatch.chdir(tmp_path)
    if request.path.suffix == ".md":
        for name, text in SHOWN.findall(request.path.read_text(encoding="utf-8")):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
