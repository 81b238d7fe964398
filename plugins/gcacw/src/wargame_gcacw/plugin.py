"""What this distribution adds to wargame_core; charts and odds are read when somebody asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargame_core.plugins.discovery import LazyMapping, Plugin

if TYPE_CHECKING:
    from wargame_core.plugins.questions import ChartLookup, Question
    from wargame_core.plugins.rules_index import RulesIndex
    from wargame_core.plugins.worked_examples import CaseFunction


def _charts() -> Mapping[str, ChartLookup]:
    from wargame_gcacw.questions.chart_questions import CHARTS

    return CHARTS


def _odds() -> Mapping[str, Question]:
    from wargame_gcacw.questions.chart_odds import ODDS

    return ODDS


def _cases() -> Mapping[str, CaseFunction]:
    from wargame_gcacw.questions.chart_examples import CASES

    return CASES


def _rules() -> RulesIndex:
    from wargame_gcacw.questions.chart_rules_index import rules

    return rules()


def _lint(path: Path) -> list[str]:
    from wargame_gcacw.authoring.lint import lint

    return lint(path)


PLUGIN: Final = Plugin(
    id="gcacw",
    title="Great Campaigns of the American Civil War: series charts",
    documents=("Thunder on the Mississippi Charts & Tables, version 1.6",),
    charts=LazyMapping(_charts),
    odds=LazyMapping(_odds),
    cases=LazyMapping(_cases),
    data=Path(__file__).parent / "data",
    rules=_rules,
    lint=_lint,
)
