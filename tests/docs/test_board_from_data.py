"""A screen that draws its own board finds rivers, roads, railroads and what counters show in sheet and view alone."""

import json
from typing import Any

import pytest

from wargame_core import load

LINES = {
    "vicksburg": {"river", "road", "rail", "stream"},
    "gettysburg": {"river", "ridge", "road", "rail", "stream"},
    "battlecry": set[str](),
    "gcacw_on_the_4th_day": {"river", "creek", "road", "pike", "rail"},
    "thunder_on_the_mississippi": {"road"},
    "corinth": {"creek", "works", "pike", "railroad"},
}
TEXTS = {
    "vicksburg": ("federal", "Carr's Division 3"),
    "gettysburg": ("federal", ""),  # its pieces come by rail and road: the map is empty at the start
    "battlecry": ("union", "Union infantry u4 4"),
    "gcacw_on_the_4th_day": ("union", "Barnes 5"),
    "thunder_on_the_mississippi": ("union", "XV Corps (Sherman) 16"),
    "corinth": ("confederate", "Bowen 6"),
}


def drawn(sheet: Any, view: Any) -> tuple[list[tuple[str, str, Any]], dict[str, tuple[float, float]]]:
    """The lines of a picture of one's own, as kind, colour and points, and its texts with where they stand."""
    colors = {(line["of"], line["kind"]): line["color"] for line in sheet["legend"]}
    at = {space["id"]: space["at"] for space in sheet["spaces"]}
    lines = [(edge["kind"], colors["edge", edge["kind"]], edge["line"]) for edge in sheet["edges"]]
    lines += [(way["kind"], colors["way", way["kind"]], [at[id_] for id_ in way["spaces"]]) for way in sheet["ways"]]
    texts = {}
    for piece in view["pieces"]:
        value = next(iter(piece.get("values", {}).values()), None)
        texts[f"{piece['name']} {value[0]:g}" if value else piece["name"]] = at[piece["at"]]
    return lines, texts


@pytest.mark.parametrize("game", LINES)
def test_a_board_drawn_from_data_has_its_lines_and_texts(game: str) -> None:
    played = load(game)
    seat, text = TEXTS[game]
    sheet = json.loads(json.dumps(played.sheet().to_json()))
    view = json.loads(json.dumps(played.start(seed=3).view(seat).to_json()))
    lines, texts = drawn(sheet, view)
    width, height = sheet["size"]
    assert {kind for kind, _, _ in lines} == LINES[game]
    assert all(color.startswith("#") and len(points) >= 2 for _, color, points in lines)
    assert all(-1 <= x <= width + 1 and -1 <= y <= height + 1 for _, _, points in lines for x, y in points)
    assert text in texts if text else not texts
    assert all(0 <= x <= width and 0 <= y <= height for x, y in texts.values())
