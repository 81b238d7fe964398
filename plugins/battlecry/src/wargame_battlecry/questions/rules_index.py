"""The headings of the Battle Cry 150 text in order, with what carries each."""

from __future__ import annotations

from pathlib import Path

from wargame_battlecry.printed.cites import BOOK
from wargame_battlecry.rules.sequence import BATTLE
from wargame_core.plugins.rules_index import Books, RulesIndex, build_index

PACKAGE = Path(__file__).parents[1]


def rules() -> RulesIndex:
    """The index, for `wargame rules`."""
    where = Books((BOOK,), {"wargame_battlecry": PACKAGE}, ("battlecry",))
    return build_index("Battle Cry 150 Variant", PACKAGE / "printed" / "headings.toml", where, BATTLE)
