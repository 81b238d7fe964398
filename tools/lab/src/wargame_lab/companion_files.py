"""Files of what was measured of a game, which lie beside its data: chances, puzzles."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from wargame_core import Game, discover
from wargame_core.plugins.discovery import SIGN


def files_of(game: Game, name: str) -> Iterator[Path]:
    """Where a file of this name can lie: in the game's folder of data, beside that, beside the data of its plugin."""
    if game.files.data is not None:
        yield game.files.data / name
        yield game.files.data.parent / name
    if (file_of_plugin := packaged_file(game.id.partition(SIGN)[0], name)) is not None:
        yield file_of_plugin


@lru_cache
def packaged_file(game_id: str, name: str) -> Path | None:
    """The file of an installed game, whether or not it is there; None for a game of no plugin with data."""
    for installed_plugin in discover():
        folder = installed_plugin.plugin.data if installed_plugin.plugin is not None else None
        if folder is not None and any(entry.id == game_id for entry in installed_plugin.games):
            return folder.parent / name
    return None
