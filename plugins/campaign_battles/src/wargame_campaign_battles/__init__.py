"""Battles of Altar of Freedom campaigns fought out in Battle Cry, by rules of translation that are all our own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wargame_core.plugins.discovery import Plugin

if TYPE_CHECKING:
    from wargame_core.plugins.rules_index import RulesIndex


def _rules() -> RulesIndex:
    from wargame_campaign_battles.rules_index import rules

    return rules()


PLUGIN = Plugin(
    id="campaign_battles",
    title="Battles of campaigns in Battle Cry",
    documents=("none: the rules of translation are our own",),
    data=Path(__file__).parent / "data",
    rules=_rules,
)
