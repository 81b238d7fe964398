"""A designer's folder of campaign files: checked, and played without installing anything."""

from __future__ import annotations

from pathlib import Path

from wargame_altar_of_freedom.game import campaign_game
from wargame_altar_of_freedom.printed.data_files import load_campaign
from wargame_core import Game
from wargame_core.data import DataFolder
from wargame_core.errors import DataError


def is_campaign(folder: Path) -> bool:
    """Whether this is a folder with a campaign file in it."""
    return (folder / "campaign.toml").is_file()


def lint_campaign(folder: Path) -> list[str]:
    """Every problem of a campaign's files as file:line:column: CODE message; none when it can be played."""
    try:
        load_campaign(DataFolder(folder, None))
    except DataError as error:
        return [str(problem) for problem in error.problems]
    return []


def open_campaign(folder: Path) -> Game | None:
    """The game in a folder, None when it is no campaign. Raises `DataError` with every problem of its files."""
    if not is_campaign(folder):
        return None
    return campaign_game(folder.resolve().name, folder, (), None)
