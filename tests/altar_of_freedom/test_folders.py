"""A designer's folder of campaign files: checked by `wargame lint`, played by its path."""

import re
import shutil
from pathlib import Path

import pytest
from tests.altar_of_freedom.kit import PLUGINS

import wargame_core
from wargame_altar_of_freedom.authoring.folders import open_campaign
from wargame_core import DataError, WargameError
from wargame_core.plugins.discovery import plugin_of

VICKSBURG = PLUGINS / "vicksburg" / "src" / "wargame_vicksburg" / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the Vicksburg files to change, a card with them that only the rules of Vicksburg know."""
    return Path(shutil.copytree(VICKSBURG, tmp_path / "my_campaign"))


def _lint(folder: Path, plugin: str = "vicksburg") -> list[str]:
    lint = plugin_of(plugin).lint
    assert lint is not None
    return lint(folder)


def test_a_right_folder_has_no_problems_and_can_be_played(folder: Path) -> None:
    assert _lint(folder) == []
    game = wargame_core.load(folder)
    assert (game.id, game.seats) == ("my_campaign", ("federal", "confederate"))
    match = game.start(seed=1)
    match.play(match.choices().sample(type("Low", (), {"random": lambda self: 0.0})()))


def test_the_library_opens_it_by_its_path(folder: Path) -> None:
    game = wargame_core.load(folder)
    assert game.title.startswith("Gibraltar of the West")


def test_a_folder_is_played_with_the_own_rules_that_it_names(folder: Path) -> None:
    game = wargame_core.load(folder)
    card = game.rules.printed["campaign"].deck.card("porters_flotilla")
    assert [effect.kind for effect in card.effects] == ["relocate_depot"]
    assert wargame_core.load(f"{folder}+wagon_roads").id == "my_campaign+wagon_roads"


def test_own_rules_that_nobody_brings_are_named_with_what_is_installed(folder: Path) -> None:
    file = folder / "campaign.toml"
    file.write_text(file.read_text("utf-8").replace('own_rules = "vicksburg"', 'own_rules = "vicksberg"'), "utf-8")
    wrong = r"campaign.toml:\d+:1: E301 own_rules: 'vicksberg' is not an installed campaign with rules of its own"
    with pytest.raises(DataError, match=wrong + r" \(.*gettysburg.*\); did you mean 'vicksburg'"):
        wargame_core.load(folder)
    assert [re.match(wrong, line) is not None for line in _lint(folder, "altar_of_freedom")] == [True]


def test_a_folder_that_names_no_own_rules_has_the_words_of_the_system_alone(folder: Path) -> None:
    file = folder / "campaign.toml"
    file.write_text(file.read_text("utf-8").replace('own_rules = "vicksburg"', ""), "utf-8")
    with pytest.raises(DataError, match="'relocate_depot' is not an effect"):
        wargame_core.load(folder)


def test_a_program_beside_the_files_is_not_run_and_lint_says_so(folder: Path) -> None:
    (folder / "rules.py").write_text("raise SystemExit('this was run')\n", "utf-8")
    assert wargame_core.load(folder).id == "my_campaign"
    assert [line.partition(" (")[0] for line in _lint(folder)] == [
        "rules.py:1:1: W472 a program beside the files of a campaign is never run; "
        "put the folder into a distribution and name that with own_rules"
    ]


def test_changed_numbers_are_played(folder: Path) -> None:
    file = folder / "campaign.toml"
    file.write_text(file.read_text("utf-8").replace("rally_target = 5", "rally_target = 2"), "utf-8")
    game = wargame_core.load(folder)
    assert game.rules.printed["campaign"].rally_target == 2


def test_every_problem_comes_as_a_line_with_its_place(folder: Path) -> None:
    for file, old, new in (
        ("campaign.toml", "turns = 8", "turns = 9"),
        ("deck.toml", 'kind = "close_crossings"', 'kind = "close_crossing"'),
    ):
        path = folder / file
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    lines = _lint(folder)
    assert any(line.startswith("deck.toml:") and "did you mean 'close_crossings'" in line for line in lines)
    with pytest.raises(DataError, match="close_crossing"):
        wargame_core.load(folder)


def test_a_folder_without_a_campaign_file_is_somebody_elses(tmp_path: Path) -> None:
    assert open_campaign(tmp_path) is None
    with pytest.raises(WargameError, match="no installed plugin makes a game of"):
        wargame_core.load(tmp_path)
