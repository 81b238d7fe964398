"""A grid that core does not know: triangles, in Python and in a map file that names them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.core import acme
from tests.core.acme import Triangles

from wargame_core.data import parse_toml
from wargame_core.errors import DataError
from wargame_core.maps.features import NamedPlace, Road
from wargame_core.maps.files.map_file import load_map, read_map, sound_map
from wargame_core.maps.map import Map, centre
from wargame_core.maps.masks import bits, flood
from wargame_core.maps.movement import reach, step_cost
from wargame_pictures.draw.ground import turned_map
from wargame_pictures.draw.letter_map import Contents, letter_map
from wargame_pictures.draw.map_svg import map_svg, map_with_mistakes, read_drawable
from wargame_pictures.draw.terrain import lines_over_rim
from wargame_terminal import main
from wargame_workshop.interchange.map_rows import MapRows
from wargame_workshop.maps.doubts import map_doubts
from wargame_workshop.maps.tidying import expand, shorten

FILE = """\
source = { document = "made for this test", basis = "reconstruction" }

[map]
id = "t"
title = "Triangles"
grid = "acme.triangles"
rows = 3
cols = 5
shorthand = 1

[terrain]
legend = { "." = "clear", "~" = "water" }
closed = ["water"]
grid = \"\"\"
.....
..~..
.....
\"\"\"

[[place]]
name = "Ashby"
space = "A1"

[[place]]
name = "Kent"
space = "B5"

[[barrier]]
kind = "river"
name = "Run"
sides = ["A4-A5", "B4-B5", "C2-C3"]

[[crossing]]
id = "ford"
name = "Ford"
kind = "ford"
side = "A4-A5"

[[road]]
kind = "pike"
route = "Ashby > Ford > B5"

[[entry]]
id = "east"
space = "C5"
"""


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the stranger's distribution were installed."""
    acme.install(monkeypatch)


def problems(text: str) -> list[str]:
    return [str(problem) for problem in read_map(parse_toml(text, Path("map.toml"))).problems]


def test_a_map_of_another_grid_moves_measures_and_is_drawn() -> None:
    board = Map(Triangles(3, 5), roads=(Road("", "road", (0, 1, 2)),), places=(NamedPlace("Ashby", 0),))
    assert [board.label(space) for space in board.neighbours[board.parse("B2")]] == ["B1", "B3", "C2"]
    assert (board.distance(0, 14), board.parse("c5"), board.label(0)) == (6, 14, "Ashby")
    assert sum(flood(board.passage(), 1, 2, board.all)) == board.within(0, 2)
    assert [board.coordinates(space) for space in bits(reach(board, 0, 1, step_cost(board)).spaces)] == [
        "A1",
        "A2",
        "B1",
    ]
    for lying in (board, turned_map(board)):
        assert map_svg(lying).count("Ashby") >= 1
    assert "Ashby" in letter_map(board, Contents()).text()


@pytest.mark.usefixtures("installed")
def test_a_file_names_the_grid_and_has_everything_on_it(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(FILE, encoding="utf-8")
    board = load_map(path)
    assert isinstance(board.grid, Triangles)
    assert [board.coordinates(space) for space in board.roads[0].path] == ["A1", "A2", "A3", "A4", "A5", "B5"]
    assert (board.crossing("ford").edge, board.crossing("ford").barrier) == ((3, 4), "Run")
    assert (board.terrain[7], board.enterable >> 7 & 1, board.entries[0].space) == ("water", 0, 14)
    assert board.place("Kent").space == 9
    assert [doubt.code for doubt in map_doubts(parse_toml(FILE, path))] == ["W458"]  # Kent hangs on the ford


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'space = "A1"',
            'space = "D1"',
            "map.toml:22:1: E403 place[0].space: 'D1' is not a space of this map (A1 to C5)",
        ),
        ('"B4-B5"', '"B4-C5"', "map.toml:31:19: E404 barrier[0].sides[1]: B4 and C5 are not neighbours; B4 touches B3"),
        ('route = "Ashby > Ford > B5"', 'path = ["A1", "A3"]', "E405 road[0].path[1]: the pike skips from A1 to A3"),
        ('route = "Ashby > Ford > B5"', 'path = ["B4", "B5"]', "E406 road[0].path[1]: the pike crosses Run between B4"),
        ("..~..", "..~.", "map.toml:16:1: E401 terrain.grid[1]: row 1 (B1 to B5) has 4 letters"),
        ("rows = 3", "rows = 3\nsides = 3", "E201 map.sides: unknown key"),
        ("Ashby > Ford > B5", "Ashby > 3E", "E301 road[0].route: '3E' is not a stop"),
        ('sides = ["A4-A5", "B4-B5", "C2-C3"]', 'course = "north 2 > 2S"', "E416 barrier[0].course: no line begins"),
    ],
)
def test_mistakes_are_told_by_file_line_and_code_and_the_rest_is_drawn(old: str, new: str, told: str) -> None:
    assert old in FILE
    text = FILE.replace(old, new)
    assert any(told in problem for problem in problems(text)), problems(text)
    reading = read_drawable(parse_toml(text, Path("map.toml")))
    assert reading.map is not None
    assert "Kent" in map_with_mistakes(reading.map, reading.problems)


@pytest.mark.usefixtures("installed")
def test_the_schema_of_its_files_has_the_fields_of_the_class() -> None:
    described = json.loads(CliRunner().invoke(main, ["schema", "acme.triangles"]).output)
    head = described["$defs"]["TrianglesHead"]
    assert head["properties"]["rows"] == {"type": "integer"}
    assert {"id", "title", "grid", "rows", "cols"} == set(head["required"])
    track = json.loads(CliRunner().invoke(main, ["schema", "acme.track"]).output)
    assert "box" in track["$defs"]["Track"]["required"]
    assert track["$defs"]["Track"]["properties"]["form"] == {"type": "string"}
    refused = CliRunner().invoke(main, ["schema", "acme.gone"]).output
    assert "the grid 'acme.gone' cannot be loaded" in refused


@pytest.mark.usefixtures("installed")
def test_short_forms_of_its_file_are_written_in_full_and_back() -> None:
    doc = parse_toml(FILE, Path("map.toml"))
    full = expand(doc)
    assert 'path = ["A1", "A2", "A3", "A4", "A5", "B5"]' in full
    short = shorten(parse_toml(full, Path("map.toml")))
    assert 'route = "Ashby > ' in short
    assert sound_map(parse_toml(short, Path("map.toml"))).map.roads == sound_map(doc).map.roads
    with pytest.raises(DataError, match=r"E706 drawings of squares or hexes cannot be laid on the grid of map\.toml"):
        MapRows(doc)


def test_a_grid_that_is_not_installed_is_refused_by_file_and_line(tmp_path: Path) -> None:
    (told,) = problems(FILE)
    assert told.startswith("map.toml:6:1: E204 map.grid: 'acme.triangles' is not a grid (hex, square, areas); install")
    path = tmp_path / "map.toml"
    path.write_text(FILE, encoding="utf-8")
    with pytest.raises(DataError, match=r"E204 map\.grid: 'acme\.triangles' is not a grid"):
        load_map(path)
    assert CliRunner().invoke(main, ["lint", str(path)]).output.startswith(told)


@pytest.mark.usefixtures("installed")
def test_a_grid_that_cannot_be_loaded_is_refused_too() -> None:
    (told,) = problems(FILE.replace("acme.triangles", "acme.gone"))
    assert "E204 map.grid: the grid 'acme.gone' cannot be loaded (AttributeError" in told


GLOBE = """\
source = { document = "made for this test", basis = "reconstruction" }
[map]
id = "g"
title = "Globe"
grid = "acme.globe"
rows = 4
cols = 12
shorthand = 1
[terrain]
legend = { "." = "clear", "~" = "sea" }
closed = ["sea"]
grid = ["............", "..~~........", "...~~~......", "............"]
[[place]]
name = "West"
space = "B1"
[[place]]
name = "East"
space = "B12"
[[road]]
kind = "pike"
route = "C2 > West > East"
[[barrier]]
kind = "river"
name = "Run"
sides = ["B1-B12", "A1-B1"]
[[barrier]]
kind = "wall"
course = "C2 | C3"
[[crossing]]
id = "ferry"
name = "Ferry"
kind = "ferry"
side = "West | East"
"""
POINTS = """\
source = { document = "made for this test", basis = "reconstruction" }
[map]
id = "p"
title = "Points"
grid = "acme.points"
shorthand = 1
[[point]]
id = "Ayr"
at = [0, 2]
to = ["Bel", "Dun"]
[[point]]
id = "Bel"
at = [2, 0]
to = ["Cor"]
[[point]]
id = "Cor"
at = [4, 1]
kind = "hill"
to = ["Dun"]
[[point]]
id = "Dun"
at = [2.5, 3]
[[road]]
kind = "pike"
route = "Ayr > NE > Cor"
[[crossing]]
id = "ford"
name = "Ford"
kind = "ford"
side = "Ayr NE"
[[barrier]]
kind = "river"
sides = ["Ayr-Bel"]
"""


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("text", "ways"),
    [(GLOBE, [["C2", "B2", "B1", "B12"]]), (POINTS, [["Ayr", "Bel", "Cor"]])],
    ids=["a globe of triangles", "points with angles"],
)
def test_a_file_on_a_grid_unlike_ours_is_read_checked_drawn_and_written(text: str, ways: list[list[str]]) -> None:
    doc = parse_toml(text, Path("map.toml"))
    board = sound_map(doc).map
    assert [[board.coordinates(space) for space in road.path] for road in board.roads if road.kind == "pike"] == ways
    (crossing,) = board.crossings.values()
    assert board.passage().leads(*crossing.edge)
    assert map_doubts(doc) == ()
    assert sound_map(parse_toml(shorten(parse_toml(expand(doc), doc.path)), doc.path)).map.roads == board.roads
    for lying in (board, turned_map(board)):
        assert board.title in map_svg(lying)
        assert board.coordinates(0) in letter_map(lying, Contents()).text()


@pytest.mark.usefixtures("installed")
def test_on_a_map_that_closes_behind_the_sheet_a_road_leaves_it_at_both_rims() -> None:
    board = sound_map(parse_toml(GLOBE, Path("map.toml"))).map
    (west, rim), (east, far_rim) = lines_over_rim(board, (12, 23))
    assert (west, east) == (centre(board, 12), centre(board, 23))
    assert rim[0] < west[0] < east[0] < far_rim[0]
    assert lines_over_rim(board, (12, 13)) == ()


@pytest.mark.usefixtures("installed")
def test_what_a_grid_knows_of_itself_is_on_its_map() -> None:
    board = sound_map(parse_toml(POINTS, Path("map.toml"))).map
    assert (board.terrain, board.parse("cor"), board.passage(kinds=frozenset({"line"})).leads(0, 3)) == (
        ("open", "open", "hill", "open"),
        2,
        True,
    )
    assert isinstance(board.grid, acme.Points)
    assert round(board.grid.turn(0, 1, 2)) == 72


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("text", "old", "new", "told"),
    [
        (POINTS, 'to = ["Cor"]', 'to = ["Cox"]', "14:7: E207 point[1].to[0]: no point is called 'Cox'"),
        (POINTS, "at = [4, 1]", "at = 4", "17:1: E203 point[2].at: 4 is not a list of 2"),
        (POINTS, 'title = "Points"', 'title = "P"\nsharpst = 9', "5:1: E201 map.sharpst: unknown key"),
        (POINTS, 'id = "Ayr"', 'id = "A-B"', "5:1: E207 map.grid: 'A-B' cannot be the coordinates"),
        (GLOBE, "cols = 12", "cols = 11", "5:1: E207 map.grid: a belt of 11 triangles does not close"),
        (GLOBE, "cols = 12", "cols = 12000000", "5:1: E207 map.grid: a map of 48,000,000 spaces; from 1 to 40,000"),
        (GLOBE, "acme.globe", "acme.broken", "5:1: E207 map.grid: space 0 is a neighbour of B1, but not the other way"),
        (GLOBE, "acme.globe", "acme.words", "5:1: E204 map.grid: tests.core.acme:WORDS is"),
        (GLOBE, "C2 | C3", "B1 | B12", "E416 barrier[1].course: no line runs along 'B1 | B12'"),
    ],
)
def test_mistakes_of_a_file_and_of_its_grid_are_told_by_line(text: str, old: str, new: str, told: str) -> None:
    assert old in text
    assert any(told in problem for problem in problems(text.replace(old, new))), problems(text.replace(old, new))
    read_drawable(parse_toml(text.replace(old, new), Path("map.toml")))
