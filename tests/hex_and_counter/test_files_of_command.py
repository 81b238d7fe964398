"""Command, withdrawals and isolation in text files: what is played, what is told, and the sentence for mistakes."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.hex_and_counter.hex_kit import at

from wargame_core.data import DataFolder
from wargame_core.errors import DataError
from wargame_hex_and_counter import (
    Combat,
    HexGame,
    Isolation,
    Movement,
    OutOfCommand,
    Withdrawals,
    build,
)
from wargame_hex_and_counter.contents import contents_of
from wargame_hex_and_counter.game_files.reading import read_game
from wargame_hex_and_counter.players.line_holder import line_holder
from wargame_hex_and_counter.rules.comes_up import phases_of
from wargame_hex_and_counter.table import face_of, panels, situation
from wargame_laws import drive, laws

FILES = Path(__file__).parent / "corps_line"
AS_IT_ACTS = ('exerts_zones = false\njudged = "at its step"', 'judged = "as it acts"')
Written = Callable[..., Path]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """A function of texts of the files, each with what stands in its place, that writes the game so into a folder."""

    def write(*changes: tuple[str, str]) -> Path:
        folder = Path(shutil.copytree(FILES, tmp_path_factory.mktemp("corps_line") / "game"))
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


test_laws = laws(lambda: build(game_in(FILES)), seeds=range(24), games=2, budget=20)
