"""A Formidable Invasion: the Gettysburg campaign of 1863."""

from __future__ import annotations

from pathlib import Path

from wargame_core import Game, GameEntry, Plugin

DOCUMENTS = ("A Formidable Invasion (2018)",)
DATA = Path(__file__).parent / "data"


def build(overlay: Path | None = None) -> Game:
    """The campaign, with files of the owner's folder in place of the packaged ones."""
    from wargame_altar_of_freedom.game import campaign_game

    return campaign_game("gettysburg", DATA, DOCUMENTS, overlay)


PLUGIN = Plugin(
    id="gettysburg",
    title="A Formidable Invasion: the 1863 Gettysburg campaign",
    documents=DOCUMENTS,
    games=(GameEntry("gettysburg", "The 1863 Gettysburg campaign", build),),
    data=DATA,
)
