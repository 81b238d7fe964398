"""`wargame new hex-game FOLDER`: a whole small game of text files that plays, keeps the laws, and pleases lint."""

import atexit
import json
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from click.testing import CliRunner, Result

import wargame_core
from wargame_core import Game
from wargame_hex_and_counter.authoring.game_folders import new_hex_game
from wargame_hex_and_counter.board.events import Moved
from wargame_lab import simulate
from wargame_laws import Bound, laws
from wargame_table.static_pages import wanted_games
from wargame_terminal import main
from wargame_workshop.watching.workshop import Workshop


@cache
def mill_creek() -> Game:
    """The game in a new folder."""
    place = mkdtemp()
    atexit.register(shutil.rmtree, place)
    folder = Path(place, "Mill Creek")
    new_hex_game(folder)
    return wargame_core.load(folder)


BOUNDS = (Bound("moves of a unit in a turn", 1, on=Moved, by=lambda it: it.what.piece, per="turn", source="Movement"),)
RARE = ("event attack_called_off",)
"""Guns that have an enemy next to them when their attack comes up."""
test_laws = laws(mill_creek, seeds=range(100), games=3, budget=60, bounds=BOUNDS, unexercised=RARE)


def test_the_folder_gives_its_id_and_title() -> None:
    game = mill_creek()
    assert (game.id, game.title, game.documents) == ("mill_creek", "Mill Creek", ("Mill Creek",))


@pytest.mark.parametrize(("bot", "games"), [("random", 10), ("normal", 2)])
def test_players_and_bots_play_it_to_the_end(bot: str, games: int) -> None:
    assert len(simulate(mill_creek(), bot, games=games, seed=5).finished) == games


def typed(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_the_command_writes_it_with_schemas_and_says_what_comes_next(tmp_path: Path) -> None:
    folder = tmp_path / "two_fords"
    done = typed("new", "hex-game", str(folder))
    assert done.exit_code == 0, done.output
    assert f"play {folder}" in done.output
    assert typed("lint", str(folder)).output.strip() == "no problems"
    assert typed("lint", str(folder / "dawn.toml")).output.strip() == "no problems"
    assert (folder / "game.toml").read_text("utf-8").startswith("#:schema .schema/game.json\n")
    schema = json.loads((folder / ".schema" / "game.json").read_text("utf-8"))
    head = (folder / "dawn.toml").read_text("utf-8").partition("\n")[0]
    assert head == "#:schema .schema/scenario.json", "one for all scenarios, however their files are called"
    assert (folder / ".schema" / "scenario.json").is_file()
    zones = schema["$defs"]["ZonesSection"]["properties"]
    assert zones["entering"]["anyOf"][0] == {"enum": ["free", "stops", "forbidden"]}
    assert zones["entering"]["description"] == "a word for entering"
    assert schema["$defs"]["MovementSection"]["properties"]["friends"]["enum"] == ["let pass", "block"]
    listed = typed("schema", str(folder)).output
    assert [line.split()[0] for line in listed.splitlines()] == [
        "game.toml", "map.toml", "terrain.toml", "crt.toml", "dawn.toml",
    ]  # fmt: skip


def test_a_scenario_of_a_folder_is_named_by_its_file_or_its_id(tmp_path: Path) -> None:
    folder, beside = tmp_path / "two_fords", tmp_path / "noon.toml"
    assert typed("new", "hex-game", str(folder)).exit_code == 0
    text = (folder / "dawn.toml").read_text("utf-8")
    (folder / "dawn.toml").rename(folder / "morning.toml")
    game = folder / "game.toml"
    game.write_text(game.read_text("utf-8").replace("dawn.toml", "morning.toml"), "utf-8")
    for named in ("dawn", str(folder / "morning.toml")):
        done = typed("info", str(folder), "--scenario", named)
        assert (done.exit_code, "The bridge at dawn" in done.output) == (0, True), done.output
    beside.write_text(text.replace('id = "dawn"', 'id = "noon"'), "utf-8")
    refused = typed("play", str(folder), "--scenario", str(beside))
    assert refused.exit_code == 1
    assert "noon.toml is no scenario of " in refused.output
    assert "(allowed: dawn); put the file into that folder" in refused.output


def test_charts_odds_and_rules_of_a_folder_are_those_of_its_own_files(tmp_path: Path) -> None:
    folder = tmp_path / "mill creek"
    new_hex_game(folder)
    charts = typed("chart", str(folder))
    assert "combat" in charts.output
    assert f"chart {folder} combat --help" in charts.output
    table = folder / "crt.toml"
    assert "DE" in typed("chart", str(folder), "combat", "--attack", "4", "--defence", "1", "--die", "6").output
    table.write_text(table.read_text("utf-8").replace('"DE", "DE"]', '"DE", "EX"]'), "utf-8")
    assert "EX" in typed("chart", str(folder), "combat", "--attack", "4", "--defence", "1", "--die", "6").output
    assert typed("odds", str(folder), "combat", "--attack", "4", "--defence", "1").exit_code == 0
    rules = json.loads(typed("rules", str(folder), "--json").output)
    assert "Blue player turn" in str(rules["sequence"])


def test_a_folder_that_is_no_game_or_is_not_there_is_told(tmp_path: Path) -> None:
    assert "no installed plugin makes a game of" in typed("rules", str(tmp_path)).output
    assert f"there is no file or folder {tmp_path / 'x'}" in typed("chart", str(tmp_path / "x")).output


def test_a_mistake_in_one_file_is_told_when_that_file_is_checked(tmp_path: Path) -> None:
    folder = tmp_path / "two_fords"
    assert typed("new", "hex-game", str(folder)).exit_code == 0
    path = folder / "dawn.toml"
    path.write_text(path.read_text("utf-8").replace("blue_adams =", "blue_adam ="), "utf-8")
    done = typed("lint", str(path))
    assert done.exit_code == 1
    assert "E301 set_up.blue_adam: 'blue_adam' is not a unit" in done.output
    assert "did you mean 'blue_adams'?" in done.output


def test_a_scenario_may_be_called_campaign(tmp_path: Path) -> None:
    folder = tmp_path / "two_fords"
    new_hex_game(folder)
    text = (folder / "dawn.toml").read_text("utf-8").replace('"dawn"', '"campaign"')
    (folder / "campaign.toml").write_text(text, "utf-8")
    said = "campaign.toml:3:2: W478 scenario: the game does not list this scenario"
    assert said in typed("lint", str(folder)).output
    game = folder / "game.toml"
    game.write_text(game.read_text("utf-8").replace('["dawn.toml"]', '["campaign.toml", "dawn.toml"]'), "utf-8")
    assert typed("lint", str(folder)).output.strip() == "no problems"
    assert [scenario.id for scenario in wargame_core.load(folder).scenarios] == ["campaign", "dawn"]


def test_a_side_whose_units_never_act_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "two_fords"
    new_hex_game(folder)
    game = folder / "game.toml"
    first, *turns = game.read_text("utf-8").split("[[player_turn]]")
    own, _, rest = turns[-1].partition("\n[")
    assert 'side = "red"' in own
    game.write_text("[[player_turn]]".join([first, *turns[:-1]]) + "[" + rest, "utf-8")
    output = typed("lint", str(folder)).output
    assert "W479 side.red: 'red' has units and no player turn; add a [[player_turn]] with side = \"red\"" in output


def test_a_site_has_all_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "two_fords"
    new_hex_game(folder)
    (game,) = wanted_games((str(folder),))
    assert {Path(name).name for name in game.files} == {file.name for file in folder.iterdir()}


def test_the_workshop_sees_a_change_of_the_counters(tmp_path: Path) -> None:
    folder = tmp_path / "two_fords"
    new_hex_game(folder)
    workshop = Workshop(folder)
    assert workshop.look()
    assert not workshop.look()
    assert [str(problem) for problem in workshop.bench.problems] == []
    path = folder / "counters.csv"
    path.write_text(path.read_text("utf-8").replace("cavalry,Blue", "cavalrie,Blue"), "utf-8")
    assert workshop.look()
    assert [problem.file for problem in workshop.bench.problems] == ["counters.csv"]


def test_a_pack_of_it_plays(tmp_path: Path) -> None:
    folder = tmp_path / "two_fords"
    assert typed("new", "hex-game", str(folder)).exit_code == 0
    done = typed("pack", str(folder), "--out", str(tmp_path / "two_fords.wargame"))
    assert done.exit_code == 0, done.output
    assert wargame_core.load(tmp_path / "two_fords.wargame").id == "two_fords"
