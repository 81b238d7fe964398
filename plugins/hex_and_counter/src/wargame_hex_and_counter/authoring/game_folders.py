"""A designer's folder with a game of text files: begun, checked, and played without installing anything."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Final

from wargame_core.authoring import Game
from wargame_core.data import Problems, read_toml, write_new, write_package
from wargame_core.errors import DataError
from wargame_core.plugins.discovery import plugins
from wargame_hex_and_counter.game_files import SYSTEM, opening
from wargame_hex_and_counter.game_files.doubts import problems_of_folder
from wargame_hex_and_counter.game_files.reading import GAME
from wargame_hex_and_counter.game_files.vocabulary import NO_WORDS

TEMPLATE_ID, TEMPLATE_TITLE = "my_hex_game", "My hex game"
FILES: Final = "new_hex_game"


def games_with_own_rules() -> list[str]:
    """The ids of the installed games of text files that have rules of their own, which another folder may name."""
    return [plugin.id for plugin in plugins() for game in plugin.games if game.system == SYSTEM and plugin.knows]


def has_game(path: Path) -> bool:
    """Whether a folder, or that of a file, holds a game of text files that this system plays, whatever is wrong."""
    return opening.own_rules_of(path if path.is_dir() else path.parent) is not None


def open_folder(folder: Path) -> Game | None:
    """The game in a folder; None where there is none, or an installed game has its own rules.

    Raises `DataError` with every problem of its files, or that no installed game has the rules that it names.
    """
    name = opening.own_rules_of(folder) if folder.is_dir() else None
    if name is None or name in games_with_own_rules():
        return None
    if problems := _missing_rules(folder, name):
        problems.raise_if_any()
    return opening.open_folder(folder)


def lint_folder(path: Path) -> list[str] | None:
    """What is wrong with a game of text files, or with one of its files, as lines; None where there is no such game."""
    folder = path if path.is_dir() else path.parent
    name = opening.own_rules_of(folder)
    if name is None:
        return None
    if name in games_with_own_rules():
        return next((plugin.lint(path) for plugin in plugins() if plugin.id == name and plugin.lint is not None), [])
    missing_rules = list(map(str, _missing_rules(folder, name).found))
    return missing_rules or problems_of_folder(path, NO_WORDS)


def _missing_rules(folder: Path, name: str) -> Problems:
    """That no installed game has the own rules that a folder names (E301)."""
    problems = Problems()
    if name:
        try:
            doc = read_toml(folder / GAME)
        except DataError:
            return problems
        expected_text = "an installed game with rules of its own"
        problems.reference(doc, ("game", "own_rules"), expected_text, name, games_with_own_rules())
    return problems


def new_hex_game(folder: Path) -> None:
    """`wargame new hex-game FOLDER`: write a whole small game that can be played at once, with comments that teach.

    The folder is made if need be, and gives the game its id and title. Raises `FileExistsError` rather than replace a
    file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     new_hex_game(Path(place, "mill_creek"))
    ...     [file.name for file in sorted(Path(place, "mill_creek").iterdir())]
    ['counters.csv', 'crt.toml', 'dawn.toml', 'game.toml', 'map.toml', 'terrain.toml']
    """
    for name, text in _game_files(*names_for(folder)).items():
        write_new(folder / name, text)


def _game_files(game_id: str, title: str) -> dict[str, str]:
    templates = sorted(files(__package__).joinpath(FILES).iterdir(), key=lambda file: file.name)
    texts = {file.name: file.read_text(encoding="utf-8") for file in templates}
    return {name: text.replace(TEMPLATE_ID, game_id).replace(TEMPLATE_TITLE, title) for name, text in texts.items()}


OWN_RULE: Final = """own = ["in_concert"]            # a function: rules.py says what it does
"""


def new_hex_game_with_rules(folder: Path, game_id: str) -> None:
    """`wargame new hex-game FOLDER --rules`: write a distribution with the same game and a rule that is a function.

    Raises `FileExistsError` rather than replace a file.
    """
    title = names_for(folder)[1]
    package = f"wargame_{game_id}"
    words = {"id": game_id, "title": title, "package": package, "distribution": package.replace("_", "-")}
    templates = files(__package__).joinpath(f"{FILES}_with_rules").iterdir()
    package_folder = write_package(
        folder, {file.name.removesuffix(".txt"): file.read_text("utf-8") for file in templates}, words
    )
    texts = _game_files(game_id, title)
    anchor = 'hexsides = "if all attack across"\n'
    own_rules = f'own_rules = "{game_id}"\n'
    texts[GAME] = texts[GAME].replace(anchor, anchor + OWN_RULE).replace("\n# 1. Sides", f"{own_rules}\n# 1. Sides")
    for name, text in texts.items():
        write_new(package_folder / "data" / name, text)


def names_for(folder: Path) -> tuple[str, str]:
    """The id and the title of a game in a folder of that name.

    >>> names_for(Path("games/Mill Creek 1863"))
    ('mill_creek_1863', 'Mill Creek 1863')
    >>> names_for(Path("1863"))
    ('my_hex_game_1863', '1863')
    """
    name = folder.resolve().name
    plain_id = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")
    game_id = plain_id if plain_id[:1].isalpha() else f"{TEMPLATE_ID}_{plain_id}".strip("_")
    title = re.sub(r'["\\\s_-]+', " ", name).strip() or TEMPLATE_TITLE
    return game_id, title[0].upper() + title[1:]
