"""Battles of Altar of Freedom campaigns fought out in Battle Cry, by rules of translation that are all our own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wargame_core.plugins.discovery import Plugin

if TYPE_CHECKING:
    from wargame_core.plugins.rules_index import RulesIndex

PACKAGE = Path(__file__).parent


def _rules() -> RulesIndex:
    """The index of our rules of translation: each with what carries it. The text is that of its READINGS.md."""
    from wargame_campaign_battles.game import BOOK, CAMPAIGN_BATTLE
    from wargame_core.plugins.rules_index import Books, build_index

    books = Books((BOOK,), {PACKAGE.name: PACKAGE}, ("campaign_battles",))
    title = "Battles of campaigns in Battle Cry: rules of our own (reconstruction)"
    return build_index(title, PACKAGE / "headings.toml", books, CAMPAIGN_BATTLE)


PLUGIN = Plugin(
    requires_api=1,
    id="campaign_battles",
    title="Battles of campaigns in Battle Cry",
    documents=("none: the rules of translation are our own",),
    data=PACKAGE / "data",
    rules=_rules,
)
