"""Saves of Tabletop Simulator: what has a name stands in its space, and what does not is told."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.interchange.small_files import HEXES, TWO_FORDS

from wargame_core.data.documents import parse_toml
from wargame_core.errors import DataError
from wargame_core.maps.files.map_file import sound_map
from wargame_core.maps.map import Map
from wargame_terminal import main
from wargame_workshop.interchange.import_wishes import ImportRefused, Wishes, kind_of
from wargame_workshop.interchange.importing import import_tabletop
from wargame_workshop.interchange.tabletop import SetUp, read_table_save, set_up


def on_table(name: str, x: float, z: float, **more: Any) -> dict[str, Any]:
    place = {"posX": x, "posY": 1.0, "posZ": z, "rotX": 0, "rotY": 180, "rotZ": 0, "scaleX": 1}
    return {"GUID": "a1b2c3", "Name": "Custom_Tile", "Transform": place, "Nickname": name, "Locked": False, **more}


def save(path: Path, *things: Any, grid: tuple[float, float] | None = (2.0, 2.0)) -> Path:
    table: dict[str, Any] = {"SaveName": "A table", "ObjectStates": list(things)}
    if grid is not None:
        table["Grid"] = {"Type": 0, "Snapping": False, "xSize": grid[0], "ySize": grid[1]}
    path.write_text(json.dumps(table), encoding="utf-8")
    return path


def a_map(text: str) -> Map:
    return sound_map(parse_toml(text, Path("map.toml"))).map


def placed(found: SetUp) -> dict[str, object]:
    return {str(row["unit"]): row["where"] for row in found.rows}


def test_two_things_with_names_of_spaces_say_how_the_map_lies(tmp_path: Path) -> None:
    """Columns are 3 wide and rows 2 high here, and the table's z runs up."""
    things = [on_table("0,0", -10, 6), on_table("5,7", 11, -4), on_table("Hall", -7.2, 4.1), on_table("Bell", 8, -4)]
    found = set_up(read_table_save(save(tmp_path / "t.json", *things, grid=None)), a_map(TWO_FORDS), {})
    assert placed(found) == {"Hall": "(1,1)", "Bell": "(5,6)"}
    assert found.notes == ("the map lies on the table as (0,0) and (5,7) do",)


def test_the_file_of_imports_says_it_too_and_the_two_may_lie_in_one_row(tmp_path: Path) -> None:
    things = [on_table("Hall", 4, -2), on_table("Bell", 2, 0)]
    found = set_up(
        read_table_save(save(tmp_path / "t.json", *things)), a_map(TWO_FORDS), {"(1,1)": (0, 0), "(1,3)": (4, 0)}
    )
    assert placed(found) == {"Hall": "(2,3)", "Bell": "(1,2)"}


def test_hexes_are_found_by_two_of_them(tmp_path: Path) -> None:
    game_map, step = a_map(HEXES), 2.0
    middles = {}
    for space in range(game_map.size):
        outline = game_map.grid.outline(space)
        x, y = (sum(point[axis] for point in outline) / len(outline) for axis in (0, 1))
        middles[game_map.coordinates(space)] = (x * step + 5, 7 - y * step)
    marks = [on_table(name, *middles[name]) for name in ("0301", "0805")]
    units = [on_table(f"unit {name}", x + 0.3, z - 0.2) for name, (x, z) in middles.items()]
    found = set_up(read_table_save(save(tmp_path / "t.json", *marks, *units)), game_map, {})
    assert placed(found) == {f"unit {name}": name for name in middles}
    assert not found.left_out


def test_a_table_with_a_grid_alone_is_laid_on_its_middle_and_that_is_told(tmp_path: Path) -> None:
    """Six rows and eight columns of 2: the middle of 2,3 lies at -1, 1."""
    found = set_up(read_table_save(save(tmp_path / "t.json", on_table("Hall", -1, 1))), a_map(TWO_FORDS), {})
    assert placed(found) == {"Hall": "(2,3)"}
    assert (
        "the middle of the map was laid on the middle of the table; if that is wrong, put two things" in found.notes[0]
    )
    one = read_table_save(save(tmp_path / "t.json", on_table("2,3", 9, 9), on_table("Hall", 11, 7)))
    assert placed(set_up(one, a_map(TWO_FORDS), {})) == {"Hall": "(3,4)"}


def test_things_beside_the_middles_of_spaces_show_that_the_guess_is_wrong(tmp_path: Path) -> None:
    things = [on_table("Hall", 0, 0), on_table("Bell", 2, 2), on_table("Mills", 4, 0)]
    with pytest.raises(
        DataError, match=r"E701 most things lie beside the middles of spaces.*two things with the names"
    ):
        set_up(read_table_save(save(tmp_path / "t.json", *things)), a_map(TWO_FORDS), {})
    with pytest.raises(DataError, match="E701 nothing tells how the map lies on the table: the save has no grid"):
        set_up(read_table_save(save(tmp_path / "t.json", *things, grid=None)), a_map(TWO_FORDS), {})


def test_what_could_not_be_placed_is_told_and_twins_are_numbered(tmp_path: Path) -> None:
    things = [
        on_table("Infantry", -1, 1),
        on_table("Infantry", 1, 1),
        on_table("Far Off", 90, 90),
        on_table("Reserve", -1, -1, Name="Bag", ContainedObjects=[on_table("Mills", 0, 0), on_table("", 0, 0)]),
        on_table("", 3, 3),
        on_table("Board", 0, 0, Locked=True),
        {"Nickname": "Lost"},
        7,
    ]
    source = save(tmp_path / "t.json", *things)
    found = set_up(read_table_save(source), a_map(TWO_FORDS), {})
    assert placed(found) == {"Infantry": "(2,3)", "Infantry 2": "(2,4)", "Reserve": "(3,3)"}
    assert [problem.message for problem in found.left_out] == [
        "thing 7 'Lost' has no place on the table",
        "thing 8 has no place on the table",
        "'Far Off' is not placed: it lies in no space of the map (90.00, 90.00)",
        "'Mills' is not placed: it lies in 'Reserve'",
    ]
    assert "told apart by numbers: 2 are called 'Infantry'" in found.notes
    assert read_table_save(source).besides == {"things without a name": 2, "things that are locked, such as boards": 1}


def test_the_command_writes_a_table_of_the_set_up_and_never_over_another(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(TWO_FORDS, encoding="utf-8")
    source = save(tmp_path / "t.json", on_table("Hall", 0.9, 1.2))
    (tmp_path / "design").mkdir()
    imports = tmp_path / "design/import.toml"
    imports.write_text('[table]\nat = { "2,3" = [-1, 1], "0,0" = [-7, 5] }\n', encoding="utf-8")
    done = CliRunner().invoke(main, ["import", str(source), "--into", str(tmp_path)])
    assert done.exit_code == 0, done.output
    table = tmp_path / "design/setup.csv"
    assert table.read_text("utf-8").splitlines() == ["unit,where", 'Hall,"(2,4)"']
    table.write_text("mine", encoding="utf-8")
    again = import_tabletop(source, tmp_path, Wishes())
    assert again.changes == ()
    assert "is there already and stays as it is" in again.notes[-1]
    imports.write_text('[table]\nat = { "9,9" = [-1, 1] }\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"import.toml:2:8: E301 table.at.9,9: '9,9' is not a space"):
        import_tabletop(source, tmp_path, Wishes())
    with pytest.raises(ImportRefused, match="has no map yet"):
        import_tabletop(source, tmp_path / "design", Wishes())


def test_json_is_known_by_its_first_words(tmp_path: Path) -> None:
    assert kind_of(save(tmp_path / "t.json", on_table("Hall", 0, 0))) == "tabletop"
    (tmp_path / "m.json").write_text('{"orientation": "orthogonal"}', encoding="utf-8")
    assert kind_of(tmp_path / "m.json") == "tiled"


REFUSED = {
    "another": ({"SaveName": ""}, "E707 this is not a saved game of Tabletop Simulator"),
    "a list": ([], "E707 this is not a saved game of Tabletop Simulator"),
    "nameless": ({"ObjectStates": [on_table("", 0, 0)]}, "E707 no thing on this table has a name"),
    "crowded": ({"ObjectStates": [{}] * 20_001}, "E707 more than 20,000 things on one table"),
    "one point": (
        {"ObjectStates": [on_table("0,0", 1, 1), on_table("1,1", 1, 1)]},
        "E701 the two spaces lie on one point",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_table_that_cannot_be_laid_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    data, told = REFUSED[name]
    (tmp_path / "t.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(DataError, match=told):
        set_up(read_table_save(tmp_path / "t.json"), a_map(TWO_FORDS), {})
