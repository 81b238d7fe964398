"""Maps of areas: kinds of joins, parts, the file with its mistakes, and its pictures."""

import re
from pathlib import Path

import pytest
from tests.core.broken_files import problems_in

from wargame_core import UnknownName, WargameError
from wargame_core.data import parse_toml
from wargame_core.maps.areas import Area, AreaGrid, AreaMap, area_map
from wargame_core.maps.files.areas import AREAS
from wargame_core.maps.files.map_file import load_map
from wargame_core.maps.map import frame
from wargame_core.maps.masks import bits
from wargame_core.maps.movement import judge_step, reach, step_cost
from wargame_pictures.draw.ground import turned_map
from wargame_pictures.draw.letter_map import Contents, letter_map
from wargame_pictures.draw.letters import Ink
from wargame_pictures.draw.map_svg import map_svg, read_drawable

GOOD = """\
source = { document = "made for this test", basis = "reconstruction" }

[map]
id = "isles"
title = "The Isles"
grid = "areas"
closed = ["desert"]

[[area]]
id = "lon"
name = "London"
at = [4, 3]
kind = "coast"
region = "England"
joins = { army = ["wal"], fleet = ["eng", "wal"] }

[[area]]
id = "wal"
name = "Wales"
at = [2, 3]
kind = "coast"
joins = { army = ["lon"], fleet = ["lon"] }

[[area]]
id = "eng"
name = "English Channel"
at = [3, 4.5]
kind = "sea"
joins = { fleet = ["lon", "wal-s"] }

[[area]]
id = "wal-s"
name = "Wales (south)"
at = [2, 4]
kind = "coast"
part_of = "wal"
outline = [[1.5, 3.5], [2.5, 3.5], [2, 4.5]]
joins = { fleet = ["eng"] }

[[area]]
id = "ire"
at = [0, 1]
kind = "desert"

[[entry]]
id = "west"
area = "wal"
"""

ARMY, FLEET = frozenset({"army"}), frozenset({"fleet"})


@pytest.fixture
def isles(tmp_path: Path) -> AreaMap:
    path = tmp_path / "map.toml"
    path.write_text(GOOD, "utf-8")
    return AREAS.load(path)


def test_areas_are_named_by_id_and_by_name(isles: AreaMap) -> None:
    assert isles.parse("London") == isles.parse("LON") == isles.parse("lon") == 0
    assert (isles.label(4), isles.coordinates(3), isles.regions[0]) == ("ire", "wal-s", "England")
    assert isles.entries[0].space == 1
    with pytest.raises(UnknownName, match="unknown space 'Pariss'"):
        isles.parse("Pariss")


def test_each_kind_of_join_is_a_way_of_its_own(isles: AreaMap) -> None:
    assert isles.passage(kinds=ARMY).leads(0, 1)
    assert not isles.passage(kinds=ARMY).leads(0, 2)
    assert isles.passage(kinds=FLEET).leads(0, 2)
    assert isles.passage().leads(0, 1)
    refused = judge_step(isles, 0, 2, links_only=True, kinds=ARMY)
    assert str(refused) == "no army joins London and English Channel"
    fleets = reach(isles, 1, 3, step_cost(isles, links_only=True, kinds=FLEET))
    assert {isles.label(space): fleets.cost(space) for space in bits(fleets.spaces)} == {
        "Wales": 0,
        "London": 1,
        "English Channel": 2,
        "Wales (south)": 3,
    }


def test_wrong_areas_are_refused_without_a_file_too() -> None:
    with pytest.raises(WargameError, match="lon is the id of two areas"):
        AreaGrid((Area("lon", "London", (0, 0)), Area("lon", "Other", (1, 0))))
    with pytest.raises(WargameError, match="b is a part of c, which is not an area, or a part itself"):
        AreaGrid((Area("b", "B", (0, 0), part_of="c"),))
    with pytest.raises(UnknownName, match="unknown area 'yor'"):
        area_map([Area("lon", "London", (0, 0))], {"army": [("lon", "yor")]})


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('fleet = ["eng", "wal"]', 'fleet = ["eng", "wall"]', 15, "'wall' is not an area"),
        ('army = ["lon"]', "army = []", 15, "E431 area[0].joins.army[0]: lon is joined to wal by army, but wal not"),
        ('army = ["wal"]', 'army = ["WAL"]', 15, "E301 area[0].joins.army[0]: 'WAL' is not an area"),
        ('id = "eng"', 'id = "LON"', 25, "E302 area[2].id: 'lon' is already the id of an area, on line 10"),
        ('joins = { fleet = ["eng"] }', 'joins = { fleet = ["eng", "wal-s"] }', 38, "wal-s is joined to itself"),
        ("at = [2, 3]", "at = [4, 3]", 20, "E432 area[1].at: wal lies where lon lies"),
        ('id = "eng"', 'id = "lon"', 25, "E302 area[2].id: 'lon' is already the id of an area, on line 10"),
        ('name = "Wales"', 'name = "London"', 19, "E302 area[1].name: 'London' is already the name of an area"),
        ('part_of = "wal"', 'part_of = "york"', 36, "'york' is not an area"),
        ('part_of = "wal"', 'part_of = "wal-s"', 36, "E433 area[3].part_of: wal-s is a part of wal-s"),
        ("[1.5, 3.5], [2.5, 3.5], ", "", 37, "E434 area[3].outline: wal-s has 1 corners"),
        ('area = "wal"', 'area = "yor"', 47, "'yor' is not an area"),
        ("at = [0, 1]", "at = [0]", 42, "area[4].at"),
    ],
)
def test_each_mistake_of_a_file_is_told_with_its_line(tmp_path: Path, old: str, new: str, line: int, said: str) -> None:
    problems = problems_in(GOOD, ((old, new),), lambda text: load_map(_written(tmp_path, text)))
    told = next((problem for problem in problems if said in str(problem)), None)
    assert told is not None, [str(problem) for problem in problems]
    assert told.line == line


def test_a_file_with_mistakes_is_drawn_all_the_same() -> None:
    broken = GOOD.replace('fleet = ["eng", "wal"]', 'fleet = ["nowhere"]').replace('part_of = "wal"', 'part_of = "x"')
    reading = read_drawable(parse_toml(broken, Path("map.toml")))
    assert reading.map is not None
    assert reading.map.size == 5
    assert len(reading.problems) >= 2


def _written(folder: Path, text: str) -> Path:
    path = folder / "map.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_letter_of_an_area_says_which_area(isles: AreaMap) -> None:
    drawn = letter_map(isles, Contents(stacks={0: ("B3", Ink.FIRST)}))
    written = {(letter, space) for row in drawn.cells for letter, ink, space in row if ink is Ink.FIRST}
    assert written == {("B", isles.coordinates(0)), ("3", isles.coordinates(0))}
    assert {space for row in drawn.cells for *_, space in row} == {"", *map(isles.coordinates, range(isles.size))}


def test_pictures_show_areas_joins_and_names_the_same_from_the_other_chair(isles: AreaMap) -> None:
    for lying in (isles, turned_map(isles)):
        svg = map_svg(lying)
        assert svg.count("London") >= 1
        assert "English Channel" in svg
        assert all(f">{kind}</text>" in svg for kind in ("army", "fleet", "sea", "coast"))
        assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(re.findall(r'id="([^"]+)"', svg))
        assert frame(lying) == frame(isles)
    text = letter_map(isles, Contents()).text()
    assert "London" in text
    assert "·" in text
