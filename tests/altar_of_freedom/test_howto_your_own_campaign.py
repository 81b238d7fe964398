"""docs/howto/your-own-campaign.md, done as it says: its changes are made, its commands run, their output compared."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.docs.howto_pages import HOWTO, follow

from wargame_altar_of_freedom.game import VOCABULARY
from wargame_terminal import main

TEXT = (HOWTO / "your-own-campaign.md").read_text(encoding="utf-8")


@pytest.mark.thorough
def test_the_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = follow(TEXT, tmp_path)
    assert sum("lint" in line for line in done) > 15
    assert (tmp_path / "my_map.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_page_names_every_word_a_designer_can_use() -> None:
    words = (*VOCABULARY.effects, *VOCABULARY.awards, *VOCABULARY.special_actions)
    assert [word.kind for word in words if f"`{word.kind}`" not in TEXT] == []


def test_its_folder_needs_nothing_of_the_repository(tmp_path: Path) -> None:
    """The scaffold is played from a folder that is moved elsewhere afterwards."""
    runner = CliRunner()
    assert runner.invoke(main, ["new", "campaign", str(tmp_path / "here")]).exit_code == 0
    shutil.move(tmp_path / "here", tmp_path / "there")
    result = runner.invoke(main, ["play", str(tmp_path / "there"), "--seed", "1", "--bot", "random"])
    assert result.exit_code == 0, result.output
    assert "Victory points" in result.output
