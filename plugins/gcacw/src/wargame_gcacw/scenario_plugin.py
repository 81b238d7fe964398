"""What every scenario plugin offers: `scenario_plugin` makes a `Plugin` of a folder of data files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from wargame_core.plugins.discovery import GameEntry, Plugin
from wargame_gcacw.plugin import LazyMapping

if TYPE_CHECKING:
    from wargame_core.game import Game
    from wargame_core.plugins.questions import CaseFunction, Question
    from wargame_core.plugins.rules_index import RulesIndex


def scenario_plugin(id: str, title: str, documents: tuple[str, ...], data: Path) -> Plugin:
    """The plugin of one set of scenarios: its game, worked examples and checks, all from its data folder.

    A designer's scenario (a file with a [scenario] table, or a folder with one) is played on the same counters and map
    unless it brings its own units.toml or map.toml.
    """

    def build(overlay: Path | None = None) -> Game:
        from wargame_gcacw.game import scenario_game

        return scenario_game(id, title, documents, data, overlay)

    def open_folder(path: Path) -> Game | None:
        from wargame_gcacw.authoring.scaffold import open_scenario

        return open_scenario(path, id, documents, data)

    def lint(path: Path) -> list[str]:
        from wargame_gcacw.authoring.scaffold import lint_scenario

        return lint_scenario(path, data)

    def new_scenario(folder: Path) -> None:
        from wargame_gcacw.authoring.scaffold import write_scenario

        write_scenario(folder, data)

    def cases() -> dict[str, CaseFunction]:
        from wargame_gcacw.questions.scenario_examples import scenario_cases

        return scenario_cases(id)

    def odds() -> Mapping[str, Question]:
        from wargame_gcacw.questions.scenario_odds import scenario_odds

        return scenario_odds(lambda: build().printed["book"])

    def rules() -> RulesIndex:
        from wargame_gcacw.questions.scenario_rules_index import scenario_rules

        return scenario_rules(id, documents[0], data.parent / "headings.toml")

    return Plugin(
        id=id,
        title=title,
        documents=documents,
        games=(GameEntry(id, title, build),),
        odds=LazyMapping(odds),
        cases=LazyMapping(cases),
        data=data,
        rules=rules,
        lint=lint,
        open_folder=open_folder,
        scaffold={"scenario": new_scenario},
    )
