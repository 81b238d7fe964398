"""GeoJSON laid on a square map by latitude and longitude."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from tests.interchange.small_files import changed_lines

from wargame_core.data.documents import parse_toml
from wargame_core.errors import DataError
from wargame_workshop.interchange.geojson import read_geojson
from wargame_workshop.interchange.import_wishes import ImportRefused, ImportRequest, Wishes
from wargame_workshop.interchange.importing import Imported, import_geo, run_import
from wargame_workshop.interchange.map_rows import MapRows

HEAD = """\
source = { document = "ours", basis = "reconstruction" }

[map]
id = "theater"
title = "Theater"
rows = 5
cols = 6
lat_top = 40.0
lon_west = -80.0
deg_lat_per_row = 0.1
deg_lon_per_col = 0.1

[terrain]
legend = { "." = "clear" }
grid = ["......", "......", "......", "......", "......"]
"""


def feature(kind: str, coordinates: Any, shape: str = "Point", **properties: object) -> dict[str, Any]:
    told = {"kind": kind, **properties} if kind else properties
    return {"type": "Feature", "properties": told, "geometry": {"type": shape, "coordinates": coordinates}}


ASHBY = feature("town", [-79.85, 39.75], name="Ashby", tags="depot", osm_id=7)
KENT = feature("", [-79.45, 39.95], name="Kent")
RIVER = feature("river", [[-79.72, 40.2], [-79.71, 39.97], [-79.69, 39.81], [-79.72, 39.52]], "LineString", name="Run")
ROAD = feature("road", [[-79.85, 39.75], [-79.55, 39.75], [-79.45, 39.95]], "LineString", name="Pike")
FORD = feature("ford", [-79.69, 39.76], name="The Ford")
WOODS = feature("", [[[-80, 39.7], [-79.8, 39.7], [-79.8, 39.5], [-80, 39.5], [-80, 39.7]]], "Polygon", terrain="woods")


def imported(folder: Path, *features: dict[str, Any], text: str | None = HEAD, **wishes: Any) -> Imported:
    if text is not None:
        (folder / "map.toml").write_text(text, encoding="utf-8")
    source = folder / "area.geojson"
    source.write_text(json.dumps({"type": "FeatureCollection", "features": features}, indent=1), encoding="utf-8")
    return import_geo(source, folder, Wishes(**wishes))


def test_points_lines_and_polygons_become_places_roads_rivers_and_terrain(tmp_path: Path) -> None:
    done = imported(tmp_path, ASHBY, KENT, RIVER, ROAD, FORD, WOODS)
    board = MapRows(parse_toml(done.changes[0].merged.text, tmp_path / "map.toml")).reader.map

    def named(spaces: Iterable[int]) -> str:
        return " ".join(map(board.coordinates, spaces))

    places = [(place.name, place.kind, board.coordinates(place.space)) for place in board.places]
    assert places == [("Ashby", "town", "(2,1)"), ("Kent", "town", "(0,5)")]
    (river,) = board.barriers
    assert set(map(named, river.edges)) == {f"({row},2) ({row},3)" for row in range(5)}
    upstream = feature("river", RIVER["geometry"]["coordinates"][::-1], "LineString", name="Run")
    for line in (RIVER, upstream):  # which is the same river, and is written alike
        [drawn] = parse_toml(imported(tmp_path, line).changes[0].merged.text, tmp_path / "map.toml").data["river"]
        assert drawn["edges"] == sorted(drawn["edges"])
    assert named(board.roads[0].path[:5]) == "(2,1) (2,2) (2,3) (2,4) (1,4)"
    woods = (space for space in range(board.size) if board.terrain[space] == "woods")
    assert named(woods) == "(3,0) (3,1) (4,0) (4,1)"
    assert done.missing == ('what lies beyond the rim of feature 2 "Run"',)


RIDGE = feature("ridge", [[-79.62, 40.2], [-79.61, 39.97], [-79.59, 39.81], [-79.62, 39.52]], "LineString", name="Top")


def test_a_crossing_lies_on_a_river_and_never_on_a_ridge_that_is_nearer(tmp_path: Path) -> None:
    ford = feature("ford", [-79.62, 39.76], name="The Ford")
    done = imported(tmp_path, ASHBY, KENT, RIVER, RIDGE, ROAD, ford)
    board = MapRows(parse_toml(done.changes[0].merged.text, tmp_path / "map.toml")).reader.map
    [crossing] = board.crossings.values()
    assert {board.coordinates(space) for space in crossing.edge} == {"(2,2)", "(2,3)"}
    assert 'river = "Run"' in done.changes[0].merged.text


def test_a_crossing_is_looked_for_along_the_river_that_it_names(tmp_path: Path) -> None:
    other = feature(
        "river", [[-79.52, 40.2], [-79.51, 39.97], [-79.49, 39.81], [-79.52, 39.52]], "LineString", name="Far"
    )
    ford = feature("ford", [-79.63, 39.66], name="The Ford", river="Far")
    over = feature("road", [[-79.55, 39.66], [-79.45, 39.66]], "LineString", name="Over")
    done = imported(tmp_path, ASHBY, RIVER, other, over, ford)
    board = MapRows(parse_toml(done.changes[0].merged.text, tmp_path / "map.toml")).reader.map
    [crossing] = board.crossings.values()
    [far] = [barrier for barrier in board.barriers if barrier.name == "Far"]
    assert crossing.edge in far.edges
    wrong = feature("ford", [-79.69, 39.66], name="The Ford", river="Fra")
    [left_out] = imported(tmp_path, ASHBY, RIVER, other, wrong).left_out
    assert "there is no river 'Fra'; the rivers are: Far, Run" in str(left_out)
    wrong = feature("ford", [-79.85, 39.66], name="The Ford", river="Far")
    [left_out] = imported(tmp_path, ASHBY, RIVER, other, wrong).left_out
    assert "Far runs elsewhere" in str(left_out)


def test_the_same_file_twice_changes_nothing_and_a_moved_place_its_lines(tmp_path: Path) -> None:
    first = imported(tmp_path, ASHBY, KENT, RIVER, ROAD, FORD, WOODS).changes[0].merged.text
    again = imported(tmp_path, ASHBY, KENT, RIVER, ROAD, FORD, WOODS, text=first)
    assert not again.changes[0].changes
    moved = imported(tmp_path, feature("town", [-79.95, 39.75], name="Ashby"), text=first)
    assert changed_lines(first, moved.changes[0].merged.text) == ["cell = [2, 0]", "lon = -79.95"]
    assert moved.changes[0].merged.gone == ("place 'Kent'",)


def test_too_many_points_are_refused_before_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "big.geojson"
    path.write_text('{"type": "FeatureCollection", "features": [' + "[1,2]," * 500_001 + "not JSON", "utf-8")
    with pytest.raises(DataError, match="E104 more than 500,000 points; simplify the layer, or export a part of it"):
        read_geojson(path)


def test_a_new_map_is_fitted_round_the_features(tmp_path: Path) -> None:
    done = imported(tmp_path, ASHBY, KENT, text=None, miles=7.0)
    text = done.changes[0].merged.text
    board = MapRows(parse_toml(text, tmp_path / "map.toml")).reader.map
    assert [place.name for place in board.places] == ["Ashby", "Kent"]
    assert "miles_per_space = 7.0" in text
    with pytest.raises(ImportRefused, match=r"--fit"):
        imported(tmp_path, ASHBY, text=None)


REFUSED = {
    "no projection": (HEAD.replace("lat_top = 40.0\n", ""), [ASHBY], r"geojson:1:1: E706 map.toml has no latitude"),
    "swapped": (HEAD, [feature("town", [39.75, -179.85])], r"E707 feature 0: \(39.75, -179.85\) is not a place"),
    "kind": (HEAD, [feature("town", 3)], r"E707 feature 0: coordinates that are not list"),
    "shape": (HEAD, [feature("town", [1], "Circle")], r"E707 feature 0: a geometry of kind 'Circle'; one of Point"),
}
LEFT_OUT = {
    "dry ford": (FORD, r"area.geojson:\d+:\d+: E704 feature 1 \"The Ford\": no river lies there"),
    "nameless": (feature("town", [-79.85, 39.75]), r"E708 feature 1: a town needs a name"),
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_cannot_be_placed_is_left_out_with_its_line_and_a_strict_import_refuses(tmp_path: Path, name: str) -> None:
    wrong, told = LEFT_OUT[name]
    done = imported(tmp_path, KENT, wrong)
    [left_out] = done.left_out
    assert re.match(told if told.startswith("area") else f".*{told}", str(left_out))
    assert done.changes[0].merged.added == ("place 'Kent'",)
    [(path, picture)] = done.pictures.items()
    assert path == tmp_path / "design" / "map-left-out.svg"
    assert b"data-mistake" in picture, "it is shown where it lies"
    with pytest.raises(DataError, match=told):
        run_import(ImportRequest(tmp_path / "area.geojson", "geo", tmp_path, Wishes(strict=True)))


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_placed_is_told_with_its_line(tmp_path: Path, name: str) -> None:
    text, features, told = REFUSED[name]
    with pytest.raises(DataError, match=told):
        imported(tmp_path, *features, text=text)
    assert (tmp_path / "map.toml").read_text(encoding="utf-8") == text


def test_an_entry_is_placed_by_its_point_too(tmp_path: Path) -> None:
    done = imported(tmp_path, ASHBY, feature("entry", [-79.95, 39.95], name="gate"))
    assert done.changes[0].merged.text.rstrip().endswith('[[entry]]\nid = "gate"\ncell = [0, 0]')


BRIDGE = feature("bridge", [-79.69, 39.86], name="No Road Bridge")


def test_a_new_map_is_whole_without_what_is_left_out_and_has_it_once_it_is_mended(tmp_path: Path) -> None:
    dry = feature("ford", [-79.45, 39.6], name="Dry Ford")
    features = (ASHBY, KENT, RIVER, ROAD, FORD, BRIDGE, dry)
    done = imported(tmp_path, *features, text=None, miles=7.0)
    text = done.changes[0].merged.text
    told = [str(problem) for problem in done.left_out]
    assert any("area.geojson:" in line and 'feature 6 "Dry Ford": no river lies there' in line for line in told)
    assert not any("map.toml:" in line for line in told)
    assert [part in text for part in ("[[place]]", "[[river]]", "Dry Ford")] == [True, True, False]
    [(path, picture)] = done.pictures.items()
    assert path == tmp_path / "design" / "map-left-out.svg"
    assert b"Dry Ford" in picture
    assert "a map of 8 rows and 5 columns, 7.0 miles a space: latitude 40.25 to 39.44" in done.notes[0]
    board = MapRows(parse_toml(text, tmp_path / "map.toml")).reader.map
    assert [crossing.name for crossing in board.crossings.values()] == ["No Road Bridge"]
    (tmp_path / "map.toml").write_text(text, "utf-8")
    mended = feature("town", [-79.45, 39.6], name="Dry Ford")
    better = imported(tmp_path, ASHBY, KENT, RIVER, ROAD, mended, text=None, miles=7.0)
    assert better.changes[0].merged.added == ("place 'Dry Ford'",)
    assert not better.left_out
    assert better.notes == ("map.toml keeps its size: --fit and --within are for a new map",)


def test_a_sound_map_stays_sound_whatever_is_drawn_into_it(tmp_path: Path) -> None:
    sound = imported(tmp_path, ASHBY, KENT, RIVER, ROAD, FORD).changes[0].merged.text
    wrong = feature("river", [[-79.6, 39.7], [-79.6, 39.6]], "LineString", name="Run 2")
    over = feature("ford", [-79.6, 39.65], name="Second", river="Run 2")
    strange = feature("rail", [[-79.55, 39.65], [-79.45, 39.65]], "LineString", name="")
    strange["properties"]["users"] = 3
    done = imported(tmp_path, wrong, over, strange, BRIDGE, dict(FORD, properties={"kind": "ford"}), text=sound)
    assert done.left_out
    assert all(problem.file == "area.geojson" for problem in done.left_out)
    assert MapRows(parse_toml(done.changes[0].merged.text, tmp_path / "map.toml")).reader.map.places


def test_what_is_drawn_gives_way_to_a_row_of_the_file_that_it_would_spoil(tmp_path: Path) -> None:
    sound = imported(tmp_path, ASHBY, KENT, RIVER, ROAD, FORD).changes[0].merged.text
    away = dict(RIVER, geometry={"type": "LineString", "coordinates": [[-79.9, 40.2], [-79.9, 39.97], [-79.9, 39.52]]})
    done = imported(tmp_path, KENT, away, text=sound)
    [left_out] = done.left_out
    assert 'feature 1 "Run": with it, ' in str(left_out)
    assert not done.changes[0].changes


def test_numbers_of_its_owner_come_along_with_a_place(tmp_path: Path) -> None:
    kent = feature("town", [-79.45, 39.95], name="Kent", vp=3, people=1200, osm_id=9, fid=4, wiki="Q1")
    done = imported(tmp_path, ASHBY, kent)
    board = MapRows(parse_toml(done.changes[0].merged.text, tmp_path / "map.toml")).reader.map
    assert dict(board.place("Kent").values) == {"vp": 3, "people": 1200}
    assert "values" not in done.changes[0].merged.text.split("Kent")[0]


def test_a_place_at_the_corner_of_a_space_lies_in_it(tmp_path: Path) -> None:
    done = imported(tmp_path, feature("town", [-79.8001, 39.8001], name="Corner"))
    board = MapRows(parse_toml(done.changes[0].merged.text, tmp_path / "map.toml")).reader.map
    assert board.coordinates(board.place("Corner").space) == "(1,1)"
