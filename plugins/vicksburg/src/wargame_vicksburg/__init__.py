"""Gibraltar of the West: the Vicksburg campaign of 1863."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wargame_altar_of_freedom import campaign_plugin

if TYPE_CHECKING:
    from wargame_core.authoring import OwnRules


def _own() -> OwnRules:
    from wargame_core.authoring import OwnRules
    from wargame_vicksburg.rules import WORDS

    return OwnRules(words=WORDS)


PLUGIN = campaign_plugin(
    game_id="vicksburg",
    title="Gibraltar of the West: the 1863 Vicksburg campaign",
    documents=("Gibraltar of the West (2016)",),
    data=Path(__file__).parent / "data",
    own=_own,
)
