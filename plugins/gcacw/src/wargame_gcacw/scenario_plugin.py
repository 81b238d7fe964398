"""What every scenario plugin offers: `scenario_plugin` makes a `Plugin` of a folder of data files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from wargame_core.plugins.discovery import GameEntry, LazyMapping, Plugin

if TYPE_CHECKING:
    from wargame_core.game import Game
    from wargame_core.plugins.questions import Question
    from wargame_core.plugins.rules_index import RulesIndex
    from wargame_core.plugins.worked_examples import CaseFunction


@frozen
class ScenarioFolder:
    """A packaged folder of scenarios, and what a plugin offers of it; everything is read when somebody asks."""

    id: str
    title: str
    documents: tuple[str, ...]
    data: Path

    def build(self, overlay: Path | None = None) -> Game:
        """The game, with an owner's files over the packaged ones."""
        from wargame_gcacw.game import scenario_game

        return scenario_game(self.id, self.title, self.documents, self.data, overlay)

    def open_folder(self, path: Path) -> Game | None:
        """The game of a designer's scenario, None for anything else."""
        from wargame_gcacw.authoring.scaffold import open_scenario

        return open_scenario(path, self.id, self.documents, self.data)

    def lint(self, path: Path) -> list[str]:
        """Everything wrong with a designer's files."""
        from wargame_gcacw.authoring.scaffold import lint_scenario

        return lint_scenario(path, self.data)

    def new_scenario(self, folder: Path) -> None:
        """A small scenario to begin with."""
        from wargame_gcacw.authoring.scaffold import write_scenario

        write_scenario(folder, self.data)

    def cases(self) -> dict[str, CaseFunction]:
        """The worked examples' functions."""
        from wargame_gcacw.questions.scenario_examples import scenario_cases

        return scenario_cases(self.id)

    def odds(self) -> Mapping[str, Question]:
        """The questions about odds."""
        from wargame_gcacw.questions.scenario_odds import scenario_odds

        return scenario_odds(lambda: self.build().rules.printed["book"])

    def rules(self) -> RulesIndex:
        """The index of the rules."""
        from wargame_gcacw.questions.scenario_rules_index import scenario_rules

        return scenario_rules(self.id, self.documents[0], self.data.parent / "headings.toml")


def scenario_plugin(game_id: str, title: str, documents: tuple[str, ...], data: Path) -> Plugin:
    """The plugin of one set of scenarios: its game, worked examples and checks, all from its data folder.

    A designer's scenario (a file with a [scenario] table, or a folder with one) is played on the same counters and map
    unless it brings its own units.toml or map.toml.
    """
    folder = ScenarioFolder(game_id, title, documents, data)
    return Plugin(
        id=game_id,
        title=title,
        documents=documents,
        games=(GameEntry(game_id, title, folder.build),),
        odds=LazyMapping(folder.odds),
        cases=LazyMapping(folder.cases),
        data=data,
        rules=folder.rules,
        lint=folder.lint,
        open_folder=folder.open_folder,
        scaffold={"scenario": folder.new_scenario},
    )
