"""Brice's Crossroads, 10 June 1864: a small battle of our own, of text files alone.

Chits from a cup say who acts next, and guns fire at whoever moves in their sight. Map, strengths, times and chances are
ours, after public histories.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wargame_hex_and_counter.game_files.plugin import hex_game_plugin, packaged

if TYPE_CHECKING:
    from wargame_core.plugins.rules_index import RulesIndex

PACKAGE = Path(__file__).parent
DATA = PACKAGE / "data"
TITLE = "Brice's Crossroads, 10 June 1864"


def _rules() -> RulesIndex:
    import wargame_hex_and_counter
    from wargame_core.plugins.rules_index import Books, build_index

    system = Path(wargame_hex_and_counter.__file__).parent
    tests = ("brices_crossroads", "hex_and_counter")
    where = Books(("Brice's Crossroads",), {PACKAGE.name: PACKAGE}, tests, beside=(system,))
    return build_index(TITLE, PACKAGE / "headings.toml", where, packaged(DATA).sequence, with_pages=False)


PLUGIN = hex_game_plugin(
    "brices_crossroads", TITLE, (TITLE,), DATA, rules=_rules, length="7 turns, 40 to 80 choices a side"
)
