"""Maps of areas go to Tiled and come back, with what is drawn there."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.interchange.small_files import changed_lines, draw, thing

from wargame_core.data.documents import parse_toml
from wargame_workshop.interchange.drawn import Merged
from wargame_workshop.interchange.import_wishes import Wishes
from wargame_workshop.interchange.importing import import_tiled
from wargame_workshop.interchange.tiled_areas import area_tiled_map

AREAS = """\
source = { document = "ours", basis = "text" }

[map]
id = "sea"
title = "Sea"
grid = "areas"

[[area]]
id = "port"
at = [0.0, 0.5]
kind = "coast"
joins = { fleet = ["bay"], army = ["hill"] }  # by land and sea

[[area]]
id = "bay"
at = [2.25, 0.0]
kind = "sea"
outline = [[1.0, -1.0], [3.0, -1.0], [3.0, 1.0], [1.0, 1.0]]
joins = { fleet = ["port"] }

[[area]]
id = "hill"
name = "The Hill"
at = [0.0, 2.0]
joins = { army = ["port"] }
"""


SHORT = """\
source = { document = "ours", basis = "text" }

[map]
id = "sea"
title = "Sea"
grid = "areas"

[[area]]
id = "port"
at = [0.0, 0.5]

[[area]]
id = "bay"
at = [2.25, 0.0]

[[area]]
id = "hill"
at = [0.0, 2.0]

[[join]]  # by road
kind = "army"
route = "port > bay > hill"

[[join]]
kind = "fleet"
route = "port > bay"
"""


def merged(
    folder: Path, change: Callable[[dict[str, Any]], object], *, prune: bool = False, text: str = AREAS
) -> Merged:
    tiled = json.loads(area_tiled_map(parse_toml(text, folder / "map.toml")))
    change(tiled)
    (folder / "map.toml").write_text(text, encoding="utf-8")
    (folder / "map.tmj").write_text(json.dumps(tiled), encoding="utf-8")
    (done,) = import_tiled(folder / "map.tmj", folder, Wishes(prune=prune)).changes
    return done.merged


def test_a_map_of_areas_comes_back_without_a_byte_changed(tmp_path: Path) -> None:
    done = merged(tmp_path, lambda tiled: None)
    assert (done.text, done.untouched) == (AREAS, 5)


def test_a_moved_area_and_a_new_join_change_their_lines(tmp_path: Path) -> None:
    def change(tiled: dict[str, Any]) -> None:
        hill, bay = thing(tiled, "hill"), thing(tiled, "bay", "areas")
        hill["x"] += 48
        draw(tiled, "joins", "", "army", (hill["x"], hill["y"]), (bay["x"], bay["y"]))

    done = merged(tmp_path, change)
    assert changed_lines(AREAS, done.text) == [
        'joins = { fleet = ["port"], army = ["hill"] }',
        "at = [1, 2]",
        'joins = { army = ["port", "bay"] }',
    ]


def test_an_area_that_is_new_gets_an_id_and_its_joins(tmp_path: Path) -> None:
    def change(tiled: dict[str, Any]) -> None:
        port = thing(tiled, "port", "areas")
        draw(tiled, "areas", "Far Isle", "coast", (400, 400))
        draw(tiled, "joins", "", "fleet", (400, 400), (port["x"], port["y"]))

    done = merged(tmp_path, change)
    rows = parse_toml(done.text, tmp_path / "map.toml").data["area"]
    assert (rows[3]["id"], rows[3]["name"], rows[3]["joins"]) == ("far_isle", "Far Isle", {"fleet": ["port"]})
    assert rows[0]["joins"]["fleet"] == ["bay", "far_isle"]
    assert "# by land and sea" in done.text


def test_an_area_that_is_not_drawn_stays_until_it_is_pruned(tmp_path: Path) -> None:
    def change(tiled: dict[str, Any]) -> None:
        for rows in tiled["layers"]:
            rows["objects"] = [t for t in rows["objects"] if t["name"] != "hill" and t["type"] != "army"]

    kept = merged(tmp_path, change)
    assert (kept.text, kept.gone) == (AREAS, ("area 'hill'", "join army hill - port"))
    pruned = merged(tmp_path, change, prune=True)
    assert [row["id"] for row in parse_toml(pruned.text, tmp_path / "map.toml").data["area"]] == ["port", "bay"]


def test_a_new_join_goes_where_its_kind_is_written(tmp_path: Path) -> None:
    def change(tiled: dict[str, Any]) -> None:
        hill, port = thing(tiled, "hill", "areas"), thing(tiled, "port", "areas")
        draw(tiled, "joins", "", "army", (hill["x"], hill["y"]), (port["x"], port["y"]))
        draw(tiled, "joins", "", "rail", (hill["x"], hill["y"]), (port["x"], port["y"]))

    data = parse_toml(merged(tmp_path, change, text=SHORT).text, tmp_path / "map.toml").data
    assert data["join"][2] == {"kind": "army", "route": "hill > port"}
    assert [row.get("joins") for row in data["area"]] == [{"rail": ["hill"]}, None, {"rail": ["port"]}]
