"""The front end of sixty lines that prints what all documents supply, and imports no game."""

import ast

from tests.conftest import ROOT, script

from wargame_core import discover

SCRIPT = ROOT / "docs" / "howto" / "in_the_box.py"


def test_it_prints_forces_cards_victory_and_charts_of_every_game() -> None:
    text = "\n".join(script(SCRIPT).told([]))
    for plugin in discover():
        assert not plugin.games or (plugin.oobs and plugin.victory_rules) or plugin.id == "campaign_battles", plugin.id
        titles = [
            *[listing.title for listing in plugin.oobs.values()][:1],
            *[listing.title for listing in plugin.decks.values()][:1],
            *[listing.title for listing in plugin.victory_rules.values()][:1],
        ]
        assert all(f"== {title} ({plugin.id})" in text for title in titles)
        assert all(f"({plugin.id} {name})" in text for name in plugin.charts)
    assert "Grant: leader" in text
    assert "2 x Scout Left (command; found): Order 1 unit or general" in text


def test_it_imports_no_game() -> None:
    tree = ast.parse(SCRIPT.read_text("utf-8"))
    names = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {name for name in names if name.startswith("wargame")} == {"wargame_core", "wargame_core.contents"}
    assert len(SCRIPT.read_text("utf-8").splitlines()) <= 62
