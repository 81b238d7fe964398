"""docs/howto/your-own-map.md, done as it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.howto_pages import HOWTO, follow, pictures_are_kept


def test_the_page_works_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    done = follow((HOWTO / "your-own-map.md").read_text(encoding="utf-8"), tmp_path)
    assert sum("lint" in line for line in done) >= 5
    made = {name: tmp_path / name for name in ("two_fords.svg", "hill_fork.svg")}
    pictures_are_kept(made, request.config.getoption("update_golden"))
