"""Great Campaigns of the American Civil War: the charts of the series, and scenarios by its standard rules.

`PLUGIN` is what this distribution adds to wargame_core, `scenario_plugin` makes what a distribution of scenarios adds;
everything is read when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import evolve

from wargame_core.plugins.discovery import GameEntry, LazyMapping, Plugin

if TYPE_CHECKING:
    from wargame_core.authoring import OwnRules, Sequence, Variant
    from wargame_core.game import Game
    from wargame_core.plugins.questions import CaseFunction, ChartLookup, Question
    from wargame_core.plugins.rules_index import RulesIndex
    from wargame_gcacw.game import ScenarioSet
    from wargame_gcacw.printed.book import Book

__all__ = ["PLUGIN", "scenario_plugin"]

PACKAGE: Final = Path(__file__).parent
CHARTS_AND_TABLES: Final = "Thunder on the Mississippi Charts & Tables, version 1.6"


def _charts() -> Mapping[str, ChartLookup]:
    from wargame_gcacw.questions.chart_questions import CHARTS

    return CHARTS


def _odds() -> Mapping[str, Question]:
    from wargame_gcacw.questions.chart_questions import ODDS

    return ODDS


def _cases() -> Mapping[str, CaseFunction]:
    from wargame_gcacw.questions.chart_examples import CASES

    return CASES


def _rules() -> RulesIndex:
    from wargame_core.plugins.rules_index import Books, build_index
    from wargame_gcacw.charts.series import SHEET

    charts = PACKAGE / "charts"
    return build_index(
        CHARTS_AND_TABLES, charts / "headings.toml", Books((SHEET,), {"wargame_gcacw.charts": charts}, ("gcacw",))
    )


def _lint(path: Path) -> list[str]:
    from wargame_gcacw.questions.chart_questions import lint_charts

    return lint_charts(path)


PLUGIN: Final = Plugin(
    requires_api=1,
    id="gcacw",
    title="Great Campaigns of the American Civil War: series charts",
    documents=(CHARTS_AND_TABLES,),
    charts=LazyMapping(_charts),
    odds=LazyMapping(_odds),
    cases=LazyMapping(_cases),
    data=PACKAGE / "data",
    rules=_rules,
    lint=_lint,
)


def scenario_plugin(
    game_id: str,
    title: str,
    documents: tuple[str, ...],
    data: Path,
    *,
    own: Callable[[], OwnRules] | None = None,
) -> Plugin:
    """The plugin of one set of scenarios: its game, worked examples and checks, all from its data folder.

    A designer's scenario (a file with a [scenario] table, or a folder with one) is played on the same counters and map
    unless it brings its own units.toml or map.toml.

    ``own`` gives the rules that only these scenarios have: changes of the sequence of play, counters, actions, events,
    bots, and as ``words`` a `Vocabulary` of special rules and victory conditions. It is a function, so that nothing of
    the rules is loaded before somebody plays.
    """

    def scenarios() -> ScenarioSet:
        from wargame_gcacw.game import NOTHING_OWN, ScenarioSet

        return ScenarioSet(game_id, title, documents, data, NOTHING_OWN if own is None else own())

    def build(overlay: Path | None = None, variants: tuple[Variant, ...] = ()) -> Game:
        return scenarios().game(overlay, variants)

    def open_folder(path: Path, variants: tuple[Variant, ...] = ()) -> Game | None:
        return scenarios().opened(path, variants)

    def lint(path: Path) -> list[str]:
        from wargame_gcacw.printed.scenario_files import lint_scenario

        return lint_scenario(path, data, scenarios().words())

    def new_scenario(folder: Path) -> None:
        from wargame_gcacw.game import write_scenario

        write_scenario(folder, data)

    def book() -> Book:
        printed: Book = build().rules.printed["book"]
        return printed

    def cases() -> Mapping[str, CaseFunction]:
        from wargame_gcacw.questions.scenario_questions import cases_of

        return cases_of(book)

    def odds() -> Mapping[str, Question]:
        from wargame_gcacw.questions.scenario_questions import scenario_odds

        return scenario_odds(book)

    return Plugin(
        requires_api=1,
        id=game_id,
        title=title,
        documents=documents,
        games=(GameEntry(game_id, title, build, system=PLUGIN.id, varied=True),),
        odds=LazyMapping(odds),
        cases=LazyMapping(cases),
        data=data,
        rules=lambda: _scenario_rules(game_id, documents[0], data.parent, build().rules.sequence),
        lint=lint,
        open_folder=open_folder,
        varied=True,
        scaffold={"scenario": new_scenario},
    )


def _scenario_rules(game_id: str, document: str, package: Path, sequence: Sequence) -> RulesIndex:
    """The headings of the document, where their file is in the package, then the sections of the series rules."""
    from wargame_core.plugins.rules_index import Books, build_index
    from wargame_gcacw.charts.series import SHEET
    from wargame_gcacw.printed.cites import RULES

    headings, tests = package / "headings.toml", (game_id, "gcacw/standard")
    where = Books((document, RULES, SHEET), {"wargame_gcacw": PACKAGE, package.name: package}, tests)
    series = build_index(document, PACKAGE / "printed" / "series_headings.toml", where, sequence)
    if not headings.is_file():
        return series
    own = build_index(document, headings, where)
    return evolve(series, headings=(*own.headings, *series.headings))
