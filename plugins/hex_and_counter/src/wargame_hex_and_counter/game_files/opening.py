"""A folder of game files as a game that is ready to play, and an installed game whose files are packaged."""

from __future__ import annotations

import re
from pathlib import Path

from attrs import evolve

from wargame_core.authoring import Game, OwnRules
from wargame_core.data import DataFolder
from wargame_hex_and_counter.game import build
from wargame_hex_and_counter.game_files import SYSTEM
from wargame_hex_and_counter.game_files.reading import GAME, read_game
from wargame_hex_and_counter.game_files.vocabulary import NO_WORDS, Vocabulary

_KEY = r"""^\s*{}\s*=\s*(["'])(.*?)\1"""
_SYSTEM, _OWN_RULES = (re.compile(_KEY.format(key), re.MULTILINE) for key in ("system", "own_rules"))


def own_rules_of(folder: Path) -> str | None:
    """The installed game whose functions a folder of game files is played with, "" for none.

    None where `game.toml` is not there, or is for another system. Nothing else of the file is read, so it may be wrong.
    """
    file = folder / GAME
    if not file.is_file():
        return None
    text = file.read_text("utf-8", errors="replace")
    system = _SYSTEM.search(text)
    if system is None or system[2] != SYSTEM:
        return None
    rules_match = _OWN_RULES.search(text)
    return rules_match[2] if rules_match else ""


def words_of(own_rules: OwnRules | None) -> Vocabulary:
    """The words that own rules bring; none where they bring none."""
    words = own_rules.vocabulary() if own_rules is not None else None
    return words if isinstance(words, Vocabulary) else NO_WORDS


def open_folder(folder: Path, own_rules: OwnRules | None = None) -> Game:
    """The game in a folder, with an installed game's ``own_rules`` rules. Raises `DataError` with every problem."""
    return game_of(DataFolder(folder), own_rules)


def game_of(folder: DataFolder, own_rules: OwnRules | None = None) -> Game:
    """The game of packaged files, or of those that replace them. Raises `DataError` with every problem."""
    parsed_game = read_game(folder, words_of(own_rules))
    hex_game = evolve(
        parsed_game.game,
        digest=parsed_game.digest(),
        reload=lambda data: game_of(evolve(folder, overlay=data), own_rules),
    )
    game = build(hex_game)
    classes = {path.name: cls for path, cls in parsed_game.files.items() if cls is not None}
    tables = tuple(path.name for path, cls in parsed_game.files.items() if cls is None)
    game = evolve(game, files=evolve(game.files, schemas=classes, tables=tables))
    if own_rules is None:
        return game
    return evolve(game, rules=game.rules.with_own(own_rules, game.id, game.title)).with_players(own_rules.bots)
