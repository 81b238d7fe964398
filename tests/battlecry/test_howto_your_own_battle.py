"""docs/howto/your-own-battle.md names every word for terrain and units that a battle may have."""

from __future__ import annotations

import tomllib

from tests.docs.howto_pages import HOWTO

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
