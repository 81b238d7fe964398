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

PACKAGE = Path(__file__).parent
TITLE = "Corinth, 3-4 October 1862"


def _build(data: Path | None = None) -> Game:
    from wargame_corinth.game import build_game

    return build_game(data)


def _contents() -> Mapping[str, Contents]:
    from wargame_corinth.game import corinth
    from wargame_hex_and_counter.game import contents

    return contents(corinth())


PLUGIN = Plugin(
    requires_api=1,
    id="corinth",
    title=TITLE,
    documents=(TITLE,),
    games=(GameEntry("corinth", TITLE, _build, length="10 turns, 150 to 250 choices a side"),),
    contents=LazyMapping(_contents),
    data=PACKAGE / "data",
)
