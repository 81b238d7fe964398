"""Thunder on the Mississippi: the strategic clock of 70 turns, its operations of our own making.

Readings: Five places.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wargame_core.plugins.discovery import GameEntry, Plugin
from wargame_thunder_on_the_mississippi.printed.packaged import DATA, TITLE

if TYPE_CHECKING:
    from wargame_core.game import Game
    from wargame_core.plugins.rules_index import RulesIndex


def _build(data: Path | None = None) -> Game:
    from wargame_thunder_on_the_mississippi.game import build

    return build(data)


def _rules() -> RulesIndex:
    from wargame_thunder_on_the_mississippi.questions.rules_index import rules

    return rules()


def _lint(path: Path) -> list[str]:
    from wargame_thunder_on_the_mississippi.authoring.lint import lint

    return lint(path)


PLUGIN = Plugin(
    id="thunder_on_the_mississippi",
    title=TITLE,
    documents=("Thunder on the Mississippi Charts & Tables, version 1.6",),
    games=(GameEntry("thunder_on_the_mississippi", TITLE, _build),),
    data=DATA,
    rules=_rules,
    lint=_lint,
)
