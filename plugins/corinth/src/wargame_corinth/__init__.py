"""Corinth, 3-4 October 1862: a battle of our own in the style of the classic folio games.

Map, strengths, times and chances are ours, after public histories. Its rules are text, in `data/game.toml`; one of
them is a function, in `retreats`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wargame_hex_and_counter.game_files.plugin import hex_game_plugin

if TYPE_CHECKING:
    from wargame_core.authoring import OwnRules

DATA = Path(__file__).parent / "data"
TITLE = "Corinth, 3-4 October 1862"


def own_rules() -> OwnRules:
    """The rule of this battle that no word of its files says."""
    from wargame_corinth.retreats import OWN

    return OWN


PLUGIN = hex_game_plugin(
    "corinth",
    TITLE,
    (TITLE,),
    DATA,
    own_rules=own_rules,
    book="Corinth",
    length="10 turns, 35 to 45 minutes against a bot",
)
