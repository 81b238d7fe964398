"""Lint of the files of a game of hexes and counters: words that no counter has."""

import shutil
from pathlib import Path

import pytest

import wargame_corinth
from wargame_hex_and_counter.authoring.lint import lint

DATA = Path(wargame_corinth.__file__).with_name("data")
CHART = """source = {{ document = "ours", basis = "ruling" }}
[terrain.clear]
enter = 1
{row}
"""


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('stops = ["cavalery"]', "terrain.clear.stops[0]: 'cavalery' is not a kind of unit"),
        ("[terrain.bog]\nenter = { gunns = 3 }", "terrain.bog.enter.gunns: 'gunns' is not a kind of unit"),
        ('[hexside.creek]\nshelters = "unoin"', "hexside.creek.shelters: 'unoin' is not a side"),
    ],
)
def test_a_kind_or_side_in_the_terrain_chart_that_no_counter_has_is_told(tmp_path: Path, row: str, told: str) -> None:
    for file in DATA.glob("*.toml"):
        if file.name not in ("map.toml", "terrain.toml"):
            shutil.copy(file, tmp_path)
    (tmp_path / "terrain.toml").write_text(CHART.format(row=row), "utf-8")
    assert [line for line in lint(tmp_path) if told in line]


def test_the_files_of_corinth_have_no_such_word() -> None:
    assert lint(DATA) == []
