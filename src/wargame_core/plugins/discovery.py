"""Games as plugins, found by entry point. A broken plugin is a reported problem, never a crash."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from attrs import evolve, field, fields, frozen

from wargame_core.contents import Contents, Supplies
from wargame_core.errors import PluginError, UnknownName, WargameError, nearest
from wargame_core.interfaces import ExtensionPoint, entry_points
from wargame_core.json_form import JsonObject
from wargame_core.plugins.foreign import ForeignGame
from wargame_core.version import reason_unfit

if TYPE_CHECKING:
    from wargame_core.data.documents import Document
    from wargame_core.flow.rules import Rules, Scenario, Variant
    from wargame_core.game import Game
    from wargame_core.odds_answers import GameOdds
    from wargame_core.plugins.questions import CaseFunction, ChartLookup, Question
    from wargame_core.plugins.rules_index import RulesIndex
    from wargame_core.rulings import RuleText

V = TypeVar("V")


GROUP = "wargame_core.plugins"
SIGN: Final = "+"
"""What stands between the name of a game and those of the variants it is played with."""
PACK: Final = ".wargame"
"""The ending of a designer's folder in one file, see `wargame_core.data.archives`."""


@frozen
class GameEntry:
    """One playable game of a plugin. ``build`` gets the owner's data folder (or None) and returns the game.

    ``system`` is the id of the plugin whose rules it is played by, where it is only data. ``about`` tells in a sentence
    what it is about, where no scenario does, and ``length`` how long a game lasts, in turns and minutes. With
    ``varied`` the game takes words and data files of variants: ``build`` is called with them too, as
    ``build(data, variants)``.

    It promises the same game, digest included, whenever it is built of the same files.

    It may not keep anything between two games: games are played side by side, and in several processes.

    Example::

        from wargame_core.authoring import (
            D6, Board, Game, GameEnded, GameEntry, Outcome, Plugin, Rules, Scenario, Sequence, Step)

        def toss(t):
            face = yield from t.roll_openly(D6, "the toss")
            t.finish(Outcome("blue" if face > 3 else "red", "won"))

        def build(data=None):
            return Game(rules=Rules(
                id="toss", seats=("blue", "red"), scenarios=(Scenario("toss", "A toss"),), board=Board,
                sequence=Sequence("Toss", Step("Toss", toss)), set_up=lambda scenario, options: Board(),
                actions=(), events=(GameEnded,)))

        TOSS = GameEntry("toss", "A toss", build)
        assert TOSS.build().start(seed=1).outcome.level == "won"
    """

    id: str
    title: str
    build: Callable[..., Game]
    system: str = ""
    varied: bool = False
    about: str = ""
    length: str = ""


def _charts(charts: Mapping[str, ChartLookup] | Callable[[], Mapping[str, ChartLookup]]) -> Mapping[str, ChartLookup]:
    return lazy_mapping(charts)


def _odds(odds: Mapping[str, Question] | Callable[[], Mapping[str, Question]]) -> Mapping[str, Question]:
    return lazy_mapping(odds)


def _cases(cases: Mapping[str, CaseFunction] | Callable[[], Mapping[str, CaseFunction]]) -> Mapping[str, CaseFunction]:
    return lazy_mapping(cases)


def _contents(contents: Mapping[str, Contents] | Callable[[], Mapping[str, Contents]]) -> Mapping[str, Contents]:
    return lazy_mapping(contents)


@frozen
class Plugin(Supplies):
    """What a distribution contributes.

    It promises that making it imports no rules and reads no file: each game is built, and each chart read, when asked
    for.

    It may not take the id of another plugin, nor the name of another's game: both are then refused.

    Attributes:
        id: the name that people type; equal to the name of the entry point.
        title: the name that people read.
        documents: the printed documents it implements.
        games: the games it can play.
        charts: printed tables for `wargame chart`, by id. They, contents, odds and cases may be given by a function,
            which is called when somebody wants them: a mistake in a data file then keeps no plugin from loading.
        contents: what its document supplies, by scenario id: `oobs`, `decks` and `victory_rules` are read from it.
        odds: questions for `wargame odds`, by name.
        cases: functions for `wargame cases`, by name: they get the values of an example by keyword.
        data: the packaged data folder, for `wargame sources` and `wargame lint`.
        rules: the rules index, made when asked for.
        lint: checks a folder (or file) of a designer's data and returns the problems as lines of text.
        knows: whether a folder or file holds data of a kind that it checks, though it makes no game of them alone.
        scaffold: writes a new campaign, battle or scenario into a folder, for `wargame new`.
        scaffold_rules: the same with rules of its own, as a distribution with this name as its plugin's id, for
            `wargame new KIND FOLDER --rules`, and a "game" for `wargame new game FOLDER --plugin ID`. Its package is
            ``src/wargame_NAME``, its data files in ``data`` there.
        scaffold_from: writes into a folder, under this id, the map, counters and set-ups of a game of another program,
            for `wargame new KIND FOLDER --from-vassal FILE`; returns in sentences what is to be done.
        open_folder: makes a game of a designer's folder or file, or returns None when it is not of this kind.
        plugin_of_folder: makes of a folder or file of this kind the plugin that it would be, with the charts, odds and
            rules of its own files. Without it such a folder has those of this plugin.
        varied: whether it takes words and data files of variants: it is then called as ``open_folder(path, variants)``.
        drawn_file: makes of a data file (of a battle, say) a `wargame_workshop.interchange.drawn.DrawnFile`, of which
            a Tiled map can be written and into which one can be merged, or returns None when it is no such file.
        extension_points: where code of others comes into its games, for `wargame info GAME --interfaces`.
        requires_api: the number of the plugin interface it was written for (`wargame_core.version.API` tells today's).

    Example::

        from wargame_core.authoring import D6, Plugin
        from wargame_core.odds import Distribution
        from wargame_core.odds_answers import OddsAnswer
        from wargame_core.plugins.questions import question

        @question
        def volley(dice: int = 2):
            \"""hits of a volley, which needs 5 or 6

            Args:
                dice: how many are rolled
            \"""
            return OddsAnswer("A volley", dice @ Distribution.of(D6).map(lambda face: int(face >= 5)), {"hits": int})

        PLUGIN = Plugin(id="acme", title="Acme", odds={"volley": volley}, requires_api=1)
        assert PLUGIN.odds["volley"].ask({"dice": "3"})
    """

    id: str
    title: str
    documents: tuple[str, ...] = ()
    games: tuple[GameEntry, ...] = ()
    charts: Mapping[str, ChartLookup] = field(factory=dict, converter=_charts)
    contents: Mapping[str, Contents] = field(factory=dict, converter=_contents)
    odds: Mapping[str, Question] = field(factory=dict, converter=_odds)
    cases: Mapping[str, CaseFunction] = field(factory=dict, converter=_cases)
    data: Path | None = None
    rules: Callable[[], RulesIndex] | None = None
    lint: Callable[[Path], list[str]] | None = None
    knows: Callable[[Path], bool] | None = None
    scaffold: Mapping[str, Callable[[Path], None]] = field(factory=dict)
    scaffold_rules: Mapping[str, Callable[[Path, str], None]] = field(factory=dict)
    scaffold_from: Mapping[str, Callable[[Path, str, ForeignGame], list[str]]] = field(factory=dict)
    open_folder: Callable[..., Game | None] | None = None
    plugin_of_folder: Callable[[Path], Plugin] | None = None
    varied: bool = False
    drawn_file: Callable[[Document], Any] | None = None
    extension_points: tuple[ExtensionPoint, ...] = ()
    requires_api: int = field(kw_only=True)

    def game_in(self, path: Path, *variants: object) -> Game | None:
        """The game that it makes of a designer's folder or file; None where it makes none of this kind."""
        return self.open_folder(path, *variants) if self.open_folder is not None else None


@frozen(repr=False)
class InstalledPlugin(Supplies):
    """An installed plugin; if it could not be loaded, ``problem`` says why."""

    id: str
    claims: tuple[Any, ...] = field(repr=False)
    """The entry points that have this id."""
    plugin: Plugin | None = None
    problem: str | None = None

    @property
    def distribution(self) -> str:
        """The name of the distribution, or the names of all that claim this id."""
        return ", ".join(sorted(map(_distribution, self.claims)))

    @property
    def games(self) -> tuple[GameEntry, ...]:
        """The games that it adds; none of a plugin that could not be loaded."""
        return tuple(self.plugin.games) if self.plugin is not None else ()

    @property
    def contents(self) -> Mapping[str, Contents]:
        """What its document supplies, by scenario id; nothing of a plugin that could not be loaded."""
        return self.plugin.contents if self.plugin is not None else {}

    @property
    def charts(self) -> Mapping[str, ChartLookup]:
        """Its printed tables; none of a plugin that could not be loaded."""
        return self.plugin.charts if self.plugin is not None else {}

    def __repr__(self) -> str:
        return f"<{self.id}: {self.problem or (self.plugin.title if self.plugin else '')}>"

    def to_json(self) -> JsonObject:
        plugin = self.plugin
        return {
            "id": self.id,
            "title": plugin.title if plugin else self.id,
            "distribution": self.distribution,
            "documents": list(plugin.documents) if plugin else [],
            "games": [game.id for game in self.games],
            "problem": self.problem,
        }


def discover(entries: Iterable[Any] | None = None) -> list[InstalledPlugin]:
    """Every installed plugin, sorted by id. ``entries`` replace the entry points of the machine (for tests)."""
    by_id: dict[str, list[Any]] = {}
    for entry in entry_points(GROUP) if entries is None else entries:
        claims = by_id.setdefault(entry.name, [])
        if not any(_is_same_entry(entry, claim) for claim in claims):
            claims.append(entry)
    return [_load_plugin(name, tuple(claims)) for name, claims in sorted(by_id.items())]


@frozen
class InstalledGame:
    """An installed game, for a start page: `load` takes its ``id``.

    Attributes:
        id: the name by which it is loaded.
        title: its title.
        about: what it is about, in a sentence; "" where it does not say so.
        length: how long a game lasts, in turns and minutes; "" where nobody knows.
        seats: its seats, in order.
        scenarios: its scenarios.
        levels: its levels of bots, the weakest first (`Game.levels`).
        problem: why it cannot be loaded, and then it has no seats, scenarios and levels; "" where it can.
    """

    id: str
    title: str
    about: str = ""
    length: str = ""
    seats: tuple[str, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    levels: tuple[str, ...] = ()
    problem: str = ""


def installed_games() -> list[InstalledGame]:
    """Every installed game, sorted by title. It loads each once.

    A game that cannot be loaded has its ``problem``. A plugin that cannot be loaded is one entry under its own id,
    since nobody knows which games it has.

    >>> next(game for game in installed_games() if game.id == "corinth").levels
    ('random', 'easy', 'normal')
    """
    plugins = discover()
    games = [InstalledGame(plugin.id, plugin.id, problem=plugin.problem) for plugin in plugins if plugin.problem]
    for entry in (entry for plugin in plugins for entry in plugin.games):
        try:
            game = load(entry.id)
            game_details = (game.seats, tuple(game.scenarios), game.levels)
        except WargameError as problem:
            games.append(InstalledGame(entry.id, entry.title, entry.about, entry.length, problem=str(problem)))
        else:
            games.append(InstalledGame(entry.id, entry.title, entry.about, entry.length, *game_details))
    return sorted(games, key=lambda game: game.title)


def _load_plugin(name: str, claims: tuple[Any, ...]) -> InstalledPlugin:
    if len(claims) > 1:
        owners = " and by ".join(sorted(map(_distribution, claims)))
        return InstalledPlugin(name, claims, problem=f"the id {name!r} is claimed by {owners}")
    try:
        plugin = claims[0].load()
    except (Exception, SystemExit) as problem:
        load_problem = f"{claims[0].value} could not be loaded: {type(problem).__name__}: {problem}"
    else:
        load_problem = _unusable(plugin, claims[0])
    if load_problem:  # to find out whose it is takes time
        return InstalledPlugin(name, claims, problem=f"{_distribution(claims[0])}: {load_problem}")
    return InstalledPlugin(name, claims, plugin)


def _unusable(plugin: object, entry: Any) -> str:
    """Why what an entry point leads to cannot be used; "" for a plugin that can."""
    if not isinstance(plugin, Plugin):
        return f"{entry.value} is not a Plugin but a {type(plugin).__name__}"
    if plugin.id != entry.name:
        return f"the entry point is called {entry.name!r} but the plugin {plugin.id!r}"
    return reason_unfit(plugin.requires_api, lambda: _distribution(entry))


def _is_same_entry(entry: Any, other_entry: Any) -> bool:
    return bool(entry.value == other_entry.value and _distribution(entry) == _distribution(other_entry))


def _distribution(entry: Any) -> str:
    return entry.dist.name if getattr(entry, "dist", None) is not None else "(unknown distribution)"


def plugin(name: str) -> Plugin:
    """The installed plugin with this id. Raises `UnknownName`, or `PluginError` when it is broken."""
    by_id = {entry.id: entry for entry in discover()}
    if name not in by_id:
        raise UnknownName("plugin", name, by_id)
    return _loaded_plugin(by_id[name])


def plugins() -> list[Plugin]:
    """Every installed plugin that could be loaded."""
    return [entry.plugin for entry in discover() if entry.plugin is not None]


@frozen
class GameOfPlugin:
    """An installed game, and the plugin that has it."""

    plugin: Plugin
    entry: GameEntry


def meaning(text: str | Path) -> GameOfPlugin | Plugin | Path | None:
    """What a text means: the id of a game, the id of a plugin, or else a file or folder; None if it means nothing.

    A text that looks like a path is a path, even if nothing exists there. Raises `PluginError` for the id of a broken
    plugin and for a game that two plugins claim.
    """
    all_plugins = discover()
    sound = [entry.plugin for entry in all_plugins if entry.plugin is not None]
    name, *variants = str(text).split(SIGN)
    matches = [GameOfPlugin(owner, entry) for owner in sound for entry in owner.games if entry.id == name]
    if len(matches) > 1:
        owners = [entry.distribution for entry in all_plugins if entry.plugin in [game.plugin for game in matches]]
        raise PluginError(f"the game {text!r} is claimed by {' and by '.join(owners)}")
    if matches:
        return _with_variants(matches[0], variants) if variants else matches[0]
    for entry in all_plugins:
        if entry.id == text:
            return _loaded_plugin(entry)
    return Path(text) if looks_like_a_path(name) or os.path.exists(text) or os.path.exists(name) else None


def _with_variants(game: GameOfPlugin, names: list[str]) -> GameOfPlugin:
    """A game with the variants of these names. Raises `UnknownName`, `PluginError`, `RulesError`."""
    from wargame_core.plugins.variants import build_with, called

    entry = game.entry
    variants = called(names, entry.id, entry.system)
    build = partial(build_with, entry.build, variants=variants, brought=entry.varied, game=entry.id)
    return evolve(game, entry=evolve(entry, id=SIGN.join((entry.id, *names)), build=build))


def variants_for(game: Game) -> list[Variant]:
    """The installed variants that a game can be played with, whatever it is played with now."""
    from wargame_core.plugins.variants import variants_of

    game_of_plugin = meaning(game.id)
    system = game_of_plugin.entry.system if isinstance(game_of_plugin, GameOfPlugin) else ""
    return variants_of(game.id.partition(SIGN)[0], system)


def looks_like_a_path(text: str) -> bool:
    """Whether a person means a file or folder rather than a name."""
    return text.endswith((".toml", PACK)) or any(mark in text for mark in "/\\")


def opened(path: Path) -> Path:
    """A designer's folder or file; for a pack, a temporary folder with its files. Raises `PackError`, OSError."""
    if path.suffix != PACK:
        return path
    from wargame_core.data.archives import unpacked

    return unpacked(path)


def _loaded_plugin(entry: InstalledPlugin) -> Plugin:
    if entry.plugin is None:
        raise PluginError(entry.problem or f"{entry.id} could not be loaded")
    return entry.plugin


def plugin_of(name: str) -> Plugin:
    """The plugin with this id, or the one that has the game with this id.

    For a designer's folder, the plugin that it would be (`Plugin.plugin_of_folder`), or the one that makes a game of
    it. Raises `UnknownName`, `PluginError`, and `DataError` for a folder with problems.
    """
    match meaning(name):
        case Plugin() as meant:
            return meant
        case GameOfPlugin(plugin=owner):
            return owner
        case Path() as path:
            return _plugin_of_path(path)
        case _:
            installed_plugins = plugins()
            raise UnknownName(
                "plugin or game",
                name,
                sorted({*(owner.id for owner in installed_plugins), *_games_of(installed_plugins)}),
            )


def _plugin_of_path(path: Path) -> Plugin:
    if not path.exists():
        raise WargameError(f"there is no file or folder {path}")
    path = opened(path)
    for owner in plugins():
        if owner.game_in(path) is not None:
            return owner.plugin_of_folder(path) if owner.plugin_of_folder is not None else owner
    raise _no_game(path, f"no installed plugin makes a game of {path}")


def load(name: str | Path, data: str | Path | None = None) -> Game:
    """The game with this id, or the game in a designer's folder or file.

    ``data`` is a folder whose files replace the packaged ones of the same name. Raises `UnknownName`, `PluginError` if
    the plugin of the game is broken, and `DataError` if its data are wrong.
    """
    if not isinstance(name, str | os.PathLike):
        raise WargameError(f"a game is loaded by its id, or by its folder or file, not {name!r}")
    overlay = Path(data) if data is not None else None
    with _nothing_to_collect():
        match meaning(name):
            case GameOfPlugin(entry=entry, plugin=owner):
                try:
                    game = entry.build(overlay)
                except ImportError as import_error:
                    hint = "install the versions of its distributions that belong together"
                    raise PluginError(f"the game {entry.id} cannot be loaded: {import_error}; {hint}") from import_error
                if overlay is not None:
                    replaced_files = _replaced_files(game, owner.data, overlay)
                    source = evolve(game.rules.source, replaced_files=replaced_files)
                    game = evolve(game, rules=evolve(game.rules, source=source))
                game = evolve(game, odds=_odds_of_game(entry.id, owner, entry.system))
                return _findable(game, str(name), overlay)
            case Path() as path if _path_and_variants(path)[0].exists():
                refusal_text = f"no installed plugin makes a game of {path}"
                return _findable(open_path(path, plugins(), refusal_text), path, overlay)
            case Plugin() as system:
                entries = [entry for owner in plugins() for entry in owner.games]
                games = ", ".join(entry.id for entry in entries if entry.system == system.id)
                problem = UnknownName("game", name, _games_of(plugins()))
                charts = f"its charts: wargame chart {system.id}"
                problem.args = (f"{name} is a system, not a game; its games: {games or 'none'}; {charts}",)
                raise problem
            case _:
                raise _unknown_game(str(name))


def _unknown_game(name: str) -> UnknownName:
    """The refusal of a name that no installed game has, or of a path that leads nowhere.

    If no game has a name like it, it says how one is installed.
    """
    problem = UnknownName("game", name, _games_of(plugins()))
    if looks_like_a_path(name):
        problem.args = (f"there is no file or folder {name}; installed games: {', '.join(problem.allowed) or 'none'}",)
    elif nearest(name, problem.allowed) is None and re.fullmatch(r"[a-z][a-z0-9_-]{1,40}", name):
        hint = f"if its distribution is not installed: python -m pip install wargame-{name.replace('_', '-')}"
        problem.args = (f"{problem}; {hint}",)
    return problem


def _replaced_files(game: Game, packaged_folder: Path | None, data: Path) -> tuple[str, ...]:
    """The files of an owner's folder that take the place of packaged ones.

    A game that reads further files too, such as scenarios of one's own, has a schema for ``my_scenario.toml``. Raises
    `WargameError` for a folder with none, and for a file that the game would not look at.
    """
    if not data.is_dir():
        raise WargameError(f"{data}: there is no such folder; data= is a folder of files that replace packaged ones")
    from wargame_core.data.documents import MORE, read_toml

    packaged_files = packaged_folder.iterdir() if packaged_folder is not None else ()
    packaged_names = {path.name for path in packaged_files if path.suffix in (".toml", ".csv")}
    packaged_names |= game.files.schemas.keys()
    tables = [path.name for path in data.glob("*.csv") if path.name in packaged_names]
    own_files = sorted((*(path.name for path in data.glob("*.toml")), *tables))
    if packaged_names and not own_files and not (data / "art").is_dir():
        raise WargameError(
            f"{data} has no file that replaces one of {game.id} ({', '.join(sorted(packaged_names)[:8])})"
        )
    further_keys = {
        item.name for name in packaged_names if name.startswith("my_") for item in fields(game.files.schemas[name])
    }
    for name in own_files if game.files.schemas else ():
        if name.replace(MORE, ".toml") not in packaged_names and further_keys.isdisjoint(read_toml(data / name).data):
            raise UnknownName(f"data file of {game.id}", name, sorted(packaged_names))
    return tuple(own_files)


@contextmanager
def _nothing_to_collect() -> Iterator[None]:
    """Without garbage collection: almost all that is made while a game is loaded stays, and is looked at in vain."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.freeze()  # and back, into the oldest generation: what was loaded is not looked through at once
            gc.unfreeze()
            gc.enable()


def open_path(path: Path, owners: Iterable[Plugin], refusal_text: str) -> Game:
    """The game that the first of these plugins makes of a folder, file or pack. Raises `WargameError` if none does.

    Variants may be named behind it, as behind the name of a game.
    """
    path, names = _path_and_variants(path)
    path = opened(path)
    for owner in owners:
        game = owner.game_in(path)
        if game is not None and names:
            build = partial(_opened_again, owner, path)
            system = next((entry.system for entry in owner.games if entry.system), owner.id)
            entry = GameEntry(game.id, game.title, build, system, owner.varied)
            return _with_variants(GameOfPlugin(owner, entry), names).entry.build(None)
        if game is not None:
            return evolve(game, odds=_odds_of_game(game.id, owner))
    raise _no_game(path, refusal_text)


def _no_game(path: Path, refusal_text: str) -> WargameError:
    """That a path is no game, with what to do about it."""
    if (path / "pyproject.toml").is_file():
        return WargameError(
            f"{refusal_text}; it holds a program: python -m pip install -e {path} makes its games known"
        )
    return WargameError(f"{refusal_text} (`wargame lint {path}` tells what is wrong with its files)")


def _opened_again(owner: Plugin, path: Path, data: Path | None, *variants: object) -> Game:
    """The game that a plugin makes of a path, with the words and files of variants."""
    game = owner.game_in(path, *variants)
    if game is None:
        raise PluginError(f"{owner.id} made a game of {path} once, but not a second time")
    return game


def _path_and_variants(path: Path) -> tuple[Path, list[str]]:
    """A path and the variants named behind it; a file or folder that is there may have such signs in its name."""
    if path.exists():
        return path, []
    name, *variants = str(path).split(SIGN)
    return Path(name), variants


def _games_of(installed_plugins: Iterable[Plugin]) -> list[str]:
    return [entry.id for owner in installed_plugins for entry in owner.games]


def _findable(game: Game, name: str | Path, data: Path | None) -> Game:
    """The game with rules that say how another process finds them, so that its states can be pickled."""
    from wargame_core.flow.rules import Origin

    files = game.files
    if files.reload is not None and isinstance(name, str):
        files = evolve(files, reload=partial(load, name))
    rule_text = partial(_rule_text, game.rules, game.id)
    source = evolve(game.rules.source, origin=Origin(load, (name, data)), rule_text=rule_text)
    return evolve(game, rules=evolve(game.rules, source=source), files=files, vary=partial(_load_with, name, data))


def _odds_of_game(game: str, owner: Plugin, system: str = "") -> GameOdds:
    """The questions about odds of a game's plugin, and those of its system; they are read when one is first wanted."""

    from wargame_core.odds_answers import GameOdds

    def read_questions() -> Mapping[str, Question]:
        of_system = plugin(system).odds if system and system != owner.id else {}
        return {**of_system, **owner.odds}

    return GameOdds(game, LazyMapping(read_questions))


def _load_with(name: str | Path, data: Path | None, variants: Iterable[str | Variant]) -> Game:
    from wargame_core.plugins.variants import register_variant

    names = [variant if isinstance(variant, str) else register_variant(variant) for variant in variants]
    text = SIGN.join((str(name), *names))
    return load(Path(text) if isinstance(name, Path) else text, data)


def rule_of(name: str, heading: str) -> RuleText | None:
    """The rule under a heading of the document, as the plugin with this id or game tells it; None if it has none."""
    from wargame_core.plugins.rule_answers import rule_told

    return rule_told(index_of(rules), heading) if (rules := _rules_of(name)) is not None else None


def _rule_text(rules: Rules, name: str, heading: str) -> RuleText | None:
    """The rule under a heading of a game's document, or of the document of a game that may be played inside it."""
    inner_rules = (inner_game({}).rules.source.rule_text(heading) for inner_game in rules.inner_games.values())
    return rule_of(name, heading) or next(filter(None, inner_rules), None)


@lru_cache(maxsize=64)
def _rules_of(name: str) -> Callable[[], RulesIndex] | None:  # people ask often, and plugins are found on the disk
    match meaning(name):
        case (Plugin() as owner) | GameOfPlugin(plugin=owner):
            return owner.rules
        case _:  # a game of somebody's own
            return None


@lru_cache(maxsize=16)
def index_of(rules: Callable[[], RulesIndex]) -> RulesIndex:
    """The index that a plugin makes, made once: it reads the sources of a whole system."""
    return rules()


class LazyMapping(Mapping[str, V]):
    """A mapping that is made when it is first used: finding plugins must not read their charts and questions."""

    def __init__(self, make_mapping: Callable[[], Mapping[str, V]]) -> None:
        self._make = make_mapping

    @cached_property
    def _made(self) -> Mapping[str, V]:
        return self._make()

    def __getitem__(self, name: str) -> V:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __bool__(self) -> bool:
        """Always True, without making it: a plugin that offers nothing uses an empty dict instead."""
        return True

    def __len__(self) -> int:
        return len(self._made)


class MadeByName(Mapping[str, V]):
    """A mapping with these names, in which each value is made when it is first asked for."""

    def __init__(self, names: Iterable[str], make_value: Callable[[str], V]) -> None:
        self._names, self._make = dict.fromkeys(names), make_value
        self._values: dict[str, V] = {}

    def __getitem__(self, name: str) -> V:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._values:
            self._values[name] = self._make(name)
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def lazy_mapping(mapping_or_maker: Mapping[str, V] | Callable[[], Mapping[str, V]]) -> Mapping[str, V]:
    """A mapping as it is, or one that the function makes when somebody first looks at it."""
    return mapping_or_maker if isinstance(mapping_or_maker, Mapping) else LazyMapping(mapping_or_maker)
