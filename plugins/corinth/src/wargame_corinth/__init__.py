"""Corinth, 3-4 October 1862: a battle of our own in the style of the classic folio games.

Map, strengths, times and chances are ours, after public histories. Its rules are text, in `data/game.toml`; one of
them is a function, in `retreats`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wargame_hex_and_counter.game_files.plugin import hex_game_plugin, packaged

if TYPE_CHECKING:
    from wargame_core.authoring import OwnRules
    from wargame_core.plugins.rules_index import RulesIndex

PACKAGE = Path(__file__).parent
DATA = PACKAGE / "data"
TITLE = "Corinth, 3-4 October 1862"


def own_rules() -> OwnRules:
    """The rule of this battle that no word of its files says."""
    from wargame_corinth.retreats import OWN

    return OWN


def _rules() -> RulesIndex:
    import wargame_hex_and_counter
    from wargame_core.plugins.rules_index import Books, build_index

    system = Path(wargame_hex_and_counter.__file__).parent
    where = Books(("Corinth",), {PACKAGE.name: PACKAGE}, ("corinth", "hex_and_counter"), beside=(system,))
    sequence = packaged(DATA, own_rules).sequence
    return build_index(TITLE, PACKAGE / "headings.toml", where, sequence, with_pages=False)


PLUGIN = hex_game_plugin(
    "corinth",
    TITLE,
    (TITLE,),
    DATA,
    own_rules=own_rules,
    rules=_rules,
    length="10 turns, 150 to 250 choices a side",
)
