"""docs/howto/your-own-card.md, done as it says; and its table names every effect with every key."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.docs.howto_pages import HOWTO, follow

PAGE = (HOWTO / "your-own-card.md").read_text(encoding="utf-8")
DECK = HOWTO.parents[1] / "plugins/vicksburg/src/wargame_vicksburg/data/deck.toml"


def test_the_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_cards").mkdir()
    shutil.copyfile(DECK, tmp_path / "my_cards" / "deck.toml")
    done = follow(PAGE, tmp_path)
    assert sum("lint" in line for line in done) >= 6
