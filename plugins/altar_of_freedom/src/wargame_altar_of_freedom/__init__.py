"""The campaign system of the Altar of Freedom supplements: everything both campaign books print.

A campaign is a folder of data files; `campaign_game` makes a playable game of it.
"""

from __future__ import annotations

from wargame_core import Plugin

PLUGIN = Plugin(id="altar_of_freedom", title="Altar of Freedom campaign system")
