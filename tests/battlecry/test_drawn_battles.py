"""A battle goes to Tiled and comes back; what is stamped there is written, and the numbers of the staffing with it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from wargame_battlecry.authoring import DrawnBattle
from wargame_core.data import parse_toml
from wargame_workshop.interchange.drawn import Merged, merge
from wargame_workshop.interchange.tiled_drawing import tiled_drawing
from wargame_workshop.interchange.tiled_maps import tiled_map
from wargame_workshop.interchange.tiled_read import read_tiled

DATA = Path(__file__).parents[2] / "plugins/battlecry/src/wargame_battlecry/data"


def battle(name: str) -> DrawnBattle:
    return DrawnBattle(parse_toml((DATA / name).read_text(encoding="utf-8"), DATA / name))


def merged(file: DrawnBattle, tiled: dict[str, Any], folder: Path) -> Merged:
    (folder / "battle.tmj").write_text(json.dumps(tiled), encoding="utf-8")
    return merge(file, tiled_drawing(read_tiled(folder / "battle.tmj"), file))


@pytest.mark.parametrize("name", ["007-antietam.toml", "008-fredericksburg.toml"])
def test_a_battle_comes_back_without_a_byte_changed(tmp_path: Path, name: str) -> None:
    file = battle(name)
    assert merged(file, json.loads(tiled_map(file, "t.png")[0]), tmp_path).text == file.doc.text


def test_stamps_become_hexes_and_the_staffing_follows(tmp_path: Path) -> None:
    file = battle("007-antietam.toml")
    tiled = json.loads(tiled_map(file, "t.png")[0])
    features, units = (layer["objects"] for layer in tiled["layers"])
    woods = next(thing for thing in features if thing["type"] == "woods")
    features.append({**woods, "id": 900, "x": woods["x"] - 48})
    kinds = [tile["type"] for tile in tiled["tilesets"][0]["tiles"]]
    stamp = {"id": 901, "name": "Mumma", "gid": kinds.index("homestead") + 1, "x": 5 * 48, "y": 56}
    features.append({**stamp, "width": 48, "height": 56})
    horse = next(thing for thing in units if thing["type"] == "union cavalry")
    units.append({**horse, "id": 902, "x": horse["x"] - 96})
    done = merged(file, tiled, tmp_path)
    data = parse_toml(done.text, Path("battle.toml")).data
    assert data["union"]["cavalry"] == 2
    assert [row for row in data["terrain"] if row.get("name") == "Mumma"] == [
        {"kind": "homestead", "name": "Mumma", "hexes": ["A6"]}
    ]
    assert "B9" in next(row for row in data["terrain"] if row["kind"] == "woods")["hexes"]


def test_a_class_that_means_nothing_is_told_with_its_object(tmp_path: Path) -> None:
    file = battle("007-antietam.toml")
    tiled = json.loads(tiled_map(file, "t.png")[0])
    tiled["layers"][0]["objects"].append({"id": 900, "name": "", "type": "wods", "x": 24, "y": 28, "point": True})
    [left_out] = merged(file, tiled, tmp_path).left_out
    assert re.match(r"battle.tmj:\d+:\d+: E702 object 900: its class 'wods' means nothing", str(left_out))
