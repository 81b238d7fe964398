"""Mistakes that only a campaign with raids, arrivals and releases can hold."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.altar_of_freedom.kit import PLUGINS

from wargame_altar_of_freedom.authoring.folders import lint_campaign
from wargame_altar_of_freedom.game import VOCABULARY
from wargame_gettysburg.rules import WORDS

DATA = PLUGINS / "gettysburg" / "src" / "wargame_gettysburg" / "data"


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (
            "campaign.toml",
            'tokens = ["baggage_train"]\n',
            "",
            r"E611 special_action\[2\]\.token: no army troops of the confederate side move a baggage_train; name it in",
        ),
        (
            "campaign.toml",
            'side = "confederate"\nplace_tag',
            'side = "federal"\nplace_tag',
            r"E611 special_action\[2\]\.token: no army troops of the federal side",
        ),
        (
            "deck.toml",
            'division = "us_reserve_french"',
            'division = "cs_iii_heth"',
            r"E609 card\[1\]\.effect\[0\]\.division: Heth's Division has the status 'start' in the order of battle, "
            "not 'random_release'",
        ),
        (
            "deck.toml",
            'division = "cs_army_troops_stuart"',
            'division = "us_reserve_french"',
            r"E609 card\[0\]\.effect\[0\]\.division: French's Garrison has the status 'random_release'",
        ),
        (
            "oob.toml",
            'status = "random_arrival"',
            'status = "start"',
            r"E609 card\[0\]\.effect\[0\]\.division: Stuart's Division has the status 'start'",
        ),
        (
            "deck.toml",
            'fallback = "entry_leesburg"',
            'fallback = "entry_leesberg"',
            r"E301 card\[0\]\.effect\[0\]\.fallback: 'entry_leesberg' is not an entry space .*mean 'entry_leesburg'",
        ),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, file: str, old: str, new: str, problem: str) -> None:
    folder = Path(shutil.copytree(DATA, tmp_path / "campaign"))
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    found = lint_campaign(folder, VOCABULARY.with_own(WORDS))
    assert any(re.search(problem, line) for line in found), "\n".join(found)


def test_sides_whose_counters_could_not_be_told_apart_are_refused(tmp_path: Path) -> None:
    for file in DATA.glob("*.toml"):
        text = file.read_text(encoding="utf-8").replace('"confederate"', '"foe"').replace('"federal"', '"friend"')
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    found = lint_campaign(tmp_path, VOCABULARY.with_own(WORDS))
    assert [line for line in found if "E604" in line] == found
    assert "begin with the same letter" in found[0]


def test_the_packaged_files_have_no_mistake() -> None:
    assert lint_campaign(DATA, VOCABULARY.with_own(WORDS)) == []
