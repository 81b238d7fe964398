"""What is wrong with data files of one's own: the problems of a folder, and which plugins are asked about it."""

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from wargame_core.data.documents import MORE, Problems, read_toml
from wargame_core.errors import DataError, Problem, WargameError
from wargame_core.flow.rules import Variant
from wargame_core.json_form import JsonObject
from wargame_core.lessons import FOLDER as LESSONS
from wargame_core.lessons import read_lesson, rehearse
from wargame_core.maps.files.map_file import is_map_file
from wargame_core.plugins.discovery import SIGN, GameOfPlugin, Plugin, load, meaning, plugin_of, plugins


def problems_in(folder: Path, name: str | None) -> list[str]:
    """The problems of a folder or file as lines; only by the plugin of that name if one is given."""
    lessons, files = _lessons_and_others(folder)
    lesson_problems = [line for file in lessons for line in problems_of_lesson(file)] if not name else []
    if lessons and not files:
        return sorted(lesson_problems, key=_place)
    maps = [file for file in files if is_map_file(file)]
    is_alone = bool(maps) and len(maps) == len(files) and not name
    nobodys = not folder.is_dir() and not keys_of(folder)  # nobody can tell whose it is
    plugin_paths = (
        [(plugin_of(name), folder)] if name else [] if is_alone or nobodys else readers(folder, files, plugins())
    )
    games_added_to = [] if name else _games_it_adds_to(folder, files)
    lines = (
        _least_problems(games_added_to, files)
        if games_added_to
        else problems_of(files, plugin_paths, maps if is_alone else ())
    )
    if nobodys and not lines:
        hint = "`wargame new campaign|battle|scenario|game FOLDER` writes files to begin with"
        message = "nothing stands in it, so that nobody can tell what it is"
        lines = [str(Problem(folder.name, 1, 1, "E105", message, hint))]
    wrong_files = {Path(str(parts_of(line).get("file"))).name for line in lines}
    doubts = [
        problem for file in maps if file.name not in wrong_files for problem in map_problems(file) if problem.warns
    ]
    return sorted({*lines, *lesson_problems, *map(str, doubts)}, key=_place)


def _lessons_and_others(folder: Path) -> tuple[list[Path], list[Path]]:
    """The files of lessons in a folder, and its other data files; a file is one of either."""
    files = sorted(folder.rglob("*.toml")) if folder.is_dir() else [folder]
    lessons = [file for file in files if file.resolve().parent.name == LESSONS]
    return lessons, [file for file in files if file not in lessons]


def problems_of_lesson(file: Path) -> list[str]:
    """What is wrong with a lesson, which is played to its end: with the installed game it names, or its folder's."""
    try:
        lesson = read_lesson(file)
    except DataError as error:
        return list(map(str, error.problems))
    game_name, home_path = lesson.file.game, file.resolve().parent.parent
    try:
        game = load(game_name if isinstance(meaning(game_name), GameOfPlugin) else home_path)
    except WargameError as error:
        problems = Problems()
        problems.add(lesson.document, ("game",), "E301", f"{game_name!r} cannot be played: {error}")
        return list(map(str, problems.found))
    problems = rehearse(lesson, game)
    problems.reference(lesson.document, ("game",), "the game of this folder", game_name, [game.id])
    return list(map(str, problems.found))


def guess_about(folder: Path, lines: Iterable[str]) -> str:
    """A sentence where some of these problems are told by a plugin that may not be the right one; else ""."""
    _, files = _lessons_and_others(folder)
    maps = [file for file in files if is_map_file(file)]
    if not files or set(lines) <= set(problems_of(files, (), maps)) or _games_it_adds_to(folder, files):
        return ""
    return guessed(readers(folder, files, plugins()), files)


def _games_it_adds_to(folder: Path, files: Sequence[Path]) -> list[str]:
    """The games that may play with what a variant brings, those of an installed variant with its name behind.

    None for a folder or file that is a game by itself.
    """
    from wargame_core.plugins.variants import installed

    holders = [(owner, entry) for owner in plugins() for entry in owner.games]
    for variant in installed().values():
        if isinstance(variant, Variant) and variant.data and folder.resolve().is_relative_to(variant.data.resolve()):
            return [f"{game.id}{SIGN}{variant.id}" for _, game in holders if {game.id, game.system} & set(variant.of)]
    if not files or not all(file.name.endswith(MORE) for file in files):
        return []
    bases = [file.name.replace(MORE, ".toml") for file in files]
    return [game.id for owner, game in holders if owner.data and all((owner.data / base).exists() for base in bases)]


def _least_problems(games: Sequence[str], files: Sequence[Path]) -> list[str]:
    """What is wrong with files that add to a game, as that one of these games says which they fit best."""
    answers = []
    with TemporaryDirectory() as lone_folder:
        for file in files:
            shutil.copy(file, lone_folder)
        for game in games:
            try:
                load(game, lone_folder if SIGN not in game else None)
            except DataError as error:
                answers.append(sorted(map(str, error.problems), key=_place))
            else:
                return []
    return min(answers, key=len)


def readers(folder: Path, files: Sequence[Path], known_plugins: Iterable[Plugin]) -> list[tuple[Plugin, Path]]:
    """Which plugins check which path, so that no plugin reports mistakes in the files of another.

    The first of these that gives any: the plugins whose own data these are; those that know what is in the files; those
    of the documents that the files name as their source (of several, those that can open the folder as a game); those
    that can open it; those whose packaged files share most names, and then most keys, with the folder's; for each file,
    those that can open it; all plugins.
    """
    known_plugins = tuple(known_plugins)
    plugin_paths = [(plugin, folder) for plugin in known_plugins if _owns_or_knows(plugin, folder)]
    if not plugin_paths:
        documents = documents_of(files)
        plugins_of_documents = [(plugin, folder) for plugin in known_plugins if documents & set(plugin.documents)]
        plugin_paths = [
            (plugin, path) for plugin, path in plugins_of_documents if claims(plugin, path)
        ] or plugins_of_documents
    plugin_paths = plugin_paths or [(plugin, folder) for plugin in known_plugins if claims(plugin, folder)]
    if not plugin_paths and folder.is_dir():
        likeness_by_plugin = {plugin.id: likeness(plugin, files) for plugin in known_plugins}
        greatest_likeness = max(likeness_by_plugin.values(), default=(0, 0))
        plugin_paths = [
            (plugin, folder)
            for plugin in known_plugins
            if greatest_likeness[0] and likeness_by_plugin[plugin.id] == greatest_likeness
        ]
    if not plugin_paths:
        plugin_paths = [(plugin, file) for file in files for plugin in known_plugins if claims(plugin, file)]
    return plugin_paths or [(plugin, folder) for plugin in known_plugins]


def _owns_or_knows(plugin: Plugin, folder: Path) -> bool:
    """Whether a plugin owns the files, or knows what is in them."""
    return owns(plugin, folder) or (plugin.knows is not None and bool(plugin.knows(folder)))


def documents_of(files: Iterable[Path]) -> frozenset[str]:
    """The documents that files name as their source."""
    sources = (_data_in(file).get("source") for file in files)
    return frozenset(str(source["document"]) for source in sources if isinstance(source, dict) and "document" in source)


def guessed(asked_plugins: Iterable[tuple[Plugin, Path]], files: Sequence[Path]) -> str:
    """A sentence where it is a guess that these plugins check the files: none of them says that they are its own."""
    documents = documents_of(files)
    unsure = [
        plugin
        for plugin, path in asked_plugins
        if not (_owns_or_knows(plugin, path) or documents & set(plugin.documents))
    ]
    if not unsure or any(_opens(plugin, path) for plugin, path in asked_plugins):
        return ""
    names = ", ".join(sorted({plugin.id for plugin in unsure}))
    document_note = f"no installed game has the document {' or '.join(map(repr, sorted(documents)))}"
    reason = document_note if documents else "the files name no document as their source"
    return f"it is a guess that these files are for {names}: {reason} (--plugin NAME asks another one)"


def _opens(plugin: Plugin, path: Path) -> bool:
    """Whether the plugin makes a game of a folder or file as it is."""
    try:
        return plugin.game_in(path) is not None
    except WargameError:
        return False


def owns(plugin: Plugin, path: Path) -> bool:
    """Whether a folder or file is, or lies in, the packaged data of the plugin."""
    return plugin.data is not None and path.resolve().is_relative_to(plugin.data.resolve())


def claims(plugin: Plugin, path: Path) -> bool:
    """Whether the plugin makes a game of a folder or file, or would if its data were right."""
    try:
        return plugin.game_in(path) is not None
    except WargameError as error:
        return isinstance(error, DataError)


def likeness(plugin: Plugin, files: Iterable[Path]) -> tuple[int, int]:
    """How many files share a name with a packaged file of the plugin, and how many keys these pairs share.

    The keys tell kinds of maps apart that are all called map.toml.
    """
    packaged_files = {file.name: file for file in plugin.data.glob("*.toml")} if plugin.data is not None else {}
    same_files = [file for file in files if file.name in packaged_files]
    return len(same_files), sum(len(keys_of(file) & keys_of(packaged_files[file.name])) for file in same_files)


def keys_of(file: Path) -> frozenset[str]:
    """The tables of a TOML file and the keys in them ("map", "map.stagger"); none when it cannot be read."""
    data = _data_in(file)
    inner_keys = {f"{name}.{key}" for name, table in data.items() if isinstance(table, dict) for key in table}
    return frozenset(data) | inner_keys


def _data_in(file: Path) -> JsonObject:
    """The values of a TOML file; none when it cannot be read."""
    try:
        return read_toml(file).data
    except DataError:
        return {}


def problems_of(
    files: Iterable[Path], asked_plugins: Iterable[tuple[Plugin, Path]], maps: Iterable[Path] = ()
) -> list[str]:
    """Every problem once, as lines, in the order of files and lines; ``maps`` are map files by themselves."""
    lines = {str(problem) for file in maps for problem in map_problems(file)}
    for file in files:
        try:
            read_toml(file)
        except DataError as error:
            lines |= set(map(str, error.problems))
    for plugin, path in asked_plugins:
        try:
            lines |= set(plugin.lint(path) if plugin.lint is not None else ())
        except DataError as error:
            lines |= set(map(str, error.problems))
    return sorted(lines, key=_place)


def _place(line: str) -> tuple[str, int, int, str]:
    problem = Problem.read(line)
    return (problem.file, problem.line, problem.column, line) if problem is not None else (line, 0, 0, "")


def parts_of(line: str) -> JsonObject:
    """The line of a problem as JSON: its file, line, column, code and message, or the message alone."""
    problem = Problem.read(line)
    if problem is None:
        return {"message": line}
    place = {"file": problem.file, "line": problem.line, "column": problem.column}
    return {**place, "code": problem.code, "message": problem.message}


def map_problems(path: Path) -> tuple[Problem, ...]:
    """Every mistake in a map file; if it has none, its warnings."""
    from wargame_core.maps.files.map_file import read_map
    from wargame_workshop.maps.doubts import map_doubts

    try:
        doc = read_toml(path, "a map file")
        return read_map(doc).problems or map_doubts(doc)
    except DataError as error:
        return error.problems
