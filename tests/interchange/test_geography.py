"""How geography is named and laid on a map: properties, the rim, 180 degrees, towns on roads, rivers, crossings."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.interchange.test_geojson import ASHBY, HEAD, KENT, RIVER, feature, imported

from wargame_core.data.documents import parse_toml
from wargame_core.errors import DataError
from wargame_core.maps.files.map_file import load_map
from wargame_core.maps.map import Map
from wargame_terminal import main
from wargame_workshop.interchange.feature_kinds import FeatureNaming, KindRule
from wargame_workshop.interchange.geo_map import Window, window_of
from wargame_workshop.interchange.geojson import read_geojson
from wargame_workshop.interchange.importing import Imported
from wargame_workshop.interchange.lines_on_a_map import Run, cut_at_rim, joined
from wargame_workshop.interchange.map_rows import MapRows
from wargame_workshop.interchange.roads_over_rivers import without_repeats


def board_of(done: Imported) -> Map:
    return MapRows(parse_toml(done.changes[0].merged.text, Path("map.toml"))).reader.map


def ways_of(board: Map) -> list[str]:
    return [" ".join(map(board.coordinates, road.path)) for road in board.roads]


def line(kind: str, *points: tuple[float, float], **properties: object) -> dict[str, Any]:
    return feature(kind, [list(point) for point in points], "LineString", **properties)


def towns(*rows: tuple[str, float, float]) -> list[dict[str, Any]]:
    return [feature("town", [lon, lat], name=name) for name, lon, lat in rows]


# which properties say what


def test_a_rule_names_a_property_and_its_value_and_one_without_says_it_of_all() -> None:
    assert KindRule.read("TYPE=W: 2:river") == KindRule("river", "TYPE", "W: 2")
    assert KindRule.read("road") == KindRule("road")
    assert [str(KindRule.read(text)) for text in ("a=b:c", "road")] == ["a=b:c", "road"]
    for wrong in ("", "a=b", "a=b:", "=b:c", "a:c\x07", ":c"):
        with pytest.raises(ValueError, match="write PROPERTY=VALUE:KIND"):
            KindRule.read(wrong)


def test_names_and_kinds_come_from_the_properties_that_are_named(tmp_path: Path) -> None:
    place = feature("", [-79.85, 39.75], Engagement="Bethel", what="B")
    road = feature("", [[-79.85, 39.75], [-79.55, 39.75]], "LineString", Engagement="Pike", what="r")
    naming = FeatureNaming("engagement", (KindRule("battlefield", "What", "b"), KindRule("road", "what", "*")))
    board = board_of(imported(tmp_path, place, road, naming=naming))
    assert [(one.name, one.kind) for one in board.places] == [("Bethel", "battlefield")]
    assert [(one.name, one.kind) for one in board.roads] == [("Pike", "road")]


def test_well_known_properties_are_taken_without_a_word_and_told(tmp_path: Path) -> None:
    place = feature("", [-79.85, 39.75], NAME="Ashby", featurecla="Admin-1 capital", POP_MAX=7, LATITUDE=39.75)
    river = feature("", RIVER["geometry"]["coordinates"], "LineString", name_en="Run", featurecla="Lake Centerline")
    lake = feature("", [[[-79.8, 39.8], [-79.7, 39.8], [-79.7, 39.7], [-79.8, 39.7]]], "Polygon", featurecla="Lake")
    done = imported(tmp_path, place, river, lake)
    board = board_of(done)
    assert [(one.name, one.kind, dict(one.values)) for one in board.places] == [("Ashby", "city", {})]
    assert [one.name for one in board.barriers] == ["Run"]
    assert list(board.terrain).count("water") == 1
    notes = "\n".join(done.notes)
    assert "read as river, because featurecla is 'Lake Centerline': 1" in notes
    assert "named by the property name_en: 1" in notes
    assert "places without the numbers" in notes


def test_a_property_that_no_feature_has_is_refused_with_those_there_are(tmp_path: Path) -> None:
    place = feature("", [-79.85, 39.75], Engagement="Bethel")
    with pytest.raises(DataError, match=r"E708 no feature has the property 'Engagment' \(Engagement\); did you mean"):
        imported(tmp_path, place, naming=FeatureNaming("Engagment"))
    with pytest.raises(DataError, match="E708 no feature has the property 'class'"):
        imported(tmp_path, place, naming=FeatureNaming("", (KindRule("town", "class", "x"),)))
    done = imported(tmp_path, place, naming=FeatureNaming("Engagement", (KindRule("town", "Engagement", "x"),)))
    assert "no feature fits --kind Engagement=x:town; its values are 'Bethel'" in done.notes


def test_features_without_name_or_kind_are_told_together_with_what_to_type(tmp_path: Path) -> None:
    places = [feature("", [-79.85 + n / 10, 39.75], Battle=f"B {n}", rank="one") for n in range(3)]
    lines = [line("", (-79.8, 39.6), (-79.5, 39.6), type="Canal boat") for _ in range(2)]
    done = imported(tmp_path, KENT, *places, *lines)
    [nameless] = done.left_out
    assert "E708 feature 1, feature 2, feature 3: a town needs a name" in str(nameless)
    assert "as in --name Battle (it has Battle, rank)" in nameless.hint
    [told] = done.ignored
    assert told.startswith("feature 4, feature 5: lines of kind '' (road, rail,")
    assert told.endswith("say what they are, as in --kind 'type=Canal boat:river'")


# which part of the earth


def test_a_window_is_the_smallest_run_of_longitudes() -> None:
    assert window_of([(179.0, -17.0), (-179.0, -17.5)]) == Window(179.0, -17.5, 181.0, -17.0)
    assert window_of([(181.0, 0.0), (179.5, 1.0)]) == Window(179.5, 0.0, 181.0, 1.0)
    assert window_of([(-80.0, 39.0), (-78.0, 40.0)]) == Window(-80.0, 39.0, -78.0, 40.0)
    assert window_of([(lon, 0.0) for lon in range(-179, 180, 2)]) == Window(-179.0, 0.0, 179.0, 0.0)
    for wrong in ("1,2,3", "a,b,c,d", "-92,40,-84,32", "5,1,5,2", "-200,1,5,2"):
        with pytest.raises(ValueError, match=f"'{wrong}': (write WEST|south and north lie)"):
            Window.read(wrong)


def test_islands_on_both_sides_of_180_degrees_lie_on_one_map_in_both_writings(tmp_path: Path) -> None:
    sea = [[[179.9, -17.05], [-179.9, -17.05], [-179.9, -17.25], [179.9, -17.25], [179.9, -17.05]]]
    road = line("road", (179.0, -17.0), (-179.0, -17.0), name="Ferry line")
    features = (*towns(("East", 179.0, -17.0), ("West", -179.0, -17.0), ("Far", 180.5, -17.4)), road)
    done = imported(tmp_path, *features, feature("", sea, "Polygon", terrain="reef"), text=None, miles=6.9)
    board = board_of(done)
    columns = {place.name: board.coordinates(place.space) for place in board.places}
    assert columns == {"East": "(0,0)", "Far": "(4,14)", "West": "(0,19)"}
    assert len(ways_of(board)[0].split()) == 20
    reef = [board.coordinates(space) for space in range(board.size) if board.terrain[space] == "reef"]
    assert reef == ["(1,9)", "(1,10)", "(2,9)", "(2,10)"]
    (tmp_path / "map.toml").write_text(done.changes[0].merged.text, "utf-8")
    assert "W456" not in CliRunner().invoke(main, ["lint", str(tmp_path / "map.toml")]).output


def test_a_longitude_without_its_minus_is_doubted_and_does_not_stretch_the_map(tmp_path: Path) -> None:
    many = towns(*((f"T{n}", -79.9 + n / 10, 39.5 + n / 20) for n in range(5)))
    plus = feature("town", [79.7, 39.6], name="Plus")
    done = imported(tmp_path, *many, plus, text=None, miles=7.0)
    assert "5 columns" in done.notes[0]
    [left_out] = done.left_out
    assert 'feature 5 "Plus": longitude 79.7 lies off the map, and -79.7 on it; write the minus' in str(left_out)
    near_london = towns(*((f"T{n}", -0.9 + n / 5, 51.5) for n in range(5)), ("East", 0.6, 51.5))
    assert not imported(tmp_path, *near_london, text=None, miles=2.0).left_out


def test_a_new_map_shows_the_part_of_the_earth_that_is_wished(tmp_path: Path) -> None:
    far = feature("town", [-70.0, 39.75], name="Far")
    done = imported(tmp_path, ASHBY, far, text=None, miles=6.9, within=Window.read("-80,39.5,-79.5,40"))
    board = board_of(done)
    assert board.coordinates(board.size - 1).startswith("(4,")
    assert [place.name for place in board.places] == ["Ashby"]
    assert done.missing == ('feature 1 "Far": off the map',)


# lines at the rim, and in parts


def test_a_line_that_leaves_and_comes_back_is_several_parts_that_begin_and_end_at_the_rim() -> None:
    runs = cut_at_rim([(-5, 5), (5, 5), (5, 15), (8, 15), (8, 5)], 10, 10)
    assert [run.points for run in runs] == [((0, 5), (5, 5), (5, 10)), ((8, 10), (8, 5))]
    assert [run.cut for run in runs] == [(True, True), (True, False)]
    assert cut_at_rim([(-5, -5), (-5, 20)], 10, 10) == []
    assert [run.points for run in cut_at_rim([(-5, 4), (25, 4)], 10, 10)] == [((0, 4), (10, 4))]


def test_parts_that_lead_on_are_joined_and_those_that_run_back_beside_are_not() -> None:
    first, second = Run(((0, 0), (4, 0))), Run(((9, 0), (4.5, 0)))
    assert [run.points for run in joined([first, second], 1, 1)] == [((0, 0), (4, 0), (4.5, 0), (9, 0))]
    beside = Run(((4, 0.5), (0, 0.5)))
    assert len(joined([first, beside], 1, 1)) == 2
    far = Run(((6, 0), (9, 0)))
    assert len(joined([first, far], 1, 1)) == 2
    cut = Run(((4.5, 0), (9, 0)), (True, False))
    assert len(joined([first, cut], 1, 1)) == 2


def test_a_road_that_comes_back_is_one_row_with_two_routes_and_the_same_again(tmp_path: Path) -> None:
    road = line("road", (-81.0, 39.95), (-79.65, 39.95), (-79.65, 41.0), (-79.45, 41.0), (-79.45, 39.65), name="Pike")
    done = imported(tmp_path, road)
    assert done.changes[0].merged.added == ("road 'Pike'",)
    assert ways_of(board_of(done)) == [
        "(0,0) (0,1) (0,2) (0,3)",
        "(0,5) (1,5) (2,5) (3,5)",
    ]
    assert not imported(tmp_path, road, text=done.changes[0].merged.text).changes[0].changes


def test_parts_shorter_than_a_space_are_named_and_no_mistakes(tmp_path: Path) -> None:
    creek = line("creek", (-79.86, 39.76), (-79.84, 39.74), name="Rill")
    lane = line("road", (-79.86, 39.76), (-79.84, 39.74), name="Lane")
    done = imported(tmp_path, KENT, creek, lane)
    assert not done.left_out
    assert done.missing == ('parts shorter than a space of feature 1 "Rill", feature 2 "Lane"',)


def test_lines_without_names_are_known_again_by_where_they_lie(tmp_path: Path) -> None:
    rails = [line("rail", (-79.95, 39.95), (-79.55, 39.95)), line("rail", (-79.55, 39.95), (-79.55, 39.65))]
    creek = line("creek", (-79.9, 39.8), (-79.9, 39.5))
    done = imported(tmp_path, *rails, creek)
    assert len(ways_of(board_of(done))) == 1, "their ends are one point"
    assert not imported(tmp_path, *rails, creek, text=done.changes[0].merged.text).changes[0].changes


def test_a_very_long_road_is_written_in_full_and_in_good_time(tmp_path: Path) -> None:
    wide = HEAD.replace("cols = 6", "cols = 200\nshorthand = 1").replace('"......"', f'"{"." * 200}"')
    texts = [
        imported(tmp_path, line("road", (-79.95, 39.95), (east, 39.95), name="Pike"), text=wide).changes[0].merged.text
        for east in (-60.05, -76.95)
    ]
    assert ["route = " in text for text in texts] == [False, True]


# towns on roads


def test_a_way_is_cut_where_it_would_come_twice_unless_the_turn_is_nothing() -> None:
    assert without_repeats([1, 2, 3, 2, 4], set()) == [(1, 2, 4)]
    assert without_repeats([1, 2, 3, 2, 4], {3}) == [(1, 2, 3), (3, 2, 4)]
    assert without_repeats([1, 2, 3, 4, 5, 6, 7, 8, 2, 9], set()) == [(1, 2, 3, 4, 5, 6, 7, 8), (8, 2, 9)]
    assert without_repeats([1, 2, 3, 4, 2, 9], set()) == [(1, 2, 9)]


@pytest.mark.parametrize("miles", [3, 4, 5, 6, 8])
def test_a_town_at_the_tip_of_a_road_stays_on_it(tmp_path: Path, miles: float) -> None:
    places = [("Murray", -86.39, 35.85), ("Minn", -85.77, 35.68), ("Manch", -86.09, 35.48)]
    road = line("road", *((lon, lat) for _, lon, lat in places), name="Pike")
    board = board_of(imported(tmp_path, *towns(*places), road, text=None, miles=miles))
    on_roads = {space for road in board.roads for space in road.path}
    assert {place.space for place in board.places} <= on_roads
    assert all(len(set(road.path)) == len(road.path) for road in board.roads)


def test_a_road_stops_at_a_town_of_the_file_that_it_touches_between_its_points(tmp_path: Path) -> None:
    with_town = imported(tmp_path, *towns(("Mid", -79.65, 39.78))).changes[0].merged.text
    dip = ((-79.95, 39.86), (-79.65, 39.86), (-79.65, 39.79), (-79.65, 39.86), (-79.45, 39.86))
    into = imported(tmp_path, line("road", *dip, name="Pike"), text=with_town)
    assert ways_of(board_of(into)) == ["(1,0) (1,1) (1,2) (1,3) (2,3)", "(2,3) (1,3) (1,4) (1,5)"]
    past = line("road", (-79.95, 39.81), (-79.65, 39.792), (-79.45, 39.81), name="Pike")
    assert "(2,3)" in ways_of(board_of(imported(tmp_path, past, text=with_town)))[0]
    straight = line("road", (-79.95, 39.75), (-79.65, 39.82), (-79.45, 39.75), name="Pike")
    assert "(2,3)" not in ways_of(board_of(imported(tmp_path, straight, text=HEAD)))[0]


# rivers without crossings


def cut_told(done: Imported) -> list[str]:
    return [str(problem) for problem in done.left_out if problem.code == "E711"]


def test_a_road_over_a_river_without_a_crossing_ends_on_both_banks_and_says_how_far_round(tmp_path: Path) -> None:
    river = line("river", (-79.7, 40.2), (-79.7, 39.61), name="Run")
    road = line("road", (-79.95, 39.95), (-79.45, 39.95), name="Jasper road")
    done = imported(tmp_path, river, road)
    assert ways_of(board_of(done)) == ["(0,0) (0,1) (0,2)", "(0,3) (0,4) (0,5)"]
    [told] = cut_told(done)
    assert 'E711 feature 1 "Jasper road" crosses Run between (0,2) and (0,3) without a crossing' in told
    assert "draw a ferry, bridge or ford there, or lead it round, which is 8 spaces longer" in told


def test_the_same_road_is_whole_once_a_ferry_is_drawn_or_wished(tmp_path: Path) -> None:
    road = line("road", (-79.95, 39.95), (-79.45, 39.95), name="Jasper road")
    ferry = feature("ferry", [-79.7, 39.86], name="Run Ferry")
    drawn = imported(tmp_path, RIVER, road, ferry)
    assert not drawn.left_out
    assert len(ways_of(board_of(drawn))) == 1
    wished = imported(tmp_path, RIVER, road, crossings="ferry")
    board = board_of(wished)
    assert [(one.name, one.kind) for one in board.crossings.values()] == [("Run ferry", "ferry")]
    assert ways_of(board) == ["(0,0) (0,1) (0,2) (0,3) (0,4) (0,5)"]
    assert 'Run ferry: put between (0,2) and (0,3), where feature 1 "Jasper road" crosses Run' in wished.notes
    again = imported(tmp_path, RIVER, road, text=wished.changes[0].merged.text, crossings="ferry", prune=True)
    assert not again.changes[0].changes


def test_a_road_along_a_river_keeps_to_its_bank(tmp_path: Path) -> None:
    along = line("road", (-79.75, 39.95), (-79.69, 39.83), (-79.75, 39.65), name="Bank road")
    board = board_of(imported(tmp_path, RIVER, along))
    assert ways_of(board) == ["(0,2) (1,2) (2,2) (3,2)"]


def test_a_short_way_round_the_end_of_a_river_is_taken_and_told(tmp_path: Path) -> None:
    river = line("river", (-79.7, 40.2), (-79.7, 39.9), name="Run")
    road = line("road", (-79.95, 39.95), (-79.45, 39.95), name="Jasper road")
    done = imported(tmp_path, river, road)
    assert len(ways_of(board_of(done))[0].split()) == 8
    assert not done.left_out
    [told] = [note for note in done.notes if "Jasper road" in note]
    assert (
        told
        == 'feature 1 "Jasper road" keeps to one side of Run at (0,2) and (0,3), where it is 2 spaces longer than drawn'
    )


def test_a_river_of_the_file_bars_a_road_beside_rivers_that_are_drawn(tmp_path: Path) -> None:
    with_river = imported(tmp_path, RIVER).changes[0].merged.text
    other = line("river", (-79.9, 39.6), (-79.9, 39.5), name="Other")
    road = line("road", (-79.95, 39.95), (-79.45, 39.95), name="Pike")
    done = imported(tmp_path, other, road, text=with_river)
    assert len(cut_told(done)) == 1


# whole files


def natural_earth(folder: Path, name: str, rows: Iterable[tuple[str, str, Any, dict[str, object]]]) -> str:
    features = [
        {"type": "Feature", "properties": {"featurecla": kind, **more}, "geometry": {"type": shape, "coordinates": at}}
        for kind, shape, at, more in rows
    ]
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}
    path = folder / f"{name}.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": features}), "utf-8")
    return str(path)


def test_three_commands_make_a_theatre_of_layers_of_the_world(tmp_path: Path) -> None:
    at = {"Ash": [-90.0, 35.0], "Birch": [-88.5, 34.8], "Cedar": [-87.2, 34.7], "Paris": [2.35, 48.9]}
    places = natural_earth(
        tmp_path,
        "places",
        [("Populated place", "Point", point, {"NAME": name, "POP_MAX": 9}) for name, point in at.items()],
    )
    rivers = natural_earth(
        tmp_path,
        "rivers",
        [
            ("River", "MultiLineString", [[[-89, 40], [-89.2, 35.1]], [[-89.2, 35.08], [-89.5, 30]]], {"name": "Long"}),
            ("River", "LineString", [[2, 50], [3, 48]], {"name": "Seine", "note": "one\r\ntwo"}),
        ],
    )
    pairs = (("Ash", "Birch"), ("Birch", "Cedar"))
    rails = natural_earth(
        tmp_path,
        "railroads",
        [("Railroad", "LineString", [at[a], at[b]], {"scalerank": 5, "mult_track": 0}) for a, b in pairs],
    )
    folder = tmp_path / "theatre"
    for words in (
        [places, "--fit", "10", "--within=-92,32,-84,37"],
        [rivers],
        [rails, "--crossings", "bridge"],
    ):
        done = CliRunner().invoke(main, ["import", words[0], "--into", str(folder), *words[1:]])
        assert done.exit_code == 0, done.output
        assert "left out" not in done.output
    linted = CliRunner().invoke(main, ["lint", str(folder / "map.toml")])
    assert linted.output.strip() == "no problems"
    board = load_map(folder / "map.toml")
    assert [place.name for place in board.places] == ["Ash", "Birch", "Cedar"]
    assert [(road.kind, len({place.space for place in board.places} - set(road.path))) for road in board.roads] == [
        ("rail", 0)
    ]
    assert [crossing.name for crossing in board.crossings.values()] == ["Long bridge"]


def test_what_is_said_of_geography_is_remembered(tmp_path: Path) -> None:
    design = tmp_path / "design"
    design.mkdir()
    (tmp_path / "map.toml").write_text(HEAD, "utf-8")
    place = feature("", [-79.85, 39.75], Engagement="Bethel", T="b")
    source = design / "area.json"
    source.write_text(json.dumps({"type": "FeatureCollection", "features": [place]}), "utf-8")
    words = ["--name", "Engagement", "--kind", "T=b:town", "--kind", "road", "--crossings", "ford", "--remember"]
    typed = CliRunner().invoke(main, ["import", str(source), "--into", str(tmp_path), *words])
    assert typed.exit_code == 0, typed.output
    text = (design / "import.toml").read_text("utf-8")
    assert text.splitlines()[1:] == [
        'file = "area.json"',
        'name = "Engagement"',
        'kinds = ["T=b:town", "road"]',
        'crossings = "ford"',
    ]
    again = CliRunner().invoke(main, ["import", str(tmp_path)])
    assert again.stdout == "area.json: nothing changes\n"
    wrong = '[[imported]]\nfile = "area.json"\nkinds = ["T=b"]\nwithin = "1,2,3"\n'
    (design / "import.toml").write_text(wrong, "utf-8")
    refused = CliRunner().invoke(main, ["import", str(tmp_path)])
    assert "import.toml:3:10: E203 imported[0].kinds[0]: 'T=b': write PROPERTY=VALUE:KIND" in refused.stderr
    assert "import.toml:4:1: E203 imported[0].within: '1,2,3': write WEST,SOUTH,EAST,NORTH" in refused.stderr


@pytest.mark.parametrize("words", [["--kind", "a=b"], ["--within", "x"]])
def test_an_option_that_says_nothing_is_refused_with_its_form(tmp_path: Path, words: list[str]) -> None:
    source = tmp_path / "a.geojson"
    source.write_text("{}", "utf-8")
    done = CliRunner().invoke(main, ["import", str(source), "--into", str(tmp_path), *words])
    assert done.exit_code == 2
    assert f"{words[0]} '{words[1]}': write" in done.stderr


def test_bare_geometries_and_collections_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.geojson"
    at = {"type": "Point", "coordinates": [1, 2, 3]}
    way = {"type": "MultiLineString", "coordinates": [[[1, 2], [3, 4]], [[5, 6]]]}
    path.write_text(json.dumps({"type": "GeometryCollection", "geometries": [at, way, None]}), "utf-8")
    shapes = [(one.shape, one.parts) for one in read_geojson(path).features]
    assert shapes == [("Point", (((1.0, 2.0),),)), ("LineString", (((1.0, 2.0), (3.0, 4.0)),))]
    path.write_text(json.dumps(way), "utf-8")
    assert [one.shape for one in read_geojson(path).features] == ["LineString"]
