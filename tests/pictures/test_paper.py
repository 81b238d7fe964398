"""A game printed for a real table: map over several sheets, tokens with backs, cards, charts, and one page of all."""

import json
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from attrs import evolve, frozen
from click.testing import CliRunner

import wargame_battlecry
import wargame_core
from wargame_core.authoring import Action
from wargame_core.errors import DataError, WargameError
from wargame_core.maps.map import UNIT
from wargame_pictures import pictures_of
from wargame_pictures.draw.picture import Picture
from wargame_pictures.paper.account import account
from wargame_pictures.paper.card_sheet import card_pages
from wargame_pictures.paper.counter_sheet import token_sheets
from wargame_pictures.paper.handout import (
    MARGIN,
    FieldKind,
    FormField,
    Paper,
    PaperToken,
    ReportForm,
    label,
    printout,
    sheet,
    table,
)
from wargame_pictures.paper.map_part import MapParts
from wargame_pictures.paper.pdf import find_browser, write_pdf
from wargame_pictures.paper.printed_game import (
    FONTS,
    OVERLAP,
    STRETCH,
    Cut,
    PrintMethod,
    cut_map,
    print_game,
    sheets,
)
from wargame_terminal import main


def clock_map(paper: Paper = Paper.A4, space: float = 20.0) -> Cut:
    game = wargame_core.load("thunder_on_the_mississippi")
    picture = pictures_of(game).picture(game.rules.first_board(None, {}), everything=True)
    assert picture is not None
    return cut_map(picture, paper, space)


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("space", [10.0, 20.0, 45.0])
def test_equal_sheets_of_a_map_cover_it_with_an_overlap_and_fit_on_the_paper(paper: Paper, space: float) -> None:
    laid = clock_map(paper, space)
    rooms = sorted((side - 2 * MARGIN - 1 for side in paper.size), reverse=laid.wide)
    assert space / STRETCH <= laid.space * 1.001
    assert laid.space <= space * STRETCH * 1.001
    for length, side, count, room in zip(laid.size, laid.sheet, (laid.columns, laid.rows), rooms, strict=True):
        assert count * (side - OVERLAP) + OVERLAP == pytest.approx(length)
        assert side <= room + 0.001
    made = dict(sheets(laid))
    assert len(made) == laid.rows * laid.columns
    assert all(f'width="{laid.sheet[0]:g}mm" height="{laid.sheet[1]:g}mm"' in svg for svg in made.values())


@pytest.mark.parametrize("paper", list(Paper))
def test_a_map_of_any_size_fills_two_thirds_of_its_sheets(paper: Paper) -> None:
    room = (paper.size[0] - 2 * MARGIN - 1) * (paper.size[1] - 2 * MARGIN - 1)
    for width in range(150, 1600, 90):
        for height in range(150, 1600, 70):
            size = SimpleNamespace(box=(0.0, 0.0, width * UNIT / 20, height * UNIT / 20))
            laid = cut_map(cast("Picture", size), paper, 20)
            assert laid.rows * laid.columns == 1 or laid.sheet[0] * laid.sheet[1] > 0.66 * room, (width, height)


def test_neighbouring_sheets_show_the_same_strip_and_say_where_to_glue() -> None:
    laid = clock_map(space=45)
    parts = MapParts.of(laid.picture.sheet_svg())
    made = dict(sheets(laid, parts))
    lefts = [float(re.findall(r'viewBox="(\S+) ', made[f"1-{column}"])[0]) for column in (1, 2)]
    assert (lefts[1] - lefts[0]) * laid.scale == pytest.approx(laid.sheet[0] - OVERLAP, abs=0.1)
    assert ['stroke="#777"' in made[name] for name in ("1-1", "1-2")] == [False, True]
    assert f"sheet 1-2 of {laid.rows} by {laid.columns}; glue" in made["1-2"]
    alone = dict(sheets(laid))
    assert "<defs>" in alone["1-1"]
    assert "<defs>" not in made["1-1"]


def places_of(words: str, svg: str) -> list[tuple[float, float]]:
    """The middles of the counters on a sheet that have a text."""
    cells = re.split(r'(?=<g class="counter")', svg)
    found = (
        re.match(r'<g class="counter" transform="translate\((\S+) (\S+)\)', cell)
        for cell in cells
        if f">{words}<" in cell
    )
    return [(float(place[1]), float(place[2])) for place in found if place]


def test_backs_lie_behind_their_faces_when_the_paper_is_turned_over() -> None:
    tokens = [PaperToken("blue", f"unit {n}", "foot", "#112233", back=f"b{n}") for n in range(100)]
    faces, backs = token_sheets(tokens, Paper.A4, 20)
    assert (faces.shows, backs.shows) == ("faces", "backs")
    room = Paper.A4.size[0] - 2 * MARGIN - 1
    for n in range(100):
        [(x, y)], [(back_x, back_y)] = places_of(f"unit {n}", faces.svg), places_of(f"b{n}", backs.svg)
        assert x + back_x == pytest.approx(room)
        assert y == back_y


def test_a_few_counters_share_one_sheet_with_their_backs_which_is_folded() -> None:
    tokens = [PaperToken("blue", f"unit {n}", "foot", "#112233", back=f"b{n}") for n in range(12)]
    (made,) = token_sheets(tokens, Paper.A4, 20)
    assert made.shows == "fold"
    [fold] = re.findall(r"M0 (\S+)H", made.svg)
    for n in range(12):
        [(x, y)], [(back_x, back_y)] = places_of(f"unit {n}", made.svg), places_of(f"b{n}", made.svg)
        assert x == back_x
        assert y + back_y == pytest.approx(2 * float(fold))
    assert made.svg.count("rotate(180)") == 12


def test_a_token_is_there_as_often_as_it_is_counted_and_backs_of_a_side_are_alike_in_the_colour_of_its_face() -> None:
    lots = list(token_sheets([PaperToken("blue", "Picket", "picket", "#112233", count=150)], Paper.LETTER, 20))
    faces, backs = (
        [place for lot in lots if lot.shows == shows for place in places_of(words, lot.svg)]
        for shows, words in (("faces", "Picket"), ("backs", "Blue"))
    )
    assert len(faces) == len(backs) == 150
    assert all(lot.svg.count('fill="#112233"') == lot.svg.count('class="counter"') for lot in lots)


def test_the_back_of_a_counter_with_two_steps_shows_its_second_step() -> None:
    printed = print_game(wargame_core.load("chattanooga"))
    [first] = [token for token in printed.box.tokens if token.name == "Rousseau"]
    assert (first.value, first.reduced) == ("10-4", "5-4")
    [sheet_of_all] = printed.token_pages
    back = sheet_of_all.svg.split("rotate(180)")[1]
    assert ">5-4<" in back
    assert ">Rousseau<" in back
    assert not any("step 2" in fact for token in printed.box.tokens for fact in token.facts)


def test_a_long_name_is_whole_on_its_counter_and_a_long_numeral_stands_below_the_symbol() -> None:
    words = ("Picket of", "Department of", "the Susquehanna")
    [made] = token_sheets([PaperToken("blue", " ".join(words), "infantry", "#112233", value="12-4")], Paper.A4, 20)
    assert all(f">{word}<" in made.svg for word in (*words, "12-4"))
    [of_many_words] = token_sheets([PaperToken("blue", "one two " * 30, "infantry", "#112233")], Paper.A4, 20)
    assert len(re.findall("on tw on tw[^<]*<", of_many_words.svg)) == 4  # abbreviated as on the screen


def test_cards_have_a_picture_each_and_backs_by_deck_in_mirrored_order() -> None:
    pages = list(card_pages(wargame_core.load("vicksburg").sheet(), "wording: ours"))
    assert len(pages) == 4
    assert pages[0].count('class="engraving"') == 9
    decks = re.findall(r'href="#back-(\d)"', pages[3])
    assert decks[:3] == ["1", "1", "0"]  # the last event lies behind the first card of its sheet
    assert re.findall(r'<div class="card back"[^>]*>|<div></div>', pages[3])[-3:-1] == ["<div></div>"] * 2
    assert set(re.findall(r'href="#(picture[\w-]*)"', "".join(pages))) <= set(
        re.findall(r'symbol id="([\w-]+)"', pages[0])
    )


def test_a_printed_game_carries_the_fonts_of_the_table() -> None:
    client = Path(__file__).parents[2] / "frontends/table/src/wargame_table/client"
    fonts = Path(__file__).parents[2] / "tools/pictures/src/wargame_pictures/fonts"
    assert {file.name: file.read_bytes() for file in fonts.iterdir()} == {
        file.name: file.read_bytes() for file in (*client.glob("*.woff2"), client / "fonts.txt")
    }
    assert FONTS.count("@font-face") == 4


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
    [(wide, high)] = re.findall(r"(\d+) by (\d+) mm on", page)
    box = evolve(clock_map().picture, legend=False).box  # the legend is for screens
    assert int(high) / int(wide) == pytest.approx(box[3] / box[2], rel=0.005)
    assert "data are a reconstruction of ours" in page
    assert "data are a reconstruction of ours" in (tmp_path / "box" / "map-1-1.svg").read_text("utf-8")
    assert not re.search(r'(?:src|href)="(?!#)', page)


def test_a_packet_says_what_is_on_which_pages_and_how_to_print_them() -> None:
    printed = print_game(wargame_core.load("vicksburg"))
    assert [words.split(":")[0] for words in printed.contents] == [
        "pages 3 to 6",
        "page 7",
        "pages 8 to 15",
        "from page 16",
        "then",
        "Not printed",
    ]
    for printing in (PrintMethod.BOTH, PrintMethod.FOLD, PrintMethod.ONE):
        assert f"<td>{printing.value}</td>" in printed.page
    assert len(printed.parts[0].pages) % 2 == 0  # a face on each front: what follows begins on a front again
    assert printed.page.index("Where it comes from</h1>") > printed.page.index("Quick reference</h1>")


def test_a_packet_lists_everything_that_is_not_from_the_document(tmp_path: Path) -> None:
    words = ["print", "gettysburg", "--out", str(tmp_path / "box")]
    assert CliRunner().invoke(main, words).exit_code == 0
    page = (tmp_path / "box" / "index.html").read_text("utf-8")
    listed = json.loads(CliRunner().invoke(main, ["sources", "gettysburg", "--json"]).stdout)
    assert {datum["note"] for datum in listed["not_text"]} - {""}
    for datum in listed["not_text"]:
        assert escape(datum["note"]) in page
    assert all(f"<td>{file['file']}</td>" in page for file in listed["files"])


def test_a_packet_of_one_scenario_leaves_out_the_files_of_the_others_and_says_so() -> None:
    game, data = wargame_core.load("battlecry"), Path(wargame_battlecry.__file__).parent / "data"
    whole = account(sorted(data.glob("*.toml")))
    own = whole.of_scenario("shiloh", [scenario.id for scenario in game.scenarios])
    battles = [file.file for file in own.files if file.file[0].isdigit()]
    assert battles == ["004-shiloh.toml"]
    page = print_game(game, "shiloh", account=whole).page
    assert "004-shiloh.toml" in page
    assert "007-antietam.toml" not in page
    assert f"files of other scenarios ({len(whole.files) - len(own.files)})" in page


def test_without_a_browser_the_command_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    failed = CliRunner().invoke(main, ["print", "chattanooga", "--out", str(tmp_path / "box"), "--pdf"])
    assert failed.exit_code != 0
    assert "a PDF needs a browser of the Chromium family, and none of chromium-headless-shell" in failed.output
    assert (tmp_path / "box" / "index.html").is_file()


def test_a_browser_that_makes_no_pdf_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\necho no paper left >&2\nexit 3\n", "utf-8")
    browser.chmod(0o755)
    monkeypatch.setenv("CHROMIUM", str(browser))
    with pytest.raises(WargameError, match=r"browser made no PDF of .*page\.html: no paper left"):
        write_pdf(tmp_path / "page.html", tmp_path / "page.pdf")


@pytest.mark.skipif(find_browser() is None, reason="needs Chromium (apt-get install chromium)")
def test_one_command_makes_a_pdf_of_as_many_pages_as_the_packet_says(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["print", "chattanooga", "--out", str(tmp_path / "box"), "--pdf", "--json"])
    told = json.loads(done.stdout)
    assert told["files"][-1] == "chattanooga.pdf"
    data = (tmp_path / "box" / "chattanooga.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    [first_of_booklet] = [int(words.split()[2][:-1]) for words in told["contents"] if words.startswith("from page")]
    assert first_of_booklet <= len(re.findall(rb"/Type\s*/Page\b", data)) <= first_of_booklet + 3


# Report forms: what people are asked of something that happened at their table, typed in or from a file.


@frozen
class Told(Action):
    answers: Any


def told(answers: Mapping[str, Any]) -> Told:
    return Told(dict(answers))


SIDES = {"blue": "the attacker", "red": "the defender"}
FORM = ReportForm(
    "The skirmish at the mill",
    "abcd1234",
    (
        FormField("winner", "Who won?", FieldKind.CHOICE, SIDES),
        FormField("last_turn", "Which turn?", FieldKind.NUMBER, least=1, most=6),
        FormField("broken", "Which are broken?", FieldKind.NUMBERS, {str(n): f"unit {n}" for n in range(1, 13)}),
        FormField("why", "Why so?", FieldKind.TEXT, most=20, asked_if=("winner", frozenset({"red"}))),
        FormField("story", "What happened?", FieldKind.TEXT, most=20),
    ),
    told,
    {"impossible": "broken"},
)
FILLED = 'form = "abcd1234"\nwinner = "blue"\nlast_turn = 3\nbroken = [2, 12]\nstory = " Rain. "\n'


def test_a_blank_form_says_what_is_asked_and_is_refused_until_it_is_filled_in() -> None:
    blank = FORM.blank()
    assert "# Who won?\n#     blue  the attacker\n" in blank
    assert "#     12  unit 12\n" in blank
    assert "# Which turn? (1 to 6)\nlast_turn = 0\n" in blank
    with pytest.raises(DataError) as refused:
        FORM.read_text(blank)
    assert [(problem.line, problem.code) for problem in refused.value.problems] == [(10, "E204"), (13, "E204")]
    filled = blank.replace('winner = ""', 'winner = "red"').replace("= 0", "= 6").replace('why = ""', 'why = "Fog"')
    assert FORM.read_text(filled) == Told({"winner": "red", "last_turn": 6, "broken": [], "why": "Fog", "story": ""})


@pytest.mark.parametrize(
    ("line", "instead", "words"),
    [
        ('winner = "blue"', 'winner = "blu"', "2:1: E204 winner: 'blu' is not one of the answers (blue, red); did you"),
        ('winner = "blue"', "winner = true", "2:1: E203 winner: True is not text; text stands in quotation marks"),
        ('winner = "blue"', 'winner = "red"', "E202 why: nothing is filled in; Why so?"),
        ("last_turn = 3", "last_turn = 7", "3:1: E204 last_turn: 7 is not from 1 to 6"),
        ("last_turn = 3", "last_turn = 2.5", "3:1: E203 last_turn: 2.5 is not a whole number; 1 to 6"),
        ("[2, 12]", "[2, 13]", "4:1: E204 broken: 13: there is no such number; the numbers are 1 to 12"),
        ("[2, 12]", "[2, 2]", "4:1: E206 broken: 2: named twice"),
        ("[2, 12]", '["2"]', "4:1: E203 broken: ['2'] is not a list of whole numbers; for example [3, 12]"),
        ('" Rain. "', '"Rain, and rain, and rain."', "5:1: E207 story: 25 characters; at most 20 are kept"),
        ("last_turn", "last_trun", "3:1: E201 last_trun: 'last_trun' is not a field of this form; did you"),
        ("abcd1234", "abcd1235", "1:1: E207 form: 'abcd1235' is the form of something else; what is waited for now is"),
        ('form = "abcd1234"', "", "E202 form: missing: which form this is"),
        ("= 3", "=", "3:12: E103 not TOML"),
    ],
)  # fmt: skip
def test_a_wrong_answer_is_named_with_its_line(line: str, instead: str, words: str) -> None:
    assert line in FILLED
    with pytest.raises(DataError) as refused:
        FORM.read_text(FILLED.replace(line, instead))
    assert words in str(refused.value)


def test_what_the_rules_have_against_it_stands_at_its_field(tmp_path: Path) -> None:
    file = tmp_path / "report.toml"
    file.write_text(FILLED, "utf-8")
    document, _ = FORM.read(file)
    refused = FORM.refused(document, {"impossible": "two cannot be broken", "other": "never"})
    assert str(refused).splitlines() == [
        "report.toml:1:1: E207 form: never; nothing was entered",
        "report.toml:4:1: E207 broken: two cannot be broken; nothing was entered",
    ]


def test_printed_pages_are_whole_and_escape_what_people_write() -> None:
    page = printout(
        "A & B", [sheet(table(("no",), [("<1>",), ("[ ]",)])), sheet(label("LEE", "+1", "x"))], Paper.LETTER
    )
    assert page.startswith("<!doctype html>")
    assert "size: letter portrait" in page
    assert "<title>A &amp; B</title>" in page
    assert "&lt;1&gt;" in page
    assert '<td class="box"></td>' in page
    assert page.count("<section") == 2
    assert "http" not in page
