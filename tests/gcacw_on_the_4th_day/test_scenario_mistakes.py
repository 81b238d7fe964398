"""One mistake in a scenario, its counters or its map: what is told, and where."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.gcacw_on_the_4th_day.scenario_folder import MINE, SCENARIOS, change, line_of, new_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return new_folder(tmp_path)


MISTAKES = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text("utf-8"))["mistake"]


@pytest.mark.parametrize("row", MISTAKES, ids=[row.get("id", row["said"]) for row in MISTAKES])
def test_a_mistake_is_told_with_its_place(folder: Path, row: dict[str, Any]) -> None:
    name = row.get("file", MINE)
    text = change(folder, row["old"], row["new"], name)
    said = row["said"].replace("{union}", str(line_of(text, "union = [") if "union = [" in text else 0))
    begin, _, end = f"{name}:{line_of(text, row['mark'])}:{row['column']}: {said}".partition(".*")
    told = SCENARIOS.lint(folder)
    assert [one for one in told if one.startswith(begin) and one.endswith(end)], "\n".join(told)


# lines of communication


LINES = """
[[victory]]
kind = "line_of_communication"
side = "confederate"
arms = ["cavalry"]
points = 2
goals = []
ways = ["pike", "rode"]
north = "N0128"
south = "S0118"
east = "S3202"
needs_pike = ["mountains"]
screen = 3

[[victory.reduction]]
why = "in_zone"
arms = ["cavalry"]
points = -1
"""


def test_a_line_of_communication_names_what_the_map_has(folder: Path) -> None:
    text = change(folder, "# The victory table", LINES + "\n# The victory table")
    assert SCENARIOS.lint(folder) == [
        f"{MINE}:{line_of(text, 'goals')}:1: E205 victory[4].goals: a line of communication needs a hex to lead to",
        f"{MINE}:{line_of(text, 'ways')}:17: E301 victory[4].ways[1]: 'rode' is not a kind of way "
        "(pike, road, rail, trail); did you mean 'road'?",
        f"{MINE}:{line_of(text, 'needs_pike')}:15: E301 victory[4].needs_pike[0]: 'mountains' is not a terrain "
        "(clear, rolling, rough, hill, loess, woods, city, mountain, swamp, provisional_swamp); "
        "did you mean 'mountain'?",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("points = -1\n", "points = 1\n", "points: 1 is not a reduction, write a negative number"),
        ('why = "in_zone"', 'why = "north"', "row belongs to why = 'north', and to nothing else"),
        ('why = "in_zone"', 'why = "far_east"', "column belongs to why = 'far_east', and to nothing else"),
        ('why = "in_zone"', 'why = "in_zone"\nnorth_column = "N2033"', "north_column stands beside column"),
    ],
)
def test_a_reduction_that_cannot_be_is_refused(folder: Path, old: str, new: str, said: str) -> None:
    assert LINES.count(old) == 1
    text = change(folder, "# The victory table", LINES.replace(old, new) + "\n# The victory table")
    line = line_of(text, "[[victory.reduction]]")
    told = SCENARIOS.lint(folder)
    assert [one for one in told if one.startswith(f"{MINE}:{line}:") and one.endswith(said)]


def test_a_map_without_terrain_is_refused(folder: Path) -> None:
    text = (folder / "map.toml").read_text(encoding="utf-8")
    bare = text[: text.index("[terrain]")]
    (folder / "map.toml").write_text(bare, encoding="utf-8")
    said = "map.toml:1:1: E202 terrain: missing: the terrain of every hex, as legend and grid"
    assert said in SCENARIOS.lint(folder)
