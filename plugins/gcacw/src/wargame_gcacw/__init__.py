"""Great Campaigns of the American Civil War: the charts of the series, and scenarios by its standard rules.

`PLUGIN` is what this distribution adds to wargame_core, `scenario_plugin` makes what a distribution of scenarios adds;
everything is read when somebody asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from wargame_core.interfaces import ExtensionPoint
from wargame_core.plugins.discovery import GameEntry, LazyMapping, Plugin

if TYPE_CHECKING:
    from wargame_core.authoring import OwnRules, Variant
    from wargame_core.contents import Contents
    from wargame_core.flow.players import Strength
    from wargame_core.game import Game
    from wargame_core.plugins.questions import CaseFunction, ChartLookup, Question
    from wargame_core.plugins.rules_index import RulesIndex
    from wargame_gcacw.game import ScenarioSet
    from wargame_gcacw.printed.book import Book

__all__ = ["PLUGIN", "scenario_plugin"]

PACKAGE: Final = Path(__file__).parent
CHARTS_AND_TABLES: Final = "Thunder on the Mississippi Charts & Tables, version 1.6"

_SCENARIO: Final = re.compile(r"^\[scenario\][^\[]*^game *=", re.MULTILINE)
"""How the table of a scenario begins that belongs to a game of the series."""


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
    extension_points=(
        ExtensionPoint(
            "wargame_gcacw.rules.special_rules:SpecialRule",
            "`rules` of the `Vocabulary` that `scenario_plugin(own_rules=...)` or a variant brings as `words`, named "
            "by "
            "`kind` of a `[[rule]]`; `always` has those that hold unasked",
        ),
        ExtensionPoint(
            "wargame_gcacw.rules.special_rules:VictoryCondition",
            "`victory` of the same `Vocabulary`, named by `kind` of a `[[victory]]`",
        ),
    ),
)


@frozen
class ScenarioFolder:
    """A packaged folder of scenarios, and what a plugin offers of it. Nothing is read before somebody asks."""

    id: str
    title: str
    documents: tuple[str, ...]
    data: Path
    own_rules: Callable[[], OwnRules] | None
    easy: Mapping[str, Mapping[str, float]]
    strengths: Callable[[], Mapping[str, Strength]]

    def scenarios(self) -> ScenarioSet:
        """The scenarios with the rules that only they have."""
        from wargame_gcacw.game import NO_OWN_RULES, ScenarioSet

        rules = NO_OWN_RULES if self.own_rules is None else self.own_rules()
        return ScenarioSet(self.id, self.title, self.documents, self.data, rules, self.easy, self.strengths)

    def build(self, overlay: Path | None = None, variants: tuple[Variant, ...] = ()) -> Game:
        """The game, with an owner's files and those of variants over the packaged ones."""
        return self.scenarios().game(overlay, variants)

    def book(self) -> Book:
        """All that is printed."""
        book: Book = self.build().rules.printed["book"]
        return book

    def contents(self) -> Mapping[str, Contents]:
        """What the document supplies, by scenario."""
        return self.scenarios().contents()

    def open_folder(self, path: Path, variants: tuple[Variant, ...] = ()) -> Game | None:
        """The game of a designer's scenario, None for anything else."""
        return self.scenarios().opened(path, variants)

    def knows(self, path: Path) -> bool:
        """Whether a path is a scenario, or a folder with one, that names its game of the series."""
        files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
        return any(_SCENARIO.search(file.read_text("utf-8", errors="replace")) for file in files)

    def lint(self, path: Path) -> list[str]:
        """Everything wrong with a designer's files."""
        return self.scenarios().lint(path)

    def new_scenario(self, folder: Path) -> None:
        """A small scenario to begin with."""
        from wargame_gcacw.game import write_scenario

        write_scenario(folder, self.data)

    def charts(self) -> Mapping[str, ChartLookup]:
        """The charts that the scenarios print, then those of the series that a scenario on a map uses."""
        from wargame_gcacw.questions.chart_questions import AIDS, CHARTS
        from wargame_gcacw.questions.scenario_questions import charts_of

        return charts_of(self.book()) | {name: CHARTS[name] for name in AIDS}

    def cases(self) -> Mapping[str, CaseFunction]:
        """The worked examples' functions."""
        from wargame_gcacw.questions.scenario_questions import cases_of

        return cases_of(self.book)

    def odds(self) -> Mapping[str, Question]:
        """The questions about odds."""
        from wargame_gcacw.questions.scenario_questions import scenario_odds

        return scenario_odds(self.book)

    def rules(self) -> RulesIndex:
        """The headings of the document, where their file is beside the data, then the sections of the series rules."""
        from wargame_core.plugins.rules_index import Books, build_index
        from wargame_gcacw.charts.series import SHEET
        from wargame_gcacw.printed.cites import RULES

        document, package = self.documents[0], self.data.parent
        headings, tests = package / "headings.toml", (self.id, "gcacw/standard")
        books = Books((document, RULES, SHEET), {"wargame_gcacw": PACKAGE, package.name: package}, tests)
        sections = PACKAGE / "printed" / "series_headings.toml"
        series = build_index(document, sections, books, self.build().rules.sequence)
        if not headings.is_file():
            return series
        own_index = build_index(document, headings, books)
        return evolve(series, headings=(*own_index.headings, *series.headings, *_rules().headings))


def scenario_plugin(
    game_id: str,
    title: str,
    documents: tuple[str, ...],
    data: Path,
    *,
    own_rules: Callable[[], OwnRules] | None = None,
    easy_errors: Mapping[str, Mapping[str, float]] | None = None,
    strengths: Callable[[], Mapping[str, Strength]] = dict,
    length: str = "",
) -> Plugin:
    """The plugin of one set of scenarios: its game, worked examples and checks, all from its data folder.

    A designer's scenario (a file with a [scenario] table, or a folder with one) is played on the same counters and map
    unless it brings its own units.toml or map.toml.

    ``own_rules`` gives the rules that only these scenarios have: changes of the sequence of play, counters, actions,
    events, bots, and as ``words`` a `Vocabulary` of special rules and victory conditions. It is a function, so that
    nothing of the rules is loaded before somebody plays. ``easy_errors`` is by how many points its easy player
    misjudges what a hex is worth, by scenario and side, where not by as many as usual. There is a hard player where
    the data folder has a `hard.toml` with a table for each scenario, and in it one for each side whose numbers are not
    as usual. ``strengths`` gives what was measured of its bots in the first scenario, ``length`` tells how long a game
    lasts, as `GameEntry` says.
    """
    folder = ScenarioFolder(game_id, title, documents, data, own_rules, easy_errors or {}, strengths)
    return Plugin(
        requires_api=1,
        id=game_id,
        title=title,
        documents=documents,
        games=(GameEntry(game_id, title, folder.build, system=PLUGIN.id, varied=True, length=length),),
        contents=LazyMapping(folder.contents),
        charts=LazyMapping(folder.charts),
        odds=LazyMapping(folder.odds),
        cases=LazyMapping(folder.cases),
        data=data,
        rules=folder.rules,
        lint=folder.lint,
        open_folder=folder.open_folder,
        knows=folder.knows,
        varied=True,
        scaffold={"scenario": folder.new_scenario},
    )
