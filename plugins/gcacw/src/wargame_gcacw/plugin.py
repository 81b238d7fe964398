"""What this distribution adds to wargame_core."""

from __future__ import annotations

from typing import Final

from wargame_core.plugins import Plugin
from wargame_gcacw.cases import CASES
from wargame_gcacw.chart_entries import CHARTS
from wargame_gcacw.odds import ODDS
from wargame_gcacw.series import DATA

PLUGIN: Final = Plugin(
    id="gcacw",
    title="Great Campaigns of the American Civil War: series charts",
    documents=("Thunder on the Mississippi Charts & Tables, version 1.6",),
    charts=CHARTS,
    odds=ODDS,
    cases=CASES,
    data=DATA,
)
