"""Maps of Worldographer: each hex has its terrain, and what did not come is told."""

import gzip
from pathlib import Path

import pytest
from click.testing import CliRunner

from wargame_core.errors import DataError
from wargame_core.maps.files.map_file import load_map
from wargame_terminal import main
from wargame_workshop.interchange.import_wishes import Wishes
from wargame_workshop.interchange.importing import import_worldographer
from wargame_workshop.interchange.worldographer import our_word, read_worldographer
from wargame_workshop.lint import map_problems

NAMES = ("Classic/Water Ocean", "Classic/Flat Forest Deciduous", "Hills Grassland", "Flat Desert Sandy", "Blank")
READ_AS = ("sea", "woods", "hill", "flat desert sandy", "clear")


def wxx(
    path: Path,
    columns: list[list[int]],
    grid: str = "COLUMNS",
    encoding: str = "utf-16-be",
    more: str = "",
    size: tuple[int, int] | None = None,
) -> Path:
    """A file as Worldographer writes it: a "row" of tiles is a column, a tile is a line of numbers."""
    rows = "".join(
        "<tilerow>\n" + "\n".join(f"{number}\t1000\t0\t0\t36\tZ" for number in column) + "\n</tilerow>\n"
        for column in columns
    )
    names = "\t".join(f"{name}\t{number}" for number, name in enumerate(NAMES))
    wide, high = size or (len(columns), len(columns[0]))
    text = (
        "<?xml version='1.1' encoding='utf-16'?>\n"
        f'<map type="WORLD" version="1.74" lastViewLevel="KINGDOM" hexOrientation="{grid}">\n'
        f"<terrainmap>{names}</terrainmap>\n"
        '<tiles viewLevel="WORLD" tilesWide="1" tilesHigh="1"><tilerow>\n0\t1\n</tilerow></tiles>\n'
        f'<tiles viewLevel="KINGDOM" tilesWide="{wide}" tilesHigh="{high}">\n{rows}</tiles>\n'
        f'<features><feature type="Settlement City"/></features><labels/>{more}\n</map>\n'
    )
    path.write_bytes(gzip.compress(text.encode(encoding)))
    return path


@pytest.mark.parametrize("encoding", ["utf-16-be", "utf-16-le", "utf-16", "utf-8", "utf-8-sig"])
@pytest.mark.parametrize("grid", ["COLUMNS", "ROWS", "SQUARE"])
def test_each_hex_has_the_terrain_of_its_column_and_row(tmp_path: Path, grid: str, encoding: str) -> None:
    columns = [[0, 1, 2], [3, 4, 0], [1, 1, 2], [4, 3, 0]]
    done = import_worldographer(wxx(tmp_path / "the_isle.wxx", columns, grid, encoding), tmp_path, Wishes())
    path = tmp_path / "map.toml"
    path.write_text(done.changes[0].merged.text, encoding="utf-8")
    new = load_map(path)
    assert not map_problems(path)
    assert (done.left_out, new.title) == ((), "The Isle")
    for column, numbers in enumerate(columns):
        for row, number in enumerate(numbers):
            name = f"{row},{column}" if grid == "SQUARE" else f"{column + 1:02}{row + 1:02}"
            assert new.terrain[new.parse(name)] == READ_AS[number]
    beside = {new.coordinates(space) for space in new.neighbours[new.parse("0202" if grid != "SQUARE" else "1,1")]}
    assert (
        beside
        == {
            "COLUMNS": {"0201", "0203", "0102", "0103", "0302", "0303"},  # the second column lies lower
            "ROWS": {"0102", "0302", "0201", "0301", "0203", "0303"},  # the second row lies further right
            "SQUARE": {"(0,1)", "(2,1)", "(1,0)", "(1,2)"},
        }[grid]
    )


def test_a_designer_is_told_of_words_and_of_what_lies_on_the_map_besides(tmp_path: Path) -> None:
    wxx(tmp_path / "isle.wxx", [[0, 3], [1, 4]])
    done = CliRunner().invoke(main, ["import", str(tmp_path / "isle.wxx"), "--into", str(tmp_path / "new")])
    assert done.exit_code == 0, done.output
    assert "terrain: Classic/Water Ocean is sea, Classic/Flat Forest Deciduous is woods, Blank is clear" in done.output
    assert "with a name of its own, which stays: flat desert sandy" in done.output
    assert "could not come: 1 features" in done.output
    assert "could not come: 1 other levels of the map" in done.output


def test_a_map_painted_anew_changes_the_terrain_of_its_spaces_alone(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    first = import_worldographer(wxx(tmp_path / "isle.wxx", [[1, 4], [4, 4]]), tmp_path, Wishes())
    path.write_text(first.changes[0].merged.text + '\n[[place]]\nname = "Kent"\nhex = "0102"\n', encoding="utf-8")
    again = import_worldographer(wxx(tmp_path / "isle.wxx", [[1, 4], [4, 0]]), tmp_path, Wishes())
    assert again.changes[0].merged.changed == ("terrain of 1 spaces",)
    assert 'name = "Kent"' in again.changes[0].merged.text
    with pytest.raises(
        DataError, match=r"E706 a map of 3 x 2 hexes of which every other column is lower, and map.toml"
    ):
        import_worldographer(wxx(tmp_path / "isle.wxx", [[1, 4], [4, 0], [4, 4]]), tmp_path, Wishes())


def test_hexes_without_a_terrain_are_clear_and_told(tmp_path: Path) -> None:
    done = import_worldographer(wxx(tmp_path / "i.wxx", [[1, 99], [1], [4, 4, 4]], size=(3, 2)), tmp_path, Wishes())
    told = [f"{problem.code} {problem.message}" for problem in done.left_out]
    assert told == [
        "E702 terrain '99' of 1 hexes has no name: they stay clear",
        "E706 1 hexes lie off the map of 3 x 2",
        "E402 1 hexes have no terrain: they stay clear",
    ]
    assert '"ww."' in done.changes[0].merged.text
    assert '"...",  # 1' in done.changes[0].merged.text


BROKEN = {
    "packed": (b"\x1f\x8b\x08\0\0\0\0\0", "E707 0 x 0|E103"),
    "damaged": (b"\x1f\x8b\x08\0\0\0\0\0\0\xffgarbage", "E707 the file cannot be unpacked"),
    "entity": (gzip.compress(b'<!DOCTYPE map [<!ENTITY a "b">]><map/>'), "E104 not let in: a document type"),
    "another": (gzip.compress(b"<html/>"), "E707 this is not a map of Worldographer"),
    "half": ("<map>".encode("utf-16-be") + b"\0", "E102 the text cannot be read as utf-16-be"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_map_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    raw, told = BROKEN[name]
    (tmp_path / "m.wxx").write_bytes(raw)
    with pytest.raises(DataError, match=told):
        read_worldographer(tmp_path / "m.wxx")


def test_a_file_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_workshop.interchange.worldographer.MOST_BYTES", 1_000)
    with pytest.raises(DataError, match=r"E104 not let in: it unpacks to more than 1,000 bytes"):
        read_worldographer(wxx(tmp_path / "m.wxx", [[0] * 100]))


def test_too_large_a_map_and_a_map_of_another_kind_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"E707 300 x 300 hexes; a map has 1 to 40,000"):
        read_worldographer(wxx(tmp_path / "m.wxx", [[0]], size=(300, 300)))
    with pytest.raises(DataError, match=r"E706 a map of kind 'GLOBE'; those read are COLUMNS, ROWS, SQUARE"):
        read_worldographer(wxx(tmp_path / "m.wxx", [[0]], "globe"))


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Mountains Forest Jungle", "mountain"),
        ("Flat Marsh", "swamp"),
        ("Hills Forest", "woods"),
        ("Sandy Seaside", ""),
    ],
)
def test_names_of_terrain_are_ours_where_a_whole_word_is_known(name: str, word: str) -> None:
    assert our_word(name) == word
