"""The campaign system of the Altar of Freedom supplements: everything both campaign books print.

A campaign is a folder of data files; `campaign_plugin` makes a plugin of it, `campaign_game` a playable game.
"""

from __future__ import annotations

from wargame_altar_of_freedom.plugin import SYSTEM as PLUGIN
from wargame_altar_of_freedom.plugin import campaign_plugin

__all__ = ["PLUGIN", "campaign_plugin"]
