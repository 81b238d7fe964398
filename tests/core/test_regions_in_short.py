"""Regions and rivers say the same thing twice: on every packaged map of squares one gives the other."""

import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from wargame_core.data.documents import Document, Problems, parse_toml
from wargame_core.maps.files.reader import MapReader
from wargame_core.maps.files.squares import SQUARES
from wargame_core.maps.squares import SquareGrid

ROOT = Path(__file__).resolve().parents[2]
PACKAGED = [
    ROOT / "plugins/altar_of_freedom/src/wargame_altar_of_freedom/authoring/template/map.toml",
    pytest.param(ROOT / "plugins/vicksburg/src/wargame_vicksburg/data/map.toml", marks=pytest.mark.thorough),
    pytest.param(ROOT / "plugins/gettysburg/src/wargame_gettysburg/data/map.toml", marks=pytest.mark.thorough),
]


def read(doc: Document) -> tuple[MapReader[SquareGrid], list[str]]:
    """The reading of a document, and what is wrong with its short forms."""
    problems = Problems()
    reader = SQUARES.read(doc, problems)
    assert reader is not None
    return reader, [str(problem) for problem in problems.found]


def by_places(path: Path) -> tuple[Document, dict[tuple[int, int], str]]:
    """A packaged map with a place for each region in place of letters; its regions by space."""
    doc = parse_toml(path.read_text("utf-8"), path)
    reader, wrong = read(doc)
    assert wrong == []
    owner = {reader.grid.rowcol(space): name for space, name in enumerate(reader.regions)}
    data: dict[str, Any] = deepcopy(doc.data)
    places = {name: f"{row},{column}" for (row, column), name in reversed(owner.items())}
    data["regions"] = {"of": places, "parted_by": reader.file.regions.parted_by}
    for laid in reader.rows:
        if laid.section.name == "river":
            edges = [reader.write_side(side) for side in laid.sides]
            data["river"][laid.number] = {"name": laid.row.name, "edges": edges}
    return Document(doc.path, doc.text, data), owner


@pytest.mark.parametrize("path", PACKAGED, ids=["template", "vicksburg", "gettysburg"])
def test_a_place_of_each_region_labels_every_space_as_the_letters_do(path: Path) -> None:
    doc, owner = by_places(path)
    reader, wrong = read(doc)
    assert wrong == []
    assert reader.regions == tuple(owner.values())


@pytest.mark.parametrize("path", PACKAGED, ids=["template", "vicksburg", "gettysburg"])
def test_without_any_one_edge_of_a_river_two_regions_are_one_and_that_is_told(path: Path) -> None:
    doc, owner = by_places(path)
    tried = 0
    for n, row in enumerate(doc.data["river"]):
        for m, edge in list(enumerate(row["edges"]))[:: 4 if len(owner) > 400 else 1]:  # of a large map a quarter
            data = {**doc.data, "river": [*doc.data["river"]]}
            data["river"][n] = {**row, "edges": [*row["edges"][:m], *row["edges"][m + 1 :]]}
            _, wrong = read(Document(doc.path, doc.text, data))
            both = {owner[edge[0], edge[1]], owner[edge[2], edge[3]]}
            assert len(both) == 2
            (told,) = [message for message in wrong if "E417" in message]
            assert both == set(re.findall(r"(\w+) \(\d+,\d+\)", told)), told
            tried += 1
    assert tried > 5
