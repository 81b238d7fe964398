"""docs/howto/your-own-card.md, done as it says; and its table names every effect with every key."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from attrs import NOTHING, fields
from tests.docs.howto_pages import HOWTO, follow

from wargame_altar_of_freedom.rules.event_cards import EFFECTS

PAGE = (HOWTO / "your-own-card.md").read_text(encoding="utf-8")
DECK = HOWTO.parents[1] / "plugins/vicksburg/src/wargame_vicksburg/data/deck.toml"


def test_the_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_cards").mkdir()
    shutil.copyfile(DECK, tmp_path / "my_cards" / "deck.toml")
    done = follow(PAGE, tmp_path)
    assert sum("lint" in line for line in done) >= 6


def test_the_table_of_effects_is_complete() -> None:
    listed = dict(re.findall(r"^\| `(\w+)` \| (`.*?) \| ", PAGE, re.MULTILINE))
    told = {
        kind: ", ".join(f"`{key.name}`{'' if key.default is NOTHING else '*'}" for key in fields(effect))  # type: ignore[arg-type]
        for kind, effect in EFFECTS.items()
    }
    assert listed == told
