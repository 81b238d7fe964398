"""docs/howto/first-campaign.md, done as it says: from an empty folder to a campaign that plays."""

import re
from pathlib import Path

import pytest
from tests.docs.howto_pages import HOWTO, follow, pictures_are_kept


def test_the_first_campaign_works_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    page = (HOWTO / "first-campaign.md").read_text(encoding="utf-8")
    done = follow(page, tmp_path)
    assert sum("lint" in line for line in done) == 3
    shown = re.findall(r"\.\./images/chancellorsville_(\d)\.svg", page)
    assert shown == ["1", "2", "3", "4", "5", "6", "7"]
    made = {f"chancellorsville_{number}.svg": tmp_path / f"step{number}.svg" for number in shown[:-1]}
    pictures_are_kept(made, request.config.getoption("update_golden"))
    assert (tmp_path / "step7.svg").is_file()  # how the bots of that day played
