"""Regions and rivers say the same thing twice: on every packaged map of squares one gives the other."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from wargame_core.data.documents import Document, Problems, parse_toml
from wargame_core.maps.files.long_squares import long_squares
from wargame_core.maps.files.map_file import SQUARE
from wargame_core.maps.files.square_format import SquareMapFile

ROOT = Path(__file__).resolve().parents[2]
PACKAGED = [
    ROOT / "plugins/altar_of_freedom/src/wargame_altar_of_freedom/authoring/template/map.toml",
    pytest.param(ROOT / "plugins/vicksburg/src/wargame_vicksburg/data/map.toml", marks=pytest.mark.thorough),
    pytest.param(ROOT / "plugins/gettysburg/src/wargame_gettysburg/data/map.toml", marks=pytest.mark.thorough),
]


def long(doc: Document) -> tuple[SquareMapFile | None, list[str]]:
    """The file without short forms, and what is wrong with it."""
    problems = Problems()
    file = long_squares(doc, SQUARE.structured(doc), problems).file
    return file, [str(problem) for problem in problems.found]


def by_places(path: Path) -> tuple[Document, dict[tuple[int, int], str], list[tuple[str, int]]]:
    """A packaged map with a place for each region in place of letters; its regions by space; its river edges."""
    doc = parse_toml(path.read_text("utf-8"), path)
    file, wrong = long(doc)
    assert wrong == []
    assert file is not None
    assert file.regions is not None
    grid = [line for line in file.regions.grid if line] if isinstance(file.regions.grid, tuple) else []
    owner = {
        (row, column): file.regions.legend[letter]
        for row, line in enumerate(grid)
        for column, letter in enumerate(line)
    }
    data: dict[str, Any] = deepcopy(doc.data)
    places = {name: f"{row},{column}" for (row, column), name in reversed(owner.items())}
    data["regions"] = {"of": places, "parted_by": file.regions.parted_by}
    for n, row in enumerate(file.river):
        name = {key: value for key, value in data["river"][n].items() if key not in ("course", "courses", "between")}
        data["river"][n] = {**name, "edges": [list(edge) for edge in row.edges]}
    edges = [("river", n) for n, row in enumerate(file.river) for _ in row.edges]
    return Document(doc.path, doc.text, data), owner, edges


@pytest.mark.parametrize("path", PACKAGED, ids=["template", "vicksburg", "gettysburg"])
def test_a_place_of_each_region_labels_every_space_as_the_letters_do(path: Path) -> None:
    doc, owner, edges = by_places(path)
    file, wrong = long(doc)
    assert wrong == []
    assert file is not None
    assert file.regions is not None
    filled = {
        (row, column): file.regions.legend[letter]
        for row, line in enumerate(file.regions.grid)
        for column, letter in enumerate(line)
    }
    assert filled == owner
    assert len(edges) > 5


@pytest.mark.parametrize("path", PACKAGED, ids=["template", "vicksburg", "gettysburg"])
def test_without_any_one_edge_of_a_river_two_regions_are_one_and_that_is_told(path: Path) -> None:
    doc, owner, _ = by_places(path)
    tried = 0
    for n, row in enumerate(doc.data["river"]):
        for m, edge in list(enumerate(row["edges"]))[:: 4 if len(owner) > 400 else 1]:  # of a large map a quarter
            data = {**doc.data, "river": [*doc.data["river"]]}
            data["river"][n] = {**row, "edges": [*row["edges"][:m], *row["edges"][m + 1 :]]}
            _, wrong = long(Document(doc.path, doc.text, data))
            both = {owner[edge[0], edge[1]], owner[edge[2], edge[3]]}
            assert len(both) == 2
            (told,) = [message for message in wrong if "E417" in message]
            assert both == set(re.findall(r"(\w+) \(\d+,\d+\)", told)), told
            tried += 1
    assert tried > 5
