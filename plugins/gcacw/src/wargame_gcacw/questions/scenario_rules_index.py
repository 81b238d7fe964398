"""The headings of a scenario in order, then the sections of the series rules, with what carries each."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from wargame_core.plugins.rules_index import Books, RulesIndex, build_index
from wargame_gcacw.charts.series import SHEET
from wargame_gcacw.printed.cites import RULES
from wargame_gcacw.rules.sequence import CAMPAIGN

PACKAGE = Path(__file__).parents[1]
SERIES = PACKAGE / "printed" / "series_headings.toml"


def scenario_rules(game: str, document: str, headings: Path) -> RulesIndex:
    """The index, for `wargame rules`: the document's own headings, where that file is there, and the series rules."""
    tests = (game, "gcacw/standard")
    where = Books((document, RULES, SHEET), {"wargame_gcacw": PACKAGE}, tests, beside=(headings.parent,))
    series = build_index(document, SERIES, where, CAMPAIGN)
    if not headings.is_file():
        return series
    own = build_index(document, headings, where)
    return evolve(series, headings=(*own.headings, *series.headings))
