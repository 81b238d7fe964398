import re
from pathlib import Path

import pytest
from tests.core.broken_files import cases, problems_in

from wargame_core.data import Problem
from wargame_core.errors import DataError
from wargame_core.maps.files.map_file import load_map
from wargame_core.maps.files.squares import SQUARES
from wargame_core.maps.masks import mask_of
from wargame_core.maps.squares import SquareGrid, SquareMap

GOOD = """\
source = { document = "made for this test", basis = "reconstruction" }

[map]
id = "small"
title = "A small map"
rows = 3
cols = 4
miles_per_space = 2.5

[terrain]
legend = { "." = "clear", w = "woods", "~" = "water" }
closed = ["water"]
grid = [
  ".ww.",
  "....",
  "..~.",
]

[regions]
legend = { W = "west", E = "east" }
grid = [
  "WWEE",
  "WWEE",
  "WWEE",
]

[[river]]
name = "Black River"
edges = [[0, 1, 0, 2], [1, 1, 1, 2], [2, 2, 2, 1]]

[[crossing]]
id = "low_ferry"
name = "Low Ferry"
kind = "ferry"
river = "Black River"
edge = [1, 2, 1, 1]
users = ["blue"]
in_text = true
note = "slow"

[mountains]
ridges = ["Stony Ridge"]
edges = [[0, 0, 1, 0]]

[[gap]]
name = "Wind Gap"
ridge = "Stony Ridge"
cell = [0, 0]

[[place]]
name = "Alpha"
kind = "town"
cell = [1, 0]
tags = ["supply"]
objective = "west"
confidence = "low"
lat = 40.5
lon = -77.25

[[place]]
name = "Beta"
kind = "city"
cell = [1, 3]

[[road]]
name = "main road"
kind = "road"
path = [[1, 0], [1, 1], [1, 2], [1, 3]]

[[stream]]
name = "Brook"
cells = [[0, 0], [0, 1]]

[[entry]]
id = "east"
cell = [1, 3]

[[example]]
id = "march"
kind = "road_move"
start = [1, 0]
goal = [1, 3]
steps = 3
"""


def load(tmp_path: Path, text: str) -> SquareMap:
    path = tmp_path / "map.toml"
    path.write_text(text, encoding="utf-8")
    return SQUARES.load(path)


def problems_of(tmp_path: Path, *changes: tuple[str, str]) -> list[Problem]:
    return problems_in(GOOD, changes, lambda text: load(tmp_path, text))


def test_a_good_file_becomes_a_map_with_everything_in_it(tmp_path: Path) -> None:
    board = load(tmp_path, GOOD)
    assert (board.id, board.title, board.grid.rows, board.grid.cols, board.scale) == (
        "small",
        "A small map",
        3,
        4,
        (2.5, "miles"),
    )
    assert board.enterable == board.all & ~(1 << 10)
    assert board.terrain[1] == "woods"
    assert board.region("west") == mask_of([0, 1, 4, 5, 8, 9])
    alpha = board.place("Alpha")
    assert (alpha.space, alpha.kind, alpha.tags) == (4, "town", frozenset({"supply"}))
    assert (alpha.objective, alpha.confidence, alpha.in_text, alpha.lat_lon) == ("west", "low", False, (40.5, -77.25))
    ferry = board.crossings["low_ferry"]
    assert (ferry.edge, ferry.barrier, ferry.users, ferry.in_text, ferry.note) == (
        (5, 6),
        "Black River",
        ("blue",),
        True,
        "slow",
    )
    assert board.edges_on("river") == {(1, 2), (5, 6), (9, 10)}
    assert board.edges_on("ridge") == {(0, 4)}
    assert [(gap.name, gap.space, gap.note) for gap in board.gaps] == [("Wind Gap", 0, "Stony Ridge")]
    assert board.links == {(4, 5), (5, 6), (6, 7)}
    assert [(stream.name, stream.path) for stream in board.streams] == [("Brook", (0, 1))]
    assert [(entry.id, entry.space) for entry in board.entries] == [("east", 7)]


def test_a_map_file_needs_only_its_head_and_its_terrain(tmp_path: Path) -> None:
    board = load(
        tmp_path,
        'source = { document = "x", basis = "text" }\n[map]\nid = "m"\ntitle = "M"\nrows = 1\ncols = 2\n'
        '[terrain]\nlegend = { "." = "clear" }\ngrid = [".."]\n',
    )
    assert (board.size, board.barriers, board.scale) == (2, (), None)


CASES = cases(r"""
a row too short | "....", => "...", | 15:3 E401 | row 1 has 3 letters, but map.cols is 4 | add 1
a row too long | "....", => ".....", | 15:3 E401 | row 1 has 5 letters | take away 1
a row missing |   "....",\n => nothing | 13:1 E401 | 2 rows, but map.rows is 3
an unknown terrain letter | .ww. => .wx. | 14:6 E402 | 'x' in space (0,2) is not in the legend
a legend entry of two letters | w =  => ww =  | 11:27 E402 | 'ww' is 2 letters
a closed terrain nobody knows | ["water"] => ["watr"] | 12:11 E301 | 'watr' is not a terrain | water
a river edge between non-neighbours | [0, 1, 0, 2] => [0, 1, 1, 2] | 29:10 E404 | (0,1) and (1,2) share no side
    | [row, column, row, column]
an edge off the map | [0, 1, 0, 2] => [0, 3, 0, 4] | 29:10 E403 | (0,4) is off the map
a crossing off its river | edge = [1, 2, 1, 1] => edge = [1, 2, 1, 3] | 36:1 E407
    | Low Ferry between (1,2) and (1,3) is not on Black River | no river runs there
a crossing of an unknown river | river = "Black River" => river = "Blak River" | 35:1 E301
    | 'Blak River' is not a river | did you mean 'Black River'?
a gap in an unknown ridge | ridge = "Stony => ridge = "Stoney | 47:1 E301 | is not a ridge | Stony Ridge
a road that skips a space | [[1, 0], [1, 1], [1, 2] => [[1, 0], [1, 2] | 68:17 E405
    | main road skips from (1,0) to (1,2) | side by side
a road of one space | [[1, 0], [1, 1], [1, 2], [1, 3]] => [[1, 0]] | 68:1 E405 | joins at least two
a road over the river off its crossing | path = [[1, 0], [1, 1], [1, 2] => path = [[0, 1], [0, 2], [1, 2] | 68:17 E406
    | main road crosses Black River between (0,1) and (0,2), where no crossing is
    | the nearest crossing is Low Ferry between (1,1) and (1,2)
a road through water | [1, 3]] => [2, 2]] | 68:33 E409 | main road runs through (2,2), which is water
a town on water | kind = "city"\ncell = [1, 3] => kind = "city"\ncell = [2, 2] | 63:1 E409 | Beta
a place off the map | kind = "town"\ncell = [1, 0] => kind = "town"\ncell = [3, 0] | 53:1 E403
    | (3,0) is off the map (rows 0-2, columns 0-3) | row first, then column
two towns in one space | kind = "city"\ncell = [1, 3] => kind = "city"\ncell = [1, 0] | 63:1 E408
    | Beta and Alpha are both in (1,0) | village
two places of one name | "Beta" => "Alpha" | 61:1 E302 | 'Alpha' is already the name of a place
a region on the wrong side |   "WWEE",\n  "WWEE",\n] =>   "WWEE",\n  "WWWE",\n] | 24:6 E410 | (2,3) | river
a leak in a river | , [2, 2, 2, 1]] => ] | 24:5 E410 | no river parts (2,1) in west from (2,2) in east
a region in parts | E = "east" => E = "west" | 20:12 E411 | west is in parts
a crossing without road | [[1, 0], [1, 1], [1, 2], [1, 3]] => [[1, 0], [1, 1]] | 36:1 E412
    | no road leads over Low Ferry | add both spaces
an example that does not hold | steps = 3 => steps = 2 | 83:1 E413 | takes 3 steps, the example says 2
an unknown key | kind = "ferry" => kind = "ferry"\nbrige = 1 | 35:1 E201 | unknown key
an unknown section | [[stream]] => [[streem]] | 70:3 E201 | unknown key | did you mean 'stream'?
a missing key | id = "low_ferry"\n => nothing | 31:3 E202 | missing: text
a number written as text | rows = 3 => rows = "3" | 6:1 E203 | '3' is not a whole number
an edge of three numbers | [0, 1, 0, 2] => [0, 1, 0] | 29:10 E205 | 3 items
a road kind nobody knows | kind = "road"\n => kind = "raod"\n | 67:1 E204 | 'raod' | did you mean 'road'?
""")


@pytest.mark.parametrize("name", CASES)
def test_a_mistake_is_reported_with_line_column_code_and_hint(tmp_path: Path, name: str) -> None:
    change, line, column, code, message, hint = CASES[name]
    found = problems_of(tmp_path, change)
    match = [one for one in found if (one.line, one.column, one.code) == (line, column, code)]
    assert match, "\n".join(map(str, found))
    assert message in match[0].message
    assert hint in match[0].hint
    assert match[0].file == "map.toml"


REPEATED = ("E402", "E407", "E410", "E411")  # these leave something else wrong too


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case[3] not in REPEATED])
def test_one_mistake_is_one_problem(tmp_path: Path, name: str) -> None:
    found = problems_of(tmp_path, CASES[name][0])
    assert len(found) == 1, "\n".join(map(str, found))


def test_a_file_without_a_word_about_its_grid_has_squares_and_one_may_say_so(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert isinstance(load_map(path).grid, SquareGrid)
    path.write_text(GOOD.replace("[map]\n", '[map]\ngrid = "square"\n'), encoding="utf-8")
    assert isinstance(load_map(path).grid, SquareGrid)
    path.write_text(GOOD.replace("[map]\n", '[map]\ngrid = "squares"\n'), encoding="utf-8")
    with pytest.raises(DataError, match=r"E204 map.grid: 'squares' is not a grid.*did you mean 'square'"):
        load_map(path)


def test_a_river_and_mountains_are_short_for_barriers(tmp_path: Path) -> None:
    short = load(tmp_path, GOOD)
    text = re.sub(r"\[\[river\]\]\n", '[[barrier]]\nkind = "river"\n', GOOD)
    assert text != GOOD
    assert set(load(tmp_path, text).barriers) == set(short.barriers)
