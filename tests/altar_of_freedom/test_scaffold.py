"""`wargame new campaign`: what it writes lints clean and is played at once, whoever plays."""

import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import wargame_core
from wargame_altar_of_freedom import PLUGIN
from wargame_altar_of_freedom.authoring.folders import lint_campaign, names_for, new_campaign, open_campaign
from wargame_altar_of_freedom.game import VOCABULARY
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_gettysburg.rules import WORDS
from wargame_lab.batches import simulate
from wargame_terminal import main


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "two_towns"
    new_campaign(place)
    return place


def campaign_in(folder: Path) -> Campaign:
    game = open_campaign(folder)
    assert game is not None
    campaign = game.rules.printed["campaign"]
    assert isinstance(campaign, Campaign)
    return campaign


def test_the_system_offers_it_as_campaign(tmp_path: Path) -> None:
    PLUGIN.scaffold["campaign"](tmp_path / "mine")
    assert PLUGIN.lint is not None
    assert PLUGIN.lint(tmp_path / "mine") == []


def test_four_files_are_written_and_lint_clean(folder: Path) -> None:
    assert sorted(file.name for file in folder.iterdir()) == ["campaign.toml", "deck.toml", "map.toml", "oob.toml"]
    assert lint_campaign(folder) == []


def test_it_is_as_small_as_promised(folder: Path) -> None:
    campaign = campaign_in(folder)
    assert [len(campaign.commands_of(side)) for side in campaign.seats] == [2, 2]
    assert (campaign.map.grid.rows, campaign.map.grid.cols) == (12, 12)
    assert (len(campaign.deck.cards), campaign.turns) == (5, 4)


def test_it_bears_the_name_of_its_folder(folder: Path) -> None:
    campaign = campaign_in(folder)
    assert (campaign.id, campaign.title) == ("two_towns", "Two towns")
    assert not [file for file in folder.iterdir() if "my_campaign" in file.read_text(encoding="utf-8")]


@pytest.mark.parametrize(
    ("folder", "names"),
    [
        ("my_campaign", ("my_campaign", "My campaign")),
        ("Two Towns 1862", ("two_towns_1862", "Two Towns 1862")),
        ('a"b\\c', ("a_b_c", "A b c")),
        ("été", ("été", "Été")),
        ("---", ("my_campaign", "My campaign")),
    ],
)
def test_any_folder_gives_an_id_and_a_title(folder: str, names: tuple[str, str]) -> None:
    assert names_for(Path(folder)) == names


@pytest.mark.parametrize("name", ['a"b', "Two Towns 1862", "été", "---"])
def test_whatever_the_folder_is_called_the_files_can_be_read(tmp_path: Path, name: str) -> None:
    new_campaign(tmp_path / name)
    assert lint_campaign(tmp_path / name) == []


def test_nothing_of_the_designers_is_ever_overwritten(folder: Path) -> None:
    (folder / "map.toml").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError, match=r"campaign\.toml"):
        new_campaign(folder)
    assert (folder / "map.toml").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("bot", ["random", "heuristic", "belligerent"])
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_bots_play_it_to_the_end(folder: Path, bot: str, scenario: str) -> None:
    result = simulate(wargame_core.load(folder), bot, games=5, seed=1, scenario=scenario)
    assert [game.outcome is not None for game in result.games] == [True] * 5


def test_armies_meet_on_it(folder: Path) -> None:
    result = simulate(wargame_core.load(folder), "belligerent", games=20, seed=1)
    points = [sum(game.outcome.scores.values()) for game in result.games if game.outcome is not None]
    assert sum(count > 0 for count in points) >= 10


def test_a_card_that_brings_a_picket_needs_a_base_move_for_it(folder: Path) -> None:
    changes = {
        "campaign.toml": [
            ("picket = 3, ", ""),
            (', "picket"]', "]"),
            (r'\[\[deployment\]\]\nside = "\w+"\npickets.*\n.*\n', ""),
        ],
        "oob.toml": [(r"tokens = .*\n", "")],
        "deck.toml": [
            (
                r'kind = "reveal_tokens"\n(.*\n)*',
                'kind = "add_picket"\nside = "blue"\nformation = "blue_1"\nplaces = ["Kent"]\n',
            )
        ],
    }
    for name, pairs in changes.items():
        text = (folder / name).read_text(encoding="utf-8")
        for old, new in pairs:
            text = re.sub(old, new, text)
        (folder / name).write_text(text, encoding="utf-8")
    (line,) = lint_campaign(folder, VOCABULARY.with_own(WORDS))
    assert line.endswith("E605 base_move: no base move for 'picket', which a card brings")


def test_a_division_without_an_arm_is_told_where_it_stands(folder: Path) -> None:
    path = folder / "oob.toml"
    text = path.read_text(encoding="utf-8").replace('arm = "infantry"\nunits', "units", 1)
    path.write_text(text, encoding="utf-8")
    (line,) = lint_campaign(folder, VOCABULARY.with_own(WORDS))
    told = "formation[1]: Reed's Division has no arm, and so no base move; write one that has"
    assert line.endswith(f"oob.toml:67:3: E605 {told} (infantry, cavalry, picket, depot)")


def test_what_new_writes_names_its_schemas_and_fits_them(tmp_path: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    done = CliRunner().invoke(main, ["new", "campaign", str(tmp_path / "mine")])
    assert done.exit_code == 0
    assert ".schema" not in done.stdout
    for path in sorted((tmp_path / "mine").glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        marker, name = text.splitlines()[0].split(" ")
        assert marker == "#:schema"
        schema = json.loads((tmp_path / "mine" / name).read_text(encoding="utf-8"))
        jsonschema.validate(tomllib.loads(text), schema)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**tomllib.loads(text), "stray": 1}, schema)
    assert CliRunner().invoke(main, ["fmt", str(tmp_path / "mine"), "--check"]).output == "nothing to change\n"


# with rules of its own


@pytest.fixture
def with_rules(tmp_path: Path) -> Path:
    done = CliRunner().invoke(main, ["new", "campaign", str(tmp_path / "two_fords"), "--rules"])
    assert done.exit_code == 0, done.output
    return tmp_path / "two_fords"


def test_a_campaign_with_rules_of_its_own_is_a_distribution(with_rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(with_rules / "src"))
    try:
        plugin = importlib.import_module("wargame_two_fords").PLUGIN
        assert plugin.lint(plugin.data) == []
        game = plugin.games[0].build(None)
        match = game.start(seed=2)
        match.play_out({seat: game.bot("heuristic", seed=n) for n, seat in enumerate(game.seats)})
        assert match.board.counters["sky"] in ("fair", "rain")
        assert [path for path in with_rules.rglob("*") if path.name == "__pycache__" and "src" not in path.parts] == []
    finally:
        for name in [name for name in sys.modules if name.startswith("wargame_two_fords")]:
            del sys.modules[name]
    project = tomllib.loads((with_rules / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["wargame_core.plugins"] == {"two_fords": "wargame_two_fords:PLUGIN"}
    schemas = with_rules / "src" / "wargame_two_fords" / "data" / ".schema"
    assert "Fever" in json.loads((schemas / "deck.json").read_text("utf-8"))["$defs"]
    assert "BothBanks" in json.loads((schemas / "campaign.json").read_text("utf-8"))["$defs"]


@pytest.mark.thorough
def test_it_is_installed_and_its_tests_are_green(with_rules: Path, tmp_path: Path) -> None:
    quiet = ["-q", "--no-input", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    install = [sys.executable, "-m", "pip", "install", *quiet, "--target", str(tmp_path / "site"), str(with_rules)]
    subprocess.run(install, check=True, capture_output=True)
    path = os.pathsep.join([str(tmp_path / "site"), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-c", os.devnull, "--rootdir", str(with_rules), "tests"],
        cwd=with_rules, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("campaign", "vicksburg"), "the plugin vicksburg of wargame-vicksburg is installed"),
        (("campaign", "1862"), "'1862' cannot be a campaign's name: begin it with a letter"),
        (("scenario", "mine"), "unknown kind with rules of its own 'scenario' (allowed: "),
        (("game", "mine"), "--rules goes with "),
    ],
)
def test_rules_that_cannot_be_written_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in CliRunner().invoke(main, ["new", *words, "--rules"]).stderr
    assert list(tmp_path.iterdir()) == []
