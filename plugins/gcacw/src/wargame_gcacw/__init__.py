"""Great Campaigns of the American Civil War: charts and standard rules."""

from __future__ import annotations

from wargame_gcacw.plugin import PLUGIN, scenario_plugin

__all__ = ["PLUGIN", "scenario_plugin"]
