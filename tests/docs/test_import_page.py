"""docs/howto/import-and-export.md, done as it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.howto_pages import HOWTO, follow
from tests.interchange.test_vassal import HEXES, PLAIN, module, piece


def test_the_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    module(tmp_path / "small_war.vmod", HEXES.format(PLAIN), piece("Lee", side="Gray"))
    done = follow((HOWTO / "import-and-export.md").read_text(encoding="utf-8"), tmp_path)
    assert sum(line.startswith("wargame import") for line in done) >= 6
