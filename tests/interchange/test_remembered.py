"""`design/import.toml`: imports done again by one word and on every save, and the picture under the map."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.interchange.small_files import TWO_FORDS, exported, thing

from wargame_core.maps.files.map_file import load_map
from wargame_terminal import main
from wargame_workshop.interchange.remembered_imports import underlay_of
from wargame_workshop.interchange.tiled_maps import tiles_picture
from wargame_workshop.watching.workshop import Workshop


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a map, its drawing in which a place was moved, and a table with a place more."""
    folder = tmp_path / "mine"
    (folder / "design").mkdir(parents=True)
    (folder / "map.toml").write_text(TWO_FORDS, encoding="utf-8")
    draw(folder, 24)
    (folder / "design/places.csv").write_text('name,cell\nNewtown,"5,6"\n', encoding="utf-8")
    return folder


def draw(folder: Path, x: int) -> None:
    tiled = exported(TWO_FORDS)
    thing(tiled, "Ashby").update(x=x, y=24)
    (folder / "design/map.tmj").write_text(json.dumps(tiled), encoding="utf-8")


def remember(folder: Path, text: str) -> None:
    (folder / "design/import.toml").write_text(text, encoding="utf-8")


BOTH = '[[imported]]\nfile = "map.tmj"\nonly = ["places"]\n\n[[imported]]\nfile = "places.csv"\n'


def typed(*words: str, exit_code: int = 0) -> Result:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == exit_code, done.output
    return done


def test_an_import_that_is_remembered_is_done_again_by_the_name_of_the_folder(folder: Path) -> None:
    source = str(folder / "design/map.tmj")
    assert "remembered in" in typed("import", source, "--into", str(folder), "--only", "places", "--remember").stderr
    assert (folder / "design/import.toml").read_text("utf-8") == '[[imported]]\nfile = "map.tmj"\nonly = ["places"]\n'
    typed("import", source, "--into", str(folder), "--remember")
    assert (folder / "design/import.toml").read_text("utf-8").count("[[imported]]") == 1
    draw(folder, 72)
    assert typed("import", str(folder)).stdout == "map.tmj: written to map.toml\n"
    assert "cell = [0, 1]" in (folder / "map.toml").read_text("utf-8")
    assert typed("import", str(folder)).stdout == "map.tmj: nothing changes\n"


def test_what_is_left_out_is_told_again_and_stands_among_the_mistakes_of_the_watched_folder(folder: Path) -> None:
    remember(folder, '[[imported]]\nfile = "map.tmj"\n')
    workshop = Workshop(folder, importing=True)
    workshop.look()
    tiled = exported(TWO_FORDS)
    thing(tiled, "Upper Ford").update(x=48)
    thing(tiled, "Ashby").update(x=24, y=24)
    (folder / "design/map.tmj").write_text(json.dumps(tiled), encoding="utf-8")
    workshop.look()
    [problem] = [one for one in workshop.bench.problems if not one.warns]
    assert "Upper Ford" in problem.message
    assert "data-mistake" in workshop.bench.svg
    assert "cell = [0, 0]" in (folder / "map.toml").read_text("utf-8"), "the rest is imported"
    assert "left out: 1 thing" in typed("import", str(folder)).stdout


def test_when_one_of_them_fails_all_is_as_before(folder: Path) -> None:
    remember(folder, BOTH)
    (folder / "design/places.csv").write_text("name,sell\nX,1\n", encoding="utf-8")
    assert "places.csv:1:2: E720" in typed("import", str(folder), exit_code=3).stderr
    assert (folder / "map.toml").read_text("utf-8") == TWO_FORDS


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[imported]]\nfile = "../../map.tmj"\n', "import.toml:2:1: E207 imported[0].file: it lies"),
        ('[[imported]]\nfile = "a.tmj"\nonyl = []\n', "import.toml:3:1: E201 imported[0]"),
        ('[[imported]]\nfile = "a.tmj"\n[imported.terrain]\nfive = "woods"\n', "E203 imported[0].terrain.five: "),
    ],
)
def test_what_is_wrong_in_it_is_told_with_its_line(folder: Path, text: str, told: str) -> None:
    remember(folder, text)
    assert told in typed("import", str(folder), exit_code=3).stderr
    assert (folder / "map.toml").read_text("utf-8") == TWO_FORDS


def test_a_file_without_a_place_to_go_and_a_folder_that_remembers_nothing_are_told(folder: Path) -> None:
    assert "--into FOLDER" in typed("import", str(folder / "design/map.tmj"), exit_code=2).stderr
    assert "remembers no import" in typed("import", str(folder), exit_code=1).stderr


@pytest.mark.parametrize("edit", [True, False])
def test_a_save_in_the_drawing_program_is_taken_over_where_changes_are_allowed(folder: Path, edit: bool) -> None:
    remember(folder, BOTH)
    workshop = Workshop(folder, importing=edit)
    workshop.look()
    assert (folder / "map.toml").read_text("utf-8") == TWO_FORDS
    draw(folder, 120)
    workshop.look()
    text = (folder / "map.toml").read_text("utf-8")
    assert ("cell = [0, 2]" in text, "Newtown" in text) == (edit, edit)
    assert (folder / "map.toml.bak").exists() == edit
    (folder / "design/map.tmj").write_text("{ torn", encoding="utf-8")
    workshop.look()
    assert [str(problem)[:14] for problem in workshop.bench.problems if problem.file == "map.tmj"] == (
        ["map.tmj:1:3: E"] if edit else []
    )
    assert (folder / "map.toml").read_text("utf-8") == text


def test_a_picture_lies_under_the_map_where_two_spaces_say(folder: Path, tmp_path: Path) -> None:
    picture = tiles_picture(["clear", "woods"], (48, 48))
    (folder / "design/underlay.png").write_bytes(picture)
    board = load_map(folder / "map.toml")
    under = underlay_of(folder, board)
    assert under is not None
    assert (under.path.name, under.size, under.at) == ("underlay.png", (96, 48), {})
    names = [board.coordinates(space) for space in (0, board.size - 1)]
    (folder / "design/scan.png").write_bytes(picture)
    remember(folder, f'[underlay]\nfile = "scan.png"\nat = {{ "{names[0]}" = [3, 4], "{names[1]}" = [90.5, 40] }}\n')
    workshop = Workshop(folder)
    workshop.look()
    told = workshop.bench.to_json(folder)["underlay"]
    assert told == {"file": "scan.png", "size": [96, 48], "at": {names[0]: [3, 4], names[1]: [90.5, 40]}}
    remember(folder, '[underlay]\nfile = "map.tmj"\nat = { "99,99" = [1, 1] }\n')
    workshop.look()
    codes = [problem.code for problem in workshop.bench.problems if problem.file == "import.toml"]
    assert codes == ["E207", "E205", "E301"]
