"""Lint of the files of a game of hexes and counters: words that no counter has, and set-ups that break the rules."""

import shutil
from pathlib import Path

import pytest
from attrs import evolve
from tests.hex_and_counter.line_game import the_line

import wargame_corinth
from wargame_core.errors import DataError, RulesError
from wargame_corinth.game import corinth
from wargame_hex_and_counter import Face
from wargame_hex_and_counter.authoring.lint import lint, problems_of_game

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


# set-ups


def _corinth_with(folder: Path, file: str, *changes: tuple[str, str]) -> Path:
    """The files of Corinth with other text in one of them."""
    shutil.copytree(DATA, folder, dirs_exist_ok=True)
    text = (folder / file).read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / file).write_text(text, "utf-8")
    return folder


def test_a_set_up_over_the_stacking_limit_is_told_with_its_units_and_the_limit(tmp_path: Path) -> None:
    folder = _corinth_with(tmp_path, "second_day.toml", ('us_oliver = "0813"', 'us_oliver = "0910"'))
    told = "Oliver, Fuller, Siege guns stand in Battery Robinett; at most 2 units stand in a hex, not 3"
    assert problems_of_game(corinth, folder) == [f"second_day.toml:31:1: E306 set_up.us_siege_guns: {told}"]


def test_a_set_up_in_closed_terrain_is_told_by_lint_and_by_who_builds_the_game(tmp_path: Path) -> None:
    folder = _corinth_with(tmp_path, "second_day.toml", ('cs_lovell_guns = "0609"', 'cs_lovell_guns = "0208"'))
    told = "Lovell's guns cannot be set up in 0208: artillery may not enter 0208, swamp"
    assert lint(folder) == [f"second_day.toml:15:1: E307 set_up.cs_lovell_guns: {told}"]
    with pytest.raises(DataError, match=told):
        corinth(folder)


def test_a_game_without_files_refuses_such_a_set_up_by_its_scenario() -> None:
    game = the_line()
    crowded = evolve(game.scenarios["line"], at={**game.scenarios["line"].at, "r2": "0401", "r3": "0401"})
    with pytest.raises(
        RulesError, match="scenario 'line': R1, R2, R3 stand in 0401; at most 2 units stand in a hex, no"
    ):
        evolve(game, scenarios={"line": crowded})


def test_a_unit_of_strength_0_is_refused_before_play_or_fought_in_the_last_column() -> None:
    game = the_line()
    units = {**game.book.units, "r1": evolve(game.book.units["r1"], name="Staff", faces=(Face(0, 3),))}
    with pytest.raises(RulesError, match=r"Staff: strength 0.*`defence_of_0 = \"last column\"`"):
        evolve(game, book=evolve(game.book, units=units))
