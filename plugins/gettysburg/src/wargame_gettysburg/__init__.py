"""A Formidable Invasion: the Gettysburg campaign of 1863."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wargame_altar_of_freedom import campaign_plugin

if TYPE_CHECKING:
    from wargame_core.authoring import OwnRules


def _own() -> OwnRules:
    from wargame_gettysburg.rules import OWN

    return OWN


PLUGIN = campaign_plugin(
    game_id="gettysburg",
    title="A Formidable Invasion: the 1863 Gettysburg campaign",
    documents=("A Formidable Invasion (2018)",),
    data=Path(__file__).parent / "data",
    own=_own,
)
