"""docs/howto/your-own-battle.md names every word for terrain and units that a battle may have."""

import tomllib
from pathlib import Path

import pytest
from tests.docs.howto_pages import HOWTO, follow

from wargame_battlecry.authoring import new_battle
from wargame_battlecry.printed.files import load_rulebook
from wargame_battlecry.rules.special_rules import VOCABULARY
from wargame_core.plugins.discovery import plugin_of


def test_the_page_lists_every_kind_of_terrain_and_unit() -> None:
    text = (HOWTO / "your-own-battle.md").read_text(encoding="utf-8")
    data = plugin_of("battlecry").data
    assert data is not None
    terrain = tomllib.loads((data / "terrain.toml").read_text(encoding="utf-8"))["terrain"]
    units = tomllib.loads((data / "pieces.toml").read_text(encoding="utf-8"))["kind"]
    words = [row.get("id") or row["kind"] for row in terrain] + [row["id"] for row in units]
    assert len(words) > 15
    assert [word for word in words if f"`{word}`" not in text] == []


def test_the_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (HOWTO / "your-own-battle.md").read_text(encoding="utf-8").partition("## The board and the tables")[0]
    assert len(follow(page, tmp_path)) >= 6


def test_a_new_battle_lists_the_kinds_beside_its_tables(tmp_path: Path) -> None:
    new_battle(tmp_path / "my")
    text = (tmp_path / "my" / "my_battle.toml").read_text(encoding="utf-8")
    book = load_rulebook(VOCABULARY)
    comments = "".join(line for line in text.splitlines() if line.startswith("#"))
    assert [word for word in (*book.terrain, *book.kinds) if word not in comments] == []
