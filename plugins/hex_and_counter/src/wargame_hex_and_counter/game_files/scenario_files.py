"""A scenario of a game of text files: its set-up, and the rules and the victory that it has of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import field, frozen

from wargame_core.data import Document
from wargame_hex_and_counter.game_files.further_sections import Side
from wargame_hex_and_counter.game_files.sections import (
    ControlLine,
    ExceptionSection,
    LevelSection,
    LossesLine,
    SuddenVictorySection,
)
from wargame_hex_and_counter.printed.files import ScenarioFile
from wargame_hex_and_counter.printed.scenarios import SetUp


@frozen(kw_only=True)
class ScenarioRulesFile(ScenarioFile):
    """A scenario: who stands where and who comes when, and what is otherwise than in game.toml.

    Its exceptions count besides those of the game, and more; its points, levels or sudden victories, where it has some,
    are in place of all of those.
    """

    schema_name: ClassVar[str] = "scenario"

    railroads: Mapping[str, Side] = field(factory=dict)
    exception: tuple[ExceptionSection, ...] = ()
    victory: tuple[ControlLine | LossesLine, ...] = ()
    level: tuple[LevelSection, ...] = ()
    sudden_victory: tuple[SuddenVictorySection, ...] = ()


@frozen
class PrintedScenario:
    """A scenario as read: its file, what that says, and the set-up."""

    doc: Document
    file: ScenarioRulesFile
    set_up: SetUp
