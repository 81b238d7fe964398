"""Brice's Crossroads, 10 June 1864: a small battle of our own, of text files alone.

Chits from a cup say who acts next, and guns fire at whoever moves in their sight. Map, strengths, times and chances are
ours, after public histories.
"""

from __future__ import annotations

from pathlib import Path

from wargame_hex_and_counter.game_files.plugin import hex_game_plugin

DATA = Path(__file__).parent / "data"
TITLE = "Brice's Crossroads, 10 June 1864"

PLUGIN = hex_game_plugin(
    "brices_crossroads",
    TITLE,
    (TITLE,),
    DATA,
    book="Brice's Crossroads",
    length="7 turns, 10 to 20 minutes against a bot",
)
