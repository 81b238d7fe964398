"""Gibraltar of the West: the Vicksburg campaign of 1863."""

from __future__ import annotations

from pathlib import Path

from wargame_core import Game, GameEntry, Plugin

DOCUMENTS = ("Gibraltar of the West (2016)",)
DATA = Path(__file__).parent / "data"


def build(overlay: Path | None = None) -> Game:
    """The campaign, with files of the owner's folder in place of the packaged ones."""
    from wargame_altar_of_freedom.game import campaign_game

    return campaign_game("vicksburg", DATA, DOCUMENTS, overlay)


PLUGIN = Plugin(
    id="vicksburg",
    title="Gibraltar of the West: the 1863 Vicksburg campaign",
    documents=DOCUMENTS,
    games=(GameEntry("vicksburg", "The 1863 Vicksburg campaign", build),),
    data=DATA,
)
