"""Corinth, 3-4 October 1862: a battle of our own in the style of the classic folio games.

Map, strengths, times and chances are ours, after public histories.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from wargame_core.plugins.discovery import GameEntry, LazyMapping, Plugin

if TYPE_CHECKING:
    from wargame_core.contents import Contents
    from wargame_core.game import Game
    from wargame_core.plugins.questions import ChartLookup, Question
    from wargame_core.plugins.rules_index import RulesIndex

PACKAGE = Path(__file__).parent
TITLE = "Corinth, 3-4 October 1862"


def _build(data: Path | None = None) -> Game:
    from wargame_corinth.game import build_game

    return build_game(data)


def _contents() -> Mapping[str, Contents]:
    from wargame_corinth.game import packaged
    from wargame_hex_and_counter.game import contents

    return contents(packaged())


def _charts() -> Mapping[str, ChartLookup]:
    from wargame_corinth.game import packaged
    from wargame_hex_and_counter.questions import charts_of

    return charts_of(packaged())


def _odds() -> Mapping[str, Question]:
    from wargame_corinth.game import packaged
    from wargame_hex_and_counter.questions import odds_of

    return odds_of(packaged())


def _rules() -> RulesIndex:
    import wargame_hex_and_counter
    from wargame_core.plugins.rules_index import Books, build_index
    from wargame_corinth.game import packaged

    system = Path(wargame_hex_and_counter.__file__).parent
    where = Books(("Corinth",), {PACKAGE.name: PACKAGE}, ("corinth", "hex_and_counter"), beside=(system,))
    return build_index(TITLE, PACKAGE / "headings.toml", where, packaged().sequence, with_pages=False)


def _lint(path: Path) -> list[str]:
    from wargame_corinth.game import lint

    return lint(path)


PLUGIN = Plugin(
    requires_api=1,
    id="corinth",
    title=TITLE,
    documents=(TITLE,),
    games=(GameEntry("corinth", TITLE, _build, length="10 turns, 150 to 250 choices a side"),),
    charts=LazyMapping(_charts),
    odds=LazyMapping(_odds),
    contents=LazyMapping(_contents),
    rules=_rules,
    lint=_lint,
    data=PACKAGE / "data",
)
