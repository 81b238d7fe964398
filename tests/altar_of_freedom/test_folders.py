"""A designer's folder of campaign files: checked by `wargame lint`, played by its path."""

import shutil
from pathlib import Path

import pytest
from tests.altar_of_freedom.kit import PLUGINS

import wargame_core
from wargame_altar_of_freedom.authoring.folders import lint_campaign, open_campaign
from wargame_core import DataError, WargameError

VICKSBURG = PLUGINS / "vicksburg" / "src" / "wargame_vicksburg" / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the Vicksburg files to change, without the card that only the game's own distribution knows."""
    copy = Path(shutil.copytree(VICKSBURG, tmp_path / "my_campaign"))
    text = (copy / "deck.toml").read_text("utf-8")
    own = 'kind = "relocate_depot"\nside = "federal"\nriver = "Mississippi"'
    assert own in text
    (copy / "deck.toml").write_text(
        text.replace(own, 'kind = "staff_dice_delta"\nside = "federal"\namount = "1"'), "utf-8"
    )
    return copy


def test_a_right_folder_has_no_problems_and_can_be_played(folder: Path) -> None:
    assert lint_campaign(folder) == []
    game = open_campaign(folder)
    assert game is not None
    assert (game.id, game.seats) == ("my_campaign", ("federal", "confederate"))
    match = game.start(seed=1)
    match.play(match.choices().sample(type("Low", (), {"random": lambda self: 0.0})()))


def test_the_library_opens_it_by_its_path(folder: Path) -> None:
    game = wargame_core.load(folder)
    assert game.title.startswith("Gibraltar of the West")


def test_changed_numbers_are_played(folder: Path) -> None:
    file = folder / "campaign.toml"
    file.write_text(file.read_text("utf-8").replace("rally_target = 5", "rally_target = 2"), "utf-8")
    game = open_campaign(folder)
    assert game is not None
    assert game.rules.printed["campaign"].rally_target == 2


def test_every_problem_comes_as_a_line_with_its_place(folder: Path) -> None:
    for file, old, new in (
        ("campaign.toml", "turns = 8", "turns = 9"),
        ("deck.toml", 'kind = "close_crossings"', 'kind = "close_crossing"'),
    ):
        path = folder / file
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    lines = lint_campaign(folder)
    assert any(line.startswith("deck.toml:") and "did you mean 'close_crossings'" in line for line in lines)
    with pytest.raises(DataError, match="close_crossing"):
        open_campaign(folder)


def test_a_folder_without_a_campaign_file_is_somebody_elses(tmp_path: Path) -> None:
    assert open_campaign(tmp_path) is None
    with pytest.raises(WargameError, match="no installed plugin makes a game of"):
        wargame_core.load(tmp_path)
