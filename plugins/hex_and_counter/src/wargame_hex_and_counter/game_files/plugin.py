"""An installed game whose rules are text files: its plugin, from the folder of its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from wargame_core.plugins.discovery import GameEntry, LazyMapping, Plugin
from wargame_hex_and_counter.game_files import SYSTEM

if TYPE_CHECKING:
    from typing import TypedDict

    from wargame_core.authoring import Game, OwnRules
    from wargame_core.contents import Contents
    from wargame_core.plugins.questions import ChartLookup, Question
    from wargame_core.plugins.rules_index import RulesIndex
    from wargame_hex_and_counter.rules.hex_game import HexGame

    class _Lists(TypedDict):
        charts: Mapping[str, ChartLookup]
        odds: Mapping[str, Question]
        contents: Mapping[str, Contents]


def hex_game_plugin(
    game_id: str,
    title: str,
    documents: tuple[str, ...],
    data: Path,
    *,
    own_rules: Callable[[], OwnRules] | None = None,
    book: str = "",
    length: str = "",
) -> Plugin:
    """The plugin of one game of text files: its game, charts, odds, lists and checks, all from its folder of files.

    ``own_rules`` gives the rules that only this game has, and as their ``words`` a `Vocabulary` of the functions behind
    `own` keys; a folder of somebody else that says ``own_rules = "GAME_ID"`` is played with them too. It is a
    function, so that nothing of the rules is loaded before somebody plays. ``book`` is what citations call the
    rulebook, whose headings then stand in ``headings.toml`` beside the folder of data; without it the index of the
    rules is what the files say in words. ``length`` tells how long a game lasts, as `GameEntry` says.
    """
    return Plugin(
        requires_api=1,
        id=game_id,
        title=title,
        documents=documents,
        games=(GameEntry(game_id, title, partial(_build, data, own_rules), system=SYSTEM, length=length),),
        data=data,
        rules=partial(_rules, data, own_rules, game_id, title, book),
        lint=partial(_lint, own_rules),
        open_folder=None if own_rules is None else partial(_open_folder, game_id, own_rules),
        plugin_of_folder=None if own_rules is None else partial(plugin_of_folder, own_rules=own_rules),
        knows=None if own_rules is None else partial(_has_rules_of, game_id),
        **_lists(partial(packaged, data, own_rules)),
    )


Own = Callable[[], "OwnRules"] | None
Read = Callable[[], "HexGame"]


def plugin_of_folder(folder: Path, own_rules: Own = None) -> Plugin:
    """The plugin that a designer's folder with a game of text files would be: its charts, odds, lists and rules.

    The files are read now. Raises `DataError`.
    """
    game = _game_in(folder, own_rules)
    return Plugin(
        requires_api=1,
        id=game.id,
        title=game.title,
        data=folder,
        rules=partial(_rules_in_words, game),
        lint=partial(_lint, own_rules),
        **_lists(lambda: game),
    )


def _lists(read: Read) -> _Lists:
    """What can be asked of a game, made when somebody asks."""
    return {
        "charts": LazyMapping(partial(_charts, read)),
        "odds": LazyMapping(partial(_odds, read)),
        "contents": LazyMapping(partial(_contents, read)),
    }


def _build(data: Path, own_rules: Own, overlay: Path | None = None) -> Game:
    from wargame_core.data import DataFolder
    from wargame_hex_and_counter.game_files.opening import game_of

    return game_of(DataFolder(data, overlay), own_rules() if own_rules is not None else None)


@lru_cache(maxsize=16)
def packaged(data: Path, own_rules: Own = None) -> HexGame:
    """The game of packaged files, read once. Raises `DataError`."""
    return _game_in(data, own_rules)


def _game_in(data: Path, own_rules: Own) -> HexGame:
    from wargame_core.data import DataFolder
    from wargame_hex_and_counter.game_files.opening import words_of
    from wargame_hex_and_counter.game_files.reading import read_game

    return read_game(DataFolder(data), words_of(own_rules() if own_rules is not None else None)).game


def _charts(read: Read) -> Mapping[str, ChartLookup]:
    from wargame_hex_and_counter.questions import charts_of

    return charts_of(read())


def _odds(read: Read) -> Mapping[str, Question]:
    from wargame_hex_and_counter.questions import odds_of

    return odds_of(read())


def _contents(read: Read) -> Mapping[str, Contents]:
    from wargame_hex_and_counter.game import contents

    return contents(read())


def _rules(data: Path, own_rules: Own, game_id: str, title: str, book: str) -> RulesIndex:
    """What the files say in words; of a rulebook with headings what says, plays and tests each."""
    from wargame_core.plugins.rules_index import Books, build_index

    game, package, room = packaged(data, own_rules), data.parent, Path(__file__).parents[1]
    if not book:
        return _rules_in_words(game)
    books = Books((book,), {package.name: package}, (game_id, SYSTEM), beside=(room,))
    return build_index(title, package / "headings.toml", books, game.sequence, with_pages=False)


def _rules_in_words(game: HexGame) -> RulesIndex:
    from wargame_hex_and_counter.questions import rules_of

    return rules_of(game)


def _lint(own_rules: Own, path: Path) -> list[str]:
    from wargame_hex_and_counter.game_files.doubts import problems_of_folder
    from wargame_hex_and_counter.game_files.opening import own_rules_of, words_of

    folder = path if path.is_dir() else path.parent
    if own_rules_of(folder) is None:
        return []
    return problems_of_folder(path, words_of(own_rules() if own_rules is not None else None))


def _open_folder(game_id: str, own_rules: Callable[[], OwnRules], path: Path) -> Game | None:
    from wargame_hex_and_counter.game_files.opening import open_folder

    return open_folder(path, own_rules()) if _has_rules_of(game_id, path) else None


def _has_rules_of(game_id: str, path: Path) -> bool:
    """Whether a folder names the own rules of a game."""
    from wargame_hex_and_counter.game_files.opening import own_rules_of

    return path.is_dir() and own_rules_of(path) == game_id
