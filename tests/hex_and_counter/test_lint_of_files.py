"""Lint of the files of a game of hexes and counters: words that no counter has, and set-ups that break the rules."""

from importlib import import_module
from pathlib import Path

import pytest
from attrs import evolve
from tests.hex_and_counter.line_game import the_line

from wargame_core.errors import RulesError
from wargame_hex_and_counter import Face
from wargame_hex_and_counter.authoring.lint import lint, problems_of_game
from wargame_hex_and_counter.authoring.scaffold import new_game

CHART = """source = {{ document = "ours", basis = "ruling" }}
[terrain.clear]
enter = 1
{row}
"""


def written(folder: Path, *changes: tuple[str, str]) -> Path:
    """The data of a new game, with other text in its set-up."""
    new_game(folder, "small")
    data = folder / "src" / "wargame_small" / "data"
    text = (data / "standard.toml").read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (data / "standard.toml").write_text(text, "utf-8")
    return data


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('stops = ["cavalery"]', "terrain.clear.stops[0]: 'cavalery' is not a kind of unit"),
        ("[terrain.bog]\nenter = { gunns = 3 }", "terrain.bog.enter.gunns: 'gunns' is not a kind of unit"),
        ('[hexside.creek]\nshelters = "unoin"', "hexside.creek.shelters: 'unoin' is not a side"),
    ],
)
def test_a_kind_or_side_in_the_terrain_chart_that_no_counter_has_is_told(tmp_path: Path, row: str, told: str) -> None:
    data = written(tmp_path)
    (data / "map.toml").unlink()
    (data / "terrain.toml").write_text(CHART.format(row=row), "utf-8")
    assert [line for line in lint(data) if told in line]


def test_the_files_of_a_new_game_have_no_such_word(tmp_path: Path) -> None:
    assert lint(written(tmp_path)) == []


# set-ups


def test_a_set_up_over_the_stacking_limit_is_told_with_its_units_and_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = written(tmp_path, ('blue_2 = "0203"\nblue_horse = "0304"', 'blue_2 = "0104"\nblue_horse = "0104"'))
    monkeypatch.syspath_prepend(tmp_path / "src")
    make = import_module("wargame_small.game").make
    told = "0104 already holds Adams, Brown; at most 2 in a space"
    assert problems_of_game(make, data) == [f"standard.toml:12:1: E306 set_up.blue_horse: {told}"]


def test_a_set_up_in_closed_terrain_is_told_by_lint(tmp_path: Path) -> None:
    data = written(tmp_path, ('blue_2 = "0203"', 'blue_2 = "0502"'))
    terrain = (data / "terrain.toml").read_text("utf-8")
    (data / "terrain.toml").write_text(
        terrain.replace("[terrain.hill]\nenter = 2", "[terrain.hill]\nenter = { cavalry = 2 }"), "utf-8"
    )
    told = "Brown cannot be set up in 0502: infantry may not enter 0502, hill"
    assert f"standard.toml:11:1: E307 set_up.blue_2: {told}" in lint(data)


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
