"""Games as plugins, found by entry point. A broken plugin is a reported problem, never a crash."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from wargame_core.errors import PluginError, UnknownName, WargameError
from wargame_core.flow.rules import Origin
from wargame_core.game import Game
from wargame_core.json_types import JsonObject

if TYPE_CHECKING:
    from wargame_core.plugins.questions import CaseFunction, ChartLookup, Question
    from wargame_core.plugins.rules_index import RulesIndex

GROUP = "wargame_core.plugins"
API = 1
"""The plugin interface this core offers; a plugin says which one it needs in `Plugin.requires_api`."""


@frozen
class GameEntry:
    """One playable game of a plugin. ``build`` gets the owner's data folder (or None) and returns the game."""

    id: str
    title: str
    build: Callable[[Path | None], Game]


@frozen
class Plugin:
    """What a distribution adds.

    Attributes:
        id: the name people type; the same as the entry point's.
        title: the name people read.
        documents: the printed documents it implements.
        games: the games it can play.
        charts: printed tables for `wargame chart`, by id.
        odds: questions for `wargame odds`, by name.
        cases: functions for `wargame cases`, by name.
        data: the packaged data folder, for `wargame sources` and `wargame lint`.
        rules: the rules index, made when asked for.
        lint: checks a folder (or file) of a designer's data and returns the problems as lines of text.
        scaffold: writes a new campaign, battle or scenario into a folder, for `wargame new`.
        open_folder: makes a game of a designer's folder or file, or returns None when it is not of this kind.
        requires_api: the interface number it was written for.
    """

    id: str
    title: str
    documents: tuple[str, ...] = ()
    games: tuple[GameEntry, ...] = ()
    charts: Mapping[str, ChartLookup] = field(factory=dict)
    odds: Mapping[str, Question] = field(factory=dict)
    cases: Mapping[str, CaseFunction] = field(factory=dict)
    data: Path | None = None
    rules: Callable[[], RulesIndex] | None = None
    lint: Callable[[Path], list[str]] | None = None
    scaffold: Mapping[str, Callable[[Path], None]] = field(factory=dict)
    open_folder: Callable[[Path], Game | None] | None = None
    requires_api: int = API


@frozen
class InstalledPlugin:
    """An installed plugin, loaded or not: ``problem`` says in words why it could not be."""

    id: str
    distribution: str
    plugin: Plugin | None
    problem: str | None

    def to_json(self) -> JsonObject:
        plugin = self.plugin
        return {
            "id": self.id,
            "title": plugin.title if plugin else self.id,
            "distribution": self.distribution,
            "documents": list(plugin.documents) if plugin else [],
            "games": [game.id for game in plugin.games] if plugin else [],
            "problem": self.problem,
        }


def discover(entries: Iterable[Any] | None = None) -> list[InstalledPlugin]:
    """Every installed plugin, by id. ``entries`` stands in for the entry points of the machine (for tests)."""
    import importlib_metadata

    if entries is None:
        entries = importlib_metadata.entry_points(group=GROUP)
    by_id: dict[str, list[Any]] = {}
    for entry in entries:
        claims = by_id.setdefault(entry.name, [])
        if not any(_same(entry, other) for other in claims):
            claims.append(entry)
    found = []
    for name, claims in sorted(by_id.items()):
        owners = sorted(_distribution(entry) for entry in claims)
        if len(claims) > 1:
            found.append(
                InstalledPlugin(
                    name, ", ".join(owners), None, f"the id {name!r} is claimed by {' and by '.join(owners)}"
                )
            )
        else:
            found.append(_load(claims[0]))
    return found


def _same(one: Any, other: Any) -> bool:
    return bool(one.value == other.value and _distribution(one) == _distribution(other))


def _distribution(entry: Any) -> str:
    return entry.dist.name if getattr(entry, "dist", None) is not None else "(unknown distribution)"


def _load(entry: Any) -> InstalledPlugin:
    owner = _distribution(entry)
    try:
        plugin = entry.load()
    except (Exception, SystemExit) as problem:
        said = f"{owner}: {entry.value} could not be loaded: {type(problem).__name__}: {problem}"
        return InstalledPlugin(entry.name, owner, None, said)
    if not isinstance(plugin, Plugin):
        return InstalledPlugin(
            entry.name, owner, None, f"{owner}: {entry.value} is no Plugin but a {type(plugin).__name__}"
        )
    if plugin.id != entry.name:
        said = f"{owner}: the entry point is called {entry.name!r} but the plugin {plugin.id!r}"
        return InstalledPlugin(entry.name, owner, None, said)
    if plugin.requires_api > API:
        said = f"{owner}: needs plugin interface {plugin.requires_api}, this core offers {API}; upgrade wargame-core"
        return InstalledPlugin(entry.name, owner, None, said)
    return InstalledPlugin(entry.name, owner, plugin, None)


def plugin(name: str) -> Plugin:
    """The installed plugin with this id. Raises `UnknownName`, or `PluginError` when it is broken."""
    found = discover()
    for one in found:
        if one.id == name:
            if one.plugin is None:
                raise PluginError(one.problem or f"{name} could not be loaded")
            return one.plugin
    raise UnknownName("plugin", name, (one.id for one in found))


def plugins() -> list[Plugin]:
    """Every installed plugin that could be loaded."""
    return [one.plugin for one in discover() if one.plugin is not None]


def load(name: str | Path, data: str | Path | None = None) -> Game:
    """The game with this id, or the game in a designer's folder or file.

    ``data`` is a folder whose files replace the packaged ones of the same name. Raises `UnknownName`, `PluginError`
    when the plugin that has the game is broken, and `DataError` when its data are.
    """
    overlay = Path(data) if data is not None else None
    found = discover()
    offers = [(one, entry) for one in found if one.plugin is not None for entry in one.plugin.games]
    named = [(one, entry) for one, entry in offers if entry.id == name]
    if len(named) > 1:
        raise PluginError(f"the game {name!r} is claimed by {' and by '.join(one.distribution for one, _ in named)}")
    if named:
        return _findable(named[0][1].build(overlay), str(name), overlay)
    for one in found:
        if one.id == name and one.problem is not None:
            raise PluginError(one.problem)
    path = Path(name)
    if os.path.exists(path):
        for one in found:
            if one.plugin is not None and one.plugin.open_folder is not None:
                game = one.plugin.open_folder(path)
                if game is not None:
                    return _findable(game, path, overlay)
        raise WargameError(f"{path}: no installed plugin can play this (`wargame new` writes one that can be played)")
    raise UnknownName("game", str(name), (entry.id for _, entry in offers))


def _findable(game: Game, name: str | Path, data: Path | None) -> Game:
    """The game with rules that say how another process finds them, so that its states can be pickled."""
    files = game.files
    if files.reload is not None and isinstance(name, str):
        files = evolve(files, reload=partial(load, name))
    return evolve(game, rules=evolve(game.rules, origin=Origin(load, (name, data))), files=files)
