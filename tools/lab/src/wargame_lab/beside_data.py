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
    if (packaged := packaged_file(game.id.partition(SIGN)[0], name)) is not None:
        yield packaged


@lru_cache
def packaged_file(game_id: str, name: str) -> Path | None:
    """The file of an installed game, whether or not it is there; None for a game of no plugin with data."""
    for installed in discover():
        folder = installed.plugin.data if installed.plugin is not None else None
        if folder is not None and any(entry.id == game_id for entry in installed.games):
            return folder.parent / name
    return None
