"""Maps of Tiled that were drawn for something else: other layers, words elsewhere, tilesets that are not there."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from wargame_core.errors import DataError
from wargame_core.maps.files.map_file import load_map
from wargame_terminal import main
from wargame_workshop.interchange.import_wishes import Wishes
from wargame_workshop.interchange.importing import import_tiled
from wargame_workshop.interchange.remembered_imports import remembered
from wargame_workshop.interchange.tiled_read import read_tiled

WORDS = ("clear", "woods", "town")
TILES = [{"id": number, "type": word} for number, word in enumerate(WORDS)]
TILESET = {"firstgid": 1, "name": "t", "tilewidth": 32, "tileheight": 32, "tilecount": 3, "columns": 3, "tiles": TILES}


def ground(name: str, *data: int, **more: Any) -> dict[str, Any]:
    return {"id": 1, "type": "tilelayer", "name": name, "width": 3, "height": 2, "data": list(data), **more}


def objects(name: str, *things: dict[str, Any]) -> dict[str, Any]:
    return {"id": 2, "type": "objectgroup", "name": name, "objects": list(things)}


def thing(number: int, name: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"id": number, "name": name, "type": "town", "x": x, "y": y, **more}


def drawn(path: Path, *layers: Any, tileset: Any = TILESET, **more: Any) -> Path:
    head = {"type": "map", "orientation": "orthogonal", "infinite": False, "width": 3, "height": 2}
    data = {**head, "tilewidth": 32, "tileheight": 32, "tilesets": [tileset], "layers": list(layers), **more}
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def typed(*words: str | Path, exit_code: int = 0) -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == exit_code, done.output
    return done


def rows_of(folder: Path) -> list[str]:
    return [
        line.split('"')[1] for line in (folder / "map.toml").read_text("utf-8").splitlines() if line.startswith('  "')
    ]


def test_layers_of_other_names_are_read_as_the_command_says_and_lie_over_one_another(tmp_path: Path) -> None:
    source = drawn(tmp_path / "m.tmj", ground("Ground", 1, 1, 1, 1, 1, 2), ground("Trees", 2, 0, 0, 0, 0, 0))
    done = typed("import", source, "--into", tmp_path / "a", "--layer", "Ground=terrain", "--layer", "Trees=terrain")
    assert rows_of(tmp_path / "a") == ["w..", "..w"]
    assert "the layer 'Trees' is read as 'terrain'" in done.output
    done = typed("import", source, "--into", tmp_path / "b")
    assert rows_of(tmp_path / "b") == ["...", "..."]
    assert "no layer is called 'terrain'" in done.output
    assert "--layer 'Ground'=terrain reads a layer as it ('Ground', 'Trees')" in done.output
    wrong = typed("import", source, "--into", tmp_path / "c", "--layer", "Grund=terrain", exit_code=3)
    assert (
        "E703 --layer Grund=terrain: there is no layer 'Grund' (Ground, Trees); did you mean 'Ground'?" in wrong.output
    )
    wrong = typed("import", source, "--into", tmp_path / "c", "--layer", "Ground=terain", exit_code=3)
    assert "there is no layer 'terain' (terrain, " in wrong.output
    assert "as in Ground=terrain" in typed("import", source, "--into", tmp_path, "--layer", "x", exit_code=2).output


def test_a_layer_with_our_name_among_its_words_is_taken_for_it(tmp_path: Path) -> None:
    town = thing(1, "Ash", 40, 40, point=True)
    drawn(tmp_path / "m.tmj", ground("Base Terrain", 1, 2, 1, 1, 1, 1), objects("Place (old)", town))
    done = import_tiled(tmp_path / "m.tmj", tmp_path, Wishes())
    assert '".w."' in done.changes[0].merged.text
    assert done.changes[0].merged.added == ("place 'Ash'",)
    assert done.notes == (
        "the layer 'Base Terrain' is read as 'terrain'",
        "the layer 'Place (old)' is read as 'places'",
    )


def test_tiles_without_a_word_are_told_by_their_numbers(tmp_path: Path) -> None:
    drawn(tmp_path / "m.tmj", ground("terrain", 4, 2, 8, 6, 5, 1))
    done = import_tiled(tmp_path / "m.tmj", tmp_path, Wishes(words={7: "swamp"}))
    (problem,) = done.left_out
    assert problem.message == "layer terrain: tiles 3-5 of tileset 't' say no terrain: these 3 spaces stay clear"
    assert problem.hint == "give each a class such as 'woods' in Tiled, or write --tile 3=woods"
    assert '".ws"' in done.changes[0].merged.text
    typed("import", tmp_path / "m.tmj", "--into", tmp_path / "strict", "--strict", exit_code=3)
    assert not (tmp_path / "strict").exists()


def test_where_several_terrains_meet_on_a_tile_the_one_that_covers_most_counts(tmp_path: Path) -> None:
    colours = [{"name": "Grass"}, {"name": "Sand"}]
    tiles = [{"tileid": 0, "wangid": [0, 1] * 4}, {"tileid": 1, "wangid": [0, 2, 0, 2, 0, 2, 0, 1]}]
    wang = {"name": "t", "wangsets": [{"name": "All", "colors": colours, "wangtiles": tiles}], "tiles": [{"id": 0}]}
    drawn(tmp_path / "m.tmj", ground("terrain", 1, 1, 2, 2, 2, 2), tileset=wang)
    done = import_tiled(tmp_path / "m.tmj", tmp_path, Wishes())
    assert done.ignored == ("grass on tile 1 of tileset 't', read as sand",)
    assert 'g = "grass", s = "sand"' in done.changes[0].merged.text


def test_an_object_from_a_template_is_what_the_template_says(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    of_its_own = '<tileset firstgid="1" source="t.tsx"/>'
    template = f'<template>{of_its_own}<object name="Ash" type="town" width="8" height="8"/></template>'
    (tmp_path / "town.tx").write_text(template, encoding="utf-8")
    one = {"id": 1, "template": "../town.tx", "x": 40, "y": 40}
    source = drawn(folder / "m.tmj", objects("places", one, {**one, "id": 2, "name": "Birch", "x": 4, "y": 4}))
    done = import_tiled(source, tmp_path, Wishes(files=tmp_path))
    assert done.changes[0].merged.added == ("place 'Ash'", "place 'Birch'")
    told = [problem.message for problem in import_tiled(source, folder, Wishes()).left_out]
    assert told == ["the template '../town.tx' is not beside the map"] * 2


STAMPED = {"unspecified": "(0,1)", "bottomleft": "(0,1)", "center": "(0,0)", "topleft": "(1,1)", "top": "(1,0)"}


@pytest.mark.parametrize("aligned", STAMPED)
def test_a_stamp_holds_to_its_point_as_its_tileset_says(tmp_path: Path, aligned: str) -> None:
    stamp = thing(1, "Ash", 24, 24, gid=2, width=32, height=32)
    drawn(tmp_path / "m.tmj", objects("places", stamp), tileset={**TILESET, "objectalignment": aligned})
    done = import_tiled(tmp_path / "m.tmj", tmp_path, Wishes())
    (tmp_path / "map.toml").write_text(done.changes[0].merged.text, encoding="utf-8")
    new = load_map(tmp_path / "map.toml")
    assert new.coordinates(new.place("Ash").space) == STAMPED[aligned]


def test_an_object_or_layer_that_cannot_be_read_is_left_out_and_the_rest_comes(tmp_path: Path) -> None:
    good, bad = thing(1, "Ash\nHill", 40, 40, point=True), thing(2, "Birch", 4, 4, gid="x")
    broken = [ground("terrain", 1, 2, 3), {"type": "tilelayer", "name": "regions", "width": 3, "height": 2, "data": 5}]
    source = drawn(tmp_path / "m.tmj", *broken, objects("places", good, bad, {**good, "polyline": []}))
    done = import_tiled(source, tmp_path, Wishes())
    assert done.changes[0].merged.added == ("place 'Ash Hill'",)
    told = sorted(problem.message for problem in done.left_out)
    assert told == [
        "3 tiles in a layer of 3 x 2",
        "a polyline without points",
        "gid is 'x', not the number of a tile",
        "the layer has no tiles that can be read",
    ]


def test_a_map_with_a_document_type_is_read_and_one_with_an_entity_is_not(tmp_path: Path) -> None:
    doctype = '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">'
    text = '<map orientation="orthogonal" width="2" height="2" tilewidth="9" tileheight="9"/>'
    path = tmp_path / "m.tmx"
    path.write_text(doctype + text, encoding="utf-8")
    assert read_tiled(path).width == 2
    for hostile in ('<!DOCTYPE map [<!ENTITY a "2">]>', f"{doctype[:-1]} [<!ENTITY % a SYSTEM 'file:///etc/hosts'>]>"):
        path.write_text(hostile + text, encoding="utf-8")
        with pytest.raises(DataError, match=r"E104 not let in"):
            read_tiled(path)


def test_layers_in_zstandard_are_read_where_its_library_is_there(tmp_path: Path) -> None:
    packed = "KLUv/SAMYQAAAQAAAAIAAAADAAAA"  # the numbers 1, 2, 3
    layer = {**ground("terrain"), "width": 3, "height": 1, "data": packed, "encoding": "base64", "compression": "zstd"}
    source = drawn(tmp_path / "m.tmj", layer, height=1)
    done = import_tiled(source, tmp_path, Wishes())
    told = [problem.message for problem in done.left_out]
    if not told:
        assert '".wt"' in done.changes[0].merged.text
    else:
        assert told == ["tiles packed with 'zstd' are read with the package zstandard, or by Python 3.14 and later"]


def test_more_terrains_than_letters_of_the_alphabet_all_have_a_letter(tmp_path: Path) -> None:
    rows = [{"id": number, "type": f"kind {number}"} for number in range(300)]
    layer = {**ground("terrain", *range(1, 301)), "width": 20, "height": 15}
    drawn(tmp_path / "m.tmj", layer, tileset={**TILESET, "tiles": rows}, width=20, height=15)
    done = import_tiled(tmp_path / "m.tmj", tmp_path, Wishes())
    (tmp_path / "map.toml").write_text(done.changes[0].merged.text, encoding="utf-8")
    assert len(set(load_map(tmp_path / "map.toml").terrain)) == 300


LARGE: dict[str, tuple[dict[str, Any], str]] = {
    "tilesets": ({"tilesets": [TILESET] * 201}, "E707 201 tilesets; at most 200 are read"),
    "far": (
        {"infinite": True, "layers": [{**ground("x"), "chunks": [
            {"x": x, "y": x, "width": 1, "height": 1, "data": [1]} for x in (-500, 500)
        ]}]},
        "E707 1001 x 1001 tiles; a map has 1 to 40,000",
    ),
    "unpainted": ({"infinite": True, "layers": []}, "E707 a map without end in which no tile is painted"),
}  # fmt: skip


@pytest.mark.parametrize("name", LARGE)
def test_too_large_and_empty_maps_are_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    more, told = LARGE[name]
    source = drawn(tmp_path / "m.tmj", **more)
    with pytest.raises(DataError, match=told):
        read_tiled(source)


def test_layers_beyond_the_most_tiles_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_workshop.interchange.tiled_read.MOST_TILES", 11)
    tiled = read_tiled(drawn(tmp_path / "m.tmj", ground("terrain", *[1] * 6), ground("upper", *[1] * 6)))
    assert [layer.name for layer in tiled.layers] == ["terrain"]
    assert [problem.message for problem in tiled.left_out] == ["more than 11 tiles in all layers"]


@pytest.mark.parametrize("kind", ["isometric", "staggered", "oblique"])
def test_a_map_of_another_kind_is_refused_with_what_to_do(tmp_path: Path, kind: str) -> None:
    drawn(tmp_path / "m.tmj", ground("terrain", *[1] * 6), orientation=kind)
    with pytest.raises(
        DataError, match=f"E706 a map of kind '{kind}'; maps here are orthogonal .*choose it in Map > Map"
    ):
        import_tiled(tmp_path / "m.tmj", tmp_path, Wishes())


def test_layers_and_the_folder_of_tilesets_are_remembered_where_they_lie_in_the_folder(tmp_path: Path) -> None:
    design, sets = tmp_path / "design", tmp_path / "design/sets"
    sets.mkdir(parents=True)
    (sets / "t.tsj").write_text(json.dumps(TILESET), encoding="utf-8")
    outside = {"firstgid": 1, "source": "../elsewhere/t.tsj"}
    source = drawn(design / "m.tmj", ground("Ground", 1, 2, 1, 1, 1, 1), tileset=outside)
    layer = ("--layer", "Ground=terrain")
    said = typed("import", source, "--into", tmp_path, *layer, "--files", tmp_path.parent, "--remember")
    assert "not remembered: only what is in" in said.output
    typed("import", source, "--into", tmp_path, *layer, "--files", sets, "--remember")
    (again,) = remembered(tmp_path)
    assert (again.wishes.layers, again.wishes.files) == ({"Ground": "terrain"}, design / "sets")
    assert rows_of(tmp_path) == [".w.", "..."]
    drawn(design / "m.tmj", ground("Ground", 2, 2, 1, 1, 1, 1), tileset=outside)
    typed("import", tmp_path)
    assert rows_of(tmp_path) == ["ww.", "..."]
