"""What this distribution adds to wargame_core."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargame_core.plugins import GameEntry, Plugin
from wargame_gcacw.cases import CASES
from wargame_gcacw.chart_entries import CHARTS
from wargame_gcacw.lint import lint
from wargame_gcacw.odds import ODDS
from wargame_gcacw.series import DATA

if TYPE_CHECKING:
    from wargame_core.game import Game
    from wargame_core.rules_index import RulesIndex


def _rules() -> RulesIndex:
    from wargame_gcacw.rules import rules

    return rules()


def _build(overlay: Path | None = None) -> Game:
    from wargame_gcacw.mississippi.game import build

    return build(overlay)


PLUGIN: Final = Plugin(
    id="gcacw",
    title="Great Campaigns of the American Civil War: series charts",
    documents=("Thunder on the Mississippi Charts & Tables, version 1.6",),
    games=(GameEntry("thunder_on_the_mississippi", "Thunder on the Mississippi: the strategic clock", _build),),
    charts=CHARTS,
    odds=ODDS,
    cases=CASES,
    data=DATA,
    rules=_rules,
    lint=lint,
)
