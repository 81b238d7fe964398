"""The index of the clock: the headings of the sheet that run in it, with what carries them."""

from __future__ import annotations

from pathlib import Path

from wargame_core.plugins.rules_index import Books, RulesIndex, build_index
from wargame_gcacw import charts
from wargame_gcacw.charts.series import SHEET
from wargame_thunder_on_the_mississippi.rules.sequence import ADVANCED_GAME

PACKAGE = Path(__file__).parents[1]


def rules() -> RulesIndex:
    """The index, for `wargame rules`."""
    tests = ("thunder_on_the_mississippi",)
    system = Path(charts.__file__).parents[1]
    where = Books((SHEET,), {"wargame_thunder_on_the_mississippi": PACKAGE}, tests, beside=(system,))
    title = "Thunder on the Mississippi Charts & Tables, version 1.6"
    return build_index(title, PACKAGE / "printed" / "headings.toml", where, ADVANCED_GAME)
