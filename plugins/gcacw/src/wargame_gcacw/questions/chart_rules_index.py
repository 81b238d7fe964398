"""The index of the sheet: every heading, what carries it, and what is missing."""

from __future__ import annotations

from pathlib import Path

from wargame_core.plugins.rules_index import Books, RulesIndex, build_index
from wargame_gcacw.charts.series import SHEET

CHARTS = Path(__file__).parents[1] / "charts"


def rules() -> RulesIndex:
    """The index, for `wargame rules`."""
    where = Books((SHEET,), {"wargame_gcacw.charts": CHARTS}, ("gcacw",))
    return build_index("Thunder on the Mississippi Charts & Tables, version 1.6", CHARTS / "headings.toml", where)
