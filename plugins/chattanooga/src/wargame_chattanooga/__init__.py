"""The Road to Chattanooga, 1863: a campaign of our own, of text files alone.

Two armies manoeuvre along one railroad, with supply, replacements, weather and exploitation by cavalry. Map, strengths,
times and chances are ours, after public histories.
"""

from __future__ import annotations

from pathlib import Path

from wargame_hex_and_counter.game_files.plugin import hex_game_plugin

DATA = Path(__file__).parent / "data"
TITLE = "The Road to Chattanooga, 1863"

PLUGIN = hex_game_plugin(
    "chattanooga",
    TITLE,
    (TITLE,),
    DATA,
    book="The Road to Chattanooga",
    length="10 turns, 25 to 50 minutes against a bot",
)
