"""Tiled maps: written, drawn in, read and merged, with nothing else of the file touched."""

import base64
import json
import re
import struct
import zlib
from collections.abc import Callable
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

import pytest
from tests.interchange.small_files import HEXES, TWO_FORDS, changed_lines, draw, exported, layer, merged, rows_of, thing

from wargame_core.data.documents import parse_toml
from wargame_core.errors import DataError
from wargame_core.maps.files.map_file import load_map
from wargame_workshop.interchange.drawn import MergeError, merge
from wargame_workshop.interchange.import_wishes import Wishes
from wargame_workshop.interchange.importing import import_tiled
from wargame_workshop.interchange.map_rows import MapRows
from wargame_workshop.interchange.sketch import PixelGrid
from wargame_workshop.interchange.tiled_drawing import tiled_drawing
from wargame_workshop.interchange.tiled_maps import tiled_map
from wargame_workshop.interchange.tiled_read import read_tiled
from wargame_workshop.maps.tidying import lines_of

ROOT = Path(__file__).parents[2]
PACKAGED = {
    "vicksburg": "plugins/vicksburg/src/wargame_vicksburg/data/map.toml",
    "4th day": "plugins/gcacw_on_the_4th_day/src/wargame_gcacw_on_the_4th_day/data/map.toml",
    "gettysburg": "plugins/gettysburg/src/wargame_gettysburg/data/map.toml",
    "template": "plugins/altar_of_freedom/src/wargame_altar_of_freedom/authoring/template/map.toml",
}


def packaged(name: str) -> MapRows:
    path = ROOT / PACKAGED[name]
    return MapRows(parse_toml(path.read_text(encoding="utf-8"), path))


@pytest.mark.parametrize("text", [TWO_FORDS, HEXES, TWO_FORDS.replace("\n", "\r\n")], ids=["squares", "hexes", "crlf"])
def test_what_is_exported_and_imported_again_changes_no_byte(tmp_path: Path, text: str) -> None:
    done = merged(tmp_path, text, lambda tiled: None)
    assert done.text == text
    assert (done.added, done.changed, done.gone) == ((), (), ())


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.thorough] * (name in ("4th day", "gettysburg"))) for name in PACKAGED],
)
def test_a_packaged_map_comes_back_from_tiled_without_a_byte_changed(tmp_path: Path, name: str) -> None:
    file = packaged(name)
    (tmp_path / "map.tmj").write_text(tiled_map(file, "t.png")[0], encoding="utf-8")
    assert merge(file, tiled_drawing(read_tiled(tmp_path / "map.tmj"), file)).text == file.doc.text


def test_a_map_drawn_anew_from_an_export_is_the_same_map(tmp_path: Path) -> None:
    tiled = exported(TWO_FORDS)
    (tmp_path / "two_fords.tmj").write_text(json.dumps(tiled), encoding="utf-8")
    (change,) = import_tiled(tmp_path / "two_fords.tmj", tmp_path / "new", Wishes()).changes
    (tmp_path / "map.toml").write_text(change.merged.text, encoding="utf-8")
    (tmp_path / "old.toml").write_text(TWO_FORDS, encoding="utf-8")
    new, old = load_map(tmp_path / "map.toml"), load_map(tmp_path / "old.toml")
    assert change.before is None
    assert (new.terrain, new.places, new.roads, new.streams) == (old.terrain, old.places, old.roads, old.streams)
    assert [(b.name, b.edges) for b in new.barriers] == [(b.name, b.edges) for b in old.barriers]


def test_a_moved_place_changes_its_line_and_no_other(tmp_path: Path) -> None:
    done = merged(tmp_path, TWO_FORDS, lambda tiled: thing(tiled, "Ashby").update(x=24, y=24))
    assert changed_lines(TWO_FORDS, done.text) == ["cell = [0, 0]"]
    assert done.changed == ("place 'Ashby'",)
    assert 'name = "Ashby"  # where it begins' in done.text


def test_a_word_that_the_legend_lacks_gets_a_letter(tmp_path: Path) -> None:
    def change(tiled: dict[str, Any]) -> None:
        tiled["tilesets"][0]["tiles"].append({"id": 9, "type": "swamp"})
        layer(tiled, "terrain")["data"][0] = 10

    done = merged(tmp_path, TWO_FORDS, change)
    assert 'legend = { "." = "clear", w = "woods", t = "town", s = "swamp" }' in done.text
    assert rows_of(done.text).reader.map.terrain[0] == "swamp"


def test_a_river_that_loses_a_side_keeps_the_rest_and_the_comment(tmp_path: Path) -> None:
    done = merged(tmp_path, TWO_FORDS, lambda tiled: thing(tiled, "Stony River")["polyline"].pop())
    assert changed_lines(TWO_FORDS, done.text) == ["  [3, 4, 3, 5], [4, 4, 4, 5],"]


def test_new_things_become_tables_and_a_crossing_knows_its_river(tmp_path: Path) -> None:
    def change(tiled: dict[str, Any]) -> None:
        draw(tiled, "crossings", "Low Ford", "ford", (239, 210))
        draw(tiled, "places", "Kent", "town", (300, 260), tags="depot, rail")
        draw(tiled, "roads", "Kent road", "road", (200, 210), (310, 265))

    done = merged(tmp_path, TWO_FORDS, change)
    data = parse_toml(done.text, Path("map.toml")).data
    ford = {"id": "low_ford", "name": "Low Ford", "kind": "ford", "river": "Stony River", "edge": [4, 4, 4, 5]}
    assert data["crossing"][1] == ford
    assert data["place"][2] == {"name": "Kent", "kind": "town", "cell": [5, 6], "tags": ["depot", "rail"]}
    assert (data["road"][1]["path"][0], data["road"][1]["path"][-1]) == ([4, 4], [5, 6])
    assert "knee-deep" in done.text


def test_what_is_not_drawn_any_more_stays_and_is_told_unless_it_is_pruned(tmp_path: Path) -> None:
    def change(tiled: dict[str, Any]) -> None:
        rows = layer(tiled, "places")["objects"]
        rows[:] = [row for row in rows if row["name"] != "Millbrook"]

    kept = merged(tmp_path, TWO_FORDS, change)
    assert (kept.text, kept.gone) == (TWO_FORDS, ("place 'Millbrook'",))
    pruned = merged(tmp_path, TWO_FORDS, change, prune=True)
    assert pruned.removed == ("place 'Millbrook'",)
    assert pruned.text == TWO_FORDS.replace('[[place]]\nname = "Millbrook"\nkind = "town"\ncell = [2, 7]\n\n', "")


def test_a_road_in_short_form_stays_short(tmp_path: Path) -> None:
    path = "path = [[1, 1], [1, 2], [1, 3], [1, 4], [1, 5], [1, 6], [1, 7], [2, 7]]"
    route = 'route = "Ashby > Upper Ford > 1,7 > Millbrook"'
    text = TWO_FORDS.replace("cols = 8", "cols = 8\nshorthand = 1").replace(path, route)
    assert merged(tmp_path, text, lambda tiled: None).text == text

    def change(tiled: dict[str, Any]) -> None:
        line = thing(tiled, "road")["polyline"]
        line[6]["y"] += 48
        line[6]["x"] -= 48

    done = merged(tmp_path, text, change)
    (line,) = changed_lines(text, done.text)
    assert line.startswith('route = "Ashby > ')
    assert rows_of(done.text).reader.map.roads[0].path[-2:] == (22, 23)


def test_xml_says_the_same_as_json(tmp_path: Path) -> None:
    tiled = exported(TWO_FORDS)
    tiles = "".join(f'<tile id="{t["id"]}" class="{t["type"]}"/>' for t in tiled["tilesets"][0]["tiles"])
    numbers = ",".join(map(str, layer(tiled, "terrain")["data"]))
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10" orientation="orthogonal" width="8" height="6" '
        'tilewidth="48" tileheight="48" infinite="0">\n'
        f'<tileset firstgid="1" name="w" tilewidth="48" tileheight="48">{tiles}</tileset>\n'
        f'<layer id="1" name="terrain" width="8" height="6"><data encoding="csv">{numbers}</data></layer>\n'
        '<group id="3" name="all" offsetx="10" offsety="10">'
        '<objectgroup id="2" name="places" offsetx="-10" offsety="-10">'
        '<object id="5" name="Ashby" type="town" x="70" y="70"><point/></object></objectgroup></group>\n</map>'
    )
    (tmp_path / "map.tmx").write_text(text, encoding="utf-8")
    file = rows_of(TWO_FORDS)
    done = merge(file, tiled_drawing(read_tiled(tmp_path / "map.tmx"), file))
    assert (done.text, done.gone) == (TWO_FORDS, ("place 'Millbrook'", "entry 'west'"))


@pytest.mark.parametrize("packed", ["", "zlib", "gzip"])
def test_packed_and_turned_tiles_are_read(tmp_path: Path, packed: str) -> None:
    def change(tiled: dict[str, Any]) -> None:
        rows = layer(tiled, "terrain")
        raw = struct.pack("<48I", *(number | 0xA0000000 for number in rows["data"]))
        data = {"": raw, "zlib": zlib.compress(raw), "gzip": zlib.compress(raw, wbits=31)}[packed]
        rows.update(data=base64.b64encode(data).decode(), encoding="base64", compression=packed)

    assert merged(tmp_path, TWO_FORDS, change).text == TWO_FORDS


def test_a_map_without_end_is_read_by_its_parts(tmp_path: Path) -> None:
    def change(tiled: dict[str, Any]) -> None:
        rows = layer(tiled, "terrain")
        data = rows.pop("data")
        halves = {x: [data[8 * row + x + column] for row in range(6) for column in range(4)] for x in (0, 4)}
        rows["chunks"] = [{"x": x, "y": 0, "width": 4, "height": 6, "data": half} for x, half in halves.items()]
        tiled["infinite"] = True

    assert merged(tmp_path, TWO_FORDS, change).text == TWO_FORDS


def with_tileset_at(tiled: dict[str, Any], folder: Path, name: str) -> None:
    """Put the tileset of a map into a file, and its name into the map."""
    path = folder / name.replace("\\", "/")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(tiled["tilesets"][0]), encoding="utf-8")
    tiled["tilesets"] = [{"firstgid": 1, "source": name}]


def test_a_tileset_beside_the_map_is_read_and_one_above_it_only_under_the_folder_that_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    assert merged(folder, TWO_FORDS, lambda tiled: with_tileset_at(tiled, folder, "sets\\own.tsj")).text == TWO_FORDS
    done = merged(folder, TWO_FORDS, lambda tiled: with_tileset_at(tiled, folder, "../sets/own.tsj"))
    told = [str(problem) for problem in done.left_out]
    assert "the tileset '../sets/own.tsj' is not beside the map; say in which folder it is, as in --files" in told[0]
    assert "tiles 0-2 of tileset 'own' say no terrain" in told[1]
    assert (done.text, len(told)) == (TWO_FORDS, 2)
    for files, lost in ((tmp_path / "sets", 0), (tmp_path, 0), (tmp_path / "none", 2)):
        tiled = read_tiled(folder / "map.tmj", files)
        assert len(tiled_drawing(tiled, rows_of(TWO_FORDS)).left_out) == lost
    assert read_tiled(folder / "map.tmj", tmp_path).tile(2).word == "woods"


def packed(tiled: dict[str, Any], raw: bytes, way: str) -> None:
    layer(tiled, "terrain").update(data=base64.b64encode(raw).decode(), encoding="base64", compression=way)


def hexes(tiled: dict[str, Any]) -> None:
    tiled.update(orientation="hexagonal", staggeraxis="x", hexsidelength=20)


LEFT_OUT: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "far": (
        lambda t: thing(t, "Stony River")["polyline"][3].update(x=24),
        r'map.tmj:\d+:\d+: E701 object 1 "Stony River": its point 4 is 24 px',
    ),
    "layer": (
        lambda t: layer(t, "roads").update(name="Road"),
        r"E703 layer 'Road' has no meaning here .*did you mean 'roads'\?",
    ),
    "class": (
        lambda t: t["tilesets"][0]["tiles"][1].update(type=""),
        r"E702 layer terrain: tile 1 of tileset 'wargame' says no terrain: these 8 spaces stay woods; give",
    ),
    "property": (
        lambda t: thing(t, "Ashby")["properties"].append({"name": "tag", "value": "x"}),
        r"E708 object \d+ \"Ashby\": the property 'tag' means nothing for a place; did you mean 'tags'\?",
    ),
    "dry": (
        lambda t: thing(t, "Upper Ford").update(x=48),
        r"map.tmj:\d+:\d+: E407 object 2 \"Upper Ford\": edge: Upper Ford",
    ),
    "empty": (
        lambda t: layer(t, "terrain")["data"].__setitem__(9, 0),
        r"E402 layer terrain: space 1,1 has no tile: it stays town",
    ),
    "number": (lambda t: thing(t, "Ashby").update(x="far"), r"E707 x is 'far', not a number"),
    "stamp": (lambda t: thing(t, "Ashby").update(gid=1 << 32), r"E707 gid is '4294967296', not the number of a tile"),
    "lzma": (lambda t: packed(t, b"AAAA", "lzma"), r"E707 tiles packed with 'lzma' are not read; choose CSV"),
    "short": (lambda t: layer(t, "terrain")["data"].pop(), r"E707 47 tiles in a layer of 8 x 6"),
    "bomb": (lambda t: packed(t, zlib.compress(b"\0" * 9_000_000), "zlib"), r"E707 48 tiles or more"),
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_cannot_be_read_is_left_out_and_told_with_its_line_and_a_hint(tmp_path: Path, name: str) -> None:
    change, told = LEFT_OUT[name]

    def drawn(tiled: dict[str, Any]) -> None:
        change(tiled)
        draw(tiled, "places", "Newby", "town", (24, 24))

    done = merged(tmp_path, TWO_FORDS, drawn, prune=True)
    [problem] = [problem for problem in done.left_out if problem.code != "E705"]
    assert re.search(told, str(problem))
    assert "Newby" in done.text, "the rest comes"
    assert rows_of(done.text).rows, "and the file is whole"
    if name == "far":
        assert "nothing of layer 'rivers' is removed" in str(done.left_out)
        assert '"Stony River"' in done.text


def test_properties_that_mean_nothing_are_told_in_the_order_in_which_they_are_drawn(tmp_path: Path) -> None:
    names = [f"my_{letter}" for letter in "qwertyuiop"]

    def drawn(tiled: dict[str, Any]) -> None:
        properties = [{"name": name, "value": "x"} for name in names]
        thing(tiled, "Upper Ford")["properties"] += properties

    told = [problem.message for problem in merged(tmp_path, TWO_FORDS, drawn).left_out]
    assert [re.findall(r"my_\w", message) for message in told] == [[name] for name in names]


REFUSED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "grid": (hexes, r"E706 this map is of hexes staggered along x, and map.toml of squares"),
    "kind": (lambda t: t.update(orientation="isometric"), r"E706 this map is of isometric"),
    "size": (lambda t: t.update(width=9), r"E706 this map has 9 x 6 tiles, and map.toml 8 x 6"),
    "huge": (lambda t: t.update(width=100_000, height=100_000), r"E707 100000 x 100000 tiles; a map has 1 to 40,000"),
    "no tiles": (lambda t: t.update(width=0), r"E707 0 x 6 tiles; a map has 1 to 40,000"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_map_that_cannot_be_read_is_refused_with_its_line_and_a_hint(tmp_path: Path, name: str) -> None:
    change, told = REFUSED[name]
    with pytest.raises(DataError, match=told):
        merged(tmp_path, TWO_FORDS, change)


HOSTILE = [b'{"layers": [', b"<map><layer></map>", b'<!DOCTYPE x [<!ENTITY a "b">]><map/>', b"\xff\xfe\0", b"[]"]
HOSTILE += [b"{" * 500, b'{"a": NaN}', b"<map/>", b'{"orientation": "orthogonal", "layers": 3}']


@pytest.mark.parametrize("raw", HOSTILE)
def test_truncated_and_hostile_maps_are_refused_with_file_and_line(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "map.tmj").write_bytes(raw)
    place = r"1:1: E104 not let in" if raw.startswith(b"{" * 9) else r"\d+:\d+: E\d{3}"
    with pytest.raises(DataError, match=rf"^map\.tmj:{place}"):
        read_tiled(tmp_path / "map.tmj")


@pytest.mark.parametrize(("error", "lost"), [(8, 0), (11, 1)])
def test_rivers_clicked_somewhat_beside_the_corners_are_read(error: int, lost: int) -> None:
    file = packaged("4th day")
    grid = PixelGrid.of(file.grid, (56, 48), 28)
    wrong = count = 0
    for row in (row for row in file.rows if row.sort.layer == "rivers"):
        for number, line in enumerate(lines_of(file.grid.lattice, [(a, b) for a, b in row.parts])):
            if len(line) < 4:
                continue
            points = []
            for turn, spot in enumerate(line):
                x, y = grid.pixel(spot)
                dx, dy = ((error, 0), (0, error), (-error, 0), (0, -error))[(turn + number) % 4]
                points.append((x + dx, y + dy))
            count += 1
            flat = grid.line(points)
            meant = {file.grid.lattice.along[a][b] for a, b in pairwise(line)}
            wrong += set(zip(flat[::2], flat[1::2], strict=True)) != meant
    assert count > 20
    assert wrong <= lost


@pytest.mark.parametrize("text", [HEXES, TWO_FORDS])
def test_a_river_may_begin_at_any_corner_of_the_rim(text: str) -> None:
    grid = PixelGrid.of(rows_of(text).grid, (96, 96))
    lattice = grid.lattice
    for rim in grid.rim:
        near = min(lattice.along, key=lambda spot: dist(grid.pixel(spot), grid.pixel(rim)))
        inward = next(iter(lattice.along[near]))
        drawn = [grid.pixel(spot) for spot in (rim, near, inward)]
        if dist(*drawn[:2]) < 0.7 * grid.space_size:  # one side away, not across a corner of the map
            assert grid.line(drawn)[:2] == lattice.along[near][inward]
    with pytest.raises(MergeError, match="its point 2 is"):
        grid.line([drawn[1], (drawn[1][0] + 3 * grid.space_size, -900.0), drawn[2]])
