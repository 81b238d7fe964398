"""Plugins are found by entry point; a broken one is reported, never a crash."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from tests.core.skirmish_toy import toy

from wargame_core import PluginError, UnknownName, WargameError, discover, load
from wargame_core.authoring import Game, GameEntry, Plugin
from wargame_core.errors import DataError, DiceError, Problem
from wargame_core.plugins import discovery as plugins
from wargame_core.plugins.discovery import plugin
from wargame_core.version import API, OLDEST_API


@frozen
class Distribution:
    name: str


@frozen
class Entry:
    """An entry point as the machine would give it."""

    name: str
    found: Any
    owner: str = "wargame-toy"
    value: str = "toy_plugin:PLUGIN"

    @property
    def dist(self) -> Distribution | None:
        return Distribution(self.owner) if self.owner else None

    def load(self) -> Any:
        if isinstance(self.found, BaseException):
            raise self.found
        return self.found


def build(data: Path | None) -> Game:
    return toy(data=data)


TOY = Plugin(id="toy", title="Toy", documents=("Toy rules",), games=(GameEntry("toy", "Toy", build),), requires_api=1)


def install(monkeypatch: pytest.MonkeyPatch, *entries: Entry) -> None:
    found = discover(entries)
    monkeypatch.setattr(plugins, "discover", lambda: found)


def test_a_mistake_in_packaged_data_keeps_no_plugin_from_loading() -> None:
    def broken() -> dict[str, Any]:
        raise DataError([Problem("crt.toml", 3, 1, "E201", "unknown key")])

    plugin = Plugin("toy", "Toy", charts=broken, odds=broken, cases=broken, requires_api=1)
    (found,) = discover([Entry("toy", plugin)])
    assert found.problem is None
    for part in (plugin.charts, plugin.odds, plugin.cases):
        with pytest.raises(DataError, match=r"crt\.toml:3:1: E201 unknown key"):
            list(part)
    assert list(Plugin("toy", "Toy", cases=lambda: {"add": max}, requires_api=1).cases) == ["add"]


def test_a_working_plugin_is_listed_with_what_it_offers() -> None:
    (found,) = discover([Entry("toy", TOY)])
    assert found.plugin is TOY
    assert found.to_json() == {
        "id": "toy",
        "title": "Toy",
        "distribution": "wargame-toy",
        "documents": ["Toy rules"],
        "games": ["toy"],
        "problem": None,
    }


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (
            Entry("toy", ModuleNotFoundError("No module named 'toy_plugin'")),
            "wargame-toy: toy_plugin:PLUGIN could not be loaded: ModuleNotFoundError: No module named 'toy_plugin'",
        ),
        (Entry("toy", SyntaxError("bad")), "wargame-toy: toy_plugin:PLUGIN could not be loaded: SyntaxError: bad"),
        (Entry("toy", SystemExit(3)), "wargame-toy: toy_plugin:PLUGIN could not be loaded: SystemExit: 3"),
        (Entry("toy", {"id": "toy"}), "wargame-toy: toy_plugin:PLUGIN is not a Plugin but a dict"),
        (
            Entry("toy", Plugin(id="toy", title="Toy", requires_api=API + 1)),
            f"wargame-toy: needs plugin interface {API + 1}, this core offers {API}: "
            "python -m pip install -U wargame-core",
        ),
        (
            Entry("toy", Plugin(id="toy", title="Toy", requires_api=OLDEST_API - 1)),
            f"wargame-toy: was written for plugin interface {OLDEST_API - 1}, this core offers {OLDEST_API} to {API}: "
            "python -m pip install -U wargame-toy",
        ),
        (Entry("toi", TOY), "wargame-toy: the entry point is called 'toi' but the plugin 'toy'"),
        (
            Entry("toy", OSError("gone"), owner=""),
            "(unknown distribution): toy_plugin:PLUGIN could not be loaded: OSError: gone",
        ),
    ],
)
def test_a_broken_plugin_is_listed_with_its_problem(entry: Entry, problem: str) -> None:
    (found,) = discover([entry])
    assert (found.plugin, found.problem) == (None, problem)
    assert found.to_json()["games"] == []


def test_a_broken_plugin_does_not_keep_the_others_away(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Entry("bad", ImportError("no")), Entry("toy", TOY))
    assert [found.id for found in discover([Entry("toy", TOY), Entry("bad", ImportError("no"))])] == ["bad", "toy"]
    assert load("toy").id == "toy"
    assert plugin("toy") is TOY
    assert plugins.plugins() == [TOY]


def test_the_list_of_games_has_those_that_cannot_be_loaded_with_their_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: Path | None) -> Game:
        raise DataError([Problem("crt.toml", 3, 1, "E201", "unknown key")])

    lost = Plugin(id="lost", title="Lost", games=(GameEntry("lost", "Lost", broken),), requires_api=1)
    install(monkeypatch, Entry("bad", ImportError("no")), Entry("lost", lost), Entry("toy", TOY))
    games = {game.id: game for game in plugins.installed_games()}
    assert list(games) == ["lost", "toy", "bad"]
    assert games["bad"].problem == "wargame-toy: toy_plugin:PLUGIN could not be loaded: ImportError: no"
    assert "crt.toml:3:1: E201 unknown key" in games["lost"].problem
    assert (games["lost"].title, games["lost"].seats, games["lost"].levels) == ("Lost", (), ())
    assert games["toy"].problem == ""
    assert games["toy"].seats


def test_two_plugins_with_one_id_are_named_with_their_distributions() -> None:
    (found,) = discover([Entry("toy", TOY), Entry("toy", TOY, owner="other-toy", value="other:PLUGIN")])
    assert found.plugin is None
    assert found.problem == "the id 'toy' is claimed by other-toy and by wargame-toy"
    assert found.distribution == "other-toy, wargame-toy"


def test_two_plugins_with_the_same_game_are_named_with_their_distributions(monkeypatch: pytest.MonkeyPatch) -> None:
    second = Plugin(id="second", title="Second", games=(GameEntry("toy", "Toy", build),), requires_api=1)
    install(monkeypatch, Entry("toy", TOY), Entry("second", second, owner="wargame-second"))
    with pytest.raises(PluginError, match="the game 'toy' is claimed by wargame-second and by wargame-toy"):
        load("toy")


def test_a_game_whose_distribution_lacks_something_is_refused_with_what(monkeypatch: pytest.MonkeyPatch) -> None:
    def old(overlay: object = None) -> Game:
        from wargame_core.rulings import Sudden  # type: ignore[attr-defined]

        made: Game = Sudden()
        return made

    second = Plugin(id="second", title="Second", games=(GameEntry("old", "Old", old),), requires_api=1)
    install(monkeypatch, Entry("second", second, owner="wargame-second"))
    with pytest.raises(PluginError, match=r"the game old cannot be loaded: cannot import name 'Sudden' .*; install"):
        load("old")


def test_an_unknown_game_and_plugin_are_refused_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Entry("toy", TOY))
    with pytest.raises(UnknownName, match=r"unknown game 'tpy' \(allowed: toy\); did you mean 'toy'\?"):
        load("tpy")
    with pytest.raises(UnknownName, match=r"\(allowed: toy\); if its .*: python -m pip install wargame-lee-at-war$"):
        load("lee_at_war")
    with pytest.raises(UnknownName, match=r"unknown plugin 'tpy' \(allowed: toy\); did you mean 'toy'\?"):
        plugin("tpy")


def test_a_designers_folder_is_opened_by_the_plugin_that_can(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def open_folder(path: Path) -> Game | None:
        return toy(id="mine") if (path / "toy.toml").exists() else None

    opener = Plugin(id="opener", title="Opener", open_folder=open_folder, requires_api=1)
    install(monkeypatch, Entry("closed", Plugin(id="closed", title="Closed", requires_api=1)), Entry("opener", opener))
    with pytest.raises(WargameError, match="no installed plugin makes a game of"):
        load(tmp_path)
    (tmp_path / "toy.toml").touch()
    assert load(tmp_path).id == "mine"
    assert load(str(tmp_path)).id == "mine"
    with pytest.raises(UnknownName, match=r"there is no file or folder .*nowhere; installed games: none"):
        load(tmp_path / "nowhere")
    with pytest.raises(WargameError, match="a game is loaded by its id, or by its folder or file, not None"):
        load(None)  # type: ignore[arg-type]


def test_an_installed_plugin_that_cannot_be_imported_is_reported(installed: Callable[[str, str], None]) -> None:
    installed("broken", "import no_such_module_anywhere\n")
    (found,) = [one for one in discover() if one.id == "broken"]
    assert "No module named 'no_such_module_anywhere'" in str(found.problem)
    assert str(found.problem).startswith("wargame-broken: broken_plugin:PLUGIN could not be loaded")


def test_a_folder_that_replaces_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WargameError, match="nowhere: there is no such folder"):
        load("vicksburg", tmp_path / "nowhere")
    with pytest.raises(WargameError, match=r"has no file that replaces one of vicksburg \(campaign\.toml, deck\.toml"):
        load("vicksburg", tmp_path)
    (tmp_path / "dekc.toml").write_text("", "utf-8")
    with pytest.raises(UnknownName, match=r"unknown data file of vicksburg 'dekc\.toml' .* mean 'deck\.toml'\?"):
        load("vicksburg", tmp_path)


def test_a_system_is_no_game_and_says_which_games_are_played_by_its_rules() -> None:
    with pytest.raises(UnknownName, match=r"a system, not a game; its games: .*vicksburg"):
        load("altar_of_freedom")


def test_a_seed_is_a_whole_number() -> None:
    for seed in ("abc", 1.0, True):
        with pytest.raises(DiceError, match="a seed is a whole number"):
            load("vicksburg").start(seed=seed)  # type: ignore[arg-type]
