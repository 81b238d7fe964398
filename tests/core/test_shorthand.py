"""Short forms of map files: what they mean, what is wrong with them, and that they are rewritten without loss."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from tests.core.cli_table import told, wargame
from tests.core.hex_map_file import GOOD as HEXES
from tests.core.test_own_maps import SQUARES

from wargame_core.data.documents import Document, parse_toml
from wargame_core.maps.files.map_file import read_map, sound_map
from wargame_pictures.draw.map_svg import read_drawable
from wargame_workshop.maps.tidying import NOTE, contents_of, expand, shorten, with_notes

__all__ = ["wargame"]

ROOT = Path(__file__).resolve().parents[2]
PACKAGED = sorted(ROOT.glob("plugins/*/src/*/**/map.toml"))

SHORT = """
[map]
id = "fords"
title = "Fords <b>"
rows = 3
cols = 4
shorthand = 1

[terrain]
legend = { "." = "clear", w = "woods" }
grid = \"\"\"
...w
....
....
\"\"\"

[regions]
of = { west = "Ashby", east = "1,3" }

[[river]]
name = "Stony River"
course = "0,1 NE > south 2"

[[crossing]]
id = "ford"
name = "Ford"
kind = "ford"
river = "Stony River"
side = "1,1 | 1,2"

[[place]]
name = "Ashby"
cell = [1, 0]

[[road]]
name = "Ford road"
kind = "road"
route = "Ashby > Ford > E"
"""


def doc(text: str) -> Document:
    return parse_toml(text, Path("map.toml"))


def problems(text: str) -> list[str]:
    return [str(problem) for problem in read_map(doc(text)).problems]


def contents(text: str) -> tuple[object, ...]:
    return contents_of(sound_map(doc(text)).map)


def test_a_short_map_is_the_long_one() -> None:
    long = SQUARES + '\n[regions]\nlegend = { A = "west", B = "east" }\ngrid = ["AABB", "AABB", "AABB"]\n'
    assert contents(SHORT) == contents(long)


@pytest.mark.parametrize(
    ("route", "spaces"),
    [
        ("Ashby > 1,3", "1,0 1,1 1,2 1,3"),
        ("0,0 > Ford > 2,3", "0,0 0,1 1,1 1,2 1,3 2,3"),
        ("ford > 2,3", "1,1 1,2 1,3 2,3"),
        ("Ashby > ford", "1,0 1,1 1,2"),
        ("2,0 > 2N E S > Ford", "2,0 1,0 0,0 0,1 1,1 1,2"),
        ("(1,0) > 1,1", "1,0 1,1"),
    ],
)
def test_a_route_goes_from_stop_to_stop(route: str, spaces: str) -> None:
    text = SHORT.replace(
        'route = "Ashby > Ford > E"', f'route = "{route}"\n[[road]]\nkind = "road"\nroute = "Ashby > 1,3"'
    )
    read = sound_map(doc(text))
    path = read.map.roads[0].path
    assert " ".join(read.grid.in_words(space) for space in path) == spaces


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "Ashby > Ford > E",
            "Ashbi > Ford",
            r"map.toml:38:1: E301 road\[0\].route: 'Ashbi' is not a stop .*did you mean 'Ashby'",
        ),
        ("Ashby > Ford > E", "Ashby", "E207 .*two stops and more"),
        ("Ashby > Ford > E", "Ashby > 9N", "E415 .*9N leads off the map from 1,0"),
        ("south 2", "3N", r"E416 river\[0\].course: from corner 0,1 NE no line runs N within the map"),
        ("south 2", "Ashby", "E416 .*'Ashby' is not a corner and no side"),
        ("south 2", "0,0 NW", "E416 .*no line within the map ends at '0,0 NW'; the nearest corner with one is "),
        ("0,1 NE > south 2", "2S > 2E", "E416 .*begins at a corner"),
        ("1,1 | 1,2", "1,1 | 1,3", r"E404 crossing\[0\].side: 1,1 and 1,3 share no side"),
        ("1,1 | 1,2", "1,0 W", "E404 .*at the rim"),
        ("shorthand = 1\n", "", r"map.toml:2:2: E202 map.shorthand: missing, and river\[0\].course needs it"),
        ("shorthand = 1", "shorthand = 2", r"E204|E203"),
        (
            'east = "1,3"',
            'east = "1,1"',
            r"E417 regions.of.east: west \(Ashby\) and east \(1,1\) are one region: no river parts",
        ),
        (', east = "1,3"', "", r"E417 regions.of: the region of \(0,2\) has no name"),
        ('"Ashby"\ncell', '"Ash|by"\ncell', "E418 .*parts stops"),
        ('course = "0,1 NE > south 2"', 'between = ["west", "east"]', "E207 .*between needs the letters"),
        (
            'course = "0,1 NE > south 2"',
            'course = "0,1 NE"\nedges = [[0, 1, 0, 2]]',
            "E207 .*give one of edges, course",
        ),
        ("cell = [1, 0]", "lat = 1.0\nlon = 2.0", r"E202 place\[0\].cell: missing: \[row, column\]; or lat and lon"),
        ("...w\n", "...wx\n", r"map.toml:12:1: E401 .*take away 1"),
        ("...w\n", "..xw\n", r"map.toml:12:3: E402 .*'x' in space \(0,2\)"),
    ],
)
def test_a_wrong_short_form_is_told_where_it_stands(old: str, new: str, problem: str) -> None:
    assert old in SHORT
    found = problems(SHORT.replace(old, new))
    assert any(re.search(problem, line) for line in found), found
    assert read_drawable(doc(SHORT.replace(old, new))).map is not None


def test_a_road_that_cannot_be_says_what_bars_it() -> None:
    text = SHORT.replace("Ashby > Ford > E", "Ashby > 1,3").replace('side = "1,1 | 1,2"', 'side = "2,2 | 2,1"')
    assert problems(text.replace('course = "0,1 NE > south 2"', 'course = "0,1 NE > 3S"')) == []
    closed = re.sub(r"\[\[crossing\]\].*?\n\n", "", SHORT, flags=re.DOTALL).replace("Ashby > Ford > E", "Ashby > 1,3")
    assert "E415 road[0].route: no way from 1,0 to 1,3: Stony River bars it" in "\n".join(problems(closed))


def test_between_is_every_line_between_the_letters_of_two_regions() -> None:
    text = SHORT.replace(
        'of = { west = "Ashby", east = "1,3" }', 'legend = { A = "west", B = "east" }\ngrid = ["AABB", "AABB", "AABB"]'
    )
    text = text.replace('course = "0,1 NE > south 2"', 'between = ["west", ["east"]]')
    assert contents(text) == contents(SHORT)
    assert "E301" in problems(text.replace('["west", ["east"]]', '["west", "eest"]'))[0]


def test_latitude_and_longitude_give_the_cell() -> None:
    head = "lat_top = 33.0\nlon_west = -91.0\ndeg_lat_per_row = 0.5\ndeg_lon_per_col = 0.25\n"
    text = SHORT.replace("shorthand = 1", f"shorthand = 1\n{head}").replace("cell = [1, 0]", "lat = 32.4\nlon = -90.9")
    assert sound_map(doc(text)).map.place("Ashby").space == 4
    assert "E403 place[0].lat" in "\n".join(problems(text.replace("lat = 32.4", "lat = 22.4")))


def test_hexes_have_the_same_short_forms() -> None:
    long = HEXES
    short = shorten(doc(long))
    assert "route" in short
    assert "course" in short
    assert contents(short) == contents(long)
    read = sound_map(doc(short))
    name = read.map.coordinates(0)
    assert "E415" in "\n".join(problems(re.sub(r'route = ".*?"', f'route = "{name} > 99N"', short, count=1)))


@pytest.mark.thorough
@pytest.mark.parametrize("path", PACKAGED, ids=lambda path: path.parts[-3])
def test_packaged_maps_are_shortened_and_expanded_without_loss(path: Path) -> None:
    there_and_back(path)


def test_the_smallest_packaged_map_is_shortened_and_expanded_without_loss() -> None:
    there_and_back(min(PACKAGED, key=lambda path: path.stat().st_size))


def there_and_back(path: Path) -> None:
    before = parse_toml(path.read_text("utf-8"), path)
    short = shorten(before)
    comments = [line for line in before.text.splitlines() if "# " in line or line.startswith("#")]
    kept = short.splitlines()
    assert [line for line in comments if not line.startswith("#:") and line not in kept] == []
    full = expand(parse_toml(short, path))
    assert contents_of(sound_map(parse_toml(full, path)).map) == contents_of(sound_map(before).map)
    assert "route = " not in full
    assert with_notes(parse_toml(short, path)) == short


def test_fmt_tells_what_routes_mean_and_check_says_what_would_change(wargame: Callable[..., Result]) -> None:
    Path("map.toml").write_text(SHORT, encoding="utf-8")
    assert wargame("fmt", "map.toml", "--check", exit_code=1).stdout == "to change: map.toml\n"
    assert Path("map.toml").read_text("utf-8") == SHORT
    assert told(wargame("fmt", ".", "--json")) == {"changed": ["map.toml"], "written": True}
    text = Path("map.toml").read_text("utf-8")
    assert "#: 4 spaces: 1,0 1,1 1,2 1,3" in text
    assert NOTE.sub("", text) == SHORT
    assert wargame("fmt", "map.toml", "--check").stdout == "nothing to change\n"
    wargame("fmt", "map.toml", "--expand")
    assert "path = [[1, 0], [1, 1], [1, 2], [1, 3]]" in Path("map.toml").read_text("utf-8")
    wargame("fmt", "map.toml", "--shorten")
    assert 'route = "Ashby > 1,3"' in Path("map.toml").read_text("utf-8")


def test_fmt_writes_nothing_where_there_are_mistakes_or_no_map(wargame: Callable[..., Result]) -> None:
    Path("map.toml").write_text(SHORT.replace("Ford > E", "Frd > E"), encoding="utf-8")
    assert "E301" in wargame("fmt", "map.toml", exit_code=3).stderr
    Path("odd.toml").write_text("a = 1\n", encoding="utf-8")
    assert "no map file" in wargame("fmt", "odd.toml", exit_code=1).stderr
