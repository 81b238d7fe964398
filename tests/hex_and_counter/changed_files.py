"""A game of text files written into a folder with some of its texts changed, and what is read from it."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wargame_core.data import DataFolder
from wargame_hex_and_counter import HexGame
from wargame_hex_and_counter.game_files.reading import read_game

Written = Callable[..., Path]


def writer(files: Path, folders: pytest.TempPathFactory) -> Written:
    """A function of texts of the files, each with what stands in its place, that writes the game so into a folder."""

    def write(*changes: tuple[str, str]) -> Path:
        folder = Path(shutil.copytree(files, folders.mktemp(files.name) / "game"))
        for old, new in changes:
            found = [path for path in sorted(folder.iterdir()) if old in path.read_text("utf-8")]
            assert found, old
            text = found[0].read_text("utf-8")
            found[0].write_text(text.replace(old, new, 1), "utf-8")
        return folder

    return write


def game_in(folder: Path) -> HexGame:
    return read_game(DataFolder(folder)).game


def part(game: HexGame, kind: type[Any]) -> Any:
    return next(part for part in game.parts if isinstance(part, kind))
