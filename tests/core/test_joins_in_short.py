"""Joins of areas in short: a [[join]] names areas one after the other."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from tests.core.cli_table import wargame

from wargame_core.data.documents import parse_toml
from wargame_core.maps.areas import AreaGrid
from wargame_pictures.draw.map_svg import read_drawable
from wargame_workshop.maps.doubts import map_doubts
from wargame_workshop.maps.tidying import expand, shorten

__all__ = ["wargame"]

SHORT = """\
source = { document = "ours", basis = "text" }

[map]
id = "isles"
title = "Isles"
grid = "areas"

[[area]]
id = "lon"
name = "London"
at = [2, 0]

[[area]]
id = "wal"
name = "Wales"
at = [0, 0]  # the west

[[area]]
id = "lvp"
name = "Liverpool"
at = [1, -1]

[[area]]
id = "eng"
name = "Channel"
at = [1, 2]
kind = "sea"

[[join]]
kind = "army"
route = "London > wal > lvp > lon"

[[join]]
kind = "fleet"
routes = ["lon > Channel > wal", "lvp > wal"]
"""
LONG = {
    "army": {("lon", "wal"), ("lvp", "wal"), ("lon", "lvp")},
    "fleet": {("eng", "lon"), ("eng", "wal"), ("lvp", "wal")},
}


def joins(text: str) -> dict[str, set[tuple[str, ...]]]:
    """By kind the joins of a map without mistakes."""
    reading = read_drawable(parse_toml(text, Path("map.toml")))
    assert reading.problems == ()
    assert reading.map is not None
    assert isinstance(reading.map.grid, AreaGrid)
    found: dict[str, set[tuple[str, ...]]] = {}
    for road in reading.map.roads:
        found.setdefault(road.kind, set()).add(tuple(sorted(map(reading.map.coordinates, road.path))))
    return found


def shortened(text: str) -> str:
    return shorten(parse_toml(text, Path("map.toml")))


def expanded(text: str) -> str:
    return expand(parse_toml(text, Path("map.toml")))


def test_a_join_may_stand_at_its_areas_and_in_a_route() -> None:
    both = SHORT.replace("at = [2, 0]\n", 'at = [2, 0]\njoins = { army = ["wal"], rail = ["wal"] }\n')
    both = both.replace("at = [0, 0]  # the west\n", 'at = [0, 0]\njoins = { rail = ["lon"], army = ["lon"] }\n')
    assert joins(both) == {**LONG, "rail": {("lon", "wal")}}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("> lvp > lon", "> lpv > lon", "31:1: E301 join[0].route: 'lpv' is not an area (lon, wal, lvp, eng, London"),
        ("> lvp > lon", "> lvp > Liverpool", "31:1: E431 join[0].route: lvp is joined to itself"),
        ('"lvp > wal"]', '"lvp >"]', "35:34: E207 join[1].routes[1]: a route has two areas and more with '>' between"),
        ('"lvp > wal"]', '"lvp"]', "35:34: E207 join[1].routes[1]: a route has two areas"),
        ('route = "L', 'routes = ["lon > wal"]\nroute = "L', "29:3: E207 join[0]: give one of route and routes"),
        ('kind = "army"\n', "", "29:3: E202 join[0].kind: missing"),
        ('name = "Wales"', 'name = "Wales > W"', "15:1: E418 area[1].name: 'Wales > W' has a mark in it"),
        ('title = "Isles"', 'title = "Isles"\nsize = 3', "6:1: E201 map.size: unknown key"),
    ],
)
def test_a_mistake_is_told_where_it_stands_and_the_rest_is_drawn(old: str, new: str, problem: str) -> None:
    reading = read_drawable(parse_toml(SHORT.replace(old, new), Path("map.toml")))
    assert [str(told).startswith(f"map.toml:{problem}") for told in reading.problems] == [True]
    assert reading.map is not None
    assert reading.map.size == 4


def test_fmt_writes_joins_at_areas_and_back_and_loses_no_comment(
    wargame: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("map.toml").write_text(SHORT, encoding="utf-8")
    assert wargame("fmt", "map.toml").stdout == "nothing to change\n"
    assert wargame("fmt", "map.toml", "--expand").stdout == "changed: map.toml\n"
    text = Path("map.toml").read_text("utf-8")
    assert "[[join]]" not in text
    assert 'at = [0, 0]  # the west\njoins = { army = ["lon", "lvp"], fleet = ["eng", "lvp"] }\n' in text
    assert joins(text) == LONG
    assert wargame("fmt", "map.toml", "--shorten").stdout == "changed: map.toml\n"
    again = Path("map.toml").read_text("utf-8")
    assert (again.count("[[join]]"), again.count("joins =")) == (2, 0)
    assert "# the west" in again
    assert joins(again) == LONG


def test_joins_with_a_comment_or_a_table_of_their_own_stay() -> None:
    long = expanded(SHORT)
    kept = long.replace('"lvp"] }\n', '"lvp"] }  # by the old road\n', 1)
    text = shortened(kept)
    assert "# by the old road" in text
    assert joins(text) == LONG
    table = 'at = [1, 2]\nkind = "sea"\n[area.joins]\nfleet = ["lon", "wal"]\n'
    own = long.replace('at = [1, 2]\nkind = "sea"\njoins = { fleet = ["lon", "wal"] }\n', table)
    assert own != long
    assert joins(shortened(own)) == LONG
    assert "[area.joins]" in shortened(own)
    noted = SHORT.replace('route = "London', '# a comment\nroute = "London')
    assert "# a comment" in expanded(noted)
    assert joins(expanded(noted)) == LONG


@pytest.mark.parametrize(
    ("old", "new", "doubt"),
    [
        ("> lvp > lon", "> lon", "18:3: W453 area[2]: nobody can get from the rest of the map to Liverpool; a join"),
        (
            '> lon"\n',
            '> lon"\n[[join]]\nkind = "amry"\nroute = "lon > eng"\n',
            "34:1: W454 join[1].route: 'amry' is the kind",
        ),
        ('kind = "sea"', 'kind = "claer"', "27:1: W454 area[3].kind: 'claer' is the kind of one area only"),
    ],
)
def test_an_area_off_the_rest_and_a_word_that_stands_once_are_doubtful(old: str, new: str, doubt: str) -> None:
    text = SHORT.replace(', "lvp > wal"', "") if "W453" in doubt else SHORT
    assert map_doubts(parse_toml(SHORT, Path("map.toml"))) == ()
    (told,) = map_doubts(parse_toml(text.replace(old, new), Path("map.toml")))
    assert doubt in str(told)
