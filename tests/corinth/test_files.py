"""What is wrong in the files of Corinth is told by line: nothing is dropped, and nothing ends in play."""

import shutil
from pathlib import Path

import pytest
from tests.corinth.kit import corinth

from wargame_core.errors import DataError
from wargame_corinth import DATA, PLUGIN

MISTAKES = (
    (
        "terrain.toml",
        "[terrain.hill]",
        "[terrain.hil]",
        r"E301 terrain: .* 'hill', .* no row \[terrain.hill\]",
    ),
    ("terrain.toml", '"1 left"', '"1 lefft"', "E204 terrain.woods.attacked: '1 lefft' is not an effect on a battle"),
    ("two_days.toml", '"Corinth" = "union"', '"Corinth" = "unionn"', "E301 held.Corinth: 'unionn' is not a side"),
    ("two_days.toml", '"Corinth" = "union"', '"Corint" = "union"', "E301 held.Corint: unknown space 'Corint'"),
    ("two_days.toml", 'us_oliver = "0507"', 'us_oliver = "0305"', "E305 .* cannot be set up in 0305, where its enemy"),
    ("two_days.toml", 'cs_rust = "0305"', 'cs_rust = "0910"', "E305 .* cannot be set up in 0910, where its enemy"),
    (
        "two_days.toml",
        'us_crocker = "0508"\nus_mckean_guns = "0608"',
        'us_crocker = "0507"\nus_mckean_guns = "0507"',
        "E306 .* 0507 already holds Oliver, Crocker",
    ),
    (
        "two_days.toml",
        '"cs_gates", "cs_martin"',
        '"cs_gates", "cs_martin", "cs_gates"',
        "E302 .* 'cs_gates' is",
    ),
    ("two_days.toml", "us_oliver =", "us_olivr =", "E301 set_up.us_olivr: 'us_olivr' is not a unit"),
    ("two_days.toml", "ends = 10", "ends = 11", "E625 scenario.ends: turns 1 to 11: the game has 1 to 10"),
    ("counters.csv", "us_oliver,", "us_baldwin,", "E302 .* 'us_baldwin' is already the id of another"),
)


def lint(path: Path) -> list[str]:
    assert PLUGIN.lint is not None
    return PLUGIN.lint(path)


@pytest.mark.parametrize(("file", "old", "new", "told"), MISTAKES, ids=[told for *_, told in MISTAKES])
def test_a_mistake_in_a_file_is_told(file: str, old: str, new: str, told: str, tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "own")
    path = tmp_path / "own" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=f"{file}:.*{told}"):
        corinth(tmp_path / "own")
    assert any(file in line for line in lint(path))


def test_a_folder_of_another_game_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text("no toml", encoding="utf-8")
    assert lint(tmp_path) == []
    assert lint(DATA) == []
