"""Great Campaigns of the American Civil War: charts, standard rules, strategic clock."""

from __future__ import annotations

from wargame_gcacw.plugin import PLUGIN
from wargame_gcacw.scenario_plugin import scenario_plugin

__all__ = ["PLUGIN", "scenario_plugin"]
