"""A map by itself: checked and drawn, in spite of mistakes, before anything else of a game is there."""

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result
from tests.core.cli_table import told, wargame
from tests.core.hex_map_file import GOOD as HEXES

from wargame_core.data.documents import parse_toml
from wargame_pictures.draw.map_svg import read_drawable

__all__ = ["wargame"]

Run = Callable[..., Result]

SQUARES = """
[map]
id = "fords"
title = "Fords <b>"
rows = 3
cols = 4

[terrain]
legend = { "." = "clear", w = "woods" }
grid = [
  "...w",
  "....",
  "....",
]

[[river]]
name = "Stony River"
edges = [[0, 1, 0, 2], [1, 1, 1, 2], [2, 1, 2, 2]]

[[crossing]]
id = "ford"
name = "Ford"
kind = "ford"
river = "Stony River"
edge = [1, 1, 1, 2]

[[place]]
name = "Ashby"
cell = [1, 0]

[[road]]
name = "Ford road"
kind = "road"
path = [[1, 0], [1, 1], [1, 2], [1, 3]]
"""


def write(text: str, name: str = "map.toml") -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_map_by_itself_is_checked_and_drawn(wargame: Run) -> None:
    write(SQUARES)
    assert wargame("lint", "map.toml").stdout == "no problems\n"
    assert wargame("render", "map.toml", "--out", "a.svg").stdout == "a.svg: Fords <b>\n"
    picture = ElementTree.parse("a.svg").getroot()
    assert "mistake" not in ElementTree.tostring(picture, "unicode")


def test_the_tables_tell_what_a_file_is_whatever_it_is_called(wargame: Run) -> None:
    write(HEXES, "north.toml")
    assert wargame("lint", "./north.toml").stdout == "no problems\n"
    assert "north.svg" in wargame("render", "north.toml").stdout
    write('[map]\nid = "x"\ntitle = "X"\ngrid = "sqare"\n', "odd.toml")
    assert "did you mean 'square'?" in wargame("lint", "odd.toml", exit_code=1).stdout


def test_a_map_is_drawn_with_its_mistakes_numbered_on_it_and_listed_below(wargame: Run) -> None:
    bad = (
        SQUARES.replace('"....",\n]', '"...",\n]')
        .replace("[1, 2], [1, 3]]", "[1, 3]]")
        .replace("cols = 4", "cols = 4\nx = 1")
    )
    write(bad)
    done = told(wargame("render", "map.toml", "--out", "a.svg", "--json", exit_code=1))
    assert [problem["code"] for problem in done["problems"]] == ["E201", "E401", "E405"]
    assert [problem.get("where") for problem in done["problems"]] == [None, [["(2,2)"]], [["(1,1)", "(1,3)"]]]
    picture = Path("a.svg").read_text(encoding="utf-8")
    assert re.findall(r'data-mistake="(\d)"', picture) == ["2", "3"]
    assert "skips from (1,1) to (1,3)" in picture
    ElementTree.fromstring(picture)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rows = 3\n", ""),
        ("rows = 3", 'rows = "three"'),
        ("cell = [1, 0]", 'cell = "here"'),
        ("cell = [1, 0]", "cell = [1, 99]"),
        ('kind = "road"', "kind = 3"),
        ("[0, 1, 0, 2], ", "[0, 1, 2, 2], [7, 7, 7, 8], "),
        ('legend = { "." = "clear", w = "woods" }', 'legend = "none"'),
        ('  "...w",\n', ""),
        ('  "...w",\n', "  7,\n"),
    ],
)
def test_whatever_is_wrong_the_rest_is_drawn(old: str, new: str) -> None:
    reading = read_drawable(parse_toml(SQUARES.replace(old, new), Path("map.toml")))
    assert reading.problems
    assert reading.map is not None
    assert reading.map.size == 12


def test_a_folder_is_drawn_before_its_other_files_are_there(wargame: Run) -> None:
    write(SQUARES, "mine/map.toml")
    done = wargame("render", "./mine", "--out", "a.svg")
    assert "only the map is drawn" in done.stderr
    assert Path("a.svg").exists()
    assert wargame("lint", "./mine").stdout == "no problems\n"
