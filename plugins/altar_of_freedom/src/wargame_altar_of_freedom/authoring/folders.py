"""A designer's folder of campaign files: checked, and played without installing anything."""

from __future__ import annotations

from pathlib import Path

from wargame_altar_of_freedom.game import campaign_game
from wargame_altar_of_freedom.printed.data_files import load_campaign
from wargame_core import Game
from wargame_core.data import DataFolder, Document, Problem, Problems, read_toml
from wargame_core.errors import DataError

LOWEST, HIGHEST = -3, 3
"""Ratings of units: those of all printed brigades lie between."""


def is_campaign(folder: Path) -> bool:
    """Whether this is a folder with a campaign file in it."""
    return (folder / "campaign.toml").is_file()


def lint_campaign(folder: Path) -> list[str]:
    """Every problem of a campaign's files as file:line:column: CODE message.

    When it can be played only doubts are left: W471, a rating of a unit that no table of the system goes to.
    """
    try:
        load_campaign(DataFolder(folder, None))
    except DataError as error:
        return [str(problem) for problem in error.problems]
    return [str(doubt) for doubt in rating_doubts(read_toml(folder / "oob.toml"))]


def rating_doubts(doc: Document) -> list[Problem]:
    """The units whose rating lies outside those of all printed brigades (W471)."""
    doubts = Problems()
    for n, formation in enumerate(doc.data.get("formation", ())):
        for k, unit in enumerate(formation.get("units", ())):
            rating = unit.get("rating", 0)
            if not LOWEST <= rating <= HIGHEST:
                message = (
                    f"{unit.get('name', unit.get('id'))} has {rating}; ratings of units go from {LOWEST} to {HIGHEST}"
                )
                doubts.add(doc, ("formation", n, "units", k, "rating"), "W471", message)
    return doubts.found


def open_campaign(folder: Path) -> Game | None:
    """The game in a folder, None when it is no campaign. Raises `DataError` with every problem of its files."""
    if not is_campaign(folder):
        return None
    return campaign_game(folder.resolve().name, folder, (), None)
