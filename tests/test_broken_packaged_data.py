"""Broken packaged data files: every plugin loads all the same, and only who asks for what they hold is told."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from wargame_battlecry.game import RULEBOOK_BATTLES
from wargame_battlecry.printed import files as rulebook
from wargame_core import DataError, Game, UnknownName
from wargame_gcacw.game import ScenarioSet
from wargame_gcacw_on_the_4th_day.rules import OWN

ROOT = Path(__file__).resolve().parent.parent
NO_TOML = "this is [not toml\n"
ASKING = """
import json
from click.testing import CliRunner
from wargame_terminal import main
from wargame_core.errors import DataError
from wargame_core.plugins.discovery import discover, load
told = {"plugins": {found.id: found.problem for found in discover()}, "files": {}, "games": {}}
for found in discover():
    told["files"][found.id] = str(found.plugin.data)
    for game in found.plugin.games:
        try:
            load(game.id)
        except DataError as error:
            told["games"][game.id] = str(error)
for words in ("list", "chart", "odds"):
    told[words] = CliRunner().invoke(main, [words]).exit_code
print(json.dumps(told))
"""


def test_every_plugin_loads_with_all_its_data_files_broken_and_its_games_tell_the_file(tmp_path: Path) -> None:
    """Nothing is read when a plugin is loaded, so that no single broken file can keep one from it either."""
    sources = [shutil.copytree(folder, tmp_path / folder.parent.name) for folder in ROOT.glob("plugins/*/src")]
    files = [file for folder in sources for file in folder.rglob("*.toml")]
    for file in files:
        file.write_text(NO_TOML, encoding="utf-8")
    paths = os.pathsep.join([*map(str, sources), str(ROOT / "src"), *map(str, ROOT.glob("frontends/*/src"))])
    done = subprocess.run(
        [sys.executable, "-c", ASKING],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert {folder.name for folder in sources} - {"house_rules"} <= told["plugins"].keys()  # variants are not plugins
    assert set(told["plugins"].values()) == {None}
    assert all(Path(told["files"][folder.name]).is_relative_to(tmp_path) for folder in sources if folder.name in GAMES)
    assert told["games"].keys() == GAMES
    assert all(".toml:1:6: E103 not TOML" in message for message in told["games"].values())
    assert (told["list"], told["chart"], told["odds"]) == (0, 0, 0)


GAMES = {
    "battlecry",
    "brices_crossroads",
    "chattanooga",
    "corinth",
    "gcacw_on_the_4th_day",
    "gettysburg",
    "thunder_on_the_mississippi",
    "vicksburg",
}


def broken_battles(folder: Path) -> Game:
    """Battle Cry with two broken battles: one that is not TOML, one with a unit off the board."""
    shutil.copytree(rulebook.DATA, folder)
    (folder / "001-first-bull-run.toml").write_text(NO_TOML, encoding="utf-8")
    shiloh = folder / "004-shiloh.toml"
    shiloh.write_text(shiloh.read_text("utf-8").replace('hex = "', 'hex = "Z', 1), encoding="utf-8")
    for battle in folder.glob("0[0-3]*.toml"):
        if battle.name[:3] not in {"001", "004", "005"}:
            battle.unlink()
    return evolve(RULEBOOK_BATTLES, data=folder).game()


def test_a_broken_battle_is_told_to_who_asks_for_it_and_the_others_are_played(tmp_path: Path) -> None:
    game = broken_battles(tmp_path / "data")
    assert [scenario.id for scenario in game.scenarios] == ["shiloh", "gaines-mill"]
    assert game.start("gaines-mill", seed=1).pending is not None
    with pytest.raises(DataError, match=r"^001-first-bull-run.toml:1:6: E103 not TOML"):
        game.start("first-bull-run")
    with pytest.raises(DataError, match=r"^004-shiloh.toml:\d+:\d+: E601 general\[0\].hex: 'Z\w+' is not a hex"):
        game.sheet("shiloh")
    with pytest.raises(UnknownName, match="unknown scenario 'antietam'"):
        game.start("antietam")


def test_the_same_mistake_in_an_owners_file_is_told_at_once(tmp_path: Path) -> None:
    broken_battles(tmp_path / "data")
    (tmp_path / "mine").mkdir()
    with pytest.raises(DataError, match=r"001-first-bull-run.toml:1:6: E103(?s:.*)004-shiloh.toml"):
        rulebook.load_rulebook(RULEBOOK_BATTLES.words(), tmp_path / "mine", packaged_folder=tmp_path / "data")


def test_a_broken_variant_of_the_4th_day_is_told_to_who_asks_for_it(tmp_path: Path) -> None:
    data = ROOT / "plugins/gcacw_on_the_4th_day/src/wargame_gcacw_on_the_4th_day/data"
    folder = shutil.copytree(data, tmp_path / "data")
    (folder / "lees_retreat.toml").write_text("[scenario]\nid = 'lees_retreat'\n", encoding="utf-8")
    scenarios = ScenarioSet("day", "Day", (), folder, OWN)
    game = scenarios.game()
    assert [scenario.id for scenario in game.scenarios] == ["the_battle_continues"]
    with pytest.raises(DataError, match=r"^lees_retreat.toml:1:1: E202 (?s:.*)title"):
        game.rules.scenario("lees_retreat")
    (folder / "setup.toml").write_text(NO_TOML, encoding="utf-8")
    with pytest.raises(DataError, match=r"setup.toml:1:6: E103 not TOML"):  # no scenario is left
        scenarios.game()
