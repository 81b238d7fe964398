"""The index of our rules of translation: each with what carries it. The text is that of its READINGS.md."""

from __future__ import annotations

from pathlib import Path

from wargame_campaign_battles.hours import BOOK, CAMPAIGN_BATTLE
from wargame_core.plugins.rules_index import Books, RulesIndex, build_index

PACKAGE = Path(__file__).parent


def rules() -> RulesIndex:
    """The index, for `wargame rules`."""
    where = Books((BOOK,), {"wargame_campaign_battles": PACKAGE}, ("campaign_battles",))
    title = "Battles of campaigns in Battle Cry: rules of our own (reconstruction)"
    return build_index(title, PACKAGE / "headings.toml", where, CAMPAIGN_BATTLE)
