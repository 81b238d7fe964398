"""Pictures of one's own in place of what core draws."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import evolve

from wargame_core.errors import DataError
from wargame_pictures.draw.art import PIECE, GameArt, PieceArt, art_in
from wargame_pictures.draw.ground import DrawnGround, Spot
from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.tokens import Marker

SOURCE = 'source = { document = "ours", basis = "reconstruction" }\n'
BLUE = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
FIELD = DrawnGround(
    "field", "", (100, 60), (Spot("A1", "A1", (50, 30), ((0, 0), (100, 0), (100, 60), (0, 60))),), "<g/>"
)
UNIT = Marker(0, "1st", "blue", "#26477f", id="u1", kind="infantry", pips=(3, 1))


def art_of(folder: Path, text: str) -> GameArt:
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / "blue.svg").write_bytes(BLUE)
    (folder / "art" / "art.toml").write_text(SOURCE + text, "utf-8")
    art = art_in(None, folder)
    assert art is not None
    return art


def drawn(art: GameArt, *markers: Marker, ground: DrawnGround = FIELD) -> str:
    return art.dress(Picture(ground=ground, markers=markers)).svg()


def test_a_piece_is_shown_by_its_picture_as_an_image_in_which_no_script_runs(tmp_path: Path) -> None:
    svg = drawn(art_of(tmp_path, '[[piece]]\nfile = "blue.svg"\nside = "blue"\nkind = "infantry"\n'), UNIT)
    (image,) = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}image")
    kind, _, content = image.attrib["href"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert b64decode(content) == BLUE
    assert "<script" not in svg


def test_what_is_left_of_a_unit_stands_below_its_picture_unless_it_is_not_wanted(tmp_path: Path) -> None:
    rule = '[[piece]]\nfile = "blue.svg"\n'
    assert ">3-1<" in drawn(art_of(tmp_path, rule), UNIT)
    assert ">3-1<" not in drawn(art_of(tmp_path, f"{rule}strip = false\n"), UNIT)


@pytest.mark.parametrize(
    ("rule", "marker", "fits"),
    [
        (PieceArt(""), UNIT, True),
        (PieceArt("", side="blue"), UNIT, True),
        (PieceArt("", side="red"), UNIT, False),
        (PieceArt("", kind="infantry"), UNIT, True),
        (PieceArt("", kind="cavalry"), UNIT, False),
        (PieceArt("", pieces=("u1",)), UNIT, True),
        (PieceArt("", pieces=("u2",)), UNIT, False),
        (PieceArt("", kind="block"), evolve(UNIT, kind=""), True),
        (PieceArt("", back=True), UNIT, False),
        (PieceArt("", back=True), evolve(UNIT, face_down=True), True),
        (PieceArt("", back=True, side="red"), evolve(UNIT, face_down=True), False),
    ],
)
def test_a_picture_is_for_those_pieces_that_its_rule_names(rule: PieceArt, marker: Marker, fits: bool) -> None:
    assert rule.fits(marker) is fits


@pytest.mark.parametrize("rule", [PieceArt(""), PieceArt("", pieces=("u1",)), PieceArt("", kind="infantry")])
def test_no_picture_tells_what_lies_face_down(rule: PieceArt) -> None:
    hidden = evolve(UNIT, face_down=True)
    assert not rule.fits(hidden)
    backs = GameArt(((evolve(rule, back=True, pieces=(), kind=""), "data:,"),))
    assert drawn(backs, hidden) == drawn(backs, evolve(hidden, kind="cavalry", label="2nd", pips=(1, 1)))


def test_the_first_rule_that_fits_is_taken(tmp_path: Path) -> None:
    art = GameArt(((PieceArt("", side="red"), "data:,red"), (PieceArt(""), "data:,any"), (PieceArt(""), "data:,never")))
    assert 'href="data:,any"' in drawn(art, UNIT)


def test_a_picture_lies_over_the_whole_sheet_and_upside_down_from_the_other_chair(tmp_path: Path) -> None:
    art = art_of(tmp_path, '[sheet]\nfile = "blue.svg"\n')
    assert 'x="0" y="0" width="100" height="60" preserveAspectRatio="none"' in drawn(art)
    assert "rotate(180 50 30)" not in drawn(art)
    assert "rotate(180 50 30)" in drawn(art, ground=evolve(FIELD, turned=True))
    assert 'data-space="A1"' in drawn(art)


def test_a_game_without_a_folder_of_art_is_drawn_as_before(tmp_path: Path) -> None:
    assert art_in(None, tmp_path) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[[piece]]\nfile = "gone.svg"\n',
            "E301 piece[0].file: 'gone.svg' is not a picture beside this file (blue.svg",
        ),
        ('[[piece]]\nfile = "../blue.svg"\n', "E301 piece[0].file: '../blue.svg' is not a picture beside this file"),
        ('[[piece]]\nfile = "art.toml"\n', "E301 piece[0].file: 'art.toml' is not a picture"),
        ('[[piece]]\nfile = "blue.svg"\nsides = "blue"\n', "E201 piece[0].sides"),
        ('[sheet]\nfile = "large.png"\n', ""),
        (
            '[[piece]]\nfile = "large.png"\n',
            f"E207 piece[0].file: large.png has 70,000 bytes; such a picture has at most {PIECE:,}",
        ),
    ],
)
def test_a_mistake_is_reported_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    art_of(tmp_path, "")
    (tmp_path / "art" / "large.png").write_bytes(b"0" * 70_000)
    if not said:
        art_of(tmp_path, text)
        return
    with pytest.raises(DataError) as problem:
        art_of(tmp_path, text)
    assert "art.toml:" in str(problem.value)
    assert said in str(problem.value)


def test_art_must_say_where_it_is_from(tmp_path: Path) -> None:
    art_of(tmp_path, "")
    (tmp_path / "art" / "art.toml").write_text("", "utf-8")
    with pytest.raises(DataError, match="E202 source"):
        art_in(tmp_path)
