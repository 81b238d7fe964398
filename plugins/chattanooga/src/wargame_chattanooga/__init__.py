"""The Road to Chattanooga, 1863: a campaign of our own, of text files alone.

Two armies manoeuvre along one railroad, with supply, replacements, weather and exploitation by cavalry. Map, strengths,
times and chances are ours, after public histories.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wargame_hex_and_counter.game_files.plugin import hex_game_plugin, packaged

if TYPE_CHECKING:
    from wargame_core.plugins.rules_index import RulesIndex

PACKAGE = Path(__file__).parent
DATA = PACKAGE / "data"
TITLE = "The Road to Chattanooga, 1863"


def _rules() -> RulesIndex:
    import wargame_hex_and_counter
    from wargame_core.plugins.rules_index import Books, build_index

    system = Path(wargame_hex_and_counter.__file__).parent
    where = Books(
        ("The Road to Chattanooga",), {PACKAGE.name: PACKAGE}, ("chattanooga", "hex_and_counter"), beside=(system,)
    )
    return build_index(TITLE, PACKAGE / "headings.toml", where, packaged(DATA).sequence, with_pages=False)


PLUGIN = hex_game_plugin(
    "chattanooga", TITLE, (TITLE,), DATA, rules=_rules, length="10 turns, 100 to 200 choices a side"
)
