"""Maps in all the ways that Tiled writes them come in as they are, and the map that they begin has no mistake."""

from pathlib import Path

import pytest
from tests.interchange.foreign_tiled import ForeignMap, foreign_map, write_foreign

from wargame_core.maps.files.map_file import load_map
from wargame_core.maps.map import Map
from wargame_workshop.interchange.import_wishes import Wishes
from wargame_workshop.interchange.importing import Imported, import_tiled
from wargame_workshop.lint import map_problems

SEEDS = [*range(15), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(15, 150))]


def begun(one: ForeignMap, folder: Path) -> tuple[Map, Imported, Path]:
    """The map that a foreign one begins, what was told, and its file."""
    source, path = write_foreign(one, folder), folder / "new" / "map.toml"
    path.parent.mkdir()
    done = import_tiled(source, path.parent, wishes_of(one))
    path.write_text(done.changes[0].merged.text, encoding="utf-8")
    return load_map(path), done, path


@pytest.mark.parametrize("seed", SEEDS)
def test_a_map_as_tiled_writes_it_comes_in_whole(tmp_path: Path, seed: int) -> None:
    one = foreign_map(seed)
    new, done, path = begun(one, tmp_path)
    spaces = one.spaces()
    assert [problem for problem in map_problems(path) if not problem.warns] == [], one.ways  # rare words are doubted
    plain = [one.cells.get(place, "clear") for place in spaces]
    if one.ways["word"] in ("wang", "terrain"):
        plain = [word.lower() for word in plain]
    number = {place: new.parse(name_in(one, place)) for place in spaces}
    assert [new.terrain[number[place]] for place in spaces] == plain, one.ways
    for place in spaces:
        assert {*new.neighbours[number[place]]} == {number[other] for other in one.neighbours(place)}, (place, one)
    assert {town.name: town.space for town in new.places} == {name: number[at] for name, at in one.towns.items()}
    holes = len(spaces) - len(one.cells)
    assert [problem.code for problem in done.left_out] == ["E402"] * bool(holes)
    again = import_tiled(tmp_path / "maps" / f"the_map.{one.ways['ending']}", path.parent, wishes_of(one))
    assert not again.changes[0].changes, "a second import changes nothing"


def wishes_of(one: ForeignMap) -> Wishes:
    return Wishes(words=one.words, layers=one.named, files=one.files)


def name_in(one: ForeignMap, place: tuple[int, int]) -> str:
    """What the new map calls a tile: hexes count from 1, squares from 0, rows first."""
    column, row = place[0] - one.start[0], place[1] - one.start[1]
    return f"{column + 1:02}{row + 1:02}" if one.axis else f"{row},{column}"
