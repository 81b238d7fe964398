"""A game printed for a real table: map over several sheets, tokens with backs, cards, charts, and one page of all."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import wargame_core
from wargame_core.errors import WargameError
from wargame_pictures import of as pictures_of
from wargame_pictures.paper.box import print_game
from wargame_pictures.paper.game_box import PaperToken
from wargame_pictures.paper.map_sheets import OVERLAP, Cut, cut, sheets
from wargame_pictures.paper.pages import MARGIN, Paper
from wargame_pictures.paper.token_sheets import token_sheets
from wargame_terminal import main


def clock_map(paper: Paper = Paper.A4, space: float = 20.0) -> Cut:
    game = wargame_core.load("thunder_on_the_mississippi")
    picture = pictures_of(game).picture(game.rules.first_board(None, {}))
    assert picture is not None
    return cut(picture, paper, space)


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("space", [10.0, 20.0, 45.0])
def test_the_sheets_of_a_map_cover_it_with_an_overlap_and_no_sheet_too_many(paper: Paper, space: float) -> None:
    laid = clock_map(paper, space)
    room, deep = laid.sheet
    wide, high = laid.size
    for length, sheet, count in ((wide, room, laid.columns), (high, deep, laid.rows)):
        assert count * (sheet - OVERLAP) + OVERLAP >= length
        assert count == 1 or (count - 1) * (sheet - OVERLAP) + OVERLAP < length
    assert sorted((room, deep)) == sorted(side - 2 * MARGIN - 1 for side in paper.size)
    made = dict(sheets(laid))
    assert len(made) == laid.rows * laid.columns
    assert all(f'width="{room:g}mm" height="{deep:g}mm"' in svg for svg in made.values())


def test_neighbouring_sheets_show_the_same_strip_and_say_where_to_glue() -> None:
    laid = clock_map(space=45)
    made = dict(sheets(laid))
    lefts = [float(re.findall(r'viewBox="(\S+) ', made[f"1-{column}"])[0]) for column in (1, 2)]
    assert (lefts[1] - lefts[0]) * laid.scale == pytest.approx(laid.sheet[0] - OVERLAP, abs=0.1)
    assert "stroke-dasharray" not in made["1-1"].split("<use")[1]
    assert "stroke-dasharray" in made["1-2"].split("<use")[1]
    assert f"sheet 1-2 of {laid.rows} by {laid.columns}; glue" in made["1-2"]
    alone = dict(sheets(laid, alone=True))
    assert "<defs>" in alone["1-1"]
    assert "<defs>" not in made["1-1"]


def test_backs_lie_behind_their_faces_when_the_paper_is_turned_over() -> None:
    tokens = [PaperToken("blue", f"unit {n}", "foot", "#112233", back=f"b{n}") for n in range(3)]
    (made,) = token_sheets(tokens, Paper.A4, 20)
    room = Paper.A4.size[0] - 2 * MARGIN - 1
    faces = {n: float(x) for x, n in re.findall(r"translate\((\S+) 0\).*?unit (\d)", made.faces)}
    backs = {n: float(x) for x, n in re.findall(r"translate\((\S+) 0\).*?>b(\d)<", made.backs)}
    assert len(faces) == 3
    assert {n: x + backs[n] + 20 for n, x in faces.items()} == dict.fromkeys("012", pytest.approx(room))


def test_a_token_is_there_as_often_as_it_is_counted_and_backs_of_a_side_are_alike() -> None:
    lots = list(token_sheets([PaperToken("blue", "Picket", "picket", "#112233", count=150)], Paper.LETTER, 20))
    assert sum(lot.faces.count(">Picket<") for lot in lots) == sum(lot.backs.count(">B<") for lot in lots) == 150


def test_a_space_has_a_sensible_width() -> None:
    with pytest.raises(WargameError, match="8 to 120 mm wide, not 3"):
        print_game(wargame_core.load("thunder_on_the_mississippi"), space=3)


def test_the_command_writes_a_page_and_pictures_and_says_what_is_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["print", "thunder_on_the_mississippi", "--out", "box", "--paper", "letter", "--json"]
    told = json.loads(CliRunner().invoke(main, words).stdout)
    assert told["files"][0] == "index.html"
    assert sorted(path.name for path in (tmp_path / "box").iterdir()) == sorted(told["files"])
    page = (tmp_path / "box" / "index.html").read_text("utf-8")
    assert "size: letter portrait" in page
    assert "XIII Corps" in page
    assert "Random Events Table" in page
    assert "data are a reconstruction of ours" in page
    assert "data are a reconstruction of ours" in (tmp_path / "box" / "map-1-1.svg").read_text("utf-8")
    assert not re.search(r'(?:src|href)="(?!#)', page)


def test_an_owners_folder_is_printed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["new", "campaign", "mine"]).exit_code == 0
    done = CliRunner().invoke(main, ["print", "./mine", "--json"])
    assert done.exit_code == 0, done.output
    page = (Path(json.loads(done.stdout)["out"]) / "index.html").read_text("utf-8")
    assert "victory points</h1>" in page
    assert "Whose it is" in page
